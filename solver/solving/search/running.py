"""Searches of the kernel within limits. The kernel does not measure time, but can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from ...compiled.kernel.workspace import CROWDED, INTERRUPTED, MOST_NODES, NODES, STOP, UNDECIDED
from ...compiled.packed import Words
from ...signals import wait_for
from .limits import LimitReached, Limits

_AT_ONCE, _MOST_AT_ONCE = 2_000, 200_000
_MEASURED = 500
"""A search of fewer positions is too short to measure."""
_LOOKS = 0.05  # seconds between checks of the limits


@dataclass(slots=True)
class Pace:
    """How fast searches of one kind are.

    Attributes:
        rate: positions in a second, as far as is known.
    """

    rate: float = 0.0

    def at_once(self) -> int:
        """How many positions a search looks at before a thread, which can be stopped, is started. It restarts there."""
        return max(_AT_ONCE, min(int(self.rate * _LOOKS), _MOST_AT_ONCE))

    def note(self, nodes: int, seconds: float) -> None:
        """Note the time of a search."""
        if nodes >= _MEASURED:
            self.rate = nodes / max(seconds, 1e-9)


@dataclass(frozen=True, slots=True)
class Task:
    """A search that can be restarted.

    Attributes:
        run: returns the result, or UNDECIDED if it was stopped.
        config: the configuration of its search.
        pace: what is known of such searches.
    """

    run: Callable[[], int]
    config: Words
    pace: Pace = field(default_factory=Pace)


def run_tasks(
    tasks: Sequence[Task], limits: Limits, at_once: int | None = None, watch: Callable[[], None] | None = None
) -> int:
    """Run searches side by side.

    Args:
        tasks: the searches.
        limits: their limits.
        at_once: how many positions a single one looks at before a thread, which can be stopped, is started. By default
            that depends on its pace; but not where positions are limited, so that the same search finds the same.
        watch: called now and then while threads search.

    Returns:
        The result of the first; UNDECIDED if a table is full, so that all must be restarted.

    Raises:
        LimitReached: if one of them was stopped by a limit.
    """
    limits.spend(0)
    if len(tasks) == 1:
        pace = tasks[0].pace
        _allow(tasks, limits, at_once or (pace.at_once() if limits.most_nodes is None else _AT_ONCE))
        begun = time.perf_counter()
        found = [tasks[0].run()]
        pace.note(int(tasks[0].config[NODES]), time.perf_counter() - begun)
        if not _were_stopped(tasks, found, limits):
            return found[0]
        limits.spend(0)
    _allow(tasks, limits)
    found = _run_aside(tasks, limits, watch)
    if _were_stopped(tasks, found, limits):
        raise LimitReached
    return UNDECIDED if UNDECIDED in found else found[0]


def _allow(tasks: Sequence[Task], limits: Limits, most: int | None = None) -> None:
    """Divide the positions that are left, at most this number."""
    if limits.most_nodes is not None:
        left = (limits.most_nodes - limits.nodes) // len(tasks)
        most = left if most is None else min(left, most)
    for task in tasks:
        task.config[STOP] = task.config[NODES] = 0
        task.config[MOST_NODES] = -1 if most is None else most


def _were_stopped(tasks: Sequence[Task], found: Sequence[int], limits: Limits) -> bool:
    """Count the positions of the searches, and return whether one was stopped although its table is not full."""
    limits.nodes += sum(int(task.config[NODES]) for task in tasks)
    ends = [task.config[STOP] for task, each in zip(tasks, found, strict=True) if each == UNDECIDED]
    return any(end != CROWDED for end in ends)


def _run_aside(tasks: Sequence[Task], limits: Limits, watch: Callable[[], None] | None) -> list[int]:
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task.run) for task in tasks]
        try:
            while wait_for(running, _LOOKS)[1]:
                with suppress(LimitReached):
                    limits.spend(0)
                    if watch:
                        watch()
                    continue
                _stop(tasks)
        finally:
            _stop([task for task, each in zip(tasks, running, strict=True) if not each.done()])
        return [each.result() for each in running]


def _stop(tasks: Sequence[Task]) -> None:
    for task in tasks:
        task.config[STOP] = INTERRUPTED
