"""Workers that do tasks, and do again what a lost worker had."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from ..signals import wait_for
from .errors import SweepError
from .workers import Workers

K = TypeVar("K")
T = TypeVar("T")
A = TypeVar("A")

Stop: TypeAlias = Callable[[], bool]

_LOOK = 0.2
"""Seconds between two questions whether to stop."""


class Team(Generic[T, A]):
    """Workers that do tasks, and do again what a lost worker had.

    Args:
        workers: what runs the tasks.
        work: does a task in another process.
        stop: whether to stop.
        named: what a task is called in errors.
    """

    def __init__(self, workers: Workers, work: Callable[[T], A], stop: Stop, named: Callable[[T], str]) -> None:
        self._workers, self._work, self._stop, self._named = workers, work, stop, named

    def answers(self, tasks: Iterable[tuple[K, T]]) -> Iterator[tuple[K, A]]:
        """What comes of tasks, as it comes, each with the key of its task.

        A task whose worker ends is done once more, alone. If its worker ends again, the others are finished first.

        Args:
            tasks: the tasks, each with a key.

        Raises:
            SweepError: if a task cannot be done.
        """
        todo, failed = iter(tasks), list[T]()
        waiting: dict[Future[A], tuple[K, T]] = {}
        while not self._stop():
            for key, task in islice(todo, max(0, self._workers.room - len(waiting))):
                waiting[self._submit(task)] = key, task
            if not waiting:
                break
            done, _ = wait_for(waiting, _LOOK, first=True)
            if any(isinstance(_error(each), BrokenExecutor) for each in done):
                done, _ = wait_for(waiting)  # the others are lost with it
            lost = list[tuple[K, T]]()
            for future in done:
                key, task = waiting.pop(future)
                if isinstance(_error(future), self._workers.lost):
                    lost.append((key, task))
                else:
                    yield key, future.result()
            if lost:
                self._workers.renew()
            for key, task in lost:
                if (again := self._alone(task)) is None:
                    failed.append(task)
                elif again.done():
                    yield key, again.result()
        for task in failed:
            raise SweepError(
                f"{self._named(task)}: its process ended twice, so it was killed or lacked "
                "memory. The rest is kept; the same command tries this again"
            )

    def _alone(self, task: T) -> Future[A] | None:
        """Do a task while there is no other; None if its worker ends. If it is stopped, the task is not done yet."""
        future = self._submit(task)
        while not self._stop() and not wait_for([future], _LOOK)[0]:
            pass
        if future.done() and isinstance(_error(future), self._workers.lost):
            self._workers.renew()
            return None
        return future

    def _submit(self, task: T) -> Future[A]:
        try:
            return self._workers.submit(self._work, task)
        except BrokenExecutor as error:  # a process has ended since the last one came
            future = Future[A]()
            future.set_exception(error)
            return future


def _error(future: Future[A]) -> BaseException | None:
    """The error of a future that is done.

    Raises:
        SweepError: if it was cancelled from outside.
    """
    try:
        return future.exception()
    except CancelledError:
        raise SweepError("the scheduler has given up the work; the same command continues it") from None
