"""A bound of the moves with several aides in a position: one for each choice among equally far aides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import ceil
from typing import NamedTuple

import numpy as np

from .game_tables import Tables
from .named_values import PARTICIPANTS, PLAIN
from .packed import Numbers
from .tables import AIDE_CHOICE, AIDE_CHOICES, ARMY, ARRIVALS, CELL, GROUPS, ROWS, TYPES, WAY


class _Moves(NamedTuple):
    """Moves with several aides.

    Attributes:
        ends: to how many cells a piece goes so from one, or more.
        pieces: the types of the mover, and of each aide.
    """

    ends: int
    pieces: tuple[set[int], ...]


class Chains:
    """The moves of a game that have several aides.

    Args:
        tables: the game.
        starts: gives the number of classes of moves by their start.

    Attributes:
        most: how many aides a move may have.
    """

    def __init__(self, tables: Tables, starts: Callable[[], int]) -> None:
        self._tables, self._starts = tables, starts
        self._sought = [list(self._sought_by(seek)) for seek in tables[AIDE_CHOICES]]
        self._depths: dict[int, int] = {}
        self._choices = max((len(rows) for some in self._sought for _, rows in some), default=1)
        self.most = max((self._depth(row) for row in np.flatnonzero(tables[ROWS][:, AIDE_CHOICE]).tolist()), default=0)
        depths, kinds = range(2, self.most + 1), range(1, len(tables[TYPES]))
        self._of = {(depth, kind): self._moves(kind, depth) for depth in depths for kind in kinds}

    def _sought_by(self, seek: Numbers) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The types in a choice of aides, 0 for pieces that take part already, each with its rows."""
        for entry in np.flatnonzero(seek[:, 0]).tolist():
            kind = max(entry - PARTICIPANTS, 0) // self._tables.aide_classes
            yield kind, self._tables.rows_at(int(seek[entry, 0]))

    def _depth(self, row: int) -> int:
        """How many more aides a move with a row may have."""
        seek = int(self._tables[ROWS][row, AIDE_CHOICE])
        if not seek:
            return 0
        if row not in self._depths:
            self._depths[row] = 1 + max(self._depth(each) for _, some in self._sought[seek - 1] for each in some)
        return self._depths[row]

    def _moves(self, kind: int, depth: int) -> _Moves | None:
        """The number of moves of a type with this number of aides; None if it is not known."""
        tables, deep = self._tables, self._deep(depth)
        if any(tables[ROWS][row, WAY] > PLAIN for row in deep):
            return None
        groups = tables[ARRIVALS][kind, PLAIN].tolist()
        of_group = {group: self._rows_of(group) for group in set(groups) - {0}}
        if None in of_group.values():
            return None
        found = {group: deep.intersection(some or ()) for group, some in of_group.items()}
        ends = np.array([bool(found.get(group)) for group in groups])
        steps = [tables.steps_of(pattern) for pattern in tables.patterns(kind)]
        counts = [np.bincount(start[ends[step[:, CELL]]], minlength=tables.cells) for step, start in steps]
        rows = set[int]().union(*found.values())
        return _Moves(int(np.sum(counts, axis=0).max()), ({kind}, *self._aides(rows, depth)))

    def _aides(self, rows: set[int], depth: int) -> Iterator[set[int]]:
        """The types of each aide of moves with these rows."""
        for left in range(depth - 1, -1, -1):
            seeks = {int(self._tables[ROWS][row, AIDE_CHOICE]) for row in rows} - {0}
            asked = [each for seek in seeks for each in self._sought[seek - 1]]
            sought = [(kind, self._deep(left).intersection(some)) for kind, some in asked]
            yield {kind for kind, some in sought if kind and some}
            rows = set[int]().union(*(some for _, some in sought))

    def _deep(self, depth: int) -> set[int]:
        """The rows of moves that may have this number of further aides."""
        return {row for row in range(len(self._tables[ROWS])) if self._depth(row) >= depth}

    def _rows_of(self, group: int) -> set[int] | None:
        """The rows of a group of arrivals; None if there may be others."""
        by_origin, by_victim = self._tables[GROUPS][group : group + 2].tolist()
        if by_victim < 0:
            return None
        lists = (by_origin or (len(self._tables[TYPES]) if by_victim else 1)) * (self._starts() if by_origin else 1)
        places = self._tables[GROUPS][group + 2 : group + 2 + lists].tolist()
        rows = [self._tables.rows_at(place) for place in places]
        self._choices = max(self._choices, *map(len, rows))
        return set[int]().union(*rows)

    def count(self, pieces: int, equal: int, usual: int) -> int:
        """A bound of the moves with several aides in any position with this number of pieces.

        Args:
            pieces: how many pieces a player has at most.
            equal: how many of them may be equally far.
            usual: how many moves each has at most.
        """
        found = np.zeros(int(self._tables[TYPES][:, ARMY].max()) + 1, object)
        for (depth, kind), known in self._of.items():
            army, choices = self._tables[TYPES][kind, ARMY], self._choices ** (depth + 1)
            if known is None or any(some & others for some, others in combinations(known.pieces, 2)):
                found[army] += pieces * usual * min(pieces, equal) ** depth * choices
            else:
                # No piece counts twice, except those that take part already. A product is largest with equal factors.
                share = (pieces + depth * (depth + 1) // 2) / (depth + 1)
                found[army] += known.ends * ceil(share ** (depth + 1)) * choices
        return int(found.max())
