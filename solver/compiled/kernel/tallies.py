"""Games that end by the number of pieces on some cells (core/tally.lp)."""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words, int64
from ..tables import (
    AMONG,
    ANSWERABLE,
    ARMIES,
    DECIDES,
    ENDINGS,
    GUARDED_TALLIES,
    LEAST,
    MASKS,
    MOST,
    SHARED_ENDINGS,
    TALLIED_BY,
    TALLIES,
    TALLY_COUNT,
    TALLY_NEEDS,
    TALLY_WIDTH,
    WORDS,
)
from .board import Board, decided
from .cells import cells_of
from .decorators import kernel


@kernel
def entry_of(tables: Packed, tally: int) -> int:
    """Where in `Packed.numbers` a tally is."""
    return int64(tables.numbers[TALLIES]) + TALLY_WIDTH * tally


@kernel
def is_counted(tables: Packed, kind: int, tally: int) -> int:
    """1 if a tally counts pieces of a type, else 0."""
    return (int64(tables.numbers[tables.numbers[TALLIED_BY] + kind]) >> tally) & 1


@kernel
def among_row(tables: Packed, tally: int) -> int:
    """Where in `Packed.words` the cells are that a tally counts."""
    numbers = tables.numbers
    return int64(numbers[MASKS]) + int64(numbers[WORDS]) * numbers[entry_of(tables, tally) + AMONG]


@kernel
def fits(tables: Packed, tally: int, count: int) -> bool:
    """Whether a number of pieces is as a tally has it."""
    entry = entry_of(tables, tally)
    return tables.numbers[entry + LEAST] <= count <= tables.numbers[entry + MOST]


@kernel
def fitting(tables: Packed, cells: Words) -> int:
    """The tallies, as bits, that there are as many pieces for; `cells` are those of the board.

    With those that count only pieces that are not attacked, if there are enough pieces, attacked or not.
    """
    numbers, found = tables.numbers, NOTHING
    for tally in range(int64(numbers[TALLY_COUNT])):
        count = NOTHING
        for cell in cells_of(tables.words, among_row(tables, tally), int64(numbers[WORDS])):
            count += is_counted(tables, cells[cell], tally)
        if (int64(numbers[GUARDED_TALLIES]) >> tally) & 1:
            found |= (count >= numbers[entry_of(tables, tally) + LEAST]) << tally
        elif fits(tables, tally, count):
            found |= 1 << tally
    return found


@kernel
def tallied_by(tables: Packed, board: Board, fitted: int, mover: int) -> int:
    """What some tallies decide after a move of a player, as bits.

    If that player wins, no other does, but for the same reason if that is shared.
    """
    numbers, found, endings = tables.numbers, NOTHING, int64(tables.numbers[ENDINGS])
    own = ((1 << endings) - 1) << (endings * mover)
    for tally in range(int64(numbers[TALLY_COUNT])):
        entry = entry_of(tables, tally)
        needed = int64(numbers[entry + TALLY_NEEDS]) | 1 << tally
        if numbers[entry + DECIDES] and fitted & needed == needed:
            wins = decided(tables, board, int64(numbers[entry + DECIDES]))
            found |= wins & ~own if numbers[entry + ANSWERABLE] else wins
    if found & own == 0:
        return found
    shared, kept = (found >> (endings * mover)) & int64(numbers[SHARED_ENDINGS]), found & own
    for player in range(int64(numbers[ARMIES])):
        kept |= found & (shared << (endings * player))
    return kept
