"""A move as one integer.

Bits 0 to 15 are the origin, 16 to 31 the target, 32 to 47 the companion, and 48 to 62 the row in `tables.ROWS`, which
is what the move does. The companion is the cell passed by a double step, the victim's cell of a capture in passing or
on the way, or the aide's cell. A move with two companions has 8 bits for each. A move with three is negative, and the
third is the upper half of the origin.
"""

from __future__ import annotations

from .decorators import kernel

NO_CELL = 0xFFFF
"""The companion of a double step over a cell off the board."""

_NO_FIRST = 0xFF
_THREE = -(1 << 63)


@kernel
def encode(origin: int, target: int, companion: int, row: int) -> int:
    """The integer that stands for a move."""
    return origin | (target << 16) | ((companion & NO_CELL) << 32) | (row << 48)


@kernel
def origin_of(move: int) -> int:
    """Where a move starts."""
    return move & (0xFFFF if move >= 0 else 0xFF)


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
    """Two companions as one, such as that of a move without an aide, and an aide."""
    return (companion & _NO_FIRST) | (aide << 8)


@kernel
def first_of(move: int) -> int:
    """The first companion of a move that has two."""
    found = (move >> 32) & _NO_FIRST
    return NO_CELL if found == _NO_FIRST else found


@kernel
def first_in(companion: int) -> int:
    """The first of two companions, which are given as one."""
    return companion & _NO_FIRST


@kernel
def second_of(move: int) -> int:
    """The second companion of a move that has two."""
    return (move >> 40) & _NO_FIRST


@kernel
def with_third(move: int, aide: int) -> int:
    """A move with two companions, and a third."""
    return move | aide << 8 | _THREE


@kernel
def third_of(move: int) -> int:
    """The third companion."""
    return (move >> 8) & _NO_FIRST


@kernel
def row_of(move: int) -> int:
    """The row of a move."""
    return (move >> 48) & 0x7FFF


@kernel
def with_row(move: int, row: int) -> int:
    """A move between the same cells, with the same companions, and another row."""
    return move ^ ((row_of(move) ^ row) << 48)
