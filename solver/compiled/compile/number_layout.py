"""The layout of the numbers of pieces that guards ask about (core/numbers.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from .outcomes import Type


class Numbers:
    """Builds NUMBERS and NUMBERED_TYPES, which have each name that counts pieces, for each army.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._types = types
        self._kinds: dict[Symbol, set[str]] = {}
        for name, kind in (symbol.arguments for symbol in ruleset.facts("numbered_kind", 2)):
            self._kinds.setdefault(name, set()).add(str(kind))
        self._places = [symbol.arguments for symbol in ruleset.facts("numbered_cell", 3)]
        self._all = [(name, army) for name in sorted(self._kinds) for army in ruleset.players]
        self._rows = {(str(name), army): row for row, (name, army) in enumerate(self._all, 1)}

    def row(self, name: str, army: str) -> int:
        """Where a name is counted for an army, from 1."""
        return self._rows[name, army]

    def cells(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(numbers,): the cells that are counted; `masked` gives the number of a set of cells."""
        among: dict[tuple[Symbol, str], list[int]] = {}
        for name, army, cell in self._places:
            among.setdefault((name, str(army)), []).append(cells[vector(cell)])
        return np.array([masked(among.get(each, ())) for each in self._all], np.int32)

    def kinds(self) -> NDArray[np.int32]:
        """(numbers, types): whether pieces of a type are counted."""
        found = np.zeros((len(self._all), len(self._types) + 1), np.int32)
        for row, (name, army) in enumerate(self._all):
            for number, (owner, kinds) in enumerate(self._types, 1):
                found[row, number] = owner == army and not self._kinds[name].isdisjoint(kinds)
        return found
