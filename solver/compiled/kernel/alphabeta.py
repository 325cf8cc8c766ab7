"""The search of a player of games: alpha-beta with a quiescence search of captures.

One player plays against all others, one or several. A value is from the view of the side to move: the player, or the
others. The same side may move twice, so each move is checked for that.
"""

from __future__ import annotations

from ..named_values import NOTHING, NOWHERE
from ..packed import Packed, Words, int64
from ..tables import ARMIES, ENDINGS, LAST_PLAYER_WINS
from .attacks import in_check
from .board import HASH, PAST_WIDTH, PLY, QUIET, TURN, WON, Board, player_after
from .dead_positions import is_dead
from .decorators import entry, kernel, part
from .evaluation import MOVE, MOVE_LIMIT, Judgement, captured, is_mine, material
from .generate import generate
from .ordering import best_first, used
from .turns import make_turn, unmake_turn
from .winning import is_over
from .workspace import STOP, UNDECIDED, Workspace, spend

WIN = int64(1 << 28)
"""The value of a game that is won, less the number of moves of all players until then."""

WON_FROM = WIN - (1 << 16)
"""A value from here on is that of a game that is won by force."""

MOST_PLIES = 128
"""The longest line, in moves of all players, captures at its end included."""

_MOBILITY = MOVE // 16
"""The value of one move more than the other side has. Matches chose it, against twice and four times as much."""

_INFINITE = int64(1 << 30)
_GOES_ON = int64(1 << 40)

# The results of `choose`: how many moves have been searched, the best of them, and its value.
SEARCHED, BEST, VALUE = range(3)

# The words of an entry of Judgement.table: the hash, folded with the others; the best move; and the value, with the
# depth to which it is searched, and how it is meant.
ENTRY = 4
_FOLDED, _MOVE, _VALUE = range(3)
_EXACT, _AT_LEAST, _AT_MOST = range(3)

# What promises more is tried first: the move that the table has, captures, moves that were good in other lines.
_BY_TABLE = int64(1 << 60)
_BY_CAPTURE = int64(1 << 40)
_BY_KILLER = int64(1 << 39)


@entry
def choose(
    tables: Packed, board: Board, work: Workspace, judgement: Judgement, depth: int, root: Words, found: Words
) -> int:
    """Find the best of some moves of the player to move, as far as a search of some depth sees.

    Args:
        tables: the game.
        board: the position.
        work: what a search needs.
        judgement: by what positions are judged.
        depth: how many moves are looked ahead, this one included, before captures are looked at.
        root: the moves; one that is found to be better comes to the front.
        found: receives the number of moves searched, the best of these, and its value.

    Returns:
        1, or UNDECIDED if the search was stopped.
    """
    alpha, size = -_INFINITE, len(root)
    for number in range(size):
        move = root[number]
        make_turn(tables, board, move)
        if is_mine(judgement, board.state[TURN]):
            value = search(tables, board, work, judgement, depth - 1, alpha, _INFINITE, NOTHING, 1, NOWHERE)
        else:
            value = -search(tables, board, work, judgement, depth - 1, -_INFINITE, -alpha, NOTHING, 1, size)
        unmake_turn(tables, board)
        if work.config[STOP]:
            return UNDECIDED
        found[SEARCHED] = number + 1
        if value > alpha:
            alpha = value
            found[BEST], found[VALUE] = move, value
            for other in range(number, 0, -1):
                root[other] = root[other - 1]
            root[0] = move
    return 1


@kernel
def search(
    tables: Packed,
    board: Board,
    work: Workspace,
    judgement: Judgement,
    depth: int,
    alpha: int,
    beta: int,
    start: int,
    ply: int,
    others: int,
) -> int:
    """The value of a position, if it is between two bounds; else one that is as far beyond them, or less.

    Args:
        tables: the game.
        board: the position.
        work: what a search needs.
        judgement: by what positions are judged.
        depth: how many moves are looked ahead before captures are looked at.
        alpha: the lower bound.
        beta: the upper bound.
        start: where in `work.moves` there is room.
        ply: how many moves have led here.
        others: how many moves the other side had, when it was its turn; -1 if that is not known.

    Returns:
        The value, of no use if the search was stopped.
    """
    if not spend(work, board):
        return NOTHING
    known = settled(tables, board, judgement, ply)
    if known != _GOES_ON:
        return known
    if depth <= 0:
        return end_captures(tables, board, work, judgement, alpha, beta, start, ply, others)
    first, known = recalled(board, judgement, depth, alpha, beta, ply)
    if known != _GOES_ON:
        return known
    end = generate(tables, board, work.moves, start)
    if end == start:
        return stuck(tables, board, judgement, ply)
    rate(tables, board, work, judgement, first, start, end, ply)
    best, best_move, lower = -_INFINITE, NOTHING, alpha
    for number in range(start, end):
        move = best_first(work, number, end)
        quiet = work.scores[number] < _BY_CAPTURE
        value = value_after(tables, board, work, judgement, move, depth, lower, beta, start, end, ply, others)
        if work.config[STOP]:
            return NOTHING
        if value > best:
            best, best_move = value, move
            lower = max(lower, value)
        if best >= beta:
            if quiet:
                note_success(board, work, move, depth, ply)
            break
    keep(board, judgement, depth, best, best_move, alpha, beta, ply)
    return best


@part
def value_after(
    tables: Packed,
    board: Board,
    work: Workspace,
    judgement: Judgement,
    move: int,
    depth: int,
    alpha: int,
    beta: int,
    start: int,
    end: int,
    ply: int,
    others: int,
) -> int:
    """The value after one of the moves from `start` to `end`, for the side that makes it."""
    mine = is_mine(judgement, board.state[TURN])
    make_turn(tables, board, move)
    if is_mine(judgement, board.state[TURN]) == mine:
        value = search(tables, board, work, judgement, depth - 1, alpha, beta, end, ply + 1, others)
    else:
        value = -search(tables, board, work, judgement, depth - 1, -beta, -alpha, end, ply + 1, end - start)
    unmake_turn(tables, board)
    return value


@kernel
def end_captures(
    tables: Packed,
    board: Board,
    work: Workspace,
    judgement: Judgement,
    alpha: int,
    beta: int,
    start: int,
    ply: int,
    others: int,
) -> int:
    """Quiescence search: only captures, or all moves if a royal piece is attacked. No capture is compulsory.

    The arguments are those of `search`. The static value is the material, and _MOBILITY for each move more.
    """
    end = generate(tables, board, work.moves, start)
    if end == start:
        return stuck(tables, board, judgement, ply)
    turn = board.state[TURN]
    checked = in_check(tables, board, turn)
    best, mine = -_INFINITE, is_mine(judgement, turn)
    if not checked or ply >= MOST_PLIES:
        best = material(tables, board, judgement)
        if others >= 0:
            best += _MOBILITY * (end - start - others)
        if best >= beta or ply >= MOST_PLIES:
            return best
        alpha = max(alpha, best)
    rate_captures(tables, board, work, judgement, start, end)
    for number in range(start, end):
        move = best_first(work, number, end)
        if not checked and work.scores[number] <= 0:
            break
        make_turn(tables, board, move)
        if not spend(work, board):
            unmake_turn(tables, board)
            return NOTHING
        again = is_mine(judgement, board.state[TURN]) == mine
        value = settled(tables, board, judgement, ply + 1)
        if value == _GOES_ON and again:
            value = end_captures(tables, board, work, judgement, alpha, beta, end, ply + 1, others)
        elif value == _GOES_ON:
            value = end_captures(tables, board, work, judgement, -beta, -alpha, end, ply + 1, end - start)
        unmake_turn(tables, board)
        if work.config[STOP]:
            return NOTHING
        value = value if again else -value
        if value > best:
            best = value
            alpha = max(alpha, value)
        if best >= beta:
            break
    return best


@kernel
def settled(tables: Packed, board: Board, judgement: Judgement, ply: int) -> int:
    """The value of a game that has ended before its player moves; _GOES_ON if it has not.

    A repeated position has the value of a draw, even if the rules have no draw by repetition.
    """
    if is_over(tables, board):
        return won_by(tables, board, judgement, winner(tables, board), ply)
    move_limit = judgement.manner[MOVE_LIMIT]
    if move_limit and board.state[QUIET] >= move_limit:
        return NOTHING
    return NOTHING if has_been(board, judgement) or is_dead(tables, board) else _GOES_ON


@kernel
def winner(tables: Packed, board: Board) -> int:
    """The winner of a game that has been won; NOWHERE if several players have won, which is a draw."""
    if tables.numbers[LAST_PLAYER_WINS] and player_after(tables, board, board.state[TURN]) == board.state[TURN]:
        return board.state[TURN]
    endings, found = int64(tables.numbers[ENDINGS]), int64(NOWHERE)
    for player in range(int64(tables.numbers[ARMIES])):
        if (board.state[WON] >> (endings * player)) & ((1 << endings) - 1):
            if found >= 0:
                return NOWHERE
            found = player
    return found


@kernel
def won_by(tables: Packed, board: Board, judgement: Judgement, player: int, ply: int) -> int:
    """The value, for the side to move, of a game that a player has won; -1 stands for no winner."""
    if player < 0:
        return NOTHING
    value = WIN - ply
    return value if is_mine(judgement, player) == is_mine(judgement, board.state[TURN]) else -value


@kernel
def stuck(tables: Packed, board: Board, judgement: Judgement, ply: int) -> int:
    """The value of a position in which there is no move: by checkmate, stalemate, or what the game makes of it."""
    turn = board.state[TURN]
    checked = 1 if in_check(tables, board, turn) else 0
    return won_by(tables, board, judgement, judgement.ends[2 * turn + checked], ply)


@kernel
def has_been(board: Board, judgement: Judgement) -> bool:
    """Whether the position has been there before, in the game or in the line that is searched."""
    state, key = board.state, board.state[HASH]
    for place in range(state[PLY], max(state[PLY] - state[QUIET], NOTHING), -1):
        if state[place * PAST_WIDTH + HASH] == key:
            return True
    if state[QUIET] > state[PLY]:
        for number in range(len(judgement.past)):
            if judgement.past[number] == key:
                return True
    return False


@kernel
def rate(
    tables: Packed, board: Board, work: Workspace, judgement: Judgement, first: int, start: int, end: int, ply: int
) -> None:
    """Rate moves, of which `first` has been the best before."""
    for number in range(start, end):
        move = work.moves[number]
        worth = captured(tables, board, judgement, move)
        if move == first:
            score = _BY_TABLE
        elif worth > 0:
            score = _BY_CAPTURE + worth
        elif move == work.killers[2 * ply] or move == work.killers[2 * ply + 1]:
            score = _BY_KILLER
        else:
            score = work.history[used(board, work, move)]
        work.scores[number] = score


@kernel
def rate_captures(tables: Packed, board: Board, work: Workspace, judgement: Judgement, start: int, end: int) -> None:
    """Rate moves by what they capture."""
    for number in range(start, end):
        work.scores[number] = captured(tables, board, judgement, work.moves[number])


@kernel
def note_success(board: Board, work: Workspace, move: int, depth: int, ply: int) -> None:
    """Note that a move that captures nothing was too good to be let happen."""
    if work.killers[2 * ply] != move:
        work.killers[2 * ply + 1] = work.killers[2 * ply]
        work.killers[2 * ply] = move
    place = used(board, work, move)
    work.history[place] += depth * depth
    if work.history[place] > _BY_KILLER >> 1:
        for each in range(len(work.history)):
            work.history[each] >>= 8


@kernel
def place_of(judgement: Judgement, key: int) -> int:
    """Where in the table a position is kept."""
    return (key * ENTRY) & (len(judgement.table) - 1)


@kernel
def recalled(board: Board, judgement: Judgement, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
    """The best move that the table has for a position, 0 if none; and the value, if it does, else _GOES_ON."""
    table, key = judgement.table, board.state[HASH]
    place = place_of(judgement, key)
    move, packed = table[place + _MOVE], table[place + _VALUE]
    if packed == 0 or table[place + _FOLDED] != key ^ move ^ packed:
        return NOTHING, _GOES_ON
    bound, searched, value = packed & 3, (packed >> 2) & 0xFF, packed >> 16
    if value >= WON_FROM:
        value -= ply
    elif value <= -WON_FROM:
        value += ply
    fits = bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha)
    return move, value if searched >= depth and fits else _GOES_ON


@kernel
def keep(
    board: Board, judgement: Judgement, depth: int, value: int, move: int, alpha: int, beta: int, ply: int
) -> None:
    """Keep what the search of a position has found."""
    table, key = judgement.table, board.state[HASH]
    bound = _AT_LEAST if value >= beta else _AT_MOST if value <= alpha else _EXACT
    if value >= WON_FROM:
        value += ply
    elif value <= -WON_FROM:
        value -= ply
    packed = (value << 16) | (depth << 2) | bound
    place = place_of(judgement, key)
    table[place + _FOLDED], table[place + _MOVE], table[place + _VALUE] = key ^ move ^ packed, move, packed
