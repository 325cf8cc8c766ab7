"""What is kept on disk between runs: a game's tables and the compiled kernel.

Everything is keyed by what it was made from, written under another name and then moved into place, and
made anew if it is not there or cannot be read. Where it cannot be kept there is a warning, and the answer is
the same. What nobody has used for a while, such as the kernels of earlier versions, is removed when something
new is kept. `SHADOWMATE_CACHE` names another folder to keep it in.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from time import time

import numba
import numpy as np

from ..errors import NotKeptWarning
from ..files import cache_folder as folder
from ..files import sweep, write_whole
from .tables import Tables

_COMPLETE = "complete"
"""The name of the file that says that all of the kernel is kept."""

_DIGEST = 32
"""How many bytes stand before a file's content: the digest of its name and of that."""

_KINDS = ("tables", "endgame", "tried")
"""The folders of what is kept besides kernels."""

_KEPT_UNUSED = 30 * 24 * 60 * 60
"""So many seconds something is kept that nobody uses."""

_WRITTEN_SOON = 10
"""Within so many seconds a file of the kernel is written that is being written."""

_KERNEL_SIZE = 16 << 20
"""So many bytes will do for the kernel."""


def warn_unkept(error: OSError) -> None:
    """Warn that something could not be kept, and say why, and what helps."""
    warnings.warn(
        f"kernel and tables cannot be kept in {folder()}: {error.strerror}; they are made anew each time, unless "
        "SHADOWMATE_CACHE names another folder",
        NotKeptWarning,
        stacklevel=2,
    )


def obstacle(where: Path, size: int) -> OSError | None:
    """What is in the way of keeping so many bytes in a folder, which is made if there is none; None if nothing is."""
    try:
        where.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=where) as stream:
            stream.write(bytes(min(size, 1 << 12)))
        if shutil.disk_usage(where).free < size:
            return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError as error:
        return error
    return None


@cache
def source_digest() -> str:
    """What this version of the kernel and its tables is known by."""
    here = Path(__file__).parent
    found = sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(here.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


@cache
def _installation() -> str:
    """What this version of the kernel is known by where it is installed: numba looks at paths and times, too.

    Only what numba compiles counts, and what has it compiled: other changes need no new kernel.
    """
    here = Path(__file__).parent
    found = sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in (here / "tables.py", here / "warming.py", *sorted((here / "kernel").glob("*.py"))):
        found.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def kernel_folder() -> Path:
    """Where this version of the kernel is kept."""
    return folder() / f"kernel-{_installation()}"


@cache
def _kernel_obstacle() -> OSError | None:
    drop_damaged_kernel()
    found = obstacle(kernel_folder(), 0 if is_complete() else _KERNEL_SIZE)
    if found is None:
        mark_used(kernel_folder())
    return found


def keeps_kernel() -> bool:
    """Whether the kernel can be kept; if not, every process compiles it."""
    return _kernel_obstacle() is None and not _lost


def warn_of_kernel() -> None:
    """Warn if the kernel cannot be kept."""
    if (found := _kernel_obstacle()) is not None:
        warn_unkept(found)


_lost: list[OSError] = []


def lose(error: OSError) -> None:
    """Take note, and warn, that a part of the kernel could not be kept."""
    _lost.append(error)
    warn_unkept(error)


def kept(key: str, build: Callable[[], Tables]) -> tuple[Tables, bool]:
    """The tables kept under a key, or fresh ones, which are then kept.

    Args:
        key: what they are made from.
        build: makes them.

    Returns:
        The tables, and whether they were there.
    """
    name = sha256(f"{source_digest()} {key}".encode()).hexdigest()[:32]
    path = folder() / "tables" / f"{name}.tables"
    sweep(path.parent)
    found = read(path)
    if found is not None:
        mark_used(path)
        return found, True
    tables = build()
    try:
        write(path, tables)
    except OSError as error:  # which costs time, nothing else
        warn_unkept(error)
    prune()
    return tables, False


def mark_used(path: Path) -> None:
    """Take note that something is used, in the time of its last change."""
    with suppress(OSError):
        os.utime(path)


def prune() -> None:
    """Remove what nobody has used for a while, of kernels those of other versions.

    Other processes may do the same, or use what is removed: they make it anew.
    """
    oldest = time() - _KEPT_UNUSED
    with suppress(OSError):
        for path in [*folder().glob("kernel-*"), *(each for name in _KINDS for each in (folder() / name).glob("*"))]:
            with suppress(OSError):
                if path == kernel_folder() or path.stat().st_mtime >= oldest:
                    continue
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()


def read(path: Path) -> Tables | None:
    """The tables in a file; None if it is not there, or not what was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    said, data = content[:_DIGEST], content[_DIGEST:]
    if _digest(path, data) != said:
        return None
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return Tables(**{name: arrays[name] for name in Tables._fields})


def write(path: Path, tables: Tables) -> None:
    """Write tables to a file, behind a digest of what follows, whole or not at all."""
    data = BytesIO()
    np.savez(data, **tables._asdict())
    keep(path, _digest(path, data.getvalue()) + data.getvalue())


def _digest(path: Path, data: bytes) -> bytes:
    """What a file's content is known by; the same content is not that of another file."""
    found = sha256(path.name.encode())
    found.update(data)
    return found.digest()


def keep(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all, in a folder that is made if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def is_complete() -> bool:
    """Whether all of the kernel is kept."""
    return os.path.exists(kernel_folder() / _COMPLETE)  # noqa: PTH110 - Path.exists may raise an error


def complete() -> None:
    """Say that all of the kernel is kept now, if it is, and by what its files are known."""
    if not keeps_kernel():
        return
    with suppress(OSError):
        for path in kernel_folder().rglob("*.tmp.*"):  # so numba names what it has not finished: it was killed
            if path.stat().st_mtime < time() - _WRITTEN_SOON:
                path.unlink()
    try:
        keep(kernel_folder() / _COMPLETE, json.dumps(_code_digests()).encode())
    except OSError as error:
        lose(error)


def drop_damaged_kernel() -> None:
    """Remove the kernel that is kept if it is not what was written: numba would stop at it, each time."""
    try:
        said = json.loads((kernel_folder() / _COMPLETE).read_bytes())
        there = _code_digests()
        sound = all(there.get(name) == digest for name, digest in said.items())
        for path in kernel_folder().rglob("*.nbi"):
            with path.open("rb") as stream:
                pickle.load(stream)  # numba reads it so, too
    except FileNotFoundError:
        return
    except Exception:  # whatever a damaged file makes of pickle
        sound = False
    if not sound:
        shutil.rmtree(kernel_folder(), ignore_errors=True)


def _code_digests() -> dict[str, str]:
    files = sorted(kernel_folder().rglob("*.nbc"))
    return {str(path.relative_to(kernel_folder())): sha256(path.read_bytes()).hexdigest() for path in files}
