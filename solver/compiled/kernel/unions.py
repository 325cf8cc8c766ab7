"""Two men whose union wins (core/together.lp)."""

from __future__ import annotations

from ..tables import (
    ARMIES,
    AS_KIND,
    AS_OTHER,
    BESIDE,
    BONDS,
    CELLS,
    MASKS,
    NOTHING,
    UNIONS,
    UNITED,
    WORDS,
    Packed,
    Words,
    int64,
)
from .cells import cells_in, cells_of
from .decorators import kernel


@kernel
def bonds_of(tables: Packed, kind: int, column: int) -> int:
    """The unions, as bits, in which a man of a type may be the one or the other."""
    return int64(tables.numbers[tables.numbers[BONDS] + 2 * kind + column])


@kernel
def unions_of(tables: Packed, cells: Words, sets: Words, army: int) -> int:
    """What the unions of an army's men decide, as WINS says it; `cells` and `sets` are those of the board."""
    numbers, found = tables.numbers, NOTHING
    width = int64(numbers[WORDS])
    for cell in cells_of(sets, army * width, width):
        bonds = bonds_of(tables, cells[cell], AS_KIND)
        if bonds:
            for union in range(int64(numbers[UNIONS])):
                if (bonds >> union) & 1 and is_joined(tables, cells, sets, army, cell, union):
                    found |= int64(numbers[numbers[UNITED] + union * numbers[ARMIES] + army])
    return found


@kernel
def is_joined(tables: Packed, cells: Words, sets: Words, army: int, cell: int, union: int) -> bool:
    """Whether the other of a union stands beside the one, who is on a cell."""
    numbers = tables.numbers
    width = int64(numbers[WORDS])
    beside = numbers[MASKS] + width * numbers[numbers[BESIDE] + union * numbers[CELLS] + cell]
    for word in range(width):
        for other in cells_in(sets[army * width + word] & tables.words[beside + word], word):
            if (bonds_of(tables, cells[other], AS_OTHER) >> union) & 1:
                return True
    return False
