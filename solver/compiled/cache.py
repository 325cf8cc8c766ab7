"""What is kept on disk between runs: a game's tables and the compiled kernel.

Everything is keyed by what it was made from, written under another name and then moved into place, and
made anew if it is not there or cannot be read. `SHADOWMATE_CACHE` names another folder to keep it in.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import numba
import numpy as np
from platformdirs import user_cache_path

from .tables import Tables


def folder() -> Path:
    """Where things are kept."""
    chosen = os.environ.get("SHADOWMATE_CACHE")
    return Path(chosen) if chosen else user_cache_path("shadowmate")


@cache
def source_digest() -> str:
    """What this version of the kernel and its tables is known by."""
    here = Path(__file__).parent
    found = sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(here.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def kernel_folder() -> Path:
    """Where this version of the kernel is kept."""
    return folder() / f"kernel-{source_digest()}"


@cache
def keeps_kernel() -> bool:
    """Whether the kernel can be kept; if not, every process compiles it."""
    try:
        kernel_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(kernel_folder(), os.W_OK)


def kept(key: str, build: Callable[[], Tables]) -> tuple[Tables, bool]:
    """The tables kept under a key, or fresh ones, which are then kept.

    Args:
        key: what they are made from.
        build: makes them.

    Returns:
        The tables, and whether they were there.
    """
    name = sha256(f"{source_digest()} {key}".encode()).hexdigest()[:32]
    path = folder() / "tables" / f"{name}.npz"
    found = read(path)
    if found is not None:
        return found, True
    tables = build()
    with suppress(OSError):  # a folder that cannot be written to costs time, nothing else
        write(path, tables)
    return tables, False


def read(path: Path) -> Tables | None:
    """The tables in a file; None if it is not there or damaged (its checksums say so)."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return Tables(**{name: arrays[name] for name in Tables._fields})
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError):
        return None


def write(path: Path, tables: Tables) -> None:
    """Write tables to a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as stream:
        try:
            np.savez(stream, **tables._asdict())
            stream.close()
            Path(stream.name).replace(path)
        except BaseException:
            Path(stream.name).unlink(missing_ok=True)
            raise
