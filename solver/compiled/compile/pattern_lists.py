"""The move patterns of each type: one for each of its kinds, without duplicates."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, vector
from .move_patterns import MovePattern
from .outcomes import Kinds

_END_OF_LIST = -1
_Home: TypeAlias = tuple[Vector, frozenset[Vector]]
"""A cell, and the cells that are too far for a first move from there."""
_Homes: TypeAlias = frozenset[_Home]
_NO_HOMES: _Homes = frozenset()


class PatternLists:
    """Builds PATTERN_LISTS.

    Args:
        ruleset: the rules.

    Attributes:
        move patterns: all move patterns of the types added, in the order of their numbers.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ends = ruleset.routes.ends
        self._uses = ruleset.own_uses
        far: dict[tuple[Symbol, ...], set[Vector]] = defaultdict(set)
        for *start, end in (symbol.arguments for symbol in ruleset.facts("too_far", 4)):
            far[tuple(start)].add(vector(end))
        self._homes: dict[tuple[str, str], set[_Home]] = defaultdict(set)
        for where in (tuple(symbol.arguments) for symbol in ruleset.facts("home", 3)):
            army, kind, cell = where
            self._homes[str(army), str(kind)].add((vector(cell), frozenset(far.get(where, ()))))
        self.patterns: list[MovePattern] = []
        self._numbers: dict[MovePattern, int] = {}
        self._of_kinds: dict[tuple[str, str, _Homes], set[int]] = {}
        self._parts: list[int] = [_END_OF_LIST]
        self._places: dict[tuple[int, ...], int] = {(): 0}

    def add(self, army: str, kinds: Kinds) -> tuple[int, ...]:
        """The numbers of a type's move patterns."""
        # A double step may start from a home of any kind of the piece, whichever makes the step.
        homes: _Homes = frozenset().union(*(self._homes[army, kind] for kind in kinds))
        return tuple(sorted(set().union(*(self._numbers_of(army, kind, homes) for kind in kinds))))

    def place(self, patterns: tuple[int, ...]) -> int:
        """Where a list of move patterns starts in the array; 0 if there are none."""
        if patterns not in self._places:
            self._places[patterns] = len(self._parts)
            self._parts += (*patterns, _END_OF_LIST)
        return self._places[patterns]

    def array(self) -> NDArray[np.int32]:
        """All lists, one after another."""
        return np.array(self._parts, np.int32)

    def _numbers_of(self, army: str, kind: str, homes: _Homes) -> set[int]:
        """The numbers of a kind's move patterns, in a piece with some homes: one more for each custom use."""
        key = (army, kind, homes)
        if key not in self._of_kinds:
            routes = self._ends.get((army, kind), {})
            ends = frozenset((point, use) for point, uses in routes.items() for use in uses)
            usual = frozenset(each for each in ends if each[1] not in self._uses)
            found = [MovePattern(usual, homes if any(use == "first" for _, use in usual) else _NO_HOMES)]
            for number, own in enumerate(self._uses, 1):
                some = frozenset(each for each in ends if each[1] == own)
                found += [MovePattern(some, _NO_HOMES, number)] if some else []
            self._of_kinds[key] = {self._number(each) for each in found}
        return self._of_kinds[key]

    def _number(self, patterns: MovePattern) -> int:
        if patterns not in self._numbers:
            self._numbers[patterns] = len(self.patterns)
            self.patterns.append(patterns)
        return self._numbers[patterns]
