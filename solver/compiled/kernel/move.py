"""A move as one integer.

It holds origin and target (16 bits each), a companion (16 bits: the cell passed by a double step, or that of the
victim of a capture in passing), and its row in `Tables.rows`, which says what it does.
"""

from __future__ import annotations

from .decorators import kernel

NO_CELL = 0xFFFF
"""The companion of a double step over a cell off the board."""


@kernel
def encode(origin: int, target: int, companion: int, row: int) -> int:
    """The integer that stands for a move."""
    return origin | (target << 16) | ((companion & NO_CELL) << 32) | (row << 48)


@kernel
def origin_of(move: int) -> int:
    """Where a move starts."""
    return move & 0xFFFF


@kernel
def target_of(move: int) -> int:
    """Where a move ends."""
    return (move >> 16) & 0xFFFF


@kernel
def companion_of(move: int) -> int:
    """The cell passed, or that of the victim of a capture in passing."""
    return (move >> 32) & 0xFFFF


@kernel
def row_of(move: int) -> int:
    """The row that says what a move does."""
    return move >> 48
