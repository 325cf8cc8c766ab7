"""The form in which the kernel gets the tables of a game: two arrays of integers, and the types of such arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = Annotated[NDArray[Any], np.int64]
"""Integers of 64 bits. Many of them are sets of cells, one bit for each cell."""

Numbers: TypeAlias = Annotated[NDArray[Any], np.int32]
"""Integers of 32 bits."""

int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""An integer of 64 bits, which type checkers treat as any other."""


class Packed(NamedTuple):
    """All tables of a game in two arrays, because each further array would cost time in every call of the kernel.

    `numbers` starts with the scalars of the game. Then comes, for each array, the place in `numbers` or `words` where
    it starts. `schema.py` has the order.
    """

    numbers: Numbers
    words: Words


def integers(count: int) -> tuple[int, ...]:
    """The integers from 0, as numpy's: numba compiles a function again for each literal that it is called with."""
    return tuple(np.arange(count))
