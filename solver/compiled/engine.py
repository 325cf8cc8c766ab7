"""The compiled engine: the reference engine's answers, from tables and a kernel.

It answers in the same atoms as the reference engine, so whatever reads one reads the other. The tables are
clingo's answer about the game. The rules of `core/` about a position are translated by the kernel; here is only
what its moves are in the rules' terms. How the game stands, and when two positions are the same, clingo says,
as that depends on little: whether there is a move, or a check, and on captures in passing. `translation` knows each
rule that is translated, and refuses a game that has others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from time import perf_counter
from typing import TypeVar

import numpy as np
from clingo import Function, Number, Symbol, parse_term

from ..asp.ruleset import STAGES, Ruleset
from ..asp.session import Answer, Facts, row
from ..asp.syntax import Signature
from ..asp.terms import Value, Vector, cell_symbol, store_symbol, value_symbol
from ..errors import RulesError
from ..play.reference import NONE, Placement, ReferenceEngine
from . import cache
from .compile.asking import closed
from .compile.deeds import Deed, Deeds
from .compile.effects import HELPED, USES, Effects, Type
from .compile.layout import first_types, lay_out, named, pairs_among, types_of
from .compile.stores import HAND, Item
from .compile.translation import MOST_TYPES, refusals
from .kernel.attacks import checkers
from .kernel.board import (
    EP,
    LANDED,
    MISSED,
    OWNERS,
    PLY,
    QUIET,
    RIGHTS,
    STOCK,
    STOCK_MORE,
    TURN,
    WON,
    Board,
    commander,
    make,
    new_board,
    set_up,
    unmake,
)  # fmt: skip
from .kernel.decorators import KERNEL
from .kernel.generate import generate
from .kernel.move import NO_CELL, companion_of, origin_of, row_of, target_of
from .kernel.turns import begin
from .kernel.winning import is_over
from .tables import (
    BECOMES,
    CHOSEN,
    DEED,
    DOUBLE,
    DROP,
    GONE,
    HALTS,
    IN_PASSING,
    LOOSE,
    MAN_WIDTH,
    NOBODY,
    ON_COMPANION,
    ON_ORIGIN,
    PASS,
    PLAIN,
    ROW_HEAD,
    ROW_WIDTH,
    STAYS,
    WAY,
    Numbers,
    Tables,
    Words,
    pack,
)

# Python takes a move apart by itself: calling into the kernel for that would take longer.
_origin_of, _target_of, _companion_of, _row_of = (
    part.py_func  # type: ignore[attr-defined]
    for part in (origin_of, target_of, companion_of, row_of)
)
_commander = commander.py_func  # type: ignore[attr-defined]


def _pair(choice: Symbol) -> tuple[Symbol, Symbol]:
    """An aspect and its value."""
    aspect, value = choice.arguments
    return aspect, value


NO_SYMBOL = Function("off")
"""In the place of a companion off the board, which no term has."""

PASSING = {"ep": EP, "landed": LANDED}
"""The states about captures in passing, and their columns."""

_PASS, _DROP = Function("pass"), Function("drop")

_NAMES = {PLAIN: "go", DOUBLE: "double", IN_PASSING: "ep"}

_JUDGED: tuple[Signature, ...] = (("outcome", 1), ("winner", 1), ("won_by", 1))

Found = TypeVar("Found")
_Atoms = dict[Signature, list[Sequence[Symbol]]]


@dataclass(frozen=True, slots=True)
class Compilation:
    """How a game's tables came about.

    Attributes:
        seconds: how long it took to make or to read them.
        kept: whether they were read from disk.
    """

    seconds: float
    kept: bool


class CompiledEngine(ReferenceEngine):
    """Answers about moves from tables; all that is asked rarely still comes from clingo.

    Types of piece keep their numbers for as long as the engine lives, and tables are only ever added to, so a
    board stays what it is when a position with other types is looked at after it.

    Args:
        ruleset: the rules.

    Raises:
        RulesError: if the game has rules that the kernel does not carry out.
    """

    is_compiled = True

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        reasons = refusals(ruleset)
        if reasons:
            raise RulesError(f"{ruleset.name} cannot be compiled (use --engine reference): {'; '.join(reasons)}")
        self.cells: list[Vector] = list(ruleset.cells)
        self.number: dict[Value, int] = {cell: number for number, cell in enumerate(self.cells)}
        self.armies = ruleset.players
        self._symbols = [cell_symbol(cell) for cell in self.cells]
        started = perf_counter()
        self._effects = Effects(ruleset)
        self._deeds = Deeds(ruleset)
        arrays, kept = self._compile()
        self._growing = Lock()
        # The pairs of men that are laid out, if not all are.
        self._pairs = pairs_among(first_types(ruleset)) if len(arrays.pairs) else None
        self._use(tuple(arrays.men), arrays)
        self.compilation = Compilation(perf_counter() - started, kept)
        self._decisions: list[Value] = list(ruleset.decisions)
        self._command = next((name for name, kind in ruleset.fields.items() if kind == "command"), None)
        self._ending = next((name for name, kind in ruleset.fields.items() if kind == "ending"), None)
        self._titles = {symbol.arguments[0]: symbol.arguments[1] for symbol in ruleset.facts("title", 2)}
        self.drawn = lru_cache(maxsize=1024)(super().drawn)  # type: ignore[method-assign]
        self.judge = lru_cache(maxsize=4096)(self._judge)
        self.same = lru_cache(maxsize=4096)(self._same)
        self.term = lru_cache(maxsize=1 << 18)(self._term)

    def _compile(self) -> tuple[Tables, bool]:
        """The tables of the types that the game needs, and whether they were on disk."""
        text = sha256(repr(self.ruleset.chosen).encode())
        for source in self.ruleset.files.sources:
            text.update(f"\n{source.path.name}\n{source.text}".encode())
        return cache.kept(text.hexdigest(), self._lay_out)

    def _lay_out(self) -> Tables:
        types, pairs = types_of(self.ruleset, self._effects)
        return lay_out(self.ruleset, types, effects=self._effects, pairs=pairs)

    def _numbers(self, pieces: Sequence[tuple[Vector, tuple[str, ...], str]]) -> Numbers:
        """The numbers of pieces' types. Such as the game does not need come after the others, and not to disk."""
        wanted = [(army, tuple(sorted(kinds))) for _, kinds, army in pieces]
        self.meet(wanted)
        return np.array([self._types[each] for each in wanted], np.int32)

    def meet(self, men: Iterable[Type]) -> None:
        """Have it laid out what men do who meet on a board."""
        some = set(men)
        with self._growing:
            types = (*self.types, *sorted(some - self._types.keys()))
            if self._pairs is not None:
                self._meet_pairs(types, some, self._pairs)
            elif len(types) > len(self.types):
                found = closed(self._effects, types, MOST_TYPES, self._deeds.all)
                if found is None:
                    raise RulesError(f"moves make of these more than {MOST_TYPES} types of piece")
                self._use(found, lay_out(self.ruleset, found, self.arrays, self._effects))

    def _meet_pairs(self, types: tuple[Type, ...], men: set[Type], pairs: dict[Type, set[Type | None]]) -> None:
        """The same in a game that has too many types to lay them all out before it is played."""
        further = {man: victims - pairs.get(man, set()) for man, victims in pairs_among(men).items()}
        further = {man: victims for man, victims in further.items() if victims}
        if further:
            for man, victims in further.items():
                pairs.setdefault(man, set()).update(victims)
            types = named(self._effects, types, further, self._deeds.all, pairs)
            if len(types) > MOST_TYPES:
                raise RulesError(f"moves make of these men more than {MOST_TYPES} types of piece")
            self._use(types, lay_out(self.ruleset, types, self.arrays, self._effects, pairs))

    def complete(self, board: Board, ask: Callable[[], Found]) -> Found:
        """What the kernel finds about a board: asked again as long as it meets men of whom the tables say nothing.

        Args:
            board: the board.
            ask: asks the kernel, with the tables as they are then.
        """
        while True:
            found = ask()
            if not self.has_missed(board):
                return found

    def has_missed(self, *boards: Board) -> bool:
        """Whether the kernel met such men since it was asked about these boards; then the tables have them now."""
        missed = False
        for board in boards:
            if board.state[MISSED]:
                kinds = np.unique(board.state[-len(board.cells) :])
                self.meet(self.types[kind - 1] for kind in kinds.tolist() if kind)
                board.state[MISSED], missed = 0, True
        return missed

    def _use(self, types: tuple[Type, ...], arrays: Tables) -> None:
        # What others may be using meanwhile stays true, so all that counts is that a type is known last.
        self._kinds = [[Function(kind) for kind in kinds] for _, kinds in types]
        self.arrays, self.tables, self.types = arrays, pack(arrays), types
        self._does: list[list[int]] = arrays.rows.tolist()
        self._choices = [[_pair(each) for each in parse_term(line).arguments] for line in arrays.choices_made]
        choices = int(np.diff(np.flatnonzero(arrays.groups < 0)).max(initial=1))
        # So many moves each man has at most.
        self._most_rows = max(choices, 1)
        self._most = (arrays.most_moves + arrays.most_doubles + len(arrays.passages)) * self._most_rows
        self._types = {each: number for number, each in enumerate(types, 1)}

    @property
    def effects(self) -> Effects:
        """What moves do, by the rules."""
        return self._effects

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """The deeds of the game."""
        return self._deeds.all

    def is_warm(self) -> bool:
        """Whether the kernel has been compiled before, by this or another process."""
        return KERNEL.is_kept()

    def is_being_warmed(self) -> bool:
        """Whether another process compiles the kernel just now; to warm up is to wait for it."""
        return KERNEL.is_being_made()

    def warm_up(self) -> None:
        """Compile the kernel, which takes a while the first time; else it is compiled when it is needed."""
        cache.warn_of_kernel()
        KERNEL.load()

    def board(self, placement: Placement, plies: int = 256) -> Board:
        """The position for the kernel, after what the turn begins with, on which so many moves can be made."""
        cells = np.array([self.number[cell] for cell, _, _ in placement.pieces], np.int32)
        kinds = self._numbers(placement.pieces)
        held = [((store, kind), count) for store, kind, count in placement.stores]
        self._check_room(len(placement.pieces) + sum(count for _, count in held), held)
        stock = self._effects.items.packed(held)
        state = np.array([self.armies.index(placement.turn), -1, -1, 0, placement.quiet, 0, *stock, 0], np.int64)
        for name, value in placement.state:
            if name == self._ending:
                state[WON] |= 1 << self._decisions.index(value)
            elif name in PASSING:
                state[PASSING[name]] = self.number[value]
            elif name == self._command:
                army, player = (self.armies.index(str(each)) for each in value)
                state[OWNERS] ^= (army ^ player) << 4 * army
            else:
                state[RIGHTS] |= 1 << self._right(name, value)
        board = new_board(self.tables, plies)
        set_up(self.tables, board, cells, kinds, state)
        if self.ruleset.has_events:
            begin(self.tables, board)
        return board

    def begin(self, placement: Placement) -> Answer:
        """What happens at once before the player to move moves, as `ReferenceEngine.begin` gives it."""
        return super().begin(placement) if self.board(placement, 0).state[PLY] else Answer(())

    def _check_room(self, men: int, held: Sequence[tuple[Item, int]]) -> None:
        """Refuse more men than stores can count.

        Raises:
            RulesError: if there are more.
        """
        items = self._effects.items
        if items.all and men >> items.bits:
            most = (1 << items.bits) - 1
            raise RulesError(
                f"there are {men} men, and the stores of the compiled engine count {most} (use --engine reference)"
            )

    def _right(self, name: str, cell: Value) -> int:
        """The number of a right that a position speaks of.

        Raises:
            RulesError: if nothing in the game asks for it.
        """
        right = name, self.number[cell]
        if right not in self._deeds.rights:
            words = f"{name} {self.ruleset.cells[self.cells[right[1]]]}"
            raise RulesError(f"no move of {self.ruleset.name} asks for '{words}' (use --engine reference)")
        return self._deeds.rights.index(right)

    def room(self, board: Board) -> int:
        """More moves than the position, or one that comes of it, can have."""
        held = self._effects.items.counts((int(board.state[STOCK]), int(board.state[STOCK_MORE])))
        men = int(np.count_nonzero(board.cells)) + sum(count for _, count in held)
        aides = men if len(self.arrays.seeks) else 1
        deeds = sum(men * men if deed.is_in_place else 1 for deed in self._deeds.all)
        drops = len(self.cells) * len(self.arrays.items)
        return men * self._most * aides + (deeds + drops) * self._most_rows + 2

    def moves(self, board: Board) -> Words:
        """The legal moves as the kernel writes them."""

        def ask() -> Words:
            found = np.empty(self.room(board), np.int64)
            return found[: generate(self.tables, board, found, 0)]

        return self.complete(board, ask)

    def _term(self, move: int) -> Symbol:
        """The rules' own term for a move, with its choices."""
        origin, target = self._symbols[_origin_of(move)], self._symbols[_target_of(move)]
        does = self._does[_row_of(move)]
        if does[WAY] == PASS:
            return _PASS
        if does[WAY] == DROP:
            _, kind = self._effects.items.all[_companion_of(move)]
            term = Function("drop", [Function(kind), target])
            for choice in self._choices[does[CHOSEN]]:
                term = Function("chose", [term, *choice])
            return term
        if does[WAY] == DEED:
            deed = self._deeds.all[_companion_of(move)]
            term = Function("deed", [deed.term, origin, target]) if deed.is_in_place else deed.term
            companion = NO_SYMBOL
        else:
            companion = self._symbols[_companion_of(move)] if _companion_of(move) != NO_CELL else NO_SYMBOL
            more = [companion] if does[WAY] == IN_PASSING else []
            term = Function(_NAMES[does[WAY]], [origin, target, *more])
        for choice in self._choices[does[CHOSEN]]:
            term = Function("aided", [term, companion]) if choice == HELPED else Function("chose", [term, *choice])
        return term

    def _bare(self, move: int) -> Symbol:
        """The term without its choices."""
        term = self.term(move)
        while term.name in ("chose", "aided"):
            term = term.arguments[0]
        return term

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Answer:
        """Moves, checks and outcome of a position, as `ReferenceEngine.analyse` gives them."""
        board = self.board(placement)
        moves = self.moves(board)
        atoms: _Atoms = {}
        for move in self._from(moves, origin) if origin is not None else moves.tolist():
            self.describe(board, move, atoms)
        checks: list[Sequence[Symbol]] = list(self._checks(placement, board))
        atoms["gives_check", 3] = checks
        if origin is None:
            won = tuple(value for name, value in placement.state if name == self._ending)
            alone = bool(len(self.arrays.seats) > 2 and is_over(self.tables, board))
            state = len(moves) > 0, bool(checks), placement.quiet, placement.seen
            judged = self.judge(placement.turn, *state, won, alone)
            atoms.update({each: judged(*each) for each in _JUDGED})
        if placement.state:
            passing = tuple(move for move in moves.tolist() if self._does[_row_of(move)][WAY] == IN_PASSING)
            atoms["same", 2] = self.same(placement.state, passing)
        return Answer.of(atoms)

    def _from(self, moves: Words, origin: Vector | None) -> list[int]:
        """Those of some moves that start from a cell; if it is None, those that start from none."""
        ways = ((move, self._does[_row_of(move)][WAY]) for move in moves.tolist())
        if origin is None:
            return [move for move, way in ways if way >= PASS]
        return [move for move, way in ways if way < PASS and _origin_of(move) == self.number[origin]]

    def describe(self, board: Board, move: int, atoms: _Atoms) -> None:
        """Add the atoms of a legal move: what becomes of those who have part in it, and what it is called."""
        term = self.term(move)
        origin, target = _origin_of(move), _target_of(move)
        does = self._does[_row_of(move)]
        becomes, way = does[BECOMES], does[WAY]
        if self._decisions:
            make(self.tables, board, move)
            won = self._won(board)
            unmake(self.tables, board)
            atoms.setdefault(("decides", 3), []).extend((term, *value_symbol(each).arguments) for each in won)
        if way >= PASS:
            self._describe_without_origin(move, term, becomes, atoms)
            return
        atoms.setdefault(("legal", 3), []).append((term, self._symbols[origin], self._symbols[target]))
        use = self._deeds.all[_companion_of(move)].term if way == DEED else USES[way]
        if use in self._titles:
            atoms.setdefault(("special", 2), []).append((term, self._titles[use]))
        if becomes == GONE:
            atoms.setdefault(("perishes", 1), []).append((term,))
        elif becomes:
            self._remade(term, origin if does[HALTS] else target, becomes, atoms)
        if does[HALTS]:
            atoms.setdefault(("halts", 2), []).append((term, self._symbols[origin]))
        for man in range(ROW_HEAD, ROW_WIDTH, MAN_WIDTH):
            at, other, ends = does[man : man + MAN_WIDTH]
            cell = at if at >= 0 else _companion_of(move) if at == ON_COMPANION else target
            if at == NOBODY or not board.cells[cell]:
                continue
            if other == GONE:
                atoms.setdefault(("removes", 2), []).append((term, self._symbols[cell]))
                continue
            end = cell if ends == STAYS else origin if ends == ON_ORIGIN else ends
            if end != cell:
                atoms.setdefault(("carries", 3), []).append((term, self._symbols[cell], self._symbols[end]))
            if other:
                self._remade(term, end, other, atoms)

    def _describe_without_origin(self, move: int, term: Symbol, becomes: int, atoms: _Atoms) -> None:
        """The same of a pass or a drop."""
        if term == _PASS:
            atoms.setdefault(("legal", 3), []).append((term, NONE, NONE))
            return
        store, kind = self._effects.items.all[_companion_of(move)]
        target = _target_of(move)
        atoms.setdefault(("legal", 3), []).append((term, NONE, self._symbols[target]))
        atoms.setdefault(("drops", 2), []).append((term, Function(kind)))
        if _DROP in self._titles:
            atoms.setdefault(("special", 2), []).append((term, self._titles[_DROP]))
        stays = self.types[becomes - 1] == (store.removeprefix(f"{HAND} "), (kind,))
        if not stays or term.match("chose", 3):  # who was asked what to become is told so
            self._remade(term, target, becomes, atoms)

    def _won(self, board: Board) -> list[Value]:
        """Who has won on a board, and for what."""
        if not self._decisions or not is_over(self.tables, board):
            return []
        return [each for number, each in enumerate(self._decisions) if int(board.state[WON]) >> number & 1]

    def _remade(self, term: Symbol, cell: int, kind: int, atoms: _Atoms) -> None:
        """Add that who ends on a cell is of a type now."""
        army = Function(self.types[kind - 1][0])
        found = atoms.setdefault(("remakes", 4), [])
        found += [(term, self._symbols[cell], each, army) for each in self._kinds[kind - 1]]

    def _checks(self, placement: Placement, board: Board) -> Iterator[tuple[Symbol, ...]]:
        """The atoms of gives_check/3: the routes along which a royal piece is attacked."""
        pairs = np.empty((np.count_nonzero(board.cells) ** 2, 2), np.int32)
        occupied = {cell for cell, _, _ in placement.pieces}
        routes, takes = self.ruleset.routes, self.ruleset.takes
        kinds = {cell: (kinds, army) for cell, kinds, army in placement.pieces}
        for checker, royal in pairs[: self.complete(board, lambda: checkers(self.tables, board, pairs.ravel()))]:
            origin, target = self.cells[checker], self.cells[royal]
            points = {point for point, use in routes.uses_at(origin, *kinds[origin], target) if use in takes}
            if self.arrays.types[board.cells[checker], LOOSE]:
                # The answer holds the points on the way too.
                points &= {point for _, point in self.open_routes(placement, [(origin, point) for point in points])}
            else:
                points = {point for point in points if not occupied & routes.cells_before(origin, point)}
            for point in sorted(points):
                yield self._symbols[checker], self._symbols[royal], Number(point)

    def _judge(
        self, turn: str, moved: bool, checked: bool, quiet: int, seen: int, won: Sequence[Value], alone: bool
    ) -> Answer:
        """How the game stands: the rules of the last stage, asked about what the kernel knows of those before it."""
        here = self._symbols[0]
        facts: Facts = {
            ("act", 3): [row(Function("some"), here, here)] if moved else [],
            ("checker", 2): [row(here, here)] if checked else [],
            ("query", 1): [Function("outcome")],
            ("turn", 1): [Function(turn)],
            ("quiet", 1): [Number(quiet)],
            ("seen", 1): [Number(seen)],
            ("state", 2): [row(Function(self._ending), value_symbol(value)) for value in won if self._ending],
            ("over", 0): [Number(1)] if won or alone else [],
            ("last", 1): [Function(turn)] if alone else [],
        }
        return self.answer(facts, STAGES[-1:], _JUDGED)

    def _same(self, state: tuple[tuple[str, Value], ...], passing: tuple[int, ...]) -> list[Sequence[Symbol]]:
        """The state that makes two positions the same, which may depend on captures in passing: same/2."""
        facts: Facts = {
            ("act", 3): [
                row(self.term(move), self._symbols[_origin_of(move)], self._symbols[_target_of(move)])
                for move in passing
            ],
            ("context", 2): [row(self.term(move), self._bare(move)) for move in passing],
            ("state", 2): [row(Function(name), value_symbol(value)) for name, value in state],
        }
        return self.answer(facts, STAGES[-1:], (("same", 2),))("same", 2)

    def play(self, placement: Placement, origin: Vector | None, move: Symbol) -> Answer:
        """The position after a legal move, as `ReferenceEngine.play` gives it."""
        board = self.board(placement)
        some = self._from(self.moves(board), origin)
        found = next((each for each in some if self.term(each) == move), None)
        if found is None:
            return super().play(placement, origin, move)
        make(self.tables, board, found)
        after = self.placement(board)
        atoms: _Atoms = {
            ("then_piece", 3): [
                (cell_symbol(cell), Function(kind), Function(army))
                for cell, kinds, army in after.pieces
                for kind in kinds
            ],
            ("then_state", 2): [(Function(name), value_symbol(value)) for name, value in after.state],
            ("then_turn", 1): [(Function(after.turn),)],
            ("then_held", 3): [(store_symbol(s), Function(kind), Number(count)) for s, kind, count in after.stores],
            ("progress", 0): [()] if after.quiet == 0 else [],
        }
        return Answer.of(atoms)

    def commanders(self, board: Board) -> list[tuple[str, str]]:
        """The armies, each with the player who commands it on a board of the kernel."""
        return [(army, self.armies[_commander(board, number)]) for number, army in enumerate(self.armies)]

    def placement(self, board: Board) -> Placement:
        """The position on a board of the kernel."""
        pieces = []
        for number in np.flatnonzero(board.cells):
            army, kinds = self.types[board.cells[number] - 1]
            pieces.append((self.cells[number], kinds, army))
        rights = int(board.state[RIGHTS])
        state: list[tuple[str, Value]] = [(self._ending, each) for each in self._won(board) if self._ending]
        state += [(name, self.cells[cell]) for bit, (name, cell) in enumerate(self._deeds.rights) if rights >> bit & 1]
        if self._command:
            state += [(self._command, each) for each in self.commanders(board) if each[0] != each[1]]
        for name, column in PASSING.items():
            if board.state[column] >= 0:
                state.append((name, self.cells[board.state[column]]))
        counts = self._effects.items.counts((int(board.state[STOCK]), int(board.state[STOCK_MORE])))
        return Placement(
            tuple(pieces),
            self.armies[board.state[TURN]],
            tuple(sorted(state)),
            int(board.state[QUIET]),
            stores=tuple((*item, count) for item, count in counts),
        )
