"""Equality of routes: between kinds and games, and under linear maps of the board.

A map of displacements preserves the routes of a kind if it maps each of them to a route of that kind, each point
with all of its predecessors. Candidates are all maps from a basis of short displacements to others of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .routes import RouteTable

Map: TypeAlias = NDArray[np.float64]
Piece: TypeAlias = tuple[str, tuple[str, ...]]
"""An army, and the kinds that a piece is made of."""

_MOST_CANDIDATES = 1 << 18
_FAR = 1 << 10  # larger than any coordinate


class Shapes:
    """The routes of pieces, as numbers that are equal where the routes are, with all predecessors.

    Args:
        routes: the routes of the game.
        pieces: the pieces to look at.
        numbers: the numbers given so far; those of another game or of other readings, to compare with these.

    Attributes:
        order: the points, each after all of its predecessors.
        shape: the number of each point's shape.
    """

    def __init__(self, routes: RouteTable, pieces: Sequence[Piece], numbers: dict[object, int] | None = None) -> None:
        self.routes, self.pieces = routes, pieces
        ends = {p for army, names in pieces for kind in names for p in routes.ends.get((army, kind), ())}
        self.order = in_order(ends, routes)
        self.places = np.array([routes.places[p] for p in self.order], np.float64)
        self._numbers: dict[object, int] = {} if numbers is None else numbers
        self.shape = self._shapes(np.eye(self.places.shape[1])) if self.order else {}
        self._sets = self._uses(self.shape)

    def kept_by(self, candidate: Map) -> bool:
        """Whether a map preserves the routes of each piece."""
        return bool(self.order) and self._uses(self._shapes(candidate)) == self._sets

    def _shapes(self, candidate: Map) -> dict[int, int]:
        """The number of the shape that each point has after a map."""
        moved = [tuple(place) for place in np.rint(self.places @ candidate.T).astype(int).tolist()]
        shape: dict[int, int] = {}
        for point, place in zip(self.order, moved, strict=True):
            ways = frozenset(
                (how, frozenset(shape[p] for p in points)) for how, points in self.routes.alternatives(point)
            )
            through = self.routes.through.get(point, [])
            passed = np.rint(np.array(through) @ candidate.T).astype(int).tolist() if through else []
            key = (place, ways, frozenset(map(tuple, passed)), self.routes.hoppers.get(point))
            shape[point] = self._numbers.setdefault(key, len(self._numbers))
        return shape

    def _uses(self, shape: Mapping[int, int]) -> list[frozenset[tuple[int, frozenset[str]]]]:
        """For each piece the shapes of its routes, each with its uses."""
        return [
            frozenset(
                (shape[point], frozenset(uses))
                for kind in names
                for point, uses in self.routes.ends.get((army, kind), {}).items()
            )
            for army, names in self.pieces
        ]


def in_order(ends: Collection[int], routes: RouteTable) -> list[int]:
    """Points and all their predecessors, each after its predecessors."""
    found: dict[int, None] = {}
    waiting = sorted(ends, reverse=True)
    while waiting:
        point = waiting[-1]
        rest = [earlier for earlier in sorted(routes.before[point]) if earlier not in found]
        if rest:
            waiting += rest
        else:
            found[waiting.pop()] = None
    return list(found)


def candidates(routes: RouteTable, pieces: Iterable[Piece], cells: NDArray[np.int64]) -> Iterator[Map]:
    """Linear maps of the first displacements of some piece onto each other that span the board."""
    rank = int(np.linalg.matrix_rank(cells - cells[0]))
    best: NDArray[np.int64] | None = None
    for army, names in pieces:
        points = in_order({p for kind in names for p in routes.ends.get((army, kind), ())}, routes)
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


def moved(cells: NDArray[np.int64], candidate: Map) -> NDArray[np.int32] | None:
    """The images of the cells under a map that fixes the centre of the board; None if it is not onto the cells."""
    centre = cells.mean(axis=0)
    images = (cells - centre) @ candidate.T + centre
    if np.abs(images - np.rint(images)).max() > 1e-6:
        return None
    codes, reached = _codes(cells), _codes(images)
    order = np.argsort(codes)
    places = np.minimum(np.searchsorted(codes[order], reached), len(cells) - 1)
    found = order[places]
    is_onto = (codes[found] == reached).all() and len(set(found.tolist())) == len(cells)
    return found.astype(np.int32) if is_onto else None
