"""The layout of tallies: numbers of pieces that end the game (core/tally.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from ..tables import TALLY_WIDTH
from .outcomes import Type

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
        self._ruleset, self._types = ruleset, types
        self._all = sorted(symbol.arguments for symbol in ruleset.numeric("tally", 5, 2, 3))

    def tallied(self) -> NDArray[np.int32]:
        """(types,): by which tallies pieces of a type are counted, as bits."""
        kinds: dict[Symbol, set[str]] = {}
        for reason, kind in (symbol.arguments for symbol in self._ruleset.facts("tally_kind", 2)):
            kinds.setdefault(reason, set()).add(str(kind))
        found = np.zeros(len(self._types) + 1, np.int32)
        for place, (reason, owner, *_) in enumerate(self._all):
            for number, (army, some) in enumerate(self._types, 1):
                found[number] |= (army == str(owner) and not kinds.get(reason, set()).isdisjoint(some)) << place
        return found

    def tallies(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(tallies, 4): what there is to know of each; `masked` gives the number of a set of cells."""
        decisions, rows = self._ruleset.decisions, []
        places = [symbol.arguments for symbol in self._ruleset.facts("tally_cell", 3)]
        for reason, army, least, most, winner in self._all:
            among = (cells[vector(cell)] for why, owner, cell in places if (why, owner) == (reason, army))
            wins = 1 << decisions.index((str(winner), str(reason)))
            rows.append([masked(among), max(least.number, 0), min(most.number, _MOST), wins])
        return np.array(rows, np.int32).reshape(-1, TALLY_WIDTH)
