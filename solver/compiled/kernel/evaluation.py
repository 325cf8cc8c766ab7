"""The values of pieces for a player of games: their mobility, and what they become where they go.

A value is counted in moves; MOVE is the value of one. Half of a piece's value is the number of its moves among random
pieces. The other half is its best value at the ends of these moves. So a piece that goes far has a high value, and one
that may be promoted has more the nearer its promotion is. The search uses the mean of that and of the piece's mean over
all cells (playing/worths.py). Royal pieces have no value: losing one loses more than
material.
"""

from __future__ import annotations

from typing import NamedTuple

from ..named_values import GONE, NOTHING, PLAIN
from ..packed import Packed, Words, int64
from ..tables import (
    ARMIES,
    ARMY,
    BECOMES,
    CELLS,
    HOLDER,
    ITEM_BITS,
    ITEM_COUNT,
    OTHER_BECOMES,
    ROYAL,
    STOCK_SHIFT,
    STOCK_WORD,
)
from .attacks import pieces_of
from .board import NO_PLAYER, RIGHTS, STOCK, TURN, Board, lift, player_of, put, type_fact
from .decorators import entry, kernel
from .drops import item_fact
from .emit import emit_plain
from .emit_extra import special
from .encoded_move import row_of, target_of
from .rows import mover_end, other_cell, other_count, other_fact, row_fact
from .safety import safe_targets

MOVE = int64(64)
"""A move of a piece, as worths count it."""


class Judgement(NamedTuple):
    """By what a player of games judges positions.

    Attributes:
        worths: (types, cells): what a piece of a type is worth on a cell.
        held: (items): what one of an item is worth in a hand.
        past: the hashes of the positions that the game came through, as far as they may come again.
        ends: (players, 2): the winner if a player has no move, and is not or is in check; -1 without one.
        manner: see the names of its columns.
        table: what the search knows of positions (alphabeta.py).
    """

    worths: Words
    held: Words
    past: Words
    ends: Words
    manner: Words
    table: Words


# Judgement.manner: the player whose moves are sought, and after how many moves without progress the game is drawn, 0 if
# it is not.
PLAYER, MOVE_LIMIT = range(2)


@kernel
def is_mine(judgement: Judgement, player: int) -> bool:
    """Whether a player is the one whose moves are sought; all others are against it."""
    return player == judgement.manner[PLAYER]


@kernel
def worth_of(tables: Packed, judgement: Judgement, kind: int, cell: int) -> int:
    """What a piece of a type is worth on a cell."""
    return judgement.worths[kind * tables.numbers[CELLS] + cell]


@kernel
def material(tables: Packed, board: Board, judgement: Judgement) -> int:
    """What the pieces on the board and in hands are worth to the player to move, less those of its opponents."""
    found, mine = NOTHING, is_mine(judgement, board.state[TURN])
    for player in range(int64(tables.numbers[ARMIES])):
        worth = NOTHING
        for cell in pieces_of(tables, board, player):
            worth += worth_of(tables, judgement, board.cells[cell], cell)
        found += worth if is_mine(judgement, player) == mine else -worth
    for item in range(int64(tables.numbers[ITEM_COUNT])):
        holder = item_fact(tables, item, HOLDER)
        if holder >= 0:
            word = board.state[STOCK + item_fact(tables, item, STOCK_WORD)] >> item_fact(tables, item, STOCK_SHIFT)
            worth = (word & ((1 << tables.numbers[ITEM_BITS]) - 1)) * judgement.held[item]
            found += worth if is_mine(judgement, holder) == mine else -worth
    return found


@kernel
def prey(tables: Packed, board: Board, judgement: Judgement, kind: int, cell: int) -> int:
    """What the player to move gains by the capture of a piece; below 0 if it is on its own side."""
    player = player_of(tables, board, kind)
    if player == NO_PLAYER:
        return NOTHING
    worth = worth_of(tables, judgement, kind, cell) + 1
    return -worth if is_mine(judgement, player) == is_mine(judgement, board.state[TURN]) else worth


@kernel
def captured(tables: Packed, board: Board, judgement: Judgement, move: int) -> int:
    """What the captures of a move are worth to the player to move; 0 if it captures nothing."""
    if row_of(move) == PLAIN:
        kind = board.cells[target_of(move)]
        return prey(tables, board, judgement, kind, target_of(move)) if kind else NOTHING
    found = NOTHING
    for piece in range(other_count(tables, move)):
        cell = other_cell(tables, move, piece)
        if cell >= 0 and board.cells[cell] and other_fact(tables, row_of(move), piece, OTHER_BECOMES) == GONE:
            found += prey(tables, board, judgement, board.cells[cell], cell)
    return found


@kernel
def become(tables: Packed, kind: int, move: int) -> int:
    """The type of the mover after a move; GONE if it is gone."""
    if row_of(move) == PLAIN:
        return kind
    becomes = row_fact(tables, row_of(move), BECOMES)
    return becomes if becomes else kind


@entry
def measure(
    tables: Packed, board: Board, moves: Words, kinds: Words, cells: Words, worths: Words, found: Words
) -> None:
    """What pieces of some types are worth on some cells, among the pieces on a board.

    Args:
        tables: the game.
        board: random pieces; it must not matter what is attacked (`Board.state`, FREELY).
        moves: room for the moves of a piece.
        kinds: the types.
        cells: the cells.
        worths: as `Judgement` has them: what a piece is worth where its moves end.
        found: (kinds, cells): receives the values.
    """
    board.state[RIGHTS] = 0
    for number in range(len(kinds)):
        kind = kinds[number]
        if type_fact(tables, kind, ROYAL):
            continue
        for place in range(len(cells)):
            cell = cells[place]
            other = lift(tables, board, cell) if board.cells[cell] else NOTHING
            put(tables, board, cell, kind)
            board.state[TURN] = type_fact(tables, kind, ARMY)
            found[number * len(cells) + place] = measured(tables, board, moves, worths, kind, cell)
            lift(tables, board, cell)
            if other:
                put(tables, board, cell, other)


@kernel
def measured(tables: Packed, board: Board, moves: Words, worths: Words, kind: int, cell: int) -> int:
    """What a piece is worth that stands on a cell, by its moves there and by what its like are worth elsewhere."""
    cells = int64(tables.numbers[CELLS])
    doubles = safe_targets(tables, board, cell, False)
    end = emit_plain(tables, board, moves, NOTHING, cell)
    end = special(tables, board, moves, end, cell, doubles)
    best = worths[kind * cells + cell]
    for number in range(end):
        new = become(tables, kind, moves[number])
        if new != GONE:
            best = max(best, worths[new * cells + mover_end(tables, moves[number])])
    return (MOVE * end + best) // 2
