"""Sets of cells as numbers, for pieces that are alike: it does not matter which of them stands where.

Sets are in the order of their largest cell, then of the next, and so on; the kernel counts them in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]


@cache
def binomials(cells: int, most: int) -> Array:
    """(cells + 1, most + 1): the number of ways to choose a number of cells from the first some."""
    return np.array([[comb(some, alike) for alike in range(most + 1)] for some in range(cells + 1)], np.int64)


def numbers(sets: Array) -> Array:
    """The numbers of (sets, cells)."""
    known = binomials(int(sets.max(initial=0)), sets.shape[1])
    return np.asarray(known[np.sort(sets, axis=1), np.arange(1, sets.shape[1] + 1)].sum(axis=1))


def members(number: int, alike: int, cells: int) -> list[int]:
    """The cells of a set of some size, the smallest first."""
    found: list[int] = []
    for place in range(alike, 0, -1):
        cell = next(cell for cell in range(cells - 1, -1, -1) if comb(cell, place) <= number)
        number -= comb(cell, place)
        found.insert(0, cell)
    return found


def kept(permutation: NDArray[np.int32], alike: int) -> Array:
    """The numbers of the sets of some size that a permutation keeps: the unions of its cycles."""
    cycles: dict[int, list[tuple[int, ...]]] = {}
    seen: set[int] = set()
    for first in range(len(permutation)):
        cycle = [first]
        while (following := int(permutation[cycle[-1]])) != first:
            cycle.append(following)
        if seen.isdisjoint(cycle):
            seen.update(cycle)
            cycles.setdefault(len(cycle), []).append(tuple(cycle))
    found = []
    for shares in _shares(alike, sorted(cycles)):
        for some in product(*(combinations(cycles[length], count) for length, count in shares.items())):
            found.append([cell for group in some for cycle in group for cell in cycle])
    return numbers(np.array(found, np.int64)) if found else np.zeros(0, np.int64)


def _shares(whole: int, lengths: list[int]) -> Iterator[dict[int, int]]:
    """Every way to write a number as a sum of some: how often each."""
    if not lengths:
        if not whole:
            yield {}
        return
    first, *others = lengths
    for count in range(whole // first + 1):
        for rest in _shares(whole - count * first, others):
            yield {first: count, **rest}
