"""Faults of a problem, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..themes.recognition import Themes


class Sort(StrEnum):
    """The sort of a fault, by the word that the command prints.

    `impossible`: no game leads to the position; `unstated`, `unread`: the file has no solution, or one that cannot be
    read; `illegal`: a stated move is illegal; `unsolved`: the stipulation has no solution; `key`, `line`, `threat`,
    `try`, `set play`: a false statement about one; `cook`: more solutions than intended; `missing`: fewer solutions
    than intended; `short`: a solution in fewer moves; `dual`: the attacker has a choice; `needless`: a piece without
    which the solution is the same; `left out`: a variation that the file does not state; `keyword`: the name of a theme
    that the solution does not show; `unchecked`: a statement that is not checked; `repeated`: a line that is stated
    twice; `option`: an option that is ignored.
    """

    IMPOSSIBLE = "impossible"
    UNSTATED = "unstated"
    UNREAD = "unread"
    ILLEGAL = "illegal"
    UNSOLVED = "unsolved"
    KEY = "key"
    LINE = "line"
    THREAT = "threat"
    TRY = "try"
    SET_PLAY = "set play"
    COOK = "cook"
    MISSING = "missing"
    SHORT = "short"
    DUAL = "dual"
    NEEDLESS = "needless"
    LEFT_OUT = "left out"
    KEYWORD = "keyword"
    UNCHECKED = "unchecked"
    REPEATED = "repeated"
    OPTION = "option"


CURABLE = frozenset(
    {Sort.UNSTATED, Sort.UNREAD, Sort.ILLEGAL, Sort.KEY, Sort.LINE, Sort.THREAT, Sort.TRY, Sort.SET_PLAY}
)
"""Faults of the stated solution, not of the problem. Stating the true solution removes them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a problem, or a remark.

    Attributes:
        sort: what sort of fault it is.
        text: what is stated, what holds instead, and the line of play that shows it.
        is_remark: whether the problem is sound all the same.
        twin: the letter of the twin that it is about; "" if there are none.
        line: the line in the file of a move that is stated wrongly.
        weight: of a dual, where it is: `threat`, `last move`, `promotion` or `variation`.
    """

    sort: Sort
    text: str
    is_remark: bool = False
    twin: str = ""
    line: int | None = None
    weight: str | None = None

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line else ""
        twin = f"{self.twin}) " if self.twin else ""
        return f"{twin}{self.sort}{where}: {self.text}"

    def as_json(self) -> dict[str, Any]:
        """The fault as documented for `--json`."""
        return {
            "fault": self.sort.value,
            "text": self.text,
            "remark": self.is_remark,
            "twin": self.twin or None,
            "line": self.line,
            "weight": self.weight,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the verification of a problem.

    Attributes:
        file, line: where it begins.
        title: its authors, title and source, as far as they are given.
        stipulation: what it asks for.
        faults: all that was found, remarks too.
        complete: whether all was looked at; False if a limit came first.
        solution: the true solution in the lines of a text, if that is known.
        themes: what the play shows, if that was asked for and the solution is known.
    """

    file: str
    line: int
    title: str
    stipulation: str
    faults: tuple[Fault, ...]
    complete: bool
    solution: tuple[str, ...] | None
    themes: Themes | None = None

    @property
    def is_sound(self) -> bool | None:
        """Whether the problem is sound; None if not all was looked at, and nothing wrong was found."""
        if any(not fault.is_remark for fault in self.faults):
            return False
        return True if self.complete else None

    @property
    def is_misstated(self) -> bool:
        """Whether another solution is stated than the true one, which is known; an impossible position has none."""
        sorts = {fault.sort for fault in self.faults if not fault.is_remark}
        wrong = CURABLE | {Sort.COOK}
        return self.solution is not None and not sorts.isdisjoint(wrong) and Sort.IMPOSSIBLE not in sorts

    def cured(self) -> Verdict:
        """The verdict when the true solution is stated."""
        return replace(self, faults=tuple(fault for fault in self.faults if fault.sort not in CURABLE))

    def __str__(self) -> str:
        """The verdict as `shadowmate verify` prints it."""
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """What the command prints."""
        words = {True: "sound", False: "unsound", None: "not known, the search was stopped"}
        title = f"  {self.title}" if self.title else ""
        written = [f"{self.file}:{self.line}: {self.stipulation}: {words[self.is_sound]}{title}"]
        faults = sorted(self.faults, key=lambda fault: (fault.twin, fault.is_remark))
        written += [f"    {'remark: ' if fault.is_remark else ''}{fault}" for fault in faults]
        return written + [f"    shows {theme}" for theme in self.themes or ()]

    def as_json(self) -> dict[str, Any]:
        """The verdict as documented for `--json`."""
        return {
            "file": self.file,
            "line": self.line,
            "title": self.title,
            "stipulation": self.stipulation,
            "sound": self.is_sound,
            "faults": [fault.as_json() for fault in self.faults],
            "solution": None if self.solution is None else "\n".join(self.solution),
            "themes": None if self.themes is None else self.themes.as_json()["themes"],
        }
