"""Queens on cubes, by counting cells: an oracle that shares nothing with the rules or with clingo.

Cells are tuples of coordinates from 0; a set of cells is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

Cell = tuple[int, ...]


@cache
def cells(size: int, dimensions: int = 3) -> tuple[Cell, ...]:
    """All cells of a cube."""
    return tuple(product(range(size), repeat=dimensions))


def rays(cell: Cell, size: int) -> Iterator[list[Cell]]:
    """The lines along which a Queen goes from a cell."""
    for step in product((-1, 0, 1), repeat=len(cell)):
        if any(step):
            line = []
            for length in range(1, size):
                end = tuple(a + length * b for a, b in zip(cell, step, strict=True))
                if min(end) < 0 or max(end) >= size:
                    break
                line.append(end)
            yield line


def reached(cell: Cell, size: int, occupied: set[Cell]) -> set[Cell]:
    """The cells that a Queen attacks past those that are occupied."""
    found = set()
    for line in rays(cell, size):
        for end in line:
            found.add(end)
            if end in occupied:
                break
    return found


def is_mate(king: Cell, queens: list[Cell], size: int) -> bool:
    """Whether Queens checkmate a lone King."""

    def attacked(cell: Cell, standing: list[Cell]) -> bool:
        return any(cell in reached(queen, size, set(standing) - {king}) for queen in standing)

    flights = [line[0] for line in rays(king, size) if line]
    left = [[queen for queen in queens if queen != to] for to in flights]
    return attacked(king, queens) and all(attacked(to, rest) for to, rest in zip(flights, left, strict=True))


@cache
def _covers(size: int, dimensions: int) -> tuple[int, ...]:
    """For each cell what a Queen there occupies or attacks on an empty board."""
    number = {cell: n for n, cell in enumerate(cells(size, dimensions))}
    return tuple(
        sum(1 << number[end] for end in {cell, *reached(cell, size, set())}) for cell in cells(size, dimensions)
    )


def can_cover(queens: int, size: int, dimensions: int = 3) -> bool:
    """Whether this many Queens can occupy or attack every cell: a Queen that blocks another attacks what is behind."""
    covers = _covers(size, dimensions)

    def search(left: int, number: int) -> bool:
        if not left:
            return True
        if number == 0:
            return False
        gains = sorted(((cover & left).bit_count() for cover in covers), reverse=True)
        if sum(gains[:number]) < left.bit_count():
            return False
        waiting = (cell for cell in range(len(covers)) if left >> cell & 1)
        choices = min(([n for n, cover in enumerate(covers) if cover >> cell & 1] for cell in waiting), key=len)
        return any(search(left & ~covers[n], number - 1) for n in choices)

    return search((1 << len(covers)) - 1, queens)


def most_apart(size: int) -> int:
    """How many Queens can stand on a cube without attacking one another."""
    covers = _covers(size, 3)

    def search(left: int, standing: int, best: int) -> int:
        if not left:
            return max(best, standing)
        if standing + _lines(left, size) <= best:
            return best
        cell = (left & -left).bit_length() - 1
        best = search(left & ~covers[cell], standing + 1, best)
        return search(left & ~(1 << cell), standing, best)

    return search((1 << len(covers)) - 1, 0, 0)


def _lines(left: int, size: int) -> int:
    """How many lines along the last dimension have a cell among some: a Queen each is the most."""
    line = (1 << size) - 1
    return sum(bool(left >> size * number & line) for number in range(size**2))
