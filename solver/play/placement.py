"""A position as the rules see it: cells as vectors, kinds and armies by the names that the rules have for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ..asp.terms import Value, Vector

Stores: TypeAlias = tuple[tuple[str, str, int], ...]
"""What is held beside the board: the words for a store, a kind, and how many there are; in order."""

Standing: TypeAlias = tuple[Vector, tuple[str, ...], str]
"""A piece: its cell, its kinds in alphabetical order, and its army."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A position as the rules see it. An engine may have a form of its own that makes these when asked for.

    Attributes:
        pieces: cell, kinds and army of every piece.
        turn: the player to move.
        state: the other facts of the position: name and value.
        quiet: moves since the last progress.
        seen: how often the position has been there, this time included.
        stores: what is held beside the board: the words for the store, the kind, and how many.
    """

    pieces: tuple[Standing, ...]
    turn: str
    state: tuple[tuple[str, Value], ...] = ()
    quiet: int = 0
    seen: int = 1
    stores: Stores = ()

    def counted(self, quiet: int) -> Placement:
        """The same after so many moves without progress, and there for the first time as far as it says."""
        return self if (self.quiet, self.seen) == (quiet, 1) else replace(self, quiet=quiet, seen=1)
