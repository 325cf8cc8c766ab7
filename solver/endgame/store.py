"""Tables on disk: a header, and arrays in blocks that have checksums.

A file is written under another name and then moved into place. It is memory-mapped; a block's checksum
is compared the first time that something is read from it. A damaged file counts as none.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ..asp.rule_text import Source
from ..compiled.cache import obstacle, source_digest, warn_unkept
from ..files import cache_folder as folder
from ..files import sweep, written_whole
from ..play.game import Game

_MAGIC = b"shadowmate-eg1\n\n"
_BLOCK = 1 << 20

Array = NDArray[Any]


class DamagedError(Exception):
    """A file's content does not fit its checksums."""


@cache
def _digest() -> str:
    """What this version of the tables is known by."""
    found = sha256(source_digest().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()


def path_of(game: Game, material: str, unfinished: bool = False) -> Path:
    """Where the table of some material of a game is kept, or what there is of it so far."""
    known = f"{_digest()} {_rules_digest(game.ruleset.files.sources)} {game.ruleset.chosen} {material}"
    return folder() / "endgame" / f"{sha256(known.encode()).hexdigest()[:32]}.{'part' if unfinished else 'table'}"


@lru_cache(maxsize=16)
def _rules_digest(sources: tuple[Source, ...]) -> str:
    """A key for the text of some rules."""
    found = sha256()
    for source in sources:
        found.update(f"\n{source.path.name}\n{source.text}".encode())
    return found.hexdigest()


class Held:
    """Arrays in memory.

    Args:
        facts: what is known of them.
        arrays: the arrays.
    """

    def __init__(self, facts: dict[str, Any], arrays: list[Array]) -> None:
        self.facts, self._arrays = facts, arrays

    def array(self, number: int) -> Array:
        """An array, all of which is looked at.

        Raises:
            DamagedError: if it is of a file, and a checksum is wrong.
        """
        return self._arrays[number]

    def some(self, number: int, places: NDArray[np.int64]) -> Array:
        """Some numbers of an array of one dimension.

        Raises:
            DamagedError: if they are of a file, and the checksum of a block that holds one is wrong.
        """
        return np.asarray(self._arrays[number][places])


class Stored(Held):
    """A file of arrays.

    Args:
        path: the file.

    Raises:
        DamagedError: if it is not there, or is not whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as stream:
                start = stream.read(len(_MAGIC) + 16)
                length, checksum = np.frombuffer(start[len(_MAGIC) :], np.int64).tolist()
                if start[: len(_MAGIC)] != _MAGIC or not 0 <= length <= os.fstat(stream.fileno()).st_size:
                    raise DamagedError(path)
                text = stream.read(length)
            if crc32(text) != checksum:
                raise DamagedError(path)
            facts: dict[str, Any] = json.loads(text)
            if facts["name"] != path.name:  # it is the file of another table
                raise DamagedError(path)
            arrays: list[Array] = []
            place = _aligned(len(start) + length)
            for kind, shape, _ in facts["arrays"]:
                arrays.append(np.memmap(path, kind, "r", place, tuple(shape)))
                place = _aligned(place + arrays[-1].nbytes)
        except (OSError, ValueError, KeyError) as error:
            raise DamagedError(path) from error
        super().__init__(facts, arrays)
        self._good: set[tuple[int, int]] = set()

    def array(self, number: int) -> Array:
        """As `Held` has it."""
        found = super().array(number)
        for block in range(-(-found.nbytes // _BLOCK)):
            self._check(number, block)
        return found

    def some(self, number: int, places: NDArray[np.int64]) -> Array:
        """As `Held` has it."""
        found = self._arrays[number]
        for block in np.unique(places * found.itemsize // _BLOCK).tolist():
            self._check(number, block)
        return super().some(number, places)

    def _check(self, number: int, block: int) -> None:
        if (number, block) not in self._good:
            content = self._arrays[number].reshape(-1).view(np.uint8)[block * _BLOCK : (block + 1) * _BLOCK]
            if crc32(content.data) != self.facts["arrays"][number][2][block]:
                raise DamagedError(self.path)
            self._good.add((number, block))


def _aligned(place: int) -> int:
    return -(-place // 64) * 64


def prepare(path: Path, size: int) -> None:
    """Warn if some bytes could not be kept in a file. Leftovers of killed processes beside it are deleted."""
    sweep(path.parent)
    found = obstacle(path.parent, size)
    if found:
        warn_unkept(found)


def keep(path: Path, facts: dict[str, Any], arrays: list[Array]) -> Held:
    """Write a file, and give its arrays; those in memory, and a warning, if it cannot be written."""
    try:
        write(path, facts, arrays)
        return Stored(path)
    except OSError as error:
        warn_unkept(error)
    except DamagedError:
        pass  # others have removed it meanwhile
    return Held(facts, arrays)


def write(path: Path, facts: dict[str, Any], arrays: list[Array]) -> None:
    """Write a file, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    described = []
    for array in arrays:
        content = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        sums = [crc32(content[start : start + _BLOCK].data) for start in range(0, len(content), _BLOCK)]
        described.append([array.dtype.str, array.shape, sums])
    text = json.dumps({**facts, "name": path.name, "arrays": described}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as stream:
        stream.write(_MAGIC + np.array([len(text), crc32(text)], np.int64).tobytes() + text)
        for array in arrays:
            stream.seek(_aligned(stream.tell()))
            stream.write(np.ascontiguousarray(array).data)
        stream.flush()
        os.fsync(stream.fileno())


def find(path: Path) -> Stored | None:
    """A file's arrays; None if it is not there or its header is damaged."""
    try:
        return Stored(path)
    except DamagedError:
        return None


def remove(path: Path) -> None:
    """Remove a file that is of no use any more."""
    with suppress(OSError):
        path.unlink()
