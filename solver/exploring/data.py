"""The data of the explorer's page: the board, the drawn pieces, and the answers about positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..asp.terms import NOBODY
from ..draw.glyphs import glyphs
from ..draw.panels import panels
from ..draw.style import TILE, document, number
from ..draw.themes import DEFAULT_THEME, THEMES
from ..explain.marks import every_marks
from ..play.engine import Outcome
from ..play.game import Game
from ..play.move import Move
from ..play.position import Position
from ..play.setup import read_position
from ..solving.problem.kind import PASS
from ..solving.problem.solution import Solution

if TYPE_CHECKING:
    from ..explain.marks import Routes


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a page.

    Attributes:
        position: the position.
        move: the move that led to it, as it is written; None if there is none.
        touched: the first and last cell of that move.
        kind: the kind of the move in a solution, such as `key` or `defence`; otherwise "".
        before: the number of the step before it; None for the first.
    """

    position: Position
    move: str | None = None
    touched: tuple[str, ...] = ()
    kind: str = ""
    before: int | None = None


def steps_of_line(start: Position, moves: Sequence[Move]) -> list[Step]:
    """The steps of a game, or of a part of one."""
    steps = [Step(start)]
    for place, move in enumerate(moves):
        after = steps[-1].position.push(move)
        steps.append(Step(after, str(move), _touched(move), "", place))
    return steps


def steps_of_solution(solution: Solution) -> list[Step]:
    """The steps of a solution's tree. The play after a position is shown at its first occurrence only."""
    steps = [Step(solution.position)]
    waiting, seen = [(solution.play.root, 0)], {solution.play.root}
    while waiting:
        node, place = waiting.pop()
        position = steps[place].position
        for after, edge in sorted(solution.play.edges[node].items(), key=lambda each: str(each[1])):
            text, kind = str(edge), str(edge.kind)
            touched = () if text == PASS else _touched(position.move(text))
            steps.append(Step(read_position(position.game, str(after), Position), text, touched, kind, place))
            if after not in seen:
                seen.add(after)
                waiting.append((after, len(steps) - 1))
    return steps


def data(steps: Sequence[Step], figurines: bool = False) -> dict[str, Any]:
    """The data of the page, as explorer/data.ts describes it.

    Args:
        steps: the steps, the first one first.
        figurines: whether pieces are drawn as the game's symbols, where it has them.
    """
    game = steps[0].position.game
    board = panels(game.ruleset)
    positions = {str(step.position): step.position for step in steps}
    numbers = {name: number for number, name in enumerate(positions)}
    drawn = {piece for position in positions.values() for piece in position.pieces.values()}
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
        "glyphs": {name: _glyph(game, piece.kinds, piece.army, figurines) for piece, name in names.items()},
        "positions": [
            {
                "turn": position.turn,
                "outcome": _said(position.ending()),
                "pieces": {cell: names[piece] for cell, piece in position.pieces.items()},
                **_asked(position),
            }
            for position in positions.values()
        ],
        "steps": [
            {"at": numbers[str(s.position)], "move": s.move, "touched": s.touched, "kind": s.kind, "before": s.before}
            for s in steps
        ],
    }


def _touched(move: Move) -> tuple[str, ...]:
    """The first and last cell of a move."""
    return tuple(filter(None, [move.origin, *sorted(move.arrivals)]))


def _asked(position: Position) -> dict[str, Any]:
    """The cells that every piece reaches, and the pieces that attack each cell or are blocked."""
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
    """The cells that a piece attacks, and those to which it is blocked, with the blocking pieces."""
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


def _glyph(game: Game, kinds: tuple[str, ...], army: str, figurines: bool) -> str:
    """A piece as a picture of the size of a cell."""
    import drawsvg

    half = number(TILE / 2)
    picture = drawsvg.Drawing(TILE, TILE, origin=(-half, -half))
    picture.append(glyphs(game.ruleset, THEMES[DEFAULT_THEME]).piece(kinds, army, figurines))
    return document(picture)
