"""The roles of the players in a stipulation, for the search, the solution and its checker; plays.py has the plays.

In a *battle* the attacker forces the goal against the defender. Plays differ in the side that makes the last move,
and in the moves that are obligatory. In *cooperation* all moves serve the goal. Plays differ in the passes, and in
the side that makes the last move. In an *elimination* of three or more players, the attacker eliminates one of the
others, whatever all others do.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from .plays import PLAY_FORMS, Course, Ending, Obliged
from .stipulation import Aim, Goal, Stipulation

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Battle:
    """The attacker, which moves first, wants the goal to be reached; the defender does not.

    Attributes:
        goal: the goal.
        by_defender: whether the defender's moves must reach the goal, not the attacker's.
        obliged: the players that must reach the goal at once if they can. Only the defender's moves count then, and
            an attacker that must reach it has failed.
        parries: whether the defender moves only when it is in check, and otherwise passes.
        exact: whether the goal counts only after all of the moves.
    """

    goal: Goal
    by_defender: bool = False
    obliged: Obliged = Obliged.NO_PLAYER
    parries: bool = False
    exact: bool = False

    def choices(self, moves: Collection[M], reaching: Collection[M], attacking: bool) -> Collection[M]:
        """The possible choices of a player, given the legal moves and those of them that reach the goal."""
        bound = self.obliged is Obliged.BOTH or (self.obliged is Obliged.DEFENDER and not attacking)
        return reaching if bound and reaching else moves

    def passes(self, in_check: bool, moves: Collection[M], reaching: Collection[M]) -> bool:
        """Whether the defender passes, given whether it is in check, its moves, and those that reach the goal.

        It does not pass if its move reaches the goal and it must reach it, or has no other moves.
        """
        ends = self.by_defender and reaching and (self.obliged or len(reaching) == len(moves))
        return self.parries and not in_check and not ends


@dataclass(frozen=True, slots=True)
class Hunt:
    """The attacker wants another player to be eliminated; all others do not.

    Attributes:
        attacker: the player that moves first.
        prey: the players of which one must be eliminated.
    """

    attacker: str
    prey: frozenset[str]


@dataclass(frozen=True, slots=True)
class Cooperation:
    """Both players want the goal to be reached. The player to move makes the first move.

    Attributes:
        goal: the goal.
        passes: for each move, whether the other player passes after it. A player in check cannot pass, so such a
            move must not give check.
        ending: how the goal is reached: by the last of these moves, or by the other player's reply to it.
        obliged: whether a player that can reach the goal must, so that no player may be able to before the end.
        parries: whether the other player, except for a last reply, moves only when it is in check. Otherwise it
            passes.
        answered: whether with parries the last move is such a reply.
    """

    goal: Goal
    passes: tuple[bool, ...]
    ending: Ending = Ending.REACHED
    obliged: bool = False
    parries: bool = False
    answered: bool = False

    @property
    def nothing_follows(self) -> bool:
        """Whether no line can go on after the goal is reached, which is a mate."""
        return self.ending is Ending.REACHED and self.goal.aim is Aim.MATE

    @property
    def is_parry(self) -> bool:
        """Whether the first of these moves is made only in check."""
        left = len(self.passes)
        return self.parries and left > 1 and left % 2 == self.answered


def battle(stipulation: Stipulation) -> Battle:
    """The battle of a stipulation."""
    way = PLAY_FORMS[stipulation.play]
    by_defender = way.ending is not Ending.REACHED
    return Battle(stipulation.goal, by_defender, way.obliged, way.parries, stipulation.exact and stipulation.moves > 1)


def cooperation(stipulation: Stipulation) -> Cooperation:
    """The cooperation of a stipulation of help or series play."""
    way, number = PLAY_FORMS[stipulation.play], stipulation.moves
    if way.course is Course.SERIES:
        passes = (True,) * (number - 1) + (False,) * (1 + way.answered)
    else:
        passes = (False,) * (2 * number - 1 + way.answered + stipulation.half)
    return Cooperation(stipulation.goal, passes, way.ending, way.both, way.parries, way.parries and way.answered)


def set_plays(stipulation: Stipulation) -> dict[int, Cooperation]:
    """The set play of help or series play, by the number of moves of its lines, the shortest first.

    It is all moves but the first, or of a series the other player's last. Where that reply must reach the goal, no
    moves are left before it. Shorter lines count, as in the play itself.
    """
    way, found = PLAY_FORMS[stipulation.play], dict[int, Cooperation]()
    asked: Stipulation | None = stipulation
    while asked is not None:
        together = cooperation(asked)
        left = together.passes[1:] if way.by_turns else together.passes[-1:] if way.answered else ()
        if together.passes and (left or way.ending is not Ending.REACHED):
            found = {len(left): replace(together, passes=left)} | found
        asked = asked.shorter()
    return found


def lengths(stipulation: Stipulation) -> dict[int, Stipulation]:
    """The numbers of moves of both players after which a line may end, each with its stipulation, this or a shorter
    one.
    """
    found: dict[int, Stipulation] = {}
    asked: Stipulation | None = stipulation
    while asked is not None:
        moves = len(cooperation(asked).passes)
        found[moves] = asked
        if PLAY_FORMS[asked.play].reciprocal:
            found[moves - 1] = asked
        asked = asked.shorter()
    return found


def begins_first(stipulation: Stipulation) -> bool:
    """Whether by convention the first player of a game begins: as attacker, and in help play with the last move.

    After a key the other player begins.
    """
    if stipulation.is_battle:
        return not stipulation.played
    return cooperation(stipulation).passes.count(False) % 2 == 1


def is_reached_by_first(stipulation: Stipulation) -> bool:
    """Whether the move of the player that begins reaches the goal."""
    return begins_first(stipulation) == (PLAY_FORMS[stipulation.play].ending is Ending.REACHED)
