"""The kernel's mating pictures against clingo's by the rules alone, and lines by planning against plain search."""

from __future__ import annotations

import random

import pytest

import shadowmate as sm
from shadowmate.compiled.kernel.picture_pruning import LEVEL, PIECE, PLACE, TREE_WIDTH, WHOLE
from shadowmate.solving.planning.mating_pictures import MATED, Hunt, Picture
from shadowmate.solving.planning.planner import PlanningBackend, PlanningError
from shadowmate.solving.problem.roles import cooperation
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import LimitReached, Limits

PIECES = {
    "fide": ("K", "Q", "R", "B", "N", "P", "P"),
    "raumschach": ("K", "Q", "R", "B", "U", "N", "P"),
    "prince": ("Ki", "Pr", "Sc", "Re", "Kn", "Ba", "Pa"),
}
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


def problems(seed: int, game: str, least: int, most: int, stipulations: tuple[str, ...]):
    """Random positions with a stipulation, promotions and castling among them."""
    rng = random.Random(seed)
    rules = sm.game(game, engine="compiled")
    cells, (royal, *others) = sorted(rules.vectors), PIECES[game]
    first, second = rules.ruleset.players
    while True:
        some = rng.sample(cells, rng.randint(least, most))
        sides = [[royal + some[0]], [royal + some[1]]]
        for cell in some[2:]:
            sides[rng.random() < 0.5].append(rng.choice(others) + cell)
        stipulation = rng.choice(stipulations)
        turn = first if ".5" in stipulation or stipulation.startswith("ser-#") else second
        text = f"{first} {' '.join(sides[0])} {second} {' '.join(sides[1])} turn {turn}"
        try:
            yield rules.position(text), cooperation(Stipulation.parse(stipulation))
        except sm.PositionError:
            continue


def kernel_pictures(backend: PlanningBackend, hunt: Hunt, node: sm.Position) -> list[frozenset[tuple[int, int]]]:
    """The pictures of the kernel's tree, each with its royal piece."""
    tree, count = backend.mating_pictures(node, hunt, Limits())
    found, above = [], []
    for row in tree.reshape(-1, TREE_WIDTH).tolist():
        above[row[LEVEL] :] = [(row[PIECE], row[PLACE])]
        if row[WHOLE]:
            found.append(frozenset(above))
    assert len(found) == len(set(found)) == count
    return found


def unlike(game: str, seed: int, count: int, *sorts: object) -> list[str]:
    """The problems among some whose lines by planning are not those of plain search, which some must have."""
    found, lines = [], 0
    for position, together in problems(seed, game, *sorts):
        backend = PlanningBackend(position)
        node = backend.root(position)
        try:
            searched = sorted(CompiledBackend.lines(backend, node, together, Limits(MOST)))
            planned = sorted(backend.planned(node, together, Limits()))
        except (LimitReached, PlanningError):
            continue
        lines += len(searched)
        if planned != searched:
            found.append(f"{position} {together}: {len(planned)} lines, not {len(searched)}")
        count -= 1
        if not count:
            assert lines
            return found
    raise AssertionError


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_planning_finds_what_search_finds(case):
    game, *sorts = case
    assert unlike(game, 5, 25, *sorts) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_planning_of_many_problems(case, seed):
    game, *sorts = case
    assert unlike(game, 100 + seed, 60, *sorts) == []


def missing(position: sm.Position, together: object) -> tuple[int, list[Picture]]:
    """How many pictures clingo finds, and those that have none of the kernel's in them."""
    backend = PlanningBackend(position)
    node = backend.root(position)
    hunt = Hunt(backend._engine, node, together)
    ours = kernel_pictures(backend, hunt, node)
    theirs = [whole(hunt, each) for each in hunt.pictures(position.game.ruleset, Limits())]
    lone = [each for each in theirs if not adjacent(hunt, each)]
    return len(lone), [each for each in lone if not any(one <= set(each) for one in ours)]


def whole(hunt: Hunt, picture: Picture) -> Picture:
    """A picture with the pieces of a stalemated side that are missing in it, so are captured."""
    there = {number for number, _ in picture}
    pieces = enumerate(hunt.pieces) if hunt.stalemate else ()
    gone = [(number, hunt.distances.nodes) for number, piece in pieces if piece.side == MATED and number not in there]
    return (*picture, *gone)


def adjacent(hunt: Hunt, picture: Picture) -> bool:
    """Whether the royal pieces attack each other: the kernel leaves such pictures out, as no legal move leads there."""
    royals = [node for number, node in picture if hunt.pieces[number].royal]
    cells = [hunt.engine.cells[hunt.distances.place(node)[1]] for node in royals]
    return len(cells) == 2 and all(abs(one - other) <= 1 for one, other in zip(*cells, strict=True))


@pytest.mark.parametrize(
    ("game", "seed", "least", "most", "stipulation", "count"),
    [
        ("fide", 1, 3, 6, "h#2", 3),
        pytest.param("fide", 2, 4, 8, "h#2", 20, marks=pytest.mark.slow),
        pytest.param("fide", 3, 3, 4, "h#3", 20, marks=pytest.mark.slow),
        pytest.param("raumschach", 4, 3, 4, "h#1.5", 8, marks=pytest.mark.slow),
        ("fide", 5, 3, 4, "h=2", 9),
        pytest.param("fide", 6, 3, 5, "h=2.5", 40, marks=pytest.mark.slow),
        pytest.param("fide", 7, 3, 5, "ser-h=4", 40, marks=pytest.mark.slow),
        pytest.param("raumschach", 8, 3, 3, "h=2", 20, marks=pytest.mark.slow),
    ],
)
def test_no_picture_of_clingo_is_overlooked(game, seed, least, most, stipulation, count):
    found = 0
    for position, together in problems(seed, game, least, most, (stipulation,)):
        pictures, lost = missing(position, together)
        assert not lost, str(position)
        found += pictures
        count -= 1
        if count <= 0 and found:
            return
