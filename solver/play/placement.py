"""A position in the rules' terms: cells as vectors, kinds and armies by the names in the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ..asp.terms import Value, Vector

Stores: TypeAlias = tuple[tuple[str, str, int], ...]
"""The pieces in hand or in another store: the words for the store, the kind, and the number; in order."""

Standing: TypeAlias = tuple[Vector, tuple[str, ...], str]
"""A piece: its cell, its kinds in alphabetical order, and its army."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A position in the rules' terms. An engine may have its own form, and make these values on demand.

    Attributes:
        pieces: cell, kinds and army of every piece.
        turn: the player to move.
        state: the other facts of the position: name and value.
        quiet: moves since the last progress (the half-move clock).
        seen: how often the position has occurred, this time included.
        stores: the pieces in hand or in other stores: the words for the store, the kind, and the number.
    """

    pieces: tuple[Standing, ...]
    turn: str
    state: tuple[tuple[str, Value], ...] = ()
    quiet: int = 0
    seen: int = 1
    stores: Stores = ()

    def counted(self, quiet: int) -> Placement:
        """The position with another half-move clock, occurring for the first time."""
        return self if (self.quiet, self.seen) == (quiet, 1) else replace(self, quiet=quiet, seen=1)
