"""Legal moves: of all pieces, or how many, or whether there is one, or whether one move is (core/moves.lp)."""

from __future__ import annotations

from ..tables import ARMY, ASPIRES, NOTHING, WORDS, Packed, Words
from .attacks import pieces_of
from .bits import has, popcount
from .board import TARGETS, TURN, Board, type_fact, work_row
from .cells import cells_of
from .decorators import entry, kernel
from .move import PLAIN, choice_of, origin_of, sort_of, target_of
from .promotion import emit, first_choice, further_choices
from .safety import look_around, safe_targets
from .special import castlings, special


@kernel
def emit_plain(tables: Packed, board: Board, out: Words, count: int, origin: int) -> int:
    """Write down the plain moves of a piece to the cells in the row of its targets."""
    kind = board.cells[origin]
    for target in cells_of(board.sets, work_row(tables, TARGETS), tables.numbers[WORDS]):
        count = emit(tables, out, count, kind, origin, target, PLAIN, NOTHING)
    return count


@entry
def generate(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the legal moves from `out[count]` on, and say where they end."""
    loose = look_around(tables, board)
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        count = emit_plain(tables, board, out, count, origin)
        count = special(tables, board, out, count, origin, doubles)
    return castlings(tables, board, out, count)


@kernel
def count_moves(tables: Packed, board: Board, out: Words, start: int) -> int:
    """How many legal moves there are; `out` is written to from `start` on."""
    loose, row = look_around(tables, board), work_row(tables, TARGETS)
    found = 0
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        kind = board.cells[origin]
        aspires = type_fact(tables, kind, ASPIRES) != 0
        for number in range(tables.numbers[WORDS]):
            word = board.sets[row + number]
            found += popcount(word)
            if aspires:
                found += further_choices(tables, kind, number, word)
        found += special(tables, board, out, start, origin, doubles) - start
    return found + castlings(tables, board, out, start) - start


@kernel
def can_move(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move; `room` is written to from `start` on."""
    loose, row = look_around(tables, board), work_row(tables, TARGETS)
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        for word in range(tables.numbers[WORDS]):
            if board.sets[row + word]:
                return True
        if special(tables, board, room, start, origin, doubles) > start:
            return True
    return castlings(tables, board, room, start) > start


@kernel
def is_legal(tables: Packed, board: Board, move: int) -> bool:
    """Whether a move known from another position is a legal plain move here; special moves never are."""
    origin, target = origin_of(move), target_of(move)
    kind = board.cells[origin]
    if sort_of(move) != PLAIN or choice_of(move) or not kind or type_fact(tables, kind, ARMY) != board.state[TURN]:
        return False
    if first_choice(tables, kind, target):
        return False
    safe_targets(tables, board, origin, look_around(tables, board))
    return has(board.sets, work_row(tables, TARGETS), target)
