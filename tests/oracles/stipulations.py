"""What solves a problem, by brute force, play by play as composers define it, over any rules that say what moves do.

Nothing is shared between plays but the goal, so that each definition stands alone; the sources are the glossaries of
the FIDE Album and Popeye's description of its stipulations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

P = TypeVar("P", bound="Rules")


class Rules(Protocol):
    """A position, with the rules of its game."""

    def steps(self: P) -> Iterator[Step[P]]:
        """The legal moves."""

    def in_check(self) -> bool:
        """Whether the player to move is in check."""

    def passed(self: P) -> P:
        """The position with the other player to move."""


@dataclass(frozen=True)
class Step(Generic[P]):
    """A legal move: as Shadowmate writes it, the position after it, and what it does besides."""

    text: str
    after: P
    facts: frozenset[str]


@dataclass
class Oracle(Generic[P]):
    """Answers about one goal: a sign of Popeye's, `z` with `where` a cell, or `win`, perhaps for the reason `where`.

    A move that wins otherwise than by mate has `wins`, and is neither mate nor stalemate.
    """

    sign: str
    where: str = ""
    stalemate_loses: bool = False
    _steps: dict[P, list[Step[P]]] = field(default_factory=dict)
    _reaching: dict[P, list[str]] = field(default_factory=dict)

    def steps(self, at: P) -> list[Step[P]]:
        """The legal moves, in order."""
        if at not in self._steps:
            self._steps[at] = sorted(at.steps(), key=lambda step: step.text)
        return self._steps[at]

    def stuck(self, at: P, in_check: bool) -> bool:
        """Whether the player to move has no move, and is in check, or is not."""
        return at.in_check() == in_check and not self.steps(at)

    def reached(self, step: Step[P]) -> bool:
        """Whether a move reaches the goal."""
        after = step.after
        if self.sign == "win" or "wins" in step.facts:
            return self.sign == "win" and self._won(step)
        other_stuck = lambda: not after.in_check() and self.stuck(after.passed(), in_check=False)  # noqa: E731
        return {
            "#": lambda: self.stuck(after, in_check=True),
            "=": lambda: self.stuck(after, in_check=False),
            "#=": lambda: not self.steps(after),
            "==": lambda: self.stuck(after, in_check=False) and other_stuck(),
            "!=": other_stuck,
            "+": after.in_check,
            "x": lambda: "captures" in step.facts,
            "ep": lambda: "en passant" in step.facts,
            "00": lambda: "castling" in step.facts,
            "~": lambda: True,
            "z": lambda: f"to {self.where}" in step.facts,
        }[self.sign]()

    def _won(self, step: Step[P]) -> bool:
        """Whether a move wins the game, for the reason asked for."""
        if self.where or "wins" in step.facts:
            return f"wins {self.where}".rstrip() in step.facts
        stuck = self.stuck(step.after, in_check=True)
        return stuck or (self.stalemate_loses and self.stuck(step.after, in_check=False))

    def can(self, at: P) -> list[str]:
        """The moves that reach the goal at once."""
        if at not in self._reaching:
            self._reaching[at] = [step.text for step in self.steps(at) if self.reached(step)]
        return self._reaching[at]

    def must(self, at: P) -> bool:
        """Whether the player to move has moves, and each reaches the goal."""
        return bool(self.steps(at)) and len(self.can(at)) == len(self.steps(at))

    # --- battles: the keys ------------------------------------------------------------------------

    def keys(self, play: str, at: P, moves: int) -> list[str]:
        """The first moves by which the attacker forces the goal in at most this many moves."""
        works = getattr(self, _BATTLES[play])
        return [step.text for step in self.steps(at) if works(at, step, moves)]

    def _some(self, name: str, at: P, moves: int) -> bool:
        return moves > 0 and any(getattr(self, name)(at, step, moves) for step in self.steps(at))

    def direct(self, at: P, step: Step[P], moves: int) -> bool:
        """The attacker itself reaches it."""
        if self.reached(step):
            return True
        replies = self.steps(step.after)
        return bool(replies) and moves > 1 and all(self._some("direct", each.after, moves - 1) for each in replies)

    def self(self, at: P, step: Step[P], moves: int) -> bool:
        """The defender has to reach it."""
        replies = self.steps(step.after)
        return bool(replies) and all(
            self.reached(each) or self._some("self", each.after, moves - 1) for each in replies
        )

    def semi_reflex(self, at: P, step: Step[P], moves: int) -> bool:
        """The defender must reach it as soon as it can."""
        if self.can(step.after):
            return True
        replies = self.steps(step.after)
        return bool(replies) and all(self._some("semi_reflex", each.after, moves - 1) for each in replies)

    def reflex(self, at: P, step: Step[P], moves: int) -> bool:
        """Either must reach it as soon as it can; if the attacker does, it has failed."""
        if self.can(at):
            return False
        if self.can(step.after):
            return True
        replies = self.steps(step.after)
        return bool(replies) and all(self._some("reflex", each.after, moves - 1) for each in replies)

    def exactly_direct(self, at: P, step: Step[P], moves: int) -> bool:
        """The attacker reaches it by its very last move; what is reached before does not count."""
        if moves == 1:
            return self.reached(step)
        replies = self.steps(step.after)
        return bool(replies) and all(self._some("exactly_direct", each.after, moves - 1) for each in replies)

    def exactly_self(self, at: P, step: Step[P], moves: int) -> bool:
        """The same of the defender."""
        if moves == 1:
            return self.must(step.after)
        replies = self.steps(step.after)
        return bool(replies) and all(self._some("exactly_self", each.after, moves - 1) for each in replies)

    def parry(self, at: P, step: Step[P], moves: int) -> bool:
        """The attacker reaches it, while the defender moves only in check."""
        if self.reached(step):
            return True
        checked = step.after.in_check()
        replies = [each.after for each in self.steps(step.after)] if checked else [step.after.passed()]
        return bool(replies) and moves > 1 and all(self._some("parry", each, moves - 1) for each in replies)

    def parry_self(self, at: P, step: Step[P], moves: int) -> bool:
        """The defender has to reach it, when it moves: in check, or at the end."""
        if self.must(step.after):
            return True
        if not step.after.in_check():
            return self._some("parry_self", step.after.passed(), moves - 1)
        replies = self.steps(step.after)
        return bool(replies) and all(
            self.reached(each) or self._some("parry_self", each.after, moves - 1) for each in replies
        )

    def parry_reflex(self, at: P, step: Step[P], moves: int) -> bool:
        """Either must reach it as soon as it can; the defender moves only to do so, or in check."""
        if self.can(at):
            return False
        if self.can(step.after):
            return True
        if not step.after.in_check():
            return self._some("parry_reflex", step.after.passed(), moves - 1)
        replies = self.steps(step.after)
        return bool(replies) and all(self._some("parry_reflex", each.after, moves - 1) for each in replies)

    # --- help and series play: the lines ----------------------------------------------------------

    def lines(self, play: str, at: P, moves: int, half: bool = False) -> list[list[str]]:
        """The lines of exactly this many moves, without the replies that are forced, or allowed, at the end."""
        return sorted(getattr(self, _LINES[play])(at, moves, half))

    def ended(self, play: str, at: P, moves: int, half: bool = False) -> dict[int, list[list[str]]]:
        """The lines of at most this many moves, by this number, that do not go on when the goal is reached."""
        found: dict[int, list[list[str]]] = {}
        for number in range(0 if half and play in ("h", "hs", "hr") else 1, moves + 1):
            known = [line for lines in found.values() for line in lines]
            lines = self.lines(play, at, number, half)
            found[number] = [line for line in lines if not any(line[: len(each)] == each for each in known)]
        return found

    def _help(self, at: P, plies: int) -> Iterator[list[str]]:
        if plies == 1:
            yield from ([text] for text in self.can(at))
            return
        for step in self.steps(at):
            yield from ([step.text, *rest] for rest in self._help(step.after, plies - 1))

    def help(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Both help."""
        yield from self._help(at, 2 * moves + half)

    def _lines(self, at: P, plies: int, reflex: bool) -> Iterator[tuple[list[str], P]]:
        """Ways to make this many moves; in reflex play the goal must be out of reach before each of them."""
        if not plies:
            yield [], at
            return
        if reflex and self.can(at):
            return
        for step in self.steps(at):
            yield from (([step.text, *rest], end) for rest, end in self._lines(step.after, plies - 1, reflex))

    def help_self(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Both help, until the last move forces the other to reach it."""
        yield from (line for line, end in self._lines(at, 2 * moves - 1 + half, False) if self.must(end))

    def help_reflex(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Both help, until the other can reach it, and must; a side that could before would have had to."""
        yield from (line for line, end in self._lines(at, 2 * moves - 1 + half, True) if self.can(end))

    def reciprocal(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """In the end the player to move can reach it, and can as well help the other to it."""
        for line, end in self._lines(at, 2 * moves - 2 + half, False):
            own, helped = self.can(end), list(self._help(end, 2))
            if own and helped:
                yield from ([*line, text] for text in own)
                yield from ([*line, *rest] for rest in helped)

    def _series(self, at: P, moves: int, reflex: bool) -> Iterator[tuple[list[str], Step[P]]]:
        """Ways to make this many moves one after another, and the last of them."""
        if reflex and self.can(at):
            return
        for step in self.steps(at):
            if moves == 1:
                yield [step.text], step
            elif not step.after.in_check() and not (reflex and self.can(step.after)):
                rests = self._series(step.after.passed(), moves - 1, reflex)
                yield from (([step.text, *rest], last) for rest, last in rests)

    def series(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """One player reaches it alone."""
        yield from (line for line, last in self._series(at, moves, False) if self.reached(last))

    def series_self(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Then the other has to reach it."""
        yield from (line for line, last in self._series(at, moves, False) if self.must(last.after))

    def series_reflex(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Then the other can, and must; as would have the first."""
        yield from (line for line, last in self._series(at, moves, True) if self.can(last.after))

    def series_help(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """Then the other can."""
        for line, last in self._series(at, moves, False):
            yield from ([*line, text] for text in self.can(last.after))

    def _parries(self, at: P, moves: int, reflex: bool) -> Iterator[tuple[list[str], Step[P]]]:
        """Ways to make this many moves, each check being parried in some way, and the last of these moves."""
        if reflex and self.can(at):
            return
        for step in self.steps(at):
            if moves == 1:
                yield [step.text], step
                continue
            if reflex and self.can(step.after):
                continue
            if step.after.in_check():
                replies = [(each.text, each.after) for each in self.steps(step.after)]
            else:
                replies = [("(pass)", step.after.passed())]
            for text, then in replies:
                rests = self._parries(then, moves - 1, reflex)
                yield from (([step.text, text, *rest], last) for rest, last in rests)

    def parry_help(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """After a series with parries the other reaches it."""
        for line, last in self._parries(at, moves, False):
            yield from ([*line, text] for text in self.can(last.after))

    def help_parry(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """A series with parries reaches it."""
        yield from (line for line, last in self._parries(at, moves, False) if self.reached(last))

    def help_parry_self(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """After a series with parries the other has to reach it."""
        yield from (line for line, last in self._parries(at, moves, False) if self.must(last.after))

    def help_parry_reflex(self, at: P, moves: int, half: bool) -> Iterator[list[str]]:
        """After a series with parries the other can, and must; as would have the first."""
        yield from (line for line, last in self._parries(at, moves, True) if self.can(last.after))


_BATTLES = {
    "": "direct", "s": "self", "semi-r": "semi_reflex", "r": "reflex", "exact-": "exactly_direct",
    "exact-s": "exactly_self", "pser-": "parry", "pser-s": "parry_self", "pser-r": "parry_reflex",
}  # fmt: skip
_LINES = {
    "h": "help", "hs": "help_self", "hr": "help_reflex", "reci-h": "reciprocal", "ser-": "series",
    "ser-s": "series_self", "ser-r": "series_reflex", "ser-h": "series_help", "pser-h": "parry_help",
    "phser-": "help_parry", "phser-s": "help_parry_self", "phser-r": "help_parry_reflex",
}  # fmt: skip
BATTLES, LINES = tuple(_BATTLES), tuple(_LINES)
SIGNS = ("#", "=", "#=", "==", "!=", "+", "x", "ep", "00", "~", "z")
