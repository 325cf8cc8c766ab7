"""Values of endings of Raumschach without Pawns, each from the values after all moves. Plain Python, from the rules in
prose: a Rook moves along an edge of the cells, a Bishop across an edge, a Unicorn through a corner, a Queen and a King
along all of these, and a Knight two cells along an edge and one along another. Prince's King and Queen (Ki and Qu) move
so on 8x8x8.

    python tests/oracles/raumschach_endings.py FILE [NUMBER [SEED]]

checks NUMBER placements (20,000 by default) at random of the first table of a file (docs/endgames.md), with either side
to move.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby, permutations, product
from math import comb
from mmap import ACCESS_READ, mmap
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, TypeAlias

DRAWN, IMPOSSIBLE, STALEMATE, MATED = 0, 2, 3, 4

Cell: TypeAlias = tuple[int, int, int]
Piece: TypeAlias = tuple[str, str]
Position: TypeAlias = tuple[tuple[Piece, Cell], ...]

WAYS = [way for way in product((-1, 0, 1), repeat=3) if any(way)]
OF = {"R": 1, "B": 2, "U": 3}
SAME = {"Ki": "K", "Qu": "Q"}
LEAPS = sorted({leap for signed in product((1, -1), (2, -2)) for leap in permutations((0, *signed))})


class File:
    """A file of tables, read where it is asked."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            lines = [stream.readline() for _ in range(2)]
            self.header: dict[str, Any] = json.loads(lines[1])
            start = sum(map(len, lines))
            self.data = mmap(stream.fileno(), 0, access=ACCESS_READ)
        self.number = {name: place for place, name in enumerate(self.header["cells"])}
        self.size = round(len(self.number) ** (1 / 3))
        self.tables = []
        for table in self.header["tables"]:
            self.tables.append(Table(table, start, self.data, len(self.number)))
            start += 2 * table["entries"] * table["bytes"]
        self.by_pieces = {tuple(sorted(table.pieces)): table for table in self.tables}

    def value(self, position: Position, side: int) -> int:
        """The value of a position for the side to move."""
        table = self.by_pieces[tuple(sorted(piece for piece, _ in position))]
        left, cells = list(position), []
        for piece in table.pieces:
            found = next(each for each in left if each[0] == piece)
            left.remove(found)
            cells.append(self.number[named(found[1])])
        return table.value(side, cells)


class Table:
    """One table of a file."""

    def __init__(self, facts: dict[str, Any], start: int, data: mmap, cells: int) -> None:
        self.facts, self.start, self.data, self.cells = facts, start, data, cells
        self.pieces: list[Piece] = [(army, SAME.get(kind, kind)) for army, kind in facts["pieces"]]
        images = facts["symmetries"]
        least = [min(image[cell] for image in images) for cell in range(cells)]
        heads = sorted(set(least))
        self.head = [heads.index(each) for each in least]
        self.way = [next(image for image in images if image[cell] == least[cell]) for cell in range(cells)]
        self.groups = [len(list(some)) for _, some in groupby(self.pieces[1:])]

    def value(self, side: int, places: list[int]) -> int:
        """The value of a placement, with the cells of its pieces in the table's order."""
        index, way = self.head[places[0]], self.way[places[0]]
        rest = [way[place] for place in places[1:]]
        for alike in self.groups:
            chosen, rest = sorted(rest[:alike]), rest[alike:]
            index = index * comb(self.cells, alike) + sum(comb(cell, at) for at, cell in enumerate(chosen, 1))
        width = self.facts["bytes"]
        at = self.start + (side * self.facts["entries"] + index) * width
        return int.from_bytes(self.data[at : at + width], "little")


def named(cell: Cell) -> str:
    """The name of a cell: level, file and row."""
    level, file, row = cell
    return f"{'ABCDEFGH'[level]}{'abcdefgh'[file]}{row + 1}"


def reached(piece: str, start: Cell, occupied: set[Cell], size: int) -> Iterator[Cell]:
    """The cells that a piece attacks on a cube of this size; those of its own side too."""
    if piece in "KN":
        steps = WAYS if piece == "K" else LEAPS
        for step in steps:
            cell = (start[0] + step[0], start[1] + step[1], start[2] + step[2])
            if min(cell) >= 0 and max(cell) < size:
                yield cell
        return
    for way in WAYS:
        if piece != "Q" and sum(map(abs, way)) != OF[piece]:
            continue
        cell = start
        while True:
            cell = (cell[0] + way[0], cell[1] + way[1], cell[2] + way[2])
            if not (min(cell) >= 0 and max(cell) < size):
                break
            yield cell
            if cell in occupied:
                break


def attacked(position: Position, army: str, size: int) -> bool:
    """Whether the King of an army is attacked."""
    occupied = {cell for _, cell in position}
    king = next(cell for piece, cell in position if piece == (army, "K"))
    return any(king in reached(piece[1], cell, occupied, size) for piece, cell in position if piece[0] != army)


def after(position: Position, army: str, size: int) -> Iterator[Position]:
    """The positions after all legal moves of an army."""
    standing = {cell: piece for piece, cell in position}
    for piece, start in position:
        if piece[0] != army:
            continue
        for end in set(reached(piece[1], start, set(standing), size)):
            victim = standing.get(end)
            if victim and (victim[0] == army or victim[1] == "K"):
                continue
            found = tuple(
                (each, end if cell == start else cell) for each, cell in position if cell != end or each[0] == army
            )
            if not attacked(found, army, size):
                yield found


def expected(file: File, position: Position, side: int) -> int:
    """The value of a position by the values after all moves."""
    army, other = (file.header["players"][each] for each in (side, 1 - side))
    if len({cell for _, cell in position}) < len(position) or attacked(position, other, file.size):
        return IMPOSSIBLE
    values = [file.value(each, 1 - side) for each in after(position, army, file.size)]
    if not values:
        return MATED if attacked(position, army, file.size) else STALEMATE
    lost = [value for value in values if value >= MATED and value % 2 == 0]
    if lost:
        return min(lost) + 1
    return max(values) + 1 if all(value > MATED for value in values) else DRAWN


def check(path: Path, number: int, seed: int = 0) -> list[str]:
    """Check placements at random of the first table of a file; what differs."""
    file, random, wrong = File(path), Random(seed), []
    cells = list(product(range(file.size), repeat=3))
    pieces = file.tables[0].pieces
    for _ in range(number):
        position = tuple(zip(pieces, random.sample(cells, len(pieces)), strict=True))
        for side in range(2):
            if (found := file.value(position, side)) != (right := expected(file, position, side)):
                wrong.append(f"{position}, {side}: {found}, and by the moves {right}")
    return wrong


if __name__ == "__main__":
    path, *rest = sys.argv[1:]
    numbers = [int(each) for each in rest] or [20_000]
    wrong = check(Path(path), *numbers)
    print("\n".join(wrong[:10]))
    print(f"{numbers[0]:,} placements with either side to move: {len(wrong)} wrong; {process_time():.0f} s")
    sys.exit(bool(wrong))
