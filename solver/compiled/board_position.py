"""A position of the compiled engine: the type on every cell, and the state of the kernel's board."""

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

    def unpack(self, cells: Words, state: Words, seen: int) -> Placement:
        """The placement that cells and a state stand for."""


class BoardPosition(Placement):
    """A placement in the form of the kernel. Its pieces and its text are made when asked for.

    Args:
        keeper: the tables that the types belong to; they keep their numbers for as long as it lives.
        cells: the type on each cell, never changed.
        head: the state from TURN to OWNERS, likewise.
        seen: how often the position has been there.
        board: both in one value, if that is known.
    """

    __slots__ = ("_board", "_placement", "cells", "head", "keeper")
    keeper: Keeper
    cells: Words
    head: Words
    _board: bytes | None
    _placement: Placement | None

    def __init__(self, keeper: Keeper, cells: Words, head: Words, seen: int = 1, board: bytes | None = None) -> None:
        keep = object.__setattr__
        keep(self, "keeper", keeper)
        keep(self, "cells", cells)
        keep(self, "head", head)
        keep(self, "seen", seen)
        keep(self, "_board", board)
        keep(self, "_placement", None)

    @property
    def board(self) -> bytes:
        """The cells and the state in one value, the same for equal positions of a keeper."""
        if self._board is None:
            object.__setattr__(self, "_board", self.cells.tobytes() + self.head.tobytes())
        assert self._board is not None
        return self._board

    @property
    def placement(self) -> Placement:
        """The position as an ordinary placement."""
        if self._placement is None:
            object.__setattr__(self, "_placement", self.keeper.unpack(self.cells, self.head, self.seen))
        assert self._placement is not None
        return self._placement

    @property
    def pieces(self) -> tuple[Standing, ...]:
        """Cell, kinds and army of every piece."""
        return self.placement.pieces

    @property
    def turn(self) -> str:
        """The player to move."""
        return self.keeper.armies[self.head[TURN]]

    @property
    def state(self) -> tuple[tuple[str, Value], ...]:
        """The other facts of the position."""
        return self.placement.state

    @property
    def quiet(self) -> int:
        """Moves since the last progress."""
        return int(self.head[QUIET])

    @property
    def stores(self) -> Stores:
        """What is held beside the board."""
        return self.placement.stores

    def counted(self, quiet: int) -> Placement:
        """The position with another half-move clock, and without repetitions."""
        if (self.quiet, self.seen) == (quiet, 1):
            return self
        head = self.head.copy()
        head[QUIET] = quiet
        return BoardPosition(self.keeper, self.cells, head)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        now = self.placement
        return Placement, (now.pieces, now.turn, now.state, now.quiet, now.seen, now.stores)
