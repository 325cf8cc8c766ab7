"""Sets of cells as words of 64 bits.

A set is a row of signed 64-bit words in some array; cell c is bit c % 64 of word c // 64. It is given by the
array and by where its row starts there.
"""

from __future__ import annotations

from ..packed import Words
from .decorators import kernel


def popcount(word: int) -> int:
    """How many bits of a word are set. The kernel has an instruction for it (bits_numba.py)."""
    return (word & _ALL).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest bit set in a word that is not 0. The kernel has an instruction for it."""
    return (word & -word).bit_length() - 1


_ALL = (1 << 64) - 1


@kernel
def has(sets: Words, row: int, cell: int) -> bool:
    """Whether a set holds a cell."""
    return (sets[row + (cell >> 6)] >> (cell & 63)) & 1 != 0


@kernel
def add(sets: Words, row: int, cell: int) -> None:
    """Put a cell into a set."""
    sets[row + (cell >> 6)] |= 1 << (cell & 63)


@kernel
def remove(sets: Words, row: int, cell: int) -> None:
    """Remove a cell from a set."""
    sets[row + (cell >> 6)] &= ~(1 << (cell & 63))


@kernel
def fill(sets: Words, row: int, width: int, word: int) -> None:
    """Make each word of a set the same: 0 for no cell, -1 for all."""
    for number in range(width):
        sets[row + number] = word


@kernel
def copy(sets: Words, row: int, width: int, source: int) -> None:
    """Make a set the same as another."""
    for number in range(width):
        sets[row + number] = sets[source + number]


@kernel
def intersect(sets: Words, row: int, width: int, other: int) -> None:
    """Leave in a set only the cells that are in another too."""
    for number in range(width):
        sets[row + number] &= sets[other + number]
