"""The values of pieces for the player, from how the rules let them move; computed once for a game."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..compiled.compiled_engine import CompiledEngine
from ..compiled.kernel.board import FREELY, HEAD, Board, new_board, set_up
from ..compiled.kernel.evaluation import MOVE, measure
from ..compiled.packed import Numbers, Words
from ..compiled.tables import HOLDER, ITEM_TYPE, ITEMS
from ..play.from_text import read_position
from ..play.position import Position

_ROUNDS = 16, 192
"""The least and largest number of samples for each kind and cell, each among other random pieces."""

_LOOKS = 200_000
"""The approximate number of all samples, between these bounds."""


_Values = NDArray[np.int64]
"""(types, cells)"""


class Worths:
    """The values of pieces for the kernel. They grow with the types of piece that occur.

    Args:
        engine: the engine.
    """

    def __init__(self, engine: CompiledEngine) -> None:
        self._engine = engine
        self._growing = Lock()
        self._known = 0
        self._measured: _Values = np.zeros((1, len(engine.cells)), np.int64)
        self.by_cell: Words = self._measured.ravel()

    def of(self, position: Position) -> Words:
        """The values of pieces of each type on each cell, type by type; that of the empty cell is first.

        Args:
            position: one of the game. If the game has no array, its pieces are those among which others are
                measured.
        """
        with self._growing:
            if self._known < len(self._engine.types):
                self._measure(_typical(position))
        return self.by_cell

    def mean(self, army: str, kinds: tuple[str, ...]) -> float:
        """The mean value of a piece over all cells, in moves; 0 for a piece that has not occurred."""
        if (army, kinds) not in self._engine.types[: self._known]:
            return 0.0
        number = self._engine.types.index((army, kinds)) + 1
        cells = len(self._engine.cells)
        return float(self.by_cell[number * cells : (number + 1) * cells].mean() / MOVE)

    def held(self) -> Words:
        """What one of each item is worth in a hand: as much as it is on the board, on the mean."""
        items = self._engine.arrays[ITEMS]
        cells = len(self._engine.cells)
        kinds = np.where(items[:, HOLDER] < 0, 0, items[:, ITEM_TYPE])
        found: Words = self.by_cell.reshape(-1, cells).mean(axis=1).astype(np.int64)[kinds]
        return found

    def _measure(self, typical: Position) -> None:
        """Compute the values of new types.

        A piece of one kind is measured on each cell. Compounds may be many, and a player meets new ones while it
        searches; a compound has the values of its parts, times a factor that is measured on few cells.
        """
        engine, cells = self._engine, len(self._engine.cells)
        types = engine.types
        found = np.zeros((len(types) + 1, cells), np.int64)
        found[: self._known + 1] = self._measured
        new = range(self._known + 1, len(types) + 1)
        pieces = engine.board(typical.placement()).cells
        pieces = pieces[pieces > 0].astype(np.int32)
        chance = np.random.default_rng(len(pieces))
        single = [each for each in new if len(types[each - 1][1]) == 1]
        if single:
            self._measure_kinds(single, found, pieces, chance)
        if compounds := [each for each in new if each not in single]:
            self._measure_compounds(compounds, found, pieces, chance)
        self._measured, self._known = found, len(types)
        # A piece does not stay where it is, so half of its value is its mean value over all cells.
        self.by_cell = ((found + found.mean(axis=1, keepdims=True)) / 2).astype(np.int64).ravel()

    def _measure_kinds(self, kinds: list[int], found: _Values, pieces: Numbers, chance: np.random.Generator) -> None:
        """Compute the values of some types on each cell: means of samples, later ones with more weight."""
        cells = np.arange(found.shape[1])
        for number in range(int(np.clip(_LOOKS // (len(kinds) * len(cells)), *_ROUNDS))):
            found[kinds] += (self._sample(kinds, cells, found, pieces, chance) - found[kinds]) // ((number + 2) // 2)

    def _measure_compounds(
        self, kinds: list[int], found: _Values, pieces: Numbers, chance: np.random.Generator
    ) -> None:
        """Compute the values of some types from those of their parts. Each round has its own cells."""
        number = {each: number for number, each in enumerate(self._engine.types, 1)}
        sums = np.zeros((len(kinds), found.shape[1]), np.int64)
        for place, kind in enumerate(kinds):
            army, parts = self._engine.types[kind - 1]
            sums[place] = found[[number[army, (part,)] for part in parts]].sum(axis=0)
        found[kinds] = sums
        factors = np.ones(len(kinds))
        for turn, some in enumerate(np.array_split(chance.permutation(found.shape[1]), _ROUNDS[0])):
            sampled = self._sample(kinds, some, found, pieces, chance).sum(axis=1) / sums[:, some].sum(axis=1).clip(1)
            factors += (sampled - factors) / ((turn + 2) // 2)
            found[kinds] = (factors[:, None] * sums).astype(np.int64)

    def _sample(
        self, kinds: list[int], cells: Words, found: _Values, pieces: Numbers, chance: np.random.Generator
    ) -> _Values:
        """The values of some types on some cells among random pieces.

        Where the tables do not say yet what a capture does, it counts as a move that captures nothing.
        """
        board = self._random_board(chance.permutation(pieces)[: (len(pieces) + 1) // 2], chance)
        sampled = np.zeros((len(kinds), len(cells)), np.int64)
        moves = np.empty(self._engine.capacity(board), np.int64)
        measure(self._engine.tables, board, moves, np.array(kinds, np.int64), cells, found.ravel(), sampled.ravel())
        return sampled

    def _random_board(self, pieces: Numbers, chance: np.random.Generator) -> Board:
        """Some pieces on random cells, whatever is attacked."""
        engine = self._engine
        board = new_board(engine.tables)
        cells = chance.permutation(len(engine.cells))[: len(pieces)].astype(np.int32)
        set_up(engine.tables, board, cells, pieces, np.zeros(HEAD, np.int64))
        board.state[FREELY] = 1
        return board


@lru_cache(maxsize=16)
def worths_of(engine: CompiledEngine) -> Worths:
    """The values of pieces in an engine's game."""
    return Worths(engine)


def _typical(position: Position) -> Position:
    """The array of a position's game; the position itself if there is none."""
    game = position.game
    return read_position(game, "start", Position) if game.ruleset.facts("start", 3) else position
