"""Running searches of the kernel within limits: they do not look at the clock, but can be told to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Thread

from ..compiled.search import MOST_NODES, NODES, STOP, UNDECIDED
from ..compiled.tables import Words
from .limits import LimitReached, Limits

_AT_ONCE = 20_000  # positions searched before it is worth a thread, which can be stopped
_LOOKS = 0.05  # seconds between looks at whether to stop


@dataclass(frozen=True, slots=True)
class Task:
    """A search that may be run again from its start.

    Attributes:
        run: gives what it has found, or UNDECIDED if it was stopped.
        config: the config of its search.
    """

    run: Callable[[], int]
    config: Words


def run_tasks(tasks: Sequence[Task], limits: Limits) -> int:
    """Run searches side by side.

    Returns:
        What the first has found.

    Raises:
        LimitReached: if any of them was not to be finished.
    """
    left = None if limits.most_nodes is None else limits.most_nodes - limits.nodes
    found = [UNDECIDED]
    if len(tasks) == 1:
        found = [_run(tasks[0], _AT_ONCE if left is None else min(left, _AT_ONCE))]
    if UNDECIDED in found and (left is None or left > _AT_ONCE or len(tasks) > 1):
        found = _run_aside(tasks, limits, left)
    limits.spend(sum(int(task.config[NODES]) for task in tasks))
    if UNDECIDED in found:
        raise LimitReached
    return found[0]


def _run(task: Task, most: int | None) -> int:
    task.config[STOP] = task.config[NODES] = 0
    task.config[MOST_NODES] = -1 if most is None else most
    return task.run()


def _run_aside(tasks: Sequence[Task], limits: Limits, left: int | None) -> list[int]:
    found = [UNDECIDED] * len(tasks)
    most = None if left is None else max(left // len(tasks), 0)

    def run(number: int) -> None:
        found[number] = _run(tasks[number], most)

    threads = [Thread(target=run, args=(number,), daemon=True) for number in range(len(tasks))]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        next(thread for thread in threads if thread.is_alive()).join(_LOOKS)
        try:
            limits.spend(0)
        except LimitReached:
            for task in tasks:
                task.config[STOP] = 1
    return found
