"""The tables of a game, which grow with the types that are needed, and the boards of its positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock, local
from time import perf_counter
from typing import TypeVar

import numpy as np
from clingo import Symbol, parse_term

from ..asp.ruleset import Ruleset
from ..asp.syntax import OUTLINES
from ..asp.terms import NO_COMMANDER, Value, Vector, cell_symbol
from ..errors import USE_REFERENCE, CrowdedError, RulesError
from ..garbage import uncollected
from ..play.placement import Placement, Stores
from . import cache
from .aide_chains import Chains
from .board_position import BoardPosition
from .compile.effects import Effects
from .compile.outcome_queries import Pairs, closed, unasked
from .compile.outcomes import Type
from .compile.piece_types import first_types, named, pairs_among, types_of
from .compile.special_moves import SpecialMove, special_moves_of
from .game_tables import Tables, pack
from .kernel.board import (
    HEAD,
    NO_PLAYER,
    OWNERS,
    QUIET,
    RIGHTS,
    STOCK,
    STOCK_MORE,
    THEIR_OWN,
    TURN,
    UNKNOWN,
    WON,
    Board,
    new_board,
    restore,
)  # fmt: skip
from .kernel.decorators import KERNEL
from .kernel.turns import begin
from .kernel.winning import is_over
from .named_values import FORBIDDEN
from .packed import Packed, Words
from .tables import AIDE_CHOICES, ARMY, ASKS_REPLIES, EXPOSURE, ITEMS, PAIRS, PASSAGES, ROWS, TYPES

_FEW_PLIES = 2
"""The most moves that a question about a position makes."""

Found = TypeVar("Found")


def _pair(choice: Symbol) -> tuple[Symbol, Symbol]:
    """An aspect and its value."""
    aspect, value = choice.arguments
    return aspect, value


@dataclass(frozen=True, slots=True)
class Compilation:
    """How a game's tables came about.

    Attributes:
        seconds: how long it took to make or to read them.
        kept: whether they were read from disk.
    """

    seconds: float
    kept: bool


class Boards:
    """The tables of a game, and the boards of its positions.

    Types of piece keep their numbers for as long as it lives, and tables are only ever added to, so a board stays
    what it is when a position with other types is looked at after it.

    Args:
        ruleset: the rules.

    Attributes:
        effects: what moves do, by the rules.
        is_full: whether there was no room for some types that it was asked about.

    Raises:
        RulesError: if the game has rules that the kernel does not carry out.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.cells: list[Vector] = list(ruleset.cells)
        self.number: dict[Value, int] = {cell: number for number, cell in enumerate(self.cells)}
        self.armies = ruleset.players
        self.symbols = [cell_symbol(cell) for cell in self.cells]
        started = perf_counter()
        self.effects = Effects(ruleset)
        self._special_moves = special_moves_of(ruleset)
        arrays, kept = self._compile()
        self._growing = Lock()
        self.is_full = False
        self._known_sets: set[frozenset[Type]] = set()
        self._own = local()
        self._capacity_of = lru_cache(maxsize=1 << 12)(self._count_capacity)
        # The pairs of pieces that are laid out, if not all are.
        self._pairs: Pairs | None = pairs_among(self.effects, first_types(ruleset)) if len(arrays[PAIRS]) else None
        self._use(tuple(arrays.piece_types), arrays)
        self.compilation = Compilation(perf_counter() - started, kept)
        self._players = {army: number for number, army in enumerate(self.armies)} | {NO_COMMANDER: int(NO_PLAYER)}
        self.decisions = list[Value](ruleset.decisions)
        self._command = next((name for name, kind in ruleset.fields.items() if kind == "command"), None)
        self.ending = next((name for name, kind in ruleset.fields.items() if kind == "ending"), None)

    def _compile(self) -> tuple[Tables, bool]:
        """The tables of the types that the game needs, and whether they were on disk."""
        return cache.kept(sha256(repr(self.ruleset.identity).encode()).hexdigest(), self._lay_out)

    @uncollected()
    def _lay_out(self) -> Tables:
        """The tables made, if the rules allow it: where they are on disk, that has been seen."""
        from .compile.asked_rules import VERDICTS  # not imported where tables are on disk, here and below
        from .compile.layout import lay_out
        from .compile.translation import refusals

        try:
            if reasons := refusals(self.ruleset):
                way_out = "commands with --engine can use the reference engine"
                raise RulesError(f"{self.ruleset.name} cannot be compiled ({way_out}): {'; '.join(reasons)}")
            types, pairs = types_of(self.ruleset, self.effects)
            return lay_out(self.ruleset, types, effects=self.effects, pairs=pairs)
        finally:  # rules that are refused are mostly tried again, changed a little
            OUTLINES.keep()
            VERDICTS.keep()

    def add_types(self, pieces: Iterable[Type]) -> None:
        """Extend the tables with the moves of some types on one board.

        Raises:
            CrowdedError: if there is no room for them. An engine from the beginning may have it (`renewed`).
        """
        some = frozenset(pieces)
        if some in self._known_sets:
            return
        try:
            self._add_types(some)
        except CrowdedError:
            self.is_full = True
            raise
        self._known_sets.add(some)

    def _add_types(self, some: frozenset[Type]) -> None:
        with self._growing:
            types = (*self.types, *sorted(some - self._types.keys()))
            if self._pairs is not None:
                self._add_pairs(types, some, self._pairs)
            elif len(types) > len(self.types):
                from .compile.layout import lay_out
                from .compile.translation import MOST_TYPES

                found = closed(self.effects, types, MOST_TYPES, self._special_moves.all)
                if found is None:
                    raise CrowdedError(f"moves make of these more than {MOST_TYPES} types of piece")
                self._use(found, lay_out(self.ruleset, found, self.arrays, self.effects))

    def _add_pairs(self, types: tuple[Type, ...], pieces: frozenset[Type], pairs: Pairs) -> None:
        """Extend the tables of a game that has too many types to lay them all out before it is played."""
        from .compile.layout import lay_out
        from .compile.translation import MOST_TYPES

        further = unasked(pairs_among(self.effects, sorted(pieces)), pairs)
        if further:
            every = {**pairs, **{piece: {*pairs.get(piece, ()), *victims} for piece, victims in further.items()}}
            types = named(self.effects, types, further, self._special_moves.all, pairs)
            if len(types) > MOST_TYPES:
                raise CrowdedError(
                    f"pieces of more than {MOST_TYPES:,} types have occurred; the compiled engine has no room for more"
                )
            self._use(types, lay_out(self.ruleset, types, self.arrays, self.effects, every, pairs))
            self._pairs = every

    def complete(self, board: Board, ask: Callable[[], Found]) -> Found:
        """What the kernel finds about a board. It is asked again while the tables lack pairs of types.

        Args:
            board: the board.
            ask: asks the kernel, with the tables as they are then.
        """
        while True:
            found = ask()
            if not self.extend_tables(board):
                return found

    def extend_tables(self, *boards: Board) -> bool:
        """Whether the kernel met such pieces since it was asked about these boards; then the tables have them now."""
        unknown = False
        for board in boards:
            if board.state[UNKNOWN]:
                kinds = np.unique(board.state[-len(board.cells) :])
                self.add_types(self.types[kind - 1] for kind in kinds.tolist() if kind)
                board.state[UNKNOWN], unknown = 0, True
        return unknown

    def _use(self, types: tuple[Type, ...], arrays: Tables) -> None:
        # What others may be using meanwhile stays true, so all that counts is that a type is known last.
        self.arrays, self.tables, self.types = arrays, pack(arrays), types
        self.rows: list[list[int]] = arrays[ROWS].tolist()
        self.choices = [[_pair(each) for each in parse_term(line).arguments] for line in arrays.choice_lines]
        # The most moves of each piece. A row may seek an aide, and so lead to a second list.
        self._most_rows = max(arrays.most_choices, 1) ** (2 if len(arrays[AIDE_CHOICES]) else 1)
        most = arrays.most_moves + arrays.most_doubles + arrays.most_locusts + len(arrays[PASSAGES])
        self._most = most * self._most_rows
        self._chains = Chains(arrays, lambda: self.effects.starts)
        self._capacity_of.cache_clear()
        self._types = {each: number for number, each in enumerate(types, 1)}

    @property
    def special_moves(self) -> tuple[SpecialMove, ...]:
        """The special moves of the game."""
        return self._special_moves.all

    @property
    def exposes(self) -> bool:
        """Whether a move may leave a royal piece of its player attacked, so that it can be captured."""
        return bool(self.arrays.scalars[EXPOSURE] != FORBIDDEN)

    def is_warm(self) -> bool:
        """Whether the kernel has been compiled before, by this or another process."""
        return KERNEL.is_loaded() or KERNEL.is_kept()

    def is_being_warmed(self) -> bool:
        """Whether another process compiles the kernel just now; to warm up is to wait for it."""
        return KERNEL.is_being_made()

    def warm_up(self) -> None:
        """Compile the kernel, or load it. Without this call, that happens when it is needed."""
        cache.warn_of_kernel()
        KERNEL.load()

    def own(self, placement: Placement) -> BoardPosition:
        """A position as it is kept here.

        Raises:
            RulesError: if it has what no move of the game asks for, or more than there is room for.
        """
        if isinstance(placement, BoardPosition) and placement.keeper is self:
            return placement
        wanted = [(army, tuple(sorted(kinds))) for _, kinds, army in placement.pieces]
        self.add_types(wanted)
        cells = np.zeros(len(self.cells), np.int64)
        for (cell, _, _), kind in zip(placement.pieces, wanted, strict=True):
            cells[self.number[cell]] = self._types[kind]
        held = [((store, kind), count) for store, kind, count in placement.stores]
        self._check_room(len(placement.pieces) + sum(count for _, count in held))
        stock = self.effects.items.packed(held)
        head = np.array([self.armies.index(placement.turn), 0, placement.quiet, 0, *stock, 0], np.int64)
        for name, value in placement.state:
            if name == self.ending:
                head[WON] |= 1 << self.decisions.index(value)
            elif name == self._command:
                army, player = (self._players[str(each)] for each in value)
                head[OWNERS] ^= (army ^ player) << 4 * army
            else:
                head[RIGHTS] |= self._bits_of(name, value)
        return BoardPosition(self, cells, head, placement.seen)

    def board(self, placement: Placement, plies: int = 256, again: Board | None = None) -> Board:
        """A board with a position, after the events of its turn, with space for a number of moves.

        Args:
            placement: the position.
            plies: the number of moves.
            again: a board with as much space, made for these tables, which is no longer needed as it is.
        """
        held = self.own(placement)
        if self.arrays.stores_grow:
            self._check_room(int(np.count_nonzero(held.cells)) + sum(n for *_, n in held.stores) + plies)
        return self._set_up(self.tables, again or new_board(self.tables, plies), held)

    def _set_up(self, tables: Packed, board: Board, held: BoardPosition) -> Board:
        """The board with a position on it, whatever it has held before."""
        restore(tables, board, held.cells, held.head)
        if self.ruleset.has_events:
            begin(tables, board)
        return board

    def ask(self, held: BoardPosition, question: Callable[[Packed, Board], Found]) -> Found:
        """What the kernel finds about a position, on a board that each thread has for that: see `complete`.

        Args:
            held: the position.
            question: asks the kernel, given tables and a board, after what the turn begins with, on which a move can be
                made.
        """
        while True:
            tables = self.tables
            if getattr(self._own, "tables", None) is not tables:
                self._own.tables, self._own.board = tables, new_board(tables, _FEW_PLIES)
            board = self._set_up(tables, self._own.board, held)
            found = question(tables, board)
            if not self.extend_tables(board):
                return found

    def held(self, board: Board) -> BoardPosition:
        """The position on a board of the kernel, to be kept."""
        if self.decisions:
            is_over(self.tables, board)  # which notes what has been won
        return BoardPosition(self, board.cells.copy(), board.state[:HEAD].copy())

    def _check_room(self, pieces: int) -> None:
        """Refuse more pieces than stores can count.

        Raises:
            RulesError: if there are more.
        """
        items = self.effects.items
        if items.all and pieces >> items.bits:
            most = (1 << items.bits) - 1
            raise RulesError(
                f"there are {pieces} pieces, and stores of the compiled engine count {most} {USE_REFERENCE}"
            )

    def _bits_of(self, name: str, value: Value) -> int:
        """The bits of a field of a position.

        Raises:
            RulesError: if nothing in the game asks for it.
        """
        try:
            return self.effects.states.of(name, value)
        except ValueError:
            words = f"{name} {self.ruleset.cells[self.cells[self.number[value]]]}"
            raise RulesError(f"no move of {self.ruleset.name} asks for '{words}' {USE_REFERENCE}") from None

    def capacity(self, board: Board) -> int:
        """More moves than the position, or one that comes of it, can have."""
        pieces, held_pieces, own = int(np.count_nonzero(board.cells)), 0, 0
        if self.effects.items.all:
            held = self.effects.items.counts((int(board.state[STOCK]), int(board.state[STOCK_MORE])))
            held_pieces = sum(count for _, count in held)
        if self._chains.most > 1 and not self.effects.may_join:
            armies = self.arrays[TYPES][board.cells[board.cells > 0], ARMY]
            own = int(np.bincount(armies).max(initial=0))
        return self._capacity_of(pieces + held_pieces, own + held_pieces)

    def _count_capacity(self, pieces: int, own: int) -> int:
        """More moves than a position can have, given how many pieces there are, and how many of one army."""
        aides = pieces if len(self.arrays[AIDE_CHOICES]) else 1
        chained = 0
        if self._chains.most > 1:
            most = pieces if self.effects.may_join else own
            chained = self._chains.count(most, self.effects.measures.most_equal(), self._most)
        special_moves = sum(
            pieces * pieces if special_move.is_in_place else 1 for special_move in self._special_moves.all
        )
        drops = len(self.cells) * len(self.arrays[ITEMS])
        most = pieces * self._most * aides + chained + (special_moves + drops) * self._most_rows + 2
        # Where it matters whether a move has a reply, the replies are listed behind the moves.
        return most * (1 + int(self.arrays.scalars[ASKS_REPLIES]))

    def decided(self, won: int) -> list[Value]:
        """The wins in the bits of a board's state, after they have been judged."""
        return [each for number, each in enumerate(self.decisions) if won >> number & 1] if won else []

    def commanders(self, state: Words) -> list[tuple[str, str]]:
        """The armies, each with its commander, from the state of a board."""
        owners = int(state[OWNERS]) ^ THEIR_OWN
        names = {number: player for player, number in self._players.items()}
        return [(army, names[(owners >> 4 * number) & 15]) for number, army in enumerate(self.armies)]

    def placement(self, board: Board) -> Placement:
        """The position on a board of the kernel."""
        return self.held(board).placement

    def unpack(self, cells: Words, state: Words, seen: int) -> Placement:
        """The placement that cells and a state stand for."""
        names, types = self.cells, self.types
        found: list[tuple[str, Value]] = [(self.ending, each) for each in self.decided(int(state[WON])) if self.ending]
        found += self.effects.states.fields_in(int(state[RIGHTS]))
        if self._command:
            found += [(self._command, each) for each in self.commanders(state) if each[0] != each[1]]
        stores: Stores = ()
        if self.effects.items.all:
            counts = self.effects.items.counts((int(state[STOCK]), int(state[STOCK_MORE])))
            stores = tuple(sorted((*item, count) for item, count in counts))
        standing = ((names[number], types[kind - 1]) for number, kind in enumerate(cells.tolist()) if kind)
        return Placement(
            tuple((cell, kinds, army) for cell, (army, kinds) in standing),
            self.armies[state[TURN]],
            tuple(sorted(found)),
            int(state[QUIET]),
            seen,
            stores,
        )
