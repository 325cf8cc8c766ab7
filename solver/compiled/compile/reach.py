"""Lays out where the capturing routes of a game lead from every cell, and which cells must be empty for each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..tables import Tables, Words
from .ground import Ground
from .walks import Walks


class Reach:
    """Builds `Tables.reach`, `roams`, `bears`, `ranks`, `lines` and `routes`, after those laid out before."""

    def __init__(self, ground: Ground, known: Tables | None = None) -> None:
        self._ground = ground
        self._reach = [] if known is None else list(known.reach)
        self._roams = [] if known is None else list(known.roams)
        self._counts = [] if known is None else [np.diff(known.lines)]
        self._routes = [] if known is None else [known.routes]

    def add(self, walks: Walks) -> None:
        """Add the capturing routes of walks from every cell."""
        ground = self._ground
        cells, words = len(ground.cells), ground.words
        found = np.zeros((cells, words), np.int64)
        # A route as one number, which is quicker to sort than three: origin and target, and then its mask.
        pairs: list[Words] = [np.zeros(0, np.int64)]
        masks: list[Words] = [np.zeros(0, np.int64)]
        for point in sorted({point for point, use in walks.ends if use in ground.takes}):
            targets = ground.targets(point)
            ground.masks.add_bits(found, targets)
            some = np.flatnonzero(targets >= 0)
            pairs.append(some * cells + targets[some])
            masks.append(ground.mask(point, some) if ground.is_strict(point) else np.full(len(some), -1))
        coded = np.unique(np.concatenate(pairs) << 32 | np.concatenate(masks) + 1)
        _, counts = np.unique(coded >> 32, return_counts=True)
        roams = np.zeros((cells, words), np.int64)
        for point in {point for point, _ in walks.ends}:
            ground.masks.add_bits(roams, ground.targets(point))
        self._reach.append(found)
        self._roams.append(roams)
        self._counts.append(counts)
        self._routes.append(((coded & 0xFFFFFFFF) - 1).astype(np.int32))

    def reach(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells reached."""
        return np.array(self._reach)

    def roams(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells that any route leads to."""
        return np.array(self._roams)

    def bears(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells from which each cell is reached: `reach` the other way round."""
        cells = len(self._ground.cells)
        octets = np.array(self._reach).view(np.uint8)
        bits = np.unpackbits(octets, axis=2, bitorder="little")
        turned = np.zeros_like(bits)
        turned[:, :, :cells] = bits[:, :, :cells].transpose(0, 2, 1)
        return np.packbits(turned, axis=2, bitorder="little").view(np.int64)

    def ranks(self) -> NDArray[np.int32]:
        """(walks, cells, words): how many cells are reached before each word, over all walks and cells."""
        bits = np.bitwise_count(self.reach().view(np.uint64)).astype(np.int64)
        return (np.cumsum(bits).reshape(bits.shape) - bits).astype(np.int32)

    def lines(self) -> NDArray[np.int32]:
        """(reached + 1,): where the routes to each reached cell start."""
        return np.concatenate([[0], np.cumsum(np.concatenate(self._counts))]).astype(np.int32)

    def routes(self) -> NDArray[np.int32]:
        """The mask of each route."""
        return np.concatenate(self._routes)
