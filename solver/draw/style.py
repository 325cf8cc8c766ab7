"""The style of pictures: measures and common elements.

Elements are those of drawsvg. Places are in pixels with y downwards, and rounded, which keeps files small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape

import drawsvg as svg

from .letters import FAMILY

Point: TypeAlias = tuple[float, float]

TILE = 44.0
"""How wide a square cell is; other measures are parts of it."""

PAPER = "#ffffff"
INK = "#2c2c33"
_BASELINE = 0.36  # how far below its middle a line of text stands, in sizes


def number(value: float) -> float:
    """A measure as it is written: two decimals are enough."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def colour(name: str) -> str:
    """A colour's name from a game's rules, fit to stand in an SVG."""
    return escape(name, {'"': "&quot;"})


def drawing(
    width: float, height: float, elements: Iterable[svg.DrawingElement], size: int | None = None
) -> svg.Drawing:
    """A picture of some elements, the first at the bottom; `size` pixels wide, if the text has it."""
    picture = svg.Drawing(number(width), number(height), font_family=FAMILY)
    if size is not None:
        picture.set_render_size(size, max(1, round(height * size / width)))
    picture.append(svg.Rectangle(0, 0, "100%", "100%", fill=PAPER))
    picture.extend(elements)
    return picture


def document(picture: svg.Drawing) -> str:
    """The picture as an SVG document that can stand in a web page too."""
    return str(picture.as_svg(header="")) + "\n"


def words(
    at: Point,
    text: str,
    size: float,
    fill: str = INK,
    anchor: Literal["start", "middle", "end"] = "middle",
    bold: bool = False,
) -> svg.Text:
    """A line of text whose middle, vertically, is at a place."""
    return svg.Text(
        text,
        number(size),
        number(at[0]),
        number(at[1] + _BASELINE * size),
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
    )


def line(start: Point, end: Point, stroke: str, width: float) -> svg.Line:
    """A straight line."""
    return svg.Line(*map(number, (*start, *end)), stroke=stroke, stroke_width=number(width))


def segments(pairs: Iterable[tuple[Point, Point]], stroke: str, width: float) -> svg.Path:
    """Straight lines as one figure."""
    path = svg.Path(fill="none", stroke_linecap="round", **_stroke(stroke, width))
    for start, end in pairs:
        path.M(*map(number, start)).L(*map(number, end))
    return path


def course(points: Sequence[Point], stroke: str, width: float, dashes: Sequence[float] = ()) -> svg.Path:
    """A line through some points, which comes and goes horizontally; it is whole unless it has dashes."""
    path = svg.Path(fill="none", **_stroke(stroke, width, dashes))
    path.M(*map(number, points[0]))
    for start, end in pairwise(points):
        middle = (start[0] + end[0]) / 2
        if start[1] == end[1]:
            path.H(number(end[0]))
        else:
            path.C(*map(number, (middle, start[1], middle, end[1], *end)))
    return path


def circle(at: Point, radius: float, fill: str = "none", stroke: str | None = None, width: float = 0.0) -> svg.Circle:
    """A disc or ring."""
    return svg.Circle(*map(number, (*at, radius)), fill=fill, **_stroke(stroke, width))


def polygon(
    points: Sequence[Point],
    fill: str = "none",
    stroke: str | None = None,
    width: float = 0.0,
    dashes: Sequence[float] = (),
) -> svg.Path:
    """A closed figure; its stroke, if any, lies half inside, and is whole unless it has dashes."""
    return polygons([points], fill, stroke, width, dashes)


def polygons(
    figures: Iterable[Sequence[Point]],
    fill: str = "none",
    stroke: str | None = None,
    width: float = 0.0,
    dashes: Sequence[float] = (),
) -> svg.Path:
    """Closed figures of one look, which may overlap if they all turn the same way."""
    path = svg.Path(fill=fill, **_stroke(stroke, width, dashes))
    for points in figures:
        for place, point in enumerate(points):
            (path.L if place else path.M)(*map(number, point))
        path.Z()
    return path


def _stroke(stroke: str | None, width: float, dashes: Sequence[float] = ()) -> dict[str, object]:
    if not stroke:
        return {}
    drawn: dict[str, object] = {"stroke": stroke, "stroke_width": number(width), "stroke_linejoin": "round"}
    if dashes:
        drawn["stroke_dasharray"] = " ".join(str(number(part)) for part in dashes)
    return drawn


def titled(title: str, elements: Iterable[svg.DrawingElement]) -> svg.Group:
    """Elements that belong together, with a name that shows as a tooltip."""
    return svg.Group([svg.Title(title), *elements])


def stamp(content: object, elements: Iterable[svg.DrawingElement]) -> svg.Group:
    """Elements around (0, 0) that an SVG holds once, however often they are put down.

    Args:
        content: what they show, printed in full: it gives a name that nothing different has, even in another
            picture on the same page.
        elements: the elements.
    """
    return svg.Group(list(elements), id="s" + sha256(repr(content).encode()).hexdigest()[:10])


def put(what: svg.Group, at: Point) -> svg.Use:
    """A stamp put down at a place."""
    return svg.Use(what, number(at[0]), number(at[1]))


def hatching(gap: float, stroke: str, width: float, angle: int = 45) -> svg.Pattern:
    """Slanting lines, `gap` apart, to fill a figure with."""
    name = "h" + sha256(repr((gap, stroke, width, angle)).encode()).hexdigest()[:10]
    pattern = svg.Pattern(number(gap), number(gap), id=name, patternTransform=f"rotate({angle})")
    pattern.append(line((gap / 2, 0), (gap / 2, gap), stroke, width))
    return pattern
