"""Help play as planning: first the mating pictures, then the moves that lead to one.

clingo enumerates, over the game's own rules, the *mating pictures* that the moves of both sides allow
(`rules/planning/`): the cell where the royal piece is mated, the pieces that attack it and its flights, and its own
pieces that block flights. Then the kernel searches for the moves (`compiled/kernel/picture_pruning.py`), and drops a
line as soon as no picture can be reached. It checks each end of a line itself, so no result is wrong.

No solution is overlooked either. Consider any solution, and the position at its end.

1. Its royal piece is attacked, and each cell that it could step to is attacked or has a piece of its own side;
otherwise it would not be mate. Remove the other pieces one by one, if they are not the only ones to cover a cell.
Removing a piece only opens lines, so the rest is a picture.

2. A piece needs at least as many moves as it needs alone on the board (`distances.py`), and no move moves two
pieces, except castling, where the partner needs no move. So that picture is within the bounds, and is enumerated.
It can be reached after every move of the solution, so the solution is never dropped.

The argument depends on the rules about moves, check and mate, as the compiled engine translates them
(`compiled/compile/known_rules.py`). A game with other rules has no kernel, and is not planned. `obstacles` names
the other cases where the argument does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from ...compiled.engine_choice import engine_of
from ...compiled.kernel import picture_pruning as joining
from ...compiled.tables import ROYAL, TYPES, USUAL, VARIES
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
_EASY = 200_000  # positions that plain search looks at while clingo prepares
_FEW_MOVES = 3  # lines of at most this many moves are searched at once
_MOST_STEPS = 40_000  # steps of routes from the ends of mating pieces; flat chess has at most 5,000


class PlanningError(ShadowmateError, ValueError):
    """Play that cannot be planned, and must be searched."""


class PlanningBackend(CompiledBackend):
    """The compiled engine's backend, which plans help play where that is faster."""

    def lines(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[Move | None, ...]]:
        """Lines that reach the goal in an exact number of moves: all, or at most a given number.

        Raises:
            LimitReached: after the lines found so far, if a limit was reached.
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
        """Lines that mate in an exact number of moves, each once, by planning: all, or at most a given number.

        Raises:
            LimitReached: after the lines found so far, if a limit was reached.
            PlanningError: before the first line, if it cannot be planned, or there are too many pictures.
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
    """Whether to try planning after plain search has looked at some positions without success.

    clingo needs some tenths of a second to enumerate the pictures, and searching a line of few moves is as fast. On
    large boards with pieces of many routes it needs too long to start.
    """
    if len(cooperation.passes) <= _FEW_MOVES or obstacles(position, cooperation):
        return False
    return Hunt(engine_of(position.game), position, cooperation).breadth() <= _MOST_STEPS


def obstacles(position: Position, cooperation: Cooperation) -> list[str]:
    """The reason why this play cannot be planned; empty if it can."""
    ruleset = position.game.ruleset
    if cooperation.goal.aim is not Aim.MATE:
        return ["only mates are planned"]
    if cooperation.ending is not Ending.REACHED or cooperation.parries:
        return ["only mates by the last move of full length are planned"]
    if len(ruleset.players) != 2:
        return ["only play of two players is planned"]
    try:
        engine = engine_of(position.game)
    except RulesError as error:
        return [str(error)]
    reasons: list[str] = []
    if ruleset.facts("hurdles", 0):
        reasons.append("a piece leaps over hurdles")
    if not engine.arrays.routine:
        return ["moves do more than capture, castle and promote"]
    types = engine.arrays[TYPES]
    if np.any(types[:, ROYAL] & (types[:, VARIES] != USUAL)):
        reasons.append("a royal piece is promoted")
    if engine.arrays.makes_royals:
        reasons.append("a piece is promoted to a royal one")
    hunted = sum(piece.hunted for piece in Hunt(engine, position, cooperation).pieces)
    if hunted != 1:
        reasons.append(f"the side to be mated has {hunted} royal pieces")
    return reasons


def lay_pictures(hunt: Hunt, pictures: Sequence[Picture]) -> joining.Pictures:
    """The pictures as a tree for the kernel, with the royal piece to be mated at its root, and the first position's
    pieces.
    """
    pieces, distances = hunt.pieces, hunt.distances
    order = sorted(range(len(pieces)), key=lambda number: (not pieces[number].hunted, pieces[number].side, number))
    rank = {number: place for place, number in enumerate(order)}
    places = {node: number for number, node in enumerate(sorted({node for each in pictures for _, node in each}))}
    rows: list[list[int]] = []
    above: list[int] = []  # the rows of the current picture
    before: list[tuple[int, int]] = []
    for picture in sorted(sorted((rank[piece], places[node]) for piece, node in each) for each in pictures):
        shared = _shared(before, picture)
        for row in above[shared:]:
            rows[row][joining.NEXT] = len(rows)
        del above[shared:]
        for level, (piece, place) in enumerate(picture[shared:], shared):
            above.append(len(rows))
            rows.append([level, order[piece], place, 0, level == len(picture) - 1])
        before = picture
    for row in above:
        rows[row][joining.NEXT] = len(rows)
    tree = np.array(rows, np.int32)
    tree[:, joining.NEXT] *= joining.TREE_WIDTH
    piece_on = np.full(distances.cells, joining.NO_PIECE, np.int64)
    piece_on[[piece.cell for piece in pieces]] = np.arange(len(pieces))
    return joining.Pictures(
        tree.ravel(),
        distances.to_nodes(list(places), int(hunt.budgets.max())).ravel(),
        distances.nodes,
        np.array([[piece.cell, piece.side] for piece in pieces], np.int64).ravel(),
        piece_on,
        hunt.budgets.ravel(),
        np.zeros(2 * (len(pieces) + 1), np.int64),
    )


def _shared(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """The length of the common beginning of two sequences."""
    both = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))
