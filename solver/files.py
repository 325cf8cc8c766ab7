"""Where files are kept between runs, how they are written, whole or not at all, and how those of users are read."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_cache_path

_PART = ".shadowmate-part-"
"""What the names of files begin with that are not whole yet."""

_DIGEST = 32
"""How many bytes stand before what `keep_content` writes: the digest of its name and of that."""


_LARGEST = 1 << 28
"""So many bytes a file that a user names may have: what has no end, such as /dev/zero, is read no further."""


def read_text(path: Path, as_is: bool = False) -> str:
    """The text in a file that a user names.

    Args:
        path: the file.
        as_is: whether ends of lines are left as they are; else each is one character.

    Raises:
        OSError: if it cannot be read, is too large, or no text in UTF-8, each of which its `strerror` says.
    """
    with path.open("rb") as stream:
        content = stream.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise OSError(errno.EFBIG, f"it has more than {_LARGEST >> 20} MB", str(path))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, "it is no text in UTF-8", str(path)) from error
    return text if as_is else text.replace("\r\n", "\n").replace("\r", "\n")


def cache_folder() -> Path:
    """Where things are kept between runs; `SHADOWMATE_CACHE` names another folder."""
    chosen = os.environ.get("SHADOWMATE_CACHE")
    if chosen:
        return Path(chosen)
    found = user_cache_path("shadowmate")
    # Without a home it would be a folder called "~" here; below what is no folder nothing is kept.
    return found if found.is_absolute() else Path(os.devnull, "shadowmate")


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place only at the end, so that nobody ever sees half of it.

    It is written under another name in the same folder, where what was killed before is swept up. A link is followed,
    an existing file's mode is kept, and what is no file, such as a pipe, is written to as it is.

    Raises:
        OSError: if it cannot be written; what was there before is then still there.
    """
    # Asked before the link is followed: that of a pipe, such as /dev/fd/63, leads to no path.
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    sweep(target.parent)
    with _part(target.parent) as (part, stream):
        yield stream
        stream.flush()
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, as `written_whole` does.

    Raises:
        OSError: if it cannot be written; what was there before is then still there.
    """
    with written_whole(path) as stream:
        stream.write(data)


def kept_content(path: Path) -> bytes | None:
    """What `keep_content` has written to a file; None if it is not there, or not what was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    said, data = content[:_DIGEST], content[_DIGEST:]
    return data if _digest(path, data) == said else None


def keep_content(path: Path, data: bytes) -> None:
    """Write a file, behind a digest of what follows, whole or not at all, in a folder that is made if there is none.

    Raises:
        OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _digest(path, data) + data)


def _digest(path: Path, data: bytes) -> bytes:
    """What a file's content is known by; the same content is not that of another file."""
    found = sha256(path.name.encode())
    found.update(data)
    return found.digest()


@contextmanager
def _part(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file for what is not whole yet, locked while it is open, and removed if it is still there at the end."""
    while True:
        part = folder / f"{_PART}{secrets.token_hex(8)}"
        with part.open("xb") as stream:
            try:
                if _lock(stream, wait=True) and not os.fstat(stream.fileno()).st_nlink:
                    continue  # somebody has swept it up before it was locked
                yield part, stream
                return
            finally:
                with suppress(OSError):
                    part.unlink()


def sweep(folder: Path) -> None:
    """Remove what `written_whole` has left in a folder where it was killed; what others still write stays."""
    with suppress(OSError):
        for part in folder.glob(f"{_PART}*"):
            with suppress(OSError), part.open("rb") as stream:
                if _lock(stream):
                    part.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Within it, no other process is within it for the same file, which is made; whoever is, is waited for.

    Where a file cannot be made or locked, there is nothing to wait for.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _lock(stack.enter_context(path.open("ab")), wait=True)
        yield


def is_alone_elsewhere(path: Path) -> bool:
    """Whether another process is `alone` with a file."""
    try:
        with path.open("rb") as stream:
            return not _lock(stream)
    except OSError:
        return False


def _lock(stream: BinaryIO, wait: bool = False) -> bool:
    """Lock a file until it is closed, by whatever end of the process; False if that cannot be."""
    if sys.platform == "win32":
        return False
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(stream, LOCK_EX if wait else LOCK_EX | LOCK_NB)
    except OSError:
        return False
    return True
