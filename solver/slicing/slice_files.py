"""The files that slices are exchanged through: facts, and arrays that are compressed. Each is written whole."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..endgame.errors import EndgameError
from ..files import keep_content, kept_content

Array = NDArray[Any]
Plane = NDArray[np.uint8]
"""A bit for each entry of a slice."""

_LEVEL = 1  # of zlib's: higher ones take several times as long, for a few per cent
_PIECE = 1 << 24


def write(path: Path, facts: dict[str, Any], *arrays: Array) -> None:
    """Write a file.

    Raises:
        OSError: if it cannot be written.
    """
    head = json.dumps({"facts": facts, "arrays": [[each.dtype.str, len(each)] for each in arrays]}).encode() + b"\n"
    packer = zlib.compressobj(_LEVEL)
    parts = [packer.compress(np.ascontiguousarray(each).data) for each in arrays]
    keep_content(path, b"".join([head, *parts, packer.flush()]))


def read(path: Path) -> list[Array]:
    """The arrays of a file.

    Raises:
        EndgameError: if it is missing or damaged.
    """
    content = kept_content(path)
    if content is None:
        raise EndgameError(f"{path}: is missing or damaged. Give another folder, or remove this one to begin again")
    line, _, packed = content.partition(b"\n")
    unpacked, found, place = zlib.decompress(packed), list[Array](), 0
    for kind, length in json.loads(line)["arrays"]:
        found.append(np.frombuffer(unpacked, kind, length, place))
        place += found[-1].nbytes
    return found


def facts_of(path: Path) -> dict[str, Any] | None:
    """The facts of a file; None if it is missing or damaged."""
    content = kept_content(path)
    if content is None:
        return None
    found: dict[str, Any] = json.loads(content.partition(b"\n")[0])["facts"]
    return found


def plane(truths: NDArray[np.bool_]) -> Plane:
    """A plane of truth values."""
    return np.packbits(truths)


def put(array: Array, bits: Plane, value: int) -> None:
    """Write a value to the entries of a slice whose bit is set; piece by piece, so that little memory is needed."""
    for start in range(0, len(array), _PIECE):
        some = array[start : start + _PIECE]
        np.putmask(some, np.unpackbits(bits[start // 8 : (start + _PIECE) // 8], count=len(some)).view(np.bool_), value)
