"""Positions as pictures: every panel of the board side by side, as SVG or as PNG.

What is drawn comes from the rules: where a cell lies and how it is tinted from the board, the shape of a piece
from the way it moves. Marks show how far a piece reaches, and which cells other pieces shadow from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import drawsvg

from ..explain.marks import Marks
from ..files import write_whole
from ..play.position import Position
from . import signs
from .glyphs import glyphs
from .panels import Label, Panel, Panels, Tile, panels
from .png import png as rendered
from .style import (
    FAINT,
    GRID,
    GROUNDS,
    HUED,
    INK,
    TILE,
    Point,
    colour,
    document,
    drawing,
    polygon,
    put,
    stamp,
    titled,
    words,
)

_GAP = 0.55 * TILE
_MARGIN = 0.45 * TILE
_LABEL = 0.6 * TILE
_TITLE = 0.75 * TILE
_WIDEST = 40.0  # tiles; what would be wider goes into another row


def svg(position: Position, marks: Marks | None = None, caption: str = "", figurines: bool = False) -> str:
    """The picture of a position as an SVG document, each cell with its name as a tooltip.

    Args:
        position: what to show.
        marks: what to point out in it.
        caption: a line to print below it, such as a stipulation.
        figurines: whether to draw the symbols that the game gives its kinds, where it does.
    """
    return document(_Picture(position, marks or Marks(), caption, figurines).drawing())


def png(
    position: Position,
    path: str | Path | None = None,
    marks: Marks | None = None,
    scale: float = 2.0,
    caption: str = "",
    figurines: bool = False,
) -> bytes:
    """The same picture as a PNG file.

    Args:
        position: what to show.
        path: where to write it, if anywhere.
        marks: what to point out in it.
        scale: how many pixels to one of the SVG's.
        caption: a line to print below it.
        figurines: whether to draw the symbols that the game gives its kinds, where it does.

    Raises:
        ValueError: if the scale is not positive.
        OSError: if the file cannot be written.
    """
    data = rendered(svg(position, marks, caption, figurines), scale)
    if path is not None:
        write_whole(Path(path), data)
    return data


class _Picture:
    """The measures of one picture."""

    def __init__(self, position: Position, marks: Marks, caption: str, figurines: bool) -> None:
        self.position = position
        self.marks = marks
        self.figurines = figurines
        self.board: Panels = panels(position.game.ruleset)
        self.glyphs = glyphs(position.game.ruleset)
        self.numbers = {cell: str(number) for number, cell in enumerate(marks.blockers, 1)}
        self.legend = signs.Legend(position, marks, self.numbers, caption)
        if self.board.shape == "hex":
            width, height = 1.22 * TILE, 1.22 * TILE * math.sqrt(3) / 2
            self.unit = (0.75 * width, height / 2)
            self.half = (width / 2, height / 2)
            turns = [math.radians(angle) for angle in range(0, 360, 60)]
            self.corners = tuple((width / 2 * math.cos(turn), width / 2 * math.sin(turn)) for turn in turns)
        else:
            half = TILE / 2
            self.unit, self.half = (TILE, TILE), (half, half)
            self.corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        least_x, most_x, least_y, most_y = self.board.box
        self.size = (
            (most_x - least_x) * self.unit[0] + 2 * self.half[0],
            (most_y - least_y) * self.unit[1] + 2 * self.half[1],
        )
        self.head = _TITLE if any(panel.title for panel in self.board.panels) else 0.0
        self.grounds = {look: self._ground(*look) for _, tile in self.board.seats.values() for look in [_look(tile)]}
        self.shadow = stamp(("shadow", self.corners), [signs.hatch(self.corners)])

    def _ground(self, shade: int, hue: str | None) -> drawsvg.Group:
        """An empty cell: its hue made pale, or paper where it has none."""
        paper = GROUNDS[shade] if hue is None else HUED[shade]
        cell = [polygon(self.corners, paper, GRID, 0.016 * TILE)]
        if hue is not None:
            tinted = polygon(self.corners, colour(hue))
            tinted.args["fill-opacity"] = 0.2
            cell.append(tinted)
        return stamp((self.corners, shade, hue), cell)

    def drawing(self) -> drawsvg.Drawing:
        """Everything together."""
        count = len(self.board.panels)
        pitch = (self.size[0] + _LABEL + _GAP, self.head + self.size[1] + _LABEL + 0.35 * _GAP)
        rows = math.ceil(count / max(1, int(_WIDEST * TILE // pitch[0])))
        columns = math.ceil(count / rows)
        rows = math.ceil(count / columns)
        elements: list[drawsvg.DrawingElement] = []
        for number, panel in enumerate(self.board.panels):
            row, column = divmod(number, columns)
            elements += self._panel(panel, (_MARGIN + _LABEL + column * pitch[0], _MARGIN + row * pitch[1] + self.head))
        left, foot = 1.55 * _MARGIN, _MARGIN + rows * pitch[1] + 0.1 * TILE
        width = max(2 * _MARGIN + columns * pitch[0] - _GAP, left + self.legend.width + _MARGIN)
        legend, height = self.legend.elements(left, foot, width - _MARGIN)
        return drawing(round(width), round(foot + height + 0.5 * _MARGIN), [*elements, *legend])

    def _panel(self, panel: Panel, corner: Point) -> Iterator[drawsvg.DrawingElement]:
        least_x, _, _, most_y = self.board.box

        def place(x: float, y: float) -> Point:
            return (
                corner[0] + (x - least_x) * self.unit[0] + self.half[0],
                corner[1] + (most_y - y) * self.unit[1] + self.half[1],
            )

        if panel.title:
            yield words((corner[0] + self.size[0] / 2, corner[1] - 0.4 * TILE), panel.title, 0.5 * TILE, bold=True)
        for tile in panel.tiles:
            yield self._tile(tile, place(tile.x, tile.y))
        if self.board.shape != "hex":
            xs, ys = [tile.x for tile in panel.tiles], [tile.y for tile in panel.tiles]
            (left, top), (right, low) = place(min(xs) - 0.5, max(ys) + 0.5), place(max(xs) + 0.5, min(ys) - 0.5)
            yield polygon(((left, top), (right, top), (right, low), (left, low)), "none", INK, 0.035 * TILE)
        for label in panel.labels:
            yield self._label(label, place(label.x, label.y))

    def _label(self, label: Label, at: Point) -> drawsvg.DrawingElement:
        """A letter or number before the first tile of its line."""
        dx, dy = label.dx * self.unit[0], -label.dy * self.unit[1]
        share = (self.half[1] + 0.3 * TILE) / (math.hypot(dx, dy) or 1.0)
        return words((at[0] - dx * share, at[1] - dy * share), label.text, 0.3 * TILE, FAINT)

    def _tile(self, tile: Tile, at: Point) -> drawsvg.Group:
        piece = self.position.pieces.get(tile.name)
        blockers = self.marks.shadowed.get(tile.name, ())
        title = f"{signs.named(self.position, tile.name)} {piece.army}" if piece else tile.name
        parts: list[drawsvg.DrawingElement] = [put(self.grounds[_look(tile)], at)]
        if blockers:
            parts.append(put(self.shadow, at))
            title += ", shadowed by " + " ".join(signs.named(self.position, cell) for cell in blockers)
        mark = self._mark(tile.name)
        if mark:
            parts.append(signs.frame(mark, self.corners, at))
            title += f", {mark}" if mark != "origin" else ""
        if piece:
            parts.append(put(self.glyphs.piece(piece.kinds, piece.army, self.figurines), at))
        elif tile.name in self.marks.reached:
            parts.append(signs.dot(at))
            title += ", reached"
        if blockers:
            parts += signs.tag([self.numbers[cell] for cell in blockers], at, bool(piece))
        if tile.name in self.numbers:
            parts += signs.badge(self.numbers[tile.name], (at[0] + 0.34 * TILE, at[1] - 0.33 * TILE))
        return titled(title, parts)

    def _mark(self, cell: str) -> str | None:
        """Which frame a cell has."""
        if cell == self.marks.origin:
            return "origin"
        return "captured" if cell in self.marks.captures else "guarded" if cell in self.marks.guarded else None


def _look(tile: Tile) -> tuple[int, str | None]:
    return tile.shade, tile.hue
