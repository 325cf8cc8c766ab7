"""Unions: two pieces that win by standing beside each other (core/together.lp)."""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words, int64
from ..tables import (
    ARMIES,
    ARMY,
    AS_ONE,
    AS_OTHER,
    CELLS,
    MASKS,
    UNION_CELLS,
    UNION_ROLES,
    UNION_WIDTH,
    UNION_WINS,
    UNIONS,
    WORDS,
)
from .board import type_fact
from .cells import cells_in, cells_of
from .decorators import kernel


@kernel
def bonds_of(tables: Packed, kind: int, column: int) -> int:
    """The unions, as bits, in which a piece of a type may be the one or the other."""
    return int64(tables.numbers[tables.numbers[UNION_ROLES] + UNION_WIDTH * kind + column])


@kernel
def beside_row(tables: Packed, union: int, cell: int) -> int:
    """Where in `Packed.words` the cells are where the other of a union stands if the one is on a cell."""
    numbers = tables.numbers
    return int64(numbers[MASKS]) + numbers[WORDS] * numbers[numbers[UNION_CELLS] + union * numbers[CELLS] + cell]


@kernel
def unions_of(tables: Packed, cells: Words, sets: Words, army: int) -> int:
    """The unions, as bits, that pieces of an army make; `cells` and `sets` are those of the board."""
    numbers, found = tables.numbers, NOTHING
    width = int64(numbers[WORDS])
    for cell in cells_of(sets, army * width, width):
        bonds = bonds_of(tables, cells[cell], AS_ONE)
        if bonds:
            for union in range(int64(numbers[UNIONS])):
                if (bonds >> union) & 1 and is_joined(tables, cells, sets, army, cell, union):
                    found |= 1 << union
    return found


@kernel
def is_joined(tables: Packed, cells: Words, sets: Words, army: int, cell: int, union: int) -> bool:
    """Whether the other piece of a union is beside the one, which is on a cell."""
    width, beside = int64(tables.numbers[WORDS]), beside_row(tables, union, cell)
    for word in range(width):
        for other in cells_in(sets[army * width + word] & tables.words[beside + word], word):
            if (bonds_of(tables, cells[other], AS_OTHER) >> union) & 1 and are_of_one(
                tables, cells[cell], cells[other]
            ):
                return True
    return False


@kernel
def are_of_one(tables: Packed, kind: int, other: int) -> bool:
    """Whether two types are of one army: a player may command several."""
    return type_fact(tables, kind, ARMY) == type_fact(tables, other, ARMY)


@kernel
def decided_by(tables: Packed, unions: int, army: int) -> int:
    """What some unions of an army decide, as in WINS."""
    numbers, found = tables.numbers, NOTHING
    for union in range(int64(numbers[UNIONS])):
        if (unions >> union) & 1:
            found |= int64(numbers[numbers[UNION_WINS] + union * numbers[ARMIES] + army])
    return found
