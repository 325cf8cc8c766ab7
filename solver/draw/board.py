"""Positions as pictures: every panel of the board side by side, as SVG, as PNG, or as text for a terminal.

What is drawn comes from the rules: where a cell lies and how it is tinted from the board, the shape of a piece
from the way it moves. Marks show how far a piece reaches, and which cells other pieces shadow from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from PIL import ImageColor

from ..explain.marks import Marks, kind_marks, marks
from ..play.position import Position
from .canvas import (
    Circle,
    Drawing,
    Group,
    Line,
    Point,
    Polygon,
    Shape,
    Words,
    hatch,
    mix,
    pale,
    text_width,
    to_png,
    to_svg,
    write,
)
from .glyphs import glyphs
from .panels import Panel, Panels, Tile, panels
from .terminal import text

__all__ = ["Marks", "drawing", "kind_marks", "marks", "png", "svg", "text", "write"]

TILE = 44.0
_GAP = 0.55 * TILE
_MARGIN = 0.45 * TILE
_LABEL = 0.6 * TILE
_TITLE = 0.75 * TILE
_WIDEST = 40.0  # tiles; what would be wider goes into another row
_INK = "#2c2c33"
_FAINT = "#6d6d77"
_NEUTRAL = ("#f3ecdc", "#dccdb0", "#c2ab86")
_REACHED = "#0a7d4f"
_CAPTURED = "#d0221b"
_ORIGIN = "#f0a500"
_SHADOW = "#4a3f78"
_OUTLINE = "#ffffff"


def svg(position: Position, marks: Marks | None = None, caption: str = "") -> str:
    """The picture of a position as an SVG document, each cell with its name as a tooltip.

    Args:
        position: what to show.
        marks: what to point out in it.
        caption: a line to print below it, such as a stipulation.
    """
    return to_svg(drawing(position, marks, caption))


def png(
    position: Position,
    path: str | Path | None = None,
    marks: Marks | None = None,
    scale: float = 2.0,
    caption: str = "",
) -> bytes:
    """The same picture as a PNG file.

    Args:
        position: what to show.
        path: where to write it, if anywhere.
        marks: what to point out in it.
        scale: how many pixels to one of the SVG's.
        caption: a line to print below it.

    Raises:
        OSError: if the file cannot be written.
    """
    data = to_png(drawing(position, marks, caption), scale)
    if path is not None:
        write(path, data)
    return data


def drawing(position: Position, marks: Marks | None = None, caption: str = "") -> Drawing:
    """The picture as shapes, for either back end."""
    return _Picture(position, marks or Marks(), caption).drawing()


class _Picture:
    """The measures of one picture, and the shapes drawn so far."""

    def __init__(self, position: Position, marks: Marks, caption: str) -> None:
        self.position = position
        self.marks = marks
        self.caption = caption
        self.board: Panels = panels(position.game.ruleset)
        self.numbers = {cell: str(number) for number, cell in enumerate(marks.blockers, 1)}
        if self.board.shape == "hex":
            width, height = 1.22 * TILE, 1.22 * TILE * math.sqrt(3) / 2
            self.unit = (0.75 * width, height / 2)
            self.half = (width / 2, height / 2)
            angles = range(0, 360, 60)
            self.corners = tuple(
                (width / 2 * math.cos(math.radians(a)), width / 2 * math.sin(math.radians(a))) for a in angles
            )
        else:
            half = TILE / 2
            self.unit, self.half = (TILE, TILE), (half, half)
            self.corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        least_x, most_x, least_y, most_y = self.board.box
        self.size = (
            (most_x - least_x) * self.unit[0] + 2 * self.half[0],
            (most_y - least_y) * self.unit[1] + 2 * self.half[1],
        )
        titled = any(panel.title for panel in self.board.panels)
        self.head = _TITLE if titled else 0.0
        self.columns = self._columns()

    def _columns(self) -> int:
        count = len(self.board.panels)
        fit = max(1, int((_WIDEST * TILE) // (self.size[0] + _LABEL + _GAP)))
        rows = math.ceil(count / fit)
        return math.ceil(count / rows)

    def drawing(self) -> Drawing:
        """Everything together."""
        shapes: list[Shape] = []
        rows = math.ceil(len(self.board.panels) / self.columns)
        pitch = (self.size[0] + _LABEL + _GAP, self.head + self.size[1] + _LABEL + 0.35 * _GAP)
        width = 2 * _MARGIN + self.columns * pitch[0] - _GAP
        for number, panel in enumerate(self.board.panels):
            left = _MARGIN + _LABEL + (number % self.columns) * pitch[0]
            top = _MARGIN + (number // self.columns) * pitch[1] + self.head
            shapes += self._panel(panel, (left, top))
        foot = _MARGIN + rows * pitch[1] + 0.1 * TILE
        legend, height = self._legend(foot, width)
        return Drawing(round(width), round(foot + height + 0.5 * _MARGIN), (*shapes, *legend))

    def _panel(self, panel: Panel, corner: Point) -> Iterable[Shape]:
        least_x, _, _, most_y = self.board.box

        def place(x: float, y: float) -> Point:
            return (
                corner[0] + (x - least_x) * self.unit[0] + self.half[0],
                corner[1] + (most_y - y) * self.unit[1] + self.half[1],
            )

        if panel.title:
            at = (corner[0] + self.size[0] / 2, corner[1] - 0.4 * TILE)
            yield Words(at, panel.title, 0.5 * TILE, _INK, bold=True)
        for tile in panel.tiles:
            yield self._tile(tile, place(tile.x, tile.y))
        if self.board.shape != "hex":
            xs, ys = [tile.x for tile in panel.tiles], [tile.y for tile in panel.tiles]
            (left, top), (right, low) = place(min(xs) - 0.5, max(ys) + 0.5), place(max(xs) + 0.5, min(ys) - 0.5)
            yield Polygon(((left, top), (right, top), (right, low), (left, low)), None, _INK, 0.035 * TILE)
        for label in panel.labels:
            x, y = place(label.x, label.y)
            dx, dy = label.dx * self.unit[0], -label.dy * self.unit[1]
            length = math.hypot(dx, dy) or 1.0
            away = self.half[1] + 0.3 * TILE
            at = (x - dx / length * away, y - dy / length * away)
            yield Words(at, label.text, 0.3 * TILE, _FAINT)

    def _tile(self, tile: Tile, at: Point) -> Group:
        piece = self.position.pieces.get(tile.name)
        corners = tuple((at[0] + x, at[1] + y) for x, y in self.corners)
        shapes: list[Shape] = [Polygon(corners, _ground(tile), "#8d8a83", 0.016 * TILE)]
        title = tile.name
        blockers = self.marks.shadowed.get(tile.name, ())
        if blockers:
            shapes += hatch(corners, TILE / 4, mix(_SHADOW, _ground(tile), 0.25), 0.032 * TILE)
            title += ", shadowed by " + " ".join(map(self._named, blockers))
        if tile.name == self.marks.origin:
            shapes += self._frame(corners, at, _ORIGIN, 0.1)
        elif tile.name in self.marks.captures:
            shapes += self._frame(corners, at, _CAPTURED, 0.1)
            title += ", captured"
        elif tile.name in self.marks.guarded:
            shapes += self._frame(corners, at, _REACHED, 0.06)
            title += ", guarded"
        if piece:
            title = f"{self._named(tile.name)} {piece.army}" + title[len(tile.name) :]
            shapes += glyphs(self.position.game.ruleset).shapes(piece.kinds, piece.army, at, TILE)
        elif tile.name in self.marks.reached:
            shapes.append(Circle(at, 0.15 * TILE, _REACHED, _OUTLINE, 0.03 * TILE))
            title += ", reached"
        if blockers:
            shapes += self._tag(",".join(self.numbers[cell] for cell in blockers), at, bool(piece))
        if tile.name in self.numbers:
            shapes += self._badge(self.numbers[tile.name], at)
        return Group(title, tuple(shapes))

    def _frame(self, corners: tuple[Point, ...], at: Point, colour: str, width: float) -> list[Shape]:
        share = 1 - width / 1.05
        inside = tuple((at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share) for x, y in corners)
        return [Polygon(inside, None, colour, width * TILE)]

    def _tag(self, words: str, at: Point, low: bool) -> list[Shape]:
        """The numbers of those that shadow a cell: in its middle, or below a piece."""
        if len(words) > 7:
            words = words[:6].rpartition(",")[0] + ",+"
        size = 0.27 * TILE if len(words) < 4 else 0.21 * TILE
        x, y = at[0], at[1] + (0.38 * TILE if low else 0.0)
        half = text_width(words, size) / 2 + 0.07 * TILE
        box = (
            (x - half, y - size * 0.62),
            (x + half, y - size * 0.62),
            (x + half, y + size * 0.62),
            (x - half, y + size * 0.62),
        )
        return [Polygon(box, "#ffffff"), Words((x, y), words, size, _SHADOW, bold=True)]

    def _badge(self, number: str, at: Point) -> list[Shape]:
        """The number of a piece that shadows others, at its upper right."""
        place = (at[0] + 0.34 * TILE, at[1] - 0.33 * TILE)
        return [
            Circle(place, 0.16 * TILE, _SHADOW, _OUTLINE, 0.03 * TILE),
            Words(place, number, (0.24 if len(number) < 2 else 0.19) * TILE, "#ffffff", bold=True),
        ]

    def _named(self, cell: str) -> str:
        piece = self.position.pieces.get(cell)
        return f"{self.position.game.piece_name(piece.kinds)}{cell}" if piece else cell

    def _legend(self, top: float, width: float) -> tuple[list[Shape], float]:
        """The foot of the picture: the caption, and what the marks mean; and how high that is."""
        size, line = 0.32 * TILE, 0.5 * TILE
        x, y = _MARGIN + 0.25 * TILE, top + line / 2
        shapes: list[Shape] = []
        for swatch, words in self._entries():
            room = text_width(words, size) + (0.62 * TILE if swatch else 0.0)
            if x > _MARGIN + TILE and x + room > width - _MARGIN:
                x, y = _MARGIN + 0.25 * TILE, y + line
            if swatch:
                shapes += self._swatch(swatch, (x + 0.18 * TILE, y))
                x += 0.5 * TILE
            shapes.append(Words((x, y), words, size, _INK, "start"))
            x += text_width(words, size) + 0.5 * TILE
        return shapes, (y + line / 2 - top) if shapes else 0.0

    def _entries(self) -> Iterable[tuple[str, str]]:
        """Swatches, by the first letter of what they stand for or a blocker's number, and their words."""
        found = self.marks
        if self.caption:
            yield "", self.caption
        if found.origin:
            yield "o", f"{self._named(found.origin)} reaches {_count(len(found.reached), 'empty cell')}"
        if found.reached:
            yield "r", "reached"
        if found.captures:
            yield "c", f"captures {len(found.captures)}: {' '.join(map(self._named, sorted(found.captures)))}"
        if found.guarded:
            yield "g", f"guards {len(found.guarded)}"
        if found.shadowed:
            yield "s", f"shadowed {len(found.shadowed)}, by"
        for cell, number in self.numbers.items():
            count = sum(cell in blockers for blockers in found.shadowed.values())
            yield number, f"{self._named(cell)}: {count}"

    def _swatch(self, sign: str, at: Point) -> list[Shape]:
        if sign.isdigit():
            return [Circle(at, 0.17 * TILE, _SHADOW), Words(at, sign, 0.22 * TILE, "#ffffff", bold=True)]
        if sign == "r":
            return [Circle(at, 0.15 * TILE, _REACHED)]
        half = 0.17 * TILE
        box = tuple((at[0] + x * half, at[1] + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        if sign == "s":
            lines: list[Line] = hatch(box, TILE / 9, _SHADOW, 0.03 * TILE)
            return [*lines, Polygon(box, None, _SHADOW, 0.03 * TILE)]
        colour, width = {"o": (_ORIGIN, 0.09), "c": (_CAPTURED, 0.09), "g": (_REACHED, 0.05)}[sign]
        return [Polygon(box, None, colour, width * TILE)]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _ground(tile: Tile) -> str:
    """The colour of a cell: its hue made pale, or paper where it has none."""
    if tile.hue is None:
        return _NEUTRAL[tile.shade]
    try:
        ImageColor.getrgb(tile.hue)
    except ValueError:
        return _NEUTRAL[tile.shade]
    return pale(tile.hue, (0.89, 0.84, 0.79)[tile.shade], 0.46)
