"""Special moves, which no route makes, such as castling (core/special_moves.lp)."""

from __future__ import annotations

from ..named_values import MEMBER, NOTHING, UNASKED
from ..packed import Packed, Words, int64
from ..tables import (
    ACTOR_TYPES,
    CELL_CLASSES,
    COMMON_GUARD,
    FIRST_ACTOR,
    FREE_SPECIAL,
    GROUP,
    GROUPS,
    GUARD_WIDTH,
    GUARDS,
    LAST_ACTOR,
    OWNER,
    SPECIAL_COUNT,
    START,
    TARGET,
    TARGET_STRIDE,
    TYPE_COUNT,
    TYPE_SET,
)
from .attacks import pieces_of
from .board import RIGHTS, TURN, Board, actor_fact, commander, special_fact
from .decorators import kernel
from .emit import emit_rows, keep_safe
from .group_lookup import branch, note_unknown
from .guards import may_hold

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
        guard = special_fact(tables, number, COMMON_GUARD)
        if commander(board, special_fact(tables, number, OWNER)) != board.state[TURN]:
            continue
        if guard and not may_hold(tables, board, tables.numbers[GUARDS] + GUARD_WIDTH * (guard - 1)):
            continue
        first = special_fact(tables, number, FIRST_ACTOR)
        if actor_fact(tables, first, START) < 0:
            count = emit_in_place(tables, board, out, count, number)
        else:
            count = emit_fixed(tables, board, out, count, number)
    return count


@kernel
def emit_fixed(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a special move with fixed cells. Returns the number of moves."""
    first, last = special_fact(tables, number, FIRST_ACTOR), special_fact(tables, number, LAST_ACTOR)
    for actor in range(first, last):
        if not may_act(tables, board, actor_fact(tables, actor, START), actor):
            return count
    start, target = actor_fact(tables, first, START), actor_fact(tables, first, TARGET)
    group = special_fact(tables, number, GROUP)
    for actor in range(first, last):
        group = branch(tables, group, board.cells[actor_fact(tables, actor, START)])
    return emit_special(tables, board, out, count, start, target, group)


@kernel
def emit_in_place(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a special move that two pieces make in place, for each such pair. Returns the number of moves."""
    army, first = board.state[TURN], special_fact(tables, number, FIRST_ACTOR)
    for start in pieces_of(tables, board, army):
        if not may_act(tables, board, start, first):
            continue
        for partner in pieces_of(tables, board, army):
            if partner != start and may_act(tables, board, partner, first + 1):
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
