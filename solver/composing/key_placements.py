"""The cells of the pieces of a specification from which a first move of a special sort is possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..asp.terms import Value
from ..endgame.placement_batches import Cells
from ..finding.special_keys import Opening
from ..play.piece import Type


class Openings:
    """The openings of `rules/finding/keys.lp`, each with the pieces that take part in it.

    Args:
        some: the openings.
        pieces: the type of each piece.
        cells: for each piece the numbers of the cells where it may be.
        number: the numbers of cells.

    Attributes:
        cells: (openings, pieces): the cells of those that take part, -1 for the others.
    """

    def __init__(
        self,
        some: Sequence[Opening],
        pieces: Sequence[Type],
        cells: Sequence[set[int]],
        number: Mapping[Value, int],
    ) -> None:
        seated = [(opening, seats) for opening in some for seats in _seats(opening, pieces, cells, number)]
        self.cells = np.array([seats for _, seats in seated], np.int64).reshape(len(seated), len(pieces))
        self._size = len(number)
        most = max((len(opening.vacant) for opening, _ in seated), default=0)
        self._vacant = np.full((len(seated), most), -1, np.int64)
        self._passed = np.full(len(seated), -1, np.int64)
        columns: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place, (opening, seats) in enumerate(seated):
            self._vacant[place, : len(opening.vacant)] = [number[cell] for cell in opening.vacant]
            if opening.passed is not None:
                self._passed[place] = number[opening.passed]
                columns[tuple(piece for piece, cell in enumerate(seats) if cell >= 0)].append(place)
        self._after = [self._by_code(list(some), np.array(places)) for some, places in columns.items()]

    @property
    def passes(self) -> bool:
        """Whether some opening has a cell that the last move passed over."""
        return bool(self._after)

    @property
    def all_pass(self) -> bool:
        """Whether every opening has such a cell: then every first move from one captures in passing."""
        return self.passes and bool((self._passed >= 0).all())

    def fill(self, cells: Cells, random: np.random.Generator) -> Cells:
        """Candidates with the pieces of some opening on its cells."""
        some = self.cells[random.integers(len(self.cells), size=len(cells))]
        return np.where(some >= 0, some, cells)

    def passed(self, cells: Cells) -> NDArray[np.int64]:
        """Of each candidate the cell that the last move passed over; -1 if it passed over none."""
        found = np.full(len(cells), -1, np.int64)
        for pieces, codes, places in self._after:
            code = self._codes(cells[:, pieces])
            at = np.searchsorted(codes, code).clip(max=len(codes) - 1)
            place = places[at]
            vacant = self._vacant[place]
            is_blocked = ((cells[:, :, None] == vacant[:, None, :]) & (vacant[:, None, :] >= 0)).any(axis=(1, 2))
            found = np.where((codes[at] == code) & ~is_blocked & (found < 0), self._passed[place], found)
        return found

    def _by_code(self, pieces: list[int], places: NDArray[np.int64]) -> tuple[list[int], Cells, NDArray[np.int64]]:
        """Openings in which the same pieces take part, in the order of their codes."""
        codes = self._codes(self.cells[places][:, pieces])
        order = np.argsort(codes)
        return pieces, codes[order], places[order]

    def _codes(self, cells: Cells) -> NDArray[np.int64]:
        """A number for the cells of some pieces; -1 if one is not there."""
        weights = self._size ** np.arange(cells.shape[1], dtype=np.int64)
        return np.where((cells >= 0).all(axis=1), cells @ weights, -1)


def _seats(
    opening: Opening, pieces: Sequence[Type], cells: Sequence[set[int]], number: Mapping[Value, int]
) -> Iterator[list[int]]:
    """The ways for pieces to take part in an opening: the cell of each piece, -1 if it takes no part."""
    fitting = [
        [
            piece
            for piece, (army, kinds) in enumerate(pieces)
            if number[cell] in cells[piece] and any((army, kind) in some for kind in kinds)
        ]
        for cell, some in opening.pieces
    ]
    for chosen in product(*fitting):
        if len(set(chosen)) == len(chosen):
            found = [-1] * len(pieces)
            for piece, (cell, _) in zip(chosen, opening.pieces, strict=True):
                found[piece] = number[cell]
            yield found
