"""Random problems of help and series play, and their lines by pictures, by plain search and by clingo."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import shadowmate as sm
from shadowmate.compiled.kernel.picture_pruning import LEVEL, PIECE, PLACE, TREE_WIDTH, WHOLE
from shadowmate.solving.planning.mating_pictures import MATED, Hunt, Picture
from shadowmate.solving.planning.planner import PlanningBackend
from shadowmate.solving.problem.roles import Cooperation, cooperation
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.limits import Limits
from shadowmate.solving.search.lines_by_kernel import LinesBackend

PIECES = {
    "fide": ("K", "Q", "R", "B", "N", "P", "P"),
    "raumschach": ("K", "Q", "R", "B", "U", "N", "P"),
    "prince": ("Ki", "Pr", "Sc", "Re", "Kn", "Ba", "Pa"),
}

Lines = list[tuple[sm.Move | None, ...]]


@dataclass(frozen=True, slots=True)
class HelpProblem:
    """A position with a stipulation."""

    position: sm.Position
    stipulation: str

    @property
    def together(self) -> Cooperation:
        """The play."""
        return cooperation(Stipulation.parse(self.stipulation))


def help_problems(seed: int, game: str, least: int, most: int, stipulations: Sequence[str]) -> Iterator[HelpProblem]:
    """Random positions of `least` to `most` pieces, each with one of some stipulations."""
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
        begins = ".5" in stipulation or stipulation.startswith(("ser-#", "ser-=", "ser-s", "hs"))
        text = f"{first} {' '.join(sides[0])} {second} {' '.join(sides[1])} turn {first if begins else second}"
        try:
            yield HelpProblem(rules.position(text), stipulation)
        except sm.PositionError:
            continue


def by_search(problem: HelpProblem, most_positions: int | None) -> Lines:
    """The lines by plain search.

    Raises:
        LimitReached: if it looks at more positions.
    """
    backend = LinesBackend(problem.position)
    return sorted(backend.lines(backend.root(problem.position), problem.together, Limits(most_positions)))


def by_pictures(problem: HelpProblem) -> Lines:
    """The lines by planning.

    Raises:
        PlanningError: if it cannot be planned.
    """
    backend = PlanningBackend(problem.position)
    return sorted(backend.planned(backend.root(problem.position), problem.together, Limits()))


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


def missing_pictures(problem: HelpProblem, limits: Limits) -> tuple[int, list[Picture]]:
    """How many pictures clingo finds, and those that have none of the kernel's in them.

    Raises:
        LimitReached: if clingo needs longer.
        PlanningError: if the problem cannot be planned.
    """
    backend = PlanningBackend(problem.position)
    node = backend.root(problem.position)
    hunt = Hunt(backend._engine, node, problem.together)
    ours = kernel_pictures(backend, hunt, node)
    theirs = [_whole(hunt, each) for each in hunt.pictures(problem.position.game.ruleset, limits)]
    apart = [each for each in theirs if not _adjacent(hunt, each)]
    return len(apart), [each for each in apart if not any(one <= set(each) for one in ours)]


def _whole(hunt: Hunt, picture: Picture) -> Picture:
    """A picture with the pieces of a stalemated side that are missing in it, so are captured."""
    there = {number for number, _ in picture}
    pieces = enumerate(hunt.pieces) if hunt.stalemate else ()
    gone = [(number, hunt.distances.nodes) for number, piece in pieces if piece.side == MATED and number not in there]
    return (*picture, *gone)


def _adjacent(hunt: Hunt, picture: Picture) -> bool:
    """Whether the royal pieces attack each other: the kernel leaves such pictures out, as no legal move leads there."""
    royals = [node for number, node in picture if hunt.pieces[number].royal]
    cells = [hunt.engine.cells[hunt.distances.place(node)[1]] for node in royals]
    return len(cells) == 2 and all(abs(one - other) <= 1 for one, other in zip(*cells, strict=True))
