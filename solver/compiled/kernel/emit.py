"""Moves written to a list: one for each row that an arrival may have (rows.py)."""

from __future__ import annotations

from ..named_values import (
    FORKS,
    IF_WON,
    IN_PASSING,
    LINGERS,
    LOCUST_CAPTURE,
    MOST_OTHERS,
    NOTHING,
    NOWHERE,
    PASS,
    PLAIN,
    TWO_ON_WAY,
    USUAL,
)
from ..packed import Packed, Words, int64
from ..tables import (
    AIDE_CHOICE,
    ATTACKS_NONE,
    ENTERS,
    EXPOSURE,
    IGNORES_CHECK,
    LOOKS_AHEAD,
    ROYAL,
    SIMPLE,
    SWEEP_COUNT,
    UNGUARDED,
    VARIES,
    WAY,
    WORDS,
)
from .aides import emit_helped
from .attacks import attacked, in_check, opponents, royals_attacked, strikes
from .bits import add, copy
from .board import (
    FREELY,
    MOVED,
    PAST_WIDTH,
    PLY,
    REVIVED,
    TARGETS,
    TURN,
    WORLD,
    Board,
    lift,
    occupied_row,
    player_of,
    put,
    type_fact,
    work_row,
)
from .cells import cells_in, cells_of
from .decorators import kernel, seldom
from .encoded_move import encode, first_in, origin_of, row_of
from .foreseen import UNSURE, foreseen
from .group_lookup import rows_in
from .guards import leaves, permits, wrong_checks
from .make_move import make, unmake
from .rows import END, group_of, mover_end, other_end, row_fact
from .safety import exposes
from .sweeps import has_swept_royal
from .winning import is_over, wins_for


@kernel
def emit(
    tables: Packed, board: Board, out: Words, count: int, kind: int, origin: int, target: int, way: int, companion: int
) -> int:
    """Write down a move, once for each row it may have, and say how many there are now."""
    group = group_of(tables, kind, way, target)
    if not group:
        out[count] = encode(origin, target, companion, way)
        return count + 1
    cell = companion if way in (IN_PASSING, LOCUST_CAPTURE) else first_in(companion) if way == TWO_ON_WAY else target
    victim = board.cells[cell]
    place = rows_in(tables, board, group, origin, target, victim)
    return emit_rows(tables, board, out, count, origin, target, companion, place)


@kernel
def emit_rows(
    tables: Packed, board: Board, out: Words, count: int, origin: int, target: int, companion: int, place: int
) -> int:
    """Write down a move once for each row of a list and each aide, if its guard holds. Returns the number of moves."""
    while tables.numbers[place] != END:
        row = int64(tables.numbers[place])
        move = encode(origin, target, companion, row)
        if row_fact(tables, row, AIDE_CHOICE):
            count = emit_with_aides(tables, board, out, count, move)
        elif permits(tables, board, move):
            out[count] = move
            count += 1
        place += 1
    return count


@seldom
def emit_with_aides(tables: Packed, board: Board, out: Words, count: int, move: int) -> int:
    """Write down a move that calls for an aide once for each that it may have, or without one if there is none."""
    end = emit_helped(tables, board, out, count, move)
    if end == count:
        out[end] = move
        end += 1
    for number in range(count, end):
        if permits(tables, board, out[number]):
            out[count] = out[number]
            count += 1
    return count


@kernel
def emit_safe(
    tables: Packed,
    board: Board,
    out: Words,
    count: int,
    origin: int,
    target: int,
    way: int,
    companion: int,
    victim: int,
) -> int:
    """Write down a move, with a victim on a cell or -1, unless it leaves a royal piece of its side attacked."""
    kind = board.cells[origin]
    if type_fact(tables, kind, VARIES) >= FORKS:
        end = emit(tables, board, out, count, kind, origin, target, way, companion)
        return keep_safe(tables, board, out, count, end)
    if not board.state[FREELY] and exposes(tables, board, origin, target, victim):
        return count
    return emit(tables, board, out, count, kind, origin, target, way, companion)


@kernel
def emit_plain(tables: Packed, board: Board, out: Words, start: int, origin: int) -> int:
    """Write down the plain moves of a piece to the cells in the row of its targets, and say where they end."""
    kind, count = board.cells[origin], start
    varies = type_fact(tables, kind, VARIES)
    if varies == USUAL:
        for target in cells_of(board.sets, work_row(tables, TARGETS), tables.numbers[WORDS]):
            out[count] = encode(origin, target, NOTHING, PLAIN)
            count += 1
        return count
    for target in cells_of(board.sets, work_row(tables, TARGETS), tables.numbers[WORDS]):
        count = emit(tables, board, out, count, kind, origin, target, PLAIN, NOTHING)
    if varies >= FORKS:
        return keep_safe(tables, board, out, start, count)
    return count


@kernel
def keep_safe(tables: Packed, board: Board, moves: Words, start: int, end: int) -> int:
    """Keep of some moves, judged one by one, those that may leave the position as they do."""
    freely = board.state[FREELY] != 0
    if freely and not tables.numbers[LOOKS_AHEAD] and not tables.numbers[SWEEP_COUNT]:
        return end
    kept = start
    for number in range(start, end):
        move = moves[number]
        row = foreseen(tables, board, move, freely)
        if row == UNSURE:
            row = tried(tables, board, move, freely)
        if row >= 0:
            moves[kept] = move
            kept += 1
    return kept


@seldom
def tried(tables: Packed, board: Board, move: int, freely: bool) -> int:
    """The row of a move, which is made to see that, if it may leave the position as it does; else NOWHERE.

    Args:
        tables: the game.
        board: the position.
        move: the move.
        freely: whether it may leave royals of its player attacked.
    """
    army, row = board.state[TURN], row_of(move)
    make(tables, board, move)
    entered = row_fact(tables, row, ENTERS)
    cell = last_entrance(board) if entered else NOWHERE
    if cell >= 0:
        lift(tables, board, cell)
    safe = freely or may_expose(tables, board, row, army) or not has_exposed(tables, board, move, army)
    if safe and tables.numbers[SWEEP_COUNT]:
        safe = not has_swept_royal(tables, board, move, army)
    if safe and row_fact(tables, row, UNGUARDED):
        safe = is_unguarded(tables, board, move, army)
    if safe and row_fact(tables, row, ATTACKS_NONE):
        safe = attacks_none(tables, board, move, army)
    if entered:
        if cell >= 0:
            put(tables, board, cell, entered)
        safe = safe and cell >= 0
    safe = safe and leaves(tables, board, move, army)
    unmake(tables, board)
    return row if safe else int64(NOWHERE)


@kernel
def last_entrance(board: Board) -> int:
    """The cell where a piece entered beside the last move, which has been made; -1 if that was not empty."""
    return board.state[board.state[PLY] * PAST_WIDTH + REVIVED]


@kernel
def may_expose(tables: Packed, board: Board, row: int, army: int) -> bool:
    """Whether a move of a row, which a player has just made, may leave its royal pieces attacked."""
    if row_fact(tables, row, IGNORES_CHECK):
        return True
    return tables.numbers[EXPOSURE] == IF_WON and is_over(tables, board) and wins_for(tables, board, army)


@kernel
def has_exposed(tables: Packed, board: Board, move: int, army: int) -> bool:
    """Whether a royal of a player is attacked after its move, which has just been made."""
    mover = board.state[board.state[PLY] * PAST_WIDTH + MOVED]
    if type_fact(tables, mover, ROYAL) != LINGERS or row_fact(tables, row_of(move), WAY) >= PASS:
        return in_check(tables, board, army)
    world = work_row(tables, WORLD)
    copy(board.sets, world, tables.numbers[WORDS], occupied_row(tables))
    add(board.sets, world, origin_of(move))
    return royals_attacked(tables, board, army, NOWHERE, NOWHERE, world, NOWHERE)


@kernel
def is_unguarded(tables: Packed, board: Board, move: int, army: int) -> bool:
    """Whether no opponent attacks the pieces that a move must leave safe (core/unguarded.lp). It has just been made."""
    pieces = row_fact(tables, row_of(move), UNGUARDED)
    if pieces & 1 and can_be_captured(tables, board, mover_end(tables, move), army):
        return False
    for piece in range(MOST_OTHERS):
        if (pieces >> (piece + 1)) & 1 and can_be_captured(tables, board, other_end(tables, move, piece), army):
            return False
    return True


@kernel
def attacks_none(tables: Packed, board: Board, move: int, army: int) -> bool:
    """Whether no piece attacks an opponent's of those that must not (core/attacks_none.lp). The move has been made."""
    pieces = row_fact(tables, row_of(move), ATTACKS_NONE)
    if pieces & 1 and can_capture(tables, board, mover_end(tables, move), army):
        return False
    for piece in range(MOST_OTHERS):
        if (pieces >> (piece + 1)) & 1 and can_capture(tables, board, other_end(tables, move, piece), army):
            return False
    return True


@kernel
def can_capture(tables: Packed, board: Board, cell: int, army: int) -> bool:
    """Whether the own piece of a player on a cell attacks a piece of an opponent."""
    kind = board.cells[cell]
    if kind == 0 or player_of(tables, board, kind) != army:
        return False
    for target in opponents(tables, board, army):
        if strikes(tables, board, kind, cell, target, occupied_row(tables), board.cells[target]):
            return True
    return False


@kernel
def can_be_captured(tables: Packed, board: Board, cell: int, army: int) -> bool:
    """Whether an opponent of a player attacks the own piece on a cell."""
    kind = board.cells[cell]
    if kind == 0 or player_of(tables, board, kind) != army:
        return False
    return attacked(tables, board, cell, kind, army, occupied_row(tables), NOWHERE)


@kernel
def emit_loose(
    tables: Packed, board: Board, out: Words, start: int, target: int, place: int, safely: bool, tries: bool
) -> int:
    """Write down a move that starts nowhere, once for each row of a list; say how many moves there are now.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        start: how many there are.
        target: where it ends, if it does.
        place: where the list is, in `Packed.numbers`.
        safely: whether such a move leaves no royal attacked, as far as pins and checks decide.
        tries: whether they do not.
    """
    end = emit_rows(tables, board, out, start, NOTHING, target, NOTHING, place)
    for number in range(start, end):
        tries |= asks_more(tables, row_of(out[number])) or tables.numbers[EXPOSURE] == IF_WON
    if tries:
        return keep_safe(tables, board, out, start, end)
    return end if safely or board.state[FREELY] else start


@kernel
def asks_more(tables: Packed, row: int) -> bool:
    """Whether pins and checks do not decide if a move of a row is legal."""
    return row_fact(tables, row, SIMPLE) == 0 or wrong_checks(tables, row) != 0


@kernel
def further_rows(tables: Packed, board: Board, out: Words, start: int, origin: int, number: int, word: int) -> int:
    """How many plain moves of a piece to the cells of a word there are beyond one each, for the rows they may have.

    What moves there are more is written down from `start` on. A type that FORKS has as many rows with check as without.
    """
    kind, found = board.cells[origin], 0
    forks = type_fact(tables, kind, VARIES) == FORKS
    for cell in cells_in(word, number):
        group = group_of(tables, kind, PLAIN, cell)
        if group:
            place = rows_in(tables, board, group, origin, cell, board.cells[cell])
            end = emit_rows(tables, board, out, start, origin, cell, NOTHING, place)
            found += end - start - 1
            if forks:
                for place in range(start, end):
                    found -= wrong_checks(tables, row_of(out[place])) & 1
    return found
