"""What is kept on disk between runs: a game's tables and the compiled kernel. Other modules keep more there.

Everything is keyed by what it was made from, written under another name and then moved into place, and
made anew if it is not there or cannot be read. Where it cannot be kept there is a warning, and the answer is
the same. What has not been used for a while, such as the kernels of earlier versions, is removed when something
new is kept, at most once a day. `SHADOWMATE_CACHE` names another folder to keep it in.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from time import time

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from ..errors import NotKeptWarning
from ..files import alone, is_alone_elsewhere, keep_content, kept_content, mark_used, sweep
from ..files import cache_folder as folder
from .game_tables import Tables
from .stored_arrays import packed, unpacked

_KINDS = ("tables", "endgame", "notes", "checked")
"""The folders of what is kept besides kernels."""

_KEPT_UNUSED = 30 * 24 * 60 * 60
"""How many seconds unused things are kept."""

_BETWEEN = 24 * 60 * 60
"""How many seconds pass before unused things are looked for again, which takes long where many games are kept."""

_KERNEL_SIZE = 2 << 20
"""A size in bytes that is enough for the kernel."""


def warn_unkept(error: OSError) -> None:
    """Warn that something could not be kept, and say why, and what helps."""
    warnings.warn(
        f"kernel and tables cannot be kept in {folder()}: {error.strerror}; they are made anew each time, unless "
        "SHADOWMATE_CACHE names another folder",
        NotKeptWarning,
        stacklevel=2,
    )


def obstacle(where: Path, size: int) -> OSError | None:
    """The error that prevents writing a number of bytes to a folder, which is made if needed; None without one."""
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
    found = sha256(f"{version('numba')} {np.__version__}".encode())
    for path in sorted(here.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


COMPILED = (
    "packed", "named_values", "schema", "tables", "item_place", "numba_items", "numba_wrapper", "numba_private",
    "machine_code", "library", "public",
)  # fmt: skip
"""The modules beside the kernel that its machine code depends on."""


@cache
def _compilation() -> str:
    """What this version of the kernel's machine code is known by.

    Only what numba compiles counts, what has it compiled, and for what machine: other changes need no new kernel.
    """
    here = Path(__file__).parent
    versions = version("numba"), llvmlite.__version__, np.__version__, sys.implementation.cache_tag
    machine = llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    found = sha256(repr((versions, machine)).encode())
    for path in (*(here / f"{name}.py" for name in COMPILED), *sorted((here / "kernel").glob("*.py"))):
        found.update(f"{path.name}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def kernel_folder() -> Path:
    """Where this version of the kernel is kept."""
    return folder() / f"kernel-{_compilation()}"


@cache
def _kernel_obstacle() -> OSError | None:
    found = obstacle(kernel_folder(), _KERNEL_SIZE)
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


def kept_code(name: str, build: Callable[[], bytes]) -> bytes:
    """The machine code kept under a name, or fresh one, which is then kept.

    What another process is making is waited for; if that is killed, it is made here.
    """
    path = kernel_folder() / name
    found = kept_content(path)
    if found is None and not keeps_kernel():
        return build()
    if found is None:
        with alone(path.with_suffix(".lock")):
            found = kept_content(path)
            if found is None:
                found = build()
                try:
                    keep_content(path, found)
                except OSError as error:  # such as a full disk: it is there all the same
                    _lost.append(error)
                    warn_unkept(error)
    return found


def is_kept(name: str) -> bool:
    """Whether there is machine code of that name."""
    return kept_content(kernel_folder() / name) is not None


def is_being_made(name: str) -> bool:
    """Whether another process makes machine code of that name just now."""
    return is_alone_elsewhere((kernel_folder() / name).with_suffix(".lock"))


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
    _prune_daily()
    return tables, False


def _prune_daily() -> None:
    """Remove what has not been used for a while, unless that was done a short time ago."""
    done = folder() / "pruned"
    with suppress(OSError):
        if done.exists() and done.stat().st_mtime >= time() - _BETWEEN:
            return
    prune()
    with suppress(OSError):
        done.touch()


def prune() -> None:
    """Remove what has not been used for a while; of kernels, those of other versions.

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
    data = kept_content(path)
    if data is None:
        return None
    return Tables.named(unpacked(data))


def write(path: Path, tables: Tables) -> None:
    """Write tables to a file, whole or not at all."""
    keep_content(path, packed(tables.by_name()))
