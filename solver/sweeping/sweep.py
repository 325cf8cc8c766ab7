"""What is asked in a sweep, and what is known of it when it is finished."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from .answering import Task
from .cases import Cases
from .identity import digest, named_files, program


@dataclass(frozen=True)
class Sweep:
    """A command and the cases that it is asked about.

    Attributes:
        command: the words of the command; `{}` stands for the case.
        keep: the keys of answers that are kept; all if there are none.
        cases: the cases.
    """

    command: tuple[str, ...]
    keep: tuple[str, ...]
    cases: Cases

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All that the records depend on, as JSON.

        Raises:
            SweepError: if a file cannot be read.
        """
        return {
            "command": list(self.command),
            "keep": list(self.keep),
            "cases": {**self.cases.facts, "number": self.cases.total},
            "files": {str(path): digest(path) for path in (*self.cases.files, *named_files(self.command))},
            "program": program(),
        }

    @cached_property
    def id(self) -> str:
        """A digest of these facts."""
        return sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()

    def task(self, start: int, end: int) -> Task:
        """The work of answering the cases from one place, counted from 0, to before another."""
        files = tuple(self.facts["files"].items())
        cases = tuple(self.cases.some(start, end))
        return Task(self.command, self.keep, cases, self.facts["program"], str(Path.cwd()), files)

    def differences(self, facts: dict[str, Any]) -> list[str]:
        """What differs from the facts of another sweep, in words."""
        return [words for key, mine in self.facts.items() for words in _differs(key, facts.get(key), mine)]


def _differs(key: str, theirs: Any, mine: Any) -> Sequence[str]:
    """How a fact differs."""
    if theirs == mine:
        return ()
    if key == "files" and isinstance(theirs, dict):
        names = sorted(name for name in {*theirs, *mine} if theirs.get(name) != mine.get(name))
        return [f"{name} has changed" for name in names]
    if key == "cases" and isinstance(theirs, dict):
        kind = next(iter(mine))
        if theirs.get(kind) == mine[kind] and theirs.get("turn") == mine.get("turn"):
            return [f"the cases of {mine[kind]} have changed"]
    return [f"{key}: {_text(theirs)}, and now {_text(mine)}"]


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if key != "sha256")
    return " ".join(map(str, value)) or "all" if isinstance(value, list) else str(value)


@dataclass(frozen=True, slots=True)
class Refused:
    """A case that was refused.

    Attributes:
        case: its number.
        line: its line in its file, if it has one.
        error: the reason.
    """

    case: int
    line: int | None
    error: str

    def __str__(self) -> str:
        return f"{f'line {self.line}' if self.line else f'case {self.case}'}: {self.error}"


@dataclass(frozen=True, slots=True)
class Finished:
    """What is known of a sweep when it is finished.

    Attributes:
        sha256: of the file of results.
        exits: how many cases ended with each exit code.
        refused: the first cases that were refused.
    """

    sha256: str
    exits: dict[str, int]
    refused: tuple[Refused, ...] = field(default=())

    @staticmethod
    def of(facts: dict[str, Any]) -> Finished:
        """What is known of a finished sweep, from JSON."""
        return Finished(facts["sha256"], facts["exits"], tuple(Refused(**each) for each in facts["refused"]))

    def as_json(self) -> dict[str, Any]:
        """What is known, as JSON."""
        return asdict(self)
