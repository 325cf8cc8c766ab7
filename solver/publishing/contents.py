"""The contents of a book: problems with their solutions, and indexes of authors and themes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..draw.look import Look
from ..verification.verify import Problem
from .diagram import Diagram


@dataclass(frozen=True, slots=True)
class Printed:
    """A problem in a book.

    Attributes:
        problem: the problem.
        diagram: its diagram and caption.
        solution: its solution in lines; None if there was no time to find it.
    """

    problem: Problem
    diagram: Diagram
    solution: tuple[str, ...] | None

    @property
    def number(self) -> int:
        """The number of the problem."""
        return self.diagram.caption.number

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its entry."""
        return self.problem.entry.fields

    @property
    def lines(self) -> tuple[str, ...]:
        """The solution, or that there is none to print."""
        if self.solution is None:
            return ("The solution is not known: the search was stopped.",)
        return self.solution or ("There is no solution.",)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a book holds.

    Attributes:
        title: what it is called.
        problems: what is in it, in order.
        look: how diagrams are drawn.
        beneath: whether each solution is beneath its diagram, rather than all of them after the diagrams.
    """

    title: str
    problems: tuple[Printed, ...]
    look: Look
    beneath: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every solution is in it."""
        return all(each.solution is not None for each in self.problems)

    def by_author(self) -> dict[str, list[int]]:
        """The numbers of the problems of every author, by names in order."""
        return _index((name, each.number) for each in self.problems for name in each.diagram.caption.authors)

    def by_theme(self) -> dict[str, list[int]]:
        """The numbers of the problems with every keyword, by keywords in order."""
        return _index((word, each.number) for each in self.problems for word in each.diagram.caption.keywords)

    def indexes(self) -> dict[str, dict[str, list[int]]]:
        """Both, by their headings, as far as there is anything in them."""
        found = {"Authors": self.by_author(), "Themes": self.by_theme()}
        return {heading: index for heading, index in found.items() if index}


def _index(pairs: Iterator[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, number in pairs:
        found.setdefault(name, []).append(number)
    return dict(sorted(found.items(), key=lambda item: item[0].casefold()))
