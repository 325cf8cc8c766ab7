"""Files of endgame tables: two lines of text, and the values. docs/endgames.md describes them for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ShadowmateError

MAGIC = b"shadowmate-table 1 "
"""The start of the first line. The SHA-256 of the second line follows."""

CHUNK = 1 << 20
"""The number of bytes of values that one SHA-256 covers in files that this version writes."""

DRAWN, IMPOSSIBLE, STALEMATE, ENDED = 0, 2, 3, 4
"""Values for the side to move: ENDED is lost at once, and ENDED + N is N plies before that: won if N is odd."""


class TableFileError(ShadowmateError, ValueError):
    """A file that is no file of endgame tables."""


class DamagedTableError(Exception):
    """A file of tables that does not fit one of its checksums."""


def schema() -> str:
    """The JSON schema of the second line."""
    return (files(__package__) / "table.schema.json").read_text(encoding="utf-8")


class TableFile:
    """A file of tables.

    Args:
        path: the file.

    Attributes:
        header: the second line.
        tables: the tables.

    Raises:
        TableFileError: if it is no such file, or has no valid header.
        DamagedTableError: if the header does not fit its checksum, or the file is too long or too short.
        OSError: if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            first = stream.readline(len(MAGIC) + 65)
            if not first.startswith(MAGIC):
                raise TableFileError(f"{path}: this is no file of `shadowmate endgame --output`")
            line = stream.readline()
            start, length = len(first) + len(line), stream.seek(0, 2)
        if first != MAGIC + sha256(line).hexdigest().encode() + b"\n":
            raise DamagedTableError("the second line does not have the SHA-256 in the first")
        try:
            self.header = _checked(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise TableFileError(f"{path}: the second line: {error}") from error
        self.tables: list[StoredTable] = []
        place = start
        for facts in self.header["tables"]:
            size = facts["entries"] * facts["bytes"]
            if place + 2 * size > length:
                raise DamagedTableError("the file is too short for its tables")
            kind = f"<u{facts['bytes']}"
            both = [np.memmap(path, kind, "r", start, facts["entries"]) for start in (place, place + size)]
            try:
                self.tables.append(StoredTable(facts, len(self.header["cells"]), both))
            except TableFileError as error:
                raise TableFileError(f"{path}: {error}") from error
            place += 2 * size
        if place != length:
            raise DamagedTableError("the file has more bytes than its tables")

    def chunks(self) -> Iterator[str]:
        """Compare every chunk with its SHA-256; gives the name of each.

        Raises:
            DamagedTableError: naming the first chunk that is damaged.
        """
        size = self.header["chunk"]
        for table in self.tables:
            for player, entries, sums in zip(self.header["players"], table.entries, table.sums, strict=True):
                content = entries.view(np.uint8)
                if len(sums) != -(-len(content) // size):
                    raise DamagedTableError(f"{table.material}: the number of its checksums is wrong")
                for number, known in enumerate(sums):
                    name = f"{table.material}, {player} to move, chunk {number + 1} of {len(sums)}"
                    if sha256(content[number * size : (number + 1) * size].data).hexdigest() != known:
                        raise DamagedTableError(f"{name} does not have its SHA-256")
                    yield name


class StoredTable:
    """One table of a file.

    Args:
        facts: its part of the header.
        cells: how many cells the board has.
        entries: its values, for each side to move.

    Raises:
        TableFileError: if the numbers of the header do not fit each other.
    """

    def __init__(self, facts: dict[str, Any], cells: int, entries: Sequence[NDArray[Any]]) -> None:
        self.material: str = facts["material"]
        self.pieces: list[tuple[str, str]] = [tuple(each) for each in facts["pieces"]]
        self.sums: list[list[str]] = facts["sha256"]
        self.entries, self.cells = entries, cells
        try:
            images = np.array(facts["symmetries"])
        except ValueError:
            images = np.zeros(0)
        if images.shape[1:] != (cells,) or images.dtype.kind != "i" or (np.sort(images) != range(cells)).any():
            raise TableFileError(f"{self.material}: a symmetry is no permutation of the {cells} cells")
        heads = np.unique(images.min(axis=0))
        self.images, self._heads = images, heads
        self._number = np.zeros(cells, np.int64)
        self._number[heads] = range(len(heads))
        self._ways = images[images.argmin(axis=0)]
        self.alike = [len(list(some)) for _, some in groupby(self.pieces[1:])]
        self._chosen = {
            most: np.array([[comb(cell, place) for cell in range(cells)] for place in range(1, most + 1)])
            for most in self.alike
        }
        if facts["entries"] != len(heads) * prod(comb(cells, alike) for alike in self.alike):
            raise TableFileError(f"{self.material}: its pieces and symmetries do not make {facts['entries']} entries")
        if _named(self.material, {army for army, _ in self.pieces}) != sorted(self.pieces):
            raise TableFileError(f"{self.material}: its pieces are others")

    @property
    def placements(self) -> int:
        """The number of placements, two pieces on one cell included."""
        return prod(self.cells for _ in self.pieces)

    def placement(self, number: int) -> list[int]:
        """A placement by its number among all: the cell of each piece."""
        found = []
        for _ in self.pieces:
            number, cell = divmod(number, self.cells)
            found.append(cell)
        return found

    def cells_of(self, entries: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """The placements of entries: the cell of each piece in each of them."""
        found: list[NDArray[np.int64]] = []
        for alike in reversed(self.alike):
            entries, left = np.divmod(entries, comb(self.cells, alike))
            for place in range(alike, 0, -1):
                chosen = self._chosen[alike][place - 1]
                found.insert(0, np.searchsorted(chosen, left, "right") - 1)
                left = left - chosen[found[0]]
        return [self._heads[entries], *found]

    def values(self, side: int, cells: Sequence[Any]) -> NDArray[np.int64]:
        """The values of placements of which no two pieces that are alike are on one cell.

        Args:
            side: the number of the player to move.
            cells: the cells of each piece, one for each placement.
        """
        first, rest = cells[0], [self._ways[cells[0], each] for each in cells[1:]]
        index = self._number[self._ways[first, first]]
        for alike in self.alike:
            chosen, rest = np.sort(rest[:alike], axis=0), rest[alike:]
            index = index * comb(self.cells, alike)
            for numbers, one in zip(self._chosen[alike], chosen, strict=True):
                index = index + numbers[one]
        return np.asarray(self.entries[side][index], np.int64)

    def value(self, side: int, cells: Sequence[int]) -> int:
        """The value of one such placement."""
        return int(self.values(side, cells))


def _named(material: str, armies: set[str]) -> list[tuple[str, str]]:
    """The army and the letters of each piece of some material, sorted."""
    found, army = [], ""
    for word in material.split():
        if word in armies:
            army = word
        else:
            found.append((army, word))
    return sorted(found)


def _checked(header: Any) -> dict[str, Any]:
    """The second line, if it has the form of the schema.

    Raises:
        ValueError: naming the first place that has not.
    """
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(json.loads(schema())).iter_errors(header):
        raise ValueError(f"{error.json_path}: {error.message[:200]}")
    found: dict[str, Any] = header
    return found
