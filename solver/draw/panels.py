"""The layout of a board on paper, as its rules define it: panels of tiles, with labels at their edges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from clingo import Symbol

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, text, vector
from ..errors import RulesError

Place: TypeAlias = tuple[int, int]
_SHADES = {"light": 0, "middle": 1, "dark": 2}


@dataclass(frozen=True, slots=True)
class Tile:
    """A cell in the picture.

    Attributes:
        name: the cell's name.
        x: how far right, in the units of the rules.
        y: how far up.
        shade: how dark its tint is: 0 light, 1 middle, 2 dark.
        hue: a colour's name, if the rules give it one.
    """

    name: str
    x: int
    y: int
    shade: int
    hue: str | None


@dataclass(frozen=True, slots=True)
class Label:
    """A letter or number at the edge: it stands before the tile at `x`, `y`, in the direction `dx`, `dy`."""

    text: str
    x: int
    y: int
    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the board that is drawn in one piece, such as a tier.

    Attributes:
        title: what is written above it.
        tiles: its cells.
        labels: what is written at its edge.
        lines: from cell to cell: with lines, pieces stand on points, which have no shade.
    """

    title: str
    tiles: tuple[Tile, ...]
    labels: tuple[Label, ...]
    lines: tuple[tuple[Place, Place], ...]


@dataclass(frozen=True, slots=True)
class Panels:
    """All panels of a board.

    Attributes:
        shape: what a tile is, `square` or `hex` (flat sides up and down).
        panels: in the order of their terms.
        seats: for each cell, the number of its panel and its tile.
    """

    shape: str
    panels: tuple[Panel, ...]
    seats: dict[str, tuple[int, Tile]]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The least and greatest x, then y, of any panel: all are given the same room."""
        tiles = [tile for panel in self.panels for tile in panel.tiles]
        xs, ys = [tile.x for tile in tiles], [tile.y for tile in tiles]
        return min(xs), max(xs), min(ys), max(ys)

    def filled(self, cells: Iterable[str]) -> tuple[Panel, ...]:
        """The panels with some of these cells; all, if there are no such."""
        numbers = {self.seats[cell][0] for cell in cells}
        return tuple(panel for number, panel in enumerate(self.panels) if not numbers or number in numbers)


@lru_cache(maxsize=16)
def panels(ruleset: Ruleset) -> Panels:
    """The panels of a game's board.

    Raises:
        RulesError: if its rules do not say where a cell is drawn, or draw a line elsewhere than between two cells
            of a panel.
    """
    names = ruleset.cells
    tints = [] if ruleset.facts("drawn_line", 2) else ruleset.facts("tint", 2)
    shades = {vector(s.arguments[0]): _SHADES.get(text(s.arguments[1]), 0) for s in tints}
    hues = {vector(s.arguments[0]): text(s.arguments[1]) for s in ruleset.facts("hue", 2)}
    titles = {s.arguments[0]: text(s.arguments[1]) for s in ruleset.facts("panel", 2)}
    members: dict[Symbol, dict[Vector, Tile]] = defaultdict(dict)
    for symbol in ruleset.facts("drawn", 4):
        term, panel, x, y = symbol.arguments
        cell = vector(term)
        members[panel][cell] = Tile(names[cell], x.number, y.number, shades.get(cell, 0), hues.get(cell))
    missing = set(names) - {cell for tiles in members.values() for cell in tiles}
    if missing:
        raise RulesError(f"{ruleset.name}: drawn/4 does not say where {names[min(missing)]} is in a picture")
    parts = _name_parts(ruleset)
    lines = _lines(ruleset, members)
    found = tuple(
        Panel(
            titles.get(panel, text(panel)),
            tuple(sorted(members[panel].values(), key=lambda tile: (-tile.y, tile.x))),
            _labels(members[panel], parts),
            lines[panel],
        )
        for panel in sorted(members)
    )
    seats = {tile.name: (number, tile) for number, panel in enumerate(found) for tile in panel.tiles}
    shape = next((text(s.arguments[0]) for s in ruleset.facts("tile", 1)), "square")
    return Panels(shape, found, seats)


def _lines(
    ruleset: Ruleset, members: dict[Symbol, dict[Vector, Tile]]
) -> dict[Symbol, tuple[tuple[Place, Place], ...]]:
    """The lines of each panel, each once."""
    found: dict[Symbol, set[tuple[Place, Place]]] = {panel: set() for panel in members}
    for symbol in ruleset.facts("drawn_line", 2):
        ends = [vector(term) for term in symbol.arguments]
        panel = next((panel for panel, tiles in members.items() if all(end in tiles for end in ends)), None)
        if panel is None:
            raise RulesError(f"{ruleset.name}: {symbol} does not join two cells of a panel")
        start, end = sorted((members[panel][each].x, members[panel][each].y) for each in ends)
        found[panel].add((start, end))
    return {panel: tuple(sorted(lines)) for panel, lines in found.items()}


def _name_parts(ruleset: Ruleset) -> dict[Vector, dict[int, str]]:
    parts: dict[Vector, dict[int, str]] = defaultdict(dict)
    for symbol in ruleset.facts("name_part", 3):
        cell, place, part = symbol.arguments
        parts[vector(cell)][place.number] = text(part)
    return parts


def _labels(tiles: dict[Vector, Tile], parts: dict[Vector, dict[int, str]]) -> tuple[Label, ...]:
    """The parts of names that distinguish lines of cells in a panel, each at the start of its line.

    The label of a slanting line stands level with its first cell where there is room, for else it is between two lines.
    """
    lines: dict[tuple[int, str], list[Place]] = defaultdict(list)
    for cell, tile in tiles.items():
        for place, part in parts[cell].items():
            lines[place, part].append((tile.x, tile.y))
    labels = []
    filled = {(tile.x, tile.y) for tile in tiles.values()}
    for (place, part), line in sorted(lines.items()):
        if len({other for number, other in lines if number == place}) == 1:
            continue  # the same in the whole panel, so it is in the title
        line.sort()
        if len(line) > 1:
            dx, dy = line[1][0] - line[0][0], line[1][1] - line[0][1]
        else:
            dx, dy = _usual_step(place, lines)
        labels.append(Label(part, *line[0], dx, dy if dx == 0 or _is_beside(line[0], filled) else 0))
    return tuple(labels)


def _is_beside(first: Place, filled: set[Place]) -> bool:
    """Whether there are cells at the left of a line's first cell, so that its label cannot be level with it."""
    x, y = first
    return any((x - 1, y + up) in filled for up in (-1, 0, 1))


def _usual_step(place: int, lines: dict[tuple[int, str], list[Place]]) -> Place:
    """From a cell to the next of its line, in those lines that have two."""
    for (number, _), line in sorted(lines.items()):
        if number == place and len(line) > 1:
            (x, y), (u, v) = sorted(line)[:2]
            return u - x, v - y
    return (1, 0)
