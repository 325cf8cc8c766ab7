"""The time that a table needs slice by slice: estimated from a sample, and corrected by the tasks that are done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

import numpy as np

from ..endgame.estimate import MARGIN, PRIOR, Layers, Parts, Span
from .slice_files import plane, put, read, write
from .slice_work import Stage, Task
from .slices import Slices

BESIDES = 4
"""How many slices a process holds besides those that moves lead to: its own, and what is read and written."""

_PLIES = 70
"""How many plies long wins have: at each, slices are read and written."""

_READ, _WRITTEN = 3, 2
"""How many slices are read at a ply besides those that moves lead to, and how many are written."""

_SAMPLE = 1 << 19
"""How many entries are written and read to measure that."""


def in_slices(parts: Parts, slices: Slices) -> Parts:
    """The seconds that a table needs slice by slice, given those of one that is made in memory.

    What is found in a slice is seen once for each slice that its moves lead to.
    """
    nearby = sum(len(near) for side in slices.nearby for near in side)
    sides = len(slices.nearby) * slices.number
    reading, writing = _exchange(slices.width)
    files = _PLIES * (reading * (nearby + _READ * sides) + writing * _WRITTEN * sides)
    return parts._replace(layers=parts.layers * nearby / sides + files)


def _exchange(width: int) -> tuple[float, float]:
    """The seconds to read a slice from bits, and to write it, by a smaller one."""
    entries = np.zeros(min(width, _SAMPLE), np.uint8)
    reading, writing = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        path = Path(folder, "sample")
        for _ in range(3):  # later, memory is at hand
            begun = thread_time()
            write(path, {}, plane(entries == 1))
            between = thread_time()
            put(entries, read(path)[0], 1)
            entries[::16] = 1
            reading.append(thread_time() - between)
            writing.append(between - begun)
    return min(reading) * width / len(entries), min(writing) * width / len(entries)


class SliceCourse:
    """What is left while the slices are made.

    Args:
        parts: the seconds that one process needs, as estimated.
        slices: how many slices there are.
        processes: how many processes there are.
    """

    def __init__(self, parts: Parts, slices: int, processes: int) -> None:
        parts = Parts(*(seconds / processes for seconds in parts))
        self._first = parts.legality + parts.mates
        self._rest = (MARGIN - 1) * self._first + parts.layers
        self._each = {Stage.LEGAL: parts.legality / slices, Stage.MATES: parts.mates / (2 * slices)}
        self._open, self._spent = self._first, 0.0  # in estimated seconds
        self._todo = 0
        self._started = self._begun = perf_counter()
        self._layers: Layers | None = None

    def begin(self, done: Sequence[Task], todo: Sequence[Task], undecided: int) -> None:
        """Tasks of one stage are begun.

        Args:
            done: those that were done by an earlier run.
            todo: the others.
            undecided: how many entries are neither won nor lost so far.
        """
        self._open -= sum(self._each.get(task.stage, 0.0) for task in done)
        self._todo, self._begun = len(todo), perf_counter()
        if todo and todo[0].stage is Stage.PLY and not self._layers:
            self._layers = Layers(self._rest * self._pace, undecided)

    def done(self, task: Task) -> None:
        """A task is done."""
        seconds = self._each.get(task.stage, 0.0)
        self._open, self._spent = self._open - seconds, self._spent + seconds

    def left(self, stage: Stage, finished: int, undecided: int) -> Span:
        """What is left of all.

        Args:
            stage: what is in work.
            finished: how many tasks of those that were begun last are done.
            undecided: how many entries are neither won nor lost so far.
        """
        if stage is Stage.WORTH:
            each = (perf_counter() - self._begun) / max(1, finished)
            return Span(0.0, each * (self._todo - finished))
        if stage is Stage.PLY and self._layers:
            return self._layers.left(undecided)
        least = max(0.0, self._open) * self._pace
        return Span(least, least + self._rest * self._pace)

    @property
    def _pace(self) -> float:
        """How much longer than estimated the tasks need that were done now."""
        some = PRIOR * self._first
        return (perf_counter() - self._started + some) / (self._spent + some) if self._spent else 1.0
