"""The marks of a picture, on a cell or beside their meaning in the legend below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import drawsvg as svg

from ..explain.marks import Marks
from ..play.position import Position
from .letters import text_width
from .style import CAPTURED, ORIGIN, PAPER, REACHED, SHADOW, TILE, Point, circle, hatching, polygon, words

_FRAMES = {"origin": (ORIGIN, 0.1), "captured": (CAPTURED, 0.1), "guarded": (REACHED, 0.06)}
_SIZE, _LINE = 0.32 * TILE, 0.5 * TILE


def named(position: Position, cell: str) -> str:
    """A cell with the name of the piece on it before its own."""
    piece = position.pieces.get(cell)
    return f"{position.game.piece_name(piece.kinds)}{cell}" if piece else cell


def frame(kind: str, corners: Sequence[Point], at: Point) -> svg.DrawingElement:
    """A line along the inside of a cell whose corners are around `at`."""
    stroke, width = _FRAMES[kind]
    share = 1 - width / 1.05
    return polygon([(at[0] + x * share, at[1] + y * share) for x, y in corners], "none", stroke, width * TILE)


def hatch(corners: Sequence[Point]) -> svg.DrawingElement:
    """What covers a shadowed cell."""
    pattern = hatching(TILE / 32**0.5, SHADOW, 0.032 * TILE)
    figure = polygon(corners)
    figure.args.update({"fill": pattern, "fill-opacity": 0.75})
    return figure


def dot(at: Point) -> svg.DrawingElement:
    """What stands on an empty cell that is reached."""
    return circle(at, 0.15 * TILE, REACHED, PAPER, 0.03 * TILE)


def tag(numbers: Sequence[str], at: Point, low: bool) -> list[svg.DrawingElement]:
    """The numbers of those that shadow a cell: in its middle, or below a piece."""
    text = ",".join(numbers)
    if len(text) > 7:
        text = text[:6].rpartition(",")[0] + ",+"
    size = 0.27 * TILE if len(text) < 4 else 0.21 * TILE
    x, y = at[0], at[1] + (0.38 * TILE if low else 0.0)
    wide, high = text_width(text, size, bold=True) / 2 + 0.07 * TILE, size * 0.62
    box = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]
    return [polygon(box, PAPER), words((x, y), text, size, SHADOW, bold=True)]


def badge(number: str, at: Point) -> list[svg.DrawingElement]:
    """The number of a piece that shadows others."""
    size = (0.24 if len(number) < 2 else 0.19) * TILE
    return [circle(at, 0.16 * TILE, SHADOW, PAPER, 0.03 * TILE), words(at, number, size, PAPER, bold=True)]


class Legend:
    """What the marks of a picture mean, and its caption.

    Args:
        position: what is shown.
        marks: what is pointed out in it.
        numbers: those of the pieces that shadow others, by their cells.
        caption: a line to begin with.
    """

    def __init__(self, position: Position, marks: Marks, numbers: dict[str, str], caption: str) -> None:
        self._entries = list(_entries(position, marks, numbers, caption))

    @property
    def width(self) -> float:
        """How much room the longest entry takes."""
        return max((_room(*entry) for entry in self._entries), default=0.0)

    def elements(self, left: float, top: float, right: float) -> tuple[list[svg.DrawingElement], float]:
        """The entries in as many lines as they need between two sides, and how high that is."""
        x, y = left, top + _LINE / 2
        found: list[svg.DrawingElement] = []
        for sign, text in self._entries:
            room = _room(sign, text)
            if x > left and x + room > right:
                x, y = left, y + _LINE
            if sign:
                found += _swatch(sign, (x + 0.18 * TILE, y))
            found.append(words((x + room - text_width(text, _SIZE), y), text, _SIZE, anchor="start"))
            x += room + 0.5 * TILE
        return found, (y + _LINE / 2 - top) if found else 0.0


def _room(sign: str, text: str) -> float:
    return text_width(text, _SIZE) + (0.5 * TILE if sign else 0.0)


def _entries(position: Position, marks: Marks, numbers: dict[str, str], caption: str) -> Iterator[tuple[str, str]]:
    """Signs, by what they stand for or a blocker's number, and their words."""
    if caption:
        yield "", caption
    if marks.origin:
        count = f"{len(marks.reached)} empty cell{'' if len(marks.reached) == 1 else 's'}"
        yield "origin", f"{named(position, marks.origin)} reaches {count}"
    if marks.reached:
        yield "reached", "reached"
    if marks.captures:
        taken = " ".join(named(position, cell) for cell in sorted(marks.captures))
        yield "captured", f"captures {len(marks.captures)}: {taken}"
    if marks.guarded:
        yield "guarded", f"guards {len(marks.guarded)}"
    if marks.shadowed:
        yield "shadowed", f"shadowed {len(marks.shadowed)}, by"
    for cell, number in numbers.items():
        count = str(sum(cell in blockers for blockers in marks.shadowed.values()))
        yield number, f"{named(position, cell)}: {count}"


def _swatch(sign: str, at: Point) -> Iterable[svg.DrawingElement]:
    half = 0.17 * TILE
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    box = [(at[0] + x, at[1] + y) for x, y in corners]
    if sign.isdigit():
        yield from badge(sign, at)
    elif sign == "reached":
        yield dot(at)
    elif sign == "shadowed":
        yield hatch(box)
        yield polygon(box, "none", SHADOW, 0.03 * TILE)
    else:
        yield frame(sign, corners, at)
