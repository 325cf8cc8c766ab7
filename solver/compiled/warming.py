"""Compiling the kernel ahead: calling whatever Python calls on an empty board, but for what makes endgame tables."""

from __future__ import annotations

import numpy as np

from .kernel import (
    attacks,
    battle,
    board,
    elimination,
    generate,
    goals,
    joining,
    lines,
    perft,
    turns,
    winning,
    workspace,
)
from .tables import Packed

_ROOM = 64


def warm(tables: Packed) -> None:
    """Have the kernel compiled, or read from disk."""
    here = board.new_board(tables)
    moves = np.zeros(_ROOM, np.int64)
    nothing = np.zeros(0, np.int32)
    board.set_up(tables, here, nothing, nothing, np.array([0, -1, -1, 0, 0, 0, 0, 0, 0], np.int64))
    attacks.checkers(tables, here, np.empty((0, 2), np.int32))
    attacks.in_check(tables, here, 0)
    winning.is_over(tables, here)
    generate.generate(tables, here, moves, 0)
    perft.perft(tables, here, moves, 0, 1)
    turns.begin(tables, here)
    goals.keep_fulfilling(tables, here, moves, 0, 0, 0, 0, -1)
    work = workspace.new_workspace(_ROOM, 2, 2)
    battle.forces(tables, here, work, 1, 0, False)
    battle.working(tables, here, work, 1, moves[:0])
    elimination.puts_out(tables, here, work, 1, 0)
    elimination.putting_out(tables, here, work, 1, moves[:0])
    lines.cooperate(tables, here, work, joining.no_pictures(), 2, 0, 0, 0)
    board.men_after(tables, here, moves[:0], 0, moves[:0])
