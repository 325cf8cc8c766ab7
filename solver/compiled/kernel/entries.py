"""The entries of endgame tables: the value of a placement for the side to move."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from numpy.typing import NDArray

from ..packed import int64, integers
from .decorators import kernel

Entries: TypeAlias = Annotated[NDArray[Any], None]
"""Entries, of 8 or 16 bits."""

# The values of an entry; from MATED on, how many moves of both sides together lead to mate. MARKED is an
# entry that may be lost; among captures and promotions it means that they hold a draw.
UNKNOWN, MARKED, ILLEGAL, STALEMATE, MATED = integers(5)
HELD = MARKED


@kernel
def wins(value: int) -> bool:
    """Whether an entry is won for the side to move."""
    return value > MATED and (value - MATED) & 1 != 0


@kernel
def loses(value: int) -> bool:
    """Whether an entry is lost for the side to move, or mate."""
    return value >= MATED and (value - MATED) & 1 == 0


@kernel
def better(one: int, value: int) -> int:
    """The better for the mover of what is known and a move to an entry of the opponent's; see `exchanges.exchange`."""
    if value == ILLEGAL:
        return one
    other = int64(HELD) if value < MATED else value + 1
    if one == UNKNOWN:
        return other
    if wins(one) and wins(other):
        return min(one, other)
    if wins(one) or wins(other):
        return one if wins(one) else other
    if one == HELD or other == HELD:
        return int64(HELD)
    return max(one, other)
