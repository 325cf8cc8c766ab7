"""Which play can still end in one of some pictures.

A picture says where some men end, and as what type of piece. It is out of reach when a man of it is gone,
or when its men of one side together need more moves, each alone on the board, than the side has left.
Pictures are kept in a tree, so that what they have in common is looked at once.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..tables import CELLS, PARTNER_FROM, PARTNER_TO, Numbers, Packed, Words
from .bits import kernel
from .board import CASTLING, EN_PASSANT, Board, castling_fact, companion_of, origin_of, sort_of, target_of

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
    """The pictures, and where the men are. Without any, play may end as it likes.

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


def no_plan() -> Plan:
    """The plan without pictures."""
    none = np.zeros(0, np.int64)
    return Plan(np.zeros(0, np.int32), np.zeros(0, np.uint8), 0, none, none, none, none)


@kernel
def has_pictures(plan: Plan) -> bool:
    """Whether play has to end in some picture."""
    return plan.tree.shape[0] != 0


@kernel
def within_reach(tables: Packed, board: Board, plan: Plan, depth: int) -> bool:
    """Whether play may still end in some picture after `depth` moves of the line, if it has to."""
    tree, spent = plan.tree, plan.spent
    if not has_pictures(plan):
        return True
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
def lift(plan: Plan, cell: int) -> np.int64:
    """Take the man on a cell off it, and say which, or NOBODY."""
    man = plan.man_on[cell]
    plan.man_on[cell] = NOBODY
    return np.int64(man)


@kernel
def put(plan: Plan, man: np.int64, cell: int) -> None:
    """Put a man on a cell."""
    plan.man_on[cell] = man
    plan.men[MEN_WIDTH * man + WHERE] = cell


@kernel
def follow(tables: Packed, plan: Plan, move: int) -> np.int64:
    """Keep the men where a move brings them, and say which man it takes, or NOBODY."""
    if not has_pictures(plan):
        return np.int64(NOBODY)
    sort, origin, target = sort_of(move), origin_of(move), target_of(move)
    if sort == CASTLING:
        carry(tables, plan, companion_of(move), origin, target, PARTNER_FROM, PARTNER_TO)
        return np.int64(NOBODY)
    victim = lift(plan, companion_of(move) if sort == EN_PASSANT else target)
    if victim >= 0:
        plan.men[MEN_WIDTH * victim + WHERE] = NOBODY
    put(plan, lift(plan, origin), target)
    return victim


@kernel
def go_back(tables: Packed, plan: Plan, move: int, victim: np.int64) -> None:
    """Take back `follow`, which said `victim`."""
    if not has_pictures(plan):
        return
    sort, origin, target = sort_of(move), origin_of(move), target_of(move)
    if sort == CASTLING:
        carry(tables, plan, companion_of(move), target, origin, PARTNER_TO, PARTNER_FROM)
        return
    put(plan, lift(plan, target), origin)
    if victim >= 0:
        put(plan, victim, companion_of(move) if sort == EN_PASSANT else target)


@kernel
def carry(tables: Packed, plan: Plan, number: int, start: int, end: int, partner_start: int, partner_end: int) -> None:
    """Castle, or take that back: both men leave before one arrives, for one may go where the other stood."""
    royal, partner = lift(plan, start), lift(plan, castling_fact(tables, number, partner_start))
    put(plan, royal, end)
    put(plan, partner, castling_fact(tables, number, partner_end))
