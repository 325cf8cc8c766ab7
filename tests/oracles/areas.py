"""How the parts of Extreme 3D Chess move on an empty field, by brute force from the document alone.

A cell is (column, row, tier), from 1. A part is one of the kinds of the array, or what is left of a captured Heir
(`stride`) or Pawn (`pace`). The names in `reads` ask for what is not the default: `whole_areas` (an area counts only
if it lies wholly on the field, READINGS X13) and `narrow` (only neighbouring axes span an area, X3).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

Cell = tuple[int, int, int]
Reads = frozenset[str]

USUAL: Reads = frozenset()
FIELD = list(product(range(1, 9), repeat=3))
UNITS = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
AXES = {
    "rook": [step for step in UNITS if sum(map(abs, step)) == 1],
    "bishop": [step for step in UNITS if sum(map(abs, step)) == 2],
    "unicorn": [step for step in UNITS if sum(map(abs, step)) == 3],
}
LEVELS = ["", "linear", "planar", "cubic"]
LEAPS = {"knight": [0, 1, 2], "hippogriff": [1, 1, 2], "wyvern": [1, 2, 2]}
"""From one corner of an area of 1x2x3, 2x2x3 or 2x3x3 cells to the opposite one."""

FORWARD = {"white": 1, "black": -1}


def place(cell: Cell) -> int:
    """A number that identifies a cell, or the change from one cell to another."""
    return (cell[0] * 15 + cell[1]) * 15 + cell[2]


BITS = {cell: 1 << place(cell) for cell in FIELD}
ALL = sum(BITS.values())
HERE = place((7, 7, 7))


def seen(bits: int, start: Cell) -> int:
    """Cells as bits, as they lie from one of them: its own is the `HERE`-th."""
    return bits << HERE >> place(start)


def determinant(a: Cell, b: Cell, c: Cell) -> int:
    (p, q, r), (s, t, u), (v, w, x) = a, b, c
    return p * (t * x - u * w) - q * (s * x - u * v) + r * (s * w - t * v)


@cache
def corners(what: str, reads: Reads) -> list[tuple[Cell, Cell, Cell]]:
    """All threes of axes that do not lie in one plane; of the narrow ones, none has a fourth between them."""
    threes = [three for three in combinations(AXES[what], 3) if determinant(*three)]
    if "narrow" in reads:
        threes = [three for three in threes if not any(times(axis, three) for axis in AXES[what] if axis not in three)]
    return threes


def times(change: Cell, axes: tuple[Cell, Cell, Cell]) -> tuple[int, int, int] | None:
    """How often to go along each of three axes to make a change (Cramer's rule); None if that cannot be done."""
    a, b, c = axes
    size = determinant(a, b, c)
    shares = (determinant(change, b, c), determinant(a, change, c), determinant(a, b, change))
    if any(share % size or share * size < 0 for share in shares):
        return None
    return shares[0] // size, shares[1] // size, shares[2] // size


@cache
def areas(what: str, level: int, change: Cell, reads: Reads) -> list[list[Cell]]:
    """The areas between the corners (0, 0, 0) and `change`, by the cells that must be empty.

    A line uses one axis, a plane at most two, a solid at most three, so that each is also what comes after it (X4).
    The cells are those of the pattern (X2). An area that contains another is left out: if it is open, so is the other.
    """
    near = sorted(range(3), key=lambda place: abs(change[place]))
    if list(near) != [0, 1, 2] or min(change) < 0:  # the same as another, turned or mirrored
        like = areas(what, level, tuple(abs(change[place]) for place in near), reads)
        signs = [-1 if number < 0 else 1 for number in change]
        places = [near.index(place) for place in range(3)]
        return [[tuple(s * cell[p] for s, p in zip(signs, places, strict=True)) for cell in area] for area in like]
    found = set()
    for axes in corners(what, reads):
        counts = times(change, axes)
        if counts and sum(count > 0 for count in counts) <= level:
            shares = product(*(range(count + 1) for count in counts))
            cells = {tuple(a * p + b * q + c * r for p, q, r in zip(*axes, strict=True)) for a, b, c in shares}
            found.add(frozenset(cells - {(0, 0, 0), change}))
    return [sorted(area) for area in found if not any(other < area for other in found)]


@cache
def leads(part: str, army: str, reads: Reads) -> dict[Cell, list[int]]:
    """The changes that a part's moves make; for each the areas, as `seen`, one of which must be empty."""
    level, _, what = part.partition("_")
    found = {}
    for change in product(range(-7, 8), repeat=3):
        sizes = sorted(map(abs, change))
        if part in ("pawn", "pace"):
            free = [0] if change == (0, 0, FORWARD[army]) else []
        elif part in ("king", "heir", "stride"):
            free = [0] if sizes[2] == 1 else []
        elif part in LEAPS:
            free = [0] if sizes == LEAPS[part] else []
        else:
            cells = areas(what, LEVELS.index(level), change, reads) if any(change) else []
            free = [sum(1 << HERE + place(cell) for cell in area) for area in cells]
        if free:
            found[change] = free
    return found


def between(part: str, army: str, start: Cell, end: Cell, reads: Reads = USUAL) -> list[int]:
    """The areas of a part's move from cell to cell: off the field they never block, or do not count (X13)."""
    change = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
    free = leads(part, army, reads).get(change, [])
    return [area for area in free if not area & ~seen(ALL, start)] if "whole_areas" in reads else free


@cache
def ways(part: str, army: str, start: Cell, reads: Reads = USUAL) -> dict[Cell, list[int]]:
    """Where a part goes from a cell of the empty field, and the areas of that move."""
    return {end: free for end in FIELD if (free := between(part, army, start, end, reads))}
