"""Who wants what: the kinds of play, stated once for the search, the solution and its checker.

There are three. In a *battle* the attacker forces the goal against the defender; direct, self and reflex
play differ in who makes the move that reaches it, and in what a player is obliged to. In *cooperation* all
moves serve the goal; help and series play differ in whose move each is, that is, in who passes when. In a *hunt*, of
three players or more, the attacker has one of the others put out of the game, whatever all others do.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeVar

from .stipulation import Goal, Play, Stipulation

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Battle:
    """The attacker, who moves first, wants the goal to be reached; the defender does not.

    Attributes:
        goal: what is to be reached.
        by_defender: whether the defender's moves have to reach it, rather than the attacker's.
        obliged: whether a player who can reach it at once must do so. Only the defender's moves count
            then, and an attacker who has to reach it himself has failed.
    """

    goal: Goal
    by_defender: bool = False
    obliged: bool = False

    def choices(self, moves: Collection[M], reaching: Collection[M]) -> Collection[M]:
        """What a player may choose from, given the legal moves and those of them that reach the goal."""
        return reaching if self.obliged and reaching else moves


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
    """Both players want the last move to reach the goal; the first is of the player whose turn it is.

    Attributes:
        goal: what is to be reached.
        passes: for each move, whether the other player passes after it. Nobody passes in check, so
            such a move must not give check.
    """

    goal: Goal
    passes: tuple[bool, ...]


def battle(stipulation: Stipulation) -> Battle:
    """The battle of direct, self and reflex play."""
    reflex = stipulation.play is Play.REFLEX
    return Battle(stipulation.goal, by_defender=reflex or stipulation.play is Play.SELF, obliged=reflex)


def is_reached_by_first(stipulation: Stipulation) -> bool:
    """Whether the player who begins is the one whose move reaches the goal."""
    if stipulation.is_battle:
        return not battle(stipulation).by_defender
    return cooperation(stipulation).passes[:-1].count(False) % 2 == 0


def cooperation(stipulation: Stipulation) -> Cooperation:
    """The cooperation of help and series play."""
    match stipulation.play:
        case Play.SERIES:
            passes = (True,) * (stipulation.moves - 1) + (False,)
        case Play.SERIES_HELP:
            passes = (True,) * (stipulation.moves - 1) + (False, False)
        case _:
            passes = (False,) * (2 * stipulation.moves + stipulation.half)
    return Cooperation(stipulation.goal, passes)
