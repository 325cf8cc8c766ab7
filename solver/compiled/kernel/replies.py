"""Whether a move leaves checkmate, stalemate or no answer, where it must or must not (core/replies.lp, answers.lp)."""

from __future__ import annotations

from ..packed import Packed, Words
from ..tables import (
    ANSWER_THEN,
    ANY_CHECK,
    CHECKMATE_THEN,
    EXPOSURE,
    FREE,
    GUARD,
    GUARD_WIDTH,
    GUARDS,
    IN_CHECK,
    STALEMATE_THEN,
)
from .attacks import in_check
from .board import CLAIMED, FREELY, TURN, WON, Board
from .decorators import kernel
from .encoded_move import row_of
from .make_move import make, unmake
from .rows import row_fact
from .some_move import has_answer, has_move
from .winning import is_over


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
    place = tables.numbers[GUARDS] + GUARD_WIDTH * (guard - 1)
    mate, stalemate = tables.words[place + CHECKMATE_THEN], tables.words[place + STALEMATE_THEN]
    answer = tables.words[place + ANSWER_THEN]
    if answer != ANY_CHECK and is_answered(tables, board, room, start, move) != (answer == IN_CHECK):
        return False
    if mate == ANY_CHECK and stalemate == ANY_CHECK:
        return True
    make(tables, board, move)
    checked = in_check(tables, board, board.state[TURN])
    ends = False
    if (mate if checked else stalemate) != ANY_CHECK and not is_over(tables, board):
        ends = not has_move(tables, board, room, start)
    unmake(tables, board)
    if mate != ANY_CHECK and (ends and checked) != (mate == IN_CHECK):
        return False
    return stalemate == ANY_CHECK or (ends and not checked) == (stalemate == IN_CHECK)


@kernel
def is_answered(tables: Packed, board: Board, room: Words, start: int, move: int) -> bool:
    """Whether a legal move answers a move, whatever that would win; `room` is written to from `start` on."""
    make(tables, board, move)
    won, claimed = board.state[WON], board.state[CLAIMED]
    board.state[WON], board.state[CLAIMED] = 0, 0
    found = has_answer(tables, board, room, start)
    board.state[WON], board.state[CLAIMED] = won, claimed
    unmake(tables, board)
    return found
