"""Moves of a piece besides plain ones: double steps and captures in passing (core/double_step.lp), captures on the way
(core/locust.lp), and custom moves.
"""

from __future__ import annotations

from ..named_values import (
    CAPTURES_TWICE,
    DOUBLE,
    DOUBLE_LOCUST,
    FORKS,
    GOES_ON,
    IN_PASSING,
    LOCUST_CAPTURE,
    ON_THE_WAY,
    TWO_AND_END,
    TWO_ON_WAY,
)
from ..packed import Packed, Words, int64
from ..tables import (
    ARMY,
    CAPTURES_ON_WAY,
    CELL,
    CUSTOM_USES,
    EN_PASSANT,
    MORE_PATTERNS,
    PASSAGE_ARMY,
    PASSAGE_CELL,
    PASSAGE_END,
    PASSAGE_MASK,
    PASSAGE_SPANS,
    PASSAGE_WIDTH,
    PASSAGES,
    PASSED,
    PASSED_TOO,
    PASSING_COUNT,
    PATTERN,
    STEP_WIDTH,
    STEPS,
    USE,
    VARIES,
)
from .board import RIGHTS, TURN, Board, commander, occupied_row, type_fact
from .decorators import kernel, seldom
from .emit import emit, emit_safe, keep_safe
from .emit_custom import custom_moves
from .encoded_move import both, companion_of, target_of
from .open_routes import attacks_cell, blocked, find_open, is_strict, is_victim, next_pattern, span_of
from .rows import group_of, landed_cell, passed_cell


@kernel
def special(tables: Packed, board: Board, out: Words, count: int, origin: int, doubles: int) -> int:
    """Write down the moves of a piece that are not plain. Returns the number of moves.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        count: how many there are.
        origin: the cell of the piece.
        doubles: how many double steps `safety.safe_targets` has found.
    """
    if tables.numbers[CUSTOM_USES]:
        count = custom_moves(tables, board, out, count, origin)
    start, half = count, len(board.work) // 2
    kind = board.cells[origin]
    for number in range(doubles):
        target, passed = board.work[half + 2 * number], board.work[half + 2 * number + 1]
        count = emit(tables, board, out, count, kind, origin, target, DOUBLE, passed)
    if doubles and type_fact(tables, kind, VARIES) >= FORKS:
        count = keep_safe(tables, board, out, start, count)
    if type_fact(tables, kind, CAPTURES_ON_WAY):
        count = captures_on_the_way(tables, board, out, count, origin)
    if type_fact(tables, kind, EN_PASSANT):
        for number in range(int64(tables.numbers[PASSING_COUNT])):
            count = captures_in_passing(tables, board, out, count, origin, number)
    return count


@kernel
def captures_in_passing(tables: Packed, board: Board, out: Words, count: int, origin: int, fields: int) -> int:
    """Write down a piece's captures in passing, by fields of PASSING_FIELDS."""
    numbers, first = tables.numbers, passed_cell(tables, board.state[RIGHTS], fields)
    if first < 0 or board.cells[first]:
        return count
    occupied = occupied_row(tables)
    landed = landed_cell(tables, board.state[RIGHTS], fields)
    for passage in range(numbers[numbers[PASSAGE_SPANS] + first], numbers[numbers[PASSAGE_SPANS] + first + 1]):
        row = numbers[PASSAGES] + PASSAGE_WIDTH * passage
        army, victim = numbers[row + PASSAGE_ARMY], int64(numbers[row + PASSAGE_END])
        goal = int64(numbers[row + PASSAGE_CELL])
        other = board.cells[victim]
        if (
            other
            and type_fact(tables, other, ARMY) == army
            and commander(board, army) != board.state[TURN]
            and type_fact(tables, other, EN_PASSANT)
            and (landed < 0 or landed == victim)
            and not blocked(tables, board, int64(numbers[row + PASSAGE_MASK]), occupied)
            and attacks_cell(tables, board, board.cells[origin], origin, goal, occupied)
        ):
            count = emit_safe(tables, board, out, count, origin, goal, IN_PASSING, victim, victim)
    return count


@seldom
def captures_on_the_way(tables: Packed, board: Board, out: Words, start: int, origin: int) -> int:
    """Write down a piece's captures on the way. Returns the number of moves."""
    kind, count = board.cells[origin], start
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        count = captures_by_pattern(tables, board, out, start, count, origin, pattern)
        pattern, more = next_pattern(tables, more), more + 1
    return keep_safe(tables, board, out, start, count)


@kernel
def captures_by_pattern(
    tables: Packed, board: Board, out: Words, start: int, count: int, origin: int, pattern: int
) -> int:
    """The same by one move pattern, also if it leaves a royal attacked. Its moves so far begin at `start`."""
    numbers, kind = tables.numbers, board.cells[origin]
    if is_strict(tables, pattern):
        return count
    find_open(tables, board, pattern, origin, occupied_row(tables))
    span = span_of(tables, pattern, origin)
    for step in range(numbers[span], numbers[span + 1]):
        row = numbers[STEPS] + STEP_WIDTH * step
        use, end = numbers[row + USE], int64(numbers[row + CELL])
        over, also = int64(numbers[row + PASSED]) - 1, int64(numbers[row + PASSED_TOO]) - 1
        if not use & ON_THE_WAY or not board.work[step - numbers[span]] or not is_victim(tables, board, origin, over):
            continue
        if also >= 0 and not is_victim(tables, board, origin, also):
            continue
        free = end in (origin, over, also) or board.cells[end] == 0
        fits = use & GOES_ON if free else use & CAPTURES_TWICE and is_victim(tables, board, origin, end)
        companion = over if also < 0 else both(over, also)
        if fits and not is_written(out, start, count, end, companion):
            one, two = (LOCUST_CAPTURE, TWO_ON_WAY) if free else (DOUBLE_LOCUST, TWO_AND_END)
            way = one if also < 0 else two
            count = emit(tables, board, out, count, kind, origin, end, way, companion)
            if group_of(tables, kind, way, end):
                # A guard may have looked for attacks, which uses the same room.
                find_open(tables, board, pattern, origin, occupied_row(tables))
    return count


@kernel
def is_written(out: Words, start: int, end: int, target: int, companion: int) -> bool:
    """Whether one of some moves goes to a cell and has a companion."""
    for number in range(start, end):
        if target_of(out[number]) == target and companion_of(out[number]) == companion:
            return True
    return False
