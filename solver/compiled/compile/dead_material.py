"""The layout of the lists of dead material (core/dead.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from ..named_values import NOT_COUNTED
from .outcomes import Type

_MOST = (1 << 31) - 1


class DeadMaterial:
    """Builds DEAD_MATERIAL and HARMLESS.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._types = types
        self._lists = sorted(symbol.arguments for symbol in ruleset.numeric("dead", 2, 1))
        self._royal = {str(kind) for (kind,) in (symbol.arguments for symbol in ruleset.facts("royal", 1))}
        self._places = [symbol.arguments for symbol in ruleset.facts("harmless", 3)]

    def dead(self) -> NDArray[np.int32]:
        """(lists,): the most pieces that each list holds."""
        return np.array([min(most.number, _MOST) for _, most in self._lists], np.int32)

    def harmless(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(lists, types): where pieces of each type are harmless; `masked` gives the number of a set of cells."""
        found = np.full((len(self._lists), len(self._types) + 1), -1, np.int32)
        for row, (name, _) in enumerate(self._lists):
            where: dict[str, list[int]] = {}
            for _, kind, cell in (place for place in self._places if place[0] == name):
                where.setdefault(str(kind), []).append(cells[vector(cell)])
            for column, (_, kinds) in enumerate(self._types, 1):
                if len(kinds) == 1 and kinds[0] in self._royal:
                    found[row, column] = NOT_COUNTED
                elif len(kinds) == 1 and kinds[0] in where:
                    found[row, column] = masked(sorted(where[kinds[0]]))
        return found
