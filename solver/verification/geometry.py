"""Maps of the cells of a board: shifted, turned by right angles, mirrored; by their vectors alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..asp.terms import Vector

Map: TypeAlias = dict[Vector, Vector]
"""Where cells go; those that would leave the board are left out."""


def shifted(cells: Iterable[Vector], start: Vector, end: Vector) -> Map:
    """Every cell goes as far as from one cell to another."""
    steps = _difference(start, end)
    return _mapped(cells, lambda cell: [part + step for part, step in zip(cell, steps, strict=True)])


def turned(cells: Iterable[Vector], axes: tuple[int, int], quarters: int) -> Map:
    """The board is turned about its middle by right angles, from the first of two axes towards the second."""
    cells = list(cells)
    one, other = axes
    middle = [Fraction(min(values) + max(values), 2) for values in zip(*cells, strict=True)]

    def turn(cell: Vector) -> list[Fraction]:
        found = list(map(Fraction, cell))
        for _ in range(quarters):
            across, along = found[one] - middle[one], found[other] - middle[other]
            found[one], found[other] = middle[one] - along, middle[other] + across
        return found

    return _mapped(cells, turn)


def mirrored(cells: Iterable[Vector], one: Vector, other: Vector) -> Map:
    """Two cells change their places, and all others do as in a mirror between them."""
    normal = _difference(one, other)
    middle = [Fraction(here + there, 2) for here, there in zip(one, other, strict=True)]
    length = sum(step * step for step in normal)

    def mirror(cell: Vector) -> list[Fraction]:
        away = sum(
            (step * (part - centre) for step, part, centre in zip(normal, cell, middle, strict=True)), Fraction()
        )
        return [part - 2 * step * away / length for part, step in zip(cell, normal, strict=True)]

    return _mapped(cells, mirror)


def _difference(start: Vector, end: Vector) -> list[int]:
    return [there - here for here, there in zip(start, end, strict=True)]


def _mapped(cells: Iterable[Vector], where: Callable[[Vector], Sequence[int | Fraction]]) -> Map:
    board: dict[tuple[int | Fraction, ...], Vector] = {cell: cell for cell in cells}
    ends = {cell: tuple(where(cell)) for cell in board.values()}
    return {cell: board[end] for cell, end in ends.items() if end in board}
