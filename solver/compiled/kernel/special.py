"""Double steps and captures in passing (core/double_step.lp)."""

from __future__ import annotations

from ..tables import (
    ARMY,
    DOUBLE,
    IN_PASSING,
    PASSAGES,
    PASSED_AT,
    PASSING,
    TRIED,
    USES,
    VARIES,
    Packed,
    Words,
    int64,
)
from .attacks import bears_on
from .board import EP, LANDED, TURN, Board, commander, occupied_row, type_fact
from .decorators import kernel
from .emit import emit, emit_safe, keep_safe
from .ventures import ventures


@kernel
def special(tables: Packed, board: Board, out: Words, count: int, origin: int, doubles: int) -> int:
    """Write down the double steps and captures in passing of a piece, and say how many moves there are now.

    Args:
        tables: the game.
        board: the position.
        out: where moves are written down.
        count: how many there are.
        origin: the cell of the piece.
        doubles: how many double steps `safety.safe_targets` has found.
    """
    if tables.numbers[USES]:
        count = ventures(tables, board, out, count, origin)
    start, half = count, board.work.shape[0] // 2
    kind, goal = board.cells[origin], board.state[EP]
    for number in range(doubles):
        target, passed = board.work[half + 2 * number], board.work[half + 2 * number + 1]
        count = emit(tables, board, out, count, kind, origin, target, DOUBLE, passed)
    if doubles and type_fact(tables, kind, VARIES) == TRIED:
        count = keep_safe(tables, board, out, start, count)
    if goal < 0 or not type_fact(tables, kind, PASSING) or board.cells[goal]:
        return count
    if not bears_on(tables, board, kind, origin, goal, occupied_row(tables)):
        return count
    return captures_in_passing(tables, board, out, count, origin, goal)


@kernel
def captures_in_passing(tables: Packed, board: Board, out: Words, count: int, origin: int, goal: int) -> int:
    """Write down a piece's captures of those that a double step over a cell has brought past it."""
    numbers, landed = tables.numbers, board.state[LANDED]
    for passage in range(numbers[numbers[PASSED_AT] + goal], numbers[numbers[PASSED_AT] + goal + 1]):
        row = numbers[PASSAGES] + 2 * passage
        army, victim = numbers[row], int64(numbers[row + 1])
        other = board.cells[victim]
        if (
            other
            and type_fact(tables, other, ARMY) == army
            and commander(board, army) != board.state[TURN]
            and type_fact(tables, other, PASSING)
            and (landed < 0 or landed == victim)
        ):
            count = emit_safe(tables, board, out, count, origin, goal, IN_PASSING, victim, victim)
    return count
