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
from ..asp.terms import Vector, cell_symbol
from ..errors import RulesError
from ..play.reference import Placement, ReferenceEngine
from . import cache
from .compile.effects import HELPED, USES, Effects, Type
from .compile.layout import first_types, lay_out, named, pairs_among, types_of
from .compile.rows import closed
from .compile.translation import MOST_TYPES, refusals
from .kernel.attacks import checkers
from .kernel.board import EP, LANDED, MISSED, QUIET, RIGHTS, TURN, Board, make, new_board, set_up
from .kernel.generate import generate
from .kernel.move import NO_CELL, companion_of, origin_of, row_of, target_of
from .tables import (
    AT,
    BECOMES,
    CHOSEN,
    DOUBLE,
    GONE,
    IN_PASSING,
    LOOSE,
    MAN_WIDTH,
    NOBODY,
    ON_COMPANION,
    ON_ORIGIN,
    PARTNER_FROM,
    RIGHT,
    ROW_HEAD,
    ROW_WIDTH,
    SHADOW,
    STAYS,
    Numbers,
    Tables,
    Words,
    pack,
)
from .warming import warm

# Python takes a move apart by itself: calling into the kernel for that would take longer.
_origin_of, _target_of, _companion_of, _row_of = (
    part.py_func  # type: ignore[attr-defined]
    for part in (origin_of, target_of, companion_of, row_of)
)


def _pair(choice: Symbol) -> tuple[Symbol, Symbol]:
    """An aspect and its value."""
    aspect, value = choice.arguments
    return aspect, value


NO_SYMBOL = Function("off")
"""In the place of a companion off the board, which no term has."""

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
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.armies = ruleset.players
        self._symbols = [cell_symbol(cell) for cell in self.cells]
        started = perf_counter()
        self._effects = Effects(ruleset)
        arrays, kept = self._compile()
        self._growing = Lock()
        # The pairs of men that are laid out, if not all are.
        self._pairs = pairs_among(first_types(ruleset)) if len(arrays.pairs) else None
        self._use(tuple(arrays.men), arrays)
        self.compilation = Compilation(perf_counter() - started, kept)
        # The partners of castlings by the number of their right.
        self.rights = [0] * (int(arrays.castlings[:, RIGHT].max(initial=-1)) + 1)
        for each in arrays.castlings:
            self.rights[each[RIGHT]] = int(each[PARTNER_FROM])
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
        self._meet(wanted)
        return np.array([self._types[each] for each in wanted], np.int32)

    def _meet(self, men: Iterable[Type]) -> None:
        """Have it laid out what men do who meet on a board."""
        some = set(men)
        with self._growing:
            types = (*self.types, *sorted(some - self._types.keys()))
            if self._pairs is not None:
                self._meet_pairs(types, some, self._pairs)
            elif len(types) > len(self.types):
                found = closed(self._effects, types, MOST_TYPES)
                if found is None:
                    raise RulesError(f"moves make of these more than {MOST_TYPES} types of piece")
                self._use(found, lay_out(self.ruleset, found, self.arrays, self._effects))

    def _meet_pairs(self, types: tuple[Type, ...], men: set[Type], pairs: dict[Type, set[Type | None]]) -> None:
        """The same in a game that has too many types to lay them all out before it is played."""
        further = {man: victims - pairs.get(man, set()) for man, victims in pairs_among(men).items()}
        further = {man: victims for man, victims in further.items() if victims}
        if further:
            types = named(self._effects, types, further)
            for man, victims in further.items():
                pairs.setdefault(man, set()).update(victims)
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
                self._meet(self.types[kind - 1] for kind in kinds.tolist() if kind)
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
        self._most = (arrays.most_moves + arrays.most_doubles + len(arrays.passages)) * max(choices, 1)
        self._types = {each: number for number, each in enumerate(types, 1)}

    def is_warm(self) -> bool:
        """Whether the kernel has been compiled before, by this or another process."""
        return cache.is_complete()

    def warm_up(self) -> None:
        """Compile the kernel, which takes a while the first time; else it is compiled when it is needed."""
        cache.warn_of_kernel()
        warm(self.tables)
        cache.complete()

    def board(self, placement: Placement, plies: int = 256) -> Board:
        """The position for the kernel, on which so many moves can be made."""
        cells = np.array([self.number[cell] for cell, _, _ in placement.pieces], np.int32)
        kinds = self._numbers(placement.pieces)
        state = np.array([self.armies.index(placement.turn), -1, -1, 0, placement.quiet], np.int64)
        for name, cell in placement.state:
            if name == "castle":
                state[RIGHTS] |= 1 << self.rights.index(self.number[cell])
            else:
                state[{"ep": EP, "landed": LANDED}[name]] = self.number[cell]
        board = new_board(self.tables, plies)
        set_up(self.tables, board, cells, kinds, state)
        return board

    def room(self, board: Board) -> int:
        """More moves than the position, or one that comes of it, can have."""
        men = int(np.count_nonzero(board.cells))
        aides = men if len(self.arrays.seeks) else 1
        return men * self._most * aides + len(self.arrays.castlings) + 1

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
        at, _, ends = does[ROW_HEAD : ROW_HEAD + MAN_WIDTH]
        companion = self._symbols[_companion_of(move)] if _companion_of(move) != NO_CELL else NO_SYMBOL
        more = []
        if does[SHADOW]:
            name = "double"
        elif at == ON_COMPANION:
            name, more = "ep", [companion]
        elif at >= 0:
            name, more = "castle", [self._symbols[at], self._symbols[ends]]
        else:
            name = "go"
        term = Function(name, [origin, target, *more])
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
        some = (
            moves.tolist()
            if origin is None
            else [move for move in moves.tolist() if _origin_of(move) == self.number[origin]]
        )
        for move in some:
            self.describe(board, move, atoms)
        checks: list[Sequence[Symbol]] = list(self._checks(placement, board))
        atoms["gives_check", 3] = checks
        if origin is None:
            judged = self.judge(placement.turn, len(moves) > 0, bool(checks), placement.quiet, placement.seen)
            atoms["outcome", 1], atoms["winner", 1] = judged("outcome", 1), judged("winner", 1)
        if placement.state:
            passing = tuple(move for move in moves.tolist() if self._does[_row_of(move)][ROW_HEAD + AT] == ON_COMPANION)
            atoms["same", 2] = self.same(placement.state, passing)
        return Answer.of(atoms)

    def describe(self, board: Board, move: int, atoms: _Atoms) -> None:
        """Add the atoms of a legal move: what becomes of those who have part in it, and what it is called."""
        term = self.term(move)
        origin, target = _origin_of(move), _target_of(move)
        does = self._does[_row_of(move)]
        becomes, at = does[BECOMES], does[ROW_HEAD + AT]
        atoms.setdefault(("legal", 3), []).append((term, self._symbols[origin], self._symbols[target]))
        use = USES[DOUBLE] if does[SHADOW] else USES[IN_PASSING] if at == ON_COMPANION else term if at >= 0 else None
        if use in self._titles:
            atoms.setdefault(("special", 2), []).append((term, self._titles[use]))
        if becomes == GONE:
            atoms.setdefault(("perishes", 1), []).append((term,))
        elif becomes:
            self._remade(term, target, becomes, atoms)
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
        for checker, royal in pairs[: self.complete(board, lambda: checkers(self.tables, board, pairs))]:
            origin, target = self.cells[checker], self.cells[royal]
            points = {point for point, use in routes.uses_at(origin, *kinds[origin], target) if use in takes}
            if self.arrays.types[board.cells[checker], LOOSE]:
                # The answer holds the points on the way too.
                points &= {point for _, point in self.open_routes(placement, [(origin, point) for point in points])}
            else:
                points = {point for point in points if not occupied & routes.cells_before(origin, point)}
            for point in sorted(points):
                yield self._symbols[checker], self._symbols[royal], Number(point)

    def _judge(self, turn: str, moved: bool, checked: bool, quiet: int, seen: int) -> Answer:
        """How the game stands: the rules of the last stage, asked about what the kernel knows of those before it."""
        here = self._symbols[0]
        facts: Facts = {
            ("act", 3): [row(Function("some"), here, here)] if moved else [],
            ("checker", 2): [row(here, here)] if checked else [],
            ("query", 1): [Function("outcome")],
            ("turn", 1): [Function(turn)],
            ("quiet", 1): [Number(quiet)],
            ("seen", 1): [Number(seen)],
        }
        return self.answer(facts, STAGES[-1:], (("outcome", 1), ("winner", 1)))

    def _same(self, state: tuple[tuple[str, Vector], ...], passing: tuple[int, ...]) -> list[Sequence[Symbol]]:
        """The state that makes two positions the same, which may depend on captures in passing: same/2."""
        facts: Facts = {
            ("act", 3): [
                row(self.term(move), self._symbols[_origin_of(move)], self._symbols[_target_of(move)])
                for move in passing
            ],
            ("context", 2): [row(self.term(move), self._bare(move)) for move in passing],
            ("state", 2): [row(Function(name), cell_symbol(cell)) for name, cell in state],
        }
        return self.answer(facts, STAGES[-1:], (("same", 2),))("same", 2)

    def play(self, placement: Placement, origin: Vector, move: Symbol) -> Answer:
        """The position after a legal move, as `ReferenceEngine.play` gives it."""
        board = self.board(placement)
        moves = self.moves(board)
        some = [each for each in moves.tolist() if _origin_of(each) == self.number[origin]]
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
            ("then_state", 2): [(Function(name), cell_symbol(cell)) for name, cell in after.state],
            ("then_turn", 1): [(Function(after.turn),)],
            ("progress", 0): [()] if after.quiet == 0 else [],
        }
        return Answer.of(atoms)

    def placement(self, board: Board) -> Placement:
        """The position on a board of the kernel."""
        pieces = []
        for number in np.flatnonzero(board.cells):
            army, kinds = self.types[board.cells[number] - 1]
            pieces.append((self.cells[number], kinds, army))
        rights = int(board.state[RIGHTS])
        state = [("castle", self.cells[cell]) for bit, cell in enumerate(self.rights) if rights >> bit & 1]
        for name, column in (("ep", EP), ("landed", LANDED)):
            if board.state[column] >= 0:
                state.append((name, self.cells[board.state[column]]))
        return Placement(tuple(pieces), self.armies[board.state[TURN]], tuple(sorted(state)), int(board.state[QUIET]))
