"""Where readings of Prince disagree, by trying every set of pieces that could matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from oracles.appendices import READINGS
from oracles.prince import FIELD, PLANES, Cell, in_range, minus, pairs_to, plus, reaches

MAIN_TEXT = {"every_path", "paths_off_field", "planes_d", "planes_e"}
Difference = tuple[Cell, frozenset[Cell]]
"""A target that is reached under one reading alone, and the pieces between."""


def reached(kind: str, start: Cell, end: Cell, pieces: Iterable[Cell], reading: str) -> bool:
    """Whether a piece gets there under a reading, by the documents' words."""
    if reading in READINGS:
        whose, blocked = READINGS[reading]
        if kind == whose:
            return in_range(kind, minus(end, start)) and not blocked(start, end, [c for c in pieces if c != end])
    if reading == "whole_areas":
        return any(
            all(plus(start, cell) in FIELD and plus(start, cell) not in pieces for path in paths for cell in path)
            for direction in PLANES[kind]
            for paths in pairs_to(direction, minus(end, start))
        )
    return reaches(kind, start, end, pieces, "" if reading in MAIN_TEXT or reading in READINGS else reading)


def differences(
    kind: str, start: Cell, left: str, right: str, pieces: int, ends: Sequence[Cell] = tuple(FIELD)
) -> set[Difference]:
    """Every disagreement about some ends with this many pieces between, of all that may matter under either."""
    found = set()
    for end in ends:
        if in_range(kind, minus(end, start)):
            for chosen in combinations(_near(start, end), pieces):
                if reached(kind, start, end, chosen, left) != reached(kind, start, end, chosen, right):
                    found.add((end, frozenset(chosen)))
    return found


def _near(start: Cell, end: Cell) -> list[Cell]:
    """The cells between two others by some dimension: on no shortest path, and in no formula, are there others."""
    return [
        cell
        for cell in FIELD
        if any(min(a, b) < c < max(a, b) for a, b, c in zip(start, end, cell, strict=True))
        or all(min(a, b) <= c <= max(a, b) for a, b, c in zip(start, end, cell, strict=True))
        if cell not in (start, end)
    ]
