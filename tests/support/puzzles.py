"""Puzzle files made of texts, and the verdicts on them."""

from __future__ import annotations

from shadowmate import Verdict
from shadowmate.solving.search.limits import Limits
from shadowmate.verification.errors import all_read
from shadowmate.verification.phases import phases_of
from shadowmate.verification.puzzle_entries import read_puzzles
from shadowmate.verification.verify import Problem, verdict_on

NAME = "puzzle.yaml"


def problem(text: str) -> Problem:
    """The first problem of a text."""
    file = read_puzzles(NAME, text)
    (entry, *_) = all_read(file.places)
    return Problem(file, 0, tuple(phases_of(entry)))


def verdict(text: str, economy: bool = True) -> Verdict:
    """The verdict on it."""
    return verdict_on(problem(text), Limits(), economy=economy)


def fixed(text: str) -> str:
    """The text with the true solution."""
    found = verdict(text, economy=False)
    assert found.solution is not None
    return problem(text).file.with_solutions({0: list(found.solution)})
