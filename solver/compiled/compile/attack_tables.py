"""The layout of attack tables: the cells that capturing routes reach, and the cells that must be empty for each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game_tables import Tables
from ..packed import Words
from ..schema import Array
from ..tables import ATTACK_LINES, ATTACK_RANKS, ATTACK_ROUTES, ATTACKERS, ATTACKS, DESTINATIONS
from .board_geometry import BoardGeometry
from .move_patterns import MovePattern


class AttackTables:
    """Builds the attack tables, after those laid out before."""

    def __init__(self, ground: BoardGeometry, known: Tables | None = None) -> None:
        self._ground = ground
        none = np.zeros((0, len(ground.cells), ground.words), np.int64)
        first: dict[Array, NDArray[Any]] = {
            ATTACKS: none,
            DESTINATIONS: none,
            ATTACKERS: none,
            ATTACK_RANKS: none.astype(np.int32),
            ATTACK_LINES: np.zeros(1, np.int32),
            ATTACK_ROUTES: np.zeros(0, np.int32),
        }
        self._parts = {array: [start if known is None else known[array]] for array, start in first.items()}
        self._reached_count = len(self._parts[ATTACK_LINES][0]) - 1
        self._routes_count = len(self._parts[ATTACK_ROUTES][0])

    def add(self, patterns: MovePattern) -> None:
        """Add the capturing routes of move patterns from every cell."""
        ground = self._ground
        cells, words = len(ground.cells), ground.words
        found = np.zeros((cells, words), np.int64)
        # A route as one number, which is quicker to sort than three: origin and target, and then its mask.
        pairs: list[Words] = [np.zeros(0, np.int64)]
        masks: list[Words] = [np.zeros(0, np.int64)]
        for point in sorted({point for point, use in patterns.ends if use in ground.captures}):
            targets = ground.ends(point)
            ground.masks.add_bits(found, targets)
            some = np.flatnonzero(targets >= 0)
            pairs.append(some * cells + targets[some])
            masks.append(ground.mask(point, some) if ground.is_strict(point) else np.full(len(some), -1))
        on_way = {(point, over) for point, _ in patterns.ends for over in ground.locust_points(point)}
        for point, over in sorted(on_way):
            # A piece on its way is attacked too.
            there = ground.targets(over)
            some = np.flatnonzero((ground.ends(point) >= 0) & (there >= 0))
            ground.masks.add_bits(found, np.where(ground.ends(point) >= 0, there, np.int32(-1)))
            pairs.append(some * cells + there[some])
            masks.append(np.full(len(some), -1))
        coded = np.unique(np.concatenate(pairs) << 32 | np.concatenate(masks) + 1)
        _, counts = np.unique(coded >> 32, return_counts=True)
        destinations = np.zeros((cells, words), np.int64)
        for point in {point for point, _ in patterns.ends}:
            ground.masks.add_bits(destinations, ground.ends(point))
        bits = np.bitwise_count(found.view(np.uint64)).astype(np.int64)
        ranks = self._reached_count + np.cumsum(bits).reshape(bits.shape) - bits
        self._parts[ATTACKS].append(found[None])
        self._parts[DESTINATIONS].append(destinations[None])
        self._parts[ATTACKERS].append(_turned(found)[None])
        self._parts[ATTACK_RANKS].append(ranks.astype(np.int32)[None])
        self._parts[ATTACK_LINES].append((self._routes_count + np.cumsum(counts)).astype(np.int32))
        self._parts[ATTACK_ROUTES].append(((coded & 0xFFFFFFFF) - 1).astype(np.int32))
        self._reached_count += len(counts)
        self._routes_count += len(coded)

    def arrays(self) -> dict[Array, NDArray[Any]]:
        """The attack tables of all patterns added."""
        return {array: np.concatenate(parts) for array, parts in self._parts.items()}


def _turned(rows: Words) -> NDArray[np.int64]:
    """(cells, words): the rows that have each cell."""
    cells = len(rows)
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    turned = np.zeros_like(bits)
    turned[:, :cells] = bits[:, :cells].T
    return np.packbits(turned, axis=1, bitorder="little").view(np.int64)
