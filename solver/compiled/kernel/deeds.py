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
    KINDS,
    MEMBER,
    NOTHING,
    NOWHERE,
    OWNER,
    PARTNER,
    PARTNER_TROOP,
    PATH,
    SECURE,
    START,
    TARGET,
    THE_MOVER,
    THE_PARTNER,
    TROOP,
    TROOPS,
    UNASKED,
    WORDS,
    Packed,
    Words,
    int64,
)
from .attacks import attacked, blocked, in_check, mask_row, pieces_of
from .bits import add
from .board import RIGHTS, TURN, Board, commander, deed_fact, occupied_row
from .cells import cells_of
from .decorators import kernel
from .emit import emit_rows, keep_safe
from .pairs import note_miss, rows_of_men
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
        player = commander(board, deed_fact(tables, number, OWNER))
        if player != board.state[TURN] or (board.state[RIGHTS] & demands) != demands:
            continue
        start = deed_fact(tables, number, START)
        if start < 0:
            count = emit_in_place(tables, board, out, count, number)
        elif is_of_troop(tables, board, start, deed_fact(tables, number, TROOP)) and not blocked(
            tables, board, deed_fact(tables, number, EMPTY), occupied_row(tables)
        ):
            count = emit_fixed(tables, board, out, count, number)
    return count


@kernel
def emit_fixed(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a deed whose mover is there, of men who go from certain cells; say how many moves there are now."""
    start, partner = deed_fact(tables, number, START), deed_fact(tables, number, PARTNER)
    if partner >= 0 and not is_of_troop(tables, board, partner, deed_fact(tables, number, PARTNER_TROOP)):
        return count
    if not is_allowed(tables, board, number) or not are_safe(tables, board, number, start, partner):
        return count
    return emit_deed(tables, board, out, count, number, start, deed_fact(tables, number, TARGET), partner)


@kernel
def emit_in_place(tables: Packed, board: Board, out: Words, count: int, number: int) -> int:
    """Write down a deed of any two men who may do it where they stand, and say how many moves there are now."""
    army = board.state[TURN]
    if not is_allowed(tables, board, number):
        return count
    for start in pieces_of(tables, board, army):
        if not is_of_troop(tables, board, start, deed_fact(tables, number, TROOP)):
            continue
        for partner in pieces_of(tables, board, army):
            if (
                partner != start
                and is_of_troop(tables, board, partner, deed_fact(tables, number, PARTNER_TROOP))
                and are_safe(tables, board, number, start, partner)
            ):
                count = emit_deed(tables, board, out, count, number, start, partner, partner)
    return count


@kernel
def emit_deed(
    tables: Packed, board: Board, out: Words, count: int, number: int, start: int, target: int, partner: int
) -> int:
    """Write down a deed, once for each row it may have, and say how many moves there are now."""
    other = board.cells[partner] if partner >= 0 else NOTHING
    place = rows_of_men(tables, deed_fact(tables, number, GROUP), board.cells[start], other)
    end = emit_rows(tables, board, out, count, start, target, number, place)
    return keep_safe(tables, board, out, count, end)


@kernel
def is_of_troop(tables: Packed, board: Board, cell: int, troop: int) -> bool:
    """Whether the man on a cell, if there is one, is of a troop; who has not been asked about is noted as missed."""
    numbers = tables.numbers
    found = numbers[numbers[TROOPS] + troop * numbers[KINDS] + board.cells[cell]]
    if found == UNASKED:
        note_miss(board)
    return found == MEMBER


@kernel
def is_allowed(tables: Packed, board: Board, number: int) -> bool:
    """Whether the cells of a deed are empty that have to be, and a royal is in check, or none, if that is required."""
    if blocked(tables, board, deed_fact(tables, number, EMPTY), occupied_row(tables)):
        return False
    check = deed_fact(tables, number, CHECK)
    return check == ANY_CHECK or in_check(tables, board, board.state[TURN]) == (check == IN_CHECK)


@kernel
def are_safe(tables: Packed, board: Board, number: int, start: int, partner: int) -> bool:
    """Whether nobody attacks the mover on its way, or the men of a deed where they stand, if that is required."""
    army, secure = board.state[TURN], deed_fact(tables, number, SECURE)
    if secure & THE_MOVER and is_attacked(tables, board, start):
        return False
    if secure & THE_PARTNER and is_attacked(tables, board, partner):
        return False
    path = mask_row(tables, deed_fact(tables, number, PATH))
    for cell in cells_of(tables.words, path, tables.numbers[WORDS]):
        world = see_gone(tables, board, start)
        add(board.sets, world, cell)
        if attacked(tables, board, cell, board.cells[start], army, world, NOWHERE):
            return False
    return True


@kernel
def is_attacked(tables: Packed, board: Board, cell: int) -> bool:
    """Whether an opponent attacks the man on a cell."""
    return attacked(tables, board, cell, board.cells[cell], board.state[TURN], occupied_row(tables), NOWHERE)
