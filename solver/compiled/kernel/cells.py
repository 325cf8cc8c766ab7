"""Loops over the cells of a set: `for cell in cells_of(sets, row, width)`.

A loop goes word by word, and in each word from the lowest bit to the highest. A word is read when the loop reaches it,
so changes to the set count from the next word on. cells_numba.py describes these functions to numba: as
generators they would be ten lines long, and the kernel would be half as fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..packed import Words

Cells: TypeAlias = Iterable[int]
"""Cells that a loop can go through."""


def cells_of(sets: Words, row: int, width: int) -> Cells:
    """The cells of a set."""
    raise NotImplementedError


def cells_without(sets: Words, row: int, other: int, width: int) -> Cells:
    """The cells of a set that are not in another of the same array."""
    raise NotImplementedError


def cells_common(sets: Words, row: int, others: Words, other: int, width: int) -> Cells:
    """The cells of a set that are in another too, of any array."""
    raise NotImplementedError


def cells_in(word: int, number: int) -> Cells:
    """The cells of one word, which is the one of that number in its set."""
    raise NotImplementedError
