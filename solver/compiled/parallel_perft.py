"""Perft with the engine of a game: the compiled one counts in its kernel, on several threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import numpy as np

from ..arguments import checked
from ..play import perft as plain
from ..play.move import Move
from ..play.perft import Progress, Stop, StoppedError, check_depth, never
from ..play.position import Position
from .engine_choice import engine_of, for_many
from .kernel.board import Board
from .kernel.perft_count import perft as count
from .kernel.turns import make_turn, unmake_turn
from .move_decoding import code_of

_AT_ONCE = 5_000_000  # lines that the kernel counts, about, before it is worth asking whether to stop


@checked()
def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` moves start here; draws and other ends by count do not end a line.

    Args:
        position: where the lines start.
        depth: how many moves of all players together.

    Raises:
        OptionError: if the depth is negative.
    """
    check_depth(depth)
    return 1 if depth == 0 else sum(divide(position, depth).values())


@checked(jobs=1)
def divide(
    position: Position,
    depth: int,
    jobs: int = 1,
    progress: Progress | None = None,
    stop: Stop = never,
) -> dict[Move, int]:
    """How many lines of `depth` moves start with each legal move.

    Args:
        position: where the lines start.
        depth: how many moves, at least 1.
        jobs: how many threads share the work; for the compiled engine only.
        progress: called with how many first moves are counted, how many there are, and None.
        stop: True if it must end, with the moves that are counted by then.

    Raises:
        OptionError: if depth or jobs are less than 1.
    """
    game = for_many(position.game)
    if game is not position.game:
        position = Position.of(game, position.placement())
    counting = partial(_by_kernel, jobs=jobs) if game.is_compiled else plain.by_pushing
    return plain.divide(position, depth, progress, stop, counting)


def _by_kernel(position: Position, moves: list[Move], depth: int, stop: Stop, jobs: int) -> Iterator[int]:
    engine = engine_of(position.game)
    placement = position.placement()
    ended = Event()

    def counted(board: Board, depth: int) -> int:
        capacity = np.empty(engine.capacity(board) * max(depth, 1), np.int64)
        return int(count(engine.tables, board, capacity, 0, depth))

    def lines(board: Board, depth: int) -> int:
        """The lines from here, in short calls of the kernel, because it cannot be interrupted."""
        if ended.is_set() or stop():
            raise StoppedError
        moves = engine.moves(board) if depth > 1 else ()
        if len(moves) ** depth <= _AT_ONCE:
            return engine.complete(board, lambda: counted(board, depth))
        found = 0
        for move in moves:
            make_turn(engine.tables, board, move)
            found += lines(board, depth - 1)
            unmake_turn(engine.tables, board)
        return found

    def below(move: Move) -> int:
        board = engine.board(placement, depth + 1)
        make_turn(engine.tables, board, code_of(move))
        return lines(board, depth - 1)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(below, moves)
        finally:
            ended.set()  # at Ctrl-C, or the threads would first count all that they have begun
