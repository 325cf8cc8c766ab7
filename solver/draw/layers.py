"""The layout of kinds in the picture of promotions: in columns, with few crossings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from textwrap import wrap
from typing import TypeAlias

import networkx as nx

ROLES = ("mover", "aide", "victim")
"""The roles of changing pieces, in the order in which arrows enter a box."""

LEADING, UNDER, LOW, GAP = 13.0, 4.0, 30.0, 14.0
"""How far lines of a cause are apart, and the last from the arrow below; how high a box is; what is left between."""

_LETTERS = 26
"""Where causes are broken."""


@dataclass(eq=False, slots=True)
class Strand:
    """Arrows with the same end and cause.

    Attributes:
        sources: the kinds that they come from.
        target: the box where they end.
        role: the role of the changing piece.
        cause: by what, in lines.
        bends: what stands for them in the columns that they pass.
    """

    sources: list[str]
    target: Box
    role: str
    cause: list[str]
    bends: list[Bend] = field(default_factory=list)

    @property
    def height(self) -> float:
        """The height of its cause."""
        return LEADING * len(self.cause) + 2 * UNDER

    @property
    def stops(self) -> list[Item]:
        """Where it passes, and ends, from left to right."""
        return [*self.bends, self.target]


@dataclass(eq=False, slots=True)
class Bend:
    """Where a strand passes a column."""

    column: int
    y: float = 0.0
    height: float = 2.0


@dataclass(eq=False, slots=True)
class Box:
    """A kind, or one that is shown elsewhere."""

    kind: str
    column: int
    again: bool = False
    entering: list[Strand] = field(default_factory=list)
    y: float = 0.0

    @property
    def frame(self) -> float:
        """How high the box is: each of several strands has a place of its own beside it."""
        return max(LOW, sum(each.height for each in self.entering)) if len(self.entering) > 1 else LOW

    @property
    def height(self) -> float:
        """Its height with the text before it; a single strand enters in the middle."""
        return max(self.frame, *(2 * each.height for each in self.entering)) if len(self.entering) == 1 else self.frame

    def port(self, strand: Strand) -> float:
        """How low a strand enters: below its cause."""
        if len(self.entering) == 1:
            return self.y
        heights = [each.height for each in self.entering]
        return self.y - sum(heights) / 2 + sum(heights[: self.entering.index(strand) + 1]) - UNDER


Item: TypeAlias = Box | Bend


class Layers:
    """Where everything stands.

    Args:
        graph: `Game.promotions`.

    Attributes:
        columns: what stands in each, from the top; `y` is the middle of each.
        boxes: those of the kinds that change or arise, once each.
        strands: all arrows.
        alone: the other kinds.
    """

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        number = {kind: place for place, kind in enumerate(graph)}
        onward = nx.DiGraph((before, after) for before, after in graph.edges() if number[before] < number[after])
        onward.add_nodes_from(kind for edge in graph.edges() for kind in edge)
        stages = list(nx.topological_generations(onward))
        self.boxes = {
            kind: Box(kind, column)
            for column, stage in enumerate(stages)
            for kind in sorted(stage, key=number.__getitem__)
        }
        self.alone = [kind for kind in graph if kind not in onward]
        self.columns: list[list[Item]] = [[] for _ in range(len(stages) + 1)]
        self.strands = self._bundled(graph, number)
        for box in self.boxes.values():
            self.columns[box.column].append(box)
        for strand in self.strands:
            for item in strand.stops if strand.target.again else strand.bends:
                self.columns[item.column].append(item)
        self.columns = [column for column in self.columns if column]
        self._before, self._after = self._neighbours()
        self._settle()

    def _bundled(self, graph: nx.MultiDiGraph[str], number: dict[str, int]) -> list[Strand]:
        """The strands, those of a box in the order in which they enter it."""
        found: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
        for before, after, data in graph.edges(data=True):
            again = number[before] >= number[after]
            found[after, data["role"], data["words"], again].append(before)
        strands = []
        for key in sorted(found, key=lambda each: ROLES.index(each[1])):
            after, role, words, again = key
            sources = found[key]
            columns = [self.boxes[kind].column for kind in sources]
            target = Box(after, max(columns) + 1, True) if again else self.boxes[after]
            cause = wrap(words, _LETTERS, break_long_words=False, break_on_hyphens=False)
            strand = Strand(sources, target, role, cause)
            strand.bends = [Bend(column) for column in range(min(columns) + 1, target.column)]
            target.entering.append(strand)
            strands.append(strand)
        return strands

    def _neighbours(self) -> tuple[dict[Item, list[Item]], dict[Item, list[Item]]]:
        """What is joined to each item from the column before, and in the column after."""
        before: dict[Item, list[Item]] = defaultdict(list)
        after: dict[Item, list[Item]] = defaultdict(list)
        for strand in self.strands:
            pairs: list[tuple[Item, Item]] = list(zip(strand.bends, strand.stops[1:], strict=True))
            pairs += [(self.boxes[kind], self.first(strand, kind)) for kind in strand.sources]
            for one, other in pairs:
                before[other].append(one)
                after[one].append(other)
        return before, after

    def first(self, strand: Strand, source: str) -> Item:
        """What an arrow from a kind comes to first."""
        column = self.boxes[source].column + 1
        return next(item for item in strand.stops if item.column == column)

    def _settle(self) -> None:
        """Say how low each item stands: near to what it is joined to, with as few crossings as that brings about."""
        for column in self.columns:
            for item, y in zip(column, _apart([0.0] * len(column), column), strict=True):
                item.y = y
        for beside in [self._before, self._after] * 4 + [self._before]:
            for column in self.columns if beside is self._before else reversed(self.columns):
                wanted = {item: fmean(each.y for each in beside[item]) if beside[item] else item.y for item in column}
                column.sort(key=wanted.__getitem__)
                for item, y in zip(column, _apart([wanted[item] for item in column], column), strict=True):
                    item.y = y


def _apart(wanted: Sequence[float], items: Sequence[Item]) -> list[float]:
    """Places as near as can be to those wanted, in this order, where items keep off each other."""
    offsets = [0.0]
    for one, other in pairwise(items):
        offsets.append(offsets[-1] + (one.height + other.height) / 2 + GAP)
    # Without the offsets places must only not decrease: those that would are pooled at their mean.
    pools: list[list[float]] = []
    for place, offset in zip(wanted, offsets, strict=False):
        pools.append([place - offset])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    level = [fmean(pool) for pool in pools for _ in pool]
    return [place + offset for place, offset in zip(level, offsets, strict=False)]
