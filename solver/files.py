"""Files: where they are stored between runs, how they are written whole or not at all, and how users' files are
read.
"""

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
"""The prefix of the names of unfinished files."""

_DIGEST = 32
"""The number of bytes before the content in `keep_content`: a digest of name and content."""


FORMATS = {
    ".svg": "SVG", ".png": "PNG", ".dot": "DOT", ".gv": "DOT", ".graphml": "GraphML", ".yaml": "YAML", ".yml": "YAML",
    ".html": "HTML", ".htm": "HTML", ".md": "Markdown", ".pdf": "PDF", ".tex": "LaTeX", ".inp": "Popeye's input",
    ".lp": "ASP",
    # Nothing is written as these, but users may expect it.
    ".json": "JSON", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WebP", ".svgz": "SVGZ",
    ".csv": "CSV", ".parquet": "Parquet",
}  # fmt: skip
"""What a file contains, by the end of its name."""

_LARGEST = 1 << 28
"""The largest size of a user's file in bytes. A file without an end, such as /dev/zero, is read no further."""


def read_text(path: Path, as_is: bool = False) -> str:
    """The text in a user's file.

    Args:
        path: the file.
        as_is: whether line ends, and the byte order mark that some editors write at the start, are left as they are.
            Otherwise each line end becomes one character, and the mark is left out.

    Raises:
        OSError: if it cannot be read, is too large, or is no text in UTF-8; its `strerror` has the reason.
    """
    with path.open("rb") as stream:
        content = stream.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise OSError(errno.EFBIG, f"it has more than {_LARGEST >> 20} MB", str(path))
    try:
        text = content.decode("utf-8" if as_is else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise OSError(errno.EILSEQ, f"it is no text in UTF-8 (line {line}); save it as UTF-8", str(path)) from error
    return text if as_is else text.replace("\r\n", "\n").replace("\r", "\n")


def exists(path: str | Path) -> bool:
    """Whether there is a file or folder of a name; a text that is too long for a name names none."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def another_format(path: Path, *formats: str) -> str:
    """The end of an error, if the name of a file is one for another format than those that are written there."""
    named = FORMATS.get(path.suffix.lower())
    return "" if named is None or named in formats else f", but this is a name for {named}"


def cache_folder() -> Path:
    """The folder for files between runs; `SHADOWMATE_CACHE` names another one."""
    chosen = os.environ.get("SHADOWMATE_CACHE")
    if chosen:
        return Path(chosen)
    found = user_cache_path("shadowmate")
    # Without a home directory this would be a folder called "~" here; below a file nothing can be stored.
    return found if found.is_absolute() else Path(os.devnull, "shadowmate")


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that replaces the old one only at the end, so that no reader sees half of it.

    It is written under another name in the same folder, where leftovers of killed processes are removed. A link is
    followed, an existing file's mode is preserved, and a pipe or other special file is written to directly.

    Raises:
        OSError: if it cannot be written; the old file is then unchanged.
    """
    # Checked before the link is followed: a pipe such as /dev/fd/63 links to no path.
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))  # not the name of the part
    sweep(target.parent)
    with _part(target.parent) as (part, stream):
        yield stream
        stream.flush()
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)


def write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file, one part after another, whole or not at all, as `written_whole` does.

    Raises:
        OSError: if it cannot be written; the old file is then unchanged.
    """
    with written_whole(path) as stream:
        stream.writelines(parts)


def kept_content(path: Path) -> bytes | None:
    """The content that `keep_content` wrote to a file; None if it is missing or damaged."""
    try:
        with path.open("rb", buffering=0) as stream:  # a buffer would have all of it copied
            digest, data = stream.read(_DIGEST), stream.readall()
    except OSError:
        return None
    return data if _digest(path, data) == digest else None


def keep_content(path: Path, data: bytes) -> None:
    """Write a file with a digest before its content, whole or not at all, and make its folder if necessary.

    Raises:
        OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _digest(path, data), data)


def mark_used(path: Path) -> None:
    """Note that something is used, in the time of its last change."""
    with suppress(OSError):
        os.utime(path)


def _digest(path: Path, data: bytes) -> bytes:
    """A digest of a file's name and content, so that a copy under another name does not match."""
    found = sha256(path.name.encode())
    found.update(data)
    return found.digest()


@contextmanager
def _part(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new unfinished file, locked while it is open, and removed if it still exists at the end."""
    while True:
        part = folder / f"{_PART}{secrets.token_hex(8)}"
        with part.open("xb") as stream:
            try:
                if _lock(stream, wait=True) and not os.fstat(stream.fileno()).st_nlink:
                    continue  # another process removed it before it was locked
                yield part, stream
                return
            finally:
                with suppress(OSError):
                    part.unlink()


def sweep(folder: Path) -> None:
    """Remove what `written_whole` left in a folder when it was killed. Files that others are writing stay."""
    with suppress(OSError):
        for part in folder.glob(f"{_PART}*"):
            with suppress(OSError), part.open("rb") as stream:
                if _lock(stream):
                    part.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Within it, no other process is within it for the same file. The file is made; if another process has it, this
    waits.

    Where a file cannot be made or locked, this does not wait.
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
    """Lock a file until it is closed or the process ends; False if that is impossible."""
    if sys.platform == "win32":
        return False
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(stream, LOCK_EX if wait else LOCK_EX | LOCK_NB)
    except OSError:
        return False
    return True
