"""Files of positions, one a line, and answers about each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import typer

from ..api import Position
from ..errors import MOST_LISTED, ShadowmateError
from .options import Options
from .output import why_unread

_LONGEST_LINE = 1_000_000
"""At most this many characters of a line are read, because a file may have no end."""

Answer: TypeAlias = tuple[Any, Callable[[], str]]
"""An answer about a position, for `--json` and as text."""


def check_asked(text: str | None, file: str | None) -> None:
    """Refuse a POSITION beside --file, and neither of them.

    Raises:
        typer.BadParameter: naming both.
    """
    if (text is None) == (file is None):
        raise typer.BadParameter("give either a POSITION or --file FILE")


def position_and(text: str | None, other: str | None, file: str | None) -> tuple[str | None, str | None]:
    """The POSITION and the argument after it. With --file there is no POSITION, and the first argument is the other.

    Raises:
        typer.BadParameter: as `check_asked` does.
    """
    if file is not None and other is None:
        text, other = None, text
    check_asked(text, file)
    return text, other


def answer_lines(
    options: Options, file: str, answer: Callable[[str], Answer], stopped: Callable[[], bool] = lambda: False
) -> None:
    """Show the answer about each position of a file. One with an error is reported, and the others are answered.

    Args:
        options: the options of the command.
        file: the file; - for standard input.
        answer: gives the answer about a position.
        stopped: whether to leave out the rest of the file, asked after each answer.

    Raises:
        ShadowmateError: if the file cannot be read, or has no position.
        typer.Exit: with exit code 2, if a position had an error.
    """
    failed, number = 0, 0
    for number, line in lines(file):
        try:
            options.show(*answer(line))
        except ShadowmateError as error:
            failed += 1
            words = f"line {number}: {error}"
            options.show({"position": line, "error": str(error)}, partial("error: {}".format, words))
            if failed <= MOST_LISTED and not sys.stdout.isatty():  # there it is on the screen already
                print(words, file=sys.stderr)
        if stopped():
            break
    if not number:
        raise ShadowmateError(f"{file}: there is no position in it")
    if failed > MOST_LISTED and not sys.stdout.isatty():
        print(f"and {failed - MOST_LISTED:,} more lines", file=sys.stderr)
    if failed:
        raise typer.Exit(2)


def answer_in_one_line(
    options: Options,
    file: str,
    read: Callable[[str], Position],
    answer: Callable[[Position], Answer],
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Show answers as `answer_lines` does, each as text in one line after the position that it is about.

    Args:
        options: the options of the command.
        file: the file; - for standard input.
        read: reads a position.
        answer: gives the answer about it; the text may have several lines.
        stopped: as of `answer_lines`.

    Raises:
        ShadowmateError: as `answer_lines` does.
        typer.Exit: as `answer_lines` does.
    """

    def answer_line(line: str) -> Answer:
        position = read(line)
        facts, as_text = answer(position)
        return facts, lambda: f"{position}: {'; '.join(map(str.strip, as_text().splitlines())) or 'nothing'}"

    answer_lines(options, file, answer_line, stopped)


def lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without blank lines and comments."""
    try:
        with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8-sig") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(_LONGEST_LINE), ""), 1):
                if len(line) == _LONGEST_LINE:
                    raise ShadowmateError(f"{file}: line {number} is too long to be a position")
                if line.strip() and not line.lstrip().startswith("#"):
                    yield number, line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ShadowmateError(f"{file}: cannot be read: {why_unread(error)}") from error
