"""The moves that may give check. Most moves do not, and that is known without making them (screens.py)."""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words, int64
from ..tables import ATTACKERS, DESTINATIONS, EN_PASSANT, LOOSE, PASSING_COUNT, VARIES, WORDS
from .attacks import pieces_of
from .bits import add, copy, fill, has, intersect
from .board import (
    ABLE,
    RIGHTS,
    SNARES,
    STOCK,
    STOCK_MORE,
    TARGETS,
    TURN,
    WORLD,
    Board,
    occupied_row,
    type_fact,
    work_row,
)
from .cells import cells_of
from .decorators import kernel
from .drops import drops
from .emit import emit_plain
from .emit_extra import special
from .emit_special import may_have_special_moves, special_moves
from .mate_sieve import find_snares
from .open_routes import reach_word
from .rows import passed_cell
from .safety import look_around, safe_targets
from .screens import may_check


@kernel
def can_attack(tables: Packed, board: Board, origin: int, royal: int, row: int) -> bool:
    """Whether a piece may give check by a plain move, by its own or by uncovering another; False is sure."""
    destinations, attackers = tables.numbers[DESTINATIONS], tables.numbers[ATTACKERS]
    kind = board.cells[origin]
    if has(board.sets, row, origin) or type_fact(tables, kind, VARIES) or type_fact(tables, kind, LOOSE):
        return True
    if type_fact(tables, kind, EN_PASSANT):
        for number in range(int64(tables.numbers[PASSING_COUNT])):
            if passed_cell(tables, board.state[RIGHTS], number) >= 0:
                return True
    for word in range(tables.numbers[WORDS]):
        if reach_word(tables, destinations, kind, origin, word) & reach_word(tables, attackers, kind, royal, word):
            return True
    return False


@kernel
def find_able(tables: Packed, board: Board, royal: int, row: int) -> bool:
    """Find the pieces that may give check. Returns whether there are any, or special moves or drops might."""
    able = work_row(tables, ABLE)
    found = may_have_special_moves(tables, board) or (board.state[STOCK] | board.state[STOCK_MORE]) != 0
    fill(board.sets, able, tables.numbers[WORDS], NOTHING)
    for origin in pieces_of(tables, board, board.state[TURN]):
        if can_attack(tables, board, origin, royal, row):
            add(board.sets, able, origin)
            found = True
    return found


@kernel
def checking(tables: Packed, board: Board, moves: Words, start: int, royal: int, row: int, mating: bool) -> int:
    """Write down the legal moves that may give check, and say where they end.

    Args:
        tables: the game.
        board: the position.
        moves: written to from `start` on.
        start: where.
        royal: the cell of the only royal of the opponent.
        row: the pieces that `screens` found.
        mating: leave out moves that cannot mate; the sieve (mate_sieve.py) applies and has been asked about the royal.
    """
    if not find_able(tables, board, royal, row):
        return start
    loose = look_around(tables, board)
    count = start
    for origin in cells_of(board.sets, work_row(tables, ABLE), tables.numbers[WORDS]):
        if mating and not find_snares(tables, board, origin, royal):
            continue
        doubles = safe_targets(tables, board, origin, loose)
        if mating:
            intersect(board.sets, work_row(tables, TARGETS), tables.numbers[WORDS], work_row(tables, SNARES))
        count = emit_checking(tables, board, moves, count, origin, royal, row)
        count = special(tables, board, moves, count, origin, doubles)
    return special_moves(tables, board, moves, drops(tables, board, moves, count, loose))


@kernel
def emit_checking(tables: Packed, board: Board, moves: Words, start: int, origin: int, royal: int, row: int) -> int:
    """Write down the plain moves of a piece, to the row of its targets, that may give check; say where they end."""
    sets, width = board.sets, tables.numbers[WORDS]
    kind, found = board.cells[origin], work_row(tables, TARGETS)
    if not has(sets, row, origin) and not type_fact(tables, kind, VARIES):
        for word in range(width):
            sets[found + word] &= reach_word(tables, tables.numbers[ATTACKERS], kind, royal, word)
    end = emit_plain(tables, board, moves, start, origin)
    copy(sets, work_row(tables, WORLD), width, occupied_row(tables))
    kept = start
    for number in range(start, end):
        if may_check(tables, board, moves[number], royal, row):
            moves[kept] = moves[number]
            kept += 1
    return kept
