"""Lines of text in pictures, broken where they would be too wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import drawsvg as svg

from .letters import text_width
from .style import TILE, Point, words

_SIZE = 0.34 * TILE
_LINE = 0.5 * TILE


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of text at their places.

    Attributes:
        elements: what is drawn.
        height: how high it is.
    """

    elements: list[svg.DrawingElement]
    height: float


def paragraph(lines: Sequence[str], corner: Point, right: float, ink: str, *, titled: bool = False) -> Paragraph:
    """Some lines, from a corner to the right margin.

    Args:
        lines: what they say; one that is too wide is broken.
        corner: the left and upper end.
        right: the right end.
        ink: the colour.
        titled: whether the first is in bold.
    """
    left, top = corner
    found: list[svg.DrawingElement] = []
    for number, line in enumerate(lines):
        bold = titled and not number
        for part in _broken(line.split(), right - left, bold):
            middle = top + _LINE * (len(found) + 0.5)
            found.append(words((left, middle), part, _SIZE, ink, "start", bold))
    return Paragraph(found, _LINE * len(found))


def _broken(text: Iterable[str], room: float, bold: bool) -> list[str]:
    """Words in lines that are as full as the room allows."""
    found = [""]
    for word in text:
        longer = f"{found[-1]} {word}".lstrip()
        if found[-1] and text_width(longer, _SIZE, bold) > room:
            found.append(word)
        else:
            found[-1] = longer
    return found
