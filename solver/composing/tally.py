"""How much composing has done, what became of the sound candidates, and why it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Refusal(StrEnum):
    """Why a sound candidate is no problem, if no condition of the specification refuses it."""

    NEEDLESS = "a piece is not needed"
    KNOWN = "found before, up to symmetry"
    IMPOSSIBLE = "the position cannot have come about"
    SHORT = "shorter or other solutions"
    DUALS = "duals"
    ALIKE = "the key and the mates of another problem"
    LONG = "it takes too long to judge"


class Ended(StrEnum):
    """Why there are no more problems."""

    COUNT = "count"
    TIME = "time"
    STOPPED = "stopped"
    EXHAUSTED = "exhausted"

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return _IN_WORDS[self]


_IN_WORDS = {
    Ended.COUNT: "there are as many as asked for",
    Ended.TIME: "time is up",
    Ended.STOPPED: "stopped",
    Ended.EXHAUSTED: "all candidates were tried",
}


@dataclass(slots=True)
class Tally:
    """How much has been done.

    Attributes:
        candidates: the number of candidates of which it was judged whether they are sound, or that were given up.
        sound: how many of them were sound; where the first move has to be special, sound with such a first move.
        problems: how many of those are what was asked for.
        given_up: how many candidates took too long to judge whether they are sound.
        refused: how many sound candidates were refused, by the reason: a condition as it is written, or a `Refusal`.
            Each is counted once, by the first reason that is met.
        doing: what is being done besides.
    """

    candidates: int = 0
    sound: int = 0
    problems: int = 0
    given_up: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    doing: str = ""

    @property
    def left(self) -> int:
        """How many sound candidates have not been looked at further, as when the time is up."""
        return self.sound - self.problems - self.refused.total()

    def refuse(self, reason: str, number: int = 1) -> None:
        """Count sound candidates that are refused."""
        if number:
            self.refused[reason] += number

    def add(self, other: Tally) -> None:
        """Count what was done elsewhere, but for problems, of which some may be found twice."""
        self.candidates += other.candidates
        self.sound += other.sound
        self.given_up += other.given_up
        self.refused += other.refused

    def copy(self) -> Tally:
        """A copy of the tally, which does not change."""
        return Tally(self.candidates, self.sound, self.problems, self.given_up, Counter(self.refused))

    def since(self, earlier: Tally) -> Tally:
        """What was done after an earlier tally."""
        candidates, sound = self.candidates - earlier.candidates, self.sound - earlier.sound
        problems, given_up = self.problems - earlier.problems, self.given_up - earlier.given_up
        return Tally(candidates, sound, problems, given_up, self.refused - earlier.refused)

    def as_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "candidates": self.candidates,
            "sound": self.sound,
            "problems": self.problems,
            "given_up": self.given_up,
            "refused": dict(self.refused.most_common()),
            "left": self.left,
        }

    def __str__(self) -> str:
        written = [f"{self.candidates:,} candidates, {self.sound:,} sound, {self.problems:,} of these as asked for"]
        if self.refused:
            written.append("refused: " + ", ".join(f"{number:,} ({why})" for why, number in self.refused.most_common()))
        if self.left:
            written.append(f"not looked at further: {self.left:,}")
        if self.given_up:
            written.append(f"given up, as they took too long to judge: {self.given_up:,}")
        return "; ".join(written)
