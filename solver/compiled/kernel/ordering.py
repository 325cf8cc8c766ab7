"""Move ordering in the search for a forced goal.

Replies that have refuted much, and attacks that leave few replies, come first.
"""

from __future__ import annotations

from ..packed import Packed
from .board import Board
from .decorators import kernel
from .encoded_move import origin_of, target_of
from .generate import count_moves
from .turns import make_turn, unmake_turn
from .workspace import Workspace


@kernel
def used(board: Board, work: Workspace, move: int) -> int:
    """Where in the history a move is."""
    return (origin_of(move) * len(board.cells) + target_of(move)) & (len(work.history) - 1)


@kernel
def best_first(work: Workspace, number: int, end: int) -> int:
    """Bring the most promising of the moves from `number` on to its place, and give it."""
    moves, scores = work.moves, work.scores
    best = number
    for other in range(number + 1, end):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]
    return moves[number]


@kernel
def rate_by_success(board: Board, work: Workspace, start: int, end: int) -> None:
    """Rate the attacker's moves: those that have won before are promising."""
    for number in range(start, end):
        work.scores[number] = work.attacks[used(board, work, work.moves[number])]


@kernel
def rate_by_replies(tables: Packed, board: Board, work: Workspace, start: int, end: int) -> None:
    """Rate the attacker's moves: few replies are promising."""
    for number in range(start, end):
        make_turn(tables, board, work.moves[number])
        replies = count_moves(tables, board, work.moves, end)
        unmake_turn(tables, board)
        work.scores[number] = -replies


@kernel
def rate_replies(board: Board, work: Workspace, start: int, end: int) -> None:
    """Rate the defender's replies: what has refuted before is promising, then captures."""
    for number in range(start, end):
        move = work.moves[number]
        work.scores[number] = 2 * work.history[used(board, work, move)] + (board.cells[target_of(move)] != 0)
