"""What commands write: results on standard output, and files."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..errors import ShadowmateError
from ..files import write_whole

if TYPE_CHECKING:
    from rich.text import Text


def show_result(result: Any, as_json: bool, as_text: Callable[[], str | Text]) -> None:
    """Print a result as JSON or as text, which has its colours where a terminal shows them."""
    said = json.dumps(result, ensure_ascii=False) if as_json else as_text()
    if isinstance(said, str):
        print(said)
        return
    from rich.console import Console

    Console().print(said, soft_wrap=True)


@cache
def note_misspelt(name: str, said: str) -> None:
    """Say on standard error which predicates in a game's rules seem to be misspelt; the same is said once."""
    if said:
        print(f"note: rules of {name}: {said}; `shadowmate check-rules` says more", file=sys.stderr)


def written(help: str, *names: str) -> Any:
    """The option of a file to write."""
    return typer.Option(*names, metavar="FILE", callback=_writable, help=help)


def _writable(file: Path | None) -> Path | None:
    # This is asked before the work for it is done.
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        reason = errno.EISDIR if file.is_dir() else errno.ENOENT
        raise ShadowmateError(f"{file}: cannot be written: {os.strerror(reason)}")
    return file


def write(file: Path, data: str | bytes) -> None:
    """Write a file that the user asked for.

    Raises:
        ShadowmateError: if that is not possible.
    """
    try:
        write_whole(file, data.encode() if isinstance(data, str) else data)
    except OSError as error:
        raise ShadowmateError(f"{file}: cannot be written: {error.strerror}") from error


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number} {what}{'' if number == 1 else 's'}"
