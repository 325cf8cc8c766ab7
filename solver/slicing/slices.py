"""The slices of a table: in each, the first piece stands on one cell, and all that symmetries map to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..compiled.tables import CELL
from ..endgame.leads import Method
from ..endgame.piece_steps import pattern_of
from ..endgame.shape import Shape
from ..endgame.successors import Kinds


@dataclass(frozen=True, slots=True)
class Slices:
    """The slices of a table. Only moves of the first piece lead from one to another.

    Attributes:
        width: how many entries each has for a side to move.
        nearby: for each side to move and each slice, the slices that its moves lead to, itself among them.
    """

    width: int
    nearby: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def number(self) -> int:
        """How many slices there are."""
        return len(self.nearby[0])

    @property
    def most_nearby(self) -> int:
        """The largest number of slices that the moves of a side lead to from one."""
        return max(len(some) for side in self.nearby for some in side)


def slices(kinds: Kinds, form: Shape) -> Slices:
    """The slices of a table whose moves can be traced back.

    Args:
        kinds: the game.
        form: how the placements of the table are numbered.
    """
    orbits, first = form.orbits, form.types[0]
    pattern = pattern_of(kinds, first, Method.TRACED)
    targets, starts = pattern.rows[pattern.forth.order, CELL], pattern.forth.starts
    mover = kinds.game.ruleset.players.index(first[0])
    nearby: list[list[tuple[int, ...]]] = [[], []]
    for number, head in enumerate(orbits.heads.tolist()):
        reached = targets[starts[head * form.cells] : starts[(head + 1) * form.cells]]
        nearby[mover].append(tuple(np.unique([*orbits.orbit[reached].tolist(), number]).tolist()))
        nearby[1 - mover].append((number,))
    return Slices(form.size // len(orbits.heads), tuple(map(tuple, nearby)))
