"""A sweep from its beginning to its end, or to where it is stopped. What is finished is in the folder."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from ..durations import in_words
from .answering import Answered, Task
from .chunks import Chunk
from .errors import SweepError
from .folder import Folder
from .sweep import Finished, Sweep
from .workers import Workers

K = TypeVar("K")

Answer: TypeAlias = Callable[[Task, float | None], Answered]
"""Answers a task in another process: `answering.answered` with a function that runs commands."""

Report: TypeAlias = Callable[[int, int | None, object], None]
"""Receives how many cases are done, of how many, and the rate."""

Stop: TypeAlias = Callable[[], bool]

_LOOK = 0.2
"""Seconds between two questions whether to stop."""

_SECONDS = 1.5
"""A chunk needs about this many seconds: starting it and writing its file need some milliseconds."""

_MOST = 10_000
"""A chunk has at most this many cases."""


def run(
    folder: Folder, workers: Workers, answer: Answer, size: int | None, report: Report, stop: Stop
) -> Finished | None:
    """Answer the cases that are not answered yet, and put the results together.

    Args:
        folder: the folder of the sweep, which has been read.
        workers: what runs the tasks.
        answer: answers a task.
        size: how many cases a chunk has; by default as many as need a second or two.
        report: receives the progress.
        stop: whether to stop.

    Returns:
        What is known of the sweep; None if it was stopped before its end.

    Raises:
        SweepError: if it cannot begin or go on.
        OSError: if a file cannot be written; what was written before is kept.
    """
    with workers:
        team = _Team(workers, answer, stop)
        first: Answered | None = None
        if folder.size is None:
            first = _first(folder.asked, team, size, report)
            if first is None:
                return None
            # The second case ended the time: such cases need long, and each is a chunk.
            first = first.first(1) if size is None and len(first.records) == 2 < folder.asked.cases.total else first
            size = len(first.records)
        with folder.begun(size or 0):
            missing = deque(each for each in folder.chunks() if not folder.has(each))
            if first and missing and missing[0].start == 0 and missing[0].end == len(first.records):
                folder.keep(missing.popleft(), first)
            for _ in _progress(folder, team, missing, report):
                pass
            return None if stop() and not all(map(folder.has, missing)) else folder.finish()


def _progress(folder: Folder, team: _Team, missing: Sequence[Chunk], report: Report) -> Iterator[None]:
    """Answer the chunks that are missing, and keep them as they come."""
    total = folder.asked.cases.total
    left = sum(each.cases for each in missing)
    began, done = monotonic(), 0
    report(total - left, total, "")
    for chunk, answers in team.answers((each, folder.asked.task(each.start, each.end)) for each in missing):
        folder.keep(chunk, answers)
        done, left = done + chunk.cases, left - chunk.cases
        rate = done / max(monotonic() - began, 1e-3)
        report(total - left, total, f"{rate:,.{1 if rate < 10 else 0}f} a second, {in_words(left / rate)} left")
        yield


def _first(asked: Sweep, team: _Team, size: int | None, report: Report) -> Answered | None:
    """The answers of the first chunk; without a size, of as many cases as can be answered in a second or two.

    Returns:
        The answers; None if it was stopped.

    Raises:
        SweepError: if the command is refused, whatever the case, or the answers lack a key that was to be kept.
    """
    end = min(size or _MOST, asked.cases.total)
    report(0, asked.cases.total, "first cases")
    found = next((each for _, each in team.answers([(0, asked.task(0, end))], None if size else _SECONDS)), None)
    if found is None:
        return None
    records = [json.loads(line) for line in found.records]
    errors = {each.get("error") for each in records}
    if len(errors) == 1 and None not in errors:
        last = asked.task(asked.cases.total - 1, asked.cases.total)
        records += [json.loads(line) for _, each in team.answers([(0, last)]) for line in each.records]
        if {each.get("error") for each in records} == errors:
            raise SweepError(f"every case that was tried is refused: {errors.pop()}")
    answers = [each for record in records if "answer" in record for each in _each(record["answer"])]
    lacking = [key for key in asked.keep if answers and not any(key in each for each in answers)]
    if lacking:
        raise SweepError(f"--keep {lacking[0]}: the answers have no such key; docs/command-line.md lists them")
    return found


def _each(answer: Any) -> list[Any]:
    return answer if isinstance(answer, list) else [answer]


class _Team:
    """Workers that answer tasks, and do again what a lost worker had.

    Args:
        workers: what runs the tasks.
        answer: answers a task.
        stop: whether to stop.
    """

    def __init__(self, workers: Workers, answer: Answer, stop: Stop) -> None:
        self._workers, self._answer, self._stop = workers, answer, stop

    def answers(self, tasks: Iterable[tuple[K, Task]], seconds: float | None = None) -> Iterator[tuple[K, Answered]]:
        """The answers of tasks as they come, each with the key of its task.

        A task whose worker ends is done once more, alone. If its worker ends again, the others are finished first.

        Args:
            tasks: the tasks, each with a key.
            seconds: time limit of each; what it has answered by then is its answer.

        Raises:
            SweepError: if a task cannot be answered.
        """
        todo, failed = iter(tasks), list[Task]()
        waiting: dict[Future[Answered], tuple[K, Task]] = {}
        while not self._stop():
            for key, task in islice(todo, max(0, self._workers.room - len(waiting))):
                waiting[self._submit(task, seconds)] = key, task
            if not waiting:
                break
            done = wait(waiting, _LOOK, FIRST_COMPLETED).done
            if any(isinstance(_error(each), BrokenExecutor) for each in done):
                done = wait(waiting).done  # the others are lost with it
            lost = list[tuple[K, Task]]()
            for future in done:
                key, task = waiting.pop(future)
                if isinstance(_error(future), self._workers.lost):
                    lost.append((key, task))
                else:
                    yield key, future.result()
            if lost:
                self._workers.renew()
            for key, task in lost:
                if (again := self._alone(task, seconds)) is None:
                    failed.append(task)
                elif again.done():
                    yield key, again.result()
        for task in failed:
            first, last = task.cases[0].number, task.cases[-1].number
            raise SweepError(
                f"cases {first:,} to {last:,}: the process that answers them ended twice, so it was killed or lacked "
                "memory. The others are kept; the same command tries these again"
            )

    def _alone(self, task: Task, seconds: float | None) -> Future[Answered] | None:
        """Do a task while there is no other; None if its worker ends. If it is stopped, the task is not done yet."""
        future = self._submit(task, seconds)
        while not self._stop() and not wait([future], _LOOK).done:
            pass
        if future.done() and isinstance(_error(future), self._workers.lost):
            self._workers.renew()
            return None
        return future

    def _submit(self, task: Task, seconds: float | None) -> Future[Answered]:
        try:
            return self._workers.submit(self._answer, task, seconds)
        except BrokenExecutor as error:  # a process has ended since the last one came
            future = Future[Answered]()
            future.set_exception(error)
            return future


def _error(future: Future[Answered]) -> BaseException | None:
    """The error of a future that is done.

    Raises:
        SweepError: if it was cancelled from outside.
    """
    try:
        return future.exception()
    except CancelledError:
        raise SweepError("the scheduler has given up the work; the same command continues it") from None
