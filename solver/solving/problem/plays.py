"""How the players play: every play as a line of one table, from which search, solution and checker take it.

A play has two sides. One is how the moves are made, its `Course`: in a *battle* the attacker forces the goal against
the defender, in *help* play both make their moves for it, in a *series* one player moves and the other passes; with
`parries` the other moves whenever he is in check, and only then. The other side is its `Ending`: the goal is reached
by the last of these moves, or the other player has to reach it by his reply (`FORCED`), or he can, and then must
(`ALLOWED`). So selfmates, helpselfmates and series selfmates differ in the course only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum


class Play(StrEnum):
    """How the players play; the value is what a stipulation begins with. See the table below."""

    DIRECT = ""
    SELF = "s"
    REFLEX = "r"
    SEMI_REFLEX = "semi-r"
    HELP = "h"
    HELP_SELF = "hs"
    HELP_REFLEX = "hr"
    RECIPROCAL = "reci-h"
    SERIES = "ser-"
    SERIES_SELF = "ser-s"
    SERIES_REFLEX = "ser-r"
    SERIES_HELP = "ser-h"
    PARRY = "pser-"
    PARRY_SELF = "pser-s"
    PARRY_REFLEX = "pser-r"
    PARRY_HELP = "pser-h"
    HELP_PARRY = "phser-"
    HELP_PARRY_SELF = "phser-s"
    HELP_PARRY_REFLEX = "phser-r"


class Course(Enum):
    """How the moves are made."""

    BATTLE = "battle"
    HELP = "help"
    SERIES = "series"


class Ending(Enum):
    """Who reaches the goal: who makes the last move, or the other by any of his replies, or by one at least."""

    REACHED = "reached"
    FORCED = "forced"
    ALLOWED = "allowed"


class Obliged(IntEnum):
    """Who must reach the goal whenever he can at once."""

    NOBODY = 0
    DEFENDER = 1
    BOTH = 2


@dataclass(frozen=True, slots=True)
class Way:
    """A play.

    Attributes:
        course: how the moves are made.
        ending: who reaches the goal.
        answered: whether the other player has a move of his own after the last that is counted, which reaches the goal.
        parries: whether the other player moves only when he is in check.
        both: whether, where the other player must reach the goal if he can, this holds for the first one too, who
            has failed then.
        reciprocal: whether the player to move can reach the goal, and can as well help the other to it.
    """

    course: Course
    ending: Ending = Ending.REACHED
    answered: bool = False
    parries: bool = False
    both: bool = False
    reciprocal: bool = False

    @property
    def by_turns(self) -> bool:
        """Whether both move by turns, of their own will, so that either may begin."""
        return self.course is Course.HELP and not self.parries

    @property
    def obliged(self) -> Obliged:
        """Who must reach the goal whenever he can."""
        if self.ending is not Ending.ALLOWED:
            return Obliged.NOBODY
        return Obliged.BOTH if self.both else Obliged.DEFENDER


WAYS = {
    Play.DIRECT: Way(Course.BATTLE),
    Play.SELF: Way(Course.BATTLE, Ending.FORCED),
    Play.REFLEX: Way(Course.BATTLE, Ending.ALLOWED, both=True),
    Play.SEMI_REFLEX: Way(Course.BATTLE, Ending.ALLOWED),
    Play.HELP: Way(Course.HELP, answered=True),
    Play.HELP_SELF: Way(Course.HELP, Ending.FORCED),
    Play.HELP_REFLEX: Way(Course.HELP, Ending.ALLOWED, both=True),
    Play.RECIPROCAL: Way(Course.HELP, answered=True, reciprocal=True),
    Play.SERIES: Way(Course.SERIES),
    Play.SERIES_SELF: Way(Course.SERIES, Ending.FORCED),
    Play.SERIES_REFLEX: Way(Course.SERIES, Ending.ALLOWED, both=True),
    Play.SERIES_HELP: Way(Course.SERIES, answered=True),
    Play.PARRY: Way(Course.BATTLE, parries=True),
    Play.PARRY_SELF: Way(Course.BATTLE, Ending.FORCED, parries=True),
    Play.PARRY_REFLEX: Way(Course.BATTLE, Ending.ALLOWED, parries=True, both=True),
    Play.PARRY_HELP: Way(Course.HELP, answered=True, parries=True),
    Play.HELP_PARRY: Way(Course.HELP, parries=True),
    Play.HELP_PARRY_SELF: Way(Course.HELP, Ending.FORCED, parries=True),
    Play.HELP_PARRY_REFLEX: Way(Course.HELP, Ending.ALLOWED, parries=True, both=True),
}
"""All plays."""
