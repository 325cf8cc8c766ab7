"""Searches of the kernel within limits. The kernel does not measure time, but can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass

from ...compiled.kernel.workspace import CROWDED, INTERRUPTED, MOST_NODES, NODES, STOP, UNDECIDED
from ...compiled.packed import Words
from .limits import LimitReached, Limits

_AT_ONCE = 2_000
_LOOKS = 0.05  # seconds between checks of the limits


@dataclass(frozen=True, slots=True)
class Task:
    """A search that can be restarted.

    Attributes:
        run: returns the result, or UNDECIDED if it was stopped.
        config: the configuration of its search.
    """

    run: Callable[[], int]
    config: Words


def run_tasks(
    tasks: Sequence[Task], limits: Limits, at_once: int = _AT_ONCE, watch: Callable[[], None] | None = None
) -> int:
    """Run searches side by side.

    Args:
        tasks: the searches.
        limits: their limits.
        at_once: how many positions a single one looks at before a thread, which can be stopped, is started.
        watch: called now and then while threads search.

    Returns:
        The result of the first; UNDECIDED if a table is full, so that all must be restarted.

    Raises:
        LimitReached: if one of them was stopped by a limit.
    """
    limits.spend(0)
    if len(tasks) == 1:
        _allow(tasks, limits, at_once)
        found = [tasks[0].run()]
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
            while wait(running, _LOOKS).not_done:
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
