"""The layout of sites: where captured pieces come back (core/rebirth.lp)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from ...errors import RulesError
from ..tables import NOWHERE
from .outcomes import Type


class Sites:
    """Numbers the places where victims come back. Builds SITES.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._types = types
        facts = (each.arguments for each in ruleset.facts("site", 5))
        self._cells = [
            (str(name), (str(army), str(kind)), vector(start), vector(end)) for name, army, kind, start, end in facts
        ]
        self._numbers: dict[str, int] = {}

    def number(self, place: str) -> int:
        """The number of a place, from 1.

        Raises:
            RulesError: if the kernel could not say where a piece of several kinds comes back.
        """
        if any(len(kinds) > 1 for _, kinds in self._types):
            raise RulesError("a piece of several kinds may come back after its capture, which is not compiled yet")
        return self._numbers.setdefault(place, len(self._numbers) + 1)

    def cells(self, cells: Mapping[Vector, int]) -> NDArray[np.int32]:
        """(sites, types, cells): where a piece of each type comes back that is captured on each cell."""
        found = np.full((len(self._numbers), len(self._types) + 1, len(cells)), NOWHERE, np.int32)
        numbers = {(army, kind): number for number, (army, (kind, *_)) in enumerate(self._types, 1)}
        for name, piece, start, end in self._cells:
            if name in self._numbers and piece in numbers and start in cells and end in cells:
                found[self._numbers[name] - 1, numbers[piece], cells[start]] = cells[end]
        return found
