"""The data of the explorer's page: the board, the drawn pieces, and the answers about positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..asp.terms import NO_COMMANDER
from ..draw.glyphs import glyphs
from ..draw.panels import panels
from ..draw.style import TILE, document, number
from ..draw.symbols import shows_figurines
from ..draw.themes import DEFAULT_THEME, THEMES
from ..explain.marks import every_marks
from ..play.from_text import read_position
from ..play.game import Game
from ..play.move import Move
from ..play.piece import Piece
from ..play.position import Position
from ..solving.problem.kind import PASS
from ..solving.problem.solution import Solution

if TYPE_CHECKING:
    from ..explain.marks import Routes


MOST_ANSWERED = 400
"""The most positions of a page that answers about all of them; one with more leaves out the ends of lines."""


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


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a page shows at a time: a position with what follows it.

    Attributes:
        steps: what there is to step through, the first one first.
        title: what it is called; "" for the name of the game.
        notes: lines below the title.
    """

    steps: list[Step]
    title: str = ""
    notes: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        """The game of all its positions."""
        return self.steps[0].position.game

    @property
    def key(self) -> str:
        """What the page calls the game with the readings chosen."""
        return " ".join([self.game.name, *self.game.ruleset.chosen])


def steps_of_line(start: Position, moves: Sequence[Move]) -> list[Step]:
    """The steps of a game, or of a part of one."""
    steps = [Step(start)]
    for place, move in enumerate(moves):
        after = steps[-1].position.push(move)
        steps.append(Step(after, str(move), touched(move), "", place))
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
            ends = () if text == PASS else touched(position.move(text))
            steps.append(Step(read_position(position.game, str(after), Position), text, ends, kind, place))
            if after not in seen:
                seen.add(after)
                waiting.append((after, len(steps) - 1))
    return steps


def page_data(chapters: Sequence[Chapter], figurines: bool | None = None) -> dict[str, Any]:
    """The data of a page without a server, as explorer/data.ts describes it.

    Args:
        chapters: what there is to step through.
        figurines: whether pieces are drawn as symbols of the game; by default if all its kinds have one.
    """
    games: dict[str, dict[str, Any]] = {}
    pieces: dict[str, set[Piece]] = defaultdict(set)
    for chapter in chapters:
        games.setdefault(chapter.key, board_data(chapter.game))
        pieces[chapter.key].update(*(step.position.pieces.values() for step in chapter.steps))
    by_key = {chapter.key: chapter.game for chapter in chapters}
    for key, found in pieces.items():
        games[key]["glyphs"] = glyph_data(by_key[key], found, figurines)
    many = sum(len(chapter.steps) for chapter in chapters) > MOST_ANSWERED
    shown = [chapter_data(chapter, "followed" if many else "all") for chapter in chapters]
    return {"games": games, "chapters": shown, "service": None}


def board_data(game: Game) -> dict[str, Any]:
    """A game's board, without its pieces."""
    board = panels(game.ruleset)
    return {
        "name": game.name,
        "players": game.ruleset.players,
        "shape": board.shape,
        "panels": [
            {
                "title": panel.title,
                "cells": [{"name": t.name, "x": t.x, "y": t.y, "shade": t.shade} for t in panel.tiles],
                "lines": panel.lines,
                "labels": [{"text": e.text, "x": e.x, "y": e.y, "dx": e.dx, "dy": e.dy} for e in panel.labels],
            }
            for panel in board.panels
        ],
        "glyphs": {},
        "readings": readings_data(game),
    }


def readings_data(game: Game) -> list[dict[str, Any]]:
    """The questions that a game's document leaves open, each with its readings and the one that holds."""
    names: dict[str, list[str]] = defaultdict(list)
    holds: dict[str, str] = {}
    for each in game.ruleset.readings:
        names[each.question].append(each.name)
        if each.name in game.ruleset.chosen or (each.default and each.question not in holds):
            holds[each.question] = each.name
    return [{"question": question, "names": found, "chosen": holds[question]} for question, found in names.items()]


def glyph_data(game: Game, pieces: Iterable[Piece], figurines: bool | None) -> dict[str, Any]:
    """How pieces look, by the names that `position_data` gives them."""
    shown = shows_figurines(game.ruleset, figurines)
    return {
        glyph_name(game, piece): {
            "svg": _glyph(game, piece.kinds, piece.army, shown),
            "name": game.piece_name(piece.kinds),
            "army": piece.army,
        }
        for piece in sorted(pieces, key=lambda each: (each.army, each.kinds))
    }


def glyph_name(game: Game, piece: Piece) -> str:
    """What a page calls pieces of the same looks, such as `white Pr`."""
    return f"{piece.army} {game.piece_name(piece.kinds)}"


def chapter_data(chapter: Chapter, asked: Literal["all", "followed", "none"]) -> dict[str, Any]:
    """A chapter, with each position once; `asked` selects the positions of which it has all of `asked_data`."""
    positions = {str(step.position): step.position for step in chapter.steps}
    numbers = {name: number for number, name in enumerate(positions)}
    followed = {str(chapter.steps[step.before].position) for step in chapter.steps if step.before is not None}
    answered = {"all": positions.keys(), "followed": followed, "none": set[str]()}[asked]
    return {
        "title": chapter.title,
        "notes": chapter.notes,
        "game": chapter.key,
        "positions": [position_data(position, name in answered) for name, position in positions.items()],
        "steps": [step_data(step, numbers[str(step.position)]) for step in chapter.steps],
    }


def step_data(step: Step, at: int) -> dict[str, Any]:
    """A step, at the position of that number."""
    return {"at": at, "move": step.move, "touched": step.touched, "kind": step.kind, "before": step.before}


def position_data(position: Position, asked: bool = True) -> dict[str, Any]:
    """A position; `asked` selects all that `asked_data` has of it."""
    ending = position.ending()
    return {
        "text": str(position),
        "turn": position.turn,
        "outcome": ending.text if ending else None,
        "check": position.is_check(),
        "pieces": {cell: glyph_name(position.game, piece) for cell, piece in position.pieces.items()},
        "asked": asked_data(position) if asked else None,
    }


def touched(move: Move) -> tuple[str, ...]:
    """The cells where a move begins and ends."""
    return tuple(filter(None, [move.origin, *sorted(move.arrivals)]))


def asked_data(position: Position) -> dict[str, Any]:
    """The cells that every piece reaches, and the pieces that attack each cell or are blocked."""
    about: dict[str, Any] = {}
    attacked: dict[str, list[str]] = defaultdict(list)
    blocked: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for cell, (found, routes) in every_marks(position).items():
        piece = position.pieces[cell]
        about[cell] = {
            "player": position.commander(piece.army),
            "reached": sorted(found.reached),
            "captures": sorted(found.captures),
            "guarded": sorted(found.guarded),
            "shadowed": {name: list(by) for name, by in found.shadowed.items()},
        }
        if position.commander(piece.army) != NO_COMMANDER:
            opened, closed = _attacks(position, cell, routes)
            for end in sorted(opened):
                attacked[end].append(cell)
            for end, by in sorted(closed.items()):
                blocked[end][cell] = sorted(by)
    return {"about": about, "attacked": attacked, "blocked": blocked}


def _attacks(position: Position, cell: str, routes: Routes) -> tuple[set[str], dict[str, set[str]]]:
    """The cells that a piece attacks, and those to which it is blocked, with the blocking pieces."""
    game = position.game
    origin = game.vectors[cell]
    opened, closed = set[str](), defaultdict[str, set[str]](set)
    for point, end, use, is_open in routes:
        if use not in game.ruleset.captures or game.ruleset.captures_on_way(point):
            continue
        if is_open:
            opened.add(game.names[end])
        else:
            between = {game.names[each] for each in game.ruleset.routes.cells_before(origin, point)}
            closed[game.names[end]] |= between & position.pieces.keys()
    return opened, {end: by for end, by in closed.items() if by and end not in opened}


def _glyph(game: Game, kinds: tuple[str, ...], army: str, figurines: bool) -> str:
    """A piece as a picture of the size of a cell."""
    import drawsvg

    half = number(TILE / 2)
    picture = drawsvg.Drawing(TILE, TILE, origin=(-half, -half))
    picture.append(glyphs(game.ruleset, THEMES[DEFAULT_THEME]).piece(kinds, army, figurines))
    return document(picture)
