"""Which moves reach a goal: mate, stalemate, check, a capture, a cell, a win, and so on.

A goal may also be about the reply: the other player must reach it by the next move (FORCED), or can (ALLOWED). These
are added to the goal, so whatever asks for moves that reach a goal can ask for these too.
"""

from __future__ import annotations

from ..named_values import GONE, MOST_OTHERS, NOTHING, OTHER_WINS, PASS, SPECIAL_MOVE
from ..packed import Packed, Words, int64
from ..tables import ARMIES, BECOMES, CHECKMATED, ENDINGS, EVENT_COUNT, HALTS, STALEMATED, SUBJECT, WAY
from .attacks import in_check, lone_royal
from .board import SCREENS, TURN, WON, Board, player_after, work_row
from .checks import checking
from .decorators import entry, kernel
from .encoded_move import row_of, target_of
from .generate import can_move, generate, weighs_moves
from .mate_sieve import is_sifted, look_at_reaches, may_be_caught
from .passing import make_pass, unmake_pass
from .rows import is_removed, other_cell, other_end, row_fact
from .screens import screens
from .turns import make_turn, unmake_turn
from .winning import is_over

(
    MATE, STALEMATE, CHECK, CAPTURE, ARRIVAL, WIN, STUCK, DOUBLE_STALEMATE, AUTOSTALEMATE, SPECIAL, ANY,
) = range(11)  # fmt: skip
"""What a move may reach. STUCK is mate or stalemate, AUTOSTALEMATE the mover's; SPECIAL moves have certain ways."""

FORCED, ALLOWED = 16, 32
"""Added to a goal: the other player must reach it by the next move, or can."""

_UNNAMED = int64(62)  # the number of all other ways

ALL, ONE_IS_ENOUGH = int64(-1), int64(1)


@kernel
def fulfils(tables: Packed, board: Board, move: int, goal: int, cell: int, room: Words, start: int) -> bool:
    """Whether a legal move reaches a goal, or makes the other player reach it by the next.

    Args:
        tables: the game.
        board: the position before the move.
        move: the move.
        goal: what it is to reach, with FORCED or ALLOWED added if the other player is to.
        cell: the cell of an ARRIVAL; for what to WIN, as bits of `Board.state[WON]`, -1 for anything; the ways of a
            SPECIAL move, as bits.
        room: written to from `start` on.
        start: where.
    """
    if goal < FORCED:
        return attains(tables, board, move, goal, cell, room, start)
    make_turn(tables, board, move)
    found = False
    if not is_over(tables, board):
        one_will_do = goal >= ALLOWED
        end = generate(tables, board, room, start)
        found = not one_will_do and end > start
        for number in range(start, end):
            if attains(tables, board, room[number], goal % FORCED, cell, room, end) == one_will_do:
                found = one_will_do
                break
    unmake_turn(tables, board)
    return found


@kernel
def attains(tables: Packed, board: Board, move: int, goal: int, cell: int, room: Words, start: int) -> bool:
    """Whether a legal move itself reaches a goal; see `fulfils`."""
    if goal == CAPTURE:
        return captures(tables, board, move)
    if goal == ARRIVAL:
        return arrives(tables, board, move, cell)
    if goal == SPECIAL:
        return (cell >> way_number(tables, move)) & 1 != 0
    if goal == ANY:
        return True
    make_turn(tables, board, move)
    checked = in_check(tables, board, board.state[TURN])
    if goal == CHECK:
        found = checked
    elif is_over(tables, board):
        found = goal == WIN and is_won(tables, board, cell)
    elif goal == WIN:
        winner = tables.numbers[CHECKMATED] if checked else tables.numbers[STALEMATED]
        found = cell < 0 and winner == OTHER_WINS and not can_move(tables, board, room, start)
    elif goal == AUTOSTALEMATE:
        found = not checked and is_stuck_too(tables, board, room, start)
    elif goal != STUCK and checked != (goal == MATE):
        found = False
    else:
        found = not can_move(tables, board, room, start)
        if goal == DOUBLE_STALEMATE:
            found = found and is_stuck_too(tables, board, room, start)
    unmake_turn(tables, board)
    return found


@kernel
def is_stuck_too(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the other player, if the one whose turn it is passed, would be stalemated."""
    make_pass(tables, board)
    stuck = not in_check(tables, board, board.state[TURN]) and not can_move(tables, board, room, start)
    unmake_pass(board)
    return stuck


@kernel
def way_number(tables: Packed, move: int) -> int:
    """The number of the way of a move; special moves have one each, behind those of the other ways."""
    row = row_of(move)
    way = row_fact(tables, row, WAY)
    if way == SPECIAL_MOVE:
        return int64(SPECIAL_MOVE) + row_fact(tables, row, SUBJECT)
    return way if 0 <= way < SPECIAL_MOVE else _UNNAMED


@kernel
def is_won(tables: Packed, board: Board, decided: int) -> bool:
    """Whether the player of the last move alone has won by it, for one of some reasons."""
    endings = int64(tables.numbers[ENDINGS])
    for army in range(int64(tables.numbers[ARMIES])):
        if player_after(tables, board, army) == board.state[TURN]:
            own = ((1 << endings) - 1) << (endings * army)
            return board.state[WON] & ~own == 0 and board.state[WON] & decided != 0
    return False


@kernel
def is_there(tables: Packed, board: Board, move: int, piece: int) -> bool:
    """Whether one of the other pieces of a move is there."""
    cell = other_cell(tables, move, piece)
    return cell >= 0 and board.cells[cell] != 0


@kernel
def captures(tables: Packed, board: Board, move: int) -> bool:
    """Whether a move captures."""
    for piece in range(MOST_OTHERS):
        if is_removed(tables, move, piece) and is_there(tables, board, move, piece):
            return True
    return False


@kernel
def arrives(tables: Packed, board: Board, move: int, cell: int) -> bool:
    """Whether a piece arrives on a cell by a move."""
    row = row_of(move)
    if row_fact(tables, row, WAY) == PASS:
        return False
    if target_of(move) == cell and row_fact(tables, row, BECOMES) != GONE and not row_fact(tables, row, HALTS):
        return True
    for piece in range(MOST_OTHERS):
        if is_removed(tables, move, piece) or not is_there(tables, board, move, piece):
            continue
        if other_end(tables, move, piece) == cell and other_cell(tables, move, piece) != cell:
            return True
    return False


@kernel
def reaching(tables: Packed, board: Board, moves: Words, start: int, goal: int, cell: int, most: int) -> int:
    """Write down at most `most` legal moves that reach a goal. Returns the end of the list."""
    if is_over(tables, board):
        return start
    if goal in (MATE, CHECK) and not weighs_moves(tables) and not tables.numbers[EVENT_COUNT]:
        prey = player_after(tables, board, board.state[TURN])
        royal = lone_royal(tables, board, prey)
        sifted = goal == MATE and is_sifted(tables, board, royal)
        if sifted:
            look_at_reaches(tables, board, prey)
            if not may_be_caught(tables, board, board.cells[royal], royal, royal, NOTHING):
                return start
        row = work_row(tables, SCREENS)
        if royal >= 0 and screens(tables, board, royal, row):
            end = checking(tables, board, moves, start, royal, row, sifted)
            return keep_fulfilling(tables, board, moves, start, end, goal, cell, most)
    return keep_fulfilling(tables, board, moves, start, generate(tables, board, moves, start), goal, cell, most)


@entry
def keep_fulfilling(
    tables: Packed, board: Board, moves: Words, start: int, end: int, goal: int, cell: int, most: int
) -> int:
    """Keep of some legal moves those that reach a goal.

    Args:
        tables: the game.
        board: the position.
        moves: the moves are `moves[start:end]`; what lies behind is written to.
        start: see there; the moves kept start here too.
        end: see there.
        goal: what they are to reach, as for `fulfils`.
        cell: see there.
        most: how many are enough.

    Returns:
        Where the moves kept end.
    """
    kept = start
    for number in range(start, end):
        move = moves[number]
        if fulfils(tables, board, move, goal, cell, moves, end):
            moves[kept] = move
            kept += 1
            if kept - start == most:
                break
    return kept
