"""Every placement of some pieces, up to symmetry, so that no problem of them is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from ..endgame.placement_batches import Cells, placements
from ..solving.search.limits import Limits
from .makers import Batch
from .search_space import Setting

_NONE = np.full(1, -1, np.int64)


class Listing:
    """Makes every placement of the pieces of a setting, at least one of each class of equal ones up to symmetry.

    Args:
        setting: the pieces.
        limits: when to end.
    """

    def __init__(self, setting: Setting, limits: Limits) -> None:
        self.setting, self.limits = setting, limits
        self._batches = self.batches()

    def batch(self) -> Batch | None:
        """Some placements; None if that is all."""
        return next(self._batches, None)

    def learn(self, cells: Cells, flags: NDArray[np.int64]) -> None:
        """Nothing is learnt: all of them come."""

    def reward(self, cells: Cells, score: float) -> None:
        """Nothing is learnt."""

    def batches(self) -> Iterator[Batch]:
        """The positions without rights to castle, then the others; or those of a wanted first move."""
        if self.setting.is_placed:
            yield from map(Batch, self.placed())
        else:
            yield from map(Batch, self.without_rights())
            yield from map(Batch, self.with_rights())

    def placed(self) -> Iterator[Cells]:
        """Placements in which the pieces that take part in an opening are on its cells."""
        openings = self.setting.openings
        for seats in () if openings is None else openings.cells.tolist():
            fixed = self._columns()
            for piece, cell in enumerate(seats):
                if cell >= 0:
                    fixed[piece] = np.array([cell], np.int64)
            yield from self._placements(fixed)

    def without_rights(self) -> Iterator[Cells]:
        """Placements without rights to castle."""
        columns = self._columns()
        head = self._fewest(columns)
        for cells in self._placements([*columns[:head], self._heads(head), *columns[head + 1 :]]):
            yield cells[~self.setting.rights(cells).any(axis=1)]

    def with_rights(self) -> Iterator[Cells]:
        """Placements with some right to castle."""
        for castling in self.setting.castlings:
            for royal, partner in self.setting.castlers(castling):
                fixed = self._columns()
                for piece, home in ((royal, castling.royal), (partner, castling.partner)):
                    fixed[piece] = np.intersect1d(fixed[piece], home)
                yield from self._placements(fixed)

    def _placements(self, columns: Sequence[Cells]) -> Iterator[Cells]:
        return takewhile(lambda _: not self.limits.reached, placements(columns, self.setting.types))

    def _columns(self) -> list[Cells]:
        return [
            cells if is_needed else np.concatenate([_NONE, cells])
            for cells, is_needed in zip(self.setting.columns, self.setting.is_needed, strict=True)
        ]

    def _fewest(self, columns: Sequence[Cells]) -> int:
        """The piece, the only one of its type, that has the fewest cells up to symmetry."""
        types = self.setting.types.tolist()
        needed = enumerate(self.setting.is_needed)
        single = [number for number, is_needed in needed if is_needed and types.count(types[number]) == 1]
        return min(single or range(len(columns)), key=lambda number: len(self._heads(number)))

    def _heads(self, number: int) -> Cells:
        """The cells of a piece, one of each orbit of the symmetries that keep the cells of all pieces."""
        columns = self.setting.columns
        if self.setting.types.tolist().count(self.setting.types[number]) > 1:
            return columns[number]
        kept = [
            image
            for image in self.setting.symmetries
            if all(np.array_equal(np.sort(image[cells]), np.sort(cells)) for cells in columns)
        ]
        first = np.array(kept).min(axis=0)
        return np.unique(first[columns[number]]).astype(np.int64)
