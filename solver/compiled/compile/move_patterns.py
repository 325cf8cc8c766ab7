"""The layout of move patterns: the routes of a kind from every cell, as steps for the kernel.

The steps of a pattern are sorted so that the steps after a step, up to its SKIP, all need it. If a piece is on its
cell, the kernel jumps over them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...asp.terms import Vector
from ..game_tables import Tables
from ..named_values import ALL_CLEAR, FIRST, LISTED, OVER
from ..tables import (
    ALTERNATIVE_WIDTH,
    ALTERNATIVES,
    CELL,
    MASK,
    PASSED,
    PASSED_TOO,
    PATTERN_FLAGS,
    SKIP,
    SPANS,
    STEP_WIDTH,
    STEPS,
    USE,
)
from .board_geometry import BoardGeometry

_HOW = {"": ALL_CLEAR, "over": OVER, "capturing": OVER, "through": LISTED}
_END_OF_LIST = (-1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class MovePattern:
    """The routes of a kind, in an army.

    Attributes:
        ends: the uses of each point that is an end, by its number.
        homes: the cells from which first moves of several steps are allowed, each with the cells that are too far
            from there.
        use: the number of the custom use that all of them have; 0 if they have none.
    """

    ends: frozenset[tuple[int, str]]
    homes: frozenset[tuple[Vector, frozenset[Vector]]]
    use: int = 0


class Steps:
    """Builds SPANS, STEPS, ALTERNATIVES and PATTERN_FLAGS, after those of known tables.

    Attributes:
        move patterns: how many move patterns there are.
    """

    def __init__(self, ground: BoardGeometry, known: Tables | None = None) -> None:
        self._ground = ground
        self.patterns = 0 if known is None else len(known[SPANS])
        self._strict = [] if known is None else known[PATTERN_FLAGS].tolist()
        self._spans = [] if known is None else [known[SPANS]]
        self._steps = [np.zeros((0, STEP_WIDTH), np.int32) if known is None else known[STEPS]]
        # The last row ends the list of the last step; it is there for tables without any.
        self._before = [np.zeros((0, ALTERNATIVE_WIDTH), np.int32) if known is None else known[ALTERNATIVES][:-1]]
        self._count = len(self._steps[0])

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """The arrays of all move patterns added."""
        before = np.concatenate([*self._before, [_END_OF_LIST]], dtype=np.int32)
        return np.concatenate(self._spans), np.concatenate(self._steps), before, np.array(self._strict, np.int32)

    def add(self, patterns: MovePattern) -> None:
        """Add move patterns from every cell."""
        ground = self._ground
        uses: dict[int, set[str]] = defaultdict(set)
        for point, name in patterns.ends:
            uses[point].add(name)
        order, last = in_order(uses, ground.routes.before)
        loose = not all(ground.is_strict(point) for point in order)
        # Then no step jumps over others: each has its own set of cells that must be empty.
        alone = loose or any(ground.has_detours(point) for point in order)
        targets = np.array([ground.targets(point) for point in order], np.int32).reshape(len(order), len(ground.cells))
        ends = np.array([ground.ends(point) for point in order], np.int32).reshape(targets.shape)
        use = self._uses(patterns, order, uses, ends)
        kept = _needed(order, use > 0, ground.routes.before)
        # A row is a point that is kept from a cell, given by its number in the order; cell by cell.
        cell, number = np.nonzero(kept.T)
        places: NDArray[np.int64] = np.cumsum(kept, axis=0) - kept
        counts = kept.sum(axis=0)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        rows = np.zeros((len(number), STEP_WIDTH), np.int32)
        rows[:, CELL] = targets[number, cell]
        if alone:
            rows[:, SKIP] = self._count + np.arange(1, len(number) + 1)
        else:
            ends = np.vstack([places, counts])
            skips = np.array(last, np.int64)[number] if order else number
            rows[:, SKIP] = self._count + starts[cell] + ends[skips, cell]
        if loose:
            rows[:, MASK] = self._alternatives(order, kept, places)
        else:
            rows[:, MASK] = self._masks(order, kept, starts[:-1] + places, alone)
        rows[:, USE] = use[number, cell]
        rows[:, PASSED] = self._passed_cells(order)[number, cell] + 1
        rows[:, PASSED_TOO] = self._second_cells(order)[number, cell] + 1
        self._spans.append(self._count + starts[None, :])
        self._steps.append(rows)
        self._count += len(rows)
        self._strict.append(patterns.use << 1 | int(not loose))
        self.patterns += 1

    def _uses(
        self, patterns: MovePattern, order: list[int], uses: dict[int, set[str]], targets: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """(points, cells): the bits of USE from each cell."""
        ground = self._ground
        bits = np.array([ground.use_bits(point, uses.get(point, ())) for point in order], np.int32)
        found = np.where(targets >= 0, bits[:, None] if order else 0, 0)
        for number, point in enumerate(order):
            for captured in ground.locust_points(point):
                found[number, ground.targets(captured) < 0] = 0
        # A first move of several steps has cells before its end, one by one, and starts from home.
        several = np.array([bool(ground.passed_points(point)) for point in order], bool)
        allowed = np.zeros(found.shape, bool)
        for far in {far for _, far in patterns.homes}:
            home = np.array([(cell, far) in patterns.homes for cell in ground.cells])
            beyond = np.isin(targets, [ground.number[cell] for cell in far if cell in ground.number])
            allowed |= several[:, None] & home[None, :] & ~beyond
        return np.where(allowed, found, found & ~FIRST).astype(np.int32)

    def _masks(self, order: list[int], kept: NDArray[Any], places: NDArray[Any], every: bool) -> NDArray[np.int32]:
        """The masks of every step, or of those that come after several others or list their cells; -1 for the rest."""
        ground = self._ground
        found = np.full(np.count_nonzero(kept), -1, np.int32)
        for number, point in enumerate(order):
            if every or len(ground.routes.before[point]) > 1 or point in ground.routes.through:
                origins = np.flatnonzero(kept[number])
                found[places[number, origins]] = ground.mask(point, origins)
        return found

    def _alternatives(self, order: list[int], kept: NDArray[Any], places: NDArray[Any]) -> NDArray[np.int32]:
        """Where the alternatives of each step start in `before`, which they are added to."""
        ground = self._ground
        index = {point: number for number, point in enumerate(order)}
        found: list[int] = []
        rows: list[tuple[int, ...]] = []
        start = sum(map(len, self._before))
        for cell in range(kept.shape[1]):
            for number in np.flatnonzero(kept[:, cell]):
                found.append(start + len(rows))
                for how, points in ground.ways(order[number], int(cell)):
                    row = [int(places[index[point], cell]) for point in points]
                    if how == "through":
                        row = ground.mask(order[number], np.array([cell])).tolist()
                    elif how == "over":
                        row.append(ground.hopper(order[number]))
                    one, two, three = (*row, -1, -1, -1)[: ALTERNATIVE_WIDTH - 1]
                    rows.append((_HOW[how], one, two, three))
                rows.append(_END_OF_LIST)
        self._before.append(np.array(rows, np.int32).reshape(-1, ALTERNATIVE_WIDTH))
        return np.array(found, np.int32)

    def _passed_cells(self, order: list[int]) -> NDArray[np.int32]:
        """(points, cells): the first cell that a first move passes, or that of a capture on the way; -1 for others."""
        ground = self._ground
        found = np.full((len(order), len(ground.cells)), -1, np.int32)
        for number, point in enumerate(order):
            for passed in (ground.locust_points(point) or ground.passed_points(point))[:1]:
                found[number] = ground.targets(passed)
        return found

    def _second_cells(self, order: list[int]) -> NDArray[np.int32]:
        """(points, cells): the cell of a second capture on the way; -1 for others."""
        found = np.full((len(order), len(self._ground.cells)), -1, np.int32)
        for number, point in enumerate(order):
            for passed in self._ground.locust_points(point)[1:]:
                found[number] = self._ground.targets(passed)
        return found


def in_order(ends: Iterable[int], before: Sequence[set[int]]) -> tuple[list[int], list[int]]:
    """Points in an order in which those that need a point follow it closely.

    Args:
        ends: the points that are wanted; those before them are added.
        before: for each point those it comes after.

    Returns:
        The points, each after all that it comes after; and for each of them the place in that order of
        the next point that does not follow from it. Whatever stands in between needs it.
    """
    needed = set(ends)
    waiting = list(needed)
    after: dict[int, list[int]] = defaultdict(list)
    while waiting:
        point = waiting.pop()
        for earlier in before[point]:
            after[earlier].append(point)
            if earlier not in needed:
                needed.add(earlier)
                waiting.append(earlier)
    missing = {point: len(before[point]) for point in needed}
    order: list[int] = []
    last: dict[int, int] = {}
    # A point whose last predecessor has just been written is written next, so it stands in its wake.
    stack = [(point, False) for point in sorted(needed, reverse=True) if not missing[point]]
    while stack:
        point, written = stack.pop()
        if written:
            last[point] = len(order)
            continue
        order.append(point)
        stack.append((point, True))
        for later in sorted(after[point], reverse=True):
            missing[later] -= 1
            if not missing[later]:
                stack.append((later, False))
    return order, [last[point] for point in order]


def _needed(order: list[int], ends: NDArray[np.bool_], before: Sequence[set[int]]) -> NDArray[np.bool_]:
    """(points, cells): the points that are ends from a cell, or lead to such."""
    index = {point: number for number, point in enumerate(order)}
    found = ends.copy()
    for number in range(len(order) - 1, -1, -1):
        for earlier in before[order[number]]:
            found[index[earlier]] |= found[number]
    return found
