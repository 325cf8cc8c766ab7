"""Compiling the kernel ahead: calling whatever Python calls on an empty board, but for what makes endgame tables."""

from __future__ import annotations

import numpy as np

from .kernel import attacks, board, generate, goals, joining, perft, placements, search
from .tables import Packed

_ROOM = 64


def warm(tables: Packed) -> None:
    """Have the kernel compiled, or read from disk."""
    here = board.new_board(tables)
    moves = np.zeros(_ROOM, np.int64)
    nothing = np.zeros(0, np.int32)
    board.set_up(tables, here, nothing, nothing, np.array([0, -1, -1, 0, 0], np.int64))
    attacks.checkers(tables, here, np.empty((0, 2), np.int32))
    attacks.in_check(tables, here, 0)
    generate.generate(tables, here, moves, 0)
    perft.perft(tables, here, moves, 0, 1)
    goals.keep_fulfilling(tables, here, moves, 0, 0, 0, 0, -1)
    found = search.new_search(_ROOM, 2, 2)
    search.battle(tables, here, found, 1, 0, False)
    search.working(tables, here, found, 1, moves[:0])
    search.cooperate(tables, here, found, joining.no_plan(), 2, 0, 0, 0)
    placements.men_after(tables, here, moves[:0], 0, moves[:0])
