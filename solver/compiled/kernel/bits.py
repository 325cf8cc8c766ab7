"""Sets of cells as words of 64 bits.

A set is a row of signed 64-bit words in some array; cell c is bit c % 64 of word c // 64. It is given by the
array and by where its row starts there.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..packed import Words
from .decorators import kernel


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """How many bits of a word are set."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def lowest(_context: Any, _word: Any) -> Any:
    """The number of the lowest bit set in a word that is not 0."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return count_zeros(builder, args[0])

    return types.int64(types.int64), build


def count_zeros(builder: Any, word: Any) -> Any:
    """The instruction for that."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


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
