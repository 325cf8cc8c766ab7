"""What a move does, by its row; and which rows a move may have, by the group of its arrival.

A group has two numbers, how far apart its entries are for the class of the cell where a move starts and for the
type on the cell where its victim stands, and then its entries: each says where a list of rows starts. A row is one
move; several are a choice, and where there are none the move is barred.
"""

from __future__ import annotations

from ..tables import (
    ARRIVALS,
    AT,
    BARS,
    CELLS,
    ENDS,
    GONE,
    GROUPS,
    HALTS,
    MAN_WIDTH,
    NOWHERE,
    ON_COMPANION,
    ON_TARGET,
    ORIGINS,
    OTHER,
    PLAIN,
    ROW_HEAD,
    ROW_WIDTH,
    ROWS,
    STAYS,
    WAYS,
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
    return int64(numbers[numbers[ARRIVALS] + (kind * WAYS + way) * numbers[CELLS] + target])


@kernel
def rows_in(tables: Packed, group: int, origin: int, victim: int) -> int:
    """Where in `Packed.numbers` the rows are that a group has for a move.

    Args:
        tables: the game.
        group: the group.
        origin: where the move starts.
        victim: the type of its victim, 0 if it has none.
    """
    numbers = tables.numbers
    start = int64(numbers[GROUPS]) + group
    by_origin = numbers[start] * numbers[numbers[ORIGINS] + origin]
    return int64(numbers[GROUPS]) + numbers[start + 2 + by_origin + numbers[start + 1] * victim]


@kernel
def rows_of_men(tables: Packed, group: int, mover: int, other: int) -> int:
    """The same for a deed, whose rows depend on the types of the mover and of another man, 0 if there is none."""
    numbers = tables.numbers
    start = int64(numbers[GROUPS]) + group
    return int64(numbers[GROUPS]) + numbers[start + 2 + numbers[start] * mover + numbers[start + 1] * other]


@kernel
def is_barred(tables: Packed, kind: int, origin: int, target: int, victim: int) -> bool:
    """Whether a type must not go from one cell to another by a plain move; then it does not attack there either."""
    if not tables.numbers[BARS]:
        return False
    group = group_of(tables, kind, PLAIN, target)
    return group != 0 and tables.numbers[rows_in(tables, group, origin, victim)] == END
