"""The number of moves that a piece needs alone on the board, which is never more than it needs in play.

The routes of each type, from the tables of the compiled engine, are the edges of a graph whose nodes are a type on
a cell. A promotion leads to another type. A special move is the mover's move, so its partner needs no move for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...compiled.game_tables import Tables
from ...compiled.kernel.picture_pruning import NEVER, Bytes
from ...compiled.tables import (
    ACTOR_TYPES,
    ACTORS,
    ARRIVALS,
    CAPTURES,
    CELL,
    COMMON_GUARD,
    FIRST_ACTOR,
    GUARDS,
    LAST_ACTOR,
    NEEDS,
    PLAIN,
    SPECIAL_MOVES,
    START,
    TARGET,
    TYPE_SET,
    TYPES,
    USE,
)

Nodes: TypeAlias = NDArray[np.int64]


class Distances:
    """The moves of pieces on an otherwise empty board.

    Args:
        tables: the game.
        types: the types that are on the board.
        rights: the numbers of the rights to special moves, as bits.
    """

    def __init__(self, tables: Tables, types: Iterable[int], rights: int) -> None:
        self._tables = tables
        self.cells = tables.cells
        self.nodes = len(tables[TYPES]) * self.cells
        starts, ends, captures = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, bool)]
        known: set[int] = set()
        waiting = list(types)
        while waiting:
            kind = waiting.pop()
            if kind not in known:
                known.add(kind)
                for new, rows in self._moves(kind):
                    waiting.append(new)
                    starts.append(kind * self.cells + rows[0])
                    ends.append(new * self.cells + rows[1])
                    captures.append(rows[2] == CAPTURES)
        self._free: list[tuple[int, int]] = []
        needed = [0, *tables[GUARDS][:, NEEDS].tolist()]
        for row in tables[SPECIAL_MOVES]:
            if needed[row[COMMON_GUARD]] & ~rights == 0:
                mover, *others = tables[ACTORS][row[FIRST_ACTOR] : row[LAST_ACTOR]].tolist()
                for kind in known:
                    if tables[ACTOR_TYPES][mover[TYPE_SET], kind]:
                        starts.append(np.array([self.node(kind, mover[START])]))
                        ends.append(np.array([self.node(kind, mover[TARGET])]))
                        captures.append(np.zeros(1, bool))
                    for other in others:
                        if tables[ACTOR_TYPES][other[TYPE_SET], kind]:
                            self._free.append((self.node(kind, other[START]), self.node(kind, other[TARGET])))
        start = np.concatenate(starts)
        order = np.argsort(start, kind="stable")
        self._start, self._end = start[order], np.concatenate(ends)[order]
        self._capture = np.concatenate(captures)[order].astype(np.uint8)
        self._from, self._first = np.unique(self._start, return_index=True)

    def node(self, kind: int, cell: int) -> int:
        """The number of a type on a cell."""
        return int(kind) * self.cells + int(cell)

    def place(self, node: int) -> tuple[int, int]:
        """The type and the cell of a node."""
        return divmod(node, self.cells)

    def _moves(self, kind: int) -> Iterable[tuple[int, NDArray[np.int32]]]:
        """The types that a type becomes by moving, and (3, moves): origin, target, and use."""
        tables = self._tables
        parts = [tables.steps_of(path) for path in tables.patterns(kind)]
        steps, origin = (np.concatenate(some) for some in zip(*parts, strict=True))
        ends = (steps[:, CELL] >= 0) & (steps[:, USE] != 0)
        rows = np.array([origin[ends], steps[ends, CELL], steps[ends, USE]])
        choices = tables.choices(kind)
        groups = tables[ARRIVALS][kind, PLAIN, rows[1]]
        for group in np.unique(groups):
            some = rows[:, groups == group]
            for new in choices[some[1, 0]] or (kind,):
                yield new, some

    def from_node(self, start: int, most: int) -> tuple[Bytes, Bytes]:
        """The number of moves from one node to each node, up to `most`, and the number of captures among them."""
        moves, captures = np.full((2, self.nodes), NEVER, np.uint8)
        moves[start] = captures[start] = 0
        self._castle(moves, captures)
        for number in range(1, most + 1):
            some = np.flatnonzero(moves[self._start] < number)
            end = self._end[some]
            np.minimum.at(captures, end, captures[self._start[some]] + self._capture[some])
            moves[end[moves[end] == NEVER]] = number
            self._castle(moves, captures)
        return moves, captures

    def _castle(self, moves: Bytes, captures: Bytes) -> None:
        for start, end in self._free:
            moves[end] = min(moves[start], moves[end])
            captures[end] = min(captures[start], captures[end])

    def to_nodes(self, ends: Sequence[int], most: int) -> Bytes:
        """(ends, nodes): the number of moves from each node to each end, NEVER if more than `most`."""
        words = (len(ends) + 63) // 64
        # For each node, the ends that it leads to, as bits.
        reaches = np.zeros((self.nodes, words), np.uint64)
        for number, end in enumerate(ends):
            reaches[end, number >> 6] |= np.uint64(1 << (number & 63))
        found = np.full((len(ends), self.nodes), NEVER, np.uint8)
        for number in range(most + 1):
            if number and len(self._from):
                further = np.bitwise_or.reduceat(reaches[self._end], self._first, axis=0)
                reaches[self._from] |= further
            for start, end in self._free:
                reaches[start] |= reaches[end]
            bits = np.unpackbits(reaches.view(np.uint8), axis=1, bitorder="little")[:, : len(ends)].T
            found[(bits == 1) & (found == NEVER)] = number
        return found
