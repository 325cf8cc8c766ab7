"""Whether a move leaves checkmate, stalemate or no answer, where it must or must not (core/replies.lp, answers.lp)."""

from __future__ import annotations

from ..named_values import ANSWERED, FREE, GIVES_CHECK, STUCK
from ..packed import Packed, Words, int64
from ..tables import EXPOSURE, GUARD, GUARD_WIDTH, GUARDS, REPLIES_THEN
from .board import CLAIMED, FREELY, TURN, WON, Board
from .decorators import kernel
from .encoded_move import row_of
from .guards import gives_check
from .make_move import make, unmake
from .rows import row_fact
from .some_move import has_answer, has_move
from .winning import is_over

WITH_ANSWER_OR_NOT = int64(1 | 1 << 4)
"""The situations with an answer and without one, where nothing else is added to their number."""


@kernel
def keep_replied(tables: Packed, board: Board, moves: Words, start: int, end: int) -> int:
    """Keep of some moves, legal otherwise, those that leave replies as they must. Returns the end of the list.

    Args:
        tables: the game.
        board: the position.
        moves: the moves are `moves[start:end]`; what lies behind is written to.
        start: see there; the moves kept start here too.
        end: see there.
    """
    kept, freely = start, board.state[FREELY]
    board.state[FREELY] = tables.numbers[EXPOSURE] == FREE
    for number in range(start, end):
        move = moves[number]
        guard = row_fact(tables, row_of(move), GUARD)
        if guard == 0 or leaves_replies(tables, board, moves, end, move, guard):
            moves[kept] = move
            kept += 1
    board.state[FREELY] = freely
    return kept


@kernel
def leaves_replies(tables: Packed, board: Board, room: Words, start: int, move: int, guard: int) -> bool:
    """The same of one move, with a guard; `room` is written to from `start` on."""
    wrong = tables.words[tables.numbers[GUARDS] + GUARD_WIDTH * (guard - 1) + REPLIES_THEN]
    if wrong == 0:
        return True
    mover = board.state[TURN]
    make(tables, board, move)
    if gives_check(tables, board, mover):
        wrong >>= GIVES_CHECK
    if (wrong ^ (wrong >> STUCK)) & WITH_ANSWER_OR_NOT and not can_reply(tables, board, room, start):
        wrong >>= STUCK
    if (wrong ^ (wrong >> ANSWERED)) & 1 and is_answered(tables, board, room, start):
        wrong >>= ANSWERED
    unmake(tables, board)
    return wrong & 1 == 0


@kernel
def can_reply(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move, or the game is over otherwise."""
    return is_over(tables, board) or has_move(tables, board, room, start)


@kernel
def is_answered(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether a legal move answers the last one, whatever that has won; `room` is written to from `start` on."""
    won, claimed = board.state[WON], board.state[CLAIMED]
    board.state[WON], board.state[CLAIMED] = 0, 0
    found = has_answer(tables, board, room, start)
    board.state[WON], board.state[CLAIMED] = won, claimed
    return found
