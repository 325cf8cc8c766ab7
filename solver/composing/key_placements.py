"""Where the men of a specification stand, so that a first move may be of a special sort."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..asp.terms import Value
from ..compiled.compile.outcomes import Type
from ..endgame.placement_batches import Cells
from ..finding.special_keys import Opening


class Openings:
    """The openings of `rules/finding/keys.lp`, each with the men who take part in it.

    Args:
        some: the openings.
        men: of each man his type, and the numbers of his cells.
        number: the numbers of cells.

    Attributes:
        cells: (openings, men): where those stand who take part, -1 for the others.
    """

    def __init__(
        self, some: Sequence[Opening], men: Sequence[tuple[Type, set[int]]], number: Mapping[Value, int]
    ) -> None:
        seated = [(opening, seats) for opening in some for seats in _seats(opening, men, number)]
        self.cells = np.array([seats for _, seats in seated], np.int64).reshape(len(seated), len(men))
        self._size = len(number)
        most = max((len(opening.vacant) for opening, _ in seated), default=0)
        self._vacant = np.full((len(seated), most), -1, np.int64)
        self._passed = np.full(len(seated), -1, np.int64)
        columns: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place, (opening, seats) in enumerate(seated):
            self._vacant[place, : len(opening.vacant)] = [number[cell] for cell in opening.vacant]
            if opening.passed is not None:
                self._passed[place] = number[opening.passed]
                columns[tuple(man for man, cell in enumerate(seats) if cell >= 0)].append(place)
        self._after = [self._by_code(list(some), np.array(places)) for some, places in columns.items()]

    @property
    def passes(self) -> bool:
        """Whether some opening says what the last move passed over."""
        return bool(self._after)

    def fill(self, cells: Cells, random: np.random.Generator) -> Cells:
        """Candidates with those men set who take part in some opening or other."""
        some = self.cells[random.integers(len(self.cells), size=len(cells))]
        return np.where(some >= 0, some, cells)

    def passed(self, cells: Cells) -> NDArray[np.int64]:
        """Of each candidate the cell that the last move passed over; -1 if it passed over none."""
        found = np.full(len(cells), -1, np.int64)
        for men, codes, places in self._after:
            code = self._codes(cells[:, men])
            at = np.searchsorted(codes, code).clip(max=len(codes) - 1)
            place = places[at]
            vacant = self._vacant[place]
            is_blocked = ((cells[:, :, None] == vacant[:, None, :]) & (vacant[:, None, :] >= 0)).any(axis=(1, 2))
            found = np.where((codes[at] == code) & ~is_blocked & (found < 0), self._passed[place], found)
        return found

    def _by_code(self, men: list[int], places: NDArray[np.int64]) -> tuple[list[int], Cells, NDArray[np.int64]]:
        """Openings in which the same men take part, in the order of their codes."""
        codes = self._codes(self.cells[places][:, men])
        order = np.argsort(codes)
        return men, codes[order], places[order]

    def _codes(self, cells: Cells) -> NDArray[np.int64]:
        """A number for the cells of some men; -1 if one is not there."""
        weights = self._size ** np.arange(cells.shape[1], dtype=np.int64)
        return np.where((cells >= 0).all(axis=1), cells @ weights, -1)


def _seats(opening: Opening, men: Sequence[tuple[Type, set[int]]], number: Mapping[Value, int]) -> Iterator[list[int]]:
    """The ways for men to take part: where each stands, -1 if he does not."""
    fitting = [
        [
            man
            for man, ((army, kinds), cells) in enumerate(men)
            if number[cell] in cells and any((army, kind) in some for kind in kinds)
        ]
        for cell, some in opening.men
    ]
    for chosen in product(*fitting):
        if len(set(chosen)) == len(chosen):
            found = [-1] * len(men)
            for man, (cell, _) in zip(chosen, opening.men, strict=True):
                found[man] = number[cell]
            yield found
