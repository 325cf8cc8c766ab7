"""An SVG picture as PNG, with the fonts of the package alone, so that it is the same on every machine."""

from __future__ import annotations

import re

import resvg_py

from ..errors import OptionError
from .letters import FONTS

LARGEST = 20_000
"""How many pixels wide or high a picture may be. A much larger one ends the process for lack of memory."""
_SIZE = re.compile(r'<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"')


def png(svg: str, scale: float = 2.0) -> bytes:
    """The picture as a PNG file, `scale` pixels to one of the SVG's.

    Raises:
        OptionError: if the scale is not positive, or the picture would be too large.
    """
    if not scale > 0:
        raise OptionError(f"scale: expected more than 0, not {scale}")
    measures = _SIZE.search(svg)
    longest = max(map(float, measures.groups())) if measures else 0.0
    if longest * scale > LARGEST:
        most = f"a picture is at most {LARGEST:,} pixels wide and high"
        raise OptionError(
            f"scale: {most}, and this one has {longest:g}: expected at most {LARGEST / longest:g}, not {scale:g}"
        )
    fonts = [str(path) for path in FONTS]
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, skip_system_fonts=True, font_files=fonts)
