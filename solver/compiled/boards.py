"""Positions as the kernel has them: the tables of a game, which grow with the types that are met, and its boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from time import perf_counter
from typing import TypeVar

import numpy as np
from clingo import Function, Symbol, parse_term

from ..asp.ruleset import Ruleset
from ..asp.terms import NOBODY, Value, Vector, cell_symbol
from ..errors import RulesError
from ..play.reference import Placement, ReferenceEngine
from . import cache
from .chains import Chains
from .compile.asking import Pairs, closed, unasked
from .compile.deeds import Deed, Deeds
from .compile.effects import Effects
from .compile.layout import first_types, lay_out, named, pairs_among, types_of
from .compile.outcomes import Type
from .compile.translation import MOST_TYPES, refusals
from .kernel.board import (
    EP,
    LANDED,
    MISSED,
    NO_PLAYER,
    OWNERS,
    QUIET,
    RIGHTS,
    STOCK,
    STOCK_MORE,
    TURN,
    WON,
    Board,
    commander,
    new_board,
    set_up,
)  # fmt: skip
from .kernel.decorators import KERNEL
from .kernel.turns import begin
from .kernel.winning import is_over
from .tables import ARMY, Numbers, Tables, pack

_commander = commander.py_func  # type: ignore[attr-defined]

PASSING = {"ep": EP, "landed": LANDED}
"""The states about captures in passing, and their columns."""

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


class Boards(ReferenceEngine):
    """The tables of a game, and the boards of its positions.

    Types of piece keep their numbers for as long as it lives, and tables are only ever added to, so a board stays
    what it is when a position with other types is looked at after it.

    Args:
        ruleset: the rules.

    Raises:
        RulesError: if the game has rules that the kernel does not carry out.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        reasons = refusals(ruleset)
        if reasons:
            way_out = "where a command takes --engine, reference plays it"
            raise RulesError(f"{ruleset.name} cannot be compiled ({way_out}): {'; '.join(reasons)}")
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
        self._pairs: Pairs | None = pairs_among(self._effects, first_types(ruleset)) if len(arrays.pairs) else None
        self._use(tuple(arrays.men), arrays)
        self.compilation = Compilation(perf_counter() - started, kept)
        self._players = {army: number for number, army in enumerate(self.armies)} | {NOBODY: int(NO_PLAYER)}
        self._decisions: list[Value] = list(ruleset.decisions)
        self._command = next((name for name, kind in ruleset.fields.items() if kind == "command"), None)
        self._ending = next((name for name, kind in ruleset.fields.items() if kind == "ending"), None)

    def _compile(self) -> tuple[Tables, bool]:
        """The tables of the types that the game needs, and whether they were on disk."""
        return cache.kept(sha256(repr(self.ruleset.identity).encode()).hexdigest(), self._lay_out)

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

    def _meet_pairs(self, types: tuple[Type, ...], men: set[Type], pairs: Pairs) -> None:
        """The same in a game that has too many types to lay them all out before it is played."""
        further = unasked(pairs_among(self._effects, men), pairs)
        if further:
            every = {**pairs, **{man: {*pairs.get(man, ()), *victims} for man, victims in further.items()}}
            types = named(self._effects, types, further, self._deeds.all, pairs)
            if len(types) > MOST_TYPES:
                raise RulesError(f"moves make of these men more than {MOST_TYPES} types of piece")
            self._use(types, lay_out(self.ruleset, types, self.arrays, self._effects, every, pairs))
            self._pairs = every

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
        for name in ("unseen", "lookalikes"):
            vars(self).pop(name, None)
        self._choices = [[_pair(each) for each in parse_term(line).arguments] for line in arrays.choices_made]
        choices = int(np.diff(np.flatnonzero(arrays.groups < 0)).max(initial=1))
        # So many moves each man has at most.
        self._most_rows = max(choices, 1)
        most = arrays.most_moves + arrays.most_doubles + arrays.most_snaps + len(arrays.passages)
        self._most = most * self._most_rows
        self._chains = Chains(arrays, self._effects.starts)
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
        return KERNEL.is_loaded() or KERNEL.is_kept()

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
        gained = plies if self.arrays.generous else 0
        self._check_room(len(placement.pieces) + sum(count for _, count in held) + gained)
        stock = self._effects.items.packed(held)
        state = np.array([self.armies.index(placement.turn), -1, -1, 0, placement.quiet, 0, *stock, 0], np.int64)
        for name, value in placement.state:
            if name == self._ending:
                state[WON] |= 1 << self._decisions.index(value)
            elif name in PASSING:
                state[PASSING[name]] = self.number[value]
            elif name == self._command:
                army, player = (self._players[str(each)] for each in value)
                state[OWNERS] ^= (army ^ player) << 4 * army
            else:
                state[RIGHTS] |= self._said(name, value)
        board = new_board(self.tables, plies)
        set_up(self.tables, board, cells, kinds, state)
        if self.ruleset.has_events:
            begin(self.tables, board)
        return board

    def _check_room(self, men: int) -> None:
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

    def _said(self, name: str, value: Value) -> int:
        """The bits by which the kernel knows that a position says so.

        Raises:
            RulesError: if nothing in the game asks for it.
        """
        try:
            return self._effects.states.of(name, value)
        except ValueError:
            words = f"{name} {self.ruleset.cells[self.cells[self.number[value]]]}"
            raise RulesError(f"no move of {self.ruleset.name} asks for '{words}' (use --engine reference)") from None

    def room(self, board: Board) -> int:
        """More moves than the position, or one that comes of it, can have."""
        held = self._effects.items.counts((int(board.state[STOCK]), int(board.state[STOCK_MORE])))
        held_men = sum(count for _, count in held)
        men = int(np.count_nonzero(board.cells)) + held_men
        aides = men if len(self.arrays.seeks) else 1
        chained = 0
        if self._chains.most > 1:
            armies = self.arrays.types[board.cells[board.cells > 0], ARMY]
            own = men if self._effects.may_join else int(np.bincount(armies).max(initial=0)) + held_men
            chained = self._chains.count(own, self._effects.most_equal, self._most)
        deeds = sum(men * men if deed.is_in_place else 1 for deed in self._deeds.all)
        drops = len(self.cells) * len(self.arrays.items)
        return men * self._most * aides + chained + (deeds + drops) * self._most_rows + 2

    def _won(self, board: Board) -> list[Value]:
        """Who has won on a board, and for what."""
        if not self._decisions or not is_over(self.tables, board):
            return []
        return [each for number, each in enumerate(self._decisions) if int(board.state[WON]) >> number & 1]

    def commanders(self, board: Board) -> list[tuple[str, str]]:
        """The armies, each with the player who commands it on a board of the kernel."""
        names = {number: player for player, number in self._players.items()}
        return [(army, names[_commander(board, number)]) for number, army in enumerate(self.armies)]

    def placement(self, board: Board) -> Placement:
        """The position on a board of the kernel."""
        pieces = []
        for number in np.flatnonzero(board.cells):
            army, kinds = self.types[board.cells[number] - 1]
            pieces.append((self.cells[number], kinds, army))
        state: list[tuple[str, Value]] = [(self._ending, each) for each in self._won(board) if self._ending]
        state += self._effects.states.said(int(board.state[RIGHTS]))
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
