"""Findings in rules: mistakes with their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..asp.messages import split_message
from ..asp.rule_files import RuleFiles
from ..errors import RulesError


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A mistake: the file, the line, and what is wrong there."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def elsewhere(some: Iterable[Finding], found: Collection[Finding]) -> Iterator[Finding]:
    """Those of some findings that are on other lines than all that were found before."""
    known = {(each.path, each.line) for each in found}
    yield from (each for each in some if (each.path, each.line) not in known)


def clingo_findings(files: RuleFiles, error: RulesError) -> Iterator[Finding]:
    """clingo's messages while grounding; those without a place belong to the entry file.

    Raises:
        RulesError: the error itself, if there is not enough memory, which is no mistake at a place.
    """
    if "bad_alloc" in str(error):
        raise error
    messages: list[tuple[Path, int, str]] = []
    for line in "\n".join(error.mistakes).splitlines():
        found = split_message(line)
        if found is not None:
            messages.append(found)
        elif messages and line.startswith(" "):
            path, number, words = messages[-1]
            messages[-1] = path, number, f"{words} {line.strip()}"
    for message in messages or [(files.entry, 1, str(error))]:
        yield Finding(*message)
