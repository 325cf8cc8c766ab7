"""The pictures of mate or stalemate that the moves of both sides allow, as a tree (rules/planning/).

For each cell where the royal piece can be at the end, some *needs* must be *covered* (picture_needs.py): in a mate its
cell and each flight, in a stalemate its flights and all that keeps the other pieces of its side from moving. Pieces are
placed one by one. Each next piece covers the need for which there are the fewest choices. A placement is dropped as
soon as some need has no choice left within the moves of its side and the captures that its promotions and moves need.

No picture is overlooked. Consider any mate or stalemate, and follow the placements that it has. The chosen need is
covered in it by a piece that is not placed yet; for if a placed one covered it there, with more pieces on the board, it
would do so here. It has the moves to come there, because each piece needs at least what it needs alone on the board
(piece_distances.py). So it is one of the choices. A choice is excluded from the placements that follow it: pictures
that have it have been found with it.
"""

from __future__ import annotations

from ..named_values import NOTHING, NOWHERE
from ..packed import Packed, int64
from ..tables import CELLS, WORDS
from .bits import add, fill, remove
from .board import FLIGHTS, HELD, WORLD, Board, work_row
from .cells import cells_of
from .decorators import PICTURES, kernel, part
from .mate_sieve import find_flights
from .picture_needs import (
    CAPTURED,
    CHECKED,
    FLIGHT,
    FOUND,
    GROWN,
    KILLED,
    LOOSE,
    MATED,
    MOVES,
    NEEDED,
    PIECE_COLUMNS,
    PLACED,
    ROYAL,
    ROYAL_CELL,
    SPENT,
    STALE,
    Plan,
    add_need,
    add_needs_of,
    gone,
    is_covered,
    stride_of,
    write_choices,
)
from .picture_pruning import LENGTH, LEVEL, PIECE, PLACE, TREE_WIDTH, WHOLE
from .workspace import CROWDED, INTERRUPTED, MOST_NODES, NODES, STOP

_FIRST_LEVEL = int64(1)


@PICTURES.entry
def find_pictures(tables: Packed, board: Board, plan: Plan, royal: int) -> bool:
    """Find the pictures.

    Args:
        tables: the game.
        board: a board of the game; only its rows to work in are used.
        plan: what is to be planned.
        royal: the number of the royal piece to be mated or stalemated.

    Returns:
        Whether these are all. If not, `plan.config[STOP]` has the reason.
    """
    cells, counts = int64(tables.numbers[CELLS]), plan.counts
    for role in range(plan.first_role[royal], plan.first_role[royal + 1]):
        kind = plan.roles[role]
        for cell in range(cells):
            node = kind * cells + cell
            if plan.moves[royal * stride_of(plan) + node] > counts[MOVES + 1]:
                continue
            counts[ROYAL_CELL], counts[NEEDED] = cell, 0
            add_needs_of_royal(tables, board, plan, kind, cell)
            spend_on(plan, royal, node, _FIRST_LEVEL)
            row = add_node(plan, NOTHING, royal, node)
            if row >= 0:
                cover(tables, board, plan, _FIRST_LEVEL, NOTHING)
                complete(plan, row)
            spend_on(plan, royal, node, NOWHERE)
            if plan.config[STOP]:
                return False
    return True


@kernel
def add_needs_of_royal(tables: Packed, board: Board, plan: Plan, kind: int, cell: int) -> None:
    """Add the needs of the royal piece on a cell, and in a stalemate that every other piece of its side has a place."""
    width, sets = int64(tables.numbers[WORDS]), board.sets
    fill(sets, work_row(tables, HELD), width, NOTHING)
    fill(sets, work_row(tables, WORLD), width, NOTHING)
    find_flights(tables, board, kind, cell, cell, work_row(tables, HELD))
    if not plan.counts[STALE]:
        add_need(plan, CHECKED, cell, NOTHING)
    for flight in cells_of(sets, work_row(tables, FLIGHTS), width):
        add_need(plan, FLIGHT, flight, NOTHING)
    if plan.counts[STALE]:
        for piece in range(len(plan.ends)):
            if plan.pieces[PIECE_COLUMNS * piece + MATED] and not plan.pieces[PIECE_COLUMNS * piece + ROYAL]:
                add_need(plan, PLACED, NOTHING, int64(piece))


@kernel
def spend_on(plan: Plan, piece: int, node: int, sign: int) -> None:
    """Place a piece with sign 1, or remove it with sign -1."""
    counts, side = plan.counts, plan.pieces[PIECE_COLUMNS * piece + MATED]
    choice = piece * stride_of(plan) + node
    counts[SPENT + side] += sign * plan.moves[choice]
    counts[CAPTURED + side] += sign * plan.captures[choice]
    if node == gone(plan):
        counts[KILLED] += sign
    elif not plan.pieces[PIECE_COLUMNS * piece + ROYAL]:
        counts[LOOSE + side] -= sign
    plan.ends[piece] = node if sign > 0 else NOWHERE


@kernel
def add_node(plan: Plan, level: int, piece: int, node: int) -> int:
    """Add a node to the tree. Returns where, or -1 if the search was stopped."""
    counts, config, tree = plan.counts, plan.config, plan.tree
    row = counts[GROWN]
    config[NODES] += 1
    if 0 <= config[MOST_NODES] < config[NODES]:
        config[STOP] = INTERRUPTED
    elif row + TREE_WIDTH > len(tree):
        config[STOP] = CROWDED
    if config[STOP]:
        return NOWHERE
    tree[row + LEVEL], tree[row + PIECE], tree[row + PLACE] = level, piece, node
    tree[row + LENGTH], tree[row + WHOLE] = TREE_WIDTH, 0
    counts[GROWN] = row + TREE_WIDTH
    return int64(row)


@kernel
def complete(plan: Plan, row: int) -> None:
    """Note the length of a node of the tree, or remove it if there is no picture below."""
    counts, tree = plan.counts, plan.tree
    length = counts[GROWN] - row
    if length == TREE_WIDTH and not tree[row + WHOLE]:
        counts[GROWN] = row
    else:
        tree[row + LENGTH] = length


@PICTURES.entry
def cover(tables: Packed, board: Board, plan: Plan, level: int, start: int) -> None:
    """Place further pieces, in every way, until all needs are covered.

    Args:
        tables: the game.
        board: the board.
        plan: the plan.
        level: the level of the next piece in the tree.
        start: where in `plan.choices` there is room.
    """
    counts, choices = plan.counts, plan.choices
    fewest, chosen = int64(len(choices)) - start + 1, NOWHERE  # more than there is room for
    for number in range(counts[NEEDED]):
        if is_covered(tables, board, plan, int64(number)):
            continue
        place = start if chosen < 0 else start + fewest
        found = write_choices(tables, board, plan, int64(number), place, fewest)
        if found == 0 or plan.config[STOP]:
            return
        if found < fewest:
            for each in range(found):
                choices[start + each] = choices[place + each]
            fewest, chosen = found, int64(number)
    if chosen < 0:
        plan.tree[counts[GROWN] - TREE_WIDTH + WHOLE] = 1
        counts[FOUND] += 1
        return
    for each in range(start, start + fewest):
        place_at(tables, board, plan, level, choices[each], start + fewest)
        plan.excluded[choices[each]] = 1
    for each in range(start, start + fewest):
        plan.excluded[choices[each]] = 0


@part
def place_at(tables: Packed, board: Board, plan: Plan, level: int, choice: int, start: int) -> None:
    """Find the pictures with a choice."""
    stride, world = stride_of(plan), work_row(tables, WORLD)
    piece, node = choice // stride, choice % stride
    row = add_node(plan, level, piece, node)
    if row >= 0:
        cell, before = NOWHERE, plan.counts[NEEDED]
        spend_on(plan, piece, node, _FIRST_LEVEL)
        if node != gone(plan):
            cell = node % int64(tables.numbers[CELLS])
            add(board.sets, world, cell)
            if plan.counts[STALE]:
                add_needs_of(tables, board, plan, piece, node)
        if not plan.config[STOP]:
            cover(tables, board, plan, level + 1, start)
        plan.counts[NEEDED] = before
        if cell >= 0:
            remove(board.sets, world, cell)
        spend_on(plan, piece, node, NOWHERE)
        complete(plan, row)
