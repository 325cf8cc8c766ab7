"""Which rules have been found free of a kind of mistake, stored between runs: it depends on their text alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from ..files import cache_folder, keep_content, kept_content


def once(key: object, check: Callable[[], object], modules: Path | None = None) -> None:
    """Make a check that raises if the rules are wrong, unless it has been passed before.

    Args:
        key: what the rules are known by.
        check: the check.
        modules: the folder of the modules that make it, besides this folder.
    """
    versions = [_digest(folder) for folder in (Path(__file__).parent, modules) if folder]
    path = cache_folder() / "checked" / sha256(f"{versions} {key!r}".encode()).hexdigest()[:32]
    if kept_content(path) is None:
        check()
        with suppress(OSError):  # then the check is made again each time
            keep_content(path, b"")


@cache
def _digest(modules: Path) -> str:
    """A key for this version of the checks in a folder."""
    found = sha256()
    for path in sorted(modules.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()
