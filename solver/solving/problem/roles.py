"""Who wants what in a stipulation, for the search, the solution and its checker; the table of plays is in plays.py.

In a *battle* the attacker forces the goal against the defender; plays differ in who makes the move that reaches it,
and in what a player is obliged to. In *cooperation* all moves serve the goal; plays differ in whose move each is, that
is, in who passes when, and in who makes the last. In a *hunt*, of three players or more, the attacker has one of the
others put out of the game, whatever all others do.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from .plays import WAYS, Course, Ending, Obliged
from .stipulation import Goal, Stipulation

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Battle:
    """The attacker, who moves first, wants the goal to be reached; the defender does not.

    Attributes:
        goal: what is to be reached.
        by_defender: whether the defender's moves have to reach it, rather than the attacker's.
        obliged: who must reach the goal at once if he can. Only the defender's moves count then, and an attacker who
            has to reach it himself has failed.
        parries: whether the defender moves only when he is in check, and passes else.
        exact: whether the goal counts only if it takes all of the moves.
    """

    goal: Goal
    by_defender: bool = False
    obliged: Obliged = Obliged.NOBODY
    parries: bool = False
    exact: bool = False

    def choices(self, moves: Collection[M], reaching: Collection[M], attacking: bool) -> Collection[M]:
        """What a player may choose from, given the legal moves and those of them that reach the goal."""
        bound = self.obliged is Obliged.BOTH or (self.obliged is Obliged.DEFENDER and not attacking)
        return reaching if bound and reaching else moves

    def passes(self, in_check: bool, moves: Collection[M], reaching: Collection[M]) -> bool:
        """Whether the defender passes, given whether he is in check, his moves, and those that reach the goal.

        He does not if the goal is reached by his moving: if he must reach it, or has no other moves.
        """
        ends = self.by_defender and reaching and (self.obliged or len(reaching) == len(moves))
        return self.parries and not in_check and not ends


@dataclass(frozen=True, slots=True)
class Hunt:
    """The attacker wants another player to be put out of the game; all others do not.

    Attributes:
        attacker: the player who moves first.
        prey: those one of whom has to be put out.
    """

    attacker: str
    prey: frozenset[str]


@dataclass(frozen=True, slots=True)
class Cooperation:
    """Both players want the goal to be reached; the first move is of the player whose turn it is.

    Attributes:
        goal: what is to be reached.
        passes: for each move, whether the other player passes after it. Nobody passes in check, so
            such a move must not give check.
        ending: who reaches it: by the last of these moves, or the other by his reply to it.
        obliged: whether who can reach the goal must, so that nobody may be able to before the end.
        parries: whether the other of the two, but for a last reply of his, moves only when he is in check. Where he is
            not, his move is none.
        answered: whether with parries the last move is such a reply.
    """

    goal: Goal
    passes: tuple[bool, ...]
    ending: Ending = Ending.REACHED
    obliged: bool = False
    parries: bool = False
    answered: bool = False

    @property
    def is_parry(self) -> bool:
        """Whether the first of these moves is made only in check."""
        left = len(self.passes)
        return self.parries and left > 1 and left % 2 == self.answered


def battle(stipulation: Stipulation) -> Battle:
    """The battle of a stipulation."""
    way = WAYS[stipulation.play]
    by_defender = way.ending is not Ending.REACHED
    return Battle(stipulation.goal, by_defender, way.obliged, way.parries, stipulation.exact and stipulation.moves > 1)


def cooperation(stipulation: Stipulation) -> Cooperation:
    """The cooperation of a stipulation of help or series play."""
    way, number = WAYS[stipulation.play], stipulation.moves
    if way.course is Course.SERIES:
        passes = (True,) * (number - 1) + (False,) * (1 + way.answered)
    else:
        passes = (False,) * (2 * number - 1 + way.answered + stipulation.half)
    return Cooperation(stipulation.goal, passes, way.ending, way.both, way.parries, way.parries and way.answered)


def set_play(stipulation: Stipulation) -> Cooperation:
    """What is left of help or series play as set play: all but the first move, or of a series the other player's last.

    Where that reply has to reach the goal, no moves are left before it.
    """
    together, way = cooperation(stipulation), WAYS[stipulation.play]
    left = together.passes[1:] if way.by_turns else together.passes[-1:] if way.answered else ()
    return replace(together, passes=left)


def lengths(stipulation: Stipulation) -> dict[int, Stipulation]:
    """In how many moves of both players a line may end, and to which stipulation, this or a shorter one, it belongs."""
    found: dict[int, Stipulation] = {}
    asked: Stipulation | None = stipulation
    while asked is not None:
        moves = len(cooperation(asked).passes)
        found[moves] = asked
        if WAYS[asked.play].reciprocal:
            found[moves - 1] = asked
        asked = asked.shorter()
    return found


def begins_first(stipulation: Stipulation) -> bool:
    """Whether by custom the first player of a game begins: he attacks, and in help play makes the last move.

    Where the key has been made, it is the other.
    """
    if stipulation.is_battle:
        return not stipulation.played
    return cooperation(stipulation).passes[:-1].count(False) % 2 == 0


def is_reached_by_first(stipulation: Stipulation) -> bool:
    """Whether the player who begins is the one whose move reaches the goal."""
    return begins_first(stipulation) == (WAYS[stipulation.play].ending is Ending.REACHED)
