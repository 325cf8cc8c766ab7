"""Pictures of positions that commands print or write to files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from ..draw.look import LARGEST, SMALLEST, Look, last_move
from ..draw.symbols import has_symbols, shows_figurines, without_symbol
from ..draw.themes import DEFAULT_THEME, THEMES
from ..errors import ShadowmateError
from ..explain.marks import Marks
from ..play.game import Game
from ..play.position import Position
from .output import Output, write_each

if TYPE_CHECKING:
    from rich.text import Text

Theme = Annotated[
    str | None, typer.Option("--theme", metavar="|".join(THEMES), help=f"Colours; by default {DEFAULT_THEME}.")
]
Size = Annotated[
    int | None,
    typer.Option("--size", metavar="PIXELS", help=f"Width of the picture in pixels, from {SMALLEST} to {LARGEST}."),
]
NoEmpty = Annotated[bool, typer.Option("--no-empty", help="Leave out levels of the board without pieces or marks.")]


def chosen_look(
    figurines: bool | None,
    no_empty: bool,
    theme: str | None,
    size: int | None,
    files: tuple[Output | None, ...],
    as_json: bool,
    stipulation: str | None = None,
    last: str | None = None,
    page: Output | None = None,
) -> Look:
    """The appearance that the user chose for a picture.

    Args:
        figurines: as `Look` has it.
        no_empty: whether to leave out empty panels.
        theme: the theme, if it is chosen.
        size: the width, if it is chosen.
        files: the pictures to write.
        as_json: whether the answer is JSON.
        stipulation: what to print below.
        last: the move to mark.
        page: the page to write, which shows figurines too.

    Raises:
        ShadowmateError: if a choice is impossible or would have no effect.
    """
    in_text = {"--figurines": figurines, "--no-empty": no_empty, "--stipulation": stipulation, "--last": last}
    in_files = {"--theme": theme, "--size": size, "--no-figurines": figurines is False and not page}
    if not any(files):
        for option, value in {**in_files, **(in_text if as_json else {})}.items():
            if value:
                shown = "has no effect with --json" if as_json else "has no effect on text"
                raise ShadowmateError(f"{option}: {shown}; write a picture with --svg or --png")
    return Look("", figurines, stipulation, last, size, theme or DEFAULT_THEME, not no_empty)


def check_figurines(option: str, games: Iterable[Game]) -> None:
    """Refuse figurines where no game has any, and name on standard error the games and kinds without them.

    Raises:
        ShadowmateError: if no game gives its pieces symbols.
    """
    rules = {game.name: game.ruleset for game in games}
    without = [name for name in sorted(rules) if not has_symbols(rules[name])]
    if rules and len(without) == len(rules):
        raise ShadowmateError(f"{option}: {', '.join(without)} gives its pieces no symbols (symbol/2 in its rules)")
    for name in sorted(rules):
        kinds = "its pieces" if name in without else ", ".join(without_symbol(rules[name]))
        if kinds:
            print(f"note: {option}: {name} gives {kinds} no symbols, so their letters are shown", file=sys.stderr)


def check_chosen(figurines: bool | None, games: Iterable[Game]) -> None:
    """Refuse `--figurines` and `--no-figurines` where they have no effect, as `check_figurines` does.

    Raises:
        ShadowmateError: if the user chose one, and it changes the pictures of no game.
    """
    if figurines:
        check_figurines("--figurines", games)
    elif figurines is False:
        names = {game.name: shows_figurines(game.ruleset, None) for game in games}
        if not any(names.values()):
            raise ShadowmateError(f"--no-figurines: has no effect on {', '.join(sorted(names))}, which shows none")


def board_text(position: Position, marks: Marks | None, look: Look, before: str = "") -> Text:
    """The position for a terminal, after some text."""
    from rich.text import Text

    from ..draw.terminal import text

    words = look.captions(position)
    last, moved = last_move(position, look.last) if look.last else ("", ())
    caption = "   ".join([*words, *([f"last move {last}"] if last else [])])
    shown = text(position, marks, caption=caption, figurines=bool(look.figurines), empty=look.empty, moved=moved)
    lines = [Text(line) for line in look.above]
    return Text("\n").join([*lines, Text(before) + shown, *map(Text, look.below)])


def write_pictures(
    position: Position, marks: Marks | None, svg_file: Output | None, png_file: Output | None, look: Look
) -> list[str]:
    """Write a picture to the files that the user named, and print their names.

    Raises:
        ShadowmateError: if that is not possible.
    """
    if not (svg_file or png_file):
        return []
    from ..draw import position_picture

    return write_each(
        (svg_file, lambda: position_picture.picture(position, marks, look)),
        (png_file, lambda: position_picture.picture_png(position, marks, look)),
    )
