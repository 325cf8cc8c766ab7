"""The search of the problem solver: battles, and play in which both players help.

A battle is searched by the number of moves, the fewest first, at every position; what is proved about a
position is kept in a table and survives. Replies that have refuted much are tried first; of the
attacker's moves those that leave the defender least to reply.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tables import NOTHING, Packed, Words, int64
from .attacks import in_check
from .bits import entry, kernel
from .board import HASH, TURN, Board, last_move, make, make_pass, origin_of, target_of, unmake, unmake_pass
from .generate import count_moves, generate, is_legal
from .goals import ALL, ONE_IS_ENOUGH, keep_fulfilling, reaching
from .joining import Plan, follow, go_back, within_reach
from .nets import find_traps, goes_into_trap

# Search.config: the goal and its cell; whether the defender has to reach it, and whether who can reach it
# must; positions looked at, how many may be (-1: any number), why to stop (0: go on); slots of the table in
# use, and how many may be (-1: any number). For help play: which moves of a line are followed by a pass, as bits,
# how many lines are enough (-1: none), and whether traps can be told (nets.py).
GOAL, GOAL_CELL, BY_DEFENDER, OBLIGED, NODES, MOST_NODES, STOP, KEPT, MOST_KEPT, PASSES, MOST_LINES, SIFTING = range(12)

TOLD, CROWDED, ENOUGH = 1, 2, 3
"""Why a search stops: it was told to or has used up what it may, the table is too small, there are enough lines."""

UNDECIDED = -1
_HISTORY = 1 << 16
_MUCH = int64(1 << 15)
_FIRST_ENTRIES = 1 << 13
_GROWTH = 16
DEFENDING: bool = np.bool_(True)  # type: ignore[assignment]


class Search(NamedTuple):
    """What a search needs besides the position.

    Attributes:
        config: see the names of its columns.
        table: what is proved about positions. In a battle for each the hash, folded with the value; and the
            value, the most moves in which the attacker fails, and in its upper half the moves in which he
            wins, if he does. In help play the hashes of positions, folded with the number of moves left, from
            which no line leads to the goal.
        history: how much each reply has refuted.
        killers: for each move of the attacker the reply that refuted it last.
        attacks: how often each move of the attacker has won.
        moves: room for moves.
        scores: how promising each of them is.
        path: the moves of a line so far.
        lines: the lines found, one after another.
    """

    config: Words
    table: Words
    history: Words
    killers: Words
    attacks: Words
    moves: Words
    scores: Words
    path: Words
    lines: Words


def new_search(room: int, entries: int, lines: int = 0) -> Search:
    """A search with room for so many moves in one line of play, and for moves of lines found.

    Its table is small at first, and so is what it costs; `grown` makes it larger, up to so many entries.
    """
    config = np.zeros(12, np.int64)
    config[MOST_NODES] = config[MOST_LINES] = -1
    return Search(
        config,
        _table(config, _FIRST_ENTRIES, entries),
        np.zeros(_HISTORY, np.int64),
        np.zeros(_HISTORY, np.int64),
        np.zeros(_HISTORY, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.zeros(256, np.int64),
        np.empty(lines, np.int64),
    )


def _table(config: Words, entries: int, most: int) -> Words:
    """An empty table of so many entries, but not more than `most`; it is crowded when half of it is in use."""
    entries = 1 << min(max(entries, 2), max(most, 2)).bit_length() - 1
    config[MOST_KEPT] = entries // 2 if 2 * entries <= most else -1
    return np.zeros(2 * entries, np.int64)


def grown(search: Search, most: int) -> Search:
    """The search of a battle with a larger table, of at most so many entries."""
    table = _table(search.config, _GROWTH * len(search.table) // 2, most)
    folded, values = search.table[::2], search.table[1::2]
    slots = ((folded ^ values) << 1) & (len(table) - 1)
    table[slots], table[slots + 1] = folded, values
    return search._replace(table=table)


def widened(search: Search, most: int) -> Search:
    """The search of help play with a larger table, of at most so many entries, each of which holds two positions."""
    table = _table(search.config, _GROWTH * len(search.table) // 2, most)
    known = search.table[search.table != 0]
    table[known & (len(table) - 1)] = known
    return search._replace(table=table)


@kernel
def used(move: int) -> int:
    """Where in the history a move is."""
    return (origin_of(move) * 509 + target_of(move)) & (_HISTORY - 1)


@kernel
def spend(search: Search) -> bool:
    """Count a position, and say whether there may be more."""
    config = search.config
    config[NODES] += 1
    if 0 <= config[MOST_NODES] < config[NODES]:
        config[STOP] = TOLD
    elif 0 <= config[MOST_KEPT] < config[KEPT]:
        config[STOP] = CROWDED
    return config[STOP] == 0


@kernel
def best_first(search: Search, number: int, end: int) -> int:
    """Bring the most promising of the moves from `number` on to its place, and give it."""
    moves, scores = search.moves, search.scores
    best = number
    for other in range(number + 1, end):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]
    return moves[number]


@kernel
def rate_attack(tables: Packed, board: Board, search: Search, start: int, end: int) -> None:
    """Rate the attacker's moves: few replies are promising."""
    for number in range(start, end):
        make(tables, board, search.moves[number])
        replies = count_moves(tables, board, search.moves, end)
        unmake(tables, board)
        search.scores[number] = -replies


@kernel
def rate_defence(board: Board, search: Search, start: int, end: int) -> None:
    """Rate the defender's replies: what has refuted before is promising, then captures."""
    for number in range(start, end):
        move = search.moves[number]
        search.scores[number] = 2 * search.history[used(move)] + (board.cells[target_of(move)] != 0)


@kernel
def slot_of(search: Search, key: int) -> int:
    """Where in the table a position is kept."""
    return (key << 1) & (search.table.shape[0] - 1)


@kernel
def remember(search: Search, key: int, fails: int, works: int) -> None:
    """Keep what is proved about a position."""
    slot = slot_of(search, key)
    value = fails | works << 16
    search.config[KEPT] += search.table[slot + 1] == 0
    search.table[slot] = key ^ value
    search.table[slot + 1] = value


@kernel
def without_reaching(tables: Packed, board: Board, search: Search, start: int, end: int) -> int:
    """Take the replies that reach the goal out of the list, and say where the others end."""
    moves, config = search.moves, search.config
    size = end - start
    for number in range(size):
        moves[end + number] = moves[start + number]
    last = keep_fulfilling(tables, board, moves, end, end + size, config[GOAL], config[GOAL_CELL], ALL)
    kept, next_reaching = start, end
    for number in range(start, end):
        if next_reaching < last and moves[number] == moves[next_reaching]:
            next_reaching += 1
        else:
            moves[kept] = moves[number]
            kept += 1
    return kept


@entry
def battle(tables: Packed, board: Board, search: Search, left: int, start: int, defending: bool) -> int:
    """Whether the attacker forces the goal.

    Args:
        tables: the game.
        board: the position.
        search: what the search needs.
        left: how many moves the attacker has.
        start: where in `search.moves` there is room.
        defending: whether it is the defender's turn.

    Returns:
        1 if he does, 0 if not, UNDECIDED if the search was stopped.
    """
    config, moves = search.config, search.moves
    by_defender, obliged = config[BY_DEFENDER], config[OBLIGED]
    goal, cell = config[GOAL], config[GOAL_CELL]
    if not spend(search):
        return UNDECIDED
    if defending:
        if left == 0 and not by_defender:
            return 0
        before = used(last_move(board))
        killer = search.killers[before]
        if not by_defender and killer and is_legal(tables, board, killer):
            make(tables, board, killer)
            found = battle(tables, board, search, left, start, not defending)
            unmake(tables, board)
            if found != 1:
                return found
        end = generate(tables, board, moves, start)
        all_replies = end
        if by_defender:
            end = without_reaching(tables, board, search, start, end)
            if obliged and end < all_replies:
                return 1
        if end == start:
            return 1 if end < all_replies else 0
        if left == 0:
            return 0
        rate_defence(board, search, start, end)
        for number in range(start, end):
            move = best_first(search, number, end)
            make(tables, board, move)
            found = battle(tables, board, search, left, all_replies, not defending)
            unmake(tables, board)
            if found != 1:
                if found == 0:
                    search.history[used(move)] += left * left
                    search.killers[before] = move
                return found
        return 1
    key = board.state[HASH]
    slot = slot_of(search, key)
    value = search.table[slot + 1]
    fails, works = 0, 0
    if search.table[slot] == key ^ value:
        fails, works = value & 0xFFFF, value >> 16
    if works:
        return 1 if works <= left else 0
    if fails >= left:
        return 0
    if obliged and reaching(tables, board, moves, start, goal, cell, ONE_IS_ENOUGH) > start:
        remember(search, key, _MUCH, NOTHING)
        return 0
    end = start
    while fails < left:
        found = 0
        if fails == 0 and not by_defender:
            found = 1 if reaching(tables, board, moves, start, goal, cell, ONE_IS_ENOUGH) > start else 0
        else:
            if end == start:
                end = generate(tables, board, moves, start)
                for number in range(start, end):
                    search.scores[number] = search.attacks[used(moves[number])]
            if fails == 2:
                rate_attack(tables, board, search, start, end)
            for number in range(start, end):
                move = best_first(search, number, end)
                make(tables, board, move)
                found = battle(tables, board, search, fails, end, not defending)
                unmake(tables, board)
                if found:
                    break
        if found == UNDECIDED:
            return UNDECIDED
        if found:
            if fails or by_defender:
                search.attacks[used(move)] += 1
            remember(search, key, fails, fails + 1)
            return 1
        fails += 1
    remember(search, key, fails, NOTHING)
    return 0


@entry
def working(tables: Packed, board: Board, search: Search, left: int, known: Words) -> int:
    """For each move in `known` of the attacker, whether it forces the goal in so many moves, itself included.

    Args:
        tables: the game.
        board: the position.
        search: what the search needs.
        left: how many moves the attacker has.
        known: takes the moves in the place of which 0 stands then if they do not.

    Returns:
        1, or UNDECIDED if the search was stopped.
    """
    config = search.config
    moves, size = search.moves, known.shape[0]
    by_attacker = not config[BY_DEFENDER] or config[OBLIGED]
    last = reaching(tables, board, moves, NOTHING, config[GOAL], config[GOAL_CELL], ALL) if by_attacker else NOTHING
    for number in range(size):
        reached = False
        for other in range(last):
            reached = reached or moves[other] == known[number]
        if config[OBLIGED] and last > 0:
            known[number] = 0
        elif not reached:
            make(tables, board, known[number])
            found = battle(tables, board, search, left - 1, last, DEFENDING)
            unmake(tables, board)
            if found == UNDECIDED:
                return UNDECIDED
            if not found:
                known[number] = 0
    return 1


@entry
def cooperate(
    tables: Packed, board: Board, search: Search, plan: Plan, left: int, start: int, depth: int, found: int
) -> int:
    """Find every line of exactly so many moves that reaches the goal.

    The table holds positions from which no line of so many moves does. That this is so may be seen, before the
    last move but one, from where the royal might be caught (nets.py).

    Args:
        tables: the game.
        board: the position.
        search: what the search needs; the lines go to `search.lines`.
        plan: the pictures in one of which the line has to end, if there are any, and the men as they stand.
        left: how many moves the line still has.
        start: where in `search.moves` there is room.
        depth: how many moves have been made.
        found: how many lines have been found.

    Returns:
        How many lines have been found then. If the search was stopped before the last, `search.config[STOP]` says why.
    """
    config, moves, table = search.config, search.moves, search.table
    if not spend(search):
        return found
    if left == 1:
        end = reaching(tables, board, moves, start, config[GOAL], config[GOAL_CELL], ALL)
        return write_lines(search, start, end, depth, found)
    key = board.state[HASH] ^ (left * 0x1E3779B97F4A7C15)
    slot = key & (table.shape[0] - 1)
    if table[slot] == key:
        return found
    before, passing = found, (config[PASSES] >> depth) & 1 != 0
    sifting = left == 2 and config[SIFTING] != 0 and not passing
    end = start
    if not sifting or find_traps(tables, board):
        end = generate(tables, board, moves, start)
    for number in range(start, end):
        move = moves[number]
        if sifting and not goes_into_trap(tables, board, move):
            continue
        search.path[depth] = move
        make(tables, board, move)
        victim = follow(tables, plan, move)
        if within_reach(tables, board, plan, depth + 1):
            if not passing:
                found = cooperate(tables, board, search, plan, left - 1, end, depth + 1, found)
            elif not in_check(tables, board, board.state[TURN]):
                make_pass(tables, board)
                found = cooperate(tables, board, search, plan, left - 1, end, depth + 1, found)
                unmake_pass(board)
        go_back(tables, plan, move, victim)
        unmake(tables, board)
        if config[STOP]:
            return found
    if found == before:
        config[KEPT] += table[slot] == 0
        table[slot] = key
    return found


@kernel
def write_lines(search: Search, start: int, end: int, depth: int, found: int) -> int:
    """Write down a line for each of some last moves, and say how many lines there are then."""
    config, path, width = search.config, search.path, depth + 1
    for number in range(start, end):
        if found == config[MOST_LINES]:
            config[STOP] = ENOUGH
            return found
        if (found + 1) * width > search.lines.shape[0]:
            config[STOP] = TOLD
            return found
        path[depth] = search.moves[number]
        for place in range(width):
            search.lines[found * width + place] = path[place]
        found += 1
    return found
