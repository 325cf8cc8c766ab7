"""Perft: the number of lines of legal moves, by which programs are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeAlias

from ..errors import OptionError
from .move import Move
from .position import Position

Progress: TypeAlias = Callable[[int, int, object], None]
"""Told how many first moves are counted, how many there are, and None."""

Stop: TypeAlias = Callable[[], bool]
"""Says True when the counting has to end with the first moves that are counted by then."""

Count: TypeAlias = Callable[[Position, list[Move], int, Stop], Iterator[int]]
"""Counts the lines of so many moves that start with each of some moves; may raise `StoppedError`."""


class StoppedError(Exception):
    """The user has had enough."""


def never() -> bool:
    """The counting need not end before it is done."""
    return False


def check_depth(depth: int) -> None:
    """Refuse a depth that there is not.

    Raises:
        OptionError: if it is negative.
    """
    if depth < 0:
        raise OptionError(f"the depth is {depth}, and a line has 0 moves or more")


def by_pushing(position: Position, moves: list[Move], depth: int, stop: Stop) -> Iterator[int]:
    """Count by making every move but the last, whatever the engine."""
    after = position.successors() if depth > 1 else dict.fromkeys(moves, position)
    for move in moves:
        yield _lines(after[move], depth - 1, stop)


def divide(
    position: Position,
    depth: int,
    progress: Progress | None = None,
    stop: Stop = never,
    count: Count = by_pushing,
) -> dict[Move, int]:
    """How many lines of `depth` moves start with each legal move.

    Args:
        position: where the lines start.
        depth: how many moves, at least 1.
        progress: told how far the counting is.
        stop: says when to end.
        count: what counts.

    Raises:
        OptionError: if the depth is less than 1.
    """
    if depth < 1:
        raise OptionError(f"the depth is {depth}, and a line that is divided has 1 move or more")
    moves = position.legal_moves()
    found: dict[Move, int] = {}
    with suppress(StoppedError):
        for move, number in zip(moves, count(position, moves, depth, stop), strict=True):
            found[move] = number
            if progress:
                progress(len(found), len(moves), None)
    return found


def _lines(position: Position, depth: int, stop: Stop) -> int:
    """How many lines of `depth` moves begin with a position."""
    if stop():
        raise StoppedError
    if depth < 2:
        return len(position.legal_moves()) if depth else 1
    return sum(_lines(after, depth - 1, stop) for after in position.successors().values())
