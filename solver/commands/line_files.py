"""Files of positions, one a line, and answers about each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import MOST_LISTED, ShadowmateError
from .options import Options
from .output import why_unread

_LONGEST_LINE = 1_000_000
"""At most this many characters of a line are read, because a file may have no end."""


def answer_lines(options: Options, file: str, answer: Callable[[str], tuple[Any, Callable[[], str]]]) -> bool:
    """Show the answer about each position of a file. One with an error is reported, and the others are answered.

    Args:
        options: the options of the command.
        file: the file; - for standard input.
        answer: gives for a position the answer, for `--json` and as text.

    Returns:
        Whether there was an error.

    Raises:
        ShadowmateError: if the file cannot be read, or has no position.
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
    if not number:
        raise ShadowmateError(f"{file}: there is no position in it")
    if failed > MOST_LISTED and not sys.stdout.isatty():
        print(f"and {failed - MOST_LISTED:,} more lines", file=sys.stderr)
    return failed > 0


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
