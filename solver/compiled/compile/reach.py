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
        nothing = np.zeros((0, len(ground.cells), ground.words), np.int64)
        self._reach = [nothing if known is None else known.reach]
        self._roams = [nothing if known is None else known.roams]
        self._bears = [nothing if known is None else known.bears]
        self._ranks = [nothing.astype(np.int32) if known is None else known.ranks]
        self._lines = [np.zeros(1, np.int32) if known is None else known.lines]
        self._routes = [np.zeros(0, np.int32) if known is None else known.routes]
        self._reached_count, self._routes_count = len(self._lines[0]) - 1, len(self._routes[0])

    def add(self, walks: Walks) -> None:
        """Add the capturing routes of walks from every cell."""
        ground = self._ground
        cells, words = len(ground.cells), ground.words
        found = np.zeros((cells, words), np.int64)
        # A route as one number, which is quicker to sort than three: origin and target, and then its mask.
        pairs: list[Words] = [np.zeros(0, np.int64)]
        masks: list[Words] = [np.zeros(0, np.int64)]
        for point in sorted({point for point, use in walks.ends if use in ground.takes}):
            targets = ground.ends(point)
            ground.masks.add_bits(found, targets)
            some = np.flatnonzero(targets >= 0)
            pairs.append(some * cells + targets[some])
            masks.append(ground.mask(point, some) if ground.is_strict(point) else np.full(len(some), -1))
        for point in sorted({point for point, _ in walks.ends if ground.seized(point) is not None}):
            # Who is on its way is attacked too.
            there = ground.targets(ground.seized(point) or 0)
            some = np.flatnonzero((ground.ends(point) >= 0) & (there >= 0))
            ground.masks.add_bits(found, np.where(ground.ends(point) >= 0, there, np.int32(-1)))
            pairs.append(some * cells + there[some])
            masks.append(np.full(len(some), -1))
        coded = np.unique(np.concatenate(pairs) << 32 | np.concatenate(masks) + 1)
        _, counts = np.unique(coded >> 32, return_counts=True)
        roams = np.zeros((cells, words), np.int64)
        for point in {point for point, _ in walks.ends}:
            ground.masks.add_bits(roams, ground.ends(point))
        bits = np.bitwise_count(found.view(np.uint64)).astype(np.int64)
        self._reach.append(found[None])
        self._roams.append(roams[None])
        self._bears.append(_turned(found)[None])
        self._ranks.append((self._reached_count + np.cumsum(bits).reshape(bits.shape) - bits).astype(np.int32)[None])
        self._lines.append((self._routes_count + np.cumsum(counts)).astype(np.int32))
        self._routes.append(((coded & 0xFFFFFFFF) - 1).astype(np.int32))
        self._reached_count += len(counts)
        self._routes_count += len(coded)

    def reach(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells reached."""
        return np.concatenate(self._reach)

    def roams(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells that any route leads to."""
        return np.concatenate(self._roams)

    def bears(self) -> NDArray[np.int64]:
        """(walks, cells, words): the cells from which each cell is reached: `reach` the other way round."""
        return np.concatenate(self._bears)

    def ranks(self) -> NDArray[np.int32]:
        """(walks, cells, words): how many cells are reached before each word, over all walks and cells."""
        return np.concatenate(self._ranks)

    def lines(self) -> NDArray[np.int32]:
        """(reached + 1,): where the routes to each reached cell start."""
        return np.concatenate(self._lines)

    def routes(self) -> NDArray[np.int32]:
        """The mask of each route."""
        return np.concatenate(self._routes)


def _turned(rows: Words) -> NDArray[np.int64]:
    """(cells, words): the rows that have each cell."""
    cells = len(rows)
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    turned = np.zeros_like(bits)
    turned[:, :cells] = bits[:, :cells].T
    return np.packbits(turned, axis=1, bitorder="little").view(np.int64)
