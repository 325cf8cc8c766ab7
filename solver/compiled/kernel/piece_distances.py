"""How many moves pieces need alone on the board, by search in a graph.

A *node* is a type on a cell: its number is the type times the number of cells, and the cell. An edge is a move. A
*free* edge costs nothing: it is the way of a partner in a special move.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..packed import Words
from .bits import lowest
from .decorators import PICTURES, kernel

Bytes: TypeAlias = Annotated[NDArray[Any], np.uint8]

NEVER = 255
"""A distance that is more than any."""


class Graph(NamedTuple):
    """The moves of some types.

    Attributes:
        first: (nodes + 1,): where in `ends` the edges of a node start.
        ends: where each edge ends.
        captures: for each edge 1 if it is only by capture, else 0.
        free: the free edges: start and end, one after another.
    """

    first: Words
    ends: Words
    captures: Bytes
    free: Words


@PICTURES.entry
def measure_from(graph: Graph, start: int, most: int, moves: Bytes, captures: Bytes) -> None:
    """Find the fewest moves from a node to each node, and the fewest captures among as many moves as are allowed.

    Args:
        graph: the moves.
        start: the node.
        most: how many moves are allowed.
        moves: receives the moves to each node, NEVER if they are more.
        captures: receives the captures.
    """
    for node in range(len(moves)):
        moves[node] = captures[node] = NEVER
    moves[start] = captures[start] = 0
    go_freely(graph, moves)
    go_freely(graph, captures)
    for number in range(1, most + 1):
        for node in range(len(moves)):
            if moves[node] >= number:
                continue
            for edge in range(graph.first[node], graph.first[node + 1]):
                end = graph.ends[edge]
                needs = captures[node] + graph.captures[edge]
                captures[end] = min(captures[end], needs)
                if moves[end] == NEVER:
                    moves[end] = number
        go_freely(graph, moves)
        go_freely(graph, captures)


@kernel
def go_freely(graph: Graph, found: Bytes) -> None:
    """Go along the free edges."""
    for place in range(0, len(graph.free), 2):
        start, end = graph.free[place], graph.free[place + 1]
        found[end] = min(found[start], found[end])


@PICTURES.entry
def measure_to(graph: Graph, width: int, most: int, reaches: Words, further: Words, moves: Bytes) -> None:
    """Find the fewest moves from each node to each of some ends.

    Args:
        graph: the moves.
        width: how many words hold a bit for each end.
        most: how many moves are allowed.
        reaches: (nodes, width): for each node the ends that it is, as bits.
        further: room for as much.
        moves: (ends, nodes): all NEVER; receives the moves, unless they are more.
    """
    nodes = len(graph.first) - 1
    for number in range(most + 1):
        for place in range(nodes * width):
            further[place] = reaches[place]
            if number == 0:
                reaches[place] = 0
        if number:
            for node in range(nodes):
                for edge in range(graph.first[node], graph.first[node + 1]):
                    end = graph.ends[edge]
                    for word in range(width):
                        further[node * width + word] |= reaches[end * width + word]
        for place in range(0, len(graph.free), 2):
            start, end = graph.free[place], graph.free[place + 1]
            for word in range(width):
                further[start * width + word] |= further[end * width + word]
        for node in range(nodes):
            for word in range(width):
                place = node * width + word
                new = further[place] & ~reaches[place]
                reaches[place] = further[place]
                while new:
                    moves[((word << 6) + lowest(new)) * nodes + node] = number
                    new &= new - 1
