"""The layout of sweeps: pieces around a move that it captures too (core/around.lp)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, add, vector
from ...errors import RulesError
from ..named_values import MOST_SWEPT
from .outcomes import Sweeps, Type

MOST_SWEEPS = 30
"""The sweeps of a row are one integer."""


class _Sweep(NamedTuple):
    """Pieces of some kinds, one step of some classes from a place of the move."""

    place: str
    classes: frozenset[Symbol]
    kinds: frozenset[str]


class SweepLayout:
    """Numbers the sweeps of rows. Builds SWEEPS, SWEPT_CELLS and SWEPT_TYPES.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._types = types
        self._steps: dict[Symbol, set[Vector]] = defaultdict(set)
        for name, step in (each.arguments for each in ruleset.facts("direction", 2)):
            self._steps[name].add(vector(step))
        self._found: dict[_Sweep, int] = {}

    def bits(self, sweeps: Sweeps) -> int:
        """Some sweeps as bits, for a row.

        Raises:
            RulesError: if the kernel has no room for them.
        """
        classes: dict[tuple[str, str], set[Symbol]] = defaultdict(set)
        for place, name, kind in sweeps:
            classes[place, kind].add(name)
        kinds: dict[tuple[str, frozenset[Symbol]], set[str]] = defaultdict(set)
        for (place, kind), names in classes.items():
            kinds[place, frozenset(names)].add(kind)
        around = [len(set().union(*(self._steps[name] for name in names))) for _, names in kinds]
        found = [_Sweep(place, names, frozenset(some)) for (place, names), some in kinds.items()]
        numbers = [self._found.setdefault(each, len(self._found)) for each in found]
        if sum(around) > MOST_SWEPT or len(self._found) > MOST_SWEEPS:
            raise RulesError(
                f"a move sweeps {sum(around)} cells, in one of {len(self._found)} ways; the compiled engine has room "
                f"for {MOST_SWEPT} cells and {MOST_SWEEPS} ways"
            )
        return sum(1 << number for number in numbers)

    def sweeps(self) -> NDArray[np.int32]:
        """(sweeps, 1): whether each is around the start."""
        return np.array([each.place == "start" for each in self._found], np.int32).reshape(-1, 1)

    def cells(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(sweeps, cells): the set of cells around each; `masked` gives the number of a set."""
        rows = [
            [masked(cells[to] for step in steps if (to := add(cell, step)) in cells) for cell in cells]
            for steps in (set().union(*(self._steps[name] for name in each.classes)) for each in self._found)
        ]
        return np.array(rows, np.int32).reshape(-1, len(cells))

    def kinds(self) -> NDArray[np.int32]:
        """(sweeps, types): whether each sweeps a type."""
        rows = [[0, *(not each.kinds.isdisjoint(kinds) for _, kinds in self._types)] for each in self._found]
        return np.array(rows, np.int32).reshape(-1, len(self._types) + 1)
