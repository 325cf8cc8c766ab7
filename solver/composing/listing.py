"""Every placement of some men, up to symmetry, so that no problem of theirs is missed.

Where an endgame table of the men can be made, it is asked first: a direct mate in n can only be where the table says
that mate is n moves off, and there is no help mate where nobody is ever mated. Rights to castle, which tables do not
hold, are looked at besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel.candidates import CANDIDATE_RIGHTS
from ..compiled.kernel.entries import MATED
from ..endgame.errors import EndgameError
from ..endgame.material import Material
from ..endgame.placing import Cells, placements
from ..endgame.table import Table
from ..endgame.tables import table
from ..solving.problem.stipulation import Aim, Play
from ..solving.search.limits import Limits
from .setting import Setting

_NONE = np.full(1, -1, np.int64)


class Listing:
    """Makes every placement of the men of a setting, at least one of each that are equal up to symmetry.

    Args:
        setting: the men.
        limits: when to end.
        with_table: whether an endgame table may be made and asked.
    """

    def __init__(self, setting: Setting, limits: Limits, with_table: bool = True) -> None:
        self.setting, self._limits = setting, limits
        self._table = self._find_table() if with_table else None
        self._batches = self._all()

    def batch(self) -> Cells | None:
        """Some placements; None if that is all."""
        return next(self._batches, None)

    def learn(self, sound: Cells) -> None:
        """Nothing is learnt: all of them come."""

    def reward(self, cells: Cells, score: float) -> None:
        """Nothing is learnt."""

    def _find_table(self) -> Table | None:
        """The table that knows more of these placements, if there can be one."""
        setting = self.setting
        stipulation = setting.stipulation
        if stipulation.goal.aim is not Aim.MATE or stipulation.play not in (Play.DIRECT, Play.HELP):
            return None
        if not all(man.is_needed for man in setting.men):
            return None
        with suppress(EndgameError):
            return table(setting.game, Material.of(setting.game, [man.type for man in setting.men]))
        return None

    def _all(self) -> Iterator[Cells]:
        """Those without rights to castle, then the others."""
        columns = [man.cells if man.is_needed else np.concatenate([_NONE, man.cells]) for man in self.setting.men]
        if self._may_be_mates():
            head = self._fewest(columns)
            for cells in placements([*columns[:head], self._heads(head), *columns[head + 1 :]], self.setting.types):
                if self._limits.reached:
                    return
                yield cells[(self.setting.rows(cells)[:, CANDIDATE_RIGHTS] == 0) & self._can_be(cells)]
        for castling in self.setting.castlings:
            for royal, partner in self.setting.castlers(castling):
                fixed = list(columns)
                fixed[royal], fixed[partner] = np.array([castling.royal]), np.array([castling.partner])
                for cells in placements(fixed, self.setting.types):
                    if self._limits.reached:
                        return
                    yield cells

    def _may_be_mates(self) -> bool:
        """Whether the table knows of any mate, if it is asked."""
        known = self._table
        return known is None or any((np.asarray(known.entries(side)) >= MATED).any() for side in (0, 1))

    def _can_be(self, cells: Cells) -> NDArray[np.bool_]:
        """Which placements the table does not exclude."""
        setting, known = self.setting, self._table
        if known is None or setting.stipulation.play is not Play.DIRECT or not len(cells):
            return np.ones(len(cells), np.bool_)
        order = known.material.matched([man.type for man in setting.men])
        distance = int(MATED) + 2 * setting.stipulation.moves - 1
        found: NDArray[np.bool_] = np.asarray(known.worth(setting.first, cells[:, order])) == distance
        return found

    def _fewest(self, columns: Sequence[Cells]) -> int:
        """The man, one of his type, whom symmetries leave the fewest cells."""
        types = self.setting.types.tolist()
        men = enumerate(self.setting.men)
        single = [number for number, man in men if man.is_needed and types.count(types[number]) == 1]
        return min(single or range(len(columns)), key=lambda number: len(self._heads(number)))

    def _heads(self, number: int) -> Cells:
        """The cells of a man, one of each orbit of the symmetries that leave all men's cells what they are."""
        men = self.setting.men
        if self.setting.types.tolist().count(self.setting.types[number]) > 1:
            return men[number].cells
        kept = [
            image
            for image in self.setting.symmetries
            if all(np.array_equal(np.sort(image[man.cells]), np.sort(man.cells)) for man in men)
        ]
        first = np.array(kept).min(axis=0)
        return np.unique(first[men[number].cells]).astype(np.int64)
