"""What a move does, by its row, and the groups of rows of arrivals (group_lookup.py)."""

from __future__ import annotations

from ..named_values import (
    ABSENT,
    GONE,
    MOST_OTHERS,
    NOTHING,
    NOWHERE,
    ON_COMPANION,
    ON_FIRST,
    ON_SECOND,
    ON_TARGET,
    ON_THIRD,
    STAYS,
)
from ..packed import Packed, int64
from ..tables import (
    ARRIVALS,
    ARRIVING_WAYS,
    CELLS,
    CUSTOM_ARRIVALS,
    FIELD_BITS,
    HALTS,
    LANDED_SHIFT,
    OTHER_AT,
    OTHER_BECOMES,
    OTHER_ENDS,
    OTHER_WIDTH,
    PASSED_SHIFT,
    PASSING_FIELDS,
    PASSING_WIDTH,
    ROW_HEAD,
    ROW_WIDTH,
    ROWS,
    TYPE_COUNT,
)
from .decorators import kernel
from .encoded_move import companion_of, first_of, origin_of, row_of, second_of, target_of, third_of

END = -1
"""What a list of rows ends with."""


@kernel
def row_fact(tables: Packed, row: int, column: int) -> int:
    """A column of ROWS."""
    return int64(tables.numbers[tables.numbers[ROWS] + ROW_WIDTH * row + column])


@kernel
def other_fact(tables: Packed, row: int, piece: int, column: int) -> int:
    """A column of a row for one of the other pieces, by its number from 0."""
    return row_fact(tables, row, ROW_HEAD + OTHER_WIDTH * piece + column)


@kernel
def other_count(tables: Packed, move: int) -> int:
    """How many other pieces have part in a move, there or not."""
    piece = NOTHING
    while piece < MOST_OTHERS and other_fact(tables, row_of(move), piece, OTHER_AT) != ABSENT:
        piece += 1
    return piece


@kernel
def other_cell(tables: Packed, move: int, piece: int) -> int:
    """The cell of one of the other pieces before a move, whether it is there or not; -1 without one."""
    return cell_at(move, other_fact(tables, row_of(move), piece, OTHER_AT))


@kernel
def cell_at(move: int, at: int) -> int:
    """The cell of a move that OTHER_AT names so."""
    if at == ON_TARGET:
        return target_of(move)
    if at == ON_COMPANION:
        return companion_of(move)
    if at == ON_FIRST:
        return first_of(move)
    if at == ON_SECOND:
        return second_of(move)
    return third_of(move) if at == ON_THIRD else max(at, NOWHERE)


@kernel
def passed_cell(tables: Packed, fields: int, number: int) -> int:
    """The cell passed by a double step, as a position has it in the row of PASSING_FIELDS; -1 if none."""
    return named_cell(tables, fields, tables.numbers[PASSING_FIELDS] + PASSING_WIDTH * number + PASSED_SHIFT)


@kernel
def landed_cell(tables: Packed, fields: int, number: int) -> int:
    """The cell where it ended, if the position names it; else -1."""
    return named_cell(tables, fields, tables.numbers[PASSING_FIELDS] + PASSING_WIDTH * number + LANDED_SHIFT)


@kernel
def named_cell(tables: Packed, fields: int, place: int) -> int:
    """The cell that a field names, given where in `Packed.numbers` its lowest bit is; -1 if it names none."""
    shift = int64(tables.numbers[place])
    return ((fields >> shift) & ((1 << int64(tables.numbers[FIELD_BITS])) - 1)) - 1 if shift >= 0 else NOWHERE


@kernel
def other_end(tables: Packed, move: int, piece: int) -> int:
    """Its cell after the move, if it is not gone."""
    end = other_fact(tables, row_of(move), piece, OTHER_ENDS)
    if end == STAYS:
        return other_cell(tables, move, piece)
    return origin_of(move) if end < 0 else end


@kernel
def mover_end(tables: Packed, move: int) -> int:
    """Where the mover stands after the move, if it is not gone."""
    return origin_of(move) if row_fact(tables, row_of(move), HALTS) else target_of(move)


@kernel
def is_removed(tables: Packed, move: int, piece: int) -> bool:
    """Whether it is gone after the move, if it was there."""
    return other_fact(tables, row_of(move), piece, OTHER_BECOMES) == GONE


@kernel
def group_of(tables: Packed, kind: int, way: int, target: int) -> int:
    """The group of a type that arrives on a cell in some way; 0 if it does what is usual."""
    numbers = tables.numbers
    return int64(numbers[numbers[ARRIVALS] + (kind * numbers[ARRIVING_WAYS] + way) * numbers[CELLS] + target])


@kernel
def custom_group(tables: Packed, kind: int, use: int, target: int) -> int:
    """The group of a type that arrives on a cell by a custom use."""
    numbers = tables.numbers
    return int64(numbers[numbers[CUSTOM_ARRIVALS] + ((use - 1) * numbers[TYPE_COUNT] + kind) * numbers[CELLS] + target])
