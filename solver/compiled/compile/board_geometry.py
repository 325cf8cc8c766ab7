"""The cells of a board, and the points of routes seen from each of them.

Rules state routes once, as displacements. Here each point of a route gets its cell from every origin, and the set of
cells that must be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector
from ..game_tables import Tables
from ..named_values import CAPTURES, CAPTURES_OWN, CAPTURES_TWICE, FIRST, GOES, GOES_ON
from ..tables import MASKS
from .route_rules import RoutesOnBoard, route_rules

_KEPT_POINTS = 1 << 10
"""Of how many points the sets of cells that must be empty are kept. Others are found from those before them, which are
few at a time (`in_order`): all of an 8x8x8 board would need 200 MB, and keeping a quarter is four times as slow."""


class BoardGeometry:
    """The cells of a board, and where every point of a route lies from each of them.

    Args:
        ruleset: the rules of the game.
        known: tables laid out before, whose sets of cells keep their numbers.

    Attributes:
        hoppers: the armies and kinds that cannot hop over some pieces, by number.
    """

    def __init__(self, ruleset: Ruleset, known: Tables | None = None) -> None:
        self.routes = ruleset.routes
        self.cells = list(ruleset.cells)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.words = (len(self.cells) + 63) // 64
        self.masks = _Masks(len(self.cells), self.words, None if known is None else known[MASKS])
        self.captures = ruleset.captures
        self._uses = (ruleset.goes, ruleset.captures, ruleset.captures_own)
        self._box = _Box(self.cells)
        self.hoppers = sorted(set(self.routes.hoppers.values()))
        self._rules = route_rules(ruleset)
        self._edges = RoutesOnBoard(self._rules, self._where, len(self.cells))
        self._targets: dict[int, NDArray[np.int32]] = {}
        self._cut: dict[int, NDArray[np.bool_]] = {}
        self._empty = lru_cache(maxsize=_KEPT_POINTS)(self._find_empty)
        self._masks: dict[int, NDArray[np.int32]] = {}

    def targets(self, point: int) -> NDArray[np.int32]:
        """(cells,): the cell where a point lies when the piece stands on each cell, -1 off the board."""
        if point not in self._targets:
            self._targets[point] = self._box.moved(self.routes.places[point])
        return self._targets[point]

    def ends(self, point: int) -> NDArray[np.int32]:
        """(cells,): the same of a point where a route ends; -1 too where it does not count (edges.lp, points.lp)."""
        targets = self.targets(point)
        if self.routes.inside:
            targets = np.where(self._is_cut(point), np.int32(-1), targets)
        return np.where(self._edges.named("unreachable", point), np.int32(-1), targets)

    def strays(self, point: int) -> NDArray[np.bool_]:
        """(cells,): whether a point is `stray` (core/edges.lp): only paths on the field count, and none leads there."""
        return self._edges.named("stray", point)

    def _where(self, point: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(cells,): whether a point is on the board, and whether it is off the board; neither where it is cut off."""
        there = self.targets(point) >= 0
        kept = ~self._is_cut(point) if self.routes.inside else np.True_
        return there & kept, ~there & kept

    def ways(self, point: int, cell: int) -> list[tuple[str, tuple[int, ...]]]:
        """What a point comes after from a cell. A stray point is open, and what comes after it need not wait for it."""
        alternatives = self.routes.alternatives(point)
        if self.routes.inside:
            alternatives = [each for each in alternatives if not any(self._is_cut(one)[cell] for one in each[1])]
        if not self._rules.numbers:
            return alternatives
        if self.strays(point)[cell]:
            return [("", ())]
        found = []
        for how, points in alternatives:
            if how:
                found.append((how, points))
            elif not any(self._edges.named("pathless", each)[cell] for each in points):
                found.append((how, tuple([each for each in points if not self.strays(each)[cell]])))
        return found

    def _is_cut(self, point: int) -> NDArray[np.bool_]:
        """(cells,): whether the point cannot be reached, as the board ends on all ways to it (`RouteTable.is_cut`)."""
        if point not in self._cut:
            found = np.array([self.routes.is_cut(cell, point) for cell in self.cells])
            self._cut[point] = found
        return self._cut[point]

    def mask(self, point: int, origins: NDArray[Any]) -> NDArray[np.int32]:
        """The sets of cells that must be empty for a strict point to be open, from some cells."""
        if point not in self._masks:
            self._masks[point] = np.full(len(self.cells), -1, np.int32)
        numbers = self._masks[point]
        fresh = origins[numbers[origins] < 0]
        numbers[fresh] = self.masks.keep(self._empty(point)[fresh])
        return numbers[origins]

    def _find_empty(self, point: int) -> NDArray[np.int64]:
        """(cells, words): the cells that must be empty for a strict point to be open, from each cell."""
        found = np.zeros((len(self.cells), self.words), np.int64)
        for displacement in self.routes.through.get(point, ()):
            self.masks.add_bits(found, self._box.moved(displacement))
        for earlier in self.routes.before[point]:
            found |= self._empty(earlier)
            self.masks.add_bits(found, np.where(self.strays(earlier), np.int32(-1), self.targets(earlier)))
        found[self.strays(point)] = 0
        return found

    def is_strict(self, point: int) -> bool:
        """Whether a point is open exactly when some set of cells is empty."""
        ways = self.routes.alternatives(point)
        if len(ways) != 1 or ways[0][0] in ("over", "capturing"):
            return False
        points = ways[0][1]
        return len(points) <= 1 or not any(self._rules.number("pathless", each) is not None for each in points)

    def hopper(self, point: int) -> int:
        """The number of the hopper of a point with a hurdle; -1 if it is for all."""
        found = self.routes.hoppers.get(point)
        return -1 if found is None else self.hoppers.index(found)

    def has_detours(self, point: int) -> bool:
        """Whether a point on the board comes after a stray one from some cell, which nothing closes."""
        there = self.targets(point) >= 0
        return any(bool((self.strays(earlier) & there).any()) for earlier in self.routes.before[point])

    def passed_points(self, point: int) -> list[int]:
        """The points that a point comes after one by one, the nearest to the start first; none if it starts there."""
        ways = self.routes.alternatives(point)
        last = next((points[0] for how, points in ways if not how and len(points) == 1), None)
        return [] if last is None else [*self.passed_points(last), last]

    def locust_points(self, point: int) -> tuple[int, ...]:
        """The points of the captures on the way to a point."""
        return self._rules.locust_points.get(point, ())

    def use_bits(self, point: int, uses: Iterable[str]) -> int:
        """How the cell of a point may be gone to, as bits."""
        found = 0
        for use in uses:
            for bit, some in zip((GOES, CAPTURES, CAPTURES_OWN), self._uses, strict=True):
                found |= bit if use in some else 0
            found |= FIRST if use == "first" else 0
        if self.locust_points(point):
            return (GOES_ON if found & GOES else 0) | (CAPTURES_TWICE if found & CAPTURES else 0)
        return found


class _Box:
    """The cells of a board in a box of numbers, so that all of them are moved at once."""

    def __init__(self, cells: Sequence[Vector]) -> None:
        self._places = np.array(cells)
        self._low, high = self._places.min(axis=0), self._places.max(axis=0)
        self._shape = high - self._low + 1
        self._numbers = np.full(self._shape, -1, np.int32)
        self._numbers[tuple((self._places - self._low).T)] = np.arange(len(cells))

    def moved(self, displacement: Vector) -> NDArray[np.int32]:
        """The cell that lies at a displacement from each cell; -1 off the board."""
        there = self._places - self._low + np.array(displacement)
        inside = ((there >= 0) & (there < self._shape)).all(axis=1)
        found = np.full(len(there), -1, np.int32)
        found[inside] = self._numbers[tuple(there[inside].T)]
        return found


class _Masks:
    """Sets of cells, each kept once; those known before are gone through only when another is asked for."""

    def __init__(self, cells: int, words: int, known: NDArray[np.int64] | None) -> None:
        self._words = words
        self._bit = np.left_shift(np.int64(1), np.arange(cells, dtype=np.int64) & 63)
        self._numbers: dict[bytes, int] = {}
        self._known = known

    def add_bits(self, rows: NDArray[np.int64], cells: NDArray[np.int32]) -> None:
        """Add to the set in each row one cell, none where it is -1."""
        some = np.flatnonzero(cells >= 0)
        rows[some, cells[some] >> 6] |= self._bit[cells[some]]

    def keep(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of the set in each row."""
        if self._known is not None:
            known, self._known = self._known, None
            self.keep(known)
        numbers, width = self._numbers, 8 * self._words
        text = np.ascontiguousarray(rows).tobytes()
        return np.array(
            [numbers.setdefault(text[i : i + width], len(numbers)) for i in range(0, len(text), width)], np.int32
        )

    def one(self, cells: Iterable[int]) -> int:
        """The number of the set of some cells."""
        row = np.zeros((1, self._words), np.int64)
        for cell in cells:
            row[0, cell >> 6] |= self._bit[cell]
        return int(self.keep(row)[0])

    def array(self) -> NDArray[np.int64]:
        """(masks, words): all sets."""
        if self._known is not None:
            return self._known
        return np.frombuffer(b"".join(self._numbers), np.int64).reshape(-1, self._words).copy()
