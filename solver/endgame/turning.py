"""By which symmetry a placement is turned while its table is made: the cells of one piece or two decide.

Where a symmetry leaves the first piece in place, placements that are images of each other have entries of their own.
If another piece is the only one of its kind and army, only those are looked at that have it on the least cell: in a
cube 36 % of them (5x5x5) to 58 % (8x8x8). The others get their values in the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .shape import Shape

_SHARE = 0.8
"""Up to this share of the entries left in use another piece decides too: its moves then take longer."""


class Turning:
    """How the placements of a table are turned while it is made.

    Args:
        form: how they are numbered.

    Attributes:
        partner: the place in their order of the piece that decides with the first; 0 if there is none.
        way: for all cells of those that decide the number of a symmetry that maps the placement to one in use; 0, the
            identity, if it is in use itself and the first piece on a head.
        fixing: for each orbit of the first piece, and each cell of its partner if it has one, the numbers of the
            symmetries that leave those pieces in place; none if such a placement is not in use.
    """

    def __init__(self, form: Shape) -> None:
        orbits = form.orbits
        self.partner, self.way, self.fixing = 0, orbits.way, orbits.fixing
        alone = [first for first, alike in form.groups[1:] if alike == 1]
        if alone:
            images = orbits.permutations
            least = np.array([images[fixing].min(axis=0) for fixing in orbits.fixing])
            used = least == np.arange(form.cells)
            if used.mean() <= _SHARE:
                self.partner = alone[0]
                self.way = np.array([self._ways(cell, form) for cell in range(form.cells)], np.int32)
                self.fixing = [
                    fixing[images[fixing, cell] == cell] if used[orbit, cell] else fixing[:0]
                    for orbit, fixing in enumerate(orbits.fixing)
                    for cell in range(form.cells)
                ]

    @staticmethod
    def _ways(first: int, form: Shape) -> NDArray[np.int64]:
        """For each cell of the partner a symmetry, given the cell of the first piece."""
        orbits = form.orbits
        ways = np.flatnonzero(orbits.permutations[:, first] == orbits.heads[orbits.orbit[first]])
        found: NDArray[np.int64] = ways[orbits.permutations[ways].argmin(axis=0)]
        return found
