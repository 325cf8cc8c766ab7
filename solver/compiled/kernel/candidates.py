"""Candidates for problems, many in one call: does a position have as many solutions as asked for?

With an attacker, solutions are its first moves; in help play they are lines. The check of a position ends as soon as it
fails, mostly at a short solution or at one solution too many. So it looks at far fewer moves than solving does.
"""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words, int64
from ..tables import EVENT_COUNT, ROYAL
from .attacks import in_check
from .battle import ATTACKING, DEFENDING, forces
from .board import HASH, PLY, RIGHTS, TURN, UNKNOWN, Board, lift, player_after, put, state_hash, type_fact
from .decorators import entry, kernel
from .elimination import eliminates, is_one_eliminated
from .encoded_move import origin_of, row_of, target_of
from .generate import generate
from .goals import captures, fulfils, reaching
from .help_play import cooperate
from .picture_pruning import Pictures
from .turns import begin, make_turn, unmake_turn
from .winning import is_over
from .workspace import BY_DEFENDER, ENOUGH, GOAL, GOAL_CELL, MOST_LINES, NODES, PASSES, STOP, Workspace

# What is asked of candidates: the player to move, in how many moves and with how many solutions; whether by lines,
# which passes are in them, and of how many moves and with which passes shorter ones would be; whether every piece must
# be needed; how many columns each candidate has; whether more than two play, so that a player is to be eliminated.
FIRST, MOVES, SOLUTIONS, IN_LINES, PASSING, FEWER, PASSING_THEN, MINIMAL, WIDTH, HUNTED = range(10)
ASKED_COLUMNS = 10

# The columns of a candidate: the fields of the position as bits, then for each piece its cell (-1: it is not there),
# its type and the rights that are lost without it.
CANDIDATE_RIGHTS, CANDIDATE_PIECES = range(2)
PIECE_COLUMNS = 3

# What is found of a candidate: these bits; 0 for those that fail, COOKED if a wanted first move solves it, though not
# alone, and UNDECIDED for those that are given up. And the first move of its first solution.
COOKED, UNDECIDED, SOUND, CAPTURING, CHECKING, CHECKED = -2, -1, 1, 2, 4, 8
FOUND_COLUMNS = 2


@entry
def sift(
    tables: Packed,
    board: Board,
    work: Workspace,
    pictures: Pictures,
    asked: Words,
    wanted: Words,
    candidates: Words,
    found: Words,
    start: int,
) -> int:
    """Judge candidates.

    Args:
        tables: the game.
        board: room for a position.
        work: what a search needs, with room for the moves of twice as many lines as are asked for, and some.
        pictures: none.
        asked: see the names of its columns.
        wanted: by rows of moves whether a solution has to begin with one of them; empty if with any.
        candidates: the candidates, one after another.
        found: what is found of each.
        start: the first to be judged.

    Returns:
        The number of the first candidate that was not judged, because the tables lack a pair of its types.
    """
    width = asked[WIDTH]
    for number in range(start, len(candidates) // width):
        row = number * width
        place(tables, board, asked, candidates, row, NOTHING)
        verdict = judged(tables, board, work, pictures, asked, wanted)
        if verdict > 0:
            found[number * FOUND_COLUMNS + 1] = work.lines[0]
            if asked[MINIMAL]:
                verdict = if_minimal(tables, board, work, pictures, asked, wanted, candidates, row, verdict)
        if board.state[UNKNOWN]:
            return number
        found[number * FOUND_COLUMNS] = verdict
    return len(candidates) // width


@kernel
def place(tables: Packed, board: Board, asked: Words, candidates: Words, row: int, away: int) -> None:
    """Set up a candidate, without the piece in a column."""
    for cell in range(len(board.cells)):
        if board.cells[cell]:
            lift(tables, board, cell)
    state = board.state
    for column in range(HASH):
        state[column] = 0
    state[TURN], state[PLY], state[HASH] = asked[FIRST], 0, 0
    state[RIGHTS] = candidates[row + CANDIDATE_RIGHTS]
    for piece in range(row + CANDIDATE_PIECES, row + asked[WIDTH], PIECE_COLUMNS):
        cell = candidates[piece]
        if piece == away:
            state[RIGHTS] &= ~candidates[piece + 2]
        elif cell >= 0:
            put(tables, board, cell, candidates[piece + 1])
    state[HASH] ^= state_hash(tables, board)
    if tables.numbers[EVENT_COUNT]:
        begin(tables, board)


@kernel
def judged(tables: Packed, board: Board, work: Workspace, pictures: Pictures, asked: Words, wanted: Words) -> int:
    """What is found of the position on the board; its solutions go to `work.lines`."""
    config, turn = work.config, board.state[TURN]
    config[NODES] = config[STOP] = 0
    if asked[HUNTED]:
        if is_one_eliminated(tables, board):
            return 0
    elif is_over(tables, board) or in_check(tables, board, player_after(tables, board, turn)):
        return 0
    checked = in_check(tables, board, turn)
    if len(wanted) and not has_wanted(tables, board, work, asked, wanted):
        return UNDECIDED if config[STOP] else int64(0)
    if asked[IN_LINES]:
        sound = solved_by_lines(tables, board, work, pictures, asked)
    else:
        sound = solved_by_moves(tables, board, work, asked)
    if config[STOP]:
        return UNDECIDED
    if not sound:
        return COOKED if len(wanted) and not asked[IN_LINES] else int64(0)
    flags = SOUND | (CHECKED if checked else 0)
    for number in range(asked[SOLUTIONS]):
        move = work.lines[number * line_width(asked)]
        if len(wanted) and not wanted[row_of(move)]:
            return 0
        flags |= marks_of(tables, board, move)
    return flags


@kernel
def line_width(asked: Words) -> int:
    """How many moves are kept of each solution."""
    return asked[MOVES] if asked[IN_LINES] else int64(1)


@kernel
def has_wanted(tables: Packed, board: Board, work: Workspace, asked: Words, wanted: Words) -> bool:
    """Whether a move that is wanted forces the goal; of lines, whether there is such a move."""
    end = generate(tables, board, work.moves, NOTHING)
    for number in range(end):
        move = work.moves[number]
        if wanted[row_of(move)] and (
            asked[IN_LINES] or solves(tables, board, work, asked, move, asked[MOVES] - 1, end)
        ):
            return True
    return False


@kernel
def solves(tables: Packed, board: Board, work: Workspace, asked: Words, move: int, left: int, start: int) -> bool:
    """Whether a move forces the goal, with this number of moves after it."""
    config = work.config
    if left == 0 and not config[BY_DEFENDER] and not asked[HUNTED]:
        return fulfils(tables, board, move, config[GOAL], config[GOAL_CELL], work.moves, start)
    make_turn(tables, board, move)
    found = leads(tables, board, work, asked, left, start, DEFENDING)
    unmake_turn(tables, board)
    return found > 0


@kernel
def leads(tables: Packed, board: Board, work: Workspace, asked: Words, left: int, start: int, role: bool) -> int:
    """Whether the attacker forces what is asked for in this number of moves, for either side to move; see `forces`."""
    if asked[HUNTED]:
        return eliminates(tables, board, work, left, start)
    return forces(tables, board, work, left, start, role)


@kernel
def marks_of(tables: Packed, board: Board, move: int) -> int:
    """Whether a first move captures, and whether it gives check."""
    found = int64(CAPTURING if captures(tables, board, move) else 0)
    make_turn(tables, board, move)
    if in_check(tables, board, board.state[TURN]):
        found |= CHECKING
    unmake_turn(tables, board)
    return found


@kernel
def solved_by_moves(tables: Packed, board: Board, work: Workspace, asked: Words) -> bool:
    """Whether just at most this number of moves of the attacker force the goal, and not sooner."""
    left, most, config = asked[MOVES], asked[SOLUTIONS], work.config
    kept = int64(0)
    if left == 1 and not config[BY_DEFENDER] and not asked[HUNTED]:
        kept = reaching(tables, board, work.moves, NOTHING, config[GOAL], config[GOAL_CELL], most + 1)
        for number in range(min(kept, most)):
            work.lines[number] = work.moves[number]
        return kept == most
    if left > 1 and leads(tables, board, work, asked, left - 1, NOTHING, ATTACKING):
        return False
    end = generate(tables, board, work.moves, NOTHING)
    for number in range(end):
        move = work.moves[number]
        make_turn(tables, board, move)
        found = leads(tables, board, work, asked, left - 1, end, DEFENDING)
        unmake_turn(tables, board)
        if found:
            if kept == most or found < 0:
                return False
            work.lines[kept] = move
            kept += 1
    return kept == most


@kernel
def solved_by_lines(tables: Packed, board: Board, work: Workspace, pictures: Pictures, asked: Words) -> bool:
    """Whether exactly this number of lines reach the goal, and no shorter one does."""
    if asked[FEWER] and (
        count_lines(tables, board, work, pictures, asked[FEWER], asked[PASSING_THEN], 1) or work.config[STOP]
    ):
        return False
    most = asked[SOLUTIONS] + 1
    return count_lines(tables, board, work, pictures, asked[MOVES], asked[PASSING], most) == asked[SOLUTIONS]


@kernel
def count_lines(
    tables: Packed, board: Board, work: Workspace, pictures: Pictures, moves: int, passing: int, most: int
) -> int:
    """How many lines of some moves reach the goal; that there are more than `most` is an answer too."""
    config = work.config
    config[MOST_LINES], config[PASSES] = most, passing
    found = cooperate(tables, board, work, pictures, moves, NOTHING, NOTHING, NOTHING)
    if config[STOP] == ENOUGH:
        config[STOP] = 0
    return found


@kernel
def if_minimal(
    tables: Packed,
    board: Board,
    work: Workspace,
    pictures: Pictures,
    asked: Words,
    wanted: Words,
    candidates: Words,
    row: int,
    verdict: int,
) -> int:
    """The verdict on a sound candidate, if no piece but royal ones can be left out so that the same moves solve it."""
    size = asked[SOLUTIONS] * line_width(asked)
    kept = len(work.lines) - size
    for number in range(size):
        work.lines[kept + number] = work.lines[number]
    for piece in range(row + CANDIDATE_PIECES, row + asked[WIDTH], PIECE_COLUMNS):
        if candidates[piece] < 0 or type_fact(tables, candidates[piece + 1], ROYAL):
            continue
        place(tables, board, asked, candidates, row, piece)
        without = judged(tables, board, work, pictures, asked, wanted)
        if without == UNDECIDED:
            return UNDECIDED
        if without > 0 and are_same(work, kept, size):
            return 0
    return verdict


@kernel
def are_same(work: Workspace, kept: int, size: int) -> bool:
    """Whether moves at the start of `work.lines` go from and to the same cells as some kept there."""
    for number in range(size):
        one, other = work.lines[number], work.lines[kept + number]
        if origin_of(one) != origin_of(other) or target_of(one) != target_of(other):
            return False
    return True
