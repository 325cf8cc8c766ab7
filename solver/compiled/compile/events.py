"""The layout of events, which happen before a player moves (core/events.lp, kernel/turns.py)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import is_vector, store_name
from ..tables import EVENT_WIDTH
from .locality import Objection
from .outcomes import Type
from .special_moves import SpecialMoves

_VICTIM = Function("victim")
_ATTACKED = Function("attacked", [_VICTIM])


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
        found = SpecialMoves(self._ruleset)
        for event in self.all:
            for symbol in self._special_moves.guards(event):
                guard = symbol.arguments[1]
                if guard != _ATTACKED and self._special_moves.right(guard) is None and not self._is_empty(guard):
                    found.refuse(symbol, "asks for a guard that is not compiled yet")
        return found.objections

    def _is_empty(self, guard: Symbol) -> bool:
        """Whether a guard asks for an empty cell or store; of stores the rows of the event say it."""
        if not guard.match("empty", 1):
            return False
        place = guard.arguments[0]
        return is_vector(place) or store_name(place) in self._ruleset.stores

    def facts(self, masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """EVENTS.

        Args:
            masked: gives the number of a set of cells.
        """
        rows = []
        for event in self.all:
            guards = [symbol.arguments[1] for symbol in self._special_moves.guards(event)]
            vacant = {
                self._special_moves.cell(guard.arguments[0])
                for guard in guards
                if guard.match("empty", 1) and is_vector(guard.arguments[0])
            }
            # Beyond the board nothing stands.
            mask = masked(sorted(cell for cell in vacant if cell is not None))
            rows.append([int(_ATTACKED in guards), mask, int(self._kinds[event] <= self._ruleset.royal)])
        return np.array(rows, np.int32).reshape(-1, EVENT_WIDTH)

    def event_rights(self) -> NDArray[np.int64]:
        """(events,): the rights that each asks for, as bits."""
        rights = self._special_moves.rights
        asked = [
            {self._special_moves.right(symbol.arguments[1]) for symbol in self._special_moves.guards(each)}
            for each in self.all
        ]
        bits = [sum(1 << rights.index(right) for right in some if right is not None) for some in asked]
        return np.array(bits, np.int64)

    def happens(self, types: Sequence[Type], row: Callable[[Symbol, Type], int]) -> NDArray[np.int32]:
        """(events, types): the row of what happens to a piece of a type, 0 if nothing does, given how it is found."""
        found = np.zeros((len(self.all), len(types) + 1), np.int32)
        for number, event in enumerate(self.all):
            for kind, piece in enumerate(types, 1):
                if not self._kinds[event].isdisjoint(piece[1]):
                    found[number, kind] = row(event, piece)
        return found
