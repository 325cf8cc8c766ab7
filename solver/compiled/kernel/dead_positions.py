"""Whether the pieces on the board are dead material (core/dead.lp)."""

from __future__ import annotations

from ..named_values import NOT_COUNTED, NOTHING
from ..packed import Packed, int64
from ..tables import ARMIES, DEAD_LISTS, DEAD_MATERIAL, HARMLESS, MASKS, TYPE_COUNT, WORDS
from .attacks import has_spare_royal, lone_royal, needs_one_safe, royals
from .bits import has
from .board import STOCK, STOCK_MORE, Board, occupied_row
from .cells import cells_of
from .decorators import entry, kernel


@entry
def is_dead(tables: Packed, board: Board) -> bool:
    """Whether the pieces left are dead material by one of the game's lists."""
    lists = int64(tables.numbers[DEAD_LISTS])
    if not lists or board.state[STOCK] or board.state[STOCK_MORE] or lacks_royal(tables, board):
        return False
    if may_lose_royal(tables, board):
        return False
    for each in range(lists):
        if is_listed(tables, board, each):
            return True
    return False


@kernel
def lacks_royal(tables: Packed, board: Board) -> bool:
    """Whether some player has no royal piece."""
    for player in range(int64(tables.numbers[ARMIES])):
        count = NOTHING
        for _ in royals(tables, board, player):
            count += 1
        if not count:
            return True
    return False


@kernel
def may_lose_royal(tables: Packed, board: Board) -> bool:
    """Whether some player has royal pieces of which it may lose one."""
    for player in range(int64(tables.numbers[ARMIES])):
        if has_spare_royal(tables, board, player) or (
            needs_one_safe(tables, player) and lone_royal(tables, board, player) < 0
        ):
            return True
    return False


@kernel
def is_listed(tables: Packed, board: Board, number: int) -> bool:
    """Whether a list holds all pieces but the royal ones, and no more of them than it may."""
    numbers, left = tables.numbers, int64(tables.numbers[tables.numbers[DEAD_MATERIAL] + number])
    row, width = int64(numbers[HARMLESS]) + numbers[TYPE_COUNT] * number, int64(numbers[WORDS])
    for cell in cells_of(board.sets, occupied_row(tables), width):
        where = int64(numbers[row + board.cells[cell]])
        if where == NOT_COUNTED:
            continue
        if where >= 0 and has(tables.words, int64(numbers[MASKS]) + width * where, cell):
            left -= 1
        else:
            return False
    return left >= 0
