"""The judge: which of many candidates are sound, asked of the kernel a batch at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel import candidates as kernel
from ..compiled.kernel.board import Board, new_board
from ..compiled.kernel.picture_pruning import no_pictures
from ..compiled.kernel.workspace import (
    BY_DEFENDER,
    GOAL,
    GOAL_CELL,
    MOST_NODES,
    SIFTING,
    Workspace,
    new_workspace,
)
from ..endgame.placement_batches import Cells
from ..solving.problem.roles import battle, cooperation
from ..solving.problem.stipulation import Aim
from ..solving.search.by_kernel import goal_columns
from .search_space import Setting

_ENTRIES = 1 << 13
"""Positions that the table of a search remembers: few, so that they stay near the processor."""

_MOST_NODES = 200_000
"""By default a candidate that needs more positions than this is given up."""

_PIECE, _SECONDS = 64, 0.1
"""At first this many candidates are judged between looks at whether to stop; later as many as fit in these seconds."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the kernel found of candidates.

    Attributes:
        flags: of each, the bits of `kernel.candidates`; 0 or COOKED if it is not sound, and UNDECIDED if it was given
            up, or was not looked at before the end.
        firsts: of each that is sound, the first move of its solution.
    """

    flags: NDArray[np.int64]
    firsts: NDArray[np.int64]


class Judge:
    """Judges the candidates of a setting.

    Args:
        setting: the game and the pieces.
        solutions: how many solutions there are to be.
    """

    def __init__(self, setting: Setting, solutions: int = 1) -> None:
        self.setting, self.solutions = setting, solutions
        self._asked = self._ask()
        self._board: Board | None = None
        self._work: Workspace | None = None

    def _ask(self) -> NDArray[np.int64]:
        stipulation, asked = self.setting.stipulation, np.zeros(kernel.ASKED_COLUMNS, np.int64)
        asked[kernel.FIRST], asked[kernel.SOLUTIONS] = self.setting.first, self.solutions
        asked[kernel.WIDTH] = kernel.CANDIDATE_PIECES + kernel.PIECE_COLUMNS * len(self.setting.pieces)
        if stipulation.is_battle:
            asked[kernel.MOVES], asked[kernel.HUNTED] = stipulation.moves, len(self.setting.hunted) > 0
            return asked
        passes = cooperation(stipulation).passes
        asked[kernel.IN_LINES], asked[kernel.MOVES], asked[kernel.PASSING] = 1, len(passes), _bits(passes)
        shorter = stipulation.shorter()
        if shorter is not None:
            passes = cooperation(shorter).passes
            asked[kernel.FEWER], asked[kernel.PASSING_THEN] = len(passes), _bits(passes)
        return asked

    def sift(
        self,
        cells: Cells,
        *,
        minimal: bool = False,
        wanted: NDArray[np.int64] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        nodes: int = _MOST_NODES,
    ) -> Judged:
        """Judge candidates.

        Args:
            cells: the cells of their pieces.
            minimal: whether every piece has to be needed.
            wanted: by rows of moves, whether solutions are to begin with one of them; None: with any.
            stopped: whether to stop, asked now and then.
            nodes: a candidate that needs more positions than this is given up.
        """
        asked = self._asked.copy()
        asked[kernel.MINIMAL] = minimal
        rows = self.setting.rows(cells)
        found = np.full((len(cells), kernel.FOUND_COLUMNS), kernel.UNDECIDED, np.int64)
        some = np.zeros(0, np.int64) if wanted is None else wanted
        done, piece = 0, _PIECE
        while done < len(cells) and not stopped():
            began, end = monotonic(), done + piece
            self._sift(asked, some, rows[done:end].ravel(), found[done:end].reshape(-1), nodes)
            done = end
            piece = max(1, int(piece * min(2, _SECONDS / max(monotonic() - began, 1e-6))))
        return Judged(found[:, 0], found[:, 1])

    def _sift(
        self,
        asked: NDArray[np.int64],
        wanted: NDArray[np.int64],
        rows: NDArray[np.int64],
        found: NDArray[np.int64],
        nodes: int,
    ) -> None:
        """Judge some, and write down what is found of them."""
        engine, done, count = self.setting.engine, 0, len(found) // kernel.FOUND_COLUMNS
        while done < count:
            board, work = self._room()
            work.config[MOST_NODES] = nodes
            done = kernel.sift(engine.tables, board, work, no_pictures(), asked, wanted, rows, found, done)
            if engine.extend_tables(board):
                self._board = None

    def _room(self) -> tuple[Board, Workspace]:
        """A board, and what a search needs."""
        if self._board is None or self._work is None:
            engine, moves = self.setting.engine, int(self._asked[kernel.MOVES])
            plies = len(self.setting.game.ruleset.players) * moves + 8
            self._board = new_board(engine.tables, plies)
            full = new_board(engine.tables, plies)
            full.cells[: len(self.setting.pieces)] = 1
            lines = 3 * (self.solutions + 1) * moves
            self._work = new_workspace(engine.capacity(full) * plies, _ENTRIES, lines)
            self._configure(self._work)
        return self._board, self._work

    def _configure(self, work: Workspace) -> None:
        stipulation, engine, config = self.setting.stipulation, self.setting.engine, work.config
        if self.setting.hunted:
            config[GOAL], config[GOAL_CELL] = self.setting.first, _bits(self.setting.hunted)
            return
        config[GOAL], config[GOAL_CELL] = goal_columns(self.setting.game, stipulation.goal)
        aim, arrays = stipulation.goal.aim, engine.arrays
        config[SIFTING] = aim is Aim.MATE and arrays.routine and not arrays.makes_royals
        if stipulation.is_battle:
            config[BY_DEFENDER] = battle(stipulation).by_defender


def _bits(passes: tuple[bool, ...]) -> int:
    return sum(1 << number for number, each in enumerate(passes) if each)
