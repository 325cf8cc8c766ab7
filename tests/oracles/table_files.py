"""Files of endgame tables read as docs/endgames.md describes them, and King and Rook against King by plain analysis."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import groupby, product
from math import comb
from pathlib import Path

DRAWN, IMPOSSIBLE, STALEMATE, ENDED = 0, 2, 3, 4


class Tables:
    """A file of tables. Everything in it is compared with its SHA-256."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        first, line, rest = data.split(b"\n", 2)
        assert first == b"shadowmate-table 1 " + sha256(line + b"\n").hexdigest().encode()
        self.header = json.loads(line)
        self.cells = self.header["cells"]
        self.sides: list[list[bytes]] = []
        for table in self.header["tables"]:
            sides = []
            for sums in table["sha256"]:
                length = table["entries"] * table["bytes"]
                part, rest = rest[:length], rest[length:]
                size = self.header["chunk"]
                assert sums == [sha256(part[at : at + size]).hexdigest() for at in range(0, length, size)]
                sides.append(part)
            self.sides.append(sides)
        assert not rest

    def value(self, number: int, side: int, cells: list[str]) -> int:
        """The value of a placement in one of the tables, with the cells of its pieces in its order."""
        table = self.header["tables"][number]
        width, images = len(self.cells), table["symmetries"]
        places = [self.cells.index(cell) for cell in cells]
        heads = sorted({min(image[cell] for image in images) for cell in range(width)})
        image = min(images, key=lambda image: image[places[0]])
        first, *rest = [image[place] for place in places]
        index = heads.index(first)
        for _, group in groupby(table["pieces"][1:]):
            alike = len(list(group))
            chosen, rest = sorted(rest[:alike]), rest[alike:]
            index = index * comb(width, alike) + sum(comb(cell, place) for place, cell in enumerate(chosen, 1))
        at = index * table["bytes"]
        return int.from_bytes(self.sides[number][side][at : at + table["bytes"]], "little")


def rook_ending(size: int) -> dict[tuple[str, str, str, int], int]:
    """The value of every placement of the cells of white King, white Rook and black King, and the side to move."""
    cells = [(x, y) for x, y in product(range(size), repeat=2)]
    steps = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (0, 0)]
    Cell = tuple[int, int]

    def near(one: Cell, other: Cell) -> bool:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1

    def ends(rook: Cell, blockers: tuple[Cell, ...]) -> list[Cell]:
        found = []
        for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = (rook[0] + a, rook[1] + b)
            while cell in cells:
                found.append(cell)
                if cell in blockers:
                    break
                cell = (cell[0] + a, cell[1] + b)
        return found

    def kings(king: Cell) -> list[Cell]:
        return [(king[0] + a, king[1] + b) for a, b in steps if (king[0] + a, king[1] + b) in cells]

    def attacked(king: Cell, rook: Cell, black: Cell) -> bool:
        return rook != black and black in ends(rook, (king, black))

    after: dict[tuple[Cell, Cell, Cell, int], list[tuple[Cell, Cell, Cell, int] | None]] = {}
    values: dict[tuple[Cell, Cell, Cell, int], int] = {}
    for king, rook, black in product(cells, repeat=3):
        for side in range(2):
            at = (king, rook, black, side)
            apart = len({king, rook, black}) == 3 and not near(king, black)
            if not apart or (side == 0 and attacked(king, rook, black)):
                values[at] = IMPOSSIBLE
                continue
            if side == 0:
                moved = [(to, rook, black, 1) for to in kings(king) if to != rook and not near(to, black)]
                moved += [(king, to, black, 1) for to in ends(rook, (king, black)) if to not in (king, black)]
                after[at] = list(moved)
            else:
                free = [to for to in kings(black) if not near(to, king) and not attacked(king, rook, to)]
                after[at] = [None if to == rook else (king, rook, to, 0) for to in free]
                if not free:
                    values[at] = ENDED if attacked(king, rook, black) else STALEMATE
    for ply in range(1, 200):
        found = {}
        for at, some in after.items():
            if at not in values:
                known = [DRAWN if each is None else values.get(each, DRAWN) for each in some]
                if (ply % 2 and ENDED + ply - 1 in known) or (
                    ply % 2 == 0 and all(value > ENDED and value % 2 for value in known)
                ):
                    found[at] = ENDED + ply
        values |= found
    for at in after:
        values.setdefault(at, DRAWN)
    names = {cell: f"{'abcdefgh'[cell[0]]}{cell[1] + 1}" for cell in cells}
    return {(names[a], names[b], names[c], side): value for (a, b, c, side), value in values.items()}
