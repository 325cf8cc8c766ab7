"""Help play as planning: first the pictures of mate or stalemate, then the moves that lead to one.

The kernel lists the *pictures* that the moves of both sides allow (`compiled/kernel/picture_search.py`): the cell where
the royal piece is mated, the pieces that attack it and its flights, and its own pieces that block flights; in a
stalemate also what keeps all other pieces of its side from moving. `rules/planning/` defines them. Then it searches for
the moves (`compiled/kernel/picture_pruning.py`), and drops a line as soon as no picture can be reached. It checks each
end of a line itself, so no result is wrong.

No solution is overlooked either. Consider any solution, and the position at its end.

1. Its royal piece is attacked, and each cell that it could step to is attacked or has a piece of its own side;
otherwise it would not be mate. In a stalemate it is not attacked, and each other piece of its side is captured, pinned
or blocked (`compiled/kernel/picture_needs.py`). So some of its pieces are a picture.

2. A piece needs at least as many moves as it needs alone on the board (`distances.py`), and no move moves two
pieces, except castling, where the partner needs no move. So that picture is within the bounds, and is found.
It can be reached after every move of the solution, so the solution is never dropped.

The argument depends on the rules about moves, check and mate, as the compiled engine translates them
(`compiled/compile/known_rules.py`). A game with other rules has no kernel, and is not planned. `obstacles` names
the other cases where the argument does not hold.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...compiled.engine_choice import engine_of
from ...compiled.kernel import picture_needs as needs
from ...compiled.kernel import picture_pruning as joining
from ...compiled.kernel import picture_search as planning
from ...compiled.kernel.decorators import PICTURES
from ...compiled.kernel.piece_distances import NEVER
from ...compiled.kernel.workspace import CONFIG_COLUMNS, CROWDED, STOP, UNDECIDED
from ...compiled.named_values import NOWHERE, USUAL
from ...compiled.tables import ROYAL, TYPES, VARIES
from ...errors import RulesError, ShadowmateError
from ...play.move import Move
from ...play.position import Position
from ..problem.roles import Cooperation
from ..problem.stipulation import Aim
from ..search.by_kernel import ENTRIES
from ..search.limits import LimitReached, Limits
from ..search.lines_by_kernel import LinesBackend, Path
from ..search.running import Task, run_tasks
from .mating_pictures import STALEMATES, Hunt

_MOST_PLACEMENTS = 2_000_000
_STAGES = ((200, 0), (50_000, 100_000), (1_000_000, _MOST_PLACEMENTS))
"""How many positions plain search looks at, and how many placements planning then tries, before the next stage."""
_PLACEMENTS = 300  # more are tried at once, doubled for each move of the line: with it search becomes dearer
_AT_ONCE = 20_000  # placements that are tried before a thread, which can be stopped, is started
_MOST_ROWS = 1 << 19  # of the tree of pictures
_MOST_CHOICES = 1 << 16  # that wait to be tried
_FEW_MOVES = 3  # lines of at most this many moves are searched at once


class PlanningError(ShadowmateError, ValueError):
    """Play that cannot be planned, and must be searched."""


@dataclass(slots=True)
class _Plan:
    """What is known about the pictures of some play.

    Attributes:
        cooperation: the play.
        reasons: why it cannot be planned.
        hunt: what it is about, if it can.
        tried: the largest number of placements that were too few to list all pictures.
        found: the pictures, if they are listed.
        count: their number.
    """

    cooperation: Cooperation
    reasons: Sequence[str]
    hunt: Hunt | None
    tried: int = 0
    found: joining.Pictures | None = None
    count: int = 0

    def serves(self, shorter: Cooperation) -> bool:
        """Whether its pictures are those of shorter play, and more: the player to move and the last moves are the
        same.
        """
        more = len(self.cooperation.passes) - len(shorter.passes)
        before, rest = self.cooperation.passes[: max(more, 0)], self.cooperation.passes[max(more, 0) :]
        same = rest == shorter.passes and replace(self.cooperation, passes=rest) == shorter
        return same and before.count(False) % 2 == 0

    def pictures_for(self, shorter: Cooperation) -> joining.Pictures:
        """The pictures for play that it serves."""
        assert self.hunt and self.found
        budgets = self.hunt.budgets[len(self.cooperation.passes) - len(shorter.passes) :]
        ends = np.zeros(len(budgets) + 1, np.int64)
        ends[1] = self.found.ends[1]
        return self.found._replace(budgets=budgets.ravel(), ends=ends)


class PlanningBackend(LinesBackend):
    """The compiled engine's backend, which plans help play where that is faster. The arguments are the same."""

    def __init__(self, position: Position, jobs: int = 1, entries: int = ENTRIES) -> None:
        super().__init__(position, jobs, entries)
        self._plans: dict[tuple[Hashable, Cooperation], _Plan] = {}

    def paths(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[Path]:
        """Lines that reach the goal in an exact number of moves: all, or at most a given number; with the nodes that
        they come to.

        Raises:
            LimitReached: after the lines found so far, if a limit was reached.
        """
        self.pictures = None
        made = self._plans.get((self.key(node), self.longest)) if self.longest else None
        if made and made.found and made.serves(cooperation):
            yield from self._joined(made, node, cooperation, limits, most)
            return
        for positions, placements in _STAGES if len(cooperation.passes) > _FEW_MOVES else ():
            probe, ended = limits.part(positions), False
            found: list[Path] = []
            given: list[Path] = []
            with suppress(LimitReached):
                for path in super().paths(node, cooperation, probe, most):
                    found.append(path)
                ended = True
            limits.nodes += probe.nodes
            if ended or limits.reached:
                yield from found
                if not ended:
                    raise LimitReached
                return
            try:
                plan = self._made(
                    node, cooperation, limits, placements + (_PLACEMENTS << min(len(cooperation.passes), 10))
                )
                if plan is None:
                    continue
                for path in self._joined(plan, node, cooperation, limits, most):
                    given.append(path)
                    yield path
                return
            except LimitReached:
                known = {_moves(path) for path in given}
                yield from (path for path in found if _moves(path) not in known)
                raise
        yield from super().paths(node, cooperation, limits, most)

    def planned(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[Move | None, ...]]:
        """Lines that reach the goal in an exact number of moves, each once, by planning: all, or at most a given
        number.

        Args:
            node: the position.
            cooperation: the play.
            limits: the limits. Placements of pieces that are tried count as positions.
            most: the number of lines that are enough.

        Raises:
            LimitReached: after the lines found so far, if a limit was reached.
            PlanningError: before the first line, if it cannot be planned, or there are too many pictures.
        """
        plan = self._plan(node, cooperation)
        if plan.reasons:
            raise PlanningError("; ".join(plan.reasons))
        self._list_pictures(plan, node, limits, _MOST_PLACEMENTS)
        for path in self._joined(plan, node, cooperation, limits, most):
            yield _moves(path)

    def _plan(self, node: Position, cooperation: Cooperation) -> _Plan:
        """What is known about the pictures of some play."""
        asked = self.key(node), cooperation
        if asked not in self._plans:
            self._plans[asked] = _Plan(cooperation, *_examined(node, cooperation))
        return self._plans[asked]

    def _made(self, node: Position, cooperation: Cooperation, limits: Limits, placements: int) -> _Plan | None:
        """A plan with its pictures: that of the longest play, which serves each length, or else of this play; None if
        neither can be made with this number of placements.

        Raises:
            LimitReached: if a limit was reached.
        """
        for each in (self.longest, cooperation) if self.longest and self.longest != cooperation else (cooperation,):
            plan = self._plan(node, each)
            if plan.hunt and plan.serves(cooperation) and (plan.found or plan.tried < placements):
                try:
                    self._list_pictures(plan, node, limits, placements)
                except PlanningError:
                    plan.tried = placements
                else:
                    return plan
        return None

    def _joined(
        self, plan: _Plan, node: Position, cooperation: Cooperation, limits: Limits, most: int | None
    ) -> Iterator[Path]:
        """The lines that lead to a picture of a plan."""
        self.pictures = plan.count
        if plan.count:
            yield from self._find_lines(node, cooperation, limits, plan.pictures_for(cooperation), most)

    def _list_pictures(self, plan: _Plan, node: Position, limits: Limits, placements: int) -> None:
        """List the pictures of a plan, if they are not.

        Raises:
            LimitReached: if a limit was reached.
            PlanningError: if there are too many, or more placements would have to be tried.
        """
        assert plan.hunt
        if plan.found is None:
            tree, plan.count = self.mating_pictures(node, plan.hunt, limits, placements)
            plan.found = lay_pictures(plan.hunt, tree)

    def mating_pictures(
        self, node: Position, hunt: Hunt, limits: Limits, placements: int = _MOST_PLACEMENTS
    ) -> tuple[NDArray[np.int32], int]:
        """The tree of the pictures, with nodes in place of places, and their number.

        Raises:
            LimitReached: if a limit was reached.
            PlanningError: if there are too many, or more placements would have to be tried.
        """
        with limits.untimed():  # the first time it is compiled, as the kernel was before the search began
            PICTURES.load()
        plan, first = plan_of(hunt), hunt.counts()
        (royal,) = (number for number, piece in enumerate(hunt.pieces) if piece.hunted)
        board, probe = self._board(node), limits.part(placements)

        def run() -> int:
            plan.counts[:] = first
            plan.excluded[:] = 0
            plan.ends[:] = NOWHERE
            done = planning.find_pictures(self._engine.tables, board, plan, royal)
            return 1 if done or plan.config[STOP] == CROWDED else UNDECIDED

        def watch() -> None:
            self.watcher(f"{plan.counts[needs.FOUND]:,} pictures so far")

        try:
            run_tasks([Task(run, plan.config)], probe, _AT_ONCE, watch)
        except LimitReached:
            limits.nodes += probe.nodes
            limits.spend(0)
            raise PlanningError(f"more than {placements:,} placements would have to be tried") from None
        limits.nodes += probe.nodes
        if plan.config[STOP]:
            raise PlanningError("there are too many pictures")
        return plan.tree[: plan.counts[needs.GROWN]], int(plan.counts[needs.FOUND])


def obstacles(position: Position, cooperation: Cooperation) -> list[str]:
    """The reason why this play cannot be planned; empty if it can."""
    return _examined(position, cooperation)[0]


def _examined(position: Position, cooperation: Cooperation) -> tuple[list[str], Hunt | None]:
    """Why a play cannot be planned; or no reason, and what the play is about."""
    ruleset = position.game.ruleset
    if cooperation.goal.aim not in (Aim.MATE, *STALEMATES):
        return ["only mates and stalemates are planned"], None
    if cooperation.parries:
        return ["play with passes of a side that is not in check is not planned"], None
    if len(ruleset.players) != 2:
        return ["only play of two players is planned"], None
    try:
        engine = engine_of(position.game)
    except RulesError as error:
        return [str(error)], None
    reasons: list[str] = []
    if ruleset.facts("hurdles", 0):
        reasons.append("a piece leaps over hurdles")
    if not engine.arrays.routine:
        return ["moves do more than capture, castle and promote"], None
    types = engine.arrays[TYPES]
    if np.any(types[:, ROYAL] & (types[:, VARIES] != USUAL)):
        reasons.append("a royal piece is promoted")
    if engine.arrays.makes_royals:
        reasons.append("a piece is promoted to a royal one")
    hunt = Hunt(engine, position, cooperation)
    hunted = sum(piece.hunted for piece in hunt.pieces)
    if hunted != 1:
        reasons.append(f"the side to be mated or stalemated has {hunted} royal pieces")
    if hunt.is_royal_at_risk:
        reasons.append("a royal piece may be captured")
    return reasons, None if reasons else hunt


def _moves(path: Path) -> tuple[Move | None, ...]:
    """The moves of a line."""
    return tuple([step.move for step in path])


def plan_of(hunt: Hunt) -> needs.Plan:
    """What the kernel needs to find the pictures, but for the counts to begin with."""
    pieces, cells = hunt.pieces, hunt.distances.cells
    choices = np.zeros((len(pieces), 2, hunt.distances.nodes + 1), np.uint8)  # the last is that the piece is captured
    for number, piece in enumerate(pieces):
        choices[number, :, :-1] = hunt.reach(piece)
    moves = choices[:, 0, :-1].reshape(len(pieces), -1, cells)
    movers, roles = np.nonzero(moves.min(axis=2) != NEVER)
    within = moves[movers, roles, None] <= np.arange(hunt.budgets.max() + 1)[:, None]
    words = np.zeros((*within.shape[:2], 8 * -(-cells // 64)), np.uint8)
    packed = np.packbits(within, axis=2, bitorder="little")
    words[:, :, : packed.shape[2]] = packed
    return needs.Plan(
        np.array([[piece.side, piece.royal] for piece in pieces], np.int64).ravel(),
        roles.copy(),
        np.searchsorted(movers, np.arange(len(pieces) + 1)),
        words.view(np.int64).ravel(),
        choices[:, 0].ravel(),
        choices[:, 1].ravel(),
        np.zeros(needs.COUNTS, np.int64),
        np.zeros(CONFIG_COLUMNS, np.int64),
        np.empty(len(pieces), np.int64),
        np.zeros(needs.NEED_COLUMNS * ((len(pieces) + 1) * cells + 2 * len(pieces)), np.int64),
        np.empty(choices[:, 0].size, np.uint8),
        np.empty(_MOST_CHOICES, np.int64),
        np.empty(joining.TREE_WIDTH * _MOST_ROWS, np.int32),
    )


def lay_pictures(hunt: Hunt, found: NDArray[np.int32]) -> joining.Pictures:
    """The pictures of a tree for the search, with the first position's pieces."""
    pieces, distances, moves = hunt.pieces, hunt.distances, len(hunt.budgets) - 1
    length = len(found)
    tree = np.empty(length * max(1, moves - 1), np.int32)
    tree[:length] = found
    column = tree[joining.PLACE : length : joining.TREE_WIDTH]
    stays = column != distances.nodes
    places = np.unique(column[stays])
    column[:] = np.where(stays, np.searchsorted(places, column), joining.GONE_PLACE)
    ends = np.zeros(moves + 2, np.int64)
    ends[1] = length
    piece_on = np.full(distances.cells, joining.NO_PIECE, np.int64)
    piece_on[[piece.cell for piece in pieces]] = np.arange(len(pieces))
    return joining.Pictures(
        tree,
        ends,
        distances.to_nodes(places.tolist(), int(hunt.budgets.max())).ravel(),
        distances.nodes,
        np.array([[piece.cell, piece.side] for piece in pieces], np.int64).ravel(),
        piece_on,
        hunt.budgets.ravel(),
        np.zeros(joining.SPENT_WIDTH * (len(pieces) + 1), np.int64),
        np.zeros(len(pieces) + 1, np.int64),
        np.zeros(joining.CHAIN_WIDTH * len(pieces), np.int64),
    )
