"""Perft: the number of lines of legal moves, by which programs are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np

from ..errors import ShadowmateError
from .move import Move
from .position import Position

Progress = Callable[[int, int, object], None]
Stop = Callable[[], bool]

_AT_ONCE = 5_000_000  # lines that the kernel counts, about, before it is worth asking whether to stop


class _Stopped(Exception):
    """The user has had enough."""


def check_depth(depth: int) -> None:
    """Refuse a depth that there is not.

    Raises:
        ShadowmateError: if it is negative.
    """
    if depth < 0:
        raise ShadowmateError(f"the depth is {depth}, and a line has 0 moves or more")


def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` moves start here; draws and other ends by count do not end a line.

    Args:
        position: where the lines start.
        depth: how many moves of all players together.

    Raises:
        ShadowmateError: if the depth is negative.
    """
    check_depth(depth)
    return 1 if depth == 0 else sum(divide(position, depth).values())


def divide(
    position: Position,
    depth: int,
    jobs: int = 1,
    progress: Progress | None = None,
    stop: Stop = lambda: False,
) -> dict[Move, int]:
    """How many lines of `depth` moves start with each legal move.

    Args:
        position: where the lines start.
        depth: how many moves, at least 1.
        jobs: so many threads share the work; for the compiled engine only.
        progress: called with how many first moves are counted, how many there are, and None.
        stop: says True when it has to end with the moves that are counted by then.

    Raises:
        ShadowmateError: if depth or jobs are less than 1.
    """
    if depth < 1 or jobs < 1:
        raise ShadowmateError(f"depth and jobs are at least 1, not {depth} and {jobs}")
    moves = position.legal_moves()
    if position.game.is_compiled:
        counts = _compiled(position, moves, depth, jobs, stop)
    else:
        counts = (_plain(position, move, depth - 1, stop) for move in moves)
    found: dict[Move, int] = {}
    with suppress(_Stopped):
        for move, number in zip(moves, counts, strict=True):
            found[move] = number
            if progress:
                progress(len(found), len(moves), None)
    return found


def _plain(position: Position, move: Move, depth: int, stop: Stop) -> int:
    """How many lines of `depth` moves follow a move."""
    if stop():
        raise _Stopped
    if depth == 0:
        return 1
    after = position.push(move)
    moves = after.legal_moves()
    return len(moves) if depth == 1 else sum(_plain(after, each, depth - 1, stop) for each in moves)


def _compiled(position: Position, moves: list[Move], depth: int, jobs: int, stop: Stop) -> Iterator[int]:
    from ..compiled.kernel.board import Board, make, unmake
    from ..compiled.kernel.perft import perft as count
    from ..compiled.tables import Words

    engine = position.game.compiled
    placement = position.placement()
    by_term = {engine.term(int(move)): int(move) for move in engine.moves(engine.board(placement))}

    def lines(board: Board, room: Words, depth: int) -> int:
        """The lines from here. The kernel cannot be interrupted, so it is given no more than takes a moment."""
        if stop():
            raise _Stopped
        moves = engine.moves(board) if depth > 1 else ()
        if len(moves) ** depth <= _AT_ONCE:
            return int(count(engine.tables, board, room, 0, depth))
        found = 0
        for move in moves:
            make(engine.tables, board, move)
            found += lines(board, room, depth - 1)
            unmake(engine.tables, board)
        return found

    def below(move: Move) -> int:
        assert move.term is not None
        board = engine.board(placement, depth + 1)
        room = np.empty(engine.room(board) * depth, np.int64)
        make(engine.tables, board, by_term[move.term])
        return lines(board, room, depth - 1)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(below, moves)
