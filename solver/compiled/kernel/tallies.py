"""Games that end by the number of pieces on some cells (core/tally.lp)."""

from __future__ import annotations

from ..packed import Packed, Words, int64
from ..tables import (
    AMONG,
    DECIDES,
    LEAST,
    MASKS,
    MOST,
    NOTHING,
    TALLIED_BY,
    TALLIES,
    TALLY_COUNT,
    TALLY_WIDTH,
    WORDS,
)
from .cells import cells_of
from .decorators import kernel


@kernel
def tallied_by(tables: Packed, cells: Words) -> int:
    """What is decided, as bits, by how many pieces there are; `cells` are those of the board."""
    numbers, found = tables.numbers, NOTHING
    for tally in range(int64(numbers[TALLY_COUNT])):
        entry = int64(numbers[TALLIES]) + TALLY_WIDTH * tally
        count, width = NOTHING, int64(numbers[WORDS])
        for cell in cells_of(tables.words, int64(numbers[MASKS]) + width * numbers[entry + AMONG], width):
            count += (int64(numbers[numbers[TALLIED_BY] + cells[cell]]) >> tally) & 1
        if numbers[entry + LEAST] <= count <= numbers[entry + MOST]:
            found |= int64(numbers[entry + DECIDES])
    return found
