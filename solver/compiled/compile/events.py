"""What happens before a player moves, as far as the kernel knows events (core/events.lp, kernel/turns.py)."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Function, Symbol

from ...asp.ruleset import Ruleset
from .outcomes import Type

_VICTIM = Function("victim")
_ATTACKED = Function("attacked", [_VICTIM])


class Events:
    """The events of a game: each befalls royal pieces that the player to move could take.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.all: list[Symbol] = sorted(symbol.arguments[0] for symbol in ruleset.facts("event", 1))
        self._kinds: dict[str, list[Symbol]] = {}
        for event, role, kind in (symbol.arguments for symbol in ruleset.facts("actor", 3)):
            if event in self.all and role == _VICTIM:
                self._kinds.setdefault(str(kind), []).append(event)

    def befalling(self, man: Type) -> Symbol | None:
        """The event that may befall a man of a type."""
        return next((event for kind in man[1] for event in self._kinds.get(kind, ())), None)

    def refused(self) -> Iterator[str]:
        """Why the kernel cannot have them happen."""
        if self.all and self._ruleset.bars:
            yield "events in a game that bars moves are not compiled yet"
        if self.all and not self._ruleset.shares_armies:
            yield "events in a game of two players are not compiled yet"
        for event in self.all:
            guards = {s.arguments[1] for s in self._ruleset.facts("requires", 2) if s.arguments[0] == event}
            if guards != {_ATTACKED}:
                yield f"the event {event} has other guards than {_ATTACKED}, which is not compiled yet"
        for kind, events in sorted(self._kinds.items()):
            if kind not in self._ruleset.royal:
                yield f"an event befalls a {kind}, which is not royal; that is not compiled yet"
            if len(events) > 1:
                yield f"several events may befall a {kind}, which is not compiled yet"
