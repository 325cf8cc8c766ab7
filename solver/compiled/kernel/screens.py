"""Pieces that alone block a line to an opponent's royal, and whether a move gives check, without making it.

A move that gives check attacks the royal from its target, or opens a line that only the mover blocked.
"""

from __future__ import annotations

from ..named_values import ABSENT, DOUBLE, NOTHING, NOWHERE, ON_TARGET, PLAIN
from ..packed import Packed, int64
from ..tables import ATTACKS, BECOMES, ENTERS, LOOSE, MORE_PATTERNS, OTHER_AT, PATTERN, SIMPLE, SWEEP_COUNT, WAY, WORDS
from .attacks import opponents
from .bits import add, fill, has, remove
from .board import WORLD, Board, player_of, type_fact, work_row
from .decorators import kernel
from .encoded_move import origin_of, row_of, target_of
from .group_lookup import is_prohibited
from .open_routes import OPEN, attacks_cell, closed_by, is_strict, next_pattern, reach_word, reaches, routes_to
from .rows import other_fact, row_fact

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
    does = row_of(move)
    if has(board.sets, row, origin_of(move)):
        return True
    if does != PLAIN and (row_fact(tables, does, WAY) == DOUBLE or not only_arrives(tables, does)):
        return True
    return may_attack(tables, board, move, royal)


@kernel
def only_arrives(tables: Packed, row: int) -> bool:
    """Whether a move of a row changes no piece but the mover and a victim where it arrives."""
    if not row_fact(tables, row, SIMPLE) or row_fact(tables, row, ENTERS):
        return False
    victim = other_fact(tables, row, NOTHING, OTHER_AT)
    return victim == ABSENT or (victim == ON_TARGET and other_fact(tables, row, _SECOND, OTHER_AT) == ABSENT)


@kernel
def may_attack(tables: Packed, board: Board, move: int, royal: int) -> bool:
    """Whether the mover of a move that only arrives may attack a royal then; False is sure.

    The world to work in is that of the position.
    """
    origin, target = origin_of(move), target_of(move)
    becomes = row_fact(tables, row_of(move), BECOMES)
    kind = becomes if becomes else board.cells[origin]
    if type_fact(tables, kind, LOOSE):
        return (reach_word(tables, tables.numbers[ATTACKS], kind, target, royal >> 6) >> (royal & 63)) & 1 != 0
    world = work_row(tables, WORLD)
    remove(board.sets, world, origin)
    found = attacks_cell(tables, board, kind, target, royal, world)
    add(board.sets, world, origin)
    return found
