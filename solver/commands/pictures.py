"""Pictures of positions that commands print, or write to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..explain.marks import Marks
from ..play.position import Position
from .output import write

if TYPE_CHECKING:
    from rich.text import Text


def board_text(position: Position, marks: Marks | None, figurines: bool, before: str = "") -> Text:
    """The position for a terminal, with some text before it."""
    from rich.text import Text

    from ..draw.terminal import text

    return Text(before) + text(position, marks, figurines=figurines)


def write_pictures(
    position: Position, marks: Marks | None, svg_file: Path | None, png_file: Path | None, figurines: bool
) -> list[str]:
    """Write a picture to the files that are asked for, and say which they are.

    Raises:
        ShadowmateError: if that is not possible.
    """
    if svg_file or png_file:
        from ..draw import board

        if svg_file:
            write(svg_file, board.svg(position, marks, figurines=figurines))
        if png_file:
            write(png_file, board.png(position, marks=marks, figurines=figurines))
    return [str(file) for file in (svg_file, png_file) if file]
