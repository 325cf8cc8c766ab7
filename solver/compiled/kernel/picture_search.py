"""The mating pictures that the moves of both sides allow, as a tree (rules/planning/).

For each cell where the royal piece can be at the end, these cells must be *covered*: its own, by a piece of the other
side that attacks it, and each flight (mate_sieve.py), by such a piece or by a piece of its own side on it. Pieces are
placed one by one. Each next piece covers the cell for which there are the fewest choices. A placement is dropped as
soon as some cell has no choice left within the moves of its side and the captures that its promotions and moves need.

No mate is overlooked. Consider any, and follow the placements that it has. The chosen cell is covered in it by a piece
that is not placed yet; for if a placed one covered it there, with more pieces on the board, it would do so here. It has
the moves to come there, because each piece needs at least what it needs alone on the board (piece_distances.py). So it
is one of the choices. A choice is excluded from the placements that follow it: mates that have it have been found with
it.

A piece counts as attacking what its attack table has, if a route there needs no cell that a placed piece holds. Routes
that need more than empty cells count as open. The royal piece itself closes none: it may have stepped off them.
"""

from __future__ import annotations

from typing import NamedTuple

from ..packed import Numbers, Packed, Words, int64
from ..tables import (
    ATTACKERS,
    CELLS,
    EXPOSURE,
    FORBIDDEN,
    MORE_PATTERNS,
    NOTHING,
    NOWHERE,
    PATTERN,
    WORDS,
)
from .bits import add, fill, has, remove
from .board import FLIGHTS, HELD, WORLD, Board, type_fact, work_row
from .cells import cells_in, cells_of
from .decorators import entry, kernel, part
from .mate_sieve import find_flights
from .open_routes import blocked, is_strict, next_pattern, reach_word, reaches, routes_to
from .picture_pruning import LENGTH, LEVEL, PIECE, PLACE, TREE_WIDTH, WHOLE
from .piece_distances import Bytes
from .workspace import CROWDED, INTERRUPTED, MOST_NODES, NODES, STOP

# Columns of Plan.pieces: whether the piece is of the side to be mated, and whether it is royal.
MATED, ROYAL = range(2)
PIECE_COLUMNS = 2

# Plan.counts: for the mating side and the other, from each of these on, the moves it has, those that placed pieces
# need, the captures that they need, and the pieces that are not placed and may be captured. Then how many cells must be
# covered, the length of the tree, and how many pictures there are.
MOVES, SPENT, CAPTURED, LOOSE = range(0, 8, 2)
NEEDED, GROWN, FOUND = range(8, 11)
COUNTS = 11

_FIRST_LEVEL = int64(1)


class Plan(NamedTuple):
    """What is to be planned, and room to work in.

    Attributes:
        pieces: (pieces, 2): see the names of its columns.
        kinds: the types that pieces may have at the end.
        moves: (pieces, nodes): how many moves each needs to each type on a cell, as bytes.
        captures: (pieces, nodes): how many captures.
        counts: see the names of its columns.
        config: as `Workspace.config`, of which NODES, MOST_NODES and STOP matter; placements count as positions. STOP
            is CROWDED if there is no more room for the tree or the choices.
        ends: (pieces,): the node where a piece is placed, -1 if it is not.
        needed: the cells that must be covered, first that of the royal piece.
        excluded: (pieces, nodes): whether a choice is excluded, as bytes.
        choices: room for choices, each a piece times the number of nodes, and its node.
        tree: receives the pictures; see `picture_pruning.Pictures`. In place of places it has nodes.
    """

    pieces: Words
    kinds: Words
    moves: Bytes
    captures: Bytes
    counts: Words
    config: Words
    ends: Words
    needed: Words
    excluded: Bytes
    choices: Words
    tree: Numbers


@entry
def find_pictures(tables: Packed, board: Board, plan: Plan, royal: int) -> bool:
    """Find the mating pictures.

    Args:
        tables: the game.
        board: a board of the game; only its rows to work in are used.
        plan: what is to be planned.
        royal: the number of the royal piece to be mated.

    Returns:
        Whether these are all. If not, `plan.config[STOP]` has the reason.
    """
    cells, sets, width = int64(tables.numbers[CELLS]), board.sets, int64(tables.numbers[WORDS])
    for place in range(len(plan.kinds)):
        kind = plan.kinds[place]
        for cell in range(cells):
            node = kind * cells + cell
            if plan.moves[royal * stride_of(plan) + node] > plan.counts[MOVES + 1]:
                continue
            fill(sets, work_row(tables, HELD), width, NOTHING)
            fill(sets, work_row(tables, WORLD), width, NOTHING)
            find_flights(tables, board, kind, cell, cell, work_row(tables, HELD))
            plan.needed[0] = cell
            plan.counts[NEEDED] = 1
            for flight in cells_of(sets, work_row(tables, FLIGHTS), width):
                plan.needed[plan.counts[NEEDED]] = flight
                plan.counts[NEEDED] += 1
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
def stride_of(plan: Plan) -> int:
    """How many nodes there are."""
    return len(plan.moves) // len(plan.ends)


@kernel
def spend_on(plan: Plan, piece: int, node: int, sign: int) -> None:
    """Place a piece with sign 1, or remove it with sign -1."""
    counts, side = plan.counts, plan.pieces[PIECE_COLUMNS * piece + MATED]
    choice = piece * stride_of(plan) + node
    counts[SPENT + side] += sign * plan.moves[choice]
    counts[CAPTURED + side] += sign * plan.captures[choice]
    if not plan.pieces[PIECE_COLUMNS * piece + ROYAL]:
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


@entry
def cover(tables: Packed, board: Board, plan: Plan, level: int, start: int) -> None:
    """Place further pieces, in every way, until all cells are covered.

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
        if is_covered(tables, board, plan, number):
            continue
        place = start if chosen < 0 else start + fewest
        found = write_choices(tables, board, plan, number, place, fewest)
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
        cell = node % int64(tables.numbers[CELLS])
        spend_on(plan, piece, node, _FIRST_LEVEL)
        add(board.sets, world, cell)
        cover(tables, board, plan, level + 1, start)
        remove(board.sets, world, cell)
        spend_on(plan, piece, node, NOWHERE)
        complete(plan, row)


@kernel
def is_covered(tables: Packed, board: Board, plan: Plan, number: int) -> bool:
    """Whether a placed piece covers a cell that must be covered."""
    cells, needed = int64(tables.numbers[CELLS]), plan.needed[number]
    for piece in range(len(plan.ends)):
        node = plan.ends[piece]
        if node < 0:
            continue
        if not plan.pieces[PIECE_COLUMNS * piece + MATED]:
            if may_attack(tables, board, node // cells, node % cells, needed):
                return True
        elif number and node % cells == needed:
            return True
    return False


@kernel
def may_attack(tables: Packed, board: Board, kind: int, cell: int, target: int) -> bool:
    """Whether a type on a cell may attack another, as far as placed pieces let it."""
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if reaches(tables, pattern, cell, target):
            if not is_strict(tables, pattern):
                return True
            first, end = routes_to(tables, pattern, cell, target)
            for route in range(first, end):
                if not blocked(tables, board, int64(tables.numbers[route]), work_row(tables, WORLD)):
                    return True
        pattern, more = next_pattern(tables, more), more + 1
    return False


@kernel
def may_be_at(tables: Packed, board: Board, plan: Plan, piece: int, kind: int, cell: int) -> bool:
    """Whether a piece that is not placed may be placed on a cell, as a type.

    A royal piece of the mating side cannot stand where the other royal piece could capture it, for it would have moved
    into check, or not have left it.
    """
    counts, side = plan.counts, plan.pieces[PIECE_COLUMNS * piece + MATED]
    choice = piece * stride_of(plan) + kind * int64(tables.numbers[CELLS]) + cell
    if counts[SPENT + side] + plan.moves[choice] > counts[MOVES + side] or plan.excluded[choice]:
        return False
    if cell == plan.needed[0] or has(board.sets, work_row(tables, WORLD), cell):
        return False
    if counts[CAPTURED + side] + plan.captures[choice] > counts[LOOSE + 1 - side]:
        return False
    if plan.pieces[PIECE_COLUMNS * piece + ROYAL]:
        exposed = tables.numbers[EXPOSURE] == FORBIDDEN and has(board.sets, work_row(tables, FLIGHTS), cell)
        return side == 0 and not exposed
    return counts[CAPTURED + 1 - side] <= counts[LOOSE + side] - 1


@kernel
def write_choices(tables: Packed, board: Board, plan: Plan, number: int, start: int, most: int) -> int:
    """Write down the choices that cover a cell, from `start` on, and say how many these are; or `most`, if as many.

    If there is no room for them, the search is stopped.
    """
    needed, found, stride = plan.needed[number], NOTHING, stride_of(plan)
    for piece in range(len(plan.ends)):
        if plan.ends[piece] >= 0:
            continue
        for place in range(len(plan.kinds)):
            kind = plan.kinds[place]
            first = piece * stride + kind * int64(tables.numbers[CELLS])
            for word in range(tables.numbers[WORDS]):
                for cell in cells_in(places_to_cover(tables, plan, piece, kind, number, word), word):
                    if not may_be_at(tables, board, plan, piece, kind, cell):
                        continue
                    if cell != needed and not may_attack(tables, board, kind, cell, needed):
                        continue
                    if start + found == len(plan.choices):
                        plan.config[STOP] = CROWDED
                        return found
                    plan.choices[start + found] = first + cell
                    found += 1
                    if found == most:
                        return found
    return found


@kernel
def places_to_cover(tables: Packed, plan: Plan, piece: int, kind: int, number: int, word: int) -> int:
    """The cells of a word from which a piece may cover a cell as a type, on a board that is empty else."""
    needed = plan.needed[number]
    if not plan.pieces[PIECE_COLUMNS * piece + MATED]:
        return reach_word(tables, tables.numbers[ATTACKERS], kind, needed, word)
    return 1 << (needed & 63) if number and word == needed >> 6 else NOTHING
