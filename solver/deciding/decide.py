"""Decides claims, and compares the results with the stored verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from clingo import Symbol

from ..api.game_objects import Game, Position
from ..asp.terms import is_vector, vector
from ..errors import ReadingError, ShadowmateError
from ..explain.marks import Marks, marks
from .claims_file import DEFAULT, Claim, ClaimsFile, Command, Query, Rules
from .commanded import Runner, check_command, run
from .marked import ClaimsError
from .query import ask

_MOST_LISTED = 3
"""At most this many counterexamples are listed, with their number."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found under one reading.

    Attributes:
        holds: whether the statement is so.
        findings: what was found, in words, line by line.
        counterexample: the first counterexample of rules, if there is any.
    """

    holds: bool
    findings: tuple[str, ...]
    counterexample: Sequence[Symbol] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim, decided.

    Attributes:
        claim: the claim.
        game: its game, under the default readings.
        found: what was found under each reading; nothing if the claim is open.
        corrected: what was found of the correction, if it has a query.
        picture: the position that the claim names to be shown, and what to point out there.
        seconds: how long that took.
    """

    claim: Claim
    game: Game
    found: dict[str, Found]
    corrected: Found | None
    picture: tuple[Position, Marks] | None
    seconds: float

    @property
    def verdict(self) -> str:
        """`true`, `false`, `by reading` or `open`."""
        return verdict({reading: each.holds for reading, each in self.found.items()} if self.found else None)

    @property
    def stored(self) -> str:
        """The verdict that is stored: `true`, `false`, `by reading` or `open`."""
        return verdict(self.claim.verdict)

    @property
    def agrees(self) -> bool:
        """Whether what was found is what is stored, and a correction holds."""
        found = {reading: each.holds for reading, each in self.found.items()}
        return found == (self.claim.verdict or {}) and (self.corrected is None or self.corrected.holds)

    def lines(self) -> list[str]:
        """All there is to say, in lines of text."""
        claim, instead = self.claim, self.claim.instead
        lines = [f"place: {claim.place}", f"says: {' '.join(claim.statement.split())}"]
        for reading, each in self.found.items():
            lines.append(f"found{f' under {reading}' if reading else ''}: {'true' if each.holds else 'false'}")
            lines += [f"  {line}" for line in each.findings]
        if claim.evidence:
            lines.append(f"evidence: {' '.join(claim.evidence.split())}")
        if instead:
            so = "" if self.corrected is None else f" ({'true' if self.corrected.holds else 'not found so'})"
            lines.append(f"correct: {' '.join(instead.statement.split())}{so}")
            lines += [f"  {line}" for line in self.corrected.findings] if self.corrected else []
        if not self.agrees:
            lines.append(f"stored: {_stored(claim)}, so this differs")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The result as JSON."""
        claim, instead = self.claim, self.claim.instead
        correction = None
        if instead:
            holds = self.corrected.holds if self.corrected else None
            found = list(self.corrected.findings) if self.corrected else []
            correction = {"statement": instead.statement, "holds": holds, "found": found}
        named = list(self.found) != [DEFAULT]
        return {
            "id": claim.id,
            "place": claim.place,
            "statement": claim.statement,
            "verdict": self.verdict,
            "stored": self.stored,
            "agrees": self.agrees,
            "readings": {reading: each.holds for reading, each in self.found.items()} if named and self.found else None,
            "found": {reading or "default": list(each.findings) for reading, each in self.found.items()},
            "evidence": claim.evidence,
            "correction": correction,
            "slow": claim.slow,
            "seconds": round(self.seconds, 2),
        }


def verdict(by_reading: dict[str, bool] | None) -> str:
    """What is so under each reading, in a word or two."""
    if by_reading is None:
        return "open"
    values = set(by_reading.values())
    return "by reading" if len(values) > 1 else "true" if True in values else "false"


def _stored(claim: Claim) -> str:
    by_reading = claim.verdict or {}
    if any(by_reading):
        return ", ".join(f"{'true' if holds else 'false'} under {reading}" for reading, holds in by_reading.items())
    return verdict(claim.verdict)


class Decider:
    """Decides claims of one game.

    Args:
        file: the claims.
        open_game: the game under some readings.
        runner: how commands are run.
        rules: folders of games of a user's own, for commands.
    """

    def __init__(
        self,
        file: ClaimsFile,
        open_game: Callable[[tuple[str, ...]], Game],
        runner: Runner,
        rules: Iterable[Path] = (),
    ) -> None:
        self._open = open_game
        self._runner = runner
        self._rules = [word for each in rules for word in ("--rules", str(each))]
        self.file = file
        self.game = open_game(())
        self._pictures: dict[str, tuple[Position, Marks]] = {}
        for claim in file.claims:
            self._check(claim)

    def decide(self, claim: Claim) -> Decided:
        """Decide a claim, and its correction.

        Raises:
            ClaimsError: if its query cannot be asked.
            KeyboardInterrupt: at Ctrl-C.
        """
        started = monotonic()
        found = {reading: self._ask(claim.query, reading) for reading in claim.readings} if claim.query else {}
        instead = claim.instead.query if claim.instead else None
        corrected = self._ask(instead, DEFAULT) if instead else None
        return Decided(claim, self.game, found, corrected, self._pictures.get(claim.id), monotonic() - started)

    def _check(self, claim: Claim) -> None:
        """Refuse readings and pictures that cannot be, and commands that are not for claims, before all is decided."""
        for reading in claim.readings:
            try:
                self._open(names_of(reading))
            except ReadingError as error:
                raise ClaimsError(f"{self.file.path}:{claim.line}: {claim.id}: {error}") from error
        for query, _ in claim.asked:
            if isinstance(query, Command):
                check_command(query)
        if claim.picture:
            text, cell = claim.picture
            try:
                position = self.game.position(text)
                self._pictures[claim.id] = position, marks(position, cell) if cell else Marks()
            except ShadowmateError as error:
                raise ClaimsError(f"{self.file.path}:{claim.line}: {claim.id}: its picture: {error}") from error

    def _ask(self, query: Query, reading: str) -> Found:
        names = names_of(reading)
        if isinstance(query, Rules):
            answer = ask(query, self._open(names).ruleset)
            listed = [f"counterexample: {self.written(each)}" for each in answer.counterexamples[:_MOST_LISTED]]
            if len(answer.counterexamples) > _MOST_LISTED:
                listed.append(f"{len(answer.counterexamples):,} counterexamples in all")
            shown = [self.written(each) for each in answer.shown]
            return Found(answer.holds, (*listed, *shown), next(iter(answer.counterexamples), ()))
        words = [word for name in names for word in ("--reading", name)]
        differences = run(query, self._runner, [*words, *self._rules])
        return Found(not differences, differences)

    def written(self, arguments: Sequence[Symbol]) -> str:
        """The arguments of an atom in words: `at(Cell)` by the cell's name, `piece(Cell,Kind,Army)` as positions do."""
        return ", ".join(map(self._term, arguments))

    def _term(self, term: Symbol) -> str:
        names = self.game.names
        if term.match("at", 1) and is_vector(term.arguments[0]):
            return names.get(vector(term.arguments[0]), str(term.arguments[0]))
        if term.match("piece", 3) and is_vector(term.arguments[0]):
            cell, kind, army = term.arguments
            name = self.game.ruleset.abbreviations.get(str(kind), str(kind))
            return f"{army} {name}{names.get(vector(cell), str(cell))}"
        return str(term).replace('"', "")


def names_of(reading: str) -> tuple[str, ...]:
    """The names of readings that a claim has in one word, joined by `+`."""
    return tuple(reading.split("+")) if reading else ()
