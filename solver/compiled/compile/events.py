"""The layout of events, which happen before a player moves (core/events.lp, kernel/turns.py).

The compiler asks the rules to which pieces an event may happen, if they are an opponent's, of an army without a
commander, or own ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from clingo import Function, Number, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.session import row as row_of
from ...asp.syntax import Signature
from ...errors import RulesError
from ..tables import EVENT_WIDTH
from .asked_rules import Question
from .derivation import derived
from .locality import Objection
from .outcomes import Type
from .special_moves import SpecialMoves
from .stated_guards import ATTACKED, Guards

VICTIMS = Question(
    parts=("events",),
    given=frozenset({("event", 1), ("actor", 3), ("requires", 2), ("piece", 3), ("theirs", 1), ("inert", 1)}),
    derived=frozenset({("event_candidate", 2), ("target", 3), ("context", 2), ("involves", 3), ("use", 2)}),
    shapes=frozenset({"attacked"}),
)
"""What rules about the victims of events may ask, and what they may derive."""

_OPENING, _NOW, _VICTIM = (Function(name) for name in ("opening", "now", "victim"))
_THEIRS, _INERT, _MINE = "theirs", "inert", "mine"


class Events:
    """The events of a game.

    Args:
        ruleset: the rules.
        special_moves: its special moves, which ask for rights as events do.
    """

    def __init__(self, ruleset: Ruleset, special_moves: SpecialMoves) -> None:
        self._ruleset, self._special_moves = ruleset, special_moves
        self.all: list[Symbol] = sorted(symbol.arguments[0] for symbol in ruleset.facts("event", 1))
        self._kinds: dict[Symbol, set[str]] = defaultdict(set)
        for event, role, kind in (symbol.arguments for symbol in ruleset.facts("actor", 3)):
            if event in self.all and role == _VICTIM:
                self._kinds[event].add(str(kind))

    def refused(self) -> list[Objection]:
        """What stands against compiling their guards."""
        found, guards = SpecialMoves(self._ruleset), Guards(self._ruleset)
        for event in self.all:
            for symbol in self._special_moves.guards(event):
                guard = guards.one(symbol.arguments[1], (_VICTIM,))
                if guard is None or guard.lacks or guard.asks or guard.check or guard.path or guard.secure:
                    found.refuse(symbol, "asks for a guard that is not compiled yet")
        return found.objections

    def facts(self) -> NDArray[np.int32]:
        """EVENTS."""
        rows = [[int(self._kinds[event] <= self._ruleset.royal)] for event in self.all]
        return np.array(rows, np.int32).reshape(-1, EVENT_WIDTH)

    def happens(self, types: Sequence[Type], row: Callable[[Symbol, Type], int]) -> NDArray[np.int32]:
        """(events, types): the row of what happens to a piece of a type, 0 if nothing does, given how it is found."""
        found = np.zeros((len(self.all), len(types) + 1), np.int32)
        for event, kind in sorted(self._victims(types) if self.all else ()):
            found[self.all.index(event), kind] = row(event, types[kind - 1])
        return found

    def _victims(self, types: Sequence[Type]) -> set[tuple[Symbol, int]]:
        """The events, each with the number of a type of its victims, from 1.

        Raises:
            RulesError: if they happen to other pieces than an opponent's.
        """
        facts: dict[Signature, list[Symbol]] = {key: [] for key in VICTIMS.given}
        for key in (("event", 1), ("actor", 3), ("requires", 2)):
            facts[key] += self._ruleset.tuples(*key)
        for number, (army, kinds) in enumerate(types, 1):
            for sort in (_THEIRS, _INERT, _MINE):
                cell = Function(sort, [Number(number)])
                facts["piece", 3] += [row_of(cell, Function(kind), Function(army)) for kind in kinds]
                facts["theirs", 1] += [cell] if sort != _MINE else []
                facts["inert", 1] += [cell] if sort == _INERT else []
        made: dict[str, set[tuple[Symbol, ...]]] = {name: set() for name, _ in VICTIMS.derived}
        for name, arguments in derived(VICTIMS.rules(self._ruleset.files), dict(facts), VICTIMS.derived):
            made[name].add(tuple(arguments))
        found, expected = set(), {name: set[tuple[Symbol, ...]]() for name in made}
        for event, cell in made["event_candidate"]:
            term = Function("event", [event, cell])
            if cell.name != _THEIRS:
                raise RulesError(f"the event {event} happens to pieces that are no opponent's, which is not compiled")
            found.add((event, cell.arguments[0].number))
            expected["event_candidate"].add((event, cell))
            expected["context"].add((term, term))
            expected["involves"].add((term, _VICTIM, cell))
            expected["use"].add((term, event))
            if any(symbol.arguments[1] == ATTACKED for symbol in self._special_moves.guards(event)):
                expected["target"].add((_OPENING, _NOW, cell))
        if made != expected:
            raise RulesError("other pieces are participants of events than their victims, which is not compiled")
        return found
