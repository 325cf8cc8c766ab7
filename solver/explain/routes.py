"""Routes in words: what spans them, what they pass through, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clingo import Symbol

from ..asp.terms import Vector, is_vector
from ..play.game import Game
from ..play.position import Position


@dataclass(frozen=True, slots=True)
class Route:
    """One route of a piece to a cell.

    Attributes:
        by: the directions that span it, each with the number of its steps: `plane (1,1,0) x2 + (1,0,1) x1`.
        cells: the cells that it passes through.
        blockers: the pieces on those cells, such as `KnCc3`.
        open: whether the rules let the piece through.
    """

    by: str
    cells: tuple[str, ...]
    blockers: tuple[str, ...]
    open: bool

    def as_json(self) -> dict[str, Any]:
        """The route as documented for `--json`."""
        return {"by": self.by, "cells": list(self.cells), "blockers": list(self.blockers), "open": self.open}

    def __str__(self) -> str:
        if not self.blockers:
            return f"{self.by}: open" if self.open else f"{self.by}: closed"
        return f"{self.by}: {'open, over' if self.open else 'blocked by'} {', '.join(self.blockers)}"


def routes_by(
    position: Position, origin: str, points: Iterable[int], opened: set[tuple[Vector, int]]
) -> tuple[Route, ...]:
    """Some routes of the piece on a cell, open ones first.

    Args:
        position: the position.
        origin: where the piece stands.
        points: the numbers of the points where the routes end.
        opened: the routes that are open, each a cell and the number of a point.
    """
    game = position.game
    start = game.vectors[origin]
    routes = []
    for point in points:
        cells = sorted(game.names[cell] for cell in game.ruleset.routes.cells_before(start, point))
        blockers = tuple(piece_at(position, cell) for cell in cells if cell in position.pieces)
        by = _by(game, game.ruleset.routes.terms[point])
        routes.append(Route(by, tuple(cells), blockers, (start, point) in opened))
    return tuple(sorted(set(routes), key=lambda route: (not route.open, route.by)))


def _by(game: Game, term: Symbol) -> str:
    """A route's term as its directions and numbers of steps."""
    words: list[str] = []
    dimensions = len(next(iter(game.names)))
    for argument in term.arguments:
        if is_vector(argument) and len(argument.arguments) == dimensions:
            shown = [str(argument.arguments[axis]) for axis in game.ruleset.axes]
            words.append(f"({','.join(shown)})")
        elif words:
            words[-1] += f" x{argument}"
    return f"{term.name} {' + '.join(words)}"


def piece_at(position: Position, cell: str) -> str:
    """A piece with its cell, such as `KnCc3`; the cell alone if it is empty."""
    piece = position.pieces.get(cell)
    return f"{position.game.piece_name(piece.kinds)}{cell}" if piece else cell
