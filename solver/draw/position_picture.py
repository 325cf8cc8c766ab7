"""Positions as pictures: every panel of the board side by side, as SVG or as PNG.

What is drawn comes from the rules: where a cell lies and how it is tinted from the board, the shape of a piece
from the way it moves. Marks show how far a piece reaches, and which cells other pieces shadow from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import drawsvg

from ..arguments import checked
from ..errors import OptionError
from ..explain.marks import Marks, marked
from ..files import another_format, write_whole
from ..play.move import Move
from ..play.piece import Piece
from ..play.position import Position
from . import signs
from .glyphs import glyphs
from .look import Look, last_move
from .panels import Label, Panel, Panels, Tile, panels
from .paragraphs import Paragraph, paragraph
from .png import png as rendered
from .style import TILE, Point, colour, document, drawing, polygon, put, segments, stamp, titled, words
from .symbols import check_figurines, shows_figurines, symbol
from .themes import DEFAULT_THEME

_GAP = 0.55 * TILE
_MARGIN = 0.45 * TILE
_LABEL = 0.6 * TILE
_TITLE = 0.75 * TILE
_LINE = 0.025 * TILE  # how wide lines between points are
_WIDEST = 40.0  # tiles; what would be wider goes into another row


@checked()
def svg(
    position: Position,
    marks: Marks | None = None,
    caption: str = "",
    figurines: bool | None = None,
    *,
    stipulation: str | None = None,
    last: str | Move | None = None,
    size: int | None = None,
    theme: str = DEFAULT_THEME,
    empty: bool = True,
) -> str:
    """The picture of a position as an SVG document, each cell with its name as a tooltip.

    Args:
        position: what to show.
        marks: what to point out in it.
        caption: a line to print below it.
        figurines: whether to draw the symbols that the game gives its kinds; by default if all kinds have one.
        stipulation: what the position asks for, such as `#2`: printed below with the number of pieces of each player.
        last: the move that has led to the position, to be marked.
        size: how many pixels wide the picture is; without it a cell is 44 wide.
        theme: `wood`, `grey` or, black on white, `print`.
        empty: whether panels without pieces and marks are drawn.

    Raises:
        OptionError: if there is no such theme, no picture has that size, the move cannot have been the last, or
            figurines are asked for in a game without symbols.
        StipulationError: if the stipulation cannot be read, or asked of the game.
    """
    check_figurines(position.game.ruleset, figurines)
    return picture(position, marks, Look(caption, figurines, stipulation, last, size, theme, empty))


def picture(position: Position, marks: Marks | None, look: Look) -> str:
    """The position as an SVG picture, with what may be chosen of it in one value."""
    return document(Picture(position, marks or Marks(), look).drawing())


@checked()
def png(
    position: Position,
    path: str | Path | None = None,
    marks: Marks | None = None,
    scale: float | None = None,
    caption: str = "",
    figurines: bool | None = None,
    *,
    stipulation: str | None = None,
    last: str | Move | None = None,
    size: int | None = None,
    theme: str = DEFAULT_THEME,
    empty: bool = True,
) -> bytes:
    """The picture of a position as a PNG file.

    Args:
        position: what to show.
        path: where to write it, if anywhere.
        marks: what to point out in it.
        scale: how many pixels to one of the SVG's: 2, or 1 if its size is given.
        caption: a line to print below it.
        figurines: whether to draw the symbols that the game gives its kinds; by default if all kinds have one.
        stipulation: as `svg` has it, and so have the others.
        last: the move that has led to the position, to be marked.
        size: how many pixels wide the picture is, at a scale of 1.
        theme: the name of its colours.
        empty: whether panels without pieces and marks are drawn.

    Raises:
        OptionError: if the path is a name for another format, the scale is not positive, or the picture would be too
            large; or as `svg` has it.
        OSError: if the file cannot be written.
    """
    if path is not None and (wrong := another_format(Path(path), "PNG")):
        raise OptionError(f"path: {path}: png writes PNG{wrong}")
    check_figurines(position.game.ruleset, figurines)
    data = picture_png(position, marks, Look(caption, figurines, stipulation, last, size, theme, empty), scale)
    if path is not None:
        write_whole(Path(path), data)
    return data


def picture_png(position: Position, marks: Marks | None, look: Look, scale: float | None = None) -> bytes:
    """The position as a PNG file, with what may be chosen of the picture in one value."""
    return rendered(picture(position, marks, look), (1.0 if look.size else 2.0) if scale is None else scale)


class Picture:
    """One picture: its measures, and what is drawn."""

    def __init__(self, position: Position, marks: Marks, look: Look) -> None:
        self.position = position
        self.marks = marks
        self.look = look
        self.theme = look.colours
        self.signs = signs.Signs(self.theme)
        ruleset = position.game.ruleset
        self.board: Panels = panels(ruleset)
        self.glyphs = glyphs(ruleset, self.theme)
        self.figurines = shows_figurines(ruleset, look.figurines)
        self.numbers = {cell: str(number) for number, cell in enumerate(marks.blockers, 1)}
        last, self.moved = last_move(position, look.last) if look.last else ("", ())
        self.panels = self.board.panels if look.empty else self.board.filled(self._filled())
        self.legend = signs.Legend(self.signs, [*self._entries(last), *self._lifts()])
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
        self.on_points = any(panel.lines for panel in self.panels)
        self.head = _TITLE if any(panel.title for panel in self.panels) else 0.0
        self.grounds = {look: self._ground(*look) for _, tile in self.board.seats.values() for look in [_look(tile)]}
        self.shadow = stamp(("shadow", self.corners, self.theme.shadow), [self.signs.hatch(self.corners)])

    def _filled(self) -> set[str]:
        """The cells with a piece or a mark."""
        return set(marked(self.position, self.marks, self.moved))

    def _pieces(self) -> set[Piece]:
        """The pieces that are drawn."""
        return set(self.position.pieces.values())

    def _entries(self, last: str) -> Iterable[signs.Entry]:
        """The legend, but for the signs of pieces; `last` is the last move."""
        captions = self.look.captions(self.position)
        return signs.entries(self.position, self.marks, self.numbers, captions, last, self.glyphs.livery)

    def _over(self) -> list[drawsvg.DrawingElement]:
        """What lies over all cells."""
        return []

    def _steps(self, _corner: Point, _right: float) -> Paragraph:
        """Lines below the board that change, from a corner to the right end."""
        return Paragraph([], 0.0)

    def _lifts(self) -> Iterator[signs.Entry]:
        """What the signs of pieces that lead from panel to panel mean."""
        found: set[int] = set()
        for piece in self._pieces():
            if not (self.figurines and symbol(self.position.game.ruleset, piece.kinds, piece.army)):
                found |= self.glyphs.lifts(piece.kinds, piece.army)
        for sign, lift in signs.LIFTS.items():
            if lift in found:
                yield signs.Entry(sign, f"towards {self.board.panels[-1 if lift > 0 else 0].title}")

    def _ground(self, shade: int, hue: str | None) -> drawsvg.Group:
        """An empty cell: its hue made pale, or paper where it has none; around a point nothing but room for marks."""
        theme = self.theme
        if self.on_points:
            room = polygon(self.corners, theme.grounds[0])
            room.args["fill-opacity"] = 0
            return stamp((self.corners, "point", theme.grounds[0]), [room])
        paper = theme.grounds[shade] if hue is None or theme.hued is None else theme.hued[shade]
        cell: list[drawsvg.DrawingElement] = [polygon(self.corners, paper, theme.grid, 0.016 * TILE)]
        if hue is not None and theme.hued is not None:
            tinted = polygon(self.corners, colour(hue))
            tinted.args["fill-opacity"] = 0.2
            cell.append(tinted)
        if theme.ruled[shade]:
            cell.append(self.signs.ruled(self.corners, theme.ruled[shade]))
        return stamp((self.corners, shade, hue, paper, theme.ruled[shade]), cell)

    def drawing(self) -> drawsvg.Drawing:
        """Everything together."""
        count = len(self.panels)
        pitch = (self.size[0] + _LABEL + _GAP, self.head + self.size[1] + _LABEL + 0.35 * _GAP)
        rows = math.ceil(count / max(1, int(_WIDEST * TILE // pitch[0])))
        columns = math.ceil(count / rows)
        rows = math.ceil(count / columns)
        left = 1.55 * _MARGIN
        width = max(2 * _MARGIN + columns * pitch[0] - _GAP, left + self.legend.width + _MARGIN)
        above = paragraph(self.look.above, (left, _MARGIN), width - _MARGIN, self.theme.ink, titled=True)
        top = _MARGIN + above.height + (0.2 * TILE if self.look.above else 0.0)
        elements = above.elements
        for number, panel in enumerate(self.panels):
            row, column = divmod(number, columns)
            elements += self._panel(panel, (_MARGIN + _LABEL + column * pitch[0], top + row * pitch[1] + self.head))
        foot = top + rows * pitch[1] + 0.1 * TILE
        steps = self._steps((left, foot), width - _MARGIN)
        foot += steps.height
        legend, height = self.legend.elements(left, foot, width - _MARGIN)
        below = paragraph(self.look.below, (left, foot + height), width - _MARGIN, self.theme.ink)
        height = foot + height + below.height + 0.5 * _MARGIN
        elements += [*self._over(), *steps.elements, *legend, *below.elements]
        return drawing(round(width), round(height), elements, self.look.size)

    def _panel(self, panel: Panel, corner: Point) -> Iterator[drawsvg.DrawingElement]:
        least_x, _, _, most_y = self.board.box

        def place(x: float, y: float) -> Point:
            return (
                corner[0] + (x - least_x) * self.unit[0] + self.half[0],
                corner[1] + (most_y - y) * self.unit[1] + self.half[1],
            )

        if panel.title:
            yield words(
                (corner[0] + self.size[0] / 2, corner[1] - 0.4 * TILE),
                panel.title,
                0.5 * TILE,
                self.theme.ink,
                bold=True,
            )
        xs, ys = [tile.x for tile in panel.tiles], [tile.y for tile in panel.tiles]
        (left, top), (right, low) = place(min(xs) - 0.5, max(ys) + 0.5), place(max(xs) + 0.5, min(ys) - 0.5)
        whole = ((left, top), (right, top), (right, low), (left, low))
        if self.on_points:
            yield polygon(whole, self.theme.grounds[0])
            yield segments([(place(*one), place(*other)) for one, other in panel.lines], self.theme.ink, _LINE)
        for tile in panel.tiles:
            yield self._tile(tile, place(tile.x, tile.y))
        if self.board.shape != "hex" and not self.on_points:
            yield polygon(whole, "none", self.theme.ink, 0.035 * TILE)
        for label in panel.labels:
            yield self._label(label, place(label.x, label.y))

    def _label(self, label: Label, at: Point) -> drawsvg.DrawingElement:
        """A letter or number before the first tile of its line."""
        dx, dy = label.dx * self.unit[0], -label.dy * self.unit[1]
        share = (self.half[1 if dy else 0] + 0.3 * TILE) / (math.hypot(dx, dy) or 1.0)
        return words((at[0] - dx * share, at[1] - dy * share), label.text, 0.3 * TILE, self.theme.faint)

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
            parts.append(self.signs.frame(mark, self.corners, at))
            only = mark == "captured" and tile.name not in self.marks.captured(self.position)
            title += ", only to capture" if only else f", {mark}" if mark != "origin" else ""
        if tile.name in self.moved:
            inset = 0.12 if mark else 0.0
            parts.append(self.signs.frame("last", self.corners, at, inset))
            title += ", last move"
        if piece:
            parts.append(put(self.glyphs.piece(piece.kinds, piece.army, self.figurines), at))
        elif tile.name in self.marks.reached:
            parts.append(self.signs.dot(at))
            title += ", reached"
        if blockers:
            parts += self.signs.tag([self.numbers[cell] for cell in blockers], at, bool(piece))
        if tile.name in self.numbers:
            parts += self.signs.badge(self.numbers[tile.name], (at[0] + 0.34 * TILE, at[1] - 0.33 * TILE))
        return titled(title, parts)

    def _mark(self, cell: str) -> str | None:
        """Which frame a cell has."""
        if cell == self.marks.origin:
            return "origin"
        if cell in self.marks.noted:
            return "noted"
        return "captured" if cell in self.marks.captures else "guarded" if cell in self.marks.guarded else None


def _look(tile: Tile) -> tuple[int, str | None]:
    return tile.shade, tile.hue
