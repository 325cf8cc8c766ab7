"""Where files are kept between runs, and how they are written: whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_cache_path


def cache_folder() -> Path:
    """Where things are kept between runs; `SHADOWMATE_CACHE` names another folder."""
    chosen = os.environ.get("SHADOWMATE_CACHE")
    return Path(chosen) if chosen else user_cache_path("shadowmate")


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place only at the end, so that nobody ever sees half of it.

    It is written under another name in the same folder. A link is followed, an existing file's mode is kept,
    and what is no file, such as a pipe, is written to as it is.

    Raises:
        OSError: if it cannot be written; what was there before is then still there.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield stream
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as stream:
            yield stream
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, as `written_whole` does.

    Raises:
        OSError: if it cannot be written; what was there before is then still there.
    """
    with written_whole(path) as stream:
        stream.write(data)
