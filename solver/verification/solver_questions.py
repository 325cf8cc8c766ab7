"""What the solver is asked while a problem is verified."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from ..play.position import Position
from ..solving.problem.replay import pass_turn
from ..solving.problem.roles import battle
from ..solving.problem.solution import PASS, Solution
from ..solving.problem.stipulation import Play, Stipulation
from ..solving.search.limits import LimitReached, Limits
from ..solving.solver import solve

_SMALL = 0.005
"""Gigabytes are enough for what is asked about single variations."""


@dataclass(slots=True)
class Asker:
    """Asks the solver, within limits.

    Attributes:
        limits: the time limit of all of it.
        jobs: how many threads search.
        tables: whether direct mates may be read from endgame tables.
    """

    limits: Limits
    jobs: int = 1
    tables: bool = False
    _known: dict[tuple[str, Stipulation, str | None], tuple[str, ...]] = field(default_factory=dict)

    def solve(
        self,
        position: Position,
        asked: Stipulation,
        *,
        most: int | None = None,
        tries: bool = False,
        sets: bool = False,
        against: str | None = None,
        threats: bool = True,
        shortest: bool = False,
    ) -> Solution:
        """The solution of a problem; where more than two play, `against` is the player to eliminate, None any.

        Raises:
            LimitReached: if there was no time for all of it.
        """
        found = solve(
            position,
            asked,
            tries=tries,
            set_play=sets,
            max_solutions=most,
            limits=self.limits,
            jobs=self.jobs,
            tables=self.tables,
            against=against,
            threats=threats,
            shortest=shortest,
        )
        if found.stopped:
            raise LimitReached
        return found

    def working(self, position: Position, asked: Stipulation, left: int, against: str | None = None) -> tuple[str, ...]:
        """In a battle the moves that force the goal in at most some number of moves; none if none are left.

        Raises:
            LimitReached: if there was no time for it.
        """
        if left < 1:
            return ()
        problem = replace(asked, moves=left, played=False)
        known = str(position), problem, against
        if known not in self._known:
            found = solve(
                position,
                problem,
                limits=self.limits,
                jobs=self.jobs,
                memory=_SMALL,
                tables=self.tables,
                against=against,
            )
            if found.stopped:
                raise LimitReached
            self._known[known] = found.keys
        return self._known[known]

    def refutations(self, after: Position, asked: Stipulation, left: int) -> list[str]:
        """In a battle the replies to an attacker's move after which the goal is no longer forced.

        Args:
            after: the position after the attacker's move.
            asked: what the attacker has to force.
            left: how many moves the attacker has then.

        Raises:
            LimitReached: if there was no time for it.
        """
        role = battle(asked)
        replies = [str(move) for move in after.legal_moves()]
        reaching = self.working(after, replace(asked, play=Play.DIRECT), 1) if role.by_defender else ()
        if role.passes(after.is_check(), replies, reaching):
            replies = [PASS]
        elif role.obliged and reaching:
            return []
        counted = () if role.exact and left else reaching
        return [
            reply for reply in replies if reply not in counted and not self.working(played(after, reply), asked, left)
        ]


def played(position: Position, move: str) -> Position:
    """The position after a move of a solution, which may be none."""
    return pass_turn(position) if move == PASS else position.push(move)


@lru_cache(maxsize=4096)
def passed(position: Position) -> Position | None:
    """The position if the player to move passes; None if it may not, being in check."""
    return None if position.is_check() else pass_turn(position)
