"""Which moves may give check.

Most moves do not, and that is known without making them: a move that gives check attacks the royal from its target, or
opens a line that only the mover blocked.
"""

from __future__ import annotations

from ..packed import Packed, Words, int64
from ..tables import (
    ABSENT,
    ATTACKERS,
    ATTACKS,
    BECOMES,
    DESTINATIONS,
    DOUBLE,
    EN_PASSANT,
    ENTERS,
    LOOSE,
    MORE_PATTERNS,
    NOTHING,
    NOWHERE,
    ON_TARGET,
    OTHER_AT,
    PASSING_COUNT,
    PATTERN,
    PLAIN,
    SIMPLE,
    SWEEP_COUNT,
    VARIES,
    WAY,
    WORDS,
)
from .attacks import opponents, pieces_of
from .bits import add, copy, fill, has, intersect, remove
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
    player_of,
    type_fact,
    work_row,
)
from .cells import cells_of
from .decorators import kernel
from .drops import drops
from .emit import emit_plain
from .emit_extra import special
from .emit_special import may_have_special_moves, special_moves
from .encoded_move import origin_of, row_of, target_of
from .group_lookup import is_prohibited
from .mate_sieve import find_snares
from .open_routes import OPEN, attacks_cell, closed_by, is_strict, next_pattern, reach_word, reaches, routes_to
from .rows import other_fact, passed_cell, row_fact
from .safety import look_around, safe_targets

_SECOND = int64(1)
"""The second of the other pieces; the first is the victim."""


@kernel
def screens(tables: Packed, board: Board, royal: int, row: int) -> bool:
    """Find the pieces of the player to move that alone block a line of their side to an opponent's royal.

    Args:
        tables: the game.
        board: the position.
        royal: the cell of that royal.
        row: receives the cells of these pieces.

    Returns:
        Whether these are all. They are not if a piece without strict patterns may attack the royal, or any attacks it;
        nor where a move may sweep pieces, as it depends on what is around the royal whether such a move attacks it.
    """
    if tables.numbers[SWEEP_COUNT]:
        return False
    fill(board.sets, row, tables.numbers[WORDS], NOTHING)
    for origin in opponents(tables, board, player_of(tables, board, board.cells[royal])):
        kind = board.cells[origin]
        pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
        while pattern >= 0:
            attackers = reaches(tables, pattern, origin, royal)
            if attackers and not is_prohibited(tables, board, pattern, kind, origin, royal, board.cells[royal]):
                alone = is_strict(tables, pattern) and find_screens(tables, board, pattern, origin, royal, row)
                if not alone:
                    return False
            pattern, more = next_pattern(tables, more), more + 1
    return True


@kernel
def find_screens(tables: Packed, board: Board, pattern: int, origin: int, royal: int, row: int) -> bool:
    """Add the blockers between a royal and an attacker by a pattern. Returns False if a route is open."""
    first, end = routes_to(tables, pattern, origin, royal)
    for route in range(first, end):
        blocker = closed_by(tables, board, int64(tables.numbers[route]))
        if blocker == OPEN:
            return False
        if blocker != NOWHERE:
            add(board.sets, row, blocker)
    return True


@kernel
def may_check(tables: Packed, board: Board, move: int, royal: int, row: int) -> bool:
    """Whether a move may give check, by a piece that arrives or the piece it uncovers; False is sure.

    The world to work in is that of the position.
    """
    origin, target, does = origin_of(move), target_of(move), row_of(move)
    if has(board.sets, row, origin):
        return True
    kind = board.cells[origin]
    if does != PLAIN:
        if row_fact(tables, does, WAY) == DOUBLE or not row_fact(tables, does, SIMPLE):
            return True
        if row_fact(tables, does, ENTERS):
            return True
        if (
            other_fact(tables, does, NOTHING, OTHER_AT) != ON_TARGET
            or other_fact(tables, does, _SECOND, OTHER_AT) != ABSENT
        ):
            return True
        becomes = row_fact(tables, does, BECOMES)
        kind = becomes if becomes else kind
    if type_fact(tables, kind, LOOSE):
        return (reach_word(tables, tables.numbers[ATTACKS], kind, target, royal >> 6) >> (royal & 63)) & 1 != 0
    world = work_row(tables, WORLD)
    remove(board.sets, world, origin)
    found = attacks_cell(tables, board, kind, target, royal, world)
    add(board.sets, world, origin)
    return found


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
