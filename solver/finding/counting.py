"""A lower bound for the number of pieces of one kind that occupy or attack every cell.

Every cell gets a weight, so that no piece covers cells that together weigh more than one unit. Then at least as many
pieces are needed as all cells weigh together. The search lowers the weights of the cells that the pieces with the
greatest weight cover. The bound is computed from weights rounded to whole numbers, so it is exact.
"""

from __future__ import annotations

import numpy as np

from .wanted import Wanted

_ROUNDS = 3000
_RATE = 0.05
_UNITS = 1 << 20


def fewest(wanted: Wanted) -> int:
    """A number of pieces that every position needs if all empty cells are to be attacked; 0 if no bound is known.

    There is a bound for pieces of one kind and army that do not block each other's attacks (`shields.py`).
    """
    if "attack_all" not in wanted.wishes or "shieldless" not in wanted.parts:
        return 0
    ruleset, (group,) = wanted.game.ruleset, wanted.groups
    number = {cell: n for n, cell in enumerate(ruleset.cells)}
    covers = np.zeros((len(group.cells), len(number)))
    for row, cell in enumerate(group.cells):
        covers[row, number[cell]] = 1
        for _, to, use in ruleset.routes.ends_from(cell, (group.kind,), group.army):
            if use in ruleset.captures:
                covers[row, number[to]] = 1
    return max(_weighed(covers, weights) for weights in _weights(covers))


def _weights(covers: np.ndarray) -> list[np.ndarray]:
    """Weights of the cells, alike for all at first."""
    weights = np.ones(covers.shape[1])
    best, found = 0.0, [weights.copy()]
    for _ in range(_ROUNDS):
        loads = covers @ weights
        heaviest = loads.max()
        if weights.sum() / heaviest > best:
            best, found = weights.sum() / heaviest, [found[0], weights.copy()]
        share = covers[loads == heaviest].sum(axis=0)
        weights = weights * np.exp(-_RATE * share / share.max())
        weights /= weights.max()
    return found


def _weighed(covers: np.ndarray, weights: np.ndarray) -> int:
    """The bound that weights give, in whole numbers."""
    units = np.floor(weights * _UNITS).astype(np.int64)
    heaviest = int((covers.astype(np.int64) @ units).max())
    return -(-int(units.sum()) // heaviest)
