"""How far moves go, if effects depend on it: the classes of which a move is one step (core/contexts.lp)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, add, vector


class StepSets:
    """Classifies moves by the classes of which they are one step.

    Args:
        ruleset: the game.
        matter: whether any rule asks for that; otherwise all are the same.

    Attributes:
        all: the sets of classes of which a move may be one step; the first is empty.
        numbers: the number of that set for a move, by the cells where it ends and where it starts, in one row; a single
            zero for each start if that does not matter.
    """

    def __init__(self, ruleset: Ruleset, matter: bool) -> None:
        number = {cell: count for count, cell in enumerate(ruleset.cells)}
        names: dict[Vector, set[Symbol]] = defaultdict(set)
        for symbol in ruleset.facts("direction", 2) if matter else ():
            name, place = symbol.arguments
            names[vector(place)].add(name)
        sets: dict[frozenset[Symbol], int] = {frozenset(): 0}
        found = np.zeros((len(number) if matter else 1, len(number)), np.int32)
        for step, some in sorted(names.items()):
            which = sets.setdefault(frozenset(some), len(sets))
            for cell, start in number.items():
                end = number.get(add(cell, step))
                if end is not None:
                    found[end, start] = which
        self.all: Sequence[frozenset[Symbol]] = tuple(sets)
        self.numbers: NDArray[np.int32] = found
