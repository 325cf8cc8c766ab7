"""The work of a chunk: the command is answered for some cases. What it gives depends on its task alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, chdir, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from .cases import Case
from .errors import SweepError
from .identity import check_program, digest

Run: TypeAlias = Callable[[Sequence[str]], tuple[int, Any]]
"""Runs a command in this process, given its words: the exit code, and the JSON that it prints or an error."""

PLACE = "{}"
"""Stands for the case in a command."""

FAILED = "failed"
"""Counts the cases without an exit code: the command ended by an error of the program itself."""

_OF_THE_CLOCK = "seconds"
"""The key of answers that differs from run to run."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker needs to answer some cases.

    Attributes:
        command: the words of the command; `{}` stands for the case.
        keep: the keys of answers that are kept; all if there are none.
        cases: the cases.
        program: the version of the program.
        folder: the folder where the files are.
        files: the files that answers depend on, each with its digest.
    """

    command: tuple[str, ...]
    keep: tuple[str, ...]
    cases: tuple[Case, ...]
    program: str
    folder: str
    files: tuple[tuple[str, str], ...]

    def check(self) -> None:
        """Refuse to answer by another program or other files than those of the sweep.

        Raises:
            SweepError: naming what differs.
        """
        check_program(self.program)
        for name, known in self.files:
            if digest(Path(name)) != known:
                raise SweepError(f"{name} has changed since the sweep began")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers of a task.

    Attributes:
        records: a line of JSON for each case, as far as there was time.
        exits: the exit code of each.
    """

    records: tuple[bytes, ...]
    exits: tuple[str, ...]

    def first(self, number: int) -> Answered:
        """The first of them."""
        return Answered(self.records[:number], self.exits[:number])


def answered(task: Task, run: Run, seconds: float | None = None) -> Answered:
    """Answer the cases of a task, one after another.

    Args:
        task: the task.
        run: runs the command.
        seconds: end when the cases after the first, which may load rules, have needed as long; by default all cases
            are answered.

    Raises:
        SweepError: if this is not the program, or these are not the files, of the sweep.
    """
    exits, records, began = list[str](), list[bytes](), 0.0
    with _in_folder(task):
        task.check()
        for case in task.cases:
            record = _record(task, case, run)
            exits.append(FAILED if record["exit"] is None else str(record["exit"]))
            records.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            began = began or monotonic()
            if seconds is not None and monotonic() - began > seconds:
                break
    return Answered(tuple(records), tuple(exits))


def _in_folder(task: Task) -> AbstractContextManager[None]:
    """Within it, the task's folder is the current one, if the task has files.

    Raises:
        SweepError: if there is no such folder here.
    """
    if not Path(task.folder).is_dir():
        if not task.files:
            return nullcontext()
        raise SweepError(f"a worker has no folder {task.folder}; workers need the files that the command names")
    return chdir(task.folder)


def words_for(command: Sequence[str], text: str) -> list[str]:
    """The words of a command about a case. Without `{}` the case comes after the command's name."""
    if any(PLACE in word for word in command):
        return [word.replace(PLACE, text) for word in command]
    return [command[0], text, *command[1:]]


def _record(task: Task, case: Case, run: Run) -> dict[str, Any]:
    """The record of a case."""
    exit: int | None
    try:
        exit, found = run(words_for(task.command, case.text))
    except Exception as error:  # one case does not end the sweep, whatever it meets
        exit, found = None, f"{type(error).__name__}: {error}"
    answer = {"error": found} if isinstance(found, str) else {"answer": _kept(found, task.keep)}
    stands = {} if case.placements is None else {"placements": case.placements}
    return {"case": case.number, "line": case.line, "input": case.text, **stands, "exit": exit, **answer}


def _kept(answer: Any, keep: Sequence[str]) -> Any:
    """What is kept of an answer: the keys that were asked for, without those of the clock."""
    if isinstance(answer, list):
        return [_kept(each, keep) for each in answer]
    if not isinstance(answer, dict):
        return answer
    return {
        key: _kept(value, ()) for key, value in answer.items() if (not keep or key in keep) and key != _OF_THE_CLOCK
    }
