"""Lays out what clingo knows of a game as tables for the kernel.

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
from clingo import Symbol
from numpy.typing import NDArray

from ..ruleset import Ruleset
from ..terms import Vector, vector
from .tables import ALL_CLEAR, FIRST, GOES, LISTED, OVER, TAKES, Tables

Kinds = tuple[str, ...]
Type = tuple[str, Kinds]
"""What stands on a cell: an army, and kinds in alphabetical order."""

_SEED = 20261121
_HOW = {"": ALL_CLEAR, "over": OVER, "through": LISTED}


def types_of(ruleset: Ruleset, further: Iterable[Type] = ()) -> tuple[Type, ...]:
    """The types that a game needs: each kind in each army, compounds of the array, and further ones."""
    single = [(army, (kind,)) for army in ruleset.players for kind in ruleset.abbreviations]
    parts: dict[tuple[str, Symbol], set[str]] = defaultdict(set)
    for symbol in ruleset.facts("start", 3):
        army, kind, cell = symbol.arguments
        parts[str(army), cell].add(str(kind))
    start = {(army, tuple(sorted(kinds))) for (army, _), kinds in parts.items()}
    return tuple(dict.fromkeys([*single, *sorted(start), *sorted(further)]))


def lay_out(ruleset: Ruleset, types: Sequence[Type]) -> Tables:
    """The tables of a game.

    Args:
        ruleset: rules that the kernel knows (`translation.refusals` says if it does).
        types: the types in the order of their numbers, from 1.
    """
    return _Layout(ruleset, types).tables()


@dataclass(frozen=True, slots=True)
class _Walks:
    """The routes of some types.

    Attributes:
        ends: the uses of each point that is an end, by its number.
        homes: the cells from which double steps are allowed.
    """

    ends: frozenset[tuple[int, str]]
    homes: frozenset[Vector]


class _Layout:
    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self.ruleset = ruleset
        self.types = types
        self.routes = ruleset.routes
        self.cells = list(ruleset.cells)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.armies = {army: number for number, army in enumerate(ruleset.players)}
        self.words = (len(self.cells) + 63) // 64
        self.takes = {str(s.arguments[0]) for s in ruleset.facts("takes", 1)}
        self.goes = {str(s.arguments[0]) for s in ruleset.facts("goes", 1)}
        self.homes: dict[tuple[str, str], set[Vector]] = defaultdict(set)
        for army, kind, cell in self._rows("home", 3):
            self.homes[str(army), str(kind)].add(vector(cell))
        self.board = _Board(self.cells)
        self.masks = _Masks(len(self.cells), self.words)
        self._targets: dict[int, NDArray[np.int32]] = {}
        self._passed: dict[int, NDArray[np.int64]] = {}
        self.numbers = {kinds: number for number, kinds in enumerate(types, 1)}

    def tables(self) -> Tables:
        walks = [self._walks(*each) for each in self.types]
        distinct = {each: number for number, each in enumerate(dict.fromkeys(walks))}
        steps = _Steps(self)
        reach = _Reach(self)
        loose = {}
        for each in distinct:
            loose[each] = steps.add(each)
            reach.add(each)
        types = np.zeros((len(self.types) + 1, 8), np.int32)
        flags = [self._kinds(name) for name in ("royal", "castling_partner", "in_passing", "irreversible")]
        promotes, promotions = self._promotions()
        for number, ((army, kinds), walk) in enumerate(zip(self.types, walks, strict=True), 1):
            has = [int(bool(some.intersection(kinds))) for some in flags]
            types[number] = [self.armies[army], distinct[walk], *has, loose[walk], promotes[number].any()]
        castlings, rights = self._castlings()
        passages, passed = self._passages()
        random = np.random.default_rng(_SEED)
        whole = np.iinfo(np.int64)
        spans, step_rows, before = steps.arrays()
        return Tables(
            types=types,
            spans=spans,
            steps=step_rows,
            before=before,
            reach=reach.reach(),
            roams=reach.roams(),
            bears=reach.bears(),
            ranks=reach.ranks(),
            lines=reach.lines(),
            routes=reach.routes(),
            masks=self.masks.array(),
            promotions=promotions,
            promotes=promotes,
            castlings=castlings,
            passages=passages,
            passed=passed,
            crossroads=self._crossroads(),
            lost=self._lost(rights),
            salts=random.integers(whole.min, whole.max, (len(types) + 1, len(self.cells))),
            turns=random.integers(whole.min, whole.max, len(self.armies) + len(rights)),
            seats=self._seats(),
        )

    def _rows(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        return [symbol.arguments for symbol in self.ruleset.facts(name, arity)]

    def _kinds(self, name: str) -> set[str]:
        return {str(kind) for (kind,) in self._rows(name, 1)}

    def _walks(self, army: str, kinds: Kinds) -> _Walks:
        ends = {
            (point, use)
            for kind in kinds
            for point, uses in self.routes.ends.get((army, kind), {}).items()
            for use in uses
        }
        first = any(use == "first" for _, use in ends)
        homes = set().union(*(self.homes[army, kind] for kind in kinds)) if first else set()
        return _Walks(frozenset(ends), frozenset(homes))

    def targets(self, point: int) -> NDArray[np.int32]:
        """(cells,): the cell where a point lies when the piece stands on each cell, -1 off the board."""
        if point not in self._targets:
            self._targets[point] = self.board.moved(self.routes.places[point])
        return self._targets[point]

    def passed(self, point: int) -> NDArray[np.int64]:
        """(cells, words): the cells that must be empty for a strict point to be open, from each cell."""
        if point not in self._passed:
            found = np.zeros((len(self.cells), self.words), np.int64)
            for displacement in self.routes.through.get(point, ()):
                self.masks.add_bits(found, self.board.moved(displacement))
            for earlier in self.routes.before[point]:
                found |= self.passed(earlier)
                self.masks.add_bits(found, self.targets(earlier))
            self._passed[point] = found
        return self._passed[point]

    def strict(self, point: int) -> bool:
        """Whether a point is open exactly when some set of cells is empty."""
        ways = self.routes.alternatives(point)
        return len(ways) == 1 and ways[0][0] != "over"

    def use_bits(self, uses: Iterable[str]) -> int:
        """How a cell may be gone to, as bits."""
        found = 0
        for use in uses:
            found |= (GOES if use in self.goes else 0) | (TAKES if use in self.takes else 0)
            found |= FIRST if use == "first" else 0
        return found

    def _promotions(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        zones: dict[tuple[str, Symbol], list[int]] = defaultdict(list)
        for owner, name, place in self._rows("zone", 3):
            if vector(place) in self.number:
                zones[str(owner), name].append(self.number[vector(place)])
        becomes: dict[str, list[tuple[Symbol, str]]] = defaultdict(list)
        for kind, name, result in self._rows("promotes", 3):
            becomes[str(kind)].append((name, str(result)))
        starts = np.zeros((len(self.types) + 1, len(self.cells)), np.int32)
        lists: list[int] = [0]
        known: dict[tuple[int, ...], int] = {(): 0}
        for number, (army, kinds) in enumerate(self.types, 1):
            choices: dict[int, set[int]] = defaultdict(set)
            for zone, new in (each for part in kinds for each in becomes.get(part, ())):
                for cell in zones[army, zone]:
                    choices[cell].add(self.numbers[army, (new,)])
            for cell, found in choices.items():
                choice = tuple(sorted(found))
                if choice not in known:
                    known[choice] = len(lists)
                    lists += [*choice, 0]
                starts[number, cell] = known[choice]
        return starts, np.array(lists, np.int32)

    def _castlings(self) -> tuple[NDArray[np.int32], dict[int, int]]:
        rights: dict[int, int] = {}
        empty = self._sets_by_partner("castling_empty")
        path = self._sets_by_partner("castling_path")
        rows = []
        for army, *ends in sorted(self._castling_rows(), key=tuple):
            start, to, partner, partner_to = (self.number[vector(cell)] for cell in ends)
            right = rights.setdefault(partner, len(rights))
            key = (str(army), partner)
            masks = [self.masks.one(sets.get(key, ())) for sets in (empty, path)]
            rows.append([self.armies[str(army)], start, to, partner, partner_to, right, *masks])
        return np.array(rows, np.int32).reshape(-1, 8), rights

    def _castling_rows(self) -> list[Sequence[Symbol]]:
        """The castlings whose cells are all on the board."""
        return [row for row in self._rows("castling", 5) if all(vector(cell) in self.number for cell in row[1:])]

    def _sets_by_partner(self, name: str) -> dict[tuple[str, int], list[int]]:
        found: dict[tuple[str, int], list[int]] = defaultdict(list)
        for army, partner, cell in self._rows(name, 3):
            if {vector(partner), vector(cell)} <= self.number.keys():
                found[str(army), self.number[vector(partner)]].append(self.number[vector(cell)])
        return found

    def _lost(self, rights: dict[int, int]) -> NDArray[np.int64]:
        """(cells,): the rights, as bits, that end when a cell is touched."""
        found = np.zeros(len(self.cells), np.int64)
        for _, start, _, partner, _ in self._castling_rows():
            for cell in (start, partner):
                found[self.number[vector(cell)]] |= 1 << rights[self.number[vector(partner)]]
        return found

    def _passages(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        passages = sorted(
            (self.number[vector(passed)], self.armies[str(army)], self.number[vector(to)])
            for army, passed, to in self._rows("passage", 3)
            if vector(passed) in self.number and vector(to) in self.number
        )
        starts = np.searchsorted([cell for cell, _, _ in passages], range(len(self.cells) + 1))
        return np.array([each[1:] for each in passages], np.int32).reshape(-1, 2), starts.astype(np.int32)

    def _crossroads(self) -> NDArray[np.int32]:
        found = np.zeros(len(self.cells), np.int32)
        for (cell,) in self._rows("crossroads", 1):
            if vector(cell) in self.number:
                found[self.number[vector(cell)]] = 1
        return found

    def _seats(self) -> NDArray[np.int32]:
        follows = {str(player): str(following) for player, following in self._rows("next_seat", 2)}
        return np.array([self.armies[follows[army]] for army in self.armies], np.int32)


class _Board:
    """The cells of a board in a box of numbers, so that all of them are moved at once."""

    def __init__(self, cells: Sequence[Vector]) -> None:
        self.places = np.array(cells)
        self.low, high = self.places.min(axis=0), self.places.max(axis=0)
        self.shape = high - self.low + 1
        self.box = np.full(self.shape, -1, np.int32)
        self.box[tuple((self.places - self.low).T)] = np.arange(len(cells))

    def moved(self, displacement: Vector) -> NDArray[np.int32]:
        """The cell that lies at a displacement from each cell; -1 off the board."""
        there = self.places - self.low + np.array(displacement)
        inside = ((there >= 0) & (there < self.shape)).all(axis=1)
        found = np.full(len(there), -1, np.int32)
        found[inside] = self.box[tuple(there[inside].T)]
        return found


class _Masks:
    """Sets of cells, each kept once."""

    def __init__(self, cells: int, words: int) -> None:
        self.words = words
        self.bit = np.left_shift(np.int64(1), np.arange(cells, dtype=np.int64) & 63)
        self._numbers: dict[bytes, int] = {}

    def add_bits(self, rows: NDArray[np.int64], cells: NDArray[np.int32]) -> None:
        """Add to the set in each row one cell, none where it is -1."""
        some = np.flatnonzero(cells >= 0)
        rows[some, cells[some] >> 6] |= self.bit[cells[some]]

    def keep(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of the set in each row."""
        numbers = self._numbers
        width = 8 * self.words
        text = np.ascontiguousarray(rows).tobytes()
        return np.array(
            [numbers.setdefault(text[i : i + width], len(numbers)) for i in range(0, len(text), width)], np.int32
        )

    def one(self, cells: Iterable[int]) -> int:
        """The number of the set of some cells."""
        row = np.zeros((1, self.words), np.int64)
        for cell in cells:
            row[0, cell >> 6] |= self.bit[cell]
        return int(self.keep(row)[0])

    def array(self) -> NDArray[np.int64]:
        """(masks, words): all sets."""
        return np.frombuffer(b"".join(self._numbers), np.int64).reshape(-1, self.words).copy()


class _Steps:
    """Builds `Tables.spans`, `steps` and `before`."""

    def __init__(self, layout: _Layout) -> None:
        self.layout = layout
        self.spans: list[NDArray[np.int32]] = []
        self.steps: list[NDArray[np.int32]] = []
        self.before: list[tuple[int, int, int, int]] = []
        self.count = 0

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """The arrays of all walks added."""
        steps = np.concatenate([np.zeros((0, 5), np.int32), *self.steps])
        return np.array(self.spans, np.int32), steps, np.array([*self.before, (-1, 0, 0, 0)], np.int32)

    def add(self, walks: _Walks) -> bool:
        """Add walks from every cell, and say whether they are loose: not strict."""
        layout = self.layout
        uses: dict[int, set[str]] = defaultdict(set)
        for point, name in walks.ends:
            uses[point].add(name)
        order, last = in_order(uses, layout.routes.before)
        loose = not all(layout.strict(point) for point in order)
        targets = np.array([layout.targets(point) for point in order], np.int32).reshape(len(order), -1)
        use = self._uses(walks, order, uses, targets)
        kept = _needed(order, use > 0, layout.routes.before)
        places: NDArray[np.int64] = np.cumsum(kept, axis=0) - kept
        counts = kept.sum(axis=0)
        starts = self.count + np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        ends = np.vstack([places, counts])
        cell, row = np.nonzero(kept.T)
        rows = np.zeros((len(row), 5), np.int32)
        rows[:, 0] = targets[row, cell]
        rows[:, 1] = starts[cell] + ends[np.array(last, np.int64)[row] if order else row, cell]
        rows[:, 2] = self._alternatives(order, kept, places) if loose else self._masks(order, row, cell)
        if loose:
            rows[:, 1] = self.count + np.arange(1, len(row) + 1)
        rows[:, 3] = use[row, cell]
        rows[:, 4] = self._passed_cells(order)[row, cell] + 1
        self.spans.append(starts)
        self.steps.append(rows)
        self.count += len(rows)
        return loose

    def _uses(
        self, walks: _Walks, order: list[int], uses: dict[int, set[str]], targets: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """(points, cells): the bits of USE from each cell."""
        layout = self.layout
        bits = np.array([layout.use_bits(uses.get(point, ())) for point in order], np.int32)
        found = np.where(targets >= 0, bits[:, None] if order else 0, 0)
        # A double step has one cell before its end, and starts from home.
        single = np.array([self._passed_point(point) is not None for point in order], bool)
        home = np.array([cell in walks.homes for cell in layout.cells])
        return np.where(single[:, None] & home[None, :], found, found & ~FIRST).astype(np.int32)

    def _masks(self, order: list[int], row: NDArray[Any], cell: NDArray[Any]) -> NDArray[np.int32]:
        """The masks of steps that come after several others or list their cells; -1 for the rest."""
        layout = self.layout
        found = np.full(len(row), -1, np.int32)
        for number, point in enumerate(order):
            if len(layout.routes.before[point]) > 1 or point in layout.routes.through:
                here = np.flatnonzero(row == number)
                found[here] = layout.masks.keep(layout.passed(point)[cell[here]])
        return found

    def _alternatives(self, order: list[int], kept: NDArray[Any], places: NDArray[Any]) -> NDArray[np.int32]:
        """Where the alternatives of each step start in `before`, which they are added to."""
        layout = self.layout
        index = {point: number for number, point in enumerate(order)}
        found = []
        for cell in range(kept.shape[1]):
            for number in np.flatnonzero(kept[:, cell]):
                found.append(len(self.before))
                for how, points in layout.routes.alternatives(order[number]):
                    row = [int(places[index[point], cell]) for point in points]
                    if how == "through":
                        row = [int(layout.masks.keep(layout.passed(order[number])[cell : cell + 1])[0])]
                    one, two, three = (*row, -1, -1, -1)[:3]
                    self.before.append((_HOW[how], one, two, three))
                self.before.append((-1, 0, 0, 0))
        return np.array(found, np.int32)

    def _passed_cells(self, order: list[int]) -> NDArray[np.int32]:
        """(points, cells): the cell before the end of a double step; -1 for other points."""
        layout = self.layout
        found = np.full((len(order), len(layout.cells)), -1, np.int32)
        for number, point in enumerate(order):
            passed = self._passed_point(point)
            if passed is not None:
                found[number] = layout.targets(passed)
        return found

    def _passed_point(self, point: int) -> int | None:
        """The one point that a point comes after, if there is one."""
        ways = self.layout.routes.alternatives(point)
        return next((points[0] for how, points in ways if not how and len(points) == 1), None)


class _Reach:
    """Builds `Tables.reach`, `ranks`, `lines` and `routes`."""

    def __init__(self, layout: _Layout) -> None:
        self.layout = layout
        self._reach: list[NDArray[np.int64]] = []
        self._roams: list[NDArray[np.int64]] = []
        self._counts: list[NDArray[np.int64]] = []
        self._routes: list[NDArray[np.int32]] = []

    def add(self, walks: _Walks) -> None:
        """Add the capturing routes of walks from every cell."""
        layout = self.layout
        points = sorted({point for point, use in walks.ends if use in layout.takes})
        cells, words = len(layout.cells), layout.words
        found = np.zeros((cells, words), np.int64)
        lines: list[NDArray[np.int64]] = []
        for point in points:
            targets = layout.targets(point)
            layout.masks.add_bits(found, targets)
            some = np.flatnonzero(targets >= 0)
            if layout.strict(point):
                masks = layout.masks.keep(layout.passed(point)[some])
            else:
                masks = np.full(len(some), -1, np.int32)
            lines.append(np.stack([some, targets[some], masks], axis=1).astype(np.int64))
        rows = np.unique(np.concatenate([np.zeros((0, 3), np.int64), *lines]), axis=0)
        _, counts = np.unique(rows[:, 0] * cells + rows[:, 1], return_counts=True)
        roams = np.zeros((cells, words), np.int64)
        for point in {point for point, _ in walks.ends}:
            layout.masks.add_bits(roams, layout.targets(point))
        self._reach.append(found)
        self._roams.append(roams)
        self._counts.append(counts)
        self._routes.append(rows[:, 2].astype(np.int32))

    def reach(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells reached."""
        return np.array(self._reach)

    def roams(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells that any route leads to."""
        return np.array(self._roams)

    def bears(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells from which each cell is reached: `reach` the other way round."""
        cells = len(self.layout.cells)
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
