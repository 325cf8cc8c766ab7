"""Moves without regard to what replies they leave: whether there is a legal one (core/legal.lp), or an answer."""

from __future__ import annotations

from ..named_values import IF_AVOIDABLE, NOTHING, PROHIBITED
from ..packed import Packed, Words
from ..tables import ANSWERS, COMPULSORY, EXPOSURE, HAS_COMPULSORY, VARIES, WORDS
from .attacks import pieces_of
from .board import FREELY, TARGETS, TURN, WON, Board, type_fact, work_row
from .decorators import kernel
from .drops import drops
from .emit import emit_plain
from .emit_extra import special
from .emit_special import special_moves
from .encoded_move import row_of
from .passing import passes
from .rows import row_fact
from .safety import look_around, safe_targets
from .winning import is_over


@kernel
def must_expose(tables: Packed, board: Board) -> bool:
    """Whether, where no move has been found, moves are to be looked for that leave royals attacked; it is noted."""
    if tables.numbers[EXPOSURE] != IF_AVOIDABLE or board.state[FREELY] or board.state[WON]:
        return False
    board.state[FREELY] = 1
    return True


@kernel
def has_move(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move; `room` is written to from `start` on.

    Here a move may leave the other player checkmated or stalemated, whatever its guard asks for (core/replies.lp).
    """
    found = is_any_allowed(tables, board, room, start)
    if not found and must_expose(tables, board):
        found = is_any_allowed(tables, board, room, start)
        board.state[FREELY] = 0
    return found


@kernel
def is_any_allowed(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """The same, as far as moves may leave royals attacked now."""
    if is_over(tables, board):
        return False
    loose, row = look_around(tables, board), work_row(tables, TARGETS)
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        if type_fact(tables, board.cells[origin], VARIES) >= PROHIBITED:
            if emit_plain(tables, board, room, start, origin) > start:
                return True
        else:
            for word in range(tables.numbers[WORDS]):
                if board.sets[row + word]:
                    return True
        if special(tables, board, room, start, origin, doubles) > start:
            return True
    if drops(tables, board, room, start, loose) > start or special_moves(tables, board, room, start) > start:
        return True
    return passes(tables, board, room, start, NOTHING) > start


@kernel
def moves_of_pieces(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the moves that leave no royal attacked, but for passes, and say where they end."""
    loose = look_around(tables, board)
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        count = emit_plain(tables, board, out, count, origin)
        count = special(tables, board, out, count, origin, doubles)
    return special_moves(tables, board, out, drops(tables, board, out, count, loose))


@kernel
def compelled(tables: Packed, moves: Words, start: int, end: int) -> int:
    """Keep of some moves the compulsory ones, if there are any. Returns the end of the list."""
    kept = start
    for number in range(start, end):
        if row_fact(tables, row_of(moves[number]), COMPULSORY):
            moves[kept] = moves[number]
            kept += 1
    return kept if kept > start else end


@kernel
def has_answer(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move that is an answer (core/answers.lp), if the game is not over.

    As in `has_move`, `room` is written to, and moves may leave any replies.
    """
    end = moves_of_pieces(tables, board, room, start)
    end = passes(tables, board, room, end, end - start)
    if end == start and must_expose(tables, board):
        end = moves_of_pieces(tables, board, room, start)
        end = passes(tables, board, room, end, end - start)
        board.state[FREELY] = 0
    if tables.numbers[HAS_COMPULSORY]:
        end = compelled(tables, room, start, end)
    for number in range(start, end):
        if row_fact(tables, row_of(room[number]), ANSWERS):
            return True
    return False
