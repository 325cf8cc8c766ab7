"""What the explorer's page knows: a board, the pieces as they are drawn, and what there is to say of positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..asp.terms import NOBODY
from ..draw.glyphs import glyphs
from ..draw.panels import panels
from ..draw.style import TILE, document, number
from ..draw.themes import DEFAULT_THEME, THEMES
from ..explain.marks import every_marks
from ..play.engine import Outcome
from ..play.move import Move
from ..play.position import Position

if TYPE_CHECKING:
    from ..explain.marks import Routes


def data(positions: Sequence[Position], moves: Sequence[Move], figurines: bool = False) -> dict[str, Any]:
    """What the page shows, as explorer/data.ts describes it.

    Args:
        positions: those to step through, one at least.
        moves: the moves between them.
        figurines: whether pieces are drawn as the symbols that the game gives them, where it does.
    """
    game = positions[0].game
    board = panels(game.ruleset)
    drawn = {piece for position in positions for piece in position.pieces.values()}
    names = {piece: str(place) for place, piece in enumerate(sorted(drawn, key=str))}
    return {
        "game": game.name,
        "shape": board.shape,
        "panels": [
            {
                "title": panel.title,
                "cells": [{"name": t.name, "x": t.x, "y": t.y, "shade": t.shade} for t in panel.tiles],
                "labels": [{"text": e.text, "x": e.x, "y": e.y, "dx": e.dx, "dy": e.dy} for e in panel.labels],
            }
            for panel in board.panels
        ],
        "glyphs": {name: _glyph(positions[0], piece.kinds, piece.army, figurines) for piece, name in names.items()},
        "frames": [
            {
                "move": str(move) if move else None,
                "touched": [move.origin, *sorted(move.arrivals)] if move else [],
                "turn": position.turn,
                "outcome": _said(position.ending()),
                "pieces": {cell: names[piece] for cell, piece in position.pieces.items()},
                **_asked(position),
            }
            for move, position in zip((None, *moves), positions, strict=True)
        ],
    }


def _asked(position: Position) -> dict[str, Any]:
    """What every piece reaches, by what each cell is attacked, and by what it would be but for others."""
    about: dict[str, Any] = {}
    attacked: dict[str, list[str]] = defaultdict(list)
    barred: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for cell, (found, routes) in every_marks(position).items():
        piece = position.pieces[cell]
        about[cell] = {
            "name": position.game.piece_name(piece.kinds),
            "army": piece.army,
            "player": position.commander(piece.army),
            "reached": sorted(found.reached),
            "captures": sorted(found.captures),
            "guarded": sorted(found.guarded),
            "shadowed": {name: list(by) for name, by in found.shadowed.items()},
        }
        if position.commander(piece.army) != NOBODY:
            opened, closed = _attacks(position, cell, routes)
            for end in sorted(opened):
                attacked[end].append(cell)
            for end, by in sorted(closed.items()):
                barred[end][cell] = sorted(by)
    return {"about": about, "attacked": attacked, "barred": barred}


def _attacks(position: Position, cell: str, routes: Routes) -> tuple[set[str], dict[str, set[str]]]:
    """The cells that a piece attacks, and those that it would attack, with the pieces in its way."""
    game = position.game
    origin = game.vectors[cell]
    opened, closed = set[str](), defaultdict[str, set[str]](set)
    for point, end, use, is_open in routes:
        if use not in game.ruleset.takes or game.ruleset.seizes(point):
            continue
        if is_open:
            opened.add(game.names[end])
        else:
            between = {game.names[each] for each in game.ruleset.routes.cells_before(origin, point)}
            closed[game.names[end]] |= between & position.pieces.keys()
    return opened, {end: by for end, by in closed.items() if by and end not in opened}


def _said(outcome: Outcome | None) -> str | None:
    """How a game has ended, in a few words."""
    if outcome is None:
        return None
    by = f" by {' and '.join(outcome.by)}" if outcome.by else ""
    return outcome.reason + by + (f": {outcome.winner} has won" if outcome.winner else ": a draw")


def _glyph(position: Position, kinds: tuple[str, ...], army: str, figurines: bool) -> str:
    """A piece as a picture of its own, as large as a cell."""
    import drawsvg

    half = number(TILE / 2)
    picture = drawsvg.Drawing(TILE, TILE, origin=(-half, -half))
    picture.append(glyphs(position.game.ruleset, THEMES[DEFAULT_THEME]).piece(kinds, army, figurines))
    return document(picture)
