"""Pruning of play that can no longer end in one of some pictures of mate or stalemate.

A picture names some pieces, with the type and the cell of each at the end. It cannot be reached if one of its pieces is
gone, or if its pieces of one side need more moves than the side has left, each counted alone on the board. Pictures are
kept in a tree, so what they share is checked once.

After each move the pictures that can still be reached are copied to a tree of their own, and only these are looked at
after the next: what cannot be reached now never can. Before moves are made, most of those after which none can be
reached are dropped: the *slack* of a picture is the number of moves that a side has more than its pieces need. A move
of a piece that the picture lacks costs one, and a move of another at most one and what it goes away from its place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..named_values import NOTHING
from ..packed import Numbers, Packed, Words, int64
from ..tables import BECOMES, CELLS
from .board import Board
from .decorators import kernel
from .encoded_move import origin_of, row_of, target_of
from .piece_distances import Bytes
from .rows import is_removed, other_cell, other_end, row_fact

NO_PIECE = -1

# Columns of Pictures.tree.
LEVEL, PIECE, PLACE, LENGTH, WHOLE, SLACK, NEXT = range(7)
TREE_WIDTH = 7

GONE_PLACE = -1
"""In the column PLACE: the piece must be captured."""

# Columns of Pictures.pieces.
WHERE, SIDE = range(2)
PIECE_WIDTH = 2

# Columns of Pictures.chains.
LAST, USERS = range(2)
CHAIN_WIDTH = 2
NO_ROW = -1

# Columns of Pictures.spent: the moves of each side, and the pieces that must still be captured.
KILLS = 2
SPENT_WIDTH = 3


class Pictures(NamedTuple):
    """The pictures, and where the pieces are. Without any, play may end as it likes.

    Attributes:
        tree: rows, one after another, a node before those below it: how deep the node lies, a piece, the place where it
            ends, or GONE_PLACE, the length of the node with all those below, whether a picture is whole, and so has
            nothing below; the largest slack of a picture at the node or below, and the row before it with the same
            piece, where pictures are looked at before a move. Behind the first tree is room for one after each move of
            the line but the last two.
        ends: where the first tree starts, and where the tree after each number of moves ends.
        distances: (places, types, cells): how many moves a type on a cell needs to the place, as bytes.
        stride: how many distances there are for one place.
        pieces: (pieces, 2): the cell of each piece, -1 if it is captured, and its side, 0 or 1.
        piece_on: (cells,): the piece on each cell, -1 if there is none.
        budgets: (moves + 1, 2): how many moves each side has left after each number of moves of the line.
        spent: (levels, 3): room for the moves that each side needs, and the captures.
        above: (levels,): room for the nodes above one.
        chains: (pieces, 2): room for the last row of the tree with each piece, and for the number of pictures with
            slack that have it.
    """

    tree: Numbers
    ends: Words
    distances: Bytes
    stride: int
    pieces: Words
    piece_on: Words
    budgets: Words
    spent: Words
    above: Words
    chains: Words


def no_pictures() -> Pictures:
    """None at all."""
    none = np.zeros(0, np.int64)
    return Pictures(np.zeros(0, np.int32), none, np.zeros(0, np.uint8), 0, none, none, none, none, none, none)


@kernel
def are_any(pictures: Pictures) -> bool:
    """Whether play has to end in some picture."""
    return len(pictures.tree) != 0


@kernel
def within_reach(tables: Packed, board: Board, pictures: Pictures, depth: int, left: int) -> bool:
    """Whether play may still end in some picture, if it has to.

    Args:
        tables: the game.
        board: the position.
        pictures: the pictures, of which those within reach before the last move are known.
        depth: how many moves of the line have been made.
        left: how many are left. If there are several, the pictures within reach are known then.
    """
    if not are_any(pictures):
        return True
    tree, ends, above = pictures.tree, pictures.ends, pictures.above
    row, end = ends[depth - 1], ends[depth]
    out, top = end, NOTHING
    while row < end:
        length, level = int64(tree[row + LENGTH]), int64(tree[row + LEVEL])
        if not affords_place(tables, board, pictures, row, depth):
            row += length
            continue
        if left == 1:
            if tree[row + WHOLE]:
                return True
            row += TREE_WIDTH
            continue
        out = close_nodes(tree, above, level, top, out)
        for column in range(TREE_WIDTH):
            tree[out + column] = tree[row + column]
        above[level], top = out, level + 1
        out += TREE_WIDTH
        row += TREE_WIDTH
    if left == 1:
        return False
    ends[depth + 1] = close_nodes(tree, above, NOTHING, top, out)
    return ends[depth + 1] > end


@kernel
def affords_place(tables: Packed, board: Board, pictures: Pictures, row: int, depth: int) -> bool:
    """Whether the pieces down to a node of the tree can still come to their places; notes the moves that they need."""
    tree, spent = pictures.tree, pictures.spent
    piece = int64(tree[row + PIECE])
    cell = pictures.pieces[PIECE_WIDTH * piece + WHERE]
    side = pictures.pieces[PIECE_WIDTH * piece + SIDE]
    before = SPENT_WIDTH * int64(tree[row + LEVEL])
    after = before + SPENT_WIDTH
    for column in range(SPENT_WIDTH):
        spent[after + column] = spent[before + column]
    if tree[row + PLACE] == GONE_PLACE:
        spent[after + KILLS] += cell >= 0
        return spent[after + KILLS] <= pictures.budgets[2 * depth + 1 - side]
    if cell < 0:
        return False
    node = board.cells[cell] * int64(tables.numbers[CELLS]) + cell
    spent[after + side] += pictures.distances[tree[row + PLACE] * pictures.stride + node]
    return spent[after + side] <= pictures.budgets[2 * depth + side]


@kernel
def keep_useful(
    tables: Packed, board: Board, pictures: Pictures, moves: Words, start: int, end: int, depth: int
) -> int:
    """Keep those of some moves after which some picture may still be reached, if play has to end in one.

    Args:
        tables: the game.
        board: the position.
        pictures: the pictures, of which those within reach are known.
        moves: where the moves are, from `start` to `end`.
        start: where they start.
        end: where they end.
        depth: how many moves of the line have been made.

    Returns:
        Where those that are kept end.
    """
    if not are_any(pictures) or start == end:
        return end
    side = pictures.pieces[PIECE_WIDTH * pictures.piece_on[origin_of(moves[start])] + SIDE]
    loose, kept, chains = find_slack(tables, board, pictures, depth, side), start, pictures.chains
    for number in range(start, end):
        move = moves[number]
        piece = pictures.piece_on[origin_of(move)]
        if chains[CHAIN_WIDTH * piece + USERS] < loose or comes_nearer(tables, board, pictures, move, piece):
            moves[kept] = move
            kept += 1
    return kept


@kernel
def find_slack(tables: Packed, board: Board, pictures: Pictures, depth: int, side: int) -> int:
    """Find the slack of the pictures for a side, before its move. Returns how many have some."""
    tree, ends, above, chains = pictures.tree, pictures.ends, pictures.above, pictures.chains
    for piece in range(len(chains) // CHAIN_WIDTH):
        chains[CHAIN_WIDTH * piece + LAST], chains[CHAIN_WIDTH * piece + USERS] = NO_ROW, 0
    row, end, loose = ends[depth], ends[depth + 1], NOTHING
    while row < end:
        level, link = int64(tree[row + LEVEL]), CHAIN_WIDTH * int64(tree[row + PIECE])
        if not affords_place(tables, board, pictures, row, depth):
            row += int64(tree[row + LENGTH])
            continue
        above[level] = row
        tree[row + SLACK] = NO_ROW
        if tree[row + PLACE] != GONE_PLACE:
            tree[row + NEXT] = chains[link + LAST]
            chains[link + LAST] = row
        if tree[row + WHOLE]:
            slack = pictures.budgets[2 * depth + side] - pictures.spent[SPENT_WIDTH * (level + 1) + side]
            loose += slack > 0
            for number in range(level + 1):
                other = above[number]
                tree[other + SLACK] = max(int64(tree[other + SLACK]), slack)
                if slack > 0 and tree[other + PLACE] != GONE_PLACE:
                    chains[CHAIN_WIDTH * int64(tree[other + PIECE]) + USERS] += 1
        row += TREE_WIDTH
    return loose


@kernel
def comes_nearer(tables: Packed, board: Board, pictures: Pictures, move: int, piece: int) -> bool:
    """Whether after a move of a piece some picture that has it may be reached, as `find_slack` has found. Moves of two
    pieces are not judged.
    """
    if other_cell(tables, move, NOTHING) >= 0 and not is_removed(tables, move, NOTHING):
        return True
    tree, cells = pictures.tree, int64(tables.numbers[CELLS])
    kind, becomes = board.cells[origin_of(move)], row_fact(tables, row_of(move), BECOMES)
    before, after = kind * cells + origin_of(move), (becomes if becomes else kind) * cells + target_of(move)
    row = pictures.chains[CHAIN_WIDTH * piece + LAST]
    while row >= 0:
        place = tree[row + PLACE] * pictures.stride
        nearer = int64(pictures.distances[place + before]) - int64(pictures.distances[place + after])
        if tree[row + SLACK] + nearer >= 1:
            return True
        row = int64(tree[row + NEXT])
    return False


@kernel
def close_nodes(tree: Numbers, above: Words, level: int, top: int, out: int) -> int:
    """Complete the nodes of a new tree from a level on, which are above its end. Returns where it ends then.

    A node with nothing below is removed, unless a picture is whole there.
    """
    for number in range(top - 1, level - 1, -1):
        row = above[number]
        if out == row + TREE_WIDTH and not tree[row + WHOLE]:
            out = row
        else:
            tree[row + LENGTH] = out - row
    return out


@kernel
def lift_piece(pictures: Pictures, cell: int) -> np.int64:
    """Remove the piece from a cell. Returns its number, or NO_PIECE."""
    piece = pictures.piece_on[cell]
    pictures.piece_on[cell] = NO_PIECE
    return np.int64(piece)


@kernel
def put_piece(pictures: Pictures, piece: np.int64, cell: int) -> None:
    """Put a piece on a cell."""
    pictures.piece_on[cell] = piece
    pictures.pieces[PIECE_WIDTH * piece + WHERE] = cell


@kernel
def follow(tables: Packed, pictures: Pictures, move: int) -> np.int64:
    """Update the pieces after a routine move. Returns the other piece that takes part, or NO_PIECE."""
    if not are_any(pictures):
        return np.int64(NO_PIECE)
    # Both leave before one arrives, for one may go where the other stood.
    mover, other = lift_piece(pictures, origin_of(move)), lift_other(pictures, other_cell(tables, move, NOTHING))
    put_piece(pictures, mover, target_of(move))
    if other >= 0 and is_removed(tables, move, NOTHING):
        pictures.pieces[PIECE_WIDTH * other + WHERE] = NO_PIECE
    elif other >= 0:
        put_piece(pictures, other, other_end(tables, move, NOTHING))
    return other


@kernel
def go_back(tables: Packed, pictures: Pictures, move: int, other: np.int64) -> None:
    """Undo `follow`, which returned `other`."""
    if not are_any(pictures):
        return
    mover = lift_piece(pictures, target_of(move))
    if other >= 0 and not is_removed(tables, move, NOTHING):
        lift_piece(pictures, other_end(tables, move, NOTHING))
    put_piece(pictures, mover, origin_of(move))
    if other >= 0:
        put_piece(pictures, other, other_cell(tables, move, NOTHING))


@kernel
def lift_other(pictures: Pictures, cell: int) -> np.int64:
    """The same as `lift_piece`, of a cell that may be -1."""
    return lift_piece(pictures, cell) if cell >= 0 else np.int64(NO_PIECE)
