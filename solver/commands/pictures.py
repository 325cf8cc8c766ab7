"""Pictures of positions that commands print, or write to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ShadowmateError
from ..explain.marks import Marks
from ..play.position import Position
from .output import Output, write_each

if TYPE_CHECKING:
    from rich.text import Text


def board_text(position: Position, marks: Marks | None, figurines: bool, before: str = "") -> Text:
    """The position for a terminal, with some text before it."""
    from rich.text import Text

    from ..draw.terminal import text

    return Text(before) + text(position, marks, figurines=figurines)


def write_pictures(
    position: Position, marks: Marks | None, svg_file: Output | None, png_file: Output | None, figurines: bool
) -> list[str]:
    """Write a picture to the files that are asked for, and say which they are.

    Raises:
        ShadowmateError: if that is not possible.
    """
    if not (svg_file or png_file):
        return []
    from ..draw import board

    return write_each(
        (svg_file, lambda: board.svg(position, marks, figurines=figurines)),
        (png_file, lambda: board.png(position, marks=marks, figurines=figurines)),
    )


def check_figurines(figurines: bool, as_json: bool, *files: Output | None) -> None:
    """Refuse symbols that would be seen nowhere.

    Raises:
        ShadowmateError: if there is no picture.
    """
    if figurines and as_json and not any(files):
        raise ShadowmateError("--figurines: --json has no picture; write one with --svg or --png")
