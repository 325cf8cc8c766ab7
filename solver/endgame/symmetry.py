"""The symmetries of a game, found from its rules.

A symmetry is a permutation of the cells that is a linear map of displacements: it takes the routes of
each kind to routes of the same kind, each point with all that it comes after, and the cells where a kind
is promoted, makes double steps or never stands to such cells. Value and distance of a position are then
those of its image. Candidates are all maps that take a basis of short displacements to others of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..compiled.compile.outcomes import Type
from ..compiled.compile.walks import in_order
from .material import Kinds

Map = NDArray[np.float64]
Permutation = NDArray[np.int32]

_MOST_CANDIDATES = 1 << 18
_FAR = 1 << 10  # no coordinate is as large


def symmetries(kinds: Kinds, types: Iterable[Type]) -> NDArray[np.int32]:
    """(symmetries, cells): where each symmetry of some types takes each cell; the identity comes first.

    Args:
        kinds: the game.
        types: all that may come to stand on the board.
    """
    types = list(dict.fromkeys(types))
    cells = np.array(kinds.engine.cells)
    group = {_key(identity := np.arange(len(cells), dtype=np.int32)): identity}
    generators: list[Permutation] = []
    shapes = _Shapes(kinds, types)
    marks, relations = _marks(kinds, types), [] if kinds.arrays.routine else kinds.leads.relations()
    for candidate in _candidates(kinds, types, cells):
        moved = _moved(cells, candidate)
        if moved is None or _key(moved) in group:
            continue
        same = all((mark[moved] == mark).all() for mark in marks)
        same = same and all((each[np.ix_(moved, moved)] == each).all() for each in relations)
        if same and shapes.kept_by(candidate):
            generators.append(moved)
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
        homes, barred = kinds.homes(each), kinds.barred(each)
        facts = [(choices[cell], cell in homes, cell in barred) for cell in range(len(choices))]
        numbers = {fact: number for number, fact in enumerate(dict.fromkeys(facts))}
        found.append(np.array([numbers[fact] for fact in facts], np.int32))
    return found


def _candidates(kinds: Kinds, types: list[Type], cells: NDArray[np.int64]) -> Iterator[Map]:
    """Linear maps that take the first displacements of some type to each other and span the board."""
    rank = int(np.linalg.matrix_rank(cells - cells[0]))
    routes = kinds.routes
    best: NDArray[np.int64] | None = None
    for army, names in types:
        points, _ = in_order({p for kind in names for p in routes.ends.get((army, kind), ())}, routes.before)
        some = np.array(sorted({routes.places[p] for p in points if not routes.before[p]}))
        if len(some) and np.linalg.matrix_rank(some) == rank and (best is None or len(some) < len(best)):
            best = some
    if best is None or rank == 0 or len(best) ** rank > _MOST_CANDIDATES:
        return
    basis: list[NDArray[np.int64]] = []
    for each in best:
        if np.linalg.matrix_rank(np.array([*basis, each])) > len(basis):
            basis.append(each)
    old = np.array(basis, np.float64).T
    inverse = np.linalg.pinv(old)
    rest = np.eye(old.shape[0]) - old @ inverse
    images = np.array([each for each in product(range(len(best)), repeat=rank) if len(set(each)) == rank])
    maps = np.swapaxes(best[images], 1, 2) @ inverse + rest
    codes = np.sort(_codes(np.einsum("nij,mj->nmi", maps, best)), axis=1)
    yield from maps[(codes == np.sort(_codes(best))).all(axis=1)]


def _codes(vectors: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each vector."""
    powers = (2 * _FAR) ** np.arange(vectors.shape[-1])
    return (np.rint(vectors).astype(np.int64) @ powers).astype(np.int64)


def _moved(cells: NDArray[np.int64], candidate: Map) -> Permutation | None:
    """Where a map takes the cells, the centre of the board staying; None if that is not onto the cells."""
    centre = cells.mean(axis=0)
    moved = (cells - centre) @ candidate.T + centre
    if np.abs(moved - np.rint(moved)).max() > 1e-6:
        return None
    codes, images = _codes(cells), _codes(moved)
    order = np.argsort(codes)
    places = np.minimum(np.searchsorted(codes[order], images), len(cells) - 1)
    found = order[places]
    return found.astype(np.int32) if (codes[found] == images).all() and len(set(found.tolist())) == len(cells) else None


class _Shapes:
    """The routes of types, as numbers that are equal where the routes are, with all that they come after."""

    def __init__(self, kinds: Kinds, types: list[Type]) -> None:
        self.routes, self.types = kinds.routes, types
        ends = {p for army, names in types for kind in names for p in self.routes.ends.get((army, kind), ())}
        self.order, _ = in_order(ends, self.routes.before)
        self.places = np.array([self.routes.places[p] for p in self.order], np.float64)
        self._numbers: dict[object, int] = {}
        self._kept = self._sets(np.eye(self.places.shape[1])) if len(self.order) else []

    def kept_by(self, candidate: Map) -> bool:
        """Whether a map takes each type's routes to routes of that type."""
        return bool(self.order) and self._sets(candidate) == self._kept

    def _sets(self, candidate: Map) -> list[frozenset[tuple[int, frozenset[str]]]]:
        moved = [tuple(place) for place in np.rint(self.places @ candidate.T).astype(int).tolist()]
        shape: dict[int, int] = {}
        for point, place in zip(self.order, moved, strict=True):
            ways = frozenset(
                (how, frozenset(shape[p] for p in points)) for how, points in self.routes.alternatives(point)
            )
            through = self.routes.through.get(point, [])
            passed = np.rint(np.array(through) @ candidate.T).astype(int).tolist() if through else []
            key = (place, ways, frozenset(map(tuple, passed)))
            shape[point] = self._numbers.setdefault(key, len(self._numbers))
        return [
            frozenset(
                (shape[point], frozenset(uses))
                for kind in names
                for point, uses in self.routes.ends.get((army, kind), {}).items()
            )
            for army, names in self.types
        ]


class Orbits:
    """The cells that symmetries take to each other.

    Attributes:
        permutations: (symmetries, cells): where each takes each cell.
        heads: the first cell of each orbit.
        orbit: (cells): the number of each cell's orbit.
        way: (cells): the number of a symmetry that takes the cell to the head of its orbit.
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
