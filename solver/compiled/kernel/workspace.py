"""The working memory of a search: what is asked, the transposition table, move ordering, and space for moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..packed import Words
from .board import UNKNOWN, Board
from .decorators import kernel

# Workspace.config: the goal and its cell; whether the defender has to reach it, and which side must reach it if it can;
# positions looked at, how many may be (-1: any number), why to stop (0: go on); slots of the table in use, and how many
# may be (-1: any number). For help play: which moves of a line are followed by a pass, as bits, how many lines are
# enough (-1: none), and whether the sieve for mates applies (mate_sieve.py). PARRIES: in a battle, whether the defender
# moves only when in check; in help play, of moves with how many left, itself included, that holds (0: of none, 1: an
# even number, 2: an odd number). FIRST_DONE: in help play, how many of the first moves are done, of how many, the same
# of the second moves after the present one; how many lines are found so far.
(
    GOAL, GOAL_CELL, BY_DEFENDER, OBLIGED, NODES, MOST_NODES, STOP, KEPT, MOST_KEPT, PASSES, MOST_LINES, SIFTING,
    PARRIES, FIRST_DONE, FIRST_MOVES, SECOND_DONE, SECOND_MOVES, LINES_FOUND,
) = range(18)  # fmt: skip
CONFIG_COLUMNS = 18

NEITHER_IS, DEFENDER_IS, BOTH_ARE = range(3)
"""The side that is OBLIGED in a battle. In help play it is neither, or both."""

INTERRUPTED, CROWDED, ENOUGH = 1, 2, 3
"""Why a search stops: it was interrupted or reached its limit, a table is too small, there are enough lines."""

UNDECIDED = -1

LATEST = 4
"""How many replies that stopped a mate in one are tried before the replies are generated."""

_MOST_HISTORY = 1 << 16
_FIRST_ENTRIES = 1 << 13
_GROWTH = 16


class Workspace(NamedTuple):
    """What a search needs besides the position.

    Attributes:
        config: see the names of its columns.
        table: what is proved about positions, in a battle (table.py) or in help play (help_play.py).
        history: how much each reply has refuted.
        killers: for each move of the attacker the reply that refuted it last; then those that stopped a mate in one.
        latest: the replies that stopped one last, whatever the attacker's move was.
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
    latest: Words
    attacks: Words
    moves: Words
    scores: Words
    path: Words
    lines: Words


def new_workspace(room: int, entries: int, lines: int = 0, cells: int = 256) -> Workspace:
    """A workspace.

    Its table is small at first, and so is what it costs; `transposition_table.grown` and `help_play.widened` make it
    larger.

    Args:
        room: for how many moves.
        entries: the most entries of its table.
        lines: for how many moves of the lines that are found.
        cells: how many cells the board has; 0 for help play, which does not look at what moves have done before.
    """
    config = np.zeros(CONFIG_COLUMNS, np.int64)
    config[MOST_NODES] = config[MOST_LINES] = -1
    history = min(1 << (cells * cells - 1).bit_length(), _MOST_HISTORY)
    return Workspace(
        config,
        empty_table(config, _FIRST_ENTRIES, entries),
        np.zeros(history, np.int64),
        np.zeros(2 * history, np.int64),
        np.zeros(LATEST, np.int64),
        np.zeros(history, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.zeros(256, np.int64),
        np.empty(lines, np.int64),
    )


def empty_table(config: Words, entries: int, most: int) -> Words:
    """An empty table of about `entries` entries, but at most `most`. It is crowded when half of it is in use."""
    entries = 1 << min(max(entries, 2), max(most, 2)).bit_length() - 1
    config[MOST_KEPT] = entries // 2 if 2 * entries <= most else -1
    return np.zeros(2 * entries, np.int64)


def larger_table(work: Workspace, most: int) -> Words:
    """A larger empty table, of at most `most` entries, for a workspace with a crowded one."""
    return empty_table(work.config, _GROWTH * len(work.table) // 2, most)


@kernel
def spend(work: Workspace, board: Board) -> bool:
    """Count a position, and say whether there may be more."""
    config = work.config
    if board.state[UNKNOWN]:
        config[STOP] = CROWDED
    config[NODES] += 1
    if 0 <= config[MOST_NODES] < config[NODES]:
        config[STOP] = INTERRUPTED
    elif 0 <= config[MOST_KEPT] < config[KEPT]:
        config[STOP] = CROWDED
    return config[STOP] == 0
