"""Planar movers of Prince by other readings (READINGS P1, P2, P3, P16), by brute force from the document's words.

A destination is open if the cells of some shadow are empty; a shadow has all cells of some paths to it. Which
paths those are is what the readings differ in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations, product

from oracles.prince import (
    DIRECTIONS,
    FIELD,
    PLANES,
    Board,
    Cell,
    distances,
    in_range,
    minus,
    name,
    plane_shadows,
    plus,
    shadows,
)

READINGS = ("wide_pairs", "whole_plane", "whole_space", "mixed_types", "base_blocked")


@cache
def pairs(directions: tuple[Cell, ...]) -> dict[Cell, list[tuple[Cell, int, Cell, int]]]:
    """For each change that two directions make together, or one: which, and how often each is gone."""
    found: dict[Cell, list[tuple[Cell, int, Cell, int]]] = {}
    for d, e in combinations(directions, 2):
        if plus(d, e) == (0, 0, 0):
            continue
        for i, j in product(range(15), repeat=2):
            change = _sum(d, i, e, j)
            if (i or j) and max(map(abs, change)) <= 7:
                found.setdefault(change, []).append((d, i, e, j))
    return found


def parallelograms(directions: Iterable[Cell], change: Cell) -> Iterator[frozenset[Cell]]:
    """The cells between, for each such pair."""
    for d, i, e, j in pairs(tuple(directions)).get(change, ()):
        yield frozenset(_sum(d, a, e, b) for a in range(i + 1) for b in range(j + 1)) - {(0, 0, 0), change}


def _sum(d: Cell, i: int, e: Cell, j: int) -> Cell:
    return (d[0] * i + e[0] * j, d[1] * i + e[1] * j, d[2] * i + e[2] * j)


@cache
def in_space(direction: str, change: Cell) -> Collection[frozenset[Cell]]:
    """The cells of all shortest paths by directions of a type, wherever they lead; none if no plane leads there."""
    if not shadows(direction, change):
        return ()
    steps, found, edge = DIRECTIONS[direction], set[Cell](), {change}
    near = distances(tuple(steps))
    while edge:
        # Back from the end, each step to a cell that is one nearer.
        edge = {back for cell in edge for step in steps if near.get(back := minus(cell, step), 99) == near[cell] - 1}
        found |= edge
    return (frozenset(found - {(0, 0, 0)}),)


def has_path(direction: str, change: Cell, full: Collection[Cell]) -> bool:
    """Whether some shortest path in space is open, in the range of a type's planes (P14 with P16)."""
    if not shadows(direction, change):
        return False
    steps, edge = DIRECTIONS[direction], {change}
    near = distances(tuple(steps))
    for left in reversed(range(1, near[change])):
        edge = {back for cell in edge for step in steps if near.get(back := minus(cell, step)) == left} - set(full)
    return bool(edge)


def shadows_by(reading: str, kind: str, change: Cell) -> Iterator[Iterable[frozenset[Cell]]]:
    """What blocks a kind of planar mover on its way, for each of its types or pairs of types."""
    for direction in PLANES[kind]:
        if reading == "wide_pairs":
            yield parallelograms(DIRECTIONS[direction], change)
        elif reading == "whole_plane":
            yield plane_shadows(direction, change)
        elif reading == "whole_space":
            yield in_space(direction, change)
        else:
            yield shadows(direction, change)
    if reading == "mixed_types":
        yield parallelograms((each for direction in PLANES[kind] for each in DIRECTIONS[direction]), change)


def reaches(reading: str, kind: str, start: Cell, end: Cell, occupied: Iterable[Cell]) -> bool:
    """Whether a planar mover may go from start to end past the cells that are occupied; its own side is not known."""
    change, full = minus(end, start), {minus(cell, start) for cell in occupied}
    if reading == "some_path":
        return any(has_path(direction, change, full - {change}) for direction in PLANES[kind])
    if reading == "base_blocked" and change in full:
        # As a Base it may not arrive on an occupied cell.
        parts = [part for part in ("Sc", "Re") if PLANES[part][0] in PLANES[kind] and in_range(part, change)]
        return any(reaches("", part, start, end, occupied) for part in parts)
    return any(not shadow & (full - {change}) for some in shadows_by(reading, kind, change) for shadow in some)


def ends(reading: str, at: Board, start: Cell) -> set[str]:
    """Where the planar mover on a cell may go, Kings apart."""
    kind, army = at.pieces[start]
    free = (end for end in FIELD if end != start and at.pieces.get(end, ("", ""))[1] != army)
    return {name(end) for end in free if reaches(reading, kind, start, end, at.pieces)}
