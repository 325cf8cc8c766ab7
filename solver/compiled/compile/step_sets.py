"""How far moves go, if effects depend on it: the classes of which a move is one step (core/contexts.lp)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Vector, add, vector
from .asked_rules import Question
from .trials import Trial, signatures

STEPS = Trial(
    Question(
        parts=("contexts",),
        given=signatures("context/2 pseudo_legal/4 direction/2"),
        derived=signatures("steps/2"),
        shapes=frozenset({""}),
        names=frozenset(),
        adds=True,
    ),
    (),
    """
    direction(close,(7,11,13)) direction(far,(1,2,3)) context(a,m) context(b,m) context(c,n) context(d,o) context(e,p)
    context(f,q) context(g,g)
    pseudo_legal(m,(1,2,3),(8,13,16),hit) pseudo_legal(n,(1,2,3),(2,4,6),go) pseudo_legal(o,(1,2,3),(7,13,16),go)
    pseudo_legal(p,(1,2,3),(8,14,16),go) pseudo_legal(q,(1,2,3),(8,13,15),go) pseudo_legal(g,(8,13,16),(1,2,3),go)
    pseudo_legal(h,(1,2,3),(8,13,16),hit)
    => steps(a,close) steps(b,close) steps(c,far)
    """,
)
"""Of which classes moves are one step."""


class StepSets:
    """Classifies moves by the classes of which they are one step.

    Args:
        ruleset: the game.
        matter: whether any rule asks for that; otherwise all are the same.

    Raises:
        RulesError: if by the rules steps are others than those of directions.

    Attributes:
        all: the sets of classes of which a move may be one step; the first is empty.
        numbers: the number of that set for a move, by the cells where it ends and where it starts, in one row; a single
            zero for each start if that does not matter.
    """

    def __init__(self, ruleset: Ruleset, matter: bool) -> None:
        if matter:
            STEPS.expect(ruleset.files, "moves are one step")
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
