"""The move generator: legal moves, their number, whether there is one, and whether a move is legal (core/moves.lp)."""

from __future__ import annotations

from ..named_values import IF_AVOIDABLE, PLAIN, TRIED
from ..packed import Packed, Words
from ..tables import ASKS_REPLIES, EXPOSURE, HAS_COMPULSORY, ONE_DOUBLE, ONE_MOVE, VARIES, WORDS
from .attacks import pieces_of
from .bits import has, popcount
from .board import FREELY, TARGETS, TURN, Board, player_of, type_fact, work_row
from .decorators import entry, kernel
from .drops import drops
from .emit import emit_plain, further_rows
from .emit_extra import special
from .emit_special import special_moves
from .encoded_move import origin_of, row_of, target_of
from .open_routes import mask_row
from .passing import passes
from .replies import keep_replied
from .rows import group_of
from .safety import look_around, safe_targets
from .some_move import compelled, has_move, moves_of_pieces, must_expose
from .winning import is_over


@kernel
def weighs_moves(tables: Packed) -> bool:
    """Whether it depends on other moves, of either side, whether a move is legal."""
    numbers = tables.numbers
    return numbers[EXPOSURE] == IF_AVOIDABLE or numbers[HAS_COMPULSORY] != 0 or numbers[ASKS_REPLIES] != 0


@entry
def generate(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the legal moves from `out[count]` on, and say where they end."""
    end = allowed(tables, board, out, count)
    if end == count and must_expose(tables, board):
        end = allowed(tables, board, out, count)
        board.state[FREELY] = 0
    return compelled(tables, out, count, end) if tables.numbers[HAS_COMPULSORY] else end


@kernel
def allowed(tables: Packed, board: Board, out: Words, count: int) -> int:
    """The same, as far as moves may leave royals attacked now."""
    if is_over(tables, board):
        return count
    start = count
    count = moves_of_pieces(tables, board, out, count)
    if not tables.numbers[ASKS_REPLIES]:
        return passes(tables, board, out, count, count - start)
    count = keep_replied(tables, board, out, start, count)
    return keep_replied(tables, board, out, count, passes(tables, board, out, count, count - start))


@kernel
def count_moves(tables: Packed, board: Board, out: Words, start: int) -> int:
    """How many legal moves there are; `out` is written to from `start` on."""
    if tables.numbers[HAS_COMPULSORY] or tables.numbers[ASKS_REPLIES]:
        return generate(tables, board, out, start) - start
    found = count_allowed(tables, board, out, start)
    if found == 0 and must_expose(tables, board):
        found = count_allowed(tables, board, out, start)
        board.state[FREELY] = 0
    return found


@kernel
def count_allowed(tables: Packed, board: Board, out: Words, start: int) -> int:
    """The same, as far as moves may leave royals attacked now."""
    if is_over(tables, board):
        return 0
    loose, row = look_around(tables, board), work_row(tables, TARGETS)
    found = 0
    for origin in pieces_of(tables, board, board.state[TURN]):
        doubles = safe_targets(tables, board, origin, loose)
        kind = board.cells[origin]
        varies = type_fact(tables, kind, VARIES)
        if varies == TRIED:
            found += emit_plain(tables, board, out, start, origin) - start
        else:
            ones = mask_row(tables, type_fact(tables, kind, ONE_MOVE))
            for number in range(tables.numbers[WORDS]):
                word = board.sets[row + number]
                found += popcount(word)
                if varies:
                    word &= ~tables.words[ones + number]
                    found += further_rows(tables, board, out, start, origin, number, word)
            if doubles:
                found += doubles
                doubles = several_rows(tables, board, kind, doubles)
                found -= doubles
        found += special(tables, board, out, start, origin, doubles) - start
    found += special_moves(tables, board, out, drops(tables, board, out, start, loose)) - start
    return found + passes(tables, board, out, start, found) - start


@kernel
def several_rows(tables: Packed, board: Board, kind: int, doubles: int) -> int:
    """Keep of the double steps found, by a piece of a type, those that may not have just one row, and count them."""
    first, ones = len(board.work) // 2, mask_row(tables, type_fact(tables, kind, ONE_DOUBLE))
    kept = first
    for place in range(first, first + 2 * doubles, 2):
        target, passed = board.work[place], board.work[place + 1]
        if not has(tables.words, ones, target):
            board.work[kept], board.work[kept + 1] = target, passed
            kept += 2
    return (kept - first) // 2


@kernel
def can_move(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move; `room` is written to from `start` on."""
    if tables.numbers[ASKS_REPLIES]:
        return generate(tables, board, room, start) > start
    return has_move(tables, board, room, start)


@kernel
def is_legal(tables: Packed, board: Board, move: int) -> bool:
    """Whether a move known from another position is surely a legal plain move here that does what is usual."""
    if is_over(tables, board) or weighs_moves(tables):
        return False
    origin, target = origin_of(move), target_of(move)
    kind = board.cells[origin]
    if row_of(move) != PLAIN or not kind or player_of(tables, board, kind) != board.state[TURN]:
        return False
    if type_fact(tables, kind, VARIES) == TRIED or group_of(tables, kind, PLAIN, target):
        return False
    safe_targets(tables, board, origin, look_around(tables, board))
    return has(board.sets, work_row(tables, TARGETS), target)
