"""The search for a forced goal: the attacker reaches it whatever the defender replies.

It is an AND/OR search with iterative deepening: at every position, fewer moves are tried first. Results are stored in a
transposition table, which stays between searches. `attack` and `defend` are parts of `forces`, one for each side.
"""

from __future__ import annotations

import numpy as np

from ..named_values import NOTHING
from ..packed import Packed, Words, int64
from .attacks import in_check
from .board import HASH, TURN, Board
from .decorators import entry, kernel, part
from .generate import generate, is_legal
from .goals import ALL, ONE_IS_ENOUGH, fulfils, reaching
from .make_move import last_move
from .mate_sieve import find_traps, goes_into_trap
from .ordering import best_first, bring_forward, rate_by_replies, rate_by_success, rate_replies, used
from .passing import make_pass, unmake_pass
from .transposition_table import proved, remember
from .turns import make_turn, unmake_turn
from .winning import is_over
from .workspace import (
    BOTH_ARE,
    BY_DEFENDER,
    GOAL,
    GOAL_CELL,
    LATEST,
    OBLIGED,
    PARRIES,
    SIFTING,
    UNDECIDED,
    Workspace,
    spend,
)

ATTACKING: bool = np.bool_(False)  # type: ignore[assignment]
DEFENDING: bool = np.bool_(True)  # type: ignore[assignment]

_MUCH = int64(1 << 15)


@entry
def forces(tables: Packed, board: Board, work: Workspace, left: int, start: int, defending: bool) -> int:
    """Whether the attacker forces the goal.

    Args:
        tables: the game.
        board: the position.
        work: what the search needs.
        left: how many moves the attacker has.
        start: where in `work.moves` there is room.
        defending: whether it is the defender's turn.

    Returns:
        1 if so, 0 if not, UNDECIDED if the search was stopped.
    """
    if not spend(work, board):
        return UNDECIDED
    if defending:
        return defend(tables, board, work, left, start)
    return attack(tables, board, work, left, start)


@part
def after(tables: Packed, board: Board, work: Workspace, move: int, left: int, start: int, defending: bool) -> int:
    """The same after a move."""
    make_turn(tables, board, move)
    found = forces(tables, board, work, left, start, defending)
    unmake_turn(tables, board)
    return found


@part
def attack(tables: Packed, board: Board, work: Workspace, left: int, start: int) -> int:
    """The same when it is the attacker's turn: in one move, then in two, and so on."""
    by_defender, goal, cell = work.config[BY_DEFENDER], work.config[GOAL], work.config[GOAL_CELL]
    key = board.state[HASH]
    fails, wins = proved(work, key)
    if wins:
        return 1 if wins <= left else 0
    if fails >= left:
        return 0
    forbidden = work.config[OBLIGED] == BOTH_ARE
    if forbidden and reaching(tables, board, work.moves, start, goal, cell, ONE_IS_ENOUGH) > start:
        remember(work, board, key, _MUCH, NOTHING)
        return 0
    if fails == 0 and not by_defender:
        if reaching(tables, board, work.moves, start, goal, cell, ONE_IS_ENOUGH) > start:
            remember(work, board, key, fails, fails + 1)
            return 1
        fails += 1
    end = start
    while fails < left:
        # a mate by the defender's next move
        if fails == 0 and work.config[SIFTING] and not find_traps(tables, board):
            fails += 1
            continue
        if end == start:
            end = generate(tables, board, work.moves, start)
            rate_by_success(board, work, start, end)
        if fails == 2:
            rate_by_replies(tables, board, work, start, end)
        found = try_attacks(tables, board, work, fails, start, end)
        if found == UNDECIDED:
            return UNDECIDED
        if found:
            remember(work, board, key, fails, fails + 1)
            return 1
        fails += 1
    remember(work, board, key, fails, NOTHING)
    return 0


@part
def try_attacks(tables: Packed, board: Board, work: Workspace, left: int, start: int, end: int) -> int:
    """Whether one of the attacker's moves forces the goal, with this number of moves after it.

    If that is none, the defender has to mate; where the attacker's royal may be mated has been found.
    """
    sifting = left == 0 and work.config[SIFTING] != 0
    for number in range(start, end):
        move = best_first(work, number, end)
        if sifting and not goes_into_trap(tables, board, move):
            continue
        found = after(tables, board, work, move, left, end, DEFENDING)
        if found:
            work.attacks[used(board, work, move)] += found == 1
            return found
    return 0


@part
def defend(tables: Packed, board: Board, work: Workspace, left: int, start: int) -> int:
    """The same when it is the defender's turn: the reply that refuted the move last is tried first."""
    by_defender, obliged = work.config[BY_DEFENDER], work.config[OBLIGED]
    goal, cell = work.config[GOAL], work.config[GOAL_CELL]
    if left == 0 and not by_defender:
        return 0
    if by_defender and obliged:
        if reaching(tables, board, work.moves, start, goal, cell, ONE_IS_ENOUGH) > start:
            return 1
        if left == 0:
            return 0
    idle = work.config[PARRIES] != 0 and not in_check(tables, board, board.state[TURN])
    if idle and not by_defender:
        return after_pass(tables, board, work, left, start)
    optional = by_defender and not obliged
    # A reply that stops a mate in one may not stop one in two: those are stored apart, and others that stopped one
    # are tried before the replies are generated.
    last = left == 1 and not by_defender
    before = used(board, work, last_move(board)) + len(work.history) * last
    for number in range(0 if idle else 1 + LATEST if last else 1):
        reply = work.latest[number - 1] if number else work.killers[before]
        if reply == 0 or not is_legal(tables, board, reply):
            continue
        if optional and fulfils(tables, board, reply, goal, cell, work.moves, start):
            continue
        found = after(tables, board, work, reply, left, start, ATTACKING) if left else int64(0)
        if found != 1:
            if number:
                bring_forward(work, number - 1, reply)
            return found
    end = generate(tables, board, work.moves, start)
    all_replies = end
    if optional and left == 0 and not idle:
        return all_reach(tables, board, work, start, end)
    if optional:
        end = without_reaching(tables, board, work, start, end)
    if end == start and end < all_replies:
        return 1
    if left == 0 or (end == start and not idle):
        return 0
    if idle:
        return after_pass(tables, board, work, left, start)
    rate_replies(tables, board, work, left, start, end)
    for number in range(start, end):
        move = best_first(work, number, end)
        found = after(tables, board, work, move, left, all_replies, ATTACKING)
        if found == 0:
            work.history[used(board, work, move)] += left * left
            work.killers[before] = move
            if last:
                bring_forward(work, LATEST - 1, move)
        if found != 1:
            return found
    return 1


@part
def after_pass(tables: Packed, board: Board, work: Workspace, left: int, start: int) -> int:
    """The same for a defender that moves only to parry a check, and is not in check. A game that is won has no pass."""
    if is_over(tables, board):
        return 0
    make_pass(tables, board)
    found = forces(tables, board, work, left, start, ATTACKING)
    unmake_pass(board)
    return found


@kernel
def all_reach(tables: Packed, board: Board, work: Workspace, start: int, end: int) -> int:
    """Whether there are replies and all reach the goal. The first that does not is tried first the next time."""
    goal, cell = work.config[GOAL], work.config[GOAL_CELL]
    for number in range(start, end):
        reply = work.moves[number]
        if not fulfils(tables, board, reply, goal, cell, work.moves, end):
            work.killers[used(board, work, last_move(board))] = reply
            return 0
    return 1 if end > start else 0


@kernel
def without_reaching(tables: Packed, board: Board, work: Workspace, start: int, end: int) -> int:
    """Remove the replies that reach the goal from the list. Returns the end of the others."""
    moves = work.moves
    last = reaching(tables, board, moves, end, work.config[GOAL], work.config[GOAL_CELL], ALL)
    kept = start
    for number in range(start, end):
        reached = False
        for other in range(end, last):
            reached = reached or moves[other] == moves[number]
        if not reached:
            moves[kept] = moves[number]
            kept += 1
    return kept


@entry
def working(tables: Packed, board: Board, work: Workspace, left: int, known: Words) -> int:
    """Set to 0 those of some moves of the attacker that do not force the goal.

    Args:
        tables: the game.
        board: the position.
        work: what the search needs.
        left: how many moves the attacker has, this one included.
        known: the moves; those that do not force the goal become 0.

    Returns:
        1, or UNDECIDED if the search was stopped.
    """
    config, moves = work.config, work.moves
    forbidden = config[OBLIGED] == BOTH_ARE
    by_attacker = forbidden or not config[BY_DEFENDER]
    last = reaching(tables, board, moves, NOTHING, config[GOAL], config[GOAL_CELL], ALL) if by_attacker else NOTHING
    for number in range(len(known)):
        reached = False
        for other in range(last):
            reached = reached or moves[other] == known[number]
        if forbidden and last > 0:
            known[number] = 0
        elif not reached:
            make_turn(tables, board, known[number])
            found = forces(tables, board, work, left - 1, last, DEFENDING)
            unmake_turn(tables, board)
            if found == UNDECIDED:
                return UNDECIDED
            if not found:
                known[number] = 0
    return 1
