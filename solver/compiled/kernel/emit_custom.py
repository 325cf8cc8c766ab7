"""Custom moves: moves by uses of routes that the game defines itself (core/moves.lp)."""

from __future__ import annotations

from ..named_values import NOTHING, PLAIN
from ..packed import Packed, Words, int64
from ..tables import CUSTOM_USES, MORE_PATTERNS, PATTERN, TWIN, WORDS
from .bits import fill, has
from .board import TARGETS, TURN, VENTURED, Board, army_row, occupied_row, type_fact, work_row
from .cells import cells_of
from .decorators import kernel, seldom
from .emit import emit_rows, keep_safe
from .encoded_move import row_of, target_of
from .group_lookup import rows_in
from .open_routes import add_targets, next_pattern, use_of
from .rows import END, custom_group, group_of, row_fact


@seldom
def custom_moves(tables: Packed, board: Board, out: Words, count: int, origin: int) -> int:
    """Write down the custom moves of a piece. Returns the number of moves.

    The cells that it can go to by other moves are in the row of its targets, and its double steps where `targets` puts
    them: they stay there.
    """
    start, kind = count, board.cells[origin]
    for use in range(1, int64(tables.numbers[CUSTOM_USES]) + 1):
        fill(board.sets, work_row(tables, VENTURED), tables.numbers[WORDS], NOTHING)
        pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
        while pattern >= 0:
            if use_of(tables, pattern) == use:
                mine = army_row(tables, board.state[TURN])
                add_targets(
                    tables, board, pattern, origin, mine, occupied_row(tables), work_row(tables, VENTURED), NOTHING
                )
            pattern, more = next_pattern(tables, more), more + 1
        for target in cells_of(board.sets, work_row(tables, VENTURED), tables.numbers[WORDS]):
            place = rows_in(tables, board, custom_group(tables, kind, use, target), origin, target, board.cells[target])
            end = emit_rows(tables, board, out, count, origin, target, NOTHING, place)
            count = keep_new(tables, board, out, start, count, end, origin)
    return keep_safe(tables, board, out, start, count)


@kernel
def keep_new(tables: Packed, board: Board, out: Words, first: int, start: int, end: int, origin: int) -> int:
    """Keep of some moves those that do nothing that another move of the piece does, and say where they end.

    Args:
        tables: the game.
        board: the position.
        out: the moves.
        first: where the piece's moves by other custom uses start.
        start: where these start.
        end: where they end.
        origin: where the piece stands.
    """
    kept = start
    for number in range(start, end):
        move, is_new = out[number], True
        target, twin = target_of(move), row_fact(tables, row_of(move), TWIN)
        if has(board.sets, work_row(tables, TARGETS), target):
            is_new = not does_plainly(tables, board, origin, target, twin)
        for other in range(first, start):
            if target_of(out[other]) == target and row_fact(tables, row_of(out[other]), TWIN) == twin:
                is_new = False
        if is_new:
            out[kept] = move
            kept += 1
    return kept


@kernel
def does_plainly(tables: Packed, board: Board, origin: int, target: int, row: int) -> bool:
    """Whether a row is one that a plain move of a piece may have."""
    group = group_of(tables, board.cells[origin], PLAIN, target)
    if not group:
        return row == PLAIN
    place = rows_in(tables, board, group, origin, target, board.cells[target])
    while tables.numbers[place] != END:
        if int64(tables.numbers[place]) == row:
            return True
        place += 1
    return False
