"""The plays, one line of a table each, from which search, solution and checker read them.

A play has two properties. Its `Course` is how the moves are made: in a *battle* the attacker forces the goal
against the defender; in *help* play both make their moves for it; in a *series* one player moves and the other
passes. With `parries` the other player moves whenever it is in check, and only then. Its `Ending` is how the goal
is reached: by the last of these moves, or by any reply of the other player (`FORCED`), or by a reply that it can
choose, and then must (`ALLOWED`). So selfmates, helpselfmates and series selfmates differ in the course only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum


class Play(StrEnum):
    """How the players play. The value is the beginning of the stipulation. See the table below."""

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
    """How the goal is reached: by the last move, or by any reply of the other player, or by one reply at least."""

    REACHED = "reached"
    FORCED = "forced"
    ALLOWED = "allowed"


class Obliged(IntEnum):
    """The players that must reach the goal whenever they can at once."""

    NOBODY = 0
    DEFENDER = 1
    BOTH = 2


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The properties of a play.

    Attributes:
        course: how the moves are made.
        ending: how the goal is reached.
        answered: whether the other player has a further move after the last counted one, which reaches the goal.
        parries: whether the other player moves only when it is in check.
        both: where the other player must reach the goal if it can, whether this holds for the first player, too,
            which has then failed.
        reciprocal: whether the player to move can reach the goal, or help the other player to reach it.
    """

    course: Course
    ending: Ending = Ending.REACHED
    answered: bool = False
    parries: bool = False
    both: bool = False
    reciprocal: bool = False

    @property
    def by_turns(self) -> bool:
        """Whether both players move in turn and freely, so that either may begin."""
        return self.course is Course.HELP and not self.parries

    @property
    def obliged(self) -> Obliged:
        """The player that must reach the goal whenever it can."""
        if self.ending is not Ending.ALLOWED:
            return Obliged.NOBODY
        return Obliged.BOTH if self.both else Obliged.DEFENDER


PLAY_FORMS = {
    Play.DIRECT: PlayForm(Course.BATTLE),
    Play.SELF: PlayForm(Course.BATTLE, Ending.FORCED),
    Play.REFLEX: PlayForm(Course.BATTLE, Ending.ALLOWED, both=True),
    Play.SEMI_REFLEX: PlayForm(Course.BATTLE, Ending.ALLOWED),
    Play.HELP: PlayForm(Course.HELP, answered=True),
    Play.HELP_SELF: PlayForm(Course.HELP, Ending.FORCED),
    Play.HELP_REFLEX: PlayForm(Course.HELP, Ending.ALLOWED, both=True),
    Play.RECIPROCAL: PlayForm(Course.HELP, answered=True, reciprocal=True),
    Play.SERIES: PlayForm(Course.SERIES),
    Play.SERIES_SELF: PlayForm(Course.SERIES, Ending.FORCED),
    Play.SERIES_REFLEX: PlayForm(Course.SERIES, Ending.ALLOWED, both=True),
    Play.SERIES_HELP: PlayForm(Course.SERIES, answered=True),
    Play.PARRY: PlayForm(Course.BATTLE, parries=True),
    Play.PARRY_SELF: PlayForm(Course.BATTLE, Ending.FORCED, parries=True),
    Play.PARRY_REFLEX: PlayForm(Course.BATTLE, Ending.ALLOWED, parries=True, both=True),
    Play.PARRY_HELP: PlayForm(Course.HELP, answered=True, parries=True),
    Play.HELP_PARRY: PlayForm(Course.HELP, parries=True),
    Play.HELP_PARRY_SELF: PlayForm(Course.HELP, Ending.FORCED, parries=True),
    Play.HELP_PARRY_REFLEX: PlayForm(Course.HELP, Ending.ALLOWED, parries=True, both=True),
}
"""All plays."""
