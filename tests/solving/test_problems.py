"""What other programs have found in FIDE chess: forced mates, and problems of all kinds by Popeye.

tests/data/README.md states where positions and answers come from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.commands.solving import exit_code
from shadowmate.solving.proof.check import ProofVerdict
from support.paths import DATA
from support.yaml_files import read_yaml

MATES = [problem for name in ("direct_mates", "suites") for problem in read_yaml(DATA / f"{name}.yaml")]
POPEYE = read_yaml(DATA / "popeye.yaml")
SHORT = 2
"""Of the mates in more moves than these every sixth is solved every time."""
LONG = ("h#3", "h#3.5", "h#4", "s#3")
"""Of these stipulations only the first is."""
SMALL = 60
"""Proofs of at most this many moves are replayed in every run, except those of reflex play, which is slow."""


@cache
def fide() -> sm.Game:
    return sm.game("fide", engine="compiled")


def solve(problem: dict[str, Any], stipulation: str) -> sm.Solution:
    return sm.solve(fide().position(f"fen {problem['fen']}"), stipulation)


def coordinates(move: str) -> str:
    """A move as the data have it: from, to and the letter of a promotion; castling is the King's move."""
    found = re.match(r"[A-Z]([a-h][1-8])[-x]([a-h][1-8])(?:=([A-Z]))?", move)
    assert found, move
    return found[1] + found[2] + (found[3] or "").lower()


def confirm(solution: sm.Solution) -> None:
    """Have the proof replayed by the reference engine."""
    report = sm.check_proof(json.loads(json.dumps(solution.as_json())))
    assert report.verdict is ProofVerdict.CONFIRMED, report


def mates() -> Iterator[Any]:
    """The forced mates with their numbers."""
    for number, problem in enumerate(MATES):
        slow = problem["dtm"] > SHORT and number % 6 != 0
        marks = [pytest.mark.slow] if slow else []
        yield pytest.param(number, problem, id=f"{number} #{problem['dtm']}", marks=marks)


@pytest.mark.sample(16, 200)
@pytest.mark.parametrize(("number", "problem"), list(mates()))
def test_forced_mates(number: int, problem: dict[str, Any]) -> None:
    """The distance, every key, and which are unique."""
    solution = solve(problem, f"#{problem['dtm']}")
    assert solution.complete and solution.short is None
    assert sorted(map(coordinates, solution.keys)) == sorted(problem["keys"])
    assert (exit_code(solution) == 0) == problem["unique"]
    if number % 10 == 0 and len(solution.tree.edges) <= SMALL:
        confirm(solution)


@pytest.mark.parametrize("problem", [each for each in MATES if each["dtm"] > 1][::10], ids=lambda each: each["fen"])
def test_no_shorter_mate(problem: dict[str, Any]) -> None:
    """With one move less there is no mate, and the solver reports that."""
    solution = solve(problem, f"#{problem['dtm'] - 1}")
    assert solution.verdict.value == "no solution" and solution.complete and exit_code(solution) == 1


def problems() -> Iterator[Any]:
    """Popeye's problems with their numbers."""
    seen = set()
    for number, problem in enumerate(POPEYE):
        asked = problem["stipulation"]
        marks = [pytest.mark.slow] if asked in seen and asked in LONG else []
        seen.add(asked)
        yield pytest.param(number, problem, id=f"{number} {asked}", marks=marks)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("number", "problem"), list(problems()))
def test_as_popeye_solves(number: int, problem: dict[str, Any]) -> None:
    """The keys, or all lines."""
    solution = solve(problem, problem["stipulation"])
    assert solution.complete and solution.short is None
    if "keys" in problem:
        assert sorted(map(coordinates, solution.keys)) == sorted(problem["keys"])
    else:
        lines = [[coordinates(move) for move in line] for line in solution.lines]
        assert sorted(lines) == sorted(problem["solutions"])
    if number % 3 == 0 and len(solution.tree.edges) <= SMALL and not problem["stipulation"].startswith("r"):
        confirm(solution)


@pytest.mark.sample(0, 2)
@pytest.mark.parametrize("problem", [*MATES[120::10], *POPEYE[36:40]], ids=lambda each: each["fen"])
def test_large_proofs_are_confirmed(problem: dict[str, Any]) -> None:
    confirm(solve(problem, problem.get("stipulation") or f"#{problem['dtm']}"))
