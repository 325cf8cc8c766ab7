"""A sweep from its beginning to its end, or to where it is stopped. What is finished is in the folder."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any, TypeAlias

from ..durations import in_words
from .answering import Answered, Task
from .chunks import Chunk
from .errors import SweepError
from .folder import Folder
from .sweep import Finished, Sweep
from .team import Stop, Team
from .workers import Workers

Answer: TypeAlias = Callable[..., Answered]
"""Answers a task in another process, within `seconds`: `answering.answered` with a function that runs commands."""

Report: TypeAlias = Callable[[int, int | None, object], None]
"""Receives how many cases are done, of how many, and the rate."""

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
        team = Team(workers, answer, stop, _named)
        first: Answered | None = None
        if folder.size is None:
            limited = Team(workers, partial(answer, seconds=None if size else _SECONDS), stop, _named)
            first = _first(folder.asked, limited, team, size, report)
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


def _progress(folder: Folder, team: Team[Task, Answered], missing: Sequence[Chunk], report: Report) -> Iterator[None]:
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


def _first(
    asked: Sweep, limited: Team[Task, Answered], team: Team[Task, Answered], size: int | None, report: Report
) -> Answered | None:
    """The answers of the first chunk; without a size, of as many cases as can be answered in a second or two.

    Returns:
        The answers; None if it was stopped.

    Raises:
        SweepError: if the command is refused, whatever the case, or the answers lack a key that was to be kept.
    """
    end = min(size or _MOST, asked.cases.total)
    report(0, asked.cases.total, "first cases")
    found = next((each for _, each in limited.answers([(0, asked.task(0, end))])), None)
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


def _named(task: Task) -> str:
    return f"cases {task.cases[0].number:,} to {task.cases[-1].number:,}"


def _each(answer: Any) -> list[Any]:
    return answer if isinstance(answer, list) else [answer]
