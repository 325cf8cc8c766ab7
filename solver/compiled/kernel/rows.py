"""What a move does, by its row; and the groups of rows that arrivals may have (pairs.py)."""

from __future__ import annotations

from ..tables import (
    ARRIVALS,
    ARRIVING_WAYS,
    AT,
    CELLS,
    ENDS,
    GONE,
    HALTS,
    KINDS,
    MAN_WIDTH,
    NOWHERE,
    ON_COMPANION,
    ON_TARGET,
    OTHER,
    ROW_HEAD,
    ROW_WIDTH,
    ROWS,
    STAYS,
    VENTURES,
    Packed,
    int64,
)
from .decorators import kernel
from .move import companion_of, origin_of, row_of, target_of

END = -1
"""What a list of rows ends with."""


@kernel
def row_fact(tables: Packed, row: int, column: int) -> int:
    """A column of `Tables.rows`."""
    return int64(tables.numbers[tables.numbers[ROWS] + ROW_WIDTH * row + column])


@kernel
def man_fact(tables: Packed, row: int, man: int, column: int) -> int:
    """What a row says of one of the other men, given by his number from 0."""
    return row_fact(tables, row, ROW_HEAD + MAN_WIDTH * man + column)


@kernel
def man_cell(tables: Packed, move: int, man: int) -> int:
    """Where one of the other men that have part in a move stands before it, if he is there; -1 if there is none."""
    at = man_fact(tables, row_of(move), man, AT)
    if at == ON_TARGET:
        return target_of(move)
    return companion_of(move) if at == ON_COMPANION else max(at, NOWHERE)


@kernel
def man_end(tables: Packed, move: int, man: int) -> int:
    """Where he stands after the move, if he is not gone."""
    end = man_fact(tables, row_of(move), man, ENDS)
    if end == STAYS:
        return man_cell(tables, move, man)
    return origin_of(move) if end < 0 else end


@kernel
def mover_end(tables: Packed, move: int) -> int:
    """Where the mover stands after the move, if it is not gone."""
    return origin_of(move) if row_fact(tables, row_of(move), HALTS) else target_of(move)


@kernel
def is_taken(tables: Packed, move: int, man: int) -> bool:
    """Whether he is gone after the move, if he is there before it."""
    return man_fact(tables, row_of(move), man, OTHER) == GONE


@kernel
def group_of(tables: Packed, kind: int, way: int, target: int) -> int:
    """The group of a type that arrives on a cell in some way; 0 if it does what is usual."""
    numbers = tables.numbers
    return int64(numbers[numbers[ARRIVALS] + (kind * numbers[ARRIVING_WAYS] + way) * numbers[CELLS] + target])


@kernel
def venture_group(tables: Packed, kind: int, use: int, target: int) -> int:
    """The group of a type that arrives on a cell by a use of the game's own."""
    numbers = tables.numbers
    return int64(numbers[numbers[VENTURES] + ((use - 1) * numbers[KINDS] + kind) * numbers[CELLS] + target])
