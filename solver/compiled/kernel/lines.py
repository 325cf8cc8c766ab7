"""Help play: every line of exactly so many moves that reaches the goal.

The table holds the hashes of positions, folded with the number of moves left, from which no line leads to the goal.
"""

from __future__ import annotations

from ..tables import Packed
from .attacks import in_check
from .board import HASH, MISSED, TURN, Board
from .decorators import entry, kernel, part
from .generate import generate
from .goals import ALL, reaching
from .joining import Pictures, follow, go_back, within_reach
from .making import make, make_pass, unmake, unmake_pass
from .nets import find_traps, goes_into_trap
from .workspace import (
    ENOUGH,
    GOAL,
    GOAL_CELL,
    KEPT,
    MOST_LINES,
    PASSES,
    SIFTING,
    STOP,
    TOLD,
    Workspace,
    larger_table,
    spend,
)


def widened(work: Workspace, most: int) -> Workspace:
    """The workspace of help play with a larger table, of at most so many entries, each of which holds two positions."""
    table = larger_table(work, most)
    known = work.table[work.table != 0]
    table[known & (len(table) - 1)] = known
    return work._replace(table=table)


@entry
def cooperate(
    tables: Packed, board: Board, work: Workspace, pictures: Pictures, left: int, start: int, depth: int, found: int
) -> int:
    """Find every line of exactly so many moves that reaches the goal.

    The table holds positions from which no line of so many moves does. That this is so may be seen, before the
    last move but one, from where the royal might be caught (nets.py).

    Args:
        tables: the game.
        board: the position.
        work: what the search needs; the lines go to `work.lines`.
        pictures: those in one of which the line has to end, if there are any, and the men as they stand.
        left: how many moves the line still has.
        start: where in `work.moves` there is room.
        depth: how many moves have been made.
        found: how many lines have been found.

    Returns:
        How many lines have been found then. If the search was stopped before the last, `work.config[STOP]` says why.
    """
    config, moves, table = work.config, work.moves, work.table
    if not spend(work, board):
        return found
    if left == 1:
        end = reaching(tables, board, moves, start, config[GOAL], config[GOAL_CELL], ALL)
        return write_lines(work, start, end, depth, found)
    key = board.state[HASH] ^ (left * 0x1E3779B97F4A7C15)
    slot = key & (table.shape[0] - 1)
    if table[slot] == key:
        return found
    before, end = found, start
    sifting = left == 2 and config[SIFTING] != 0 and not passes_after(work, depth)
    if not sifting or find_traps(tables, board):
        end = generate(tables, board, moves, start)
    for number in range(start, end):
        move = moves[number]
        if sifting and not goes_into_trap(tables, board, move):
            continue
        work.path[depth] = move
        make(tables, board, move)
        other = follow(tables, pictures, move)
        if within_reach(tables, board, pictures, depth + 1):
            found = go_on(tables, board, work, pictures, left - 1, end, depth + 1, found)
        go_back(tables, pictures, move, other)
        unmake(tables, board)
        if config[STOP]:
            return found
    if found == before and not board.state[MISSED]:
        config[KEPT] += table[slot] == 0
        table[slot] = key
    return found


@part
def go_on(
    tables: Packed, board: Board, work: Workspace, pictures: Pictures, left: int, start: int, depth: int, found: int
) -> int:
    """The same after the last move of the line has been made, and its player's opponent has passed if he has to."""
    if not passes_after(work, depth - 1):
        return cooperate(tables, board, work, pictures, left, start, depth, found)
    if in_check(tables, board, board.state[TURN]):
        return found
    make_pass(tables, board)
    found = cooperate(tables, board, work, pictures, left, start, depth, found)
    unmake_pass(board)
    return found


@kernel
def passes_after(work: Workspace, number: int) -> bool:
    """Whether the move of that number in a line is followed by a pass."""
    return (work.config[PASSES] >> number) & 1 != 0


@kernel
def write_lines(work: Workspace, start: int, end: int, depth: int, found: int) -> int:
    """Write down a line for each of some last moves, and say how many lines there are then."""
    config, path, width = work.config, work.path, depth + 1
    for number in range(start, end):
        if found == config[MOST_LINES]:
            config[STOP] = ENOUGH
            return found
        if (found + 1) * width > work.lines.shape[0]:
            config[STOP] = TOLD
            return found
        path[depth] = work.moves[number]
        for place in range(width):
            work.lines[found * width + place] = path[place]
        found += 1
    return found
