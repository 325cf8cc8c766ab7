"""Move ordering in the search for a forced goal.

Replies that give check or have refuted much, and attacks that leave few replies, come first.
"""

from __future__ import annotations

from ..packed import Packed, int64
from ..tables import WORDS
from .attacks import lone_royal
from .bits import copy
from .board import HASH, SCREENS, TURN, WORLD, Board, occupied_row, player_after, work_row
from .decorators import kernel
from .encoded_move import origin_of, target_of
from .generate import count_moves
from .screens import may_check, screens
from .transposition_table import proved
from .turns import make_turn, unmake_turn
from .workspace import Workspace

_CHECK = int64(1 << 40)
"""How much more promising a reply is that may give check; more than any history."""
_REFUTES = int64(1 << 50)
"""How much more promising a reply is that is known to refute."""


@kernel
def used(board: Board, work: Workspace, move: int) -> int:
    """Where in the history a move is."""
    return (origin_of(move) * len(board.cells) + target_of(move)) & (len(work.history) - 1)


@kernel
def bring_forward(work: Workspace, place: int, reply: int) -> None:
    """Make a reply that has refuted the first of `work.latest`; those before `place` go one back."""
    for number in range(place, 0, -1):
        work.latest[number] = work.latest[number - 1]
    work.latest[0] = reply


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
def rate_replies(tables: Packed, board: Board, work: Workspace, left: int, start: int, end: int) -> None:
    """Rate the defender's replies: those known to refute, then checks, then what has refuted before, then captures.

    With one move left a reply is judged as fast as it is looked up.
    """
    for number in range(start, end):
        move = work.moves[number]
        work.scores[number] = 2 * work.history[used(board, work, move)] + (board.cells[target_of(move)] != 0)
    prefer_checks(tables, board, work, start, end)
    if left > 1:
        prefer_refutations(tables, board, work, left, start, end)


@kernel
def prefer_refutations(tables: Packed, board: Board, work: Workspace, left: int, start: int, end: int) -> None:
    """Raise replies to positions where the table has that the attacker fails in this number of moves."""
    for number in range(start, end):
        make_turn(tables, board, work.moves[number])
        fails, wins = proved(work, board.state[HASH])
        unmake_turn(tables, board)
        if wins == 0 and fails >= left:
            work.scores[number] += _REFUTES


@kernel
def prefer_checks(tables: Packed, board: Board, work: Workspace, start: int, end: int) -> None:
    """Rate moves higher that may give check: few moves answer them, so it is soon known what they lead to."""
    row = work_row(tables, SCREENS)
    royal = lone_royal(tables, board, player_after(tables, board, board.state[TURN]))
    if royal < 0 or not screens(tables, board, royal, row):
        return
    copy(board.sets, work_row(tables, WORLD), tables.numbers[WORDS], occupied_row(tables))
    for number in range(start, end):
        move = work.moves[number]
        if board.cells[origin_of(move)] and may_check(tables, board, move, royal, row):
            work.scores[number] += _CHECK
