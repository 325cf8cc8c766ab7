"""Counts over all placements of a table, each standing for those that symmetries make of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel import entries as kernel
from .sets import kept
from .shape import Shape

_PIECE = 1 << 24
"""How many entries are looked at together, so that little memory is needed besides."""


def pieces(array: kernel.Entries) -> Iterator[tuple[int, kernel.Entries]]:
    """Where each piece of some entries starts, and the piece."""
    for start in range(0, len(array), _PIECE):
        yield start, array[start : start + _PIECE]


def number_of(array: kernel.Entries, value: int) -> int:
    """How many entries have a value."""
    return sum(int(np.count_nonzero(piece == value)) for _, piece in pieces(array))


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
            tally = sum(
                (np.bincount(piece, minlength=largest) for _, piece in pieces(array)), np.zeros(largest, np.int64)
            )
            placements[side] += size * tally
            classes[side] += _classes(shape, orbit, array, tally)
        for (start, one), (_, other) in zip(*map(pieces, both), strict=True):
            first, second = result[one], result[other]
            pairs = (first + second < 0) & (first < 2) & (second < 2)
            found = int(np.count_nonzero(pairs))
            if found and zugzwang is None:
                zugzwang = orbit * width + start + int(pairs.argmax())
            zugzwangs += size * found
    return Counts(placements.tolist(), classes.tolist(), zugzwangs, zugzwang, _longest(worth, placements))


def _classes(shape: Shape, orbit: int, array: kernel.Entries, tally: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many classes have each entry: the mean number of placements that a symmetry leaves as they are.

    The identity leaves all of them, which `tally` has.
    """
    orbits = shape.orbits
    fixing = orbits.fixing[orbit]
    total = np.zeros_like(tally)
    for symmetry in fixing:
        permutation = orbits.permutations[symmetry]
        if (permutation == np.arange(shape.cells)).all():
            total += tally
            continue
        places = np.zeros(1, np.int64)
        for alike, sets in zip(shape.alike[1:], shape.dimensions[1:], strict=True):
            places = (places[:, None] * sets + kept(permutation, alike)).ravel()
        total += np.bincount(array[places], minlength=len(tally))
    return total // len(fixing)


def _longest(worth: list[kernel.Entries], placements: NDArray[np.int64]) -> tuple[int, int] | None:
    """The side to move and the entry of a longest win; of a loss if that takes longer."""
    values = [(side, value) for side in range(2) for value in np.flatnonzero(placements[side]).tolist()]
    decided = [(moves_to_mate(value), is_won(value), -side, value) for side, value in values if value > kernel.MATED]
    if not decided:
        return None
    _, _, side, value = max(decided)
    hits = ((start, piece == value) for start, piece in pieces(worth[-side]))
    return -side, next(start + int(hit.argmax()) for start, hit in hits if hit.any())
