"""Deeds: moves that no route makes (core/deeds.lp)."""

from __future__ import annotations

from ..tables import (
    ANY_CHECK,
    CHECK,
    DEEDS_COUNT,
    DEMANDS,
    EMPTY,
    FREE_DEEDS,
    GROUP,
    IN_CHECK,
    NOTHING,
    NOWHERE,
    OWNER,
    PARTNER,
    PARTNER_TROOP,
    PATH,
    START,
    TARGET,
    TROOP,
    TROOPS,
    TYPES_COUNT,
    WORDS,
    Packed,
    Words,
    int64,
)
from .attacks import attacked, blocked, in_check, mask_row
from .bits import add
from .board import RIGHTS, TURN, Board, deed_fact, occupied_row
from .cells import cells_of
from .decorators import kernel, part
from .emit import emit_rows, keep_safe
from .rows import rows_of_men
from .safety import see_gone


@kernel
def may_have_deeds(tables: Packed, board: Board) -> bool:
    """Whether there may be deeds; False is sure."""
    return board.state[RIGHTS] != 0 or tables.numbers[FREE_DEEDS] != 0


@kernel
def deeds(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the deeds, and say how many moves there are now."""
    if not may_have_deeds(tables, board):
        return count
    for number in range(int64(tables.numbers[DEEDS_COUNT])):
        demands = tables.words[tables.numbers[DEMANDS] + number]
        if (board.state[RIGHTS] & demands) == demands and may_do(tables, board, number):
            count = emit_deed(tables, board, out, count, number)
    return count


@part
def emit_deed(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a deed, once for each row it may have, and say how many moves there are now."""
    start, partner = deed_fact(tables, number, START), deed_fact(tables, number, PARTNER)
    other = board.cells[partner] if partner >= 0 else NOTHING
    place = rows_of_men(tables, deed_fact(tables, number, GROUP), board.cells[start], other)
    end = emit_rows(tables, out, count, start, deed_fact(tables, number, TARGET), number, place)
    return keep_safe(tables, board, out, count, end)


@kernel
def is_of_troop(tables: Packed, board: Board, cell: int, troop: int) -> bool:
    """Whether the man on a cell, if there is one, is of a troop."""
    numbers = tables.numbers
    return numbers[numbers[TROOPS] + troop * numbers[TYPES_COUNT] + board.cells[cell]] != 0


@part
def may_do(tables: Packed, board: Board, number: int) -> bool:
    """Whether all that a deed requires holds, its rights and the safety of royals after it apart."""
    army, start = board.state[TURN], deed_fact(tables, number, START)
    if deed_fact(tables, number, OWNER) != army or not is_of_troop(
        tables, board, start, deed_fact(tables, number, TROOP)
    ):
        return False
    partner = deed_fact(tables, number, PARTNER)
    if partner >= 0 and not is_of_troop(tables, board, partner, deed_fact(tables, number, PARTNER_TROOP)):
        return False
    if blocked(tables, board, deed_fact(tables, number, EMPTY), occupied_row(tables)):
        return False
    check = deed_fact(tables, number, CHECK)
    if check != ANY_CHECK and in_check(tables, board, army) != (check == IN_CHECK):
        return False
    path = mask_row(tables, deed_fact(tables, number, PATH))
    for cell in cells_of(tables.words, path, tables.numbers[WORDS]):
        world = see_gone(tables, board, start)
        add(board.sets, world, cell)
        if attacked(tables, board, cell, board.cells[start], army, world, NOWHERE):
            return False
    return True
