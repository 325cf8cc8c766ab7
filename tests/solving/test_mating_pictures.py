"""The kernel's pictures against clingo's by the rules alone, and lines by planning against plain search.

`benchmarks/help_play.py` compares thousands of problems so.
"""

from __future__ import annotations

import pytest

from shadowmate.solving.planning.planner import PlanningError
from shadowmate.solving.search.limits import LimitReached, Limits
from support.help_problems import by_pictures, by_search, help_problems, missing_pictures

CASES = [
    ("fide", 3, 6, ("h#1.5", "h#2", "h#2.5", "ser-h#3", "ser-#3")),
    ("fide", 7, 8, ("h#1", "h#1.5", "h#2", "ser-h#2", "ser-#2")),
    ("fide", 3, 6, ("h=2", "h=2.5", "ser-h=3", "ser-=3", "h==2", "hs#2", "ser-s#2")),
    ("raumschach", 3, 5, ("h#1.5", "h#2", "ser-h#2", "ser-#2")),
    ("raumschach", 3, 4, ("h=1.5", "h=2", "ser-h=3", "ser-=2", "hs#2")),
    ("prince", 3, 4, ("h#1", "ser-#2", "h=1", "ser-=2")),
]
IDS = [f"{game} {least}-{most} {stipulations[0]}" for game, least, most, stipulations in CASES]
MOST = 60_000
"""Positions that plain search may look at."""


def unlike(game: str, seed: int, count: int, *sorts: object) -> list[str]:
    """The problems among some whose lines by planning are not those of plain search, which some must have."""
    found, lines = [], 0
    for problem in help_problems(seed, game, *sorts):
        try:
            searched, planned = by_search(problem, MOST), by_pictures(problem)
        except (LimitReached, PlanningError):
            continue
        lines += len(searched)
        if planned != searched:
            found.append(f"{problem.position} {problem.stipulation}: {len(planned)} lines, not {len(searched)}")
        count -= 1
        if count <= 0 and lines:
            return found
    raise AssertionError


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_planning_finds_what_search_finds(case):
    game, *sorts = case
    assert unlike(game, 5, 25, *sorts) == []


@pytest.mark.sample(0, 12)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_planning_of_many_problems(case, seed):
    game, *sorts = case
    assert unlike(game, 100 + seed, 60, *sorts) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "seed", "least", "most", "stipulation", "count"),
    [
        ("fide", 1, 3, 6, "h#2", 3),
        pytest.param("fide", 2, 4, 8, "h#2", 20, marks=pytest.mark.slow),
        pytest.param("fide", 3, 3, 4, "h#3", 20, marks=pytest.mark.slow),
        pytest.param("raumschach", 4, 3, 4, "h#1.5", 8, marks=pytest.mark.slow),
        ("fide", 5, 3, 4, "h=2", 9),
        pytest.param("fide", 6, 3, 5, "h=2.5", 10, marks=pytest.mark.slow),
        pytest.param("fide", 7, 3, 5, "ser-h=4", 10, marks=pytest.mark.slow),
        pytest.param("raumschach", 8, 3, 3, "h=2", 20, marks=pytest.mark.exhaustive),
    ],
)
def test_no_picture_of_clingo_is_overlooked(game, seed, least, most, stipulation, count):
    found = 0
    for problem in help_problems(seed, game, least, most, (stipulation,)):
        try:
            pictures, lost = missing_pictures(problem, Limits())
        except PlanningError:
            continue
        assert not lost, str(problem.position)
        found += pictures
        count -= 1
        if count <= 0 and found:
            return
