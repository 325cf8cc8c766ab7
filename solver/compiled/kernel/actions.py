"""Actions: what a move does besides moving pieces, by its row (core/after.lp, stores.lp, owners.lp)."""

from __future__ import annotations

from ..packed import Packed, int64
from ..tables import (
    ACTION,
    ACTION_WIDTH,
    ACTIONS,
    ARMIES,
    AT_START,
    CLEARS,
    GAINS,
    HANDS_OVER,
    KEEPS_TURN,
    NAMED_BITS,
    NAMED_PLACE,
    NAMED_SHIFT,
    NO_PLACE,
    NOWHERE,
    SETS,
    SPENDS,
)
from .board import NO_PLAYER, OWNERS, RIGHTS, STOCK, TURN, Board, commander, reassign
from .decorators import kernel
from .encoded_move import origin_of, row_of, target_of
from .rows import row_fact


@kernel
def action_of(tables: Packed, move: int) -> int:
    """Where in `Packed.words` the action of a move is; -1 if it has none."""
    action = row_fact(tables, row_of(move), ACTION)
    return tables.numbers[ACTIONS] + ACTION_WIDTH * (action - 1) if action else NOWHERE


@kernel
def keeps_turn(tables: Packed, action: int) -> bool:
    """Whether the player moves again after an action, given its place or -1."""
    return action >= 0 and tables.words[action + KEEPS_TURN] != 0


@kernel
def act(tables: Packed, board: Board, move: int, action: int) -> None:
    """Do the action of a move, given its place. The pieces of the move are where they end."""
    words, state = tables.words, board.state
    rights, place = state[RIGHTS] & ~words[action + CLEARS] | words[action + SETS], words[action + NAMED_PLACE]
    if place != NO_PLACE:
        cell = origin_of(move) if place == AT_START else target_of(move)
        rights = rights & ~words[action + NAMED_BITS] | (cell + 1) << words[action + NAMED_SHIFT]
    state[RIGHTS] = rights
    for half in range(2):
        state[STOCK + half] += words[action + GAINS + half] - words[action + SPENDS + half]
    if words[action + HANDS_OVER]:
        hand_over(tables, board, words[action + HANDS_OVER])


@kernel
def hand_over(tables: Packed, board: Board, army: int) -> None:
    """Give all armies of an army's commander to the player to move, or to no player, as in HANDS_OVER."""
    loser, owners = commander(board, abs(army) - 1), board.state[OWNERS]
    player = board.state[TURN] if army > 0 else NO_PLAYER
    for other in range(int64(tables.numbers[ARMIES])):
        if commander(board, other) == loser:
            owners ^= (loser ^ player) << (4 * other)
    board.state[OWNERS] = owners
    reassign(tables, board)
