"""The layout of events, which happen before a player moves (core/events.lp, kernel/turns.py)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ..tables import EVENT_WIDTH
from .guard_layout import Guards
from .locality import Objection
from .outcomes import Type
from .special_moves import SpecialMoves

_VICTIM = Function("victim")


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
        for number, event in enumerate(self.all):
            for kind, piece in enumerate(types, 1):
                if not self._kinds[event].isdisjoint(piece[1]):
                    found[number, kind] = row(event, piece)
        return found
