"""Perft: the number of lines of a number of moves."""

from __future__ import annotations

from ..packed import Packed, Words
from .board import UNKNOWN, Board
from .decorators import entry
from .generate import count_moves, generate
from .turns import make_turn, unmake_turn


@entry
def perft(tables: Packed, board: Board, moves: Words, start: int, depth: int) -> int:
    """The number of lines of `depth` moves, of no use after a miss; `moves` is written to from `start` on."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(tables, board, moves, start)
    found = 0
    end = generate(tables, board, moves, start)
    for number in range(start, end):
        if board.state[UNKNOWN]:
            break
        make_turn(tables, board, moves[number])
        found += perft(tables, board, moves, end, depth - 1)
        unmake_turn(tables, board)
    return found
