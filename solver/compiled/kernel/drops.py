"""Drops from hands, and what stores hold (core/stores.lp)."""

from __future__ import annotations

from ..packed import Packed, Words, int64
from ..tables import (
    CELLS,
    DROPS,
    GROUPS,
    HOLDER,
    ITEM_BITS,
    ITEM_COUNT,
    ITEM_TYPE,
    ITEM_WIDTH,
    ITEMS,
    ROYAL,
    STOCK_SHIFT,
    STOCK_WORD,
)
from .bits import has
from .board import SAFE, STOCK, TURN, Board, type_fact, work_row
from .decorators import kernel
from .emit import emit_loose


@kernel
def item_fact(tables: Packed, item: int, column: int) -> int:
    """A column of ITEMS."""
    return int64(tables.numbers[tables.numbers[ITEMS] + ITEM_WIDTH * item + column])


@kernel
def is_held(tables: Packed, board: Board, item: int) -> bool:
    """Whether there is any of an item."""
    word = board.state[STOCK + item_fact(tables, item, STOCK_WORD)]
    return (word >> item_fact(tables, item, STOCK_SHIFT)) & ((1 << tables.numbers[ITEM_BITS]) - 1) != 0


@kernel
def drops(tables: Packed, board: Board, out: Words, count: int, loose: bool) -> int:
    """Write down the drops. Returns the number of moves.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        count: how many there are.
        loose: the result of `safety.look_around`, which also found the cells where a drop ends every check.
    """
    for item in range(int64(tables.numbers[ITEM_COUNT])):
        if item_fact(tables, item, HOLDER) == board.state[TURN] and is_held(tables, board, item):
            count = drop(tables, board, out, count, item, loose)
    return count


@kernel
def drop(tables: Packed, board: Board, out: Words, start: int, item: int, loose: bool) -> int:
    """Write down the drops of one item, and say how many moves there are now."""
    numbers, kind, count = tables.numbers, item_fact(tables, item, ITEM_TYPE), start
    tried = loose or type_fact(tables, kind, ROYAL) != 0
    for cell in range(int64(numbers[CELLS])):
        if board.cells[cell] == 0:
            place = int64(numbers[GROUPS]) + numbers[numbers[DROPS] + kind * numbers[CELLS] + cell]
            safely = has(board.sets, work_row(tables, SAFE), cell)
            count = emit_loose(tables, board, out, count, cell, place, safely, tried)
    return count
