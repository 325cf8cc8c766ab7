"""Actions: what a move does besides moving pieces, by its row (core/after.lp, stores.lp, owners.lp)."""

from __future__ import annotations

from ..named_values import AT_OVER, AT_START, MOST_NAMED, NO_PLACE, NOWHERE
from ..packed import Packed, int64
from ..tables import (
    ACTION,
    ACTION_WIDTH,
    ACTIONS,
    ARMIES,
    CLEARS,
    GAINS,
    HANDS_OVER,
    IS_HALVED,
    KEEPS_TURN,
    NAMED_BITS,
    NAMED_PAST,
    NAMED_PLACE,
    NAMED_SHIFT,
    SETS,
    SPENDS,
)
from .bits import has
from .board import NO_PLAYER, OWNERS, RIGHTS, STOCK, TURN, Board, commander, reassign
from .decorators import kernel
from .encoded_move import NO_CELL, companion_of, first_of, origin_of, row_of, target_of
from .open_routes import mask_row
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
    state[RIGHTS] = state[RIGHTS] & ~words[action + CLEARS] | words[action + SETS]
    for number in range(MOST_NAMED):
        if words[action + NAMED_PLACE + number] != NO_PLACE:
            name_cell(tables, board, move, action, number)
    for half in range(2):
        state[STOCK + half] += words[action + GAINS + half] - words[action + SPENDS + half]
    if words[action + HANDS_OVER]:
        hand_over(tables, board, words[action + HANDS_OVER])


@kernel
def name_cell(tables: Packed, board: Board, move: int, action: int, number: int) -> None:
    """Have one of the fields of an action name a cell of the move, by its number."""
    words, state = tables.words, board.state
    place, past = words[action + NAMED_PLACE + number], words[action + NAMED_PAST + number]
    over = first_of(move) if words[action + IS_HALVED] else companion_of(move)
    cell = over if place == AT_OVER else origin_of(move) if place == AT_START else target_of(move)
    state[RIGHTS] &= ~words[action + NAMED_BITS + number]
    if cell != NO_CELL and (past == 0 or (over != NO_CELL and has(words, mask_row(tables, past - 1), over))):
        state[RIGHTS] |= (cell + 1) << words[action + NAMED_SHIFT + number]


@kernel
def hand_over(tables: Packed, board: Board, army: int) -> None:
    """Give all armies of an opponent that commands an army to the player to move, or to no player, as in HANDS_OVER."""
    loser, owners = commander(board, abs(army) - 1), board.state[OWNERS]
    if loser in (board.state[TURN], NO_PLAYER):
        return
    player = board.state[TURN] if army > 0 else NO_PLAYER
    for other in range(int64(tables.numbers[ARMIES])):
        if commander(board, other) == loser:
            owners ^= (loser ^ player) << (4 * other)
    board.state[OWNERS] = owners
    reassign(tables, board)
