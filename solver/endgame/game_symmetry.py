"""The symmetries of a game, found from its rules.

A symmetry is a permutation of the cells that is a linear map of displacements: it maps the routes of
each kind to routes of the same kind, each point with all that it comes after, and the cells where a kind
is promoted, makes double steps or never stands to such cells. Value and distance of a position are then
those of its image. Which maps may be symmetries, and which keep routes, is found in `asp/shapes.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..asp.shapes import Shapes, candidates, moved
from ..play.piece import Type
from .successors import Kinds

Permutation = NDArray[np.int32]


def symmetries(kinds: Kinds, types: Iterable[Type]) -> NDArray[np.int32]:
    """(symmetries, cells): the image of each cell under each symmetry of some types; the identity comes first.

    Args:
        kinds: the game.
        types: all that may come to stand on the board.
    """
    types = list(dict.fromkeys(types))
    cells = np.array(kinds.engine.cells)
    group = {_key(identity := np.arange(len(cells), dtype=np.int32)): identity}
    generators: list[Permutation] = []
    shapes = Shapes(kinds.routes, types)
    marks, relations = _marks(kinds, types), [] if kinds.arrays.routine else kinds.leads.relations()
    for candidate in candidates(kinds.routes, types, cells):
        image = moved(cells, candidate)
        if image is None or _key(image) in group:
            continue
        same = all((mark[image] == mark).all() for mark in marks)
        same = same and all((each[np.ix_(image, image)] == each).all() for each in relations)
        if same and shapes.kept_by(candidate):
            generators.append(image)
            _close(group, generators)
    return np.array(list(group.values()), np.int32)


def _key(permutation: Permutation) -> bytes:
    return permutation.tobytes()


def _close(group: dict[bytes, Permutation], generators: list[Permutation]) -> None:
    """Add all products of generators."""
    waiting = list(group.values())
    while waiting:
        one = waiting.pop()
        for generator in generators:
            both = generator[one]
            if _key(both) not in group:
                group[_key(both)] = both
                waiting.append(both)


def _marks(kinds: Kinds, types: list[Type]) -> list[NDArray[np.int32]]:
    """Numbers for the cells that differ where a type's rights there do."""
    routine = kinds.arrays.routine
    found = [] if routine else kinds.leads.marks(types)
    for each in types:
        choices = kinds.choices(each) if routine else [()] * len(kinds.engine.cells)
        homes, misplaced = kinds.homes(each), kinds.misplaced(each)
        facts = [(choices[cell], cell in homes, cell in misplaced) for cell in range(len(choices))]
        numbers = {fact: number for number, fact in enumerate(dict.fromkeys(facts))}
        found.append(np.array([numbers[fact] for fact in facts], np.int32))
    return found


class Orbits:
    """The orbits of the cells under symmetries.

    Attributes:
        permutations: (symmetries, cells): the image of each cell under each.
        heads: the first cell of each orbit.
        orbit: (cells): the number of each cell's orbit.
        way: (cells): the number of a symmetry that maps the cell to the head of its orbit.
        fixing: for each orbit the numbers of the symmetries that leave its head in place.
        sizes: how many cells each orbit has.
    """

    def __init__(self, permutations: NDArray[np.int32]) -> None:
        self.permutations = permutations
        cells = permutations.shape[1]
        first = permutations.min(axis=0)
        self.heads = np.unique(first)
        self.orbit = np.searchsorted(self.heads, first).astype(np.int32)
        self.way = permutations.argmin(axis=0).astype(np.int32)
        self.fixing = [np.flatnonzero(permutations[:, head] == head) for head in self.heads]
        self.sizes = np.bincount(self.orbit, minlength=len(self.heads))
        assert self.sizes.sum() == cells
