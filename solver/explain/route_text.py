"""Routes in words: their directions, the cells that they pass through, and the pieces there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clingo import Symbol, SymbolType

from ..asp.terms import Vector, is_vector
from ..play.game import Game
from ..play.position import Position


@dataclass(frozen=True, slots=True)
class Route:
    """A route of a piece to a cell.

    Attributes:
        by: the directions that span it, each with the number of its steps: `plane (1,1,0) x2 + (1,0,1) x1`; for a
            single step, `leap (1,2,0)` or `step (0,1,0)`.
        cells: the cells that it passes through.
        blockers: the pieces on those cells, such as `KnCc3`, but for those that it captures.
        open: whether the piece may use it.
        parts: for a compound, the kinds that have the route: `planar rook`.
        captures: the pieces that it captures on the way, such as `KnCc3`.
        lacks: the cells on the way where it must capture, and cannot.
    """

    by: str
    cells: tuple[str, ...]
    blockers: tuple[str, ...]
    open: bool
    parts: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The route as documented for `--json`."""
        return {
            "by": self.by,
            "cells": list(self.cells),
            "blockers": list(self.blockers),
            "open": self.open,
            "parts": list(self.parts),
            "captures": list(self.captures),
            "lacks": list(self.lacks),
        }

    def __str__(self) -> str:
        by = f"{self.by}, by its {' or '.join(self.parts)}" if self.parts else self.by
        return f"{by}: {', '.join(self._state())}"

    def _state(self) -> Iterator[str]:
        """Whether it is open, and why."""
        blockers = ", ".join(self.blockers)
        if self.open:
            yield "open"
            if blockers:
                yield f"over {blockers}"
            if self.captures:
                yield f"capturing {', '.join(self.captures)}"
        elif blockers or self.lacks:
            if blockers:
                yield f"blocked by {blockers}"
            if self.lacks:
                yield f"with nothing to capture on {', '.join(self.lacks)}"
        else:
            yield "not open"
            if self.cells:
                yield f"with no piece on {', '.join(self.cells)}"


def routes_by(
    position: Position, origin: str, points: Mapping[int, Collection[str]], opened: set[tuple[Vector, int]]
) -> tuple[Route, ...]:
    """Some routes of the piece on a cell, open ones first.

    Args:
        position: the position.
        origin: the cell of the piece.
        points: the numbers of the points where the routes end, each with the uses that matter.
        opened: the routes that are open, each a cell and the number of a point.
    """
    game, piece = position.game, position.pieces[origin]
    start, table = game.vectors[origin], game.ruleset.routes
    routes = []
    for point, uses in points.items():
        captured = table.cells_captured(start, point)
        if not all(cell in game.names for cell in captured):
            continue
        cells = sorted(game.names[cell] for cell in table.cells_before(start, point))
        on_way = sorted(game.names[cell] for cell in captured)
        blockers = tuple(piece_at(position, cell) for cell in cells if cell in position.pieces and cell not in on_way)
        lacks = tuple(cell for cell in on_way if not are_opponents(position, origin, cell))
        captures = tuple(piece_at(position, cell) for cell in on_way if cell not in lacks)
        is_open = (start, point) in opened and not lacks
        kinds = table.kinds_with(point, piece.kinds, piece.army, uses)
        parts = tuple(map(worded, kinds)) if len(piece.kinds) > 1 else ()
        by = _by(game, point, kinds)
        routes.append(Route(by, tuple(cells), blockers, is_open, parts, captures, lacks))
    return tuple(sorted(set(routes), key=lambda route: (not route.open, route.by)))


def are_opponents(position: Position, one: str, other: str) -> bool:
    """Whether there is a piece on another cell, and another player moves it."""
    piece = position.pieces.get(other)
    return piece is not None and position.commander(piece.army) != position.commander(position.pieces[one].army)


def _by(game: Game, point: int, kinds: Iterable[str]) -> str:
    """A route of some kinds as its directions and numbers of steps."""
    term = game.ruleset.routes.terms[point]
    steps = {game.ruleset.single_steps.get((kind, term)) for kind in kinds}
    single = steps.pop() if len(steps) == 1 else None
    return _in_words(game, term, single)


def _in_words(game: Game, term: Symbol, single: str | None = None) -> str:
    """The name of a term, with the directions in it; after each how often it is repeated, if it is no single step.

    A term without a direction that has a string is that string. Any other stands as the rules write it.
    """
    dimensions = len(next(iter(game.names)))
    words, before = list[str](), None
    for argument in term.arguments:
        if is_vector(argument) and len(argument.arguments) == dimensions:
            words.append(f"({','.join(str(argument.arguments[axis]) for axis in game.ruleset.axes)})")
        elif argument.type is SymbolType.Function and argument.arguments:
            words.append(_in_words(game, argument))
        elif before is not None and is_vector(before) and not single:
            words[-1] += f" x{argument}"
        before = argument
    if words:
        return f"{single or term.name} {' + '.join(words)}"
    return next((each.string for each in term.arguments if each.type is SymbolType.String), str(term))


def worded(kind: str) -> str:
    """A kind's name inside a sentence."""
    return kind.replace("_", " ")


def piece_at(position: Position, cell: str) -> str:
    """A piece with its cell, such as `KnCc3`; the cell alone if it is empty."""
    piece = position.pieces.get(cell)
    return f"{position.game.piece_name(piece.kinds)}{cell}" if piece else cell
