"""What can be done in many positions, in words that are the same under other rules if that is the same.

They are so if the salts of both tables say what a piece or a right is (`comparing/surveying.py`), as a position's hash
is made of these. Words that differ are of different positions; two different ones have the same word once in 2^64.
"""

from __future__ import annotations

from ..packed import Packed, Words, int64
from ..tables import EXPOSURE, FORBIDDEN, LAST_PLAYER_WINS, NOTHING, STATE_KEYS
from .attacks import in_check
from .board import HASH, QUIET, TURN, UNKNOWN, WON, Board, mixed, player_after
from .candidates import WIDTH, place
from .dead_positions import is_dead
from .decorators import entry, kernel
from .encoded_move import origin_of, target_of
from .generate import generate
from .turns import make_turn, unmake_turn
from .winning import is_over

# What is found of a position: its hash when its player moves, the sum over its moves of where each goes and to what it
# leads, and how it stands: these bits, and above them who has won for what.
HERE, DONE, STANDING = range(3)
SURVEY_COLUMNS = 3
CHECKED, EXPOSED, MOVABLE, ALONE, LIFELESS = 1, 2, 4, 8, 16
STANDING_WON = 5


@entry
def survey(
    tables: Packed, board: Board, moves: Words, asked: Words, candidates: Words, found: Words, start: int
) -> int:
    """Look at positions.

    Args:
        tables: the game.
        board: room for a position.
        moves: room for its moves.
        asked: as for `candidates.sift`; only who moves and the width are used.
        candidates: the positions, one after another, as `candidates.place` has them.
        found: what is found of each.
        start: the first to be looked at.

    Returns:
        The number of the first that was not looked at, because pieces met in it of whom the tables say nothing.
    """
    width = asked[WIDTH]
    for number in range(start, len(candidates) // width):
        place(tables, board, asked, candidates, number * width, NOTHING)
        row = number * SURVEY_COLUMNS
        found[row + HERE] = board.state[HASH]
        found[row + STANDING] = standing(tables, board)
        end = generate(tables, board, moves, NOTHING)
        if end:
            found[row + STANDING] |= MOVABLE
        done = int64(0)
        for each in range(end):
            done += special_word(tables, board, moves[each])
        found[row + DONE] = done
        if board.state[UNKNOWN]:
            return number
    return len(candidates) // width


@kernel
def standing(tables: Packed, board: Board) -> int:
    """Who is in check, who has won, and whether the position is dead."""
    turn, found = board.state[TURN], int64(0)
    after = player_after(tables, board, turn)
    if in_check(tables, board, turn):
        found |= CHECKED
    if is_dead(tables, board):
        found |= LIFELESS
    if after == turn:
        found |= ALONE if tables.numbers[LAST_PLAYER_WINS] else NOTHING
    elif tables.numbers[EXPOSURE] == FORBIDDEN and in_check(tables, board, after):
        found |= EXPOSED
    return found | (board.state[WON] << STANDING_WON if is_over(tables, board) else NOTHING)


@kernel
def special_word(tables: Packed, board: Board, move: int) -> int:
    """A word for where a move goes and what comes of it."""
    word = mixed(origin_of(move) << 16 | target_of(move))
    make_turn(tables, board, move)
    found = mixed(word ^ after_word(tables, board))
    unmake_turn(tables, board)
    return found


@entry
def after_word(tables: Packed, board: Board) -> int:
    """A word for the position on a board: its hash, with who has won, and whether it counts as progress.

    Unions may be judged only here, so what the hash knows of who has won is taken out of it.
    """
    said, word = board.state[WON], board.state[HASH]
    if said:
        word ^= tables.words[tables.numbers[STATE_KEYS]] * (2 * said + 1)
    won = board.state[WON] if is_over(tables, board) else NOTHING
    return mixed(word + 2 * won + (1 if board.state[QUIET] == 0 else 0))
