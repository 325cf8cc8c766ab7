"""Which moves win, by unions, tallies and effects, as the rules derive it (core/tally.lp, together.lp, won.lp).

The compiler asks these rules about pieces of each kind on each cell after a move, about numbers of counted pieces, and
about sets of numbers that fit. Each case is a move of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from clingo import Function, Number, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import row
from ...asp.syntax import Signature
from ...asp.terms import add, cell_symbol, vector
from ...errors import RulesError
from .asked_rules import Question
from .derivation import derived

_OF_GAMES: tuple[Signature, ...] = (
    ("tally", 5), ("tallied_with", 5), ("tally_of", 2), ("answerable", 2), ("drawn_if_both", 1),
    ("unassailed", 1), ("counted_kind", 2), ("counted_cell", 3), ("bond", 4),
)  # fmt: skip
_LIMITS: Signature = ("tally_limits", 4)
"""The limits of numbers; without them no number fits, but those that a case names."""
_READ: tuple[Signature, ...] = (
    ("there_then", 4), ("counts_there", 4), ("fits", 5), ("union_pair", 5), ("unites", 3), ("assailed", 2),
    ("judged", 3), ("target", 3), ("newcomer", 2),
    ("then_state", 3),
)  # fmt: skip
WINS = Question(
    parts=("worlds", "verdict", "after"),
    given=frozenset(
        {
            ("stands_then", 4), ("settled", 1), ("played", 2), ("commands", 2), ("turn", 1), ("wins", 3),
            ("attacked_from", 4), ("participant", 2), ("ends", 3), ("hostile", 2), *_OF_GAMES, _LIMITS,
        }
    ),
    derived=frozenset(
        {
            *_READ, ("lacks_another", 3), ("amounts", 3), ("mover_wins_by", 2), ("mover_wins", 1), ("tallies", 3),
            ("decides", 3),
        }
    ),
    adds=True,
    counts=True,
    once=frozenset({("there_then", 4), ("counts_there", 4), ("union_pair", 5), ("wins", 3), ("judged", 3)}),
)  # fmt: skip
"""What such rules may ask about a move, and what they may derive."""

_MOST_ALL = 5
"""Of more numbers than these only the sets of few, and of all but one, are asked about."""
_FEW = 3

_CELL, _THERE, _FROM, _LENT, _NEUTRAL = map(Function, ("cell", "there", "from", "lent", "neutral"))
_MOVER, _VICTIM = Function("mover"), Function("victim")
_UNITED, _GIVEN, _WON = map(Function, ("united", "given", "won"))
_STAGES = (_UNITED, _GIVEN, *map(Function, ("now", "after", "passing")))

_Found: TypeAlias = dict[tuple[str, Symbol], set[tuple[Symbol, ...]]]
"""What is derived of cases: by predicate and case, the arguments besides the case."""

Counter: TypeAlias = tuple[Symbol, Symbol]
"""A name that counts pieces, and the army whose pieces are counted."""


class Limits(NamedTuple):
    """A number of pieces of an army that matters: it makes a player win, or is needed besides for that."""

    reason: Symbol
    army: Symbol
    least: int
    most: int
    winner: Symbol
    decides: bool

    def needs(self, other: Limits) -> bool:
        """Whether another number is needed for what this one decides."""
        return self.decides and not other.decides and (self.reason, self.winner) == (other.reason, other.winner)


class Counted(NamedTuple):
    """The pieces that are counted: their kinds, and the cells."""

    kinds: frozenset[str]
    cells: frozenset[Symbol]


class Wins(NamedTuple):
    """How moves win by tallies and unions.

    Attributes:
        counted: the pieces that each tally counts.
        guarded: the reasons for which attacked pieces do not count.
    """

    counted: dict[Counter, Counted]
    guarded: frozenset[str]

    def of(self, limits: Limits) -> Counted:
        """The pieces whose number matters."""
        return self.counted.get((limits.reason, limits.army), Counted(frozenset(), frozenset()))


def limits_of(ruleset: Ruleset) -> list[Limits]:
    """The numbers that matter, in order."""
    stated = [symbol.arguments for symbol in ruleset.numeric("tally", 5, 2, 3)]
    found = [Limits(why, army, least.number, most.number, winner, True) for why, army, least, most, winner in stated]
    besides = [symbol.arguments for symbol in ruleset.numeric("tallied_with", 5, 3, 4)]
    found += [Limits(why, army, least.number, most.number, winner, False) for why, winner, army, least, most in besides]
    return sorted(found)


@lru_cache(maxsize=1)
def wins_of(ruleset: Ruleset) -> Wins:
    """How moves of a game win by tallies and unions.

    Raises:
        RulesError: if by the rules other moves win than in the compiled engine.
    """
    found = Wins({}, frozenset())
    for player in ruleset.players if ruleset.endings else ():
        found = _Asked(ruleset, Function(player)).wins()
    return found


def counted(found: Iterable[tuple[Counter, str, Symbol]]) -> dict[Counter, Counted]:
    """What is counted, given the kind and the cell of each piece that is.

    Raises:
        RulesError: if it depends on the cell which kinds are counted.
    """
    pieces = defaultdict[Counter, set[tuple[str, Symbol]]](set)
    for counter, kind, cell in found:
        pieces[counter].add((kind, cell))
    every = {
        counter: Counted(frozenset(kind for kind, _ in some), frozenset(cell for _, cell in some))
        for counter, some in pieces.items()
    }
    for counter, each in every.items():
        if pieces[counter] != set(product(each.kinds, each.cells)):
            raise RulesError(f"which kinds {counter[0]} counts depends on the cell, which is not compiled")
    return every


class _Asked:
    """The cases that the rules are asked about when a player moves, and what they should derive of each."""

    def __init__(self, ruleset: Ruleset, player: Symbol) -> None:
        self._ruleset, self._player, self._limits = ruleset, player, limits_of(ruleset)
        self._armies = [Function(each) for each in ruleset.players]
        self._safe = ruleset.names("unassailed")
        self._facts: dict[Signature, list[Symbol]] = {}
        self._expected: _Found = {}

    def _give(self, name: str, *arguments: Symbol) -> None:
        self._facts[name, len(arguments)].append(row(*arguments))

    def _expect(self, name: str, case: Symbol, *atoms: tuple[Symbol, ...]) -> None:
        """Of a case, the atoms of a predicate should be derived that have these arguments besides it."""
        self._expected[name, case] = set(atoms)

    def wins(self) -> Wins:
        """Ask, and see that the kernel does the same.

        Raises:
            RulesError: if it does not.
        """
        self._begin(_OF_GAMES)
        self._decisions()
        self._derived()
        self._begin((*_OF_GAMES, _LIMITS))
        self._pieces()
        self._unions()
        self._safety()
        self._numbers()
        found = self._derived()
        return Wins(counted(self._counted(found)), self._guarded(found))

    def _begin(self, of_game: Sequence[Signature]) -> None:
        """Without cases yet, and with some facts of the game."""
        self._facts = {key: [] for key in WINS.given | WINS.derived}
        self._expected = {}
        for key in of_game:
            self._facts[key] += self._ruleset.tuples(*key)
        self._facts["turn", 1].append(self._player)
        for army in self._armies:
            self._give("commands", army, army)
        self._give("commands", self._player, _LENT)

    def _derived(self) -> _Found:
        """What the rules derive of the cases.

        Raises:
            RulesError: if that is not what the kernel does.
        """
        found: _Found = defaultdict(set)
        for name, arguments in derived(WINS.rules(self._ruleset.files), dict(self._facts), _READ):
            place = int(name == "target")  # its first argument is a stage
            found[name, arguments[place]].add((*arguments[:place], *arguments[place + 1 :]))
        for (name, case), expected in self._expected.items():
            if found[name, case] != expected:
                raise RulesError(f"by the rules {_ODD[name]}, which is not compiled")
        return found

    def _pieces(self) -> None:
        """After a move all pieces of a kind and an army, on every cell."""
        if self._limits:
            for kind, army, cell in product(self._looked_for(), self._armies, map(cell_symbol, self._ruleset.cells)):
                self._give("stands_then", Function("piece", [kind, army]), cell, kind, army)

    def _looked_for(self) -> list[Symbol]:
        """The kinds of which the rules derive where they stand after a move."""
        return sorted(each.arguments[0] for each in self._ruleset.facts("looked_for", 1))

    def _counted(self, found: _Found) -> Iterator[tuple[Counter, str, Symbol]]:
        """The pieces that are counted.

        Raises:
            RulesError: if pieces of one army are counted for another.
        """
        for (name, case), atoms in found.items():
            if name == "there_then" and case.match("piece", 2):
                kind, army = case.arguments
                for reason, owner, cell in atoms:
                    if owner != army:
                        raise RulesError("the pieces of an army are counted for another, which is not compiled")
                    yield (reason, army), str(kind), cell

    def _unions(self) -> None:
        """After a move all pieces of two kinds, of one army or two, on every cell; and two pieces, attacked or not.

        That pieces of another army or of two make no union is asked about on cells near each other.
        """
        steps = [each.arguments for each in self._ruleset.facts("bond", 4)]
        looked_for = self._looked_for()
        cells, middle = self._ruleset.cells, list(self._ruleset.cells)[len(self._ruleset.cells) // 2]
        near = {middle} | {add(middle, vector(step)) for *_, step in steps} & cells.keys()
        kinds = sorted({kind for _, *pair, _ in steps for kind in pair})
        armies = [(army, army) for army in self._armies] + ([(self._player, _LENT)] if steps else [])
        for (kind, other), (army, owner) in product(product(kinds, kinds), armies):
            if kind > other:
                continue
            case, pair = Function("pair", [kind, other, army, owner]), {(kind, army), (other, owner)}
            among = cells if army == owner == self._player else near
            there = [each for each in pair if each[0] in looked_for]
            for cell, (some, whose) in product(map(cell_symbol, among), there):
                self._give("stands_then", case, cell, some, whose)
            bonds = [(reason, step) for reason, *both, step in steps if {(each, self._player) for each in both} <= pair]
            self._expect("union_pair", case, *(
                (self._player, reason, cell_symbol(start), cell_symbol(end))
                for reason, step in bonds
                for start in among
                if (end := add(start, vector(step))) in among
            ))  # fmt: skip
        for reason, attacked in product(sorted({each[0] for each in steps}), ((), (_CELL,), (_THERE,))):
            case = Function("union", [reason, *attacked])
            self._give("union_pair", case, self._player, reason, _CELL, _THERE)
            for cell in attacked:
                self._give("assailed", case, cell)
            is_guarded = str(reason) in self._safe
            self._expect("unites", case, *([] if is_guarded and attacked else [(self._player, reason)]))
            both = [(cell, self._player) for cell in (_CELL, _THERE)]
            self._expect("judged", case, *(both if is_guarded else []))

    def _safety(self) -> None:
        """A piece of each army that must be safe, and attacks in each stage."""
        for army in (*self._armies, _LENT):
            case = Function("judged", [army])
            self._give("judged", case, _CELL, army)
            own = army in (self._player, _LENT)
            self._expect("target", case, (_UNITED if own else _GIVEN, _CELL))
            # To see what the player itself attacks, the routes of its pieces after the move are needed too.
            self._give("ends", case, _MOVER, _CELL)
            self._give("ends", case, _VICTIM, _THERE)
            self._give("hostile", case, _VICTIM)
            self._expect("newcomer", case, (_VICTIM,), *([] if own else [(_MOVER,)]))
        for stage, participates in product(_STAGES, (False, True)):
            case = Function("attack", [stage, Number(participates)])
            self._give("attacked_from", stage, case, _CELL, _FROM)
            if participates:
                self._give("participant", case, _FROM)
            self._expect("assailed", case, *([(_CELL,)] if stage in (_UNITED, _GIVEN) and not participates else []))

    def _numbers(self) -> None:
        """A piece of each tally, attacked or not; and numbers of pieces at each limit, below and above it."""
        counters = sorted({(each.reason, each.army) for each in self._limits})
        for counter, attacked in product(counters, (False, True)):
            case = Function("one", [*counter, Number(attacked)])
            self._give("there_then", case, *counter, _CELL)
            if attacked:
                self._give("assailed", case, _CELL)
            is_guarded = str(counter[0]) in self._safe
            self._expect("judged", case, *([(_CELL, counter[1])] if is_guarded else []))
            if not attacked:
                self._expect("counts_there", case, (*counter, _CELL))
        limits = {limit for each in self._limits for limit in (each.least, each.most)}
        sizes = {max(0, min(limit + more, len(self._ruleset.cells))) for limit in limits for more in (-1, 0, 1)} | {0}
        for number, (size, some) in enumerate(product(sorted(sizes), (*((each,) for each in counters), counters))):
            case = Function("number", [Number(number)])
            self._facts["settled", 1].append(case)
            for counter, place in product(some, range(size)):
                self._give("counts_there", case, *counter, Function("on", [*counter, Number(place)]))
            self._expect("fits", case, *(
                _fits(each) for each in self._limits
                if each.least <= (size if (each.reason, each.army) in some else 0) <= each.most
            ))  # fmt: skip

    def _guarded(self, found: _Found) -> frozenset[str]:
        """The reasons for which attacked pieces do not count."""
        one = [case for name, case in self._expected if name == "counts_there"]
        counted_anyway = {each.arguments[0] for each in one if found["counts_there", _attacked(each)]}
        tallies = {str(each.arguments[0]) for each in one if each.arguments[0] not in counted_anyway}
        unions = {str(each.arguments[0]) for each in self._ruleset.facts("bond", 4)} & self._safe
        return frozenset(tallies | unions)

    def _decisions(self) -> None:
        """Each win by an effect or a union, and sets of numbers that fit."""
        for army, reason, name in product((*self._armies, _LENT, _NEUTRAL), self._ruleset.endings, ("wins", "unites")):
            case = Function(name, [army, Function(reason)])
            self._give(name, case, army, Function(reason))
            winner = {_LENT: [self._player], _NEUTRAL: []}.get(army, [army])
            self._expect_wins(case, [(each, Function(reason)) for each in winner])
        fitting = sorted(set(map(_fits, self._limits)))
        for number, some in enumerate(_sets(fitting)):
            case = Function("fitting", [Number(number)])
            for each in some:
                self._give("fits", case, *each)
            self._expect_wins(case, self._decided(some))

    def _expect_wins(self, case: Symbol, wins: Iterable[tuple[Symbol, Symbol]]) -> None:
        self._facts["settled", 1].append(case)
        self._give("played", case, case)
        self._expect("then_state", case, *((_WON, row(*each)) for each in wins))

    def _decided(self, fitting: Set[tuple[Symbol, ...]]) -> list[tuple[Symbol, Symbol]]:
        """What numbers that fit decide, as `compiled/kernel/tallies.py` has it."""
        late, shared = set(map(_arguments, self._ruleset.tuples("answerable", 2))), self._ruleset.names("drawn_if_both")
        found = {
            (each.winner, each.reason)
            for each in self._limits
            if each.decides
            and all(_fits(other) in fitting for other in self._limits if other == each or each.needs(other))
            and not (each.winner == self._player and (each.reason, each.winner) in late)
        }
        own = {reason for winner, reason in found if winner == self._player}
        return [
            (winner, reason)
            for winner, reason in found
            if not own or winner == self._player or (reason in own and str(reason) in shared)
        ]


_ODD = {
    "judged": "other pieces must be safe for a win",
    "target": "other pieces must be safe for a win",
    "newcomer": "other attacks on a piece that must be safe matter",
    "assailed": "other attacks on a piece that must be safe matter",
    "union_pair": "other pieces make a union",
    "unites": "another union wins",
    "counts_there": "other pieces are counted",
    "fits": "a number fits other limits",
    "then_state": "other moves win, or for other reasons",
}
"""What is the matter if the rules derive otherwise."""


def _arguments(symbol: Symbol) -> tuple[Symbol, ...]:
    return tuple(symbol.arguments)


def _fits(limits: Limits) -> tuple[Symbol, ...]:
    return (limits.reason, limits.army, Number(limits.least), Number(limits.most))


def _attacked(case: Symbol) -> Symbol:
    """The case that is the same but that the piece is attacked."""
    return Function(case.name, [*case.arguments[:-1], Number(1)])


def _sets(some: Sequence[tuple[Symbol, ...]]) -> Iterator[frozenset[tuple[Symbol, ...]]]:
    """All sets of a few numbers; of many, the sets of few of them, and of all but one, and of all."""
    sizes = [size for size in range(len(some) + 1) if len(some) <= _MOST_ALL or size <= _FEW or size >= len(some) - 1]
    for size in sizes:
        yield from map(frozenset, combinations(some, size))
