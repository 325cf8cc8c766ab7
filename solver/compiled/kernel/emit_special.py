"""Special moves, which no route makes, such as castling (core/special_moves.lp)."""

from __future__ import annotations

from ..packed import Packed, Words, int64
from ..tables import (
    ACTOR_TYPES,
    ANY_CHECK,
    CELL_CLASSES,
    CHECK,
    EMPTY,
    FIRST_ACTOR,
    FREE_SPECIAL,
    GROUP,
    GROUPS,
    IN_CHECK,
    LAST_ACTOR,
    MEMBER,
    NOTHING,
    NOWHERE,
    OWNER,
    PATH,
    SECURE,
    SPECIAL_COUNT,
    SPECIAL_RIGHTS,
    START,
    TARGET,
    TARGET_STRIDE,
    TYPE_COUNT,
    TYPE_SET,
    UNASKED,
    WORDS,
)
from .attacks import attacked, in_check, pieces_of
from .bits import add
from .board import RIGHTS, TURN, Board, actor_fact, commander, occupied_row, special_fact
from .cells import cells_of
from .decorators import kernel
from .emit import emit_rows, keep_safe
from .group_lookup import branch, note_unknown
from .open_routes import blocked, mask_row
from .safety import see_gone

_PARTNER = int64(1)


@kernel
def may_have_special_moves(tables: Packed, board: Board) -> bool:
    """Whether there may be special moves; False is sure."""
    return board.state[RIGHTS] != 0 or tables.numbers[FREE_SPECIAL] != 0


@kernel
def special_moves(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the special moves, and say how many moves there are now."""
    if not may_have_special_moves(tables, board):
        return count
    for number in range(int64(tables.numbers[SPECIAL_COUNT])):
        special_rights = tables.words[tables.numbers[SPECIAL_RIGHTS] + number]
        player = commander(board, special_fact(tables, number, OWNER))
        if player != board.state[TURN] or (board.state[RIGHTS] & special_rights) != special_rights:
            continue
        first = special_fact(tables, number, FIRST_ACTOR)
        if actor_fact(tables, first, START) < 0:
            count = emit_in_place(tables, board, out, count, number)
        elif may_act(tables, board, actor_fact(tables, first, START), first) and not blocked(
            tables, board, special_fact(tables, number, EMPTY), occupied_row(tables)
        ):
            count = emit_fixed(tables, board, out, count, number)
    return count


@kernel
def emit_fixed(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a special move with fixed cells, whose mover is there. Returns the number of moves."""
    first, last = special_fact(tables, number, FIRST_ACTOR), special_fact(tables, number, LAST_ACTOR)
    for actor in range(first + 1, last):
        if not may_act(tables, board, actor_fact(tables, actor, START), actor):
            return count
    start, target = actor_fact(tables, first, START), actor_fact(tables, first, TARGET)
    if not is_allowed(tables, board, number) or not is_way_safe(tables, board, number, start):
        return count
    group = special_fact(tables, number, GROUP)
    for actor in range(first, last):
        cell = actor_fact(tables, actor, START)
        if not is_secure(tables, board, number, actor - first, cell):
            return count
        group = branch(tables, group, board.cells[cell])
    return emit_special(tables, board, out, count, start, target, group)


@kernel
def emit_in_place(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a special move that two pieces make in place, for each such pair. Returns the number of moves."""
    army, first = board.state[TURN], special_fact(tables, number, FIRST_ACTOR)
    if not is_allowed(tables, board, number):
        return count
    for start in pieces_of(tables, board, army):
        if not may_act(tables, board, start, first) or not is_secure(tables, board, number, NOTHING, start):
            continue
        if not is_way_safe(tables, board, number, start):
            continue
        for partner in pieces_of(tables, board, army):
            if (
                partner != start
                and may_act(tables, board, partner, first + 1)
                and is_secure(tables, board, number, _PARTNER, partner)
            ):
                group = branch(tables, special_fact(tables, number, GROUP), board.cells[start])
                group = branch(tables, group, board.cells[partner])
                count = emit_special(tables, board, out, count, start, partner, group)
    return count


@kernel
def rows_where(tables: Packed, group: int, start: int, target: int) -> int:
    """Where the rows of a special move are, by its group after the types of its pieces, and by its cells."""
    origins = int64(tables.numbers[CELL_CLASSES]) + int64(tables.numbers[TARGET_STRIDE]) * target
    group = branch(tables, group, int64(tables.numbers[origins + start]))
    return int64(tables.numbers[GROUPS]) + branch(tables, group, int64(tables.numbers[origins + target]))


@kernel
def emit_special(tables: Packed, board: Board, out: Words, count: int, start: int, target: int, group: int) -> int:
    """Write down a special move, once for each row. Returns the number of moves.

    Args:
        tables: the game.
        board: the position.
        out: receives the moves.
        count: how many moves there were.
        start: where the special move starts.
        target: where it ends.
        group: its group after the types of its pieces.
    """
    rows = rows_where(tables, group, start, target)
    end = emit_rows(tables, board, out, count, start, target, NOTHING, rows)
    return keep_safe(tables, board, out, count, end)


@kernel
def may_act(tables: Packed, board: Board, cell: int, actor: int) -> bool:
    """Whether the piece on a cell, if any, may be an actor. A type that the tables lack is noted."""
    numbers, type_set = tables.numbers, actor_fact(tables, actor, TYPE_SET)
    found = numbers[numbers[ACTOR_TYPES] + type_set * numbers[TYPE_COUNT] + board.cells[cell]]
    if found == UNASKED:
        note_unknown(board)
    return found == MEMBER


@kernel
def is_allowed(tables: Packed, board: Board, number: int) -> bool:
    """Whether the required cells of a special move are empty, and the required check is given or absent."""
    if blocked(tables, board, special_fact(tables, number, EMPTY), occupied_row(tables)):
        return False
    check = special_fact(tables, number, CHECK)
    return check == ANY_CHECK or in_check(tables, board, board.state[TURN]) == (check == IN_CHECK)


@kernel
def is_secure(tables: Packed, board: Board, number: int, piece: int, cell: int) -> bool:
    """Whether a piece of a special move, by its number, is not attacked where it is, if that is required."""
    return not special_fact(tables, number, SECURE) >> piece & 1 or not is_attacked(tables, board, cell)


@kernel
def is_way_safe(tables: Packed, board: Board, number: int, start: int) -> bool:
    """Whether the mover is not attacked on its way, if that is required."""
    army = board.state[TURN]
    path = mask_row(tables, special_fact(tables, number, PATH))
    for cell in cells_of(tables.words, path, tables.numbers[WORDS]):
        world = see_gone(tables, board, start)
        add(board.sets, world, cell)
        if attacked(tables, board, cell, board.cells[start], army, world, NOWHERE):
            return False
    return True


@kernel
def is_attacked(tables: Packed, board: Board, cell: int) -> bool:
    """Whether an opponent attacks the piece on a cell."""
    return attacked(tables, board, cell, board.cells[cell], board.state[TURN], occupied_row(tables), NOWHERE)
