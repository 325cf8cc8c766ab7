"""What a piece may become where it arrives (core/promotion.lp), and moves with each choice written down."""

from __future__ import annotations

from ..tables import CELLS, NOTHING, PROMOTES, PROMOTIONS, Packed, Words, int64
from .cells import cells_in
from .decorators import kernel
from .move import encode


@kernel
def first_choice(tables: Packed, kind: int, cell: int) -> int:
    """Where in `Packed.numbers` the types are, up to a 0, that a type may become on a cell; 0 if it stays as it is."""
    numbers = tables.numbers
    start = numbers[numbers[PROMOTES] + kind * numbers[CELLS] + cell]
    return int64(numbers[PROMOTIONS]) + start if start else NOTHING


@kernel
def emit(tables: Packed, out: Words, count: int, kind: int, origin: int, target: int, sort: int, companion: int) -> int:
    """Write down a move, once for each choice it has, and say how many there are now."""
    place = first_choice(tables, kind, target)
    if not place:
        out[count] = encode(origin, target, sort, companion, NOTHING)
        return count + 1
    while tables.numbers[place]:
        out[count] = encode(origin, target, sort, companion, int64(tables.numbers[place]))
        place += 1
        count += 1
    return count


@kernel
def further_choices(tables: Packed, kind: int, number: int, word: int) -> int:
    """How many moves to the cells of a word there are beyond one each, for the choices they have."""
    found = 0
    for cell in cells_in(word, number):
        place = first_choice(tables, kind, cell)
        if place:
            while tables.numbers[place + 1]:
                place += 1
                found += 1
    return found
