"""A move as one integer.

It holds origin and target (16 bits each), a companion (16 bits: the cell passed by a double step, that of the victim of
a capture in passing, or that of an aide), and its row in `Tables.rows`, which says what it does. A double step and a
capture in passing with an aide have two companions, of 8 bits each.
"""

from __future__ import annotations

from .decorators import kernel

NO_CELL = 0xFFFF
"""The companion of a double step over a cell off the board."""

_NO_FIRST = 0xFF


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
    """The cell passed, or that of the victim of a capture in passing, or of the aide."""
    return (move >> 32) & 0xFFFF


@kernel
def both(companion: int, aide: int) -> int:
    """A companion and an aide as one."""
    return (companion & _NO_FIRST) | (aide << 8)


@kernel
def first_of(move: int) -> int:
    """The companion of a move that has an aide besides."""
    found = (move >> 32) & _NO_FIRST
    return NO_CELL if found == _NO_FIRST else found


@kernel
def second_of(move: int) -> int:
    """The aide of a move that has another companion."""
    return (move >> 40) & _NO_FIRST


@kernel
def row_of(move: int) -> int:
    """The row that says what a move does."""
    return move >> 48
