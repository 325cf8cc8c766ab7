"""The layout of unions: two pieces that win beside each other (core/together.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, add, vector
from .outcomes import Type
from .winning_rules import wins_of

MOST_UNIONS = 31
"""The unions that a type may be of are one integer."""


class Unions:
    """Builds UNION_ROLES, UNION_CELLS and UNION_WINS. A union is a reason, a kind and another, whatever the class.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._ruleset, self._types = ruleset, types
        self._steps: dict[tuple[str, str, str], set[Vector]] = {}
        for reason, kind, other, step in sorted(symbol.arguments for symbol in ruleset.facts("bond", 4)):
            self._steps.setdefault((str(reason), str(kind), str(other)), set()).add(vector(step))

    def guarded(self) -> int:
        """The unions, as bits, of which neither piece must be attacked."""
        some = wins_of(self._ruleset).guarded
        return sum(1 << union for union, (reason, _, _) in enumerate(self._steps) if reason in some)

    def bonds(self) -> NDArray[np.int32]:
        """(types, 2): the unions, as bits, in which a piece of a type may be the one, and the other."""
        found = np.zeros((len(self._types) + 1, 2), np.int32)
        for number, (_, kinds) in enumerate(self._types, 1):
            for union, (_, *pair) in enumerate(self._steps):
                for column, kind in enumerate(pair):
                    found[number, column] |= (kind in kinds) << union
        return found

    def beside(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(unions, cells): the set of cells where the other stands; `masked` gives the number of a set."""
        rows = [
            [masked(cells[to] for step in steps if (to := add(cell, step)) in cells) for cell in cells]
            for steps in self._steps.values()
        ]
        return np.array(rows, np.int32).reshape(-1, len(cells))

    def united(self) -> NDArray[np.int32]:
        """(unions, armies): what each decides, as bits of which the first is for the first of `Ruleset.decisions`."""
        players, decisions = self._ruleset.players, self._ruleset.decisions
        rows = [[1 << decisions.index((player, reason)) for player in players] for reason, _, _ in self._steps]
        return np.array(rows, np.int32).reshape(-1, len(players))
