"""Every sound problem of some pieces, read from endgame tables, which show what is sound in play of any length.

A direct mate in n is sound where mate is n moves off and just one move leads to a position in which it is one less. In
help play the lines to mate are counted backwards from all mates (`endgame/line_counts.py`): it is sound where there is
one, and no shorter one. Rights to castle, which tables do not hold, are looked at besides, by the judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel.entries import MATED
from ..endgame.errors import EndgameError
from ..endgame.line_counts import Ways
from ..endgame.placement_batches import Cells
from ..endgame.shape import Shape
from ..endgame.table_maker import Maker as TableMaker
from ..errors import quoted
from ..play.material import Material
from ..solving.problem.roles import cooperation
from ..solving.problem.stipulation import Aim, Play, Stipulation
from ..solving.search.limits import LimitReached, Limits
from ..solving.tabled import about
from .listing import Listing
from .makers import Batch, ReportProgress
from .search_space import Setting
from .soundness import Judge


@dataclass(frozen=True, slots=True)
class _Known:
    """Which entries of a table are sound, and for which of the pieces of a setting."""

    shape: Shape
    order: list[int]
    sound: NDArray[np.bool_]

    def holds(self, cells: Cells) -> NDArray[np.bool_]:
        """Which candidates are sound, by the pieces that are in the table."""
        found: NDArray[np.bool_] = self.sound[self.shape.entries(cells[:, self.order])]
        return found


class Tabling(Listing):
    """Makes every sound placement of the pieces of a setting.

    Args:
        judge: judges what tables do not hold.
        limits: when to end; asked while tables are made, too.
        report: called with a description of the work.

    Raises:
        EndgameError: if there are no such tables, or they do not say what is asked.
    """

    def __init__(self, judge: Judge, limits: Limits, report: ReportProgress = lambda _: None) -> None:
        setting = judge.setting
        super().__init__(setting, limits)
        self._judge = judge
        check(setting)

        def advance(done: int, total: int | None, what: object) -> None:
            report(f"{what}, {done} of {total}")
            if limits.reached:
                raise LimitReached

        self._maker = TableMaker(setting.game, 1, progress=advance)
        self.plan = self._maker.plan([self._material(range(len(setting.pieces)))])
        if self.plan.missing:
            report(str(self.plan))

    def batches(self) -> Iterator[Batch]:
        """The sound positions without rights to castle, then all positions with rights."""
        for cells in self.sound():
            yield Batch(cells, are_sound=True)
        yield from map(Batch, self.with_rights())

    def sound(self) -> Iterator[Cells]:
        """All sound ones without rights to castle, and without needless pieces."""
        setting = self.setting
        pieces = range(len(setting.pieces))
        whole = self._known(pieces)
        fewer = [self._known([each for each in pieces if each != one]) for one in pieces if not setting.royal[one]]
        if not whole.sound.any():
            return
        for cells in self.without_rights():
            kept = cells[whole.holds(cells)]
            doubtful = np.zeros(len(kept), np.bool_)
            for known in fewer:
                doubtful |= known.holds(kept)
            # Without a piece it is sound too. By the same moves?
            kept = np.concatenate([kept[~doubtful], self._needed(kept[doubtful])])
            if len(kept):
                yield kept

    def _needed(self, cells: Cells) -> Cells:
        """Candidates of which every piece is needed."""
        return cells[self._judge.sift(cells, minimal=True).flags > 0] if len(cells) else cells

    def _material(self, pieces: range | list[int]) -> Material:
        return Material.of(self.setting.game, [self.setting.pieces[one] for one in pieces])

    def _known(self, pieces: range | list[int]) -> _Known:
        """What a table of some of the pieces has."""
        material, setting = self._material(pieces), self.setting
        ways = Ways(self._maker, material)
        order = [pieces[place] for place in material.matched([setting.pieces[one] for one in pieces])]
        stipulation = setting.stipulation
        wanted, first = self._judge.solutions, setting.first
        if stipulation.is_battle:
            distance = int(MATED) + 2 * stipulation.moves - 1
            entries = ways.table.entries(first)
            return _Known(
                ways.table.shape, order, (entries == distance) & (ways.wins(first, stipulation.moves) == wanted)
            )
        sound = ways.lines(first, _plies(stipulation)) == wanted
        shorter = stipulation.shorter()
        while shorter is not None:
            sound &= ways.lines(first, _plies(shorter)) == 0
            shorter = shorter.shorter()
        return _Known(ways.table.shape, order, sound)


def _plies(stipulation: Stipulation) -> int:
    return len(cooperation(stipulation).passes)


def check(setting: Setting) -> None:
    """Refuse what tables do not say.

    Raises:
        EndgameError: saying why not.
    """
    stipulation = setting.stipulation
    if stipulation.goal.aim is not Aim.MATE or stipulation.exact:
        raise EndgameError(f"{stipulation}: tables say in how many moves mate is forced, or helped to")
    if about(setting.game).goal != stipulation.goal:
        raise EndgameError(
            f"{stipulation}: {setting.game.name} is won otherwise than by mate too, and its tables say in how many "
            "moves it is won; `shadowmate compose` looks for mates by other makers"
        )
    if stipulation.play not in (Play.DIRECT, Play.HELP):
        raise EndgameError(f"{stipulation}: tables know direct play and help play")
    if not setting.material.is_exact:
        raise EndgameError("a table needs the exact number of pieces, and here there may be fewer of some")
    if setting.is_placed:
        raise EndgameError(f"tables know no first moves that are called {' or '.join(map(quoted, setting.sorts))}")
