"""What pieces are worth to the player: found from how the rules let them move, once for a game."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np

from ..compiled.compiled_engine import CompiledEngine
from ..compiled.kernel.board import FREELY, Board, new_board, set_up
from ..compiled.kernel.evaluation import MOVE, measure
from ..compiled.packed import Numbers, Words
from ..compiled.tables import HOLDER, ITEM_TYPE, ITEMS
from ..play.position import Position
from ..play.setup import read_position

_ROUNDS = 16, 192
"""So often, at least and at most, each piece is looked at on each cell, each time among other pieces."""

_LOOKS = 600_000
"""So many looks there are about, where that is between them."""


class Worths:
    """What pieces are worth, as the kernel takes it; it grows with the types of piece that the engine meets.

    Args:
        engine: the engine.
    """

    def __init__(self, engine: CompiledEngine) -> None:
        self._engine = engine
        self._growing = Lock()
        self._known = 0
        self.by_cell: Words = np.zeros(0, np.int64)

    def of(self, position: Position) -> Words:
        """What pieces of each type are worth on each cell, type by type; that of the empty cell is first.

        Args:
            position: one of the game. If the game has no array, its pieces are those among which others are measured.
        """
        with self._growing:
            if self._known < len(self._engine.types):
                self._measure(_typical(position))
        return self.by_cell

    def mean(self, army: str, kinds: tuple[str, ...]) -> float:
        """What a piece is worth that may stand on any cell, in moves; 0 for a piece that has not been met."""
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
        """Find what the types are worth that have been met since."""
        engine, cells = self._engine, len(self._engine.cells)
        pieces = engine.board(typical.placement()).cells
        pieces = pieces[pieces > 0].astype(np.int32)
        chance = np.random.default_rng(len(pieces))
        count = len(engine.types)
        kinds = np.arange(self._known + 1, count + 1)
        found = np.zeros((count + 1) * cells, np.int64)
        found[: len(self.by_cell)] = self.by_cell
        for number in range(int(np.clip(_LOOKS // (len(kinds) * cells), *_ROUNDS))):
            board = self._random_board(chance.permutation(pieces)[: (len(pieces) + 1) // 2], chance)
            moves = np.empty(engine.capacity(board), np.int64)
            # Where the tables do not say yet what a capture does, it counts as a move that captures nothing.
            measure(engine.tables, board, moves, kinds, found, (number + 2) // 2)
        self.by_cell, self._known = found, count

    def _random_board(self, pieces: Numbers, chance: np.random.Generator) -> Board:
        """Some pieces on random cells, where it does not matter what is attacked."""
        engine = self._engine
        board = new_board(engine.tables)
        cells = chance.permutation(len(engine.cells))[: len(pieces)].astype(np.int32)
        set_up(engine.tables, board, cells, pieces, np.array([0, -1, -1, 0, 0, 0, 0, 0, 0], np.int64))
        board.state[FREELY] = 1
        return board


@lru_cache(maxsize=16)
def worths_of(engine: CompiledEngine) -> Worths:
    """What pieces are worth in an engine's game."""
    return Worths(engine)


def _typical(position: Position) -> Position:
    """The array of a position's game; the position itself if there is none."""
    game = position.game
    return read_position(game, "start", Position) if game.ruleset.facts("start", 3) else position
