"""The layout of tallies: numbers of pieces that end the game (core/tally.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from ..tables import TALLY_WIDTH
from .outcomes import Type
from .winning_rules import limits_of, wins_of

MOST_TALLIES = 31
"""The tallies by which pieces of a type are counted are one integer."""

_MOST = (1 << 31) - 1


class Tallies:
    """Builds TALLIED_BY and TALLIES.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._ruleset, self._types, self._all = ruleset, types, limits_of(ruleset)
        self._wins = wins_of(ruleset)

    def tallied(self) -> NDArray[np.int32]:
        """(types,): by which tallies pieces of a type are counted, as bits."""
        found = np.zeros(len(self._types) + 1, np.int32)
        for place, each in enumerate(self._all):
            counted = self._wins.of(each).kinds
            for number, (army, some) in enumerate(self._types, 1):
                found[number] |= (army == str(each.army) and not counted.isdisjoint(some)) << place
        return found

    def tallies(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(tallies, 6): what there is to know of each; `masked` gives the number of a set of cells."""
        decisions, rows = self._ruleset.decisions, []
        answerable = {tuple(symbol.arguments) for symbol in self._ruleset.facts("answerable", 2)}
        for each in self._all:
            among = (cells[vector(cell)] for cell in sorted(self._wins.of(each).cells))
            wins = 1 << decisions.index((str(each.winner), str(each.reason))) if each.decides else 0
            needs = sum(1 << place for place, other in enumerate(self._all) if each.needs(other))
            waits = int((each.reason, each.winner) in answerable)
            rows.append([masked(among), max(each.least, 0), min(each.most, _MOST), wins, needs, waits])
        return np.array(rows, np.int32).reshape(-1, TALLY_WIDTH)

    def guarded(self) -> int:
        """The tallies, as bits, that count only pieces that are not attacked."""
        return sum((str(each.reason) in self._wins.guarded) << place for place, each in enumerate(self._all))

    def shared(self) -> int:
        """The reasons, as bits, for which both players may win."""
        some = self._ruleset.names("drawn_if_both")
        return sum((reason in some) << place for place, reason in enumerate(self._ruleset.endings))
