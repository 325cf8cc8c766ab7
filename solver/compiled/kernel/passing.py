"""Passing: a turn without a move (core/passing.lp)."""

from __future__ import annotations

from ..named_values import AT_WILL, IF_AVOIDABLE, NEVER, NOTHING, WHEN_STUCK
from ..packed import Packed, Words, int64
from ..tables import CELLS, EXPOSURE, GROUPS, LOST_RIGHTS, PASS_RULE, PASSES, PASSING_COUNT
from .attacks import in_check
from .board import FREELY, HASH, PAST_WIDTH, PLY, RIGHTS, TURN, Board, player_after, state_hash, state_hash_at
from .decorators import entry, kernel
from .emit import emit_loose, emit_rows
from .guards import leaves
from .make_move import keep_passed, recall_state, remember_state


@kernel
def passes(tables: Packed, board: Board, out: Words, count: int, others: int) -> int:
    """Write down a pass if it is legal. Returns the number of moves; `others` is the number without it."""
    when = tables.numbers[PASS_RULE]
    if when == NEVER or (when != AT_WILL and others > 0):
        return count
    if when != AT_WILL and tables.numbers[EXPOSURE] == IF_AVOIDABLE and not board.state[FREELY]:
        return count  # moves that expose a royal come first
    checked = in_check(tables, board, board.state[TURN])
    if checked and when == WHEN_STUCK:
        return count
    numbers = tables.numbers
    place = int64(numbers[GROUPS]) + numbers[numbers[PASSES] + board.state[TURN]]
    if when != AT_WILL:
        end = emit_rows(tables, board, out, count, NOTHING, NOTHING, NOTHING, place)
        for number in range(count, end):
            if leaves(tables, board, out[number], board.state[TURN]):  # a pass leaves the pieces where they are
                out[count] = out[number]
                count += 1
        return count
    return emit_loose(tables, board, out, count, NOTHING, place, not checked, checked)


@entry
def make_pass(tables: Packed, board: Board) -> None:
    """Make a null move: the player to move does not move, which is not a move of the game."""
    turn_over(tables, board, remember_state(board.state))


@kernel
def turn_over(tables: Packed, board: Board, place: int) -> None:
    """Give the turn to the next player; `place` is where in the history the state before it is."""
    state = board.state
    fields = state[RIGHTS]
    state[RIGHTS] &= ~tables.words[tables.numbers[LOST_RIGHTS] + tables.numbers[CELLS]]
    if tables.numbers[PASSING_COUNT] > 1:
        keep_passed(tables, board, fields)
    state[TURN] = player_after(tables, board, state[TURN])
    state[PLY] += 1
    state[HASH] ^= state_hash_at(tables, state, place) ^ state_hash(tables, board)


@entry
def unmake_pass(board: Board) -> None:
    """unmake a pass."""
    recall_state(board.state, board.state[PLY] * PAST_WIDTH)
