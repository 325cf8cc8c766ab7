"""Sweeps: the pieces around a move that it captures too (core/around.lp)."""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, int64
from ..tables import (
    AROUND_START,
    CELLS,
    LOST_RIGHTS,
    MASKS,
    ROYAL,
    SWEEP,
    SWEEP_COUNT,
    SWEEP_WIDTH,
    SWEEPS,
    SWEPT_CELLS,
    SWEPT_TYPES,
    TYPE_COUNT,
    WORDS,
)
from .board import (
    PAST_WIDTH,
    PLY,
    SWEPT,
    SWEPT_COUNT,
    SWEPT_FROM,
    Board,
    lift,
    occupied_row,
    player_of,
    put,
    royals_row,
    type_fact,
)
from .cells import cells_in
from .decorators import kernel, seldom
from .encoded_move import origin_of, row_of, target_of
from .rows import row_fact


@kernel
def around(tables: Packed, sweep: int, origin: int, target: int) -> int:
    """Where in `Packed.words` the cells are that a sweep is about, for a move."""
    numbers = tables.numbers
    centre = origin if numbers[numbers[SWEEPS] + sweep * SWEEP_WIDTH + AROUND_START] else target
    return int64(numbers[MASKS]) + numbers[WORDS] * numbers[numbers[SWEPT_CELLS] + sweep * numbers[CELLS] + centre]


@kernel
def is_swept(tables: Packed, sweep: int, kind: int) -> bool:
    """Whether a sweep captures pieces of a type."""
    return tables.numbers[tables.numbers[SWEPT_TYPES] + sweep * tables.numbers[TYPE_COUNT] + kind] != 0


@seldom
def sweep_away(tables: Packed, board: Board, move: int, place: int) -> int:
    """Remove what a move sweeps, its own pieces being off the board, and store it in the history. Returns the rights
    that end.
    """
    state, sweeps, count, lost = board.state, row_fact(tables, row_of(move), SWEEP), NOTHING, NOTHING
    sweep = NOTHING
    while sweeps >> sweep:
        if (sweeps >> sweep) & 1:
            cells = around(tables, sweep, origin_of(move), target_of(move))
            for word in range(int64(tables.numbers[WORDS])):
                for cell in cells_in(tables.words[cells + word] & board.sets[occupied_row(tables) + word], word):
                    if is_swept(tables, sweep, board.cells[cell]):
                        state[place + SWEPT + count], state[place + SWEPT_FROM + count] = (
                            lift(tables, board, cell),
                            cell,
                        )
                        lost |= tables.words[tables.numbers[LOST_RIGHTS] + cell]
                        count += 1
        sweep += 1
    state[place + SWEPT_COUNT] = count
    return lost


@seldom
def restore_swept(tables: Packed, board: Board, place: int) -> None:
    """Put back what the move of a record of the history has swept."""
    for number in range(board.state[place + SWEPT_COUNT]):
        put(tables, board, board.state[place + SWEPT_FROM + number], board.state[place + SWEPT + number])


@kernel
def has_swept(tables: Packed, board: Board, row: int, place: int) -> bool:
    """Whether a move of a row, with its record in the history, has swept anything."""
    return row_fact(tables, row, SWEEP) != 0 and board.state[place + SWEPT_COUNT] != 0


@seldom
def has_swept_royal(tables: Packed, board: Board, move: int, army: int) -> bool:
    """Whether a move, which has just been made, has swept a royal piece of a player."""
    if not row_fact(tables, row_of(move), SWEEP):
        return False
    place = board.state[PLY] * PAST_WIDTH
    for number in range(board.state[place + SWEPT_COUNT]):
        kind = board.state[place + SWEPT + number]
        if type_fact(tables, kind, ROYAL) and player_of(tables, board, kind) == army:
            return True
    return False


@kernel
def backfires(tables: Packed, board: Board, row: int, kind: int, origin: int, target: int) -> bool:
    """Whether a move of a row, by a piece of a type, would sweep a royal piece of its own player."""
    if not tables.numbers[SWEEP_COUNT]:
        return False
    sweeps, sweep = row_fact(tables, row, SWEEP), NOTHING
    while sweeps >> sweep:
        if (sweeps >> sweep) & 1:
            cells = around(tables, sweep, origin, target)
            royals = royals_row(tables, player_of(tables, board, kind))
            for word in range(int64(tables.numbers[WORDS])):
                for cell in cells_in(tables.words[cells + word] & board.sets[royals + word], word):
                    if cell != origin and cell != target and is_swept(tables, sweep, board.cells[cell]):
                        return True
        sweep += 1
    return False
