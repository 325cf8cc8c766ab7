"""Perft: the number of lines of legal moves, to compare programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeAlias

from ..errors import OptionError
from .move import Move
from .position import Position

Progress: TypeAlias = Callable[[int, int, object], None]
"""Called with the number of first moves that are counted, the number of first moves, and None."""

Stop: TypeAlias = Callable[[], bool]
"""Returns True when the counting must end with the first moves counted so far."""

Count: TypeAlias = Callable[[Position, list[Move], int, Stop], Iterator[int]]
"""Counts the lines of a length that start with each of some moves; may raise `StoppedError`."""


class StoppedError(Exception):
    """The user has stopped the counting."""


def never() -> bool:
    """The default for `Stop`: counting never ends early."""
    return False


def check_depth(depth: int) -> None:
    """Refuse an impossible depth.

    Raises:
        OptionError: if it is negative.
    """
    if depth < 0:
        raise OptionError(f"depth {depth}: expected 0 or more")


def by_pushing(position: Position, moves: list[Move], depth: int, stop: Stop) -> Iterator[int]:
    """Count by making every move but the last, with any engine."""
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
    """The number of lines of `depth` moves that start with each legal move.

    Args:
        position: the first position.
        depth: the number of moves, at least 1.
        progress: called after each first move.
        stop: returns whether to end.
        count: the counting function.

    Raises:
        OptionError: if the depth is less than 1.
    """
    if depth < 1:
        raise OptionError(f"depth {depth}: expected 1 or more, as lines of 0 moves have no first move")
    moves = position.legal_moves()
    found: dict[Move, int] = {}
    with suppress(StoppedError):
        for move, number in zip(moves, count(position, moves, depth, stop), strict=True):
            found[move] = number
            if progress:
                progress(len(found), len(moves), None)
    return found


def _lines(position: Position, depth: int, stop: Stop) -> int:
    """The number of lines of `depth` moves from a position."""
    if stop():
        raise StoppedError
    if depth < 2:
        return len(position.legal_moves()) if depth else 1
    return sum(_lines(after, depth - 1, stop) for after in position.successors().values())
