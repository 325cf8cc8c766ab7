"""The number of moves that a piece needs alone on the board, which is never more than it needs in play.

The routes of each type, from the tables of the compiled engine, are the edges of a graph whose nodes are a type on
a cell. A promotion leads to another type. A special move is the mover's move, so its partner needs no move for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...compiled.game_tables import Tables
from ...compiled.kernel.piece_distances import NEVER, Bytes, Graph, measure_from, measure_to
from ...compiled.named_values import CAPTURES, PLAIN
from ...compiled.tables import (
    ACTOR_TYPES,
    ACTORS,
    ARRIVALS,
    CELL,
    COMMON_GUARD,
    FIRST_ACTOR,
    GUARDS,
    LAST_ACTOR,
    NEEDS,
    SPECIAL_MOVES,
    START,
    TARGET,
    TYPE_SET,
    TYPES,
    USE,
)


class Distances:
    """The moves of pieces on an otherwise empty board.

    Args:
        tables: the game.
        types: the types that are on the board.
        rights: the numbers of the rights to special moves, as bits.

    Attributes:
        cells: the number of cells.
        nodes: the number of nodes.
    """

    def __init__(self, tables: Tables, types: Iterable[int], rights: int) -> None:
        self.cells = tables.cells
        self.nodes = len(tables[TYPES]) * self.cells
        self._graph = _graph_of(tables, frozenset(types), rights)

    def node(self, kind: int, cell: int) -> int:
        """The number of a type on a cell."""
        return int(kind) * self.cells + int(cell)

    def place(self, node: int) -> tuple[int, int]:
        """The type and the cell of a node."""
        return divmod(node, self.cells)

    def from_node(self, start: int, most: int) -> tuple[Bytes, Bytes]:
        """The number of moves from one node to each node, up to `most`, and the number of captures among them."""
        moves, captures = np.empty((2, self.nodes), np.uint8)
        measure_from(self._graph, start, most, moves, captures)
        return moves, captures

    def to_nodes(self, ends: Sequence[int], most: int) -> Bytes:
        """(ends, nodes): the number of moves from each node to each end, NEVER if more than `most`."""
        width = (len(ends) + 63) // 64
        reaches = np.zeros((self.nodes, width), np.int64)
        for number, end in enumerate(ends):
            reaches.view(np.uint64)[end, number >> 6] |= np.uint64(1 << (number & 63))
        found = np.full((len(ends), self.nodes), NEVER, np.uint8)
        room = np.empty(reaches.size, np.int64)
        measure_to(self._graph, width, most, reaches.ravel(), room, found.ravel())
        return found


@lru_cache(maxsize=16)
def _graph_of(tables: Tables, types: frozenset[int], rights: int) -> Graph:
    """The moves of the types that may come on the board where some are."""
    cells, nodes = tables.cells, len(tables[TYPES]) * tables.cells
    starts, ends, captures = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, bool)]
    known: set[int] = set()
    waiting = list(types)
    while waiting:
        kind = waiting.pop()
        if kind not in known:
            known.add(kind)
            for new, rows in _moves(tables, kind):
                waiting.append(new)
                starts.append(kind * cells + rows[0])
                ends.append(new * cells + rows[1])
                captures.append(rows[2] == CAPTURES)
    free: list[int] = []
    needed = [0, *tables[GUARDS][:, NEEDS].tolist()]
    for row in tables[SPECIAL_MOVES]:
        if needed[row[COMMON_GUARD]] & ~rights == 0:
            mover, *others = tables[ACTORS][row[FIRST_ACTOR] : row[LAST_ACTOR]].tolist()
            for kind in known:
                if tables[ACTOR_TYPES][mover[TYPE_SET], kind]:
                    starts.append(np.array([kind * cells + mover[START]]))
                    ends.append(np.array([kind * cells + mover[TARGET]]))
                    captures.append(np.zeros(1, bool))
                for other in others:
                    if tables[ACTOR_TYPES][other[TYPE_SET], kind]:
                        free += [kind * cells + other[START], kind * cells + other[TARGET]]
    start, end, capture = (np.concatenate(some) for some in (starts, ends, captures))
    order = np.lexsort((capture, end, start))
    pair = (start * nodes + end)[order]
    order = order[np.flatnonzero(np.diff(pair, prepend=-1))]  # several routes to a cell are one move
    first = np.searchsorted(start[order], np.arange(nodes + 1))
    return Graph(first, end[order], capture[order].astype(np.uint8), np.array(free, np.int64))


def _moves(tables: Tables, kind: int) -> Iterable[tuple[int, NDArray[np.int32]]]:
    """The types that a type becomes by moving, and (3, moves): origin, target, and use."""
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
