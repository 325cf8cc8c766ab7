"""The measures of cells by which aides are found (core/contexts.lp)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import cell_symbol
from ..named_values import UNMEASURED


class Measures:
    """The measures of a game.

    Args:
        ruleset: the rules.

    Attributes:
        all: each measure, a name and an army.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.all = sorted({(str(name), str(army)) for name, army, _, _ in self._facts()})

    def _facts(self) -> Iterator[Sequence[Symbol]]:
        return (symbol.arguments for symbol in self._ruleset.numeric("measure", 4, 3))

    def distances(self) -> NDArray[np.int32]:
        """MEASURES."""
        found = np.full((len(self.all), len(self._ruleset.cells)), UNMEASURED, np.int32)
        number = {cell_symbol(cell): place for place, cell in enumerate(self._ruleset.cells)}
        for name, army, cell, value in self._facts():
            if cell in number:
                row = self.all.index((str(name), str(army)))
                found[row, number[cell]] = max(found[row, number[cell]], value.number)
        return found

    def most_equal(self) -> int:
        """How many cells at most are equally far for an army, by any of its measures."""
        distances, found = self.distances(), 1
        for army in self._ruleset.players:
            rows = distances[[number for number, (_, each) in enumerate(self.all) if each == army]]
            found = max(found, int(np.unique(rows[rows != UNMEASURED], return_counts=True)[1].max(initial=0)))
        return found
