"""Lays out the walks of a game: its routes from every cell, as steps for the kernel.

Routes are stated once, as displacements; here they are moved to every cell at once. The steps of a walk
stand in such an order that what follows a step, up to the one it skips to, needs that step: where a
piece stands in the way, all of that is passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector
from ..tables import ALL_CLEAR, BEFORE_WIDTH, FIRST, GOES, LISTED, OVER, STEP_WIDTH, TAKES, Tables, Words

_HOW = {"": ALL_CLEAR, "over": OVER, "through": LISTED}
_END_OF_LIST = (-1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Walks:
    """The routes of some types.

    Attributes:
        ends: the uses of each point that is an end, by its number.
        homes: the cells from which double steps are allowed.
    """

    ends: frozenset[tuple[int, str]]
    homes: frozenset[Vector]


class Ground:
    """The cells of a board, and where every point of a route lies from each of them.

    Args:
        ruleset: the rules of the game.
        known: tables laid out before, whose sets of cells keep their numbers.
    """

    def __init__(self, ruleset: Ruleset, known: Tables | None = None) -> None:
        self.routes = ruleset.routes
        self.cells = list(ruleset.cells)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.words = (len(self.cells) + 63) // 64
        self.masks = _Masks(len(self.cells), self.words)
        if known is not None:
            self.masks.keep(known.masks)
        self.takes = ruleset.takes
        self._goes = ruleset.goes
        self._box = _Box(self.cells)
        self._targets: dict[int, NDArray[np.int32]] = {}
        self._passed: dict[int, NDArray[np.int64]] = {}
        self._masks: dict[int, NDArray[np.int32]] = {}

    def targets(self, point: int) -> NDArray[np.int32]:
        """(cells,): the cell where a point lies when the piece stands on each cell, -1 off the board."""
        if point not in self._targets:
            self._targets[point] = self._box.moved(self.routes.places[point])
        return self._targets[point]

    def mask(self, point: int, origins: NDArray[Any]) -> NDArray[np.int32]:
        """The sets of cells that must be empty for a strict point to be open, from some cells."""
        if point not in self._masks:
            self._masks[point] = np.full(len(self.cells), -1, np.int32)
        numbers = self._masks[point]
        fresh = origins[numbers[origins] < 0]
        numbers[fresh] = self.masks.keep(self._empty(point)[fresh])
        return numbers[origins]

    def _empty(self, point: int) -> NDArray[np.int64]:
        """(cells, words): the cells that must be empty for a strict point to be open, from each cell."""
        if point not in self._passed:
            found = np.zeros((len(self.cells), self.words), np.int64)
            for displacement in self.routes.through.get(point, ()):
                self.masks.add_bits(found, self._box.moved(displacement))
            for earlier in self.routes.before[point]:
                found |= self._empty(earlier)
                self.masks.add_bits(found, self.targets(earlier))
            self._passed[point] = found
        return self._passed[point]

    def is_strict(self, point: int) -> bool:
        """Whether a point is open exactly when some set of cells is empty."""
        ways = self.routes.alternatives(point)
        return len(ways) == 1 and ways[0][0] != "over"

    def passed_point(self, point: int) -> int | None:
        """The one point that a point comes after, if there is one."""
        ways = self.routes.alternatives(point)
        return next((points[0] for how, points in ways if not how and len(points) == 1), None)

    def use_bits(self, uses: Iterable[str]) -> int:
        """How a cell may be gone to, as bits."""
        found = 0
        for use in uses:
            found |= (GOES if use in self._goes else 0) | (TAKES if use in self.takes else 0)
            found |= FIRST if use == "first" else 0
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
    """Sets of cells, each kept once."""

    def __init__(self, cells: int, words: int) -> None:
        self._words = words
        self._bit = np.left_shift(np.int64(1), np.arange(cells, dtype=np.int64) & 63)
        self._numbers: dict[bytes, int] = {}

    def add_bits(self, rows: NDArray[np.int64], cells: NDArray[np.int32]) -> None:
        """Add to the set in each row one cell, none where it is -1."""
        some = np.flatnonzero(cells >= 0)
        rows[some, cells[some] >> 6] |= self._bit[cells[some]]

    def keep(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of the set in each row."""
        numbers = self._numbers
        width = 8 * self._words
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
        return np.frombuffer(b"".join(self._numbers), np.int64).reshape(-1, self._words).copy()


class Steps:
    """Builds `Tables.spans`, `steps` and `before`, after those of tables laid out before."""

    def __init__(self, ground: Ground, known: Tables | None = None) -> None:
        self._ground = ground
        self._spans = [] if known is None else [known.spans]
        self._steps = [np.zeros((0, STEP_WIDTH), np.int32) if known is None else known.steps]
        self._before = [] if known is None else known.before[:-1].tolist()
        self._count = len(self._steps[0])

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """The arrays of all walks added."""
        before = np.array([*self._before, _END_OF_LIST], np.int32)
        return np.concatenate(self._spans), np.concatenate(self._steps), before

    def add(self, walks: Walks) -> bool:
        """Add walks from every cell, and say whether they are loose: not strict."""
        ground = self._ground
        uses: dict[int, set[str]] = defaultdict(set)
        for point, name in walks.ends:
            uses[point].add(name)
        order, last = in_order(uses, ground.routes.before)
        loose = not all(ground.is_strict(point) for point in order)
        targets = np.array([ground.targets(point) for point in order], np.int32).reshape(len(order), len(ground.cells))
        use = self._uses(walks, order, uses, targets)
        kept = _needed(order, use > 0, ground.routes.before)
        places: NDArray[np.int64] = np.cumsum(kept, axis=0) - kept
        counts = kept.sum(axis=0)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        ends = np.vstack([places, counts])
        cell, row = np.nonzero(kept.T)
        rows = np.zeros((len(row), STEP_WIDTH), np.int32)
        rows[:, 0] = targets[row, cell]
        rows[:, 1] = self._count + starts[cell] + ends[np.array(last, np.int64)[row] if order else row, cell]
        listed = self._alternatives(order, kept, places) if loose else self._masks(order, kept, starts[:-1] + places)
        rows[:, 2] = listed
        if loose:
            rows[:, 1] = self._count + np.arange(1, len(row) + 1)
        rows[:, 3] = use[row, cell]
        rows[:, 4] = self._passed_cells(order)[row, cell] + 1
        self._spans.append(self._count + starts[None, :])
        self._steps.append(rows)
        self._count += len(rows)
        return loose

    def _uses(
        self, walks: Walks, order: list[int], uses: dict[int, set[str]], targets: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """(points, cells): the bits of USE from each cell."""
        ground = self._ground
        bits = np.array([ground.use_bits(uses.get(point, ())) for point in order], np.int32)
        found = np.where(targets >= 0, bits[:, None] if order else 0, 0)
        # A double step has one cell before its end, and starts from home.
        single = np.array([ground.passed_point(point) is not None for point in order], bool)
        home = np.array([cell in walks.homes for cell in ground.cells])
        return np.where(single[:, None] & home[None, :], found, found & ~FIRST).astype(np.int32)

    def _masks(self, order: list[int], kept: NDArray[Any], places: NDArray[Any]) -> NDArray[np.int32]:
        """The masks of steps that come after several others or list their cells; -1 for the rest."""
        ground = self._ground
        found = np.full(np.count_nonzero(kept), -1, np.int32)
        for number, point in enumerate(order):
            if len(ground.routes.before[point]) > 1 or point in ground.routes.through:
                origins = np.flatnonzero(kept[number])
                found[places[number, origins]] = ground.mask(point, origins)
        return found

    def _alternatives(self, order: list[int], kept: NDArray[Any], places: NDArray[Any]) -> NDArray[np.int32]:
        """Where the alternatives of each step start in `before`, which they are added to."""
        ground = self._ground
        index = {point: number for number, point in enumerate(order)}
        found = []
        for cell in range(kept.shape[1]):
            for number in np.flatnonzero(kept[:, cell]):
                found.append(len(self._before))
                for how, points in ground.routes.alternatives(order[number]):
                    row = [int(places[index[point], cell]) for point in points]
                    if how == "through":
                        row = ground.mask(order[number], np.array([cell])).tolist()
                    one, two, three = (*row, -1, -1, -1)[: BEFORE_WIDTH - 1]
                    self._before.append((_HOW[how], one, two, three))
                self._before.append(_END_OF_LIST)
        return np.array(found, np.int32)

    def _passed_cells(self, order: list[int]) -> NDArray[np.int32]:
        """(points, cells): the cell before the end of a double step; -1 for other points."""
        ground = self._ground
        found = np.full((len(order), len(ground.cells)), -1, np.int32)
        for number, point in enumerate(order):
            passed = ground.passed_point(point)
            if passed is not None:
                found[number] = ground.targets(passed)
        return found


class Reach:
    """Builds `Tables.reach`, `roams`, `bears`, `ranks`, `lines` and `routes`, after those laid out before."""

    def __init__(self, ground: Ground, known: Tables | None = None) -> None:
        self._ground = ground
        self._reach = [] if known is None else list(known.reach)
        self._roams = [] if known is None else list(known.roams)
        self._counts = [] if known is None else [np.diff(known.lines)]
        self._routes = [] if known is None else [known.routes]

    def add(self, walks: Walks) -> None:
        """Add the capturing routes of walks from every cell."""
        ground = self._ground
        cells, words = len(ground.cells), ground.words
        found = np.zeros((cells, words), np.int64)
        # A route as one number, which is quicker to sort than three: origin and target, and then its mask.
        pairs: list[Words] = [np.zeros(0, np.int64)]
        masks: list[Words] = [np.zeros(0, np.int64)]
        for point in sorted({point for point, use in walks.ends if use in ground.takes}):
            targets = ground.targets(point)
            ground.masks.add_bits(found, targets)
            some = np.flatnonzero(targets >= 0)
            pairs.append(some * cells + targets[some])
            masks.append(ground.mask(point, some) if ground.is_strict(point) else np.full(len(some), -1))
        coded = np.unique(np.concatenate(pairs) << 32 | np.concatenate(masks) + 1)
        _, counts = np.unique(coded >> 32, return_counts=True)
        roams = np.zeros((cells, words), np.int64)
        for point in {point for point, _ in walks.ends}:
            ground.masks.add_bits(roams, ground.targets(point))
        self._reach.append(found)
        self._roams.append(roams)
        self._counts.append(counts)
        self._routes.append(((coded & 0xFFFFFFFF) - 1).astype(np.int32))

    def reach(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells reached."""
        return np.array(self._reach)

    def roams(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells that any route leads to."""
        return np.array(self._roams)

    def bears(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells from which each cell is reached: `reach` the other way round."""
        cells = len(self._ground.cells)
        octets = np.array(self._reach).view(np.uint8)
        bits = np.unpackbits(octets, axis=2, bitorder="little")
        turned = np.zeros_like(bits)
        turned[:, :, :cells] = bits[:, :, :cells].transpose(0, 2, 1)
        return np.packbits(turned, axis=2, bitorder="little").view(np.int64)

    def ranks(self) -> NDArray[np.int32]:
        """(walks, cells, words): how many cells are reached before each word, over all walks and cells."""
        bits = np.bitwise_count(self.reach().view(np.uint64)).astype(np.int64)
        return (np.cumsum(bits).reshape(bits.shape) - bits).astype(np.int32)

    def lines(self) -> NDArray[np.int32]:
        """(reached + 1,): where the routes to each reached cell start."""
        return np.concatenate([[0], np.cumsum(np.concatenate(self._counts))]).astype(np.int32)

    def routes(self) -> NDArray[np.int32]:
        """The mask of each route."""
        return np.concatenate(self._routes)


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
