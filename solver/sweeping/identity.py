"""What a sweep is known by: digests of the program and of the files that answers depend on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..files import exists
from .errors import SweepError

_OF_PROGRAM = {".py", ".lp", ".yaml", ".json"}
_RULES = ".lp"


@cache
def program() -> str:
    """The version of this program, with a digest of its sources and of the rules in the package."""
    found = sha256()
    for root in (Path(str(files(__package__.partition(".")[0]))), Path(str(files("shadowmate.rules")))):
        _add(found, root, _OF_PROGRAM)
    return f"{version('shadowmate')} {found.hexdigest()[:16]}"


def check_program(known: str) -> None:
    """Refuse to do the work of another program.

    Args:
        known: the version of the program that gave the work.

    Raises:
        SweepError: with both versions.
    """
    if program() != known:
        raise SweepError(f"a worker has another version of the program: {program()}, and {known} here")


def named_files(words: Iterable[str]) -> tuple[Path, ...]:
    """The files and folders that the words of a command name."""
    found = (Path(part) for word in words for part in {word, word.partition("=")[2]} if part)
    return tuple(path for path in found if exists(path))


def digest(path: Path) -> str:
    """The SHA-256 of a file, or of the rule files in a folder.

    Raises:
        SweepError: if it cannot be read.
    """
    try:
        if path.is_file():
            return sha256(path.read_bytes()).hexdigest()
        found = sha256()
        _add(found, path, {_RULES})
        return found.hexdigest()
    except OSError as error:
        raise SweepError(f"{error.filename or path}: cannot be read: {error.strerror or error}") from error


def _add(found: Any, root: Path, suffixes: set[str]) -> None:
    """Add the names and contents of the files in a folder to a digest."""
    for path in sorted(root.rglob("*")):
        if path.suffix in suffixes and path.is_file():
            content = path.read_bytes()
            found.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
            found.update(content)
