"""A move as one integer.

It holds origin and target (16 bits each), a companion (16 bits: the cell passed by a double step, the victim
of a capture in passing, or the number of a castling), its sort, and the type that the piece becomes.
"""

from __future__ import annotations

from ..tables import integers
from .decorators import kernel

NO_CELL = 0xFFFF
"""The companion of a double step over a cell off the board."""

PLAIN, DOUBLE, EN_PASSANT, CASTLING = integers(4)


@kernel
def encode(origin: int, target: int, sort: int, companion: int, choice: int) -> int:
    """The integer that stands for a move."""
    return origin | (target << 16) | ((companion & NO_CELL) << 32) | (sort << 48) | (choice << 51)


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
    """The cell passed, the victim, or the castling of a move."""
    return (move >> 32) & 0xFFFF


@kernel
def sort_of(move: int) -> int:
    """PLAIN, DOUBLE, EN_PASSANT or CASTLING."""
    return (move >> 48) & 7


@kernel
def choice_of(move: int) -> int:
    """The type that the piece becomes; 0 if it stays what it is."""
    return move >> 51
