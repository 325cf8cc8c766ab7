"""Help play as planning: first the mating pictures, then the moves that lead to one.

clingo enumerates, over the game's own rules, the *mating pictures* that the moves of both sides allow
(`rules/planning/`): where the royal is mated, which men attack it and its flights, and which of its own men
block them. Then the kernel looks for the moves (`compiled/kernel/joining.py`), and gives up a line as soon as every
picture is out of its reach. What it finds at the end of a line it judges by itself, so it finds nothing wrong.

It misses nothing either. Take any solution, and the position at its end.

1. Its royal is attacked, and whatever cell it could step to is attacked or holds a man of its own, else it
   were not mate. Leave out the other men one by one, those that cover nothing alone first to last, until each
   that is left is the only one to cover something. Leaving out a man only opens lines, so what is left is
   a picture.
2. A man needs at least the moves that it needs alone on the board (`distances.py`), and no move is made by
   two men, except castling, which costs the partner nothing. So that picture obeys the bounds, and is
   enumerated; and it is within reach after every move of the solution, which is therefore never given up.

The argument rests on what the rules say about moves, check and mate, as the compiled engine translates them
(`compiled/compile/translation.py`): a game with others has no kernel, and is not planned. Where else the argument does
not hold, `obstacles` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from ...compiled.choosing import engine_of
from ...compiled.kernel import joining
from ...compiled.tables import ROYAL, USUAL, VARIES
from ...errors import RulesError, ShadowmateError
from ...play.move import Move
from ...play.position import Position
from ..problem.plays import Ending
from ..problem.roles import Cooperation
from ..problem.stipulation import Aim
from ..search.by_kernel import CompiledBackend
from ..search.limits import LimitReached, Limits
from .mating_pictures import Hunt, Picture

_MOST_PICTURES = 20_000
_EASY = 200_000  # positions that plain search looks at while clingo gets ready
_FEW_MOVES = 3  # lines so short are searched at once
_MOST_STEPS = 40_000  # steps of routes from where the mating men may end; flat chess has no more than 5,000


class PlanningError(ShadowmateError, ValueError):
    """Play that cannot be planned, so that it has to be searched."""


class PlanningBackend(CompiledBackend):
    """The compiled engine's backend, which plans help play where that is worth while."""

    def lines(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[Move | None, ...]]:
        """Ways to reach the goal in exactly so many moves: all, or so many.

        Raises:
            LimitReached: after those that were found, if there was no time for all.
        """
        self.pictures = None
        if worth_planning(node, cooperation):
            probe, found, ended = limits.part(_EASY), [], False
            with suppress(LimitReached):
                for line in super().lines(node, cooperation, probe, most):
                    found.append(line)
                ended = True
            limits.nodes += probe.nodes
            if ended or limits.reached:
                yield from found
                if not ended:
                    raise LimitReached
                return
            with suppress(PlanningError):
                yield from self.planned(node, cooperation, limits, most)
                return
        yield from super().lines(node, cooperation, limits, most)

    def planned(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[Move | None, ...]]:
        """Ways to mate in exactly so many moves, each once, by planning: all, or so many.

        Raises:
            LimitReached: after those that were found, if there was no time for all.
            PlanningError: before the first, if it cannot be planned, or there are very many pictures.
        """
        reasons = obstacles(node, cooperation)
        if reasons:
            raise PlanningError("; ".join(reasons))
        self.pictures = None
        hunt = Hunt(self._engine, node, cooperation)
        pictures: list[Picture] = []
        for picture in hunt.pictures(node.game.ruleset, limits):
            pictures.append(picture)
            if len(pictures) > _MOST_PICTURES:
                raise PlanningError(f"there are more than {_MOST_PICTURES:,} mating pictures")
        self.pictures = len(pictures)
        if not pictures:
            return
        yield from self._find_lines(node, cooperation, limits, lay_pictures(hunt, pictures), most)


def worth_planning(position: Position, cooperation: Cooperation) -> bool:
    """Whether planning is to be tried when plain search has looked at some positions in vain.

    clingo needs some tenths of a second to enumerate the pictures, and a line of few moves takes no longer to
    search. On large boards with pieces of many routes it needs too long to begin with.
    """
    if len(cooperation.passes) <= _FEW_MOVES or obstacles(position, cooperation):
        return False
    return Hunt(engine_of(position.game), position, cooperation).breadth() <= _MOST_STEPS


def obstacles(position: Position, cooperation: Cooperation) -> list[str]:
    """Why this play cannot be planned; nothing if it can."""
    ruleset = position.game.ruleset
    if cooperation.goal.aim is not Aim.MATE:
        return ["only mates are planned"]
    if cooperation.ending is not Ending.REACHED or cooperation.parries:
        return ["only mates by the last move of those that all are made are planned"]
    if len(ruleset.players) != 2:
        return ["only play of two is planned"]
    try:
        engine = engine_of(position.game)
    except RulesError as error:
        return [str(error)]
    reasons: list[str] = []
    if ruleset.facts("hurdles", 0):
        reasons.append("a piece leaps over hurdles")
    if not engine.arrays.routine:
        return ["moves do more than take, castle and promote"]
    types = engine.arrays.types
    if np.any(types[:, ROYAL] & (types[:, VARIES] != USUAL)):
        reasons.append("a royal piece is promoted")
    if engine.arrays.crowns:
        reasons.append("a piece is promoted to a royal one")
    hunted = sum(man.hunted for man in Hunt(engine, position, cooperation).men)
    if hunted != 1:
        reasons.append(f"the side to be mated has {hunted} royal pieces")
    return reasons


def lay_pictures(hunt: Hunt, pictures: Sequence[Picture]) -> joining.Pictures:
    """The pictures as a tree for the kernel, the royal to be mated at its root, and the men as they stand."""
    men, distances = hunt.men, hunt.distances
    order = sorted(range(len(men)), key=lambda number: (not men[number].hunted, men[number].side, number))
    rank = {number: place for place, number in enumerate(order)}
    places = {node: number for number, node in enumerate(sorted({node for each in pictures for _, node in each}))}
    rows: list[list[int]] = []
    above: list[int] = []  # the rows of the picture being laid
    before: list[tuple[int, int]] = []
    for picture in sorted(sorted((rank[man], places[node]) for man, node in each) for each in pictures):
        shared = _shared(before, picture)
        for row in above[shared:]:
            rows[row][joining.NEXT] = len(rows)
        del above[shared:]
        for level, (man, place) in enumerate(picture[shared:], shared):
            above.append(len(rows))
            rows.append([level, order[man], place, 0, level == len(picture) - 1])
        before = picture
    for row in above:
        rows[row][joining.NEXT] = len(rows)
    tree = np.array(rows, np.int32)
    tree[:, joining.NEXT] *= joining.TREE_WIDTH
    man_on = np.full(distances.cells, joining.NOBODY, np.int64)
    man_on[[man.cell for man in men]] = np.arange(len(men))
    return joining.Pictures(
        tree.ravel(),
        distances.to_nodes(list(places), int(hunt.budgets.max())).ravel(),
        distances.nodes,
        np.array([[man.cell, man.side] for man in men], np.int64).ravel(),
        man_on,
        hunt.budgets.ravel(),
        np.zeros(2 * (len(men) + 1), np.int64),
    )


def _shared(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """How long two sequences are the same."""
    both = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))
