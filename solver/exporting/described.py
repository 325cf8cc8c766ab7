"""A game on a flat board as other programs see it: pieces, ways, what moves do, how it ends.

Two descriptions are compared to see whether a text means the same game (`compared.py`).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import product
from typing import NamedTuple

from ..asp.ruleset import Ruleset
from ..asp.terms import store_name, vector
from ..compiled.compile.effects import Effects
from ..compiled.compile.guard_layout import Guard
from ..compiled.compile.outcomes import GONE, Outcome, Type
from ..compiled.compile.special_moves import special_moves_of
from ..compiled.compile.store_items import HAND
from ..compiled.compile.translation import refusals, unabbreviated
from ..compiled.named_values import (
    CUSTOM,
    DOUBLE,
    DOUBLE_LOCUST,
    IN_PASSING,
    LOCUST_CAPTURE,
    PLAIN,
    TWO_AND_END,
    TWO_ON_WAY,
)
from ..errors import RulesError
from ..shorthand.needs import TooManyNeedsError, Way
from ..shorthand.ways import Step
from .kind_ways import DOUBLE_STEP, KindWays
from .unsaid import Unsaid

Cell = tuple[int, int]
Store = tuple[str, int | None]
"""The name of a store, and the number of the army that it belongs to; None if it belongs to neither."""

PASSING, REGICIDE = "passing", "regicide"
"""How movers arrive, beside plain moves and double steps."""
ON_THE_WAY = ("captures one on the way", "one, and one at the end", "two on the way", "two, and one at the end")
"""The same of captures on the way: of one piece or two there, and perhaps of one where the move ends."""

NEVER_LEGAL = "a move that is never legal"
"""What a rule that bars a move is called where it has no word."""


class Arrival(NamedTuple):
    """What a move makes of its mover, and what it brings.

    Attributes:
        kind: what the mover is then; "" if it is gone.
        army: the number of its army.
        gains: what comes into stores, each the store and the kind.
        spends: what goes out of them.
        wins: the numbers of the players that win by it.
        ignores_check: whether it may leave royals attacked.
        unguarded: whether no opponent may recapture.
        compulsory: whether no other move is legal if it is.
        beyond: what has no word here, in words, with the place of a rule that states it.
    """

    kind: str
    army: int
    gains: tuple[tuple[Store, str], ...] = ()
    spends: tuple[tuple[Store, str], ...] = ()
    wins: tuple[int, ...] = ()
    ignores_check: bool = False
    unguarded: bool = False
    compulsory: bool = False
    beyond: tuple[str, ...] = ()


class Castling(NamedTuple):
    """A special move of two pieces, each with its kinds, its start and its end; and what must hold."""

    army: int
    pieces: tuple[tuple[str, frozenset[str], Cell, Cell], ...]
    guard: Guard


class Description:
    """A game on a flat board.

    Args:
        ruleset: the rules.

    Attributes:
        size: the number of columns and of rows.
        kinds: the kinds, in order.
        obstacles: what no other program has a word for.
        notes: what other programs have rules of their own for, in words, by the fact that states it.

    Raises:
        RulesError: with all obstacles, if the game has no description at all.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kinds = tuple(ruleset.abbreviations)
        self.players = ruleset.players
        self._check()
        self._unsaid = Unsaid(ruleset)
        self.obstacles, self.notes = self._unsaid.obstacles, self._unsaid.notes
        self.size = max(x for x, _, _ in ruleset.cells), max(y for _, y, _ in ruleset.cells)
        self.cells = [(x, y) for x, y, _ in ruleset.cells]
        self.effects = Effects(ruleset)
        self._types = [(army, (kind,)) for army in self.players for kind in self.kinds]
        self.effects.learn(self._types, self._types)
        self._of_kinds: dict[tuple[int, str], dict[str, set[Way]]] = {}
        self._double_steps: dict[tuple[int, str], dict[tuple[Step, int], set[Cell]]] = {}
        self._arrivals: dict[tuple[object, ...], frozenset[Arrival]] = {}
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        self._ways = KindWays(ruleset, self.size, {use: REGICIDE for use in ruleset.own_uses if self._is_regicide(use)})

    def _check(self) -> None:
        """Refuse games of other boards and numbers of players, and rules that cannot be asked about moves."""
        ruleset = self.ruleset
        wrong = []
        cells = list(ruleset.cells)
        flat = bool(ruleset.facts("size", 3)) and all(z == 1 for _, _, z in cells)
        if not flat or min(x for x, _, _ in cells) != 1 or min(y for _, y, _ in cells) != 1:
            wrong.append("the board is no flat board of squares")
        if len(ruleset.players) != 2:
            wrong.append(f"it has {len(ruleset.players)} players, not two")
        if ruleset.facts("compounds", 0):
            wrong.append("a piece can have several kinds at once")
        if not (ruleset.facts("start", 3) or ruleset.facts("start_held", 3)):
            wrong.append("it has no initial array; add start(ARMY,KIND,CELL)")
        if not wrong:
            # A kind that is never on the board needs none.
            wrong += [each for each in refusals(ruleset) if each not in set(unabbreviated(ruleset))]
        if wrong:
            raise RulesError(*wrong)

    # Pieces

    def cells_of(self, army: int, kind: str) -> list[Cell]:
        """Where the pieces of a kind stand at the start."""
        facts = (symbol.arguments for symbol in self.ruleset.facts("start", 3))
        found = (
            vector(cell)[:2] for whose, what, cell in facts if (str(whose), str(what)) == (self.players[army], kind)
        )
        return sorted((x, y) for x, y in found)

    def held(self, army: int, kind: str) -> int:
        """How many pieces of a kind are in a hand at the start."""
        facts = (symbol.arguments for symbol in self.ruleset.numeric("start_held", 3, 2))
        wanted = (HAND, army), kind
        return sum(
            count.number for store, item, count in facts if (self._store(store_name(store)), str(item)) == wanted
        )

    def _store(self, words: str) -> Store:
        name, _, player = words.rpartition(" ")
        return (name, self.players.index(player)) if player in self.players else (words, None)

    @cached_property
    def has_hands(self) -> bool:
        """Whether pieces can be dropped."""
        return any(self._store(words)[0] == HAND for words in self.ruleset.stores)

    def ways(self, army: int, kind: str) -> dict[str, set[Way]]:
        """The ways of a kind by use, as an army that goes forward sees them.

        Raises:
            TooManyNeedsError: if there are too many.
        """
        if (army, kind) not in self._of_kinds:
            self._of_kinds[army, kind] = self._ways.of(self.players[army], kind)
        return self._of_kinds[army, kind]

    def double_steps(self, army: int, kind: str) -> dict[tuple[Step, int], set[Cell]]:
        """The cells from which a kind makes a first move of two or more steps, by its single step and their number."""
        if (army, kind) not in self._double_steps:
            self._double_steps[army, kind] = self._ways.double_steps(self.players[army], kind)
        return self._double_steps[army, kind]

    def may_capture(self, mover: tuple[int, str], victim: tuple[int, str]) -> bool:
        """Whether a piece may capture another: an opponent's, or one of its own side."""
        (army, kind), (other, captured) = mover, victim
        return self.effects.may_capture((self.players[army], (kind,)), (self.players[other], (captured,)))

    def strings(self, kind: str) -> list[str]:
        """What the rules state of a kind in Betza's notation."""
        return self._ways.strings(kind)

    @cached_property
    def castlings(self) -> frozenset[Castling]:
        """The special moves."""
        cells = self.cells
        at = {(army, cell): kind for army in (0, 1) for kind in self.kinds for cell in self.cells_of(army, kind)}
        found = set()
        for each in special_moves_of(self.ruleset).all:
            army = self.players.index(each.army)
            if any(cells[cell] not in self.rights for name, cell in each.guard.rights if name == "castle"):
                continue
            placed = [
                (str(actor.role), actor, cells[actor.start], cells[actor.end])
                for actor in each.actors
                if actor.start >= 0
            ]
            # A right rests on the cells of its pieces, so they are those of the array.
            found.add(
                Castling(
                    army,
                    tuple(
                        (role, actor.kinds & {at.get((army, start), "")}, start, end)
                        for role, actor, start, end in placed
                    ),
                    each.guard,
                )
            )
        return frozenset(each for each in found if not each.pieces or all(kinds for _, kinds, _, _ in each.pieces))

    @cached_property
    def rights(self) -> frozenset[Cell]:
        """The cells of the partners that may castle at the start."""
        facts = (s.arguments for s in self.ruleset.facts("start_state", 2))
        return frozenset((vector(cell)[0], vector(cell)[1]) for name, cell in facts if str(name) == "castle")

    # What moves do

    @cached_property
    def ways_to_arrive(self) -> dict[str, int]:
        """How movers arrive, by the name of the use; plain moves have the name of none."""
        names = {
            PLAIN: "", DOUBLE: DOUBLE_STEP, IN_PASSING: PASSING,
            **dict(zip((LOCUST_CAPTURE, DOUBLE_LOCUST, TWO_ON_WAY, TWO_AND_END), ON_THE_WAY, strict=True)),
        }  # fmt: skip
        own = {int(CUSTOM) - place: use for place, use in enumerate(self.ruleset.own_uses)}
        return {self._called(names.get(way) if way in names else own[way]): way for way in self.effects.ways}

    def _called(self, use: str | None) -> str:
        return REGICIDE if use and use in self.ruleset.own_uses and self._is_regicide(use) else use or ""

    def arrives(self, way: str, army: int, kind: str) -> bool:
        """Whether a kind can arrive so."""
        number = self.ways_to_arrive.get(way)
        return number is not None and self.effects.arrives(number, (self.players[army], (kind,)))

    def class_of(self, start: Cell, end: Cell) -> tuple[int, int]:
        """The classes of a start and an end: moves of the same classes do the same."""
        a, b = self.numbers[start], self.numbers[end]
        return int(self.effects.starting(a, b)), self.effects.classes[b]

    def arrivals(
        self, way: str, army: int, kind: str, victim: tuple[int, str] | None, start: Cell, end: Cell
    ) -> frozenset[Arrival]:
        """What a move may do: one thing, or several to choose from, or none if it is never legal.

        Args:
            way: how the mover arrives.
            army: its army.
            kind: its kind.
            victim: the army and the kind of the captured piece; None without one.
            start: where the move starts.
            end: where it ends.
        """
        type_of_victim = (self.players[victim[0]], (victim[1],)) if victim and self.effects.by_victim else None
        key = way, army, kind, type_of_victim, *self.class_of(start, end)
        if key not in self._arrivals:
            mover = self.players[army], (kind,)
            found = self.effects.outcomes(self.ways_to_arrive[way], mover, type_of_victim, *key[-2:], self._types)
            self._arrivals[key] = frozenset(self._arrival(each, army, kind) for each in found)
        return self._arrivals[key]

    def drops(self, army: int, kind: str, end: Cell) -> frozenset[Arrival]:
        """What a drop may do."""
        found = self.effects.drops((self.players[army], (kind,)), self.effects.classes[self.numbers[end]], self._types)
        return frozenset(self._arrival(each, army, kind, dropped=True) for each in found)

    def _arrival(self, outcome: Outcome, army: int, kind: str, dropped: bool = False) -> Arrival:
        piece: Type = outcome.mover or (self.players[army], (kind,))
        armies = self.players
        wins = tuple(
            sorted({armies.index(p) for n, (p, _) in enumerate(self.ruleset.decisions) if outcome.wins >> n & 1})
        )
        gains, spends = (
            tuple((self._store(store), item) for store, item in sorted(items))
            for items in (outcome.action.gains, outcome.action.spends)
        )
        return Arrival(
            "+".join(piece[1]) if piece != GONE else "",
            armies.index(piece[0]) if piece != GONE else army,
            gains,
            spends,
            wins,
            outcome.ignores_check,
            bool(outcome.unguarded),
            outcome.compulsory,
            self._unsaid.of_move(outcome, dropped),
        )

    def _is_regicide(self, use: str) -> bool:
        """Whether moves of a use capture royal pieces alone, and do nothing else."""
        if use not in self.ruleset.captures or use in self.ruleset.goes:
            return False
        number = int(CUSTOM) - self.ruleset.own_uses.index(use)
        for mover, victim in product(self._types, self._types):
            if not self.effects.arrives(number, mover) or victim[0] == mover[0] or victim[1][0] in self.ruleset.royal:
                continue
            cells = self.effects.cells(number, mover)
            if any(self.effects.outcomes(number, mover, victim, *each, self._types) for each in cells):
                return False
        return True

    # Ends

    def ends(self) -> dict[str, frozenset[tuple[str, ...]]]:
        """The facts about how the game ends, by name; players are numbers."""
        arities = {
            "no_move": 1,
            "checkmate_wins": 0,
            "exposure": 1,
            "last_royal": 1,
            "one_safe": 1,
            "tally": 5,
            "may_pass": 0,
        }
        found: dict[str, frozenset[tuple[str, ...]]] = defaultdict(frozenset)
        for name, arity in arities.items():
            facts = self.ruleset.facts(name, arity)
            if facts:
                found[name] = frozenset(tuple(self._numbered(str(a)) for a in s.arguments) for s in facts)
        return found

    def _numbered(self, word: str) -> str:
        return str(self.players.index(word)) if word in self.players else word

    def tallied(self, reason: str) -> tuple[frozenset[str], bool]:
        """The kinds that an end by number counts, none for all; and whether it counts in a zone only."""
        facts = (s.arguments for s in self.ruleset.facts("tallied", 2))
        zones = any(str(s.arguments[0]) == reason for s in self.ruleset.facts("tallied_in", 2))
        return frozenset(str(kind) for each, kind in facts if str(each) == reason), zones


def has_ways(description: Description, army: int, kind: str) -> dict[str, set[Way]] | None:
    """The ways of a kind; None if they are too many for any notation."""
    try:
        return description.ways(army, kind)
    except TooManyNeedsError:
        return None
