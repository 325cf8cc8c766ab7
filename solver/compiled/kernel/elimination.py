"""The search for a forced elimination, for three or more players: all others than the attacker may defend.

`Workspace.config` has the attacker as GOAL, and as GOAL_CELL the players, as bits, of which one is to be eliminated.
The transposition table is used as in `battle.py`, but counts moves from one more: even without a further move of the
attacker a player may be eliminated.
"""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import Packed, Words
from ..tables import ARMIES
from .board import HASH, TURN, Board, commander
from .decorators import entry, kernel
from .generate import generate
from .ordering import best_first, used
from .transposition_table import proved, remember
from .turns import make_turn, unmake_turn
from .workspace import GOAL, GOAL_CELL, UNDECIDED, Workspace, spend


@kernel
def is_eliminated(board: Board, player: int) -> bool:
    """Whether another player commands a player's army."""
    return commander(board, player) != player


@kernel
def is_any_eliminated(board: Board, players: int) -> bool:
    """Whether one of some players, given as bits, is eliminated."""
    player = 0
    while players >> player:
        if (players >> player) & 1 and is_eliminated(board, player):
            return True
        player += 1
    return False


@kernel
def is_one_eliminated(tables: Packed, board: Board) -> bool:
    """Whether any player is eliminated."""
    return is_any_eliminated(board, (1 << tables.numbers[ARMIES]) - 1)


@entry
def eliminates(tables: Packed, board: Board, work: Workspace, left: int, start: int) -> int:
    """Whether one of the players asked about is eliminated, or will be within this number of moves of the attacker.

    Args:
        tables: the game.
        board: the position, after what its turn begins with.
        work: what the search needs.
        left: how many moves the attacker has.
        start: where in `work.moves` there is room.

    Returns:
        1 if it is so, 0 if not, UNDECIDED if the search was stopped.
    """
    if not spend(work, board):
        return UNDECIDED
    attacker = work.config[GOAL]
    if is_eliminated(board, attacker):
        return 0
    if is_any_eliminated(board, work.config[GOAL_CELL]):
        return 1
    own = board.state[TURN] == attacker
    if own and left == 0:
        return 0
    key, count = board.state[HASH], left + 1
    fails, wins = proved(work, key)
    if wins and wins <= count:
        return 1
    if fails >= count:
        return 0
    end = generate(tables, board, work.moves, start)
    for number in range(start, end):
        move = work.moves[number]
        work.scores[number] = (work.attacks if own else work.history)[used(board, work, move)]
    for number in range(start, end):
        move = best_first(work, number, end)
        make_turn(tables, board, move)
        found = eliminates(tables, board, work, left - 1 if own else left, end)
        unmake_turn(tables, board)
        if found == UNDECIDED:
            return UNDECIDED
        if own and found:
            work.attacks[used(board, work, move)] += 1
            remember(work, board, key, fails, count)
            return 1
        if not own and not found:
            work.history[used(board, work, move)] += 1
            remember(work, board, key, count, wins)
            return 0
    if own:
        remember(work, board, key, count, wins)
        return 0
    remember(work, board, key, fails, count)
    return 1


@entry
def eliminating(tables: Packed, board: Board, work: Workspace, left: int, known: Words) -> int:
    """Set to 0 those of some moves of the attacker that do not force an elimination.

    The arguments and the result are those of `battle.working`.
    """
    for number in range(len(known)):
        make_turn(tables, board, known[number])
        found = eliminates(tables, board, work, left - 1, NOTHING)
        unmake_turn(tables, board)
        if found == UNDECIDED:
            return UNDECIDED
        if not found:
            known[number] = 0
    return 1
