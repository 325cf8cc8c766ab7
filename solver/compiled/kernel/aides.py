"""Moves that need aides: other pieces of the player that take part in a move (core/contexts.lp).

Of the pieces that could be the aide, only the foremost by a measure are.
"""

from __future__ import annotations

from ..named_values import MOST_OTHERS, ON_SECOND, ON_TARGET, ON_THIRD, PARTICIPANTS, PASS, UNMEASURED
from ..packed import Packed, Words, int64
from ..tables import (
    AIDE_CELL_COUNT,
    AIDE_CELLS,
    AIDE_CHOICE,
    AIDE_CHOICES,
    AIDE_ROWS,
    AIDE_WIDTH,
    CELLS,
    CHOICE,
    GROUPS,
    MEASURE,
    MEASURES,
    OTHER_AT,
    OTHER_BECOMES,
    ROW_HEAD,
    TWIN,
    TYPE_COUNT,
    WAY,
)
from .attacks import pieces_of
from .board import TURN, Board
from .decorators import kernel
from .encoded_move import both, companion_of, encode, origin_of, row_of, target_of, with_row, with_third
from .rows import END, cell_at, other_cell, other_count, other_end, other_fact, row_fact


@kernel
def emit_helped(tables: Packed, board: Board, out: Words, start: int, move: int) -> int:
    """Write down a move that calls for an aide with each that it may have, and say how many moves there are."""
    count = emit_aided(tables, board, out, start, move)
    number, deepest = start, False
    while number < count:
        helped = out[number]
        number += 1
        if row_fact(tables, row_of(helped), AIDE_CHOICE):
            further = emit_aided(tables, board, out, count, helped)
            deepest = True
            if further > count:
                # The last move replaces it, and may need one more aide.
                number -= 1
                out[number] = out[further - 1]
                count = further - 1
    return without_equals(tables, out, start, count) if deepest else count


@kernel
def emit_aided(tables: Packed, board: Board, out: Words, start: int, move: int) -> int:
    """Write down a move once for each foremost aide and each row with that aide. Returns the number of moves.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        start: how many there are.
        move: the move, without the aide.
    """
    numbers, count, best = tables.numbers, start, UNMEASURED
    classes = int64(numbers[AIDE_CELL_COUNT])
    entries = PARTICIPANTS + numbers[TYPE_COUNT] * classes
    first = int64(numbers[AIDE_CHOICES]) + AIDE_WIDTH * (row_fact(tables, row_of(move), AIDE_CHOICE) - 1) * entries
    for cell in pieces_of(tables, board, board.state[TURN]):
        entry = first + AIDE_WIDTH * (PARTICIPANTS + board.cells[cell] * classes + numbers[numbers[AIDE_CELLS] + cell])
        far = measured(tables, entry, cell)
        if far < best or far == UNMEASURED or has_part(tables, move, cell):
            continue
        if far > best:
            best, count = far, start
        place = int64(numbers[GROUPS]) + numbers[entry + AIDE_ROWS]
        while numbers[place] != END:
            out[count] = with_aide(tables, move, cell, int64(numbers[place]))
            place += 1
            count += 1
    for number in range(PARTICIPANTS):
        entry = first + AIDE_WIDTH * number
        cell = cell_at(move, ON_TARGET - number)
        far = measured(tables, entry, cell)
        if far < best or far == UNMEASURED:
            continue
        if far > best:
            best, count = far, start
        place = int64(numbers[GROUPS]) + numbers[entry + AIDE_ROWS]
        while numbers[place] != END:
            out[count] = with_row(move, int64(numbers[place]))
            place += 1
            count += 1
    return count


@kernel
def measured(tables: Packed, entry: int, cell: int) -> int:
    """The measure of a piece on a cell; UNMEASURED if the entry is for no aide."""
    numbers = tables.numbers
    if not numbers[entry + AIDE_ROWS]:
        return UNMEASURED
    return int64(numbers[int64(numbers[MEASURES]) + numbers[entry + MEASURE] * numbers[CELLS] + cell])


@kernel
def has_part(tables: Packed, move: int, cell: int) -> bool:
    """Whether a piece of the player to move has part in a move that is to have one aide more."""
    if row_fact(tables, row_of(move), WAY) < PASS and (cell == origin_of(move) or cell == target_of(move)):
        return True
    for piece in range(MOST_OTHERS):
        if other_cell(tables, move, piece) == cell:
            return True
    return False


@kernel
def with_aide(tables: Packed, move: int, cell: int, row: int) -> int:
    """A move with one aide more, on a cell, and the row that it then has."""
    companion = cell
    for piece in range(MOST_OTHERS):
        at = other_fact(tables, row, piece, OTHER_AT)
        if at == ON_THIRD:
            return with_third(with_row(move, row), cell)
        if at == ON_SECOND:
            companion = both(companion_of(move), cell)
    return encode(origin_of(move), target_of(move), companion, row)


@kernel
def without_equals(tables: Packed, out: Words, start: int, end: int) -> int:
    """Remove moves between the same cells that do the same as another. Returns the end of the list."""
    kept = start
    for number in range(start, end):
        is_new = True
        for other in range(start, kept):
            is_new = is_new and not do_the_same(tables, out[other], out[number])
        if is_new:
            out[kept] = out[number]
            kept += 1
    return kept


@kernel
def do_the_same(tables: Packed, move: int, other: int) -> bool:
    """Whether two moves between the same cells do the same to the same pieces, whoever is which aide."""
    row, also, pieces = row_of(move), row_of(other), other_count(tables, move)
    if pieces != other_count(tables, other):
        return False
    for piece in range(pieces):
        if not has_fate(
            tables,
            other,
            other_cell(tables, move, piece),
            other_fact(tables, row, piece, OTHER_BECOMES),
            other_end(tables, move, piece),
        ):
            return False
    for column in range(ROW_HEAD):
        if column not in (CHOICE, TWIN, AIDE_CHOICE) and row_fact(tables, row, column) != row_fact(
            tables, also, column
        ):
            return False
    return True


@kernel
def has_fate(tables: Packed, move: int, cell: int, other: int, end: int) -> bool:
    """Whether by a move a piece on a cell becomes such and ends there."""
    for piece in range(other_count(tables, move)):
        if other_cell(tables, move, piece) == cell:
            return (
                other_fact(tables, row_of(move), piece, OTHER_BECOMES) == other
                and other_end(tables, move, piece) == end
            )
    return False
