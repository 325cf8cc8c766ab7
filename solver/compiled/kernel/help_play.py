"""Help play: every line of a number of moves that reaches the goal.

The table holds hash keys of positions, folded with the number of moves left, from which no line reaches the goal.
"""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words
from .attacks import in_check
from .board import HASH, HEAD, QUIET, TURN, UNKNOWN, Board
from .decorators import entry, kernel, part
from .generate import generate
from .goals import ALL, FORCED, ONE_IS_ENOUGH, keep_fulfilling, reaching
from .make_move import make, unmake
from .mate_sieve import find_traps, goes_into_trap
from .passing import make_pass, unmake_pass
from .picture_pruning import Pictures, follow, go_back, keep_useful, within_reach
from .turns import make_turn, unmake_turn
from .winning import is_over
from .workspace import (
    ENOUGH,
    FIRST_DONE,
    GOAL,
    GOAL_CELL,
    INTERRUPTED,
    KEPT,
    LINES_FOUND,
    MOST_LINES,
    OBLIGED,
    PARRIES,
    PASSES,
    SIFTING,
    STOP,
    Workspace,
    larger_table,
    spend,
)

_REPORTED = 2
"""Progress is noted for this number of first moves of a line."""


def widened(work: Workspace, most: int) -> Workspace:
    """The workspace of help play with a larger table, of at most `most` entries, each of which holds two positions."""
    table = larger_table(work, most)
    known = work.table[work.table != 0]
    table[known & (len(table) - 1)] = known
    return work._replace(table=table)


@entry
def cooperate(
    tables: Packed, board: Board, work: Workspace, pictures: Pictures, left: int, start: int, depth: int, found: int
) -> int:
    """Find every line of exactly this number of moves that reaches the goal.

    The table holds positions without such a line. The sieve for mates may show the same before the last move of the
    side that is mated (mate_sieve.py).

    Args:
        tables: the game.
        board: the position.
        work: what the search needs; the lines go to `work.lines`.
        pictures: those in one of which the line has to end, if there are any, and the pieces as they stand.
        left: how many moves the line still has.
        start: where in `work.moves` there is room.
        depth: how many moves have been made.
        found: how many lines have been found.

    Returns:
        How many lines have been found then. If the search was stopped before the last, `work.config[STOP]` has the
        reason.
    """
    config, moves, table = work.config, work.moves, work.table
    if not spend(work, board):
        return found
    if config[OBLIGED] and could_end(tables, board, work, start):
        return found
    if left == 1:
        return write_lines(work, start, last_moves(tables, board, work, start), depth, found)
    key = board.state[HASH] ^ (left * 0x1E3779B97F4A7C15)
    slot = key & (len(table) - 1)
    if table[slot] == key:
        return found
    if stays_idle(tables, board, work, left):
        work.path[depth] = NOTHING
        make_pass(tables, board)
        ended = cooperate(tables, board, work, pictures, left - 1, start, depth + 1, found)
        unmake_pass(board)
        return ended
    before, end = found, start
    sifting = left == 2 and sifts(work, False) and not passes_after(work, depth)
    if not sifting or find_traps(tables, board):
        end = keep_useful(tables, board, pictures, moves, start, generate(tables, board, moves, start), depth)
    for number in range(start, end):
        move = moves[number]
        if depth < _REPORTED:
            note_progress(work, depth, number - start, end - start)
        if sifting and not goes_into_trap(tables, board, move):
            continue
        work.path[depth] = move
        make_turn(tables, board, move)
        other = follow(tables, pictures, move)
        if within_reach(tables, board, pictures, depth + 1, left - 1):
            found = go_on(tables, board, work, pictures, left - 1, end, depth + 1, found)
        go_back(tables, pictures, move, other)
        unmake_turn(tables, board)
        if config[STOP]:
            return found
    if found == before and not board.state[UNKNOWN]:
        config[KEPT] += table[slot] == 0
        table[slot] = key
    return found


@part
def go_on(
    tables: Packed, board: Board, work: Workspace, pictures: Pictures, left: int, start: int, depth: int, found: int
) -> int:
    """The same after the last move of the line has been made, and the opponent has passed if that is required."""
    if not passes_after(work, depth - 1):
        return cooperate(tables, board, work, pictures, left, start, depth, found)
    if in_check(tables, board, board.state[TURN]):
        return found
    if work.config[OBLIGED] and could_end(tables, board, work, start):
        return found
    make_pass(tables, board)
    found = cooperate(tables, board, work, pictures, left, start, depth, found)
    unmake_pass(board)
    return found


@kernel
def sifts(work: Workspace, replied: bool) -> bool:
    """Whether the sieve for mates applies, and the mate is a reply to the last move of the line, or is not."""
    return work.config[SIFTING] != 0 and (work.config[GOAL] >= FORCED) == replied


@kernel
def last_moves(tables: Packed, board: Board, work: Workspace, start: int) -> int:
    """Write down the last moves of a line: those that reach the goal, or have the other do so. Returns their end."""
    moves, goal, cell = work.moves, work.config[GOAL], work.config[GOAL_CELL]
    if not sifts(work, True):
        return reaching(tables, board, moves, start, goal, cell, ALL)
    if not find_traps(tables, board):
        return start
    kept = start
    for number in range(start, generate(tables, board, moves, start)):
        if goes_into_trap(tables, board, moves[number]):
            moves[kept] = moves[number]
            kept += 1
    return keep_fulfilling(tables, board, moves, start, kept, goal, cell, ALL)


@kernel
def note_progress(work: Workspace, depth: int, done: int, moves: int) -> None:
    """Note how many moves are done of those after `depth` moves of the line."""
    place = FIRST_DONE + 2 * depth
    work.config[place], work.config[place + 1] = done, moves


@kernel
def passes_after(work: Workspace, number: int) -> bool:
    """Whether the move of that number in a line is followed by a pass."""
    return (work.config[PASSES] >> number) & 1 != 0


@kernel
def could_end(tables: Packed, board: Board, work: Workspace, start: int) -> bool:
    """Whether the player to move could reach the goal at once, and so would have to."""
    goal, cell = work.config[GOAL] % FORCED, work.config[GOAL_CELL]
    return reaching(tables, board, work.moves, start, goal, cell, ONE_IS_ENOUGH) > start


@kernel
def stays_idle(tables: Packed, board: Board, work: Workspace, left: int) -> bool:
    """Whether the player to move does so only to parry a check, and is in none."""
    return work.config[PARRIES] == 1 + left % 2 and not in_check(tables, board, board.state[TURN])


@kernel
def write_lines(work: Workspace, start: int, end: int, depth: int, found: int) -> int:
    """Write down a line for each of some last moves, and say how many lines there are then."""
    config, path, width = work.config, work.path, depth + 1
    for number in range(start, end):
        if found == config[MOST_LINES]:
            config[STOP] = ENOUGH
            return found
        if (found + 1) * width > len(work.lines):
            config[STOP] = INTERRUPTED
            return found
        path[depth] = work.moves[number]
        for place in range(width):
            work.lines[found * width + place] = path[place]
        found += 1
    config[LINES_FOUND] = found
    return found


@entry
def retrace(
    tables: Packed, board: Board, lines: Words, width: int, passes: int, shared: Words, places: Words, checks: Words
) -> None:
    """Write down the positions of lines that start from the one on the board, before what turns begin with.

    Args:
        tables: the game.
        board: the position.
        lines: the lines, one after another.
        width: how many moves each has.
        passes: which of the moves are followed by a pass, as bits.
        shared: receives of each line how many first moves are those of the line before.
        places: receives, for each other move, the types on all cells and the state from TURN to OWNERS after it; and
            after a pass that follows.
        checks: receives for each such position whether the player to move is in check.
    """
    known, place = NOTHING, NOTHING
    for number in range(len(shared)):
        first = number * width
        same = NOTHING
        while same < known and lines[first + same] == lines[first - width + same]:
            same += 1
        for move in range(known - 1, same - 1, -1):
            if (passes >> move) & 1:
                unmake_pass(board)
            undo(tables, board, lines[first - width + move])
        for move in range(same, width):
            if lines[first + move] == NOTHING:
                make_pass(tables, board)
            else:
                make(tables, board, lines[first + move])
            place = note_position(tables, board, places, checks, place)
            if (passes >> move) & 1:
                make_pass(tables, board)
                place = note_position(tables, board, places, checks, place)
        shared[number], known = same, width


@kernel
def undo(tables: Packed, board: Board, move: int) -> None:
    """Undo the last move, or the pass that stands for one."""
    if move == NOTHING:
        unmake_pass(board)
    else:
        unmake(tables, board)


@kernel
def note_position(tables: Packed, board: Board, places: Words, checks: Words, place: int) -> int:
    """Write down a position and whether it is a check, as the one with a number. Returns the next number."""
    cells = len(board.cells)
    start = place * (cells + HEAD)
    is_over(tables, board)  # which notes what has been won
    for cell in range(cells):
        places[start + cell] = board.cells[cell]
    for column in range(HEAD):
        places[start + cells + column] = board.state[column]
    places[start + cells + QUIET] = 0
    checks[place] = in_check(tables, board, board.state[TURN])
    return place + 1
