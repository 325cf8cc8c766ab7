"""Makers: where candidates come from."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel.candidates import COOKED
from ..endgame.placement_batches import Cells, are_apart
from .search_space import Setting

BATCH = 2048
"""The number of candidates made at once."""

_FRESH = 0.5
"""This share of a batch is new; the rest are sound positions that have been changed."""

_SOUND, _GOOD = 4096, 256
"""The numbers of sound positions, and of those that became problems, that are kept and changed further."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some candidates, each with at most one piece on a cell.

    Attributes:
        cells: the cells of their pieces.
        are_sound: whether they are known to have the number of solutions asked for, and no needless piece.
    """

    cells: Cells
    are_sound: bool = False


ReportProgress = Callable[[str], None]
"""Called with a description of the work."""


class Maker(Protocol):
    """Makes candidates."""

    def batch(self) -> Batch | None:
        """Some candidates; None if there are no more."""

    def learn(self, cells: Cells, flags: NDArray[np.int64]) -> None:
        """Receive the judge's flags for the candidates of a batch, as `kernel.candidates` has them."""

    def reward(self, cells: Cells, score: float) -> None:
        """Receive the score of one that became a problem."""


class Improvement:
    """Makes candidates by chance, and changes sound ones: it moves, removes or adds a piece.

    As long as no first move of the sort that is asked for solves a position alone, those are changed where it does so
    beside others.

    Args:
        setting: the pieces.
        seed: the same gives the same candidates to the same answers.
    """

    def __init__(self, setting: Setting, seed: int | tuple[int, ...]) -> None:
        self._columns, self._is_needed = setting.columns, setting.is_needed
        self._random = np.random.default_rng(seed)
        self._openings = setting.openings
        self._sound: deque[Cells] = deque(maxlen=_SOUND)
        self._cooked: deque[Cells] = deque(maxlen=_SOUND)
        self._good: list[tuple[float, int, Cells]] = []
        self._rewards = 0
        self._optional = np.array([number for number, needed in enumerate(self._is_needed) if not needed], np.int64)

    def batch(self) -> Batch:
        """Some candidates."""
        changes = bool(self._sound or self._cooked)
        parts = [self._fresh(int(BATCH * _FRESH) if changes else BATCH)]
        if changes:
            parts.append(self._changed(BATCH - len(parts[0])))
        found = np.concatenate(parts)
        return Batch(found[are_apart(found)])

    def learn(self, cells: Cells, flags: NDArray[np.int64]) -> None:
        """Keep what was sound, and what is only cooked."""
        self._sound.extend(cells[flags > 0])
        self._cooked.extend(cells[flags == COOKED])

    def reward(self, cells: Cells, score: float) -> None:
        """Keep the best of those that became problems."""
        self._rewards += 1
        self._good.append((score, self._rewards, cells))
        if len(self._good) > 2 * _GOOD:
            self._good = sorted(self._good, key=lambda each: each[:2])[-_GOOD:]

    def _fresh(self, count: int) -> Cells:
        columns = [cells[self._random.integers(len(cells), size=count)] for cells in self._columns]
        found = np.stack(columns, axis=1)
        away = self._random.random((count, len(self._optional))) < 0.5
        found[:, self._optional] = np.where(away, -1, found[:, self._optional])
        return found if self._openings is None else self._openings.fill(found, self._random)

    def _changed(self, count: int) -> Cells:
        """Sound positions, or while there are none those that are cooked, each with a change or two."""
        known = self._sound or self._cooked
        parents = [known[number] for number in self._random.integers(len(known), size=count)]
        if self._good:
            better = self._random.integers(len(self._good), size=count // 2)
            parents[: len(better)] = [self._good[number][2] for number in better]
        found = np.stack(parents)
        for times in (count, count // 3):
            rows = self._random.choice(count, size=times, replace=False)
            number = self._random.integers(len(self._columns), size=times)
            for piece, column in enumerate(self._columns):
                some = rows[number == piece]
                cells = column[self._random.integers(len(column), size=len(some))]
                if not self._is_needed[piece]:
                    there = found[some, piece] >= 0
                    cells = np.where(there & (self._random.random(len(some)) < 0.5), -1, cells)
                found[some, piece] = cells
        return found
