"""Whether a move is legal, judged without making it where lines to the royals decide that (screens.py, safety.py)."""

from __future__ import annotations

from ..named_values import IF_WON, IN_PASSING, NOWHERE
from ..packed import Packed, int64
from ..tables import ARMIES, ENTERS, EXPOSURE, ROYAL, SIMPLE, SWEEP_COUNT, WAY, WORDS
from .attacks import lone_royal
from .bits import copy, has
from .board import (
    FOE,
    HASH,
    LOOKED,
    SCREENED,
    SCREENING,
    TURN,
    WORLD,
    Board,
    occupied_row,
    player_after,
    type_fact,
    work_row,
)
from .decorators import kernel
from .encoded_move import companion_of, origin_of, row_of, target_of
from .guards import wrong_checks
from .rows import row_fact
from .safety import exposes, is_on_lines
from .screens import may_attack, only_arrives, screens

UNSURE = int64(-2)
"""In the place of a row: the move must be made to see whether it is legal. Of a check: whether it is given."""


@kernel
def foreseen(tables: Packed, board: Board, move: int, freely: bool) -> int:
    """The row of a move if it is legal, NOWHERE if it is not, and UNSURE if it must be made to see that.

    Args:
        tables: the game.
        board: the position.
        move: the move.
        freely: whether it may leave royals of its player attacked.
    """
    row, origin, target = row_of(move), origin_of(move), target_of(move)
    way = row_fact(tables, row, WAY)
    if not row_fact(tables, row, SIMPLE) or way > IN_PASSING or row_fact(tables, row, ENTERS):
        return UNSURE
    victim = companion_of(move) if way == IN_PASSING else target if board.cells[target] else NOWHERE
    if victim >= 0 and type_fact(tables, board.cells[victim], ROYAL):
        return UNSURE
    if not freely and is_exposed(tables, board, origin, target, victim, way):
        # It may win, or what seems to attack the royal may sweep one of its own.
        may_be_legal = tables.numbers[EXPOSURE] == IF_WON or tables.numbers[SWEEP_COUNT] != 0
        return UNSURE if may_be_legal else NOWHERE
    wrong = wrong_checks(tables, row)
    if wrong == 0:
        return row
    check = foreseen_check(tables, board, move)
    if check == UNSURE:
        return UNSURE
    return int64(NOWHERE) if (wrong >> check) & 1 else row


@kernel
def is_exposed(tables: Packed, board: Board, origin: int, target: int, victim: int, way: int) -> bool:
    """Whether a simple move leaves a royal piece of its player attacked; see `safety.exposes` for what is given."""
    by_lines = way != IN_PASSING and board.state[LOOKED] == board.state[HASH]
    if by_lines and not type_fact(tables, board.cells[origin], ROYAL):
        return not is_on_lines(tables, board, origin, target)
    return exposes(tables, board, origin, target, victim)


@kernel
def foreseen_check(tables: Packed, board: Board, move: int) -> int:
    """Whether a simple move gives check: 1, 0, or UNSURE."""
    find_screening(tables, board)
    royal = board.state[FOE]
    if royal < 0 or has(board.sets, work_row(tables, SCREENING), origin_of(move)):
        return UNSURE
    if not only_arrives(tables, row_of(move)):
        return UNSURE
    copy(board.sets, work_row(tables, WORLD), tables.numbers[WORDS], occupied_row(tables))
    return UNSURE if may_attack(tables, board, move, royal) else int64(0)


@kernel
def find_screening(tables: Packed, board: Board) -> None:
    """Find the lone royal of the other player, and the pieces that block lines to it, unless that is known."""
    if board.state[SCREENED] == board.state[HASH]:
        return
    board.state[SCREENED], board.state[FOE] = board.state[HASH], NOWHERE
    if tables.numbers[ARMIES] > 2:
        return
    royal = lone_royal(tables, board, player_after(tables, board, board.state[TURN]))
    if royal >= 0 and screens(tables, board, royal, work_row(tables, SCREENING)):
        board.state[FOE] = royal
