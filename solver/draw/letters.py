"""Letters in pictures: the fonts of the package, the width of texts, and the outline of symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # imported when something is drawn, as all of it is

_FOLDER = Path(__file__).parent / "fonts"
_PLAIN, _BOLD = _FOLDER / "NotoSans-Regular.ttf", _FOLDER / "NotoSans-Bold.ttf"
_OTHERS = (_FOLDER / "NotoSansSymbols2-Regular.ttf", _FOLDER / "NotoSansCJKjp-Bold.otf")

FONTS = (_PLAIN, _BOLD, *_OTHERS)
"""The files with the only letters that a PNG may have."""

FAMILY = "Noto Sans, Helvetica, Arial, sans-serif"
"""The fonts of an SVG; a reader's system may lack the first."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The form of a text of one line around (0, 0), y downwards, in units of its size.

    Attributes:
        contours: closed lines, as the path data of an SVG.
        width: how wide it is.
        height: how high it is.
    """

    contours: tuple[str, ...]
    width: float
    height: float


@lru_cache(maxsize=len(FONTS))
def _font(path: Path) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(path, lazy=True)


@lru_cache(maxsize=4096)
def _width(character: str, bold: bool) -> float:
    """How wide a character is at size 1; of one that no font has, as wide as they mostly are."""
    for path in (_BOLD if bold else _PLAIN, *_OTHERS):
        font = _font(path)
        name = font.getBestCmap().get(ord(character))
        if name is not None:
            return float(font["hmtx"][name][0] / font["head"].unitsPerEm)
    return 1.0


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is in the fonts of the package."""
    return size * sum(_width(character, bold) for character in text)


@lru_cache(maxsize=256)
def outline(text: str) -> Outline | None:
    """The form of a symbol, so that it looks the same whatever fonts there are.

    Returns:
        None if no font of the package has all its characters.
    """
    for path in (*_OTHERS, _BOLD):
        font = _font(path)
        names = [font.getBestCmap().get(ord(character)) for character in text]
        if text.strip() and None not in names:
            return _outline(font, names)
    return None


def _outline(font: TTFont, names: Sequence[str]) -> Outline:
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    glyphs = font.getGlyphSet()
    starts = [sum(font["hmtx"][name][0] for name in names[:number]) for number in range(len(names))]
    bounds = BoundsPen(glyphs)
    for name, start in zip(names, starts, strict=True):
        glyphs[name].draw(TransformPen(bounds, (1, 0, 0, 1, start, 0)))
    left, low, right, high = bounds.bounds
    unit = 1 / font["head"].unitsPerEm
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.3f}")
    for name, start in zip(names, starts, strict=True):
        place = (unit, 0, 0, -unit, unit * (start - (left + right) / 2), unit * (low + high) / 2)
        glyphs[name].draw(TransformPen(pen, place))
    contours = tuple(contour + "Z" for contour in pen.getCommands().split("Z") if contour)
    return Outline(contours, unit * (right - left), unit * (high - low))
