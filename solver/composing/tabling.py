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

from ..compiled.kernel.candidates import UNDECIDED
from ..compiled.kernel.entries import MATED
from ..endgame.errors import EndgameError
from ..endgame.line_counts import Ways
from ..endgame.line_counts import check as check_countable
from ..endgame.placement_batches import Cells
from ..endgame.shape import Shape
from ..endgame.table_maker import Maker as TableMaker
from ..errors import quoted
from ..play.material import Material
from ..play.piece import Piece
from ..play.position import Position
from ..solving.problem.roles import battle, cooperation
from ..solving.problem.stipulation import Aim, Play, Stipulation
from ..solving.search.limits import LimitReached, Limits
from ..solving.solver import solve
from ..solving.tabled import TableBackend, about
from .conditions import Solved
from .listing import Listing
from .makers import Batch, ReportProgress
from .search_space import Setting
from .soundness import Judge

_NODES = 10_000
"""A candidate that needs more positions than this to judge is solved, which reads tables."""

_ENTRIES = 1 << 10
"""Positions that a search beside the tables remembers."""


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
        fewer = {one: self._known([each for each in pieces if each != one]) for one in pieces if not setting.royal[one]}
        if not whole.sound.any():
            return
        for cells in self.without_rights():
            kept = cells[whole.holds(cells)]
            doubtful = np.zeros((len(kept), len(pieces)), np.bool_)
            for one, known in fewer.items():
                doubtful[:, one] = known.holds(kept)
            # Without a piece it is sound too. By the same moves?
            some = doubtful.any(axis=1)
            kept = np.concatenate([kept[~some], self._needed(kept[some], doubtful[some])])
            if len(kept):
                yield kept

    def _needed(self, cells: Cells, doubtful: NDArray[np.bool_]) -> Cells:
        """Candidates of which every piece is needed; what the kernel gives up is solved.

        Args:
            cells: the candidates.
            doubtful: of each, without which pieces it is sound too.
        """
        if not len(cells):
            return cells
        flags = self._judge.sift(cells, minimal=True, stopped=lambda: self.limits.reached, nodes=_NODES).flags
        kept = flags > 0
        for number in np.flatnonzero(flags == UNDECIDED):
            kept[number] = self._is_minimal(cells[number], np.flatnonzero(doubtful[number]))
        return cells[kept]

    def _is_minimal(self, cells: Cells, doubtful: Cells) -> bool:
        """Whether other moves solve a sound candidate if one of some pieces is left out."""
        solved = self._solutions(cells)
        return all(self._solutions(np.where(np.arange(len(cells)) == one, -1, cells)) != solved for one in doubtful)

    def _solutions(self, cells: Cells) -> set[tuple[tuple[str | None, str | None], ...]]:
        """The solutions of a sound candidate: where their moves begin and end, in play with an attacker the first.

        Raises:
            LimitReached: at a limit.
        """
        setting, stipulation = self.setting, self.setting.stipulation
        pieces = {cell: Piece(kinds, army) for cell, (army, kinds) in setting.pieces_on(cells).items()}
        position, limits = Position(setting.game, pieces, setting.player), Limits(stop=lambda: self.limits.reached)
        if stipulation.is_battle:
            tables = TableBackend(position, self._maker, 1, _ENTRIES)
            keys = tables.answers(tables.root(position), battle(stipulation), stipulation.moves, limits)
            return {((move.origin, move.target),) for move in keys}
        solution = solve(position, stipulation, limits=limits)
        if solution.stopped:
            raise LimitReached
        ends = [(move.origin, move.target) for move, _ in Solved(position, solution).moves]
        width = _plies(stipulation)
        return {tuple(ends[start : start + width]) for start in range(0, len(ends), width)}

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
    check_countable(setting.kinds, Material.of(setting.game, setting.pieces))
