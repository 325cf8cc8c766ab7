"""What is possible in many positions, as hash words that can be compared with those of other rules.

They are comparable if the Zobrist keys of both tables stand for the same pieces and rights (`comparing/surveying.py`).
Different words mean different positions; different positions have the same word once in 2^64.
"""

from __future__ import annotations

from ..named_values import FORBIDDEN, NOTHING
from ..packed import Packed, Words, int64
from ..tables import EXPOSURE, LAST_PLAYER_WINS, STATE_KEYS
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
# leads, and its status: these bits, and above them the wins.
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
        asked: as for `candidates.sift`; only the player to move and the width are used.
        candidates: the positions, one after another, as `candidates.place` has them.
        found: what is found of each.
        start: the first to be looked at.

    Returns:
        The number of the first position that was not looked at, because the tables lack a pair of its types.
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
    """The status: checks, wins, and whether the position is dead."""
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
    """A word for the position on a board: its hash key, with wins and progress.

    Unions may be judged only here, so the wins in the hash key are replaced.
    """
    won, word = board.state[WON], board.state[HASH]
    if won:
        word ^= tables.words[tables.numbers[STATE_KEYS]] * (2 * won + 1)
    won = board.state[WON] if is_over(tables, board) else NOTHING
    return mixed(word + 2 * won + (1 if board.state[QUIET] == 0 else 0))
