"""In how many ways placements lead to an end: moves that win as fast as can be, and lines of help play to mate.

Both are counted over whole tables, from the end backwards, so that it costs no more for long play than for each of its
moves once. Where a number would be greater than `MOST` it is that.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel.continuations import count_continuations
from ..compiled.kernel.entries import MATED
from ..compiled.kernel.retrograde import Half
from ..play.material import Material
from .errors import EndgameError
from .leads import Method
from .successors import Kinds
from .table import Table
from .table_layout import lay_out
from .table_maker import Maker

MOST = 255

Numbers = NDArray[np.uint8]
"""A number for each entry of one side to move."""

_CHUNK = 1 << 16


def check(kinds: Kinds, material: Material) -> None:
    """Refuse material of which moves are not counted.

    Raises:
        EndgameError: naming it.
    """
    if kinds.way(material) is not Method.TRACED:
        name = material.text(kinds.game)
        raise EndgameError(f"{name}: moves are counted only where a table can be made by unmaking moves")


class Ways:
    """Counts over the tables of a game.

    Args:
        maker: makes the tables, and reports the progress of counting too.
        material: the material that is asked about.

    Raises:
        EndgameError: if there can be no such table, or its moves are not such as can be counted.
    """

    def __init__(self, maker: Maker, material: Material) -> None:
        self._kinds = Kinds(maker.game, material)
        check(self._kinds, material)
        self.maker, self.table = maker, maker.get(material)
        self._lines: dict[tuple[Material, int, int], Numbers] = {}

    def wins(self, side: int, moves: int) -> Numbers:
        """How many moves of a side force mate in exactly this many moves."""
        left = int(MATED) + 2 * moves - 2
        return self._before(self.table, side, lambda table, other: _flags(table.entries(other) == left))

    def lines(self, side: int, plies: int) -> Numbers:
        """How many lines of this many moves of both together, the first by a side, end in mate."""
        return self._lines_of(self.table, side, plies)

    def _lines_of(self, table: Table, side: int, plies: int) -> Numbers:
        known = self._lines
        if (key := (table.material, side, plies)) not in known:
            known[key] = (
                self._before(table, side, lambda one, other: self._lines_of(one, other, plies - 1))
                if plies
                else _flags(table.entries(side) == MATED)
            )
        return known[key]

    def _before(self, table: Table, side: int, of: Callable[[Table, int], Numbers]) -> Numbers:
        """The sums over the moves of a side of what those positions have that they lead to."""

        def theirs(one: Table, mover: int) -> Numbers:
            return of(one, mover) if mover != side else np.zeros(one.shape.size, np.uint8)

        others, subs = self.maker.led_to(self._kinds, table.material, theirs)
        facts = lay_out(self._kinds, table.shape, others)
        size, found = table.shape.size, np.zeros(table.shape.size, np.uint8)
        half = Half(side, table.entries(side), of(table, 1 - side), found)
        for start in range(0, size, _CHUNK):
            count_continuations(facts, half, subs, MOST, start, min(start + _CHUNK, size))
            if self.maker.progress:
                self.maker.progress(start, size, f"{table.material.text(self.maker.game)}: ways")
        return found


def _flags(some: NDArray[np.bool_]) -> Numbers:
    return np.asarray(some).astype(np.uint8)
