"""The layout of tallies: numbers of pieces that end the game (core/tally.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

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


class _Count(NamedTuple):
    """A number of pieces of an army that matters: it makes a player win, or is needed besides for that."""

    reason: Symbol
    army: Symbol
    least: int
    most: int
    winner: Symbol
    decides: bool

    def needs(self, other: _Count) -> bool:
        """Whether another number is needed for what this one decides."""
        return self.decides and not other.decides and (self.reason, self.winner) == (other.reason, other.winner)


class Tallies:
    """Builds TALLIED_BY and TALLIES.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._ruleset, self._types, self._all = ruleset, types, counts(ruleset)

    def tallied(self) -> NDArray[np.int32]:
        """(types,): by which tallies pieces of a type are counted, as bits."""
        kinds: dict[Symbol, set[str]] = {}
        for reason, kind in (symbol.arguments for symbol in self._ruleset.facts("tally_kind", 2)):
            kinds.setdefault(reason, set()).add(str(kind))
        found = np.zeros(len(self._types) + 1, np.int32)
        for place, each in enumerate(self._all):
            counted = kinds.get(each.reason, set())
            for number, (army, some) in enumerate(self._types, 1):
                found[number] |= (army == str(each.army) and not counted.isdisjoint(some)) << place
        return found

    def tallies(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(tallies, 6): what there is to know of each; `masked` gives the number of a set of cells."""
        decisions, rows = self._ruleset.decisions, []
        places = [symbol.arguments for symbol in self._ruleset.facts("tally_cell", 3)]
        answerable = {tuple(symbol.arguments) for symbol in self._ruleset.facts("answerable", 2)}
        for each in self._all:
            among = (cells[vector(cell)] for why, owner, cell in places if (why, owner) == (each.reason, each.army))
            wins = 1 << decisions.index((str(each.winner), str(each.reason))) if each.decides else 0
            needs = sum(1 << place for place, other in enumerate(self._all) if each.needs(other))
            waits = int((each.reason, each.winner) in answerable)
            rows.append([masked(among), max(each.least, 0), min(each.most, _MOST), wins, needs, waits])
        return np.array(rows, np.int32).reshape(-1, TALLY_WIDTH)

    def guarded(self) -> int:
        """Those, as bits, that count only pieces that are not attacked."""
        some = self._ruleset.names("unassailed")
        return sum((str(each.reason) in some) << place for place, each in enumerate(self._all))

    def shared(self) -> int:
        """The reasons, as bits, for which both players may win."""
        some = self._ruleset.names("drawn_if_both")
        return sum((reason in some) << place for place, reason in enumerate(self._ruleset.endings))


def counts(ruleset: Ruleset) -> list[_Count]:
    """The numbers that matter, in order."""
    stated = [symbol.arguments for symbol in ruleset.numeric("tally", 5, 2, 3)]
    found = [_Count(why, army, least.number, most.number, winner, True) for why, army, least, most, winner in stated]
    besides = [symbol.arguments for symbol in ruleset.numeric("tallied_with", 5, 3, 4)]
    found += [_Count(why, army, least.number, most.number, winner, False) for why, winner, army, least, most in besides]
    return sorted(found)
