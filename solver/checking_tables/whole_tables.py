"""Whole tables, checked by the moves of `own_moves` for many placements at once.

The value of each entry must follow from the values after all legal moves, as in `table_check`. Symmetric placements
share an entry, so the symmetries of each table are proved too: each maps the routes of every piece, the cells of
promotion and the cells where no such piece stands to themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector
from ..play.piece import Type
from .own_moves import Cells, OwnMoves
from .table_file import DRAWN, ENDED, IMPOSSIBLE, STALEMATE, StoredTable

_Typed: TypeAlias = tuple[StoredTable, list[Type]]
Successors: TypeAlias = tuple[NDArray[np.intp], list[Type], list[Cells]]

_BLOCK = 1 << 15
"""The number of entries that are checked at once."""

_NEVER = 1 << 20
"""More than any value."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A value that does not follow from the others.

    Attributes:
        cells: the cell of each piece, by number.
        found, right: the value in the table, and the right one.
        missing: the pieces of a table that a move leads to, and that the file does not have.
    """

    cells: list[int]
    found: int = 0
    right: int = 0
    missing: tuple[Type, ...] = ()


class WholeTables:
    """A checker of all entries of tables.

    Args:
        ruleset: the rules.
        cells: the cells in the order of their numbers.
        tables: all tables of the file, each with the types of its pieces.

    Raises:
        OutsideError: if the game has rules about moves that are not stated here.
    """

    def __init__(self, ruleset: Ruleset, cells: Sequence[Vector], tables: Iterable[_Typed]) -> None:
        self.moves, self.players = OwnMoves(ruleset, cells), ruleset.players
        self.tables = {tuple(sorted(types)): (table, types) for table, types in tables}

    def accept(self, table: StoredTable, types: Sequence[Type]) -> None:
        """Refuse a table that cannot be checked here.

        Raises:
            OutsideError: if its moves are not stated here, or its symmetries are not proved.
        """
        self.moves.accept(types, _generators(table.images))

    def check(self, table: StoredTable, types: Sequence[Type], side: int) -> Iterator[int | WrongValue]:
        """Check all entries for one player to move.

        Yields:
            How many entries are checked, after each block; or a wrong value, and then no more.
        """
        entries = table.entries[side]
        for start in range(0, len(entries), _BLOCK):
            stop = min(start + _BLOCK, len(entries))
            cells = table.cells_of(np.arange(start, stop))
            try:
                right = self._values(cells, types, side)
            except _MissingTable as error:
                yield error.args[0]
                return
            found = entries[start:stop].astype(np.int64)
            if (wrong := np.flatnonzero(found != right)).size:
                first = wrong[0]
                yield WrongValue([int(each[first]) for each in cells], int(found[first]), int(right[first]))
                return
            yield stop

    def _values(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> NDArray[np.int64]:
        """The values that follow for some placements."""
        values = np.full(len(cells[0]), IMPOSSIBLE, np.int64)
        possible = np.flatnonzero(~self.are_impossible(cells, types, side))
        cells = [each[possible] for each in cells]
        fastest = np.full(len(possible), _NEVER)
        slowest = np.full(len(possible), -1)
        for before, then, after in self.successors(cells, types, side):
            value = self._lookup(after, then, 1 - side, [each[before[0]] for each in cells])
            value[self._are_won(after, then, side)] = ENDED
            lost = (value >= ENDED) & (value % 2 == ENDED % 2)
            fastest[before] = np.minimum(fastest[before], np.where(lost, value, _NEVER))
            slowest[before] = np.maximum(slowest[before], np.where(value > ENDED, value, _NEVER))
        moved = np.where(fastest < _NEVER, fastest + 1, np.where(slowest < _NEVER, slowest + 1, DRAWN))
        values[possible] = np.where(slowest < 0, self.stuck(cells, types, side), moved)
        return values

    def are_impossible(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> NDArray[np.bool_]:
        """Whether no game has these placements, with that player to move."""
        found = self._exposed(cells, types, 1 - side)
        for one, kind in zip(cells, types, strict=True):
            found |= self.moves.reach(kind).misplaced[one]
        for one, other in combinations(cells, 2):
            found |= one == other
        return found

    def stuck(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> NDArray[np.int64]:
        """The values of placements without a legal move."""
        return np.where(self._exposed(cells, types, side), ENDED, STALEMATE)

    def _exposed(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> NDArray[np.bool_]:
        """Whether a player's royal piece could be captured."""
        found = np.zeros(len(cells[0]), bool)
        for royal, (army, _) in enumerate(types):
            if army != self.players[side] or not self.moves.reach(types[royal]).is_royal:
                continue
            for one, (other, _) in enumerate(types):
                if other != army:
                    rest = [each for number, each in enumerate(cells) if number != one]
                    found |= self.moves.reach(types[one]).captures.are_open(cells[one], cells[royal], rest)
        return found

    def successors(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> Iterator[Successors]:
        """The positions after all legal moves of possible placements, sorted by kinds of moves.

        Yields:
            The placements in which such a move is legal, each once, by number; the types of the pieces after it; and
                their cells.
        """
        for mover, (army, _) in enumerate(types):
            if army != self.players[side]:
                continue
            reach, start = self.moves.reach(types[mover]), cells[mover]
            rest = [each for number, each in enumerate(cells) if number != mover]
            for end in reach.goes.ends[start].T:
                free = (end >= 0) & reach.goes.are_open(start, end, rest)
                for each in rest:
                    free &= each != end
                yield from self._after(cells, types, side, (mover, end, None), free)
            for victim, (other, _) in enumerate(types):
                if other != army:
                    free = reach.captures.are_open(start, cells[victim], rest)
                    yield from self._after(cells, types, side, (mover, cells[victim], victim), free)

    def _after(
        self,
        cells: Sequence[Cells],
        types: Sequence[Type],
        side: int,
        move: tuple[int, Cells, int | None],
        free: NDArray[np.bool_],
    ) -> Iterator[Successors]:
        """The positions after one piece has moved, for each piece that it can become."""
        mover, end, victim = move
        index = np.flatnonzero(free)
        if not index.size:
            return
        fates = self.moves.reach(types[mover]).fates(None if victim is None else types[victim])
        done = fates.number[cells[mover][index], end[index]]
        left = [each for each in range(len(types)) if each != victim]
        for number, fate in enumerate(fates.different):
            here = index[done == number]
            now = [(end if each == mover else cells[each])[here] for each in left]
            for new in fate.types:
                then = [new if each == mover else types[each] for each in left]
                legal = ~self._exposed(now, then, side)
                if legal.any():
                    yield here[legal], then, [each[legal] for each in now]

    def _are_won(self, cells: Sequence[Cells], types: Sequence[Type], side: int) -> NDArray[np.bool_]:
        """Whether two pieces of the player that has moved win together."""
        found = np.zeros(len(cells[0]), bool)
        own = [each for each in zip(cells, types, strict=True) if each[1][0] == self.players[side]]
        for (one, (_, kinds)), (other, (_, others)) in permutations(own, 2):
            for pair in product(kinds, others):
                if pair in self.moves.pairs:
                    found |= self.moves.pairs[pair][one, other]
        return found

    def _lookup(self, cells: Sequence[Cells], types: Sequence[Type], side: int, before: list[Any]) -> NDArray[np.int64]:
        """The values of some placements, in the table of their pieces."""
        order = sorted(range(len(types)), key=lambda number: types[number])
        key = tuple(types[number] for number in order)
        if key not in self.tables:
            raise _MissingTable(WrongValue([int(each) for each in before], missing=key))
        table, stored = self.tables[key]
        arranged = list(cells)
        for to, number in zip(sorted(range(len(stored)), key=lambda number: stored[number]), order, strict=True):
            arranged[to] = cells[number]
        return table.values(side, arranged)


class _MissingTable(Exception):
    """A move leads to pieces of which the file has no table."""


def _generators(images: NDArray[Any]) -> list[NDArray[Any]]:
    """Some permutations that make all of these by composition."""
    found: list[NDArray[Any]] = []
    made = {tuple(range(images.shape[1]))}
    for image in images:
        if tuple(image) not in made:
            found.append(image)
            while more := {tuple(each[list(one)]) for each in found for one in made} - made:
                made |= more
    return found
