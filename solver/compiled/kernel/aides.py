"""Moves that call for aides: the foremost of the player's other men have part in them (core/contexts.lp)."""

from __future__ import annotations

from ..tables import (
    AT,
    CELLS,
    CHOSEN,
    DOUBLE,
    DOUBLE_SNAP,
    ENDS,
    GROUPS,
    IN_PASSING,
    KINDS,
    MEASURE,
    MEASURES,
    MEN,
    NOBODY,
    ON_FIRST,
    ON_SECOND,
    OTHER,
    PASS,
    ROW_HEAD,
    ROWS_OF_AIDE,
    SEEK_WIDTH,
    SEEKS,
    SNAP,
    SOUGHT,
    TWIN,
    UNMEASURED,
    WAY,
    Packed,
    Words,
    int64,
)
from .attacks import pieces_of
from .board import TURN, Board
from .decorators import kernel
from .move import both, companion_of, encode, first_of, origin_of, row_of, second_of, target_of
from .rows import END, man_cell, man_fact, row_fact


@kernel
def emit_helped(tables: Packed, board: Board, out: Words, start: int, move: int) -> int:
    """Write down a move that calls for an aide with each that it may have, and say how many moves there are."""
    count = emit_aided(tables, board, out, start, move, False)
    number = start
    while number < count:
        helped = out[number]
        number += 1
        if row_fact(tables, row_of(helped), SEEKS):
            further = emit_aided(tables, board, out, count, helped, True)
            if further > count:
                number -= 1
                out[number] = out[further - 1]
                count = further - 1
    return without_swapped(tables, out, start, count)


@kernel
def emit_aided(tables: Packed, board: Board, out: Words, start: int, move: int, again: bool) -> int:
    """Write down a move once for each aide who comes first, and each row that it then has; say how many there are.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        start: how many there are.
        move: the move.
        again: whether it has an aide, and calls for a second.
    """
    numbers, count, best = tables.numbers, start, UNMEASURED
    seek, way = row_fact(tables, row_of(move), SEEKS), row_fact(tables, row_of(move), WAY)
    for cell in pieces_of(tables, board, board.state[TURN]):
        entry = int64(numbers[SOUGHT]) + SEEK_WIDTH * ((seek - 1) * numbers[KINDS] + board.cells[cell])
        if not numbers[entry + ROWS_OF_AIDE] or has_part(tables, move, cell):
            continue
        far = int64(numbers[int64(numbers[MEASURES]) + numbers[entry + MEASURE] * numbers[CELLS] + cell])
        if far < best or far == UNMEASURED:
            continue
        if far > best:
            best, count = far, start
        place = int64(numbers[GROUPS]) + numbers[entry + ROWS_OF_AIDE]
        beside = cell
        if again or way in (DOUBLE, IN_PASSING, SNAP, DOUBLE_SNAP):
            beside = both(companion_of(move), cell)
        while numbers[place] != END:
            out[count] = encode(origin_of(move), target_of(move), beside, int64(numbers[place]))
            place += 1
            count += 1
    return count


@kernel
def has_part(tables: Packed, move: int, cell: int) -> bool:
    """Whether a man of the player to move has part in a move that is to have one aide more."""
    if row_fact(tables, row_of(move), WAY) < PASS and (cell == origin_of(move) or cell == target_of(move)):
        return True
    for man in range(MEN):
        if man_cell(tables, move, man) == cell:
            return True
    return False


@kernel
def without_swapped(tables: Packed, out: Words, start: int, end: int) -> int:
    """Take out of some moves those by which two aides do the same as by another, in each other's place."""
    kept = start
    for number in range(start, end):
        is_new = True
        for other in range(start, kept):
            is_new = is_new and not is_swapped(tables, out[other], out[number])
        if is_new:
            out[kept] = out[number]
            kept += 1
    return kept


@kernel
def is_swapped(tables: Packed, move: int, other: int) -> bool:
    """Whether two moves differ only in which aide has which of the two places."""
    row, also = row_of(move), row_of(other)
    if first_of(move) != second_of(other) or second_of(move) != first_of(other):
        return False
    for column in range(ROW_HEAD):
        if column not in (CHOSEN, TWIN) and row_fact(tables, row, column) != row_fact(tables, also, column):
            return False
    pairs = 0
    for man in range(MEN):
        at = man_fact(tables, row, man, AT)
        if at == NOBODY:
            break
        if at in (ON_FIRST, ON_SECOND):
            pairs += 1
            at = ON_FIRST + ON_SECOND - at
        if not has_fate(tables, also, at, man_fact(tables, row, man, OTHER), man_fact(tables, row, man, ENDS)):
            return False
    return pairs == 2


@kernel
def has_fate(tables: Packed, row: int, at: int, other: int, ends: int) -> bool:
    """Whether by a row a man so placed becomes such and ends there."""
    for man in range(MEN):
        if man_fact(tables, row, man, AT) == at:
            return man_fact(tables, row, man, OTHER) == other and man_fact(tables, row, man, ENDS) == ends
    return False
