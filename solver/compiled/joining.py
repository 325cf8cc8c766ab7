"""Play that both sides help in, searched only as far as it can still end in one of some pictures.

A picture says where some men end, and as what type of piece. It is out of reach when a man of it is gone,
or when its men of one side together need more moves, each alone on the board, than the side has left.
Pictures are kept in a tree, so that what they have in common is looked at once.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .attacks import in_check
from .bits import entry, kernel
from .board import (
    CASTLING,
    EN_PASSANT,
    HASH,
    TURN,
    Board,
    castling_fact,
    companion_of,
    make,
    make_pass,
    origin_of,
    sort_of,
    target_of,
    unmake,
    unmake_pass,
)
from .generate import generate
from .goals import ALL, reaching
from .search import GOAL, GOAL_CELL, PASSES, STOP, Search, slot_of, spend
from .tables import CELLS, PARTNER_FROM, PARTNER_TO, Numbers, Packed, Words

Bytes: TypeAlias = NDArray[np.uint8]

NEVER = 255
"""A distance that is more than any."""

NOBODY = -1

# Columns of Plan.tree.
LEVEL, MAN, PLACE, NEXT, WHOLE = range(5)
TREE_WIDTH = 5

# Columns of Plan.men.
WHERE, SIDE = range(2)
MEN_WIDTH = 2


class Plan(NamedTuple):
    """The pictures, and where the men are.

    Attributes:
        tree: (nodes, 5), one after another, a node before those below it: how deep the node lies, a man,
            the place where it ends, the node after all those below, and whether a picture is whole.
        distances: (places, types, cells): how many moves a type on a cell needs to the place, as bytes.
        stride: how many distances there are for one place.
        men: (men, 2): the cell of each man, -1 if it is taken, and its side, 0 or 1.
        man_on: (cells,): the man on each cell, -1 if there is none.
        budgets: (moves + 1, 2): how many moves each side has left after so many moves of the line.
        spent: (levels, 2): room for the moves that each side needs.
    """

    tree: Numbers
    distances: Bytes
    stride: int
    men: Words
    man_on: Words
    budgets: Words
    spent: Words


@kernel
def within_reach(tables: Packed, board: Board, plan: Plan, depth: int) -> bool:
    """Whether play may still end in some picture after `depth` moves of the line."""
    tree, spent = plan.tree, plan.spent
    cells = np.int64(tables.numbers[CELLS])
    row, end = np.int64(0), tree.shape[0]
    while row < end:
        man = np.int64(tree[row + MAN])
        cell = plan.men[MEN_WIDTH * man + WHERE]
        row_after = np.int64(tree[row + NEXT])
        if cell < 0:
            row = row_after
            continue
        side = plan.men[MEN_WIDTH * man + SIDE]
        before = 2 * np.int64(tree[row + LEVEL])
        node = board.cells[cell] * cells + cell
        needs = spent[before + side] + plan.distances[tree[row + PLACE] * plan.stride + node]
        if needs > plan.budgets[2 * depth + side]:
            row = row_after
            continue
        if tree[row + WHOLE]:
            return True
        spent[before + 2 + side] = needs
        spent[before + 3 - side] = spent[before + 1 - side]
        row += TREE_WIDTH
    return False


@kernel
def relocate(plan: Plan, origin: int, target: int) -> None:
    """A man goes to an empty cell."""
    man = plan.man_on[origin]
    plan.man_on[origin] = NOBODY
    plan.man_on[target] = man
    plan.men[MEN_WIDTH * man + WHERE] = target


@kernel
def follow(tables: Packed, plan: Plan, move: int) -> np.int64:
    """Keep the men where a move brings them, and say which man it takes, or NOBODY."""
    sort, target = sort_of(move), target_of(move)
    victim_cell = companion_of(move) if sort == EN_PASSANT else target
    victim = plan.man_on[victim_cell]
    if victim >= 0:
        plan.man_on[victim_cell] = NOBODY
        plan.men[MEN_WIDTH * victim + WHERE] = NOBODY
    relocate(plan, origin_of(move), target)
    if sort == CASTLING:
        number = companion_of(move)
        relocate(plan, castling_fact(tables, number, PARTNER_FROM), castling_fact(tables, number, PARTNER_TO))
    return np.int64(victim)


@kernel
def go_back(tables: Packed, plan: Plan, move: int, victim: np.int64) -> None:
    """Take back `follow`, which said `victim`."""
    sort, target = sort_of(move), target_of(move)
    if sort == CASTLING:
        number = companion_of(move)
        relocate(plan, castling_fact(tables, number, PARTNER_TO), castling_fact(tables, number, PARTNER_FROM))
    relocate(plan, target, origin_of(move))
    if victim >= 0:
        victim_cell = companion_of(move) if sort == EN_PASSANT else target
        plan.man_on[victim_cell] = victim
        plan.men[MEN_WIDTH * victim + WHERE] = victim_cell


@entry
def join(
    tables: Packed, board: Board, search: Search, plan: Plan, left: int, start: int, depth: int, found: int
) -> int:
    """Find every line of exactly so many moves that reaches the goal, and ends in one of the pictures.

    Args:
        tables: the game.
        board: the position.
        search: what the search needs; the lines go to `search.lines`.
        plan: the pictures, and the men as they stand on the board.
        left: how many moves the line still has.
        start: where in `search.moves` there is room.
        depth: how many moves have been made.
        found: how many lines have been found.

    Returns:
        How many lines have been found then. If the search was stopped before the last, `search.config[STOP]` is set.
    """
    config, moves, path = search.config, search.moves, search.path
    if not spend(search):
        config[STOP] = 1
        return found
    width = depth + left
    if left == 1:
        end = reaching(tables, board, moves, start, config[GOAL], config[GOAL_CELL], ALL)
        for number in range(start, end):
            if (found + 1) * width > search.lines.shape[0]:
                config[STOP] = 1
                return found
            path[depth] = moves[number]
            for place in range(width):
                search.lines[found * width + place] = path[place]
            found += 1
        return found
    key = board.state[HASH] ^ (left * 0x1E3779B97F4A7C15)
    slot = slot_of(search, key)
    if search.table[slot] == key:
        return found
    before = found
    end = generate(tables, board, moves, start)
    passing = (config[PASSES] >> depth) & 1 != 0
    for number in range(start, end):
        move = moves[number]
        path[depth] = move
        make(tables, board, move)
        victim = follow(tables, plan, move)
        if within_reach(tables, board, plan, depth + 1):
            if not passing:
                found = join(tables, board, search, plan, left - 1, end, depth + 1, found)
            elif not in_check(tables, board, board.state[TURN]):
                make_pass(tables, board)
                found = join(tables, board, search, plan, left - 1, end, depth + 1, found)
                unmake_pass(board)
        go_back(tables, plan, move, victim)
        unmake(tables, board)
        if config[STOP]:
            return found
    if found == before:
        search.table[slot] = key
    return found
