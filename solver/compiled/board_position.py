"""A position as the compiled engine keeps it: the type on every cell, and the state of the kernel's board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ..asp.terms import Value
from ..play.placement import Placement, Standing, Stores
from .kernel.board import QUIET, TURN
from .packed import Words


class Keeper(Protocol):
    """What knows the types and the states of a game's positions."""

    armies: tuple[str, ...]

    def told(self, cells: Words, state: Words, seen: int) -> Placement:
        """The placement that cells and a state stand for."""


class BoardPosition(Placement):
    """A placement that costs nothing to keep: what it says is made out when asked for.

    Args:
        keeper: the tables that the types belong to; they keep their numbers for as long as it lives.
        cells: the type on each cell, which nobody changes.
        head: the state from TURN to OWNERS, likewise.
        seen: how often the position has been there.
    """

    __slots__ = ("_told", "cells", "head", "keeper")
    keeper: Keeper
    cells: Words
    head: Words
    _told: Placement | None

    def __init__(self, keeper: Keeper, cells: Words, head: Words, seen: int = 1) -> None:
        keep = object.__setattr__
        keep(self, "keeper", keeper)
        keep(self, "cells", cells)
        keep(self, "head", head)
        keep(self, "seen", seen)
        keep(self, "_told", None)

    @property
    def told(self) -> Placement:
        """The same, said in full."""
        if self._told is None:
            object.__setattr__(self, "_told", self.keeper.told(self.cells, self.head, self.seen))
        assert self._told is not None
        return self._told

    @property
    def pieces(self) -> tuple[Standing, ...]:
        """Cell, kinds and army of every piece."""
        return self.told.pieces

    @property
    def turn(self) -> str:
        """The player to move."""
        return self.keeper.armies[self.head[TURN]]

    @property
    def state(self) -> tuple[tuple[str, Value], ...]:
        """The other facts of the position."""
        return self.told.state

    @property
    def quiet(self) -> int:
        """Moves since the last progress."""
        return int(self.head[QUIET])

    @property
    def stores(self) -> Stores:
        """What is held beside the board."""
        return self.told.stores

    def counted(self, quiet: int) -> Placement:
        """The same after at most this number of moves without progress, and there for the first time as far as it says."""
        if (self.quiet, self.seen) == (quiet, 1):
            return self
        head = self.head.copy()
        head[QUIET] = quiet
        return BoardPosition(self.keeper, self.cells, head)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        now = self.told
        return Placement, (now.pieces, now.turn, now.state, now.quiet, now.seen, now.stores)
