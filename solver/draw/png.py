"""An SVG picture as PNG, with the fonts of the package alone, so that it is the same on every machine."""

from __future__ import annotations

import resvg_py

from .letters import FONTS


def png(svg: str, scale: float = 2.0) -> bytes:
    """The picture as a PNG file, `scale` pixels to one of the SVG's.

    Raises:
        ValueError: if the scale is not positive.
    """
    if not scale > 0:
        raise ValueError(f"a picture's scale must be positive, not {scale}")
    fonts = [str(path) for path in FONTS]
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, skip_system_fonts=True, font_files=fonts)
