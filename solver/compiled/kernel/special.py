"""Moves that are not plain: double steps, captures in passing, and castlings (core/double_step.lp, castling.lp)."""

from __future__ import annotations

from ..tables import (
    ARMY,
    CASTLINGS_COUNT,
    DOUBLE,
    EMPTY,
    GROUP,
    IN_PASSING,
    KING_FROM,
    KING_TO,
    NOTHING,
    NOWHERE,
    OWNER,
    PARTNER,
    PARTNER_FROM,
    PARTNER_TO,
    PASSAGES,
    PASSED_AT,
    PASSING,
    PATH,
    RIGHT,
    ROYAL,
    WORDS,
    Packed,
    Words,
    int64,
)
from .attacks import attacked, bears_on, blocked, in_check, mask_row
from .bits import add, remove
from .board import EP, LANDED, RIGHTS, TURN, Board, castling_fact, occupied_row, type_fact
from .cells import cells_of
from .decorators import kernel, part
from .emit import emit_rows, emit_safe
from .pairs import rows_in
from .safety import crowns_attacked, see_gone


@kernel
def special(tables: Packed, board: Board, out: Words, count: int, origin: int, doubles: int) -> int:
    """Write down the double steps and captures in passing of a piece, and say how many moves there are now.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        count: how many there are.
        origin: the cell of the piece.
        doubles: how many double steps `attacks.targets` has found.
    """
    half = board.work.shape[0] // 2
    for number in range(doubles):
        target, passed = board.work[half + 2 * number], board.work[half + 2 * number + 1]
        count = emit_safe(tables, board, out, count, origin, target, DOUBLE, passed, NOWHERE)
    kind, goal = board.cells[origin], board.state[EP]
    if goal < 0 or not type_fact(tables, kind, PASSING) or board.cells[goal]:
        return count
    if not bears_on(tables, board, kind, origin, goal, occupied_row(tables)):
        return count
    return captures_in_passing(tables, board, out, count, origin, goal)


@part
def captures_in_passing(tables: Packed, board: Board, out: Words, count: int, origin: int, goal: int) -> int:
    """Write down a piece's captures of those that a double step over a cell has brought past it."""
    numbers, landed = tables.numbers, board.state[LANDED]
    for passage in range(numbers[numbers[PASSED_AT] + goal], numbers[numbers[PASSED_AT] + goal + 1]):
        row = numbers[PASSAGES] + 2 * passage
        army, victim = numbers[row], int64(numbers[row + 1])
        other = board.cells[victim]
        if (
            other
            and type_fact(tables, other, ARMY) == army
            and army != board.state[TURN]
            and type_fact(tables, other, PASSING)
            and (landed < 0 or landed == victim)
        ):
            count = emit_safe(tables, board, out, count, origin, goal, IN_PASSING, victim, victim)
    return count


@kernel
def castlings(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down castlings, and say how many moves there are now."""
    if board.state[RIGHTS] == 0:
        return count
    for number in range(int64(tables.numbers[CASTLINGS_COUNT])):
        if (board.state[RIGHTS] >> castling_fact(tables, number, RIGHT)) & 1 and may_castle(tables, board, number):
            start, target = castling_fact(tables, number, KING_FROM), castling_fact(tables, number, KING_TO)
            rows = rows_in(tables, board, castling_fact(tables, number, GROUP), start, board.cells[start])
            count = emit_rows(tables, board, out, count, start, target, NOTHING, rows)
    return count


@kernel
def is_own(tables: Packed, board: Board, cell: int, column: int) -> bool:
    """Whether a piece of the player to move stands there whose type has a mark."""
    kind = board.cells[cell]
    return kind != 0 and type_fact(tables, kind, ARMY) == board.state[TURN] and type_fact(tables, kind, column) != 0


@part
def may_castle(tables: Packed, board: Board, number: int) -> bool:
    """Whether royal and partner are there, the cells between empty, and the royal safe throughout."""
    army, occupied = board.state[TURN], occupied_row(tables)
    start, partner = castling_fact(tables, number, KING_FROM), castling_fact(tables, number, PARTNER_FROM)
    royal = board.cells[start]
    if castling_fact(tables, number, OWNER) != army:
        return False
    if not is_own(tables, board, start, ROYAL) or not is_own(tables, board, partner, PARTNER):
        return False
    if blocked(tables, board, castling_fact(tables, number, EMPTY), occupied):
        return False
    if in_check(tables, board, army):
        return False
    path = mask_row(tables, castling_fact(tables, number, PATH))
    for cell in cells_of(tables.words, path, tables.numbers[WORDS]):
        world = see_gone(tables, board, start)
        add(board.sets, world, cell)
        if attacked(tables, board, cell, royal, army, world, NOWHERE):
            return False
    world, target = see_gone(tables, board, start), castling_fact(tables, number, KING_TO)
    remove(board.sets, world, partner)
    add(board.sets, world, target)
    add(board.sets, world, castling_fact(tables, number, PARTNER_TO))
    return not crowns_attacked(tables, board, start, target, NOWHERE)
