"""What must be covered in a picture of mate or stalemate, and by which placements of pieces.

In a *mate* these must be covered: the cell of the royal piece, by a piece of the other side that attacks it, and each
flight (mate_sieve.py), by such a piece or by a piece of its own side on it. In a *stalemate* no piece of the royal's
side can move, and the royal is not attacked. So besides the flights,

1. every other piece of its side is captured, or has a place;
2. each first step of such a piece, which needs no empty cell, ends on a piece of its own side, or on any piece if it
   cannot capture there, or the piece is pinned. A first step that only captures needs a pin if it ends on an opponent;
3. each piece that attacks the royal's cell has another piece on each route.

A piece counts as attacking what its attack table has, if a route there needs no cell that a placed piece holds. Routes
that need more than empty cells count as open where the attack is wanted, and as closed where it is not. The royal piece
itself closes none: it may have stepped off them.
"""

from __future__ import annotations

from typing import NamedTuple

from ..named_values import CAPTURES, FORBIDDEN, GOES, NOTHING, NOWHERE
from ..packed import Numbers, Packed, Words, int64
from ..tables import ATTACKERS, CELL, CELLS, EXPOSURE, MASK, MORE_PATTERNS, PATTERN, SKIP, STEP_WIDTH, STEPS, USE, WORDS
from .bits import add, has, remove
from .board import FLIGHTS, WORLD, Board, type_fact, work_row
from .cells import cells_in
from .decorators import kernel
from .mate_sieve import is_empty
from .open_routes import blocked, is_strict, mask_row, next_pattern, reach_word, reaches, routes_to, span_of, use_of
from .piece_distances import Bytes
from .workspace import CROWDED, STOP

# Columns of Plan.pieces: whether the piece is of the side to be mated or stalemated, and whether it is royal.
MATED, ROYAL = range(2)
PIECE_COLUMNS = 2

# Plan.counts: for the mating side and the other, from each of these on, the moves it has, those that placed pieces
# need, the captures that they need, and the pieces that are not placed and may be captured. Then whether stalemates
# are planned, the cell of the royal piece, how many pieces of its side must be captured, how many needs there are, the
# length of the tree, and how many pictures there are.
MOVES, SPENT, CAPTURED, LOOSE = range(0, 8, 2)
STALE, ROYAL_CELL, KILLED, NEEDED, GROWN, FOUND = range(8, 14)
COUNTS = 14

# Plan.needs: what is needed, a cell, and a piece. CHECKED: an attack on the cell. FLIGHT: an attack on it, or a piece
# of the royal's side there. PLACED: a place for the piece, or its capture. The next are about a step of the piece to
# the cell. STEP: a piece of its side there, or a pin. WALL: any piece there, or a pin. PREY: no opponent there, or a
# pin. CLOSED: a piece on each route from the piece to the royal's cell.
CHECKED, FLIGHT, PLACED, STEP, WALL, PREY, CLOSED = range(7)
WHAT, WHERE_NEEDED, WHOSE = range(3)
NEED_COLUMNS = 3


class Plan(NamedTuple):
    """What is to be planned, and room to work in.

    A *choice* is a piece and a node (see piece_distances.py), as the piece times `stride_of` and the node. Behind the
    nodes is one more, `gone`: the piece is captured.

    Attributes:
        pieces: (pieces, 2): see the names of its columns.
        roles: the types that each piece may have at the end, one piece after another.
        first_role: (pieces + 1,): where in `roles` the types of each piece start.
        cells: (roles, moves + 1, words): the cells where a piece may be as that type after at most as many moves.
        moves: for each choice how many moves it needs, as bytes.
        captures: for each choice how many captures.
        counts: see the names of its columns.
        config: as `Workspace.config`, of which NODES, MOST_NODES and STOP matter; placements count as positions. STOP
            is CROWDED if there is no more room for the tree, the needs or the choices.
        ends: (pieces,): the node where a piece is placed, -1 if it is not.
        needs: room for needs: see the names of their columns.
        excluded: for each choice whether it is excluded, as bytes.
        choices: room for choices.
        tree: receives the pictures; see `picture_pruning.Pictures`. In place of places it has nodes.
    """

    pieces: Words
    roles: Words
    first_role: Words
    cells: Words
    moves: Bytes
    captures: Bytes
    counts: Words
    config: Words
    ends: Words
    needs: Words
    excluded: Bytes
    choices: Words
    tree: Numbers


@kernel
def stride_of(plan: Plan) -> int:
    """How many choices there are for a piece."""
    return len(plan.moves) // len(plan.ends)


@kernel
def gone(plan: Plan) -> int:
    """The node of captured pieces."""
    return stride_of(plan) - 1


@kernel
def is_mated_side(plan: Plan, piece: int) -> bool:
    """Whether a piece is of the side to be mated or stalemated."""
    return plan.pieces[PIECE_COLUMNS * piece + MATED] != 0


@kernel
def add_need(plan: Plan, what: int, cell: int, piece: int) -> None:
    """Add a need."""
    place = NEED_COLUMNS * plan.counts[NEEDED]
    if place == len(plan.needs):
        plan.config[STOP] = CROWDED
        return
    plan.needs[place + WHAT], plan.needs[place + WHERE_NEEDED], plan.needs[place + WHOSE] = what, cell, piece
    plan.counts[NEEDED] += 1


@kernel
def add_needs_of(tables: Packed, board: Board, plan: Plan, piece: int, node: int) -> None:
    """Add the needs of a piece that has been placed, in a stalemate."""
    cells = int64(tables.numbers[CELLS])
    kind, cell = node // cells, node % cells
    if not is_mated_side(plan, piece):
        if open_route(tables, board, kind, cell, plan.counts[ROYAL_CELL]) != NOWHERE:
            add_need(plan, CLOSED, plan.counts[ROYAL_CELL], piece)
        return
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if is_strict(tables, pattern) and not use_of(tables, pattern):
            add_steps(tables, plan, pattern, cell, piece)
        pattern, more = next_pattern(tables, more), more + 1


@kernel
def add_steps(tables: Packed, plan: Plan, pattern: int, cell: int, piece: int) -> None:
    """Add the needs of the first steps by one move pattern."""
    numbers = tables.numbers
    span = span_of(tables, pattern, cell)
    step, end = numbers[span], numbers[span + 1]
    while step < end:
        row = numbers[STEPS] + STEP_WIDTH * step
        to, mask, use = int64(numbers[row + CELL]), int64(numbers[row + MASK]), numbers[row + USE]
        if mask >= 0 and not is_empty(tables, mask):
            step = numbers[row + SKIP]
        elif to < 0:
            step += 1
        else:
            if use & GOES:
                add_need(plan, STEP if use & CAPTURES else WALL, to, piece)
            elif use & CAPTURES:
                add_need(plan, PREY, to, piece)
            step = numbers[row + SKIP]


@kernel
def is_covered(tables: Packed, board: Board, plan: Plan, number: int) -> bool:
    """Whether placed pieces cover a need."""
    cells, place = int64(tables.numbers[CELLS]), NEED_COLUMNS * number
    what, needed, whose = plan.needs[place + WHAT], plan.needs[place + WHERE_NEEDED], plan.needs[place + WHOSE]
    if what == PLACED:
        return plan.ends[whose] >= 0
    if what == CLOSED:
        node = plan.ends[whose]
        return open_route(tables, board, node // cells, node % cells, needed) == NOWHERE
    if what == WALL and (needed == plan.counts[ROYAL_CELL] or has(board.sets, work_row(tables, WORLD), needed)):
        return True
    if what == STEP and needed == plan.counts[ROYAL_CELL]:
        return True
    if what == PREY and not has(board.sets, work_row(tables, WORLD), needed):
        return True
    for piece in range(len(plan.ends)):
        node = plan.ends[piece]
        if node < 0 or node == gone(plan):
            continue
        if is_mated_side(plan, piece):
            if node % cells == needed and what != CHECKED:
                return True
        elif may_serve(tables, board, plan, number, node // cells, node % cells):
            return True
    return False


@kernel
def may_serve(tables: Packed, board: Board, plan: Plan, number: int, kind: int, cell: int) -> bool:
    """Whether a piece of the mating side, as a type on a cell, may cover a need by attack or by pin."""
    place = NEED_COLUMNS * number
    what, needed = plan.needs[place + WHAT], plan.needs[place + WHERE_NEEDED]
    if what <= FLIGHT:
        return may_attack(tables, board, kind, cell, needed)
    return may_pin(tables, board, plan, kind, cell, plan.needs[place + WHOSE])


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
def open_route(tables: Packed, board: Board, kind: int, cell: int, target: int) -> int:
    """The mask of a route by which a type on a cell attacks another, unless pieces that are not placed close it.

    Returns:
        Its number, or -1 if there is none.
    """
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if is_strict(tables, pattern) and reaches(tables, pattern, cell, target):
            first, end = routes_to(tables, pattern, cell, target)
            for route in range(first, end):
                mask = int64(tables.numbers[route])
                if not blocked(tables, board, mask, work_row(tables, WORLD)):
                    return mask
        pattern, more = next_pattern(tables, more), more + 1
    return NOWHERE


@kernel
def may_pin(tables: Packed, board: Board, plan: Plan, kind: int, cell: int, pinned: int) -> bool:
    """Whether a type on a cell may attack the royal's cell if a placed piece were away, and now may not."""
    royal, between = plan.counts[ROYAL_CELL], plan.ends[pinned] % int64(tables.numbers[CELLS])
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    found, world = False, work_row(tables, WORLD)
    remove(board.sets, world, between)
    while pattern >= 0 and not found:
        if reaches(tables, pattern, cell, royal):
            if not is_strict(tables, pattern):
                found = True
                break
            first, end = routes_to(tables, pattern, cell, royal)
            for route in range(first, end):
                mask = int64(tables.numbers[route])
                if has(tables.words, mask_row(tables, mask), between) and not blocked(tables, board, mask, world):
                    found = True
                    break
        pattern, more = next_pattern(tables, more), more + 1
    add(board.sets, world, between)
    return found


@kernel
def may_be_at(tables: Packed, board: Board, plan: Plan, piece: int, kind: int, cell: int) -> bool:
    """Whether a piece that is not placed may be placed on a cell that it reaches, as a type.

    A royal piece of the mating side cannot stand where the other royal piece could capture it, for it would have moved
    into check, or not have left it.
    """
    counts, side = plan.counts, plan.pieces[PIECE_COLUMNS * piece + MATED]
    choice = piece * stride_of(plan) + kind * int64(tables.numbers[CELLS]) + cell
    if plan.excluded[choice]:
        return False
    if cell == counts[ROYAL_CELL] or has(board.sets, work_row(tables, WORLD), cell):
        return False
    if counts[CAPTURED + side] + plan.captures[choice] > counts[LOOSE + 1 - side]:
        return False
    if plan.pieces[PIECE_COLUMNS * piece + ROYAL]:
        exposed = tables.numbers[EXPOSURE] == FORBIDDEN and has(board.sets, work_row(tables, FLIGHTS), cell)
        return side == 0 and not exposed
    return counts[CAPTURED + 1 - side] <= counts[LOOSE + side] - 1


@kernel
def reached_row(tables: Packed, plan: Plan, piece: int, role: int) -> int:
    """Where in `Plan.cells` the cells are that a piece may still reach in a role."""
    counts, width, side = plan.counts, int64(tables.numbers[WORDS]), plan.pieces[PIECE_COLUMNS * piece + MATED]
    rows = len(plan.cells) // len(plan.roles)
    return role * rows + (counts[MOVES + side] - counts[SPENT + side]) * width


@kernel
def may_be_gone(plan: Plan, piece: int) -> bool:
    """Whether a piece of the side to be stalemated, which is not placed, may be captured."""
    return plan.counts[KILLED] < plan.counts[MOVES] and not plan.excluded[piece * stride_of(plan) + gone(plan)]


@kernel
def write_choices(tables: Packed, board: Board, plan: Plan, number: int, start: int, most: int) -> int:
    """Write down the choices that cover a need, from `start` on, and say how many these are; or `most`, if as many.

    If there is no room for them, the search is stopped.
    """
    place = NEED_COLUMNS * number
    what, needed, whose = plan.needs[place + WHAT], plan.needs[place + WHERE_NEEDED], plan.needs[place + WHOSE]
    cells, width = int64(tables.numbers[CELLS]), int64(tables.numbers[WORDS])
    found, stride, route = NOTHING, stride_of(plan), NOWHERE
    if what == CLOSED:
        node = plan.ends[whose]
        route = open_route(tables, board, node // cells, node % cells, needed)
    if what == PLACED and may_be_gone(plan, whose):
        if start == len(plan.choices):
            plan.config[STOP] = CROWDED
            return found
        plan.choices[start] = whose * stride + gone(plan)
        found += 1
        if found == most:
            return found
    for piece in range(len(plan.ends)):
        if plan.ends[piece] >= 0 or (what == PLACED and piece != whose):
            continue
        attacks = not is_mated_side(plan, piece) and what not in (PLACED, CLOSED)
        for role in range(plan.first_role[piece], plan.first_role[piece + 1]):
            kind, reached = plan.roles[role], reached_row(tables, plan, piece, role)
            first = piece * stride + kind * cells
            for word in range(width):
                among = plan.cells[reached + word]
                if among:
                    among &= places_to_cover(tables, plan, piece, kind, number, route, word)
                for cell in cells_in(among, word):
                    if not may_be_at(tables, board, plan, piece, kind, cell):
                        continue
                    if attacks and cell != needed and not may_serve(tables, board, plan, number, kind, cell):
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
def places_to_cover(tables: Packed, plan: Plan, piece: int, kind: int, number: int, route: int, word: int) -> int:
    """The cells of a word from which a piece may cover a need as a type, on a board that is empty else.

    Args:
        tables: the game.
        plan: the plan.
        piece: the piece, which is not placed.
        kind: the type.
        number: the number of the need.
        route: if that is to close a route, the number of its mask.
        word: the word.
    """
    place, mated = NEED_COLUMNS * number, is_mated_side(plan, piece)
    what, needed = plan.needs[place + WHAT], plan.needs[place + WHERE_NEEDED]
    if what == PLACED:
        beyond = int64(tables.numbers[CELLS]) - (word << 6)
        return -1 if beyond >= 64 else (1 << beyond) - 1
    if what == CLOSED:
        return tables.words[mask_row(tables, route) + word] if route >= 0 else NOTHING
    here = 1 << (needed & 63) if word == needed >> 6 else NOTHING
    if mated:
        return here if what not in (CHECKED, PREY) else NOTHING
    if what <= FLIGHT:
        return reach_word(tables, tables.numbers[ATTACKERS], kind, needed, word)
    pins = reach_word(tables, tables.numbers[ATTACKERS], kind, plan.counts[ROYAL_CELL], word)
    return pins | here if what == WALL else pins & ~here
