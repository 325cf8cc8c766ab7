"""Counts over all placements of a table, each standing for those that symmetries make of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel import entries as kernel
from .sets import kept
from .shape import Shape


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each entry occurs.

    Attributes:
        placements: for each side to move, how many placements have each entry.
        classes: the same for classes of placements that are images of each other under symmetries.
        zugzwangs: how many placements are mutual zugzwangs (see `count`).
        zugzwang: an entry that is one, or None.
        longest: the side to move and the entry of a longest win or loss, or None.
    """

    placements: list[list[int]]
    classes: list[list[int]]
    zugzwangs: int
    zugzwang: int | None
    longest: tuple[int, int] | None


def moves_to_mate(value: int) -> int:
    """How many moves the winner makes until the mate, of an entry that is won or lost."""
    return int((value - kernel.MATED + 1) // 2)


def is_won(value: int) -> bool:
    """Whether an entry is won for the side to move."""
    return value >= int(kernel.MATED) and (value - int(kernel.MATED)) % 2 == 1


def count(shape: Shape, worth: list[kernel.Entries]) -> Counts:
    """Count what is in a table.

    Pieces of one type are not distinguished: two that change places make no other placement. Only if each piece
    of the material is like another, those like the first are: each of them in the place of the first counts.
    A placement is a mutual zugzwang if it is legal with either side to move and each player would rather
    have the other move: the result of White's moving first is worse for White than that of Black's moving
    first. Results are won, drawn or lost; the distance does not count. So one of the two sides loses
    if it is to move, and neither wins.
    """
    orbits = shape.orbits
    largest = int(max(array.max(initial=0) for array in worth)) + 1
    placements = np.zeros((2, largest), np.int64)
    classes = np.zeros((2, largest), np.int64)
    result = np.zeros(largest, np.int8)
    result[kernel.MATED :: 2], result[kernel.MATED + 1 :: 2] = -1, 1
    result[kernel.ILLEGAL] = 2
    zugzwangs, zugzwang = 0, None
    width = shape.size // len(orbits.heads)
    for orbit, size in enumerate(orbits.sizes.tolist()):
        both = [array[orbit * width : (orbit + 1) * width] for array in worth]
        for side, array in enumerate(both):
            placements[side] += size * np.bincount(array, minlength=largest)
            classes[side] += _classes(shape, orbit, array, largest)
        first, second = (result[array] for array in both)
        pairs = (first + second < 0) & (first < 2) & (second < 2)
        found = int(np.count_nonzero(pairs))
        if found and zugzwang is None:
            zugzwang = orbit * width + int(pairs.argmax())
        zugzwangs += size * found
    return Counts(placements.tolist(), classes.tolist(), zugzwangs, zugzwang, _longest(worth, placements))


def _classes(shape: Shape, orbit: int, array: kernel.Entries, largest: int) -> NDArray[np.int64]:
    """How many classes have each entry: the mean number of placements that a symmetry leaves as they are."""
    orbits = shape.orbits
    fixing = orbits.fixing[orbit]
    total = np.zeros(largest, np.int64)
    for symmetry in fixing:
        permutation = orbits.permutations[symmetry]
        some = array
        if (permutation != np.arange(shape.cells)).any():
            places = np.zeros(1, np.int64)
            for alike, sets in zip(shape.alike[1:], shape.dimensions[1:], strict=True):
                places = (places[:, None] * sets + kept(permutation, alike)).ravel()
            some = array[places]
        total += np.bincount(some, minlength=largest)
    return total // len(fixing)


def _longest(worth: list[kernel.Entries], placements: NDArray[np.int64]) -> tuple[int, int] | None:
    """The side to move and the entry of a longest win; of a loss if that takes longer."""
    values = [(side, value) for side in range(2) for value in np.flatnonzero(placements[side]).tolist()]
    decided = [(moves_to_mate(value), is_won(value), -side, value) for side, value in values if value > kernel.MATED]
    if not decided:
        return None
    _, _, side, value = max(decided)
    return -side, int((worth[-side] == value).argmax())
