"""A small drawing model: a list of shapes, and two ways to put it on paper, SVG and PNG.

Whoever draws says what is there once, in pixels with y downwards; `to_svg` and `to_png` agree on the rest.
"""

from __future__ import annotations

import colorsys
import hashlib
import io
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageColor, ImageDraw, ImageFont

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

_PILLOW_ANCHORS: dict[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}
_BASELINE = 0.35  # how far below its middle a line of text stands, in sizes


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed figure; its stroke, if any, lies half inside."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or ring."""

    center: Point
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Point
    end: Point
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose middle, vertically, is at `at`."""

    at: Point
    text: str
    size: float
    fill: str
    anchor: Anchor = "middle"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, with a name for the tooltip of an SVG."""

    title: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Shapes around (0, 0), put down at `at`; an SVG holds them once, however often they are used."""

    at: Point
    shapes: tuple[Shape, ...]


Shape: TypeAlias = Polygon | Circle | Line | Words | Group | Stamp


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its size in pixels and its shapes, the first at the bottom."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    background: str = "#ffffff"


def mix(colour: str, other: str, share: float) -> str:
    """The colour that has `share` of `other` in it; both are names that CSS knows, or `#rrggbb`."""
    one, two = ImageColor.getrgb(colour), ImageColor.getrgb(other)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one[:3], two[:3], strict=True))


def pale(colour: str, lightness: float, strength: float) -> str:
    """The colour with its hue kept, its lightness set, and no stronger than `strength`."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    hue, _, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    values = colorsys.hls_to_rgb(hue, lightness, min(saturation, strength))
    return "#" + "".join(f"{round(value * 255):02x}" for value in values)


def text_width(text: str, size: float) -> float:
    """How wide a line of text is in the embedded font."""
    return float(_font(100).getlength(text)) * size / 100


def hatch(corners: tuple[Point, ...], gap: float, stroke: str, width: float) -> list[Line]:
    """Slanting lines across a convex figure, `gap` apart."""
    sums = [x + y for x, y in corners]
    lines = []
    step = int(min(sums) // gap) + 1
    while step * gap < max(sums):
        level = step * gap
        cuts = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            before, after = ax + ay - level, bx + by - level
            if (before < 0) != (after < 0):
                share = before / (before - after)
                cuts.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        if len(cuts) == 2:
            lines.append(Line(cuts[0], cuts[1], stroke, width))
        step += 1
    return lines


def to_svg(drawing: Drawing) -> str:
    """The picture as an SVG document."""
    size = f"{_number(drawing.width)} {_number(drawing.height)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{_number(drawing.width)}" '
        f'height="{_number(drawing.height)}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="100%" height="100%" fill="{drawing.background}"/>',
    ]
    stamps: dict[tuple[Shape, ...], str] = {}
    body: list[str] = []
    _svg(drawing.shapes, body, stamps)
    parts += [f"<defs>{''.join(stamps.values())}</defs>"] if stamps else []
    return "\n".join([*parts, *body, "</svg>"]) + "\n"


def _svg(shapes: Iterable[Shape], parts: list[str], stamps: dict[tuple[Shape, ...], str]) -> None:
    for shape in shapes:
        match shape:
            case Group(title, inner):
                parts.append(f"<g><title>{escape(title)}</title>")
                _svg(inner, parts, stamps)
                parts.append("</g>")
            case Stamp((x, y), inner):
                if inner not in stamps:
                    own: list[str] = []
                    _svg(inner, own, stamps)
                    stamps[inner] = f'<g id="{_name("".join(own))}">{"".join(own)}</g>'
                name = stamps[inner].split('"', 2)[1]
                parts.append(f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>')
            case Polygon(points, fill, stroke, width):
                corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
                parts.append(f'<polygon points="{corners}"{_paint(fill, stroke, width)}/>')
            case Circle((x, y), radius, fill, stroke, width):
                place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
                parts.append(f"<circle {place}{_paint(fill, stroke, width)}/>")
            case Line((x, y), (u, v), stroke, width):
                place = f'x1="{_number(x)}" y1="{_number(y)}" x2="{_number(u)}" y2="{_number(v)}"'
                parts.append(f"<line {place}{_paint(None, stroke, width)}/>")
            case Words((x, y), text, size, fill, anchor, bold):
                weight = ' font-weight="bold"' if bold else ""
                place = f'x="{_number(x)}" y="{_number(y + _BASELINE * size)}" font-size="{_number(size)}"'
                look = f"text-anchor={quoteattr(anchor)} fill={quoteattr(fill)}{weight}"
                parts.append(f"<text {place} {look}>{escape(text)}</text>")


def _name(content: str) -> str:
    """A name that no different content has, even in another picture on the same page."""
    return "s" + hashlib.sha256(content.encode()).hexdigest()[:10]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"' if stroke else ""
    return f' fill="{fill or "none"}"{line}'


def to_png(drawing: Drawing, scale: float = 1.0) -> bytes:
    """The picture as a PNG file, `scale` pixels to one of the model's.

    It is drawn larger and brought down, which smooths every edge.

    Raises:
        ValueError: if the scale is not positive.
    """
    if scale <= 0:
        raise ValueError(f"a picture's scale must be positive, not {scale}")
    finer = 2 if scale >= 2 else 3
    size = (max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale)))
    image = Image.new("RGB", (size[0] * finer, size[1] * finer), drawing.background)
    _pillow(drawing.shapes, ImageDraw.Draw(image), scale * finer)
    buffer = io.BytesIO()
    image.resize(size, Image.Resampling.BOX).save(buffer, "PNG")
    return buffer.getvalue()


def _pillow(shapes: Iterable[Shape], pen: ImageDraw.ImageDraw, by: float, origin: Point = (0.0, 0.0)) -> None:
    def place(x: float, y: float) -> Point:
        return (x + origin[0]) * by, (y + origin[1]) * by

    for shape in shapes:
        match shape:
            case Group(_, inner):
                _pillow(inner, pen, by, origin)
            case Stamp((x, y), inner):
                _pillow(inner, pen, by, (x + origin[0], y + origin[1]))
            case Polygon(points, fill, stroke, width):
                corners = [place(x, y) for x, y in points]
                if fill:
                    pen.polygon(corners, fill=fill)
                if stroke:
                    pen.line([*corners, *corners[:2]], fill=stroke, width=_pixels(width * by), joint="curve")
            case Circle((x, y), radius, fill, stroke, width):
                outer = radius + (width / 2 if stroke else 0)
                box = (*place(x - outer, y - outer), *place(x + outer, y + outer))
                pen.ellipse(box, fill=fill, outline=stroke, width=_pixels(width * by) if stroke else 0)
            case Line((x, y), (u, v), stroke, width):
                pen.line([place(x, y), place(u, v)], fill=stroke, width=_pixels(width * by))
            case Words((x, y), text, size, fill, anchor, bold):
                pen.text(
                    place(x, y + _BASELINE * size),
                    text,
                    fill=fill,
                    font=_font(round(size * by)),
                    anchor=_PILLOW_ANCHORS[anchor],
                    stroke_width=round(size * by * 0.028) if bold else 0,
                    stroke_fill=fill if bold else None,
                )


def _pixels(width: float) -> int:
    return max(1, round(width))


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(max(1, size))


def write(path: str | Path, data: str | bytes) -> None:
    """Write a file under a temporary name and move it into place, so that nobody sees half of it.

    Raises:
        OSError: if it cannot be written; what was there before is then still there.
    """
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
