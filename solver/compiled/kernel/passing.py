"""Passing: a turn without a move (core/passing.lp)."""

from __future__ import annotations

from ..tables import AT_WILL, EVENTS, EXPOSURE, IF_AVOIDABLE, NEVER, NOTHING, PASS_ROW, PASSES, Packed, Words, int64
from .attacks import in_check
from .board import FREELY, TURN, Board
from .decorators import kernel
from .move import encode


@kernel
def passes(tables: Packed, board: Board, out: Words, count: int, others: int) -> int:
    """Write down a pass if there is one, and say how many moves there are now; `others` is how many there are else."""
    when = tables.numbers[PASSES]
    if when == NEVER or (when != AT_WILL and others > 0):
        return count
    if when != AT_WILL and tables.numbers[EXPOSURE] == IF_AVOIDABLE and not board.state[FREELY]:
        return count  # moves that expose a royal come first
    heeded = tables.numbers[EVENTS] == 0 and not (when == AT_WILL and board.state[FREELY])
    if heeded and in_check(tables, board, board.state[TURN]):
        return count
    out[count] = encode(NOTHING, NOTHING, NOTHING, int64(tables.numbers[PASS_ROW]))
    return count + 1
