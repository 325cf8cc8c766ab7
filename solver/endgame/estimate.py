"""The time that tables need: estimated from a measured sample of their placements, and corrected while they are made.

Before a table is made it is unknown how many placements are won or lost, and how many plies that needs. So an estimate
is a span, from a table where nearly all is drawn to one that is won in many plies. The sample measures processor time,
so it does not depend on what else the machine does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter, thread_time
from typing import NamedTuple

import numpy as np

from ..compiled.kernel.entries import MATED, UNKNOWN
from ..compiled.packed import int64
from ..durations import between
from ..play.material import Material
from .build import Builder, Values, Work
from .leads import Method
from .lookahead_boards import Ahead
from .shape import Shape
from .successors import Kinds
from .table_layout import lay_out
from .untouched import untouched

_RANGES, _LENGTH, _ENOUGH = 64, 1024, 0.05
"""How many ranges of how many placements are looked at, until some seconds have passed."""

_LAYERS = 18
"""How often, at most, a table that unmakes moves does as much for its layers as one look at all moves of a side.

`benchmarks/estimates.py` holds it against tables of several games.
"""

_PLIES = 30
"""The same for a table that looks at everything in each ply: how many plies a long win has."""

MARGIN = 1.5
"""What is done once may need this many times as long as in the sample."""

_NEVER = int64(MATED + 97)  # what no entry of a sample has: an odd number of plies, so it is won

PRIOR = 0.05
"""How much of a table has to be decided until its own speed counts as much as the estimate."""


class Span(NamedTuple):
    """The seconds that something needs.

    Attributes:
        least: at least.
        most: at most.
    """

    least: float
    most: float

    def plus(self, other: Span) -> Span:
        """Both together."""
        return Span(self.least + other.least, self.most + other.most)

    def times(self, least: float, most: float) -> Span:
        """The least and the most, each multiplied."""
        return Span(self.least * least, self.most * most)

    def __str__(self) -> str:
        return between(*self)


NOTHING = Span(0.0, 0.0)


class Parts(NamedTuple):
    """The seconds that the parts of making a table need.

    Attributes:
        legality: to find the illegal placements.
        mates: to find the mates, and what captures and promotions are worth.
        layers: to find what is won and lost at each ply, if many plies are.
    """

    legality: float
    mates: float
    layers: float

    @property
    def span(self) -> Span:
        """All of it: of a table that is drawn, and of one with long wins."""
        once = self.legality + self.mates
        return Span(once, MARGIN * once + self.layers)


def measured(kinds: Kinds, form: Shape, shapes: Callable[[Material], Shape], jobs: int) -> Parts:
    """The time that a table needs, by a sample of its placements.

    Args:
        kinds: the game.
        form: how the placements are numbered.
        shapes: the same for material that moves lead to.
        jobs: how many threads will make it.

    Raises:
        EndgameError: if the table cannot be laid out.
    """
    others, place = {}, 0
    for other in kinds.led_to(form.material):
        others[other] = shapes(other), place
        place += 2 * others[other][0].size
    ahead = None if kinds.way(form.material) is Method.TRACED else Ahead(kinds, form.material)
    builder = Builder(lay_out(kinds, form, others), form.size, np.zeros(max(1, place), np.uint8), 1, ahead=ahead)
    legality, mates, look = (seconds * form.size / jobs for seconds in _costs(builder))
    return Parts(legality, mates, look * (_PLIES if ahead and ahead.sweeps else _LAYERS))


def _costs(builder: Builder) -> tuple[float, float, float]:
    """The seconds of an entry: for legality; for mates and exchanges; and for a look at the moves of one side.

    Where a table looks at everything in each ply, the last is of both sides.
    """
    arrays = [untouched(builder.size, np.uint8) for _ in range(4)]
    values = Values(arrays[:2], arrays[2:])
    halves = [values.half(side) for side in range(2)]
    legality = _cost(builder, builder.finds_illegal(values.worth))
    mates = sum(_cost(builder, builder.settles(half)) for half in halves)
    looks = [_cost(builder, builder.judges(half, int64(UNKNOWN), _NEVER)) for half in halves]
    return legality, mates, sum(looks) if builder.ahead and builder.ahead.sweeps else min(looks)


def _cost(builder: Builder, work: Work) -> float:
    """The seconds of an entry for some work, the second time that it is done: then memory is at hand."""
    length = min(_LENGTH, -(-builder.size // _RANGES))
    starts = np.linspace(0, builder.size - length, _RANGES).astype(np.int64)
    np.random.default_rng(0).shuffle(starts)
    spent, done = 0.0, 0
    for start in starts.tolist():
        work(builder.facts, start, start + length)
        begun = thread_time()
        work(builder.facts, start, start + length)
        spent += thread_time() - begun
        done += length
        if spent > _ENOUGH:
            break
    return spent / done


class Layers:
    """What is left of the layers of a table, by how fast they went so far.

    Args:
        estimated: the seconds that they need, if many plies are won and lost.
        undecided: how many entries are neither won nor lost when they begin.
    """

    def __init__(self, estimated: float, undecided: int) -> None:
        self._begun, self._first = perf_counter(), undecided
        self._some = PRIOR * max(1, undecided)
        self._before = estimated * PRIOR  # the seconds that this share should need

    def left(self, undecided: int) -> Span:
        """What is left.

        Args:
            undecided: how many entries are neither won nor lost so far.
        """
        rate = (perf_counter() - self._begun + self._before) / (self._first - undecided + self._some)
        # What is still open may stay drawn, or be won and lost as fast as what was so far.
        return Span(0.0, rate * undecided)


class Course:
    """What is left of some tables while they are made.

    Args:
        times: the estimate of each.
    """

    def __init__(self, times: Mapping[Material, Span]) -> None:
        self._open = dict(times)
        self._due, self._spent = NOTHING, 0.0
        self._own, self._begun = NOTHING, perf_counter()
        self._layers: Layers | None = None

    def begin(self, material: Material) -> None:
        """A table is begun."""
        self._own, self._begun, self._layers = self._open.pop(material, NOTHING), perf_counter(), None

    def end(self) -> None:
        """The table is made."""
        self._due, self._spent = self._due.plus(self._own), self._spent + perf_counter() - self._begun

    def left(self, undecided: int | None) -> Span:
        """What is left of all.

        Args:
            undecided: how many entries of the table in work are neither won nor lost so far; None before its layers.
        """
        least, most = self._due
        # If the tables that are made needed more or less than was estimated, so do the others.
        factor = 1.0 if not self._spent else max(self._spent / most, min(1.0, self._spent / least)) if least else 1.0
        found = self._left_of_own(perf_counter() - self._begun, undecided)
        for other in self._open.values():
            found = found.plus(other.times(factor, factor))
        return found

    def _left_of_own(self, elapsed: float, undecided: int | None) -> Span:
        if undecided is None:
            return Span(max(0.0, self._own.least - elapsed), max(0.0, self._own.most - elapsed))
        if self._layers is None:
            self._layers = Layers(self._own.most - self._own.least, undecided)
        return self._layers.left(undecided)
