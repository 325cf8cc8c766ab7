"""What ways need: for each cell where a way may end, what must be on the cells before it.

Two ways in different words are the same if they need the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from .ways import Moves, Passes, Place, Step

Needs = frozenset[tuple[Step, str]]
"""Displacements, each with what must be there: `empty`, `occupied`, `captured` (a piece that is captured then), or
`board` (a cell of the board)."""
Way = tuple[Step, Needs]
"""Where a way ends, as seen from its start, and what it needs."""

MOST = 200
"""A place has at most this many different needs; planes have more."""


class TooManyNeedsError(Exception):
    """A place that has too many different needs."""


def least(found: Iterable[Needs]) -> frozenset[Needs]:
    """Needs without those that need more than others. A way that captures is no other way.

    Raises:
        TooManyNeedsError: if they are too many.
    """
    kept: list[Needs] = []
    for each in sorted(set(found), key=len):
        if not any(other <= each and _captured(other) == _captured(each) for other in kept):
            kept.append(each)
        if len(kept) > MOST:
            raise TooManyNeedsError
    return frozenset(kept)


def _captured(needs: Needs) -> Needs:
    return frozenset(each for each in needs if each[1] == "captured")


def joined(parts: Iterable[Iterable[Needs]]) -> Iterator[Needs]:
    """Each way to need one of each part."""
    for some in product(*parts):
        yield frozenset[tuple[Step, str]]().union(*some)


def ways_of(moves: Moves) -> dict[str, set[Way]]:
    """The ways of a string that has been read, by use.

    Raises:
        TooManyNeedsError: if one of them has too many needs.
    """
    known: dict[Place, frozenset[Needs]] = {}

    def of(place: Place) -> frozenset[Needs]:
        if place not in known:
            known[place] = least(_alternatives(moves, place, of))
        return known[place]

    found: dict[str, set[Way]] = defaultdict(set)
    for place, use in moves.ends:
        found[use] |= {(place.cell, needs) for needs in of(place)}
    return found


def _alternatives(moves: Moves, place: Place, of: Callable[[Place], Iterable[Needs]]) -> Iterator[Needs]:
    for start, here in moves.before[place]:
        if start is None:
            yield frozenset()
            continue
        words = ["empty", "occupied"] if here is Passes.ANYTHING else [here.value]
        inside = {(start.cell, "board")} if start in moves.inside else set[tuple[Step, str]]()
        for needs, word in product(of(start), words):
            yield needs | inside | {(start.cell, word)}


def by_use(ways: Mapping[str, set[Way]]) -> dict[str, set[Way]]:
    """The same with one use for each way: to go and to capture is `any`; what a capture includes
    is left out, and so are ways that need more than others."""
    ways = {use: set(some) for use, some in ways.items()}
    both = ways.get("any", set()) | (ways.get("quiet", set()) & ways.get("capture", set()))
    found = {"any": both} | {use: some - both for use, some in ways.items() if use != "any"}
    if "regicide" in found:
        found["regicide"] -= found.get("capture", set())
    return {use: _without_more(some) for use, some in found.items() if some}


def _without_more(ways: set[Way]) -> set[Way]:
    by_end: dict[Step, set[Needs]] = defaultdict(set)
    for end, needs in ways:
        by_end[end].add(needs)
    return {(end, needs) for end, some in by_end.items() for needs in least(some)}
