"""How the placements of a table are numbered."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, groupby
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from ..compiled.tables import SPANS
from ..errors import OptionError
from ..play.material import Material
from ..play.piece import Type
from . import sets
from .game_symmetry import Orbits
from .successors import Kinds


@dataclass(frozen=True, slots=True)
class Shape:
    """How the placements of some material are numbered.

    Attributes:
        material: the material.
        order: its pieces, the first being the one that stands on the heads of orbits only.
        orbits: the symmetries.
    """

    material: Material
    order: tuple[int, ...]
    orbits: Orbits

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return len(self.orbits.orbit)

    @property
    def size(self) -> int:
        """How many entries there are for each side to move."""
        return prod(self.dimensions)

    @property
    def placements(self) -> int:
        """How many placements the entries stand for."""
        return self.cells * prod(self.dimensions[1:])

    @property
    def dimensions(self) -> tuple[int, ...]:
        """The entries as an array: orbits, then the sets of cells of further pieces that are alike."""
        return (len(self.orbits.heads), *(comb(self.cells, alike) for alike in self.alike[1:]))

    @property
    def types(self) -> list[Type]:
        """The types of the pieces in their order."""
        return [self.material.types[number] for number in self.order]

    @property
    def alike(self) -> list[int]:
        """How many pieces that are alike follow each other, in their order; the first is counted alone."""
        return [1, *(len(list(some)) for _, some in groupby(self.types[1:]))]

    @property
    def groups(self) -> list[tuple[int, int]]:
        """How many pieces each group of pieces that are alike has, and where in the order it starts."""
        alike = self.alike
        return list(zip(accumulate([0, *alike[:-1]]), alike, strict=True))

    def entries(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """The entries of placements, given (placements, pieces) cells in the order of the material.

        Raises:
            OptionError: if the cells are no array of that shape, or no numbers of cells.
        """
        cells = np.asarray(cells)
        if cells.ndim != 2 or cells.shape[1] != len(self.order) or cells.dtype.kind not in "iu":
            raise OptionError(
                f"cells: expected whole numbers of shape (placements, {len(self.order)}), "
                f"not {cells.dtype} of shape {cells.shape}"
            )
        if cells.size and not 0 <= cells.min() <= cells.max() < self.cells:
            raise OptionError(f"cells: expected numbers from 0 to {self.cells - 1}")
        head, *others = cells.T[list(self.order)]
        turn = self.orbits.permutations
        way = self.orbits.way[head]
        digits, rest = [self.orbits.orbit[head]], [turn[way, other] for other in others]
        for alike in self.alike[1:]:
            digits.append(sets.numbers(np.array(rest[:alike], np.int64).T) if alike > 1 else rest[0])
            del rest[:alike]
        found: NDArray[np.int64] = np.ravel_multi_index(tuple(digits), self.dimensions)
        return found

    def placement(self, index: int) -> list[int]:
        """The cells of an entry, in the order of the material."""
        orbit, *others = (int(digit) for digit in np.unravel_index(index, self.dimensions))
        found = [int(self.orbits.heads[orbit])]
        for alike, number in zip(self.alike[1:], others, strict=True):
            found += sets.members(number, alike, self.cells)
        cells = [0] * len(self.order)
        for number, cell in zip(self.order, found, strict=True):
            cells[number] = cell
        return cells


def shape(kinds: Kinds, material: Material, orbits: Orbits) -> Shape:
    """How placements of some material are numbered.

    Args:
        kinds: the game.
        material: the material.
        orbits: the symmetries of its types and of all that promotions may make of them.
    """
    steps = np.diff(kinds.arrays[SPANS], axis=1).sum(axis=1)
    types = material.types
    routes = [int(steps[list(kinds.patterns_of(each))].sum()) for each in types]
    # A move of the first piece is the dearest, so that is the one with the fewest; the last is the cheapest.
    # The first stands by itself, so it is one that no other is like, if there is such.
    order = sorted(range(len(types)), key=lambda number: routes[number])
    first = min(order, key=lambda number: types.count(types[number]))
    order.sort(key=lambda number: number != first)
    return Shape(material, tuple(order), orbits)
