"""One side of a comparison of whole games: what the kernel finds in many positions, so that the other's can be held
against it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ..compiled.compiled_engine import CompiledEngine
from ..compiled.kernel.board import Board, new_board, set_up
from ..compiled.kernel.candidates import CANDIDATE_PIECES, CANDIDATE_RIGHTS, FIRST, PIECE_COLUMNS, WIDTH
from ..compiled.kernel.generate import generate
from ..compiled.kernel.survey import (
    ALONE,
    CHECKED,
    LIFELESS,
    MOVABLE,
    STANDING_WON,
    SURVEY_COLUMNS,
    after_word,
    survey,
)
from ..compiled.kernel.turns import begin, make_turn, unmake_turn
from ..compiled.packed import Packed
from ..compiled.tables import ARMIES, PIECE_KEYS, STATE_KEYS
from .all_positions import Batch, Placing, Shared

_PLIES = 4


class Surveyor:
    """The kernel with the rules of one side.

    Args:
        shared: both games.
        side: 0 or 1.
    """

    def __init__(self, shared: Shared, side: int) -> None:
        self.engine: CompiledEngine = shared.engines[side]
        self._side = side
        # Numbers of items and of decisions are in the words; where they mean something else, no two words are the same.
        items = [engine.effects.items.all for engine in shared.engines]
        decisions = [list(engine.ruleset.decisions) for engine in shared.engines]
        shortest = min(map(len, decisions))
        self.is_comparable = (items[0] == items[1] or not all(items)) and (
            decisions[0][:shortest] == decisions[1][:shortest]
        )
        self._keyed: tuple[Packed, Packed] | None = None
        self.outcome = lru_cache(maxsize=4096)(self._outcome)

    @property
    def tables(self) -> Packed:
        """The tables with hash keys for pieces, players and rights that do not depend on their numbers."""
        if self._keyed is None or self._keyed[0] is not self.engine.tables:
            self._keyed = self.engine.tables, self._with_own_keys(self.engine.tables)
        return self._keyed[1]

    def _with_own_keys(self, tables: Packed) -> Packed:
        words, engine = tables.words.copy(), self.engine
        cells, place = len(engine.cells), int(tables.numbers[PIECE_KEYS])
        for number, each in enumerate([None, *engine.types]):
            words[place + number * cells : place + (number + 1) * cells] = _random(each, cells)
        place = int(tables.numbers[STATE_KEYS])
        own = [] if self.is_comparable else [self._side]
        for number, name in enumerate([*engine.armies, *engine.effects.states.named()]):
            words[place + number] = _random((name, *own), 1)[0]
        assert len(engine.armies) == tables.numbers[ARMIES]
        return Packed(tables.numbers, words)

    def look(self, placing: Placing, batch: Batch) -> NDArray[np.int64]:
        """(positions, 3): what the kernel finds of each (`compiled/kernel/survey.py`)."""
        rows = placing.rows(self._side, batch)
        asked = np.zeros(WIDTH + 1, np.int64)
        asked[FIRST], asked[WIDTH] = batch.turn, rows.shape[1]
        found, done = np.zeros((len(rows), SURVEY_COLUMNS), np.int64), 0
        while done < len(rows):
            tables, board = self.tables, new_board(self.engine.tables, _PLIES)
            moves = np.empty(self._room(len(placing.types)), np.int64)
            done = survey(tables, board, moves, asked, rows.ravel(), found.ravel(), done)
            self.engine.extend_tables(board)
        return found

    def _room(self, pieces: int) -> int:
        full = new_board(self.engine.tables, _PLIES)
        full.cells[:pieces] = 1
        return self.engine.capacity(full)

    def effects(self, placing: Placing, batch: Batch, number: int) -> dict[str, tuple[int, object]]:
        """The moves of a position of a batch, by the rules' terms for them: the kernel's, and what each leads to."""

        def ask() -> dict[str, tuple[int, object]]:
            tables, engine = self.tables, self.engine
            board = self.board(placing, batch, number)
            moves = np.empty(engine.capacity(board), np.int64)
            found: dict[str, tuple[int, object]] = {}
            for move in moves[: generate(tables, board, moves, 0)].tolist():
                make_turn(tables, board, move)
                after = after_word(tables, board) if self.is_comparable else engine.placement(board)
                unmake_turn(tables, board)
                found[str(engine.naming.term(move))] = move, after
            incomplete[0] = board
            return found

        incomplete: list[Board] = [new_board(self.engine.tables, _PLIES)]
        while True:
            found = ask()
            if not self.engine.extend_tables(incomplete[0]):
                return found

    def board(self, placing: Placing, batch: Batch, number: int) -> Board:
        """A position of a batch, after what the turn begins with."""
        row = placing.rows(self._side, batch.only(np.array([number])))[0]
        state = np.array([batch.turn, row[CANDIDATE_RIGHTS], 0, 0, 0, 0, 0], np.int64)
        board = new_board(self.engine.tables, _PLIES)
        set_up(
            self.tables,
            board,
            row[CANDIDATE_PIECES::PIECE_COLUMNS].astype(np.int32),
            row[CANDIDATE_PIECES + 1 :: PIECE_COLUMNS].astype(np.int32),
            state,
        )
        if self.engine.ruleset.has_events:
            begin(self.tables, board)
        return board

    def _outcome(self, standing: int, turn: int, quiet: int, seen: int) -> str:
        """How the game has ended where it stands so (`compiled/kernel/survey.py`); empty if it has not."""
        engine = self.engine
        won = tuple(
            each for number, each in enumerate(engine.ruleset.decisions) if standing >> (STANDING_WON + number) & 1
        )
        moved, checked, lifeless, alone = (bool(standing & flag) for flag in (MOVABLE, CHECKED, LIFELESS, ALONE))
        verdict = engine.judge(engine.armies[turn], moved, checked, lifeless, quiet, seen, won, alone)
        if verdict is None:
            return ""
        return f"{verdict.reason}, {verdict.winner} wins" if verdict.winner else verdict.reason


@lru_cache(maxsize=1 << 14)
def _random(name: Hashable, count: int) -> NDArray[np.int64]:
    """Random words that depend on a name alone."""
    seed = int.from_bytes(sha256(repr(name).encode()).digest(), "big")
    whole = np.iinfo(np.int64)
    return np.random.default_rng(seed).integers(whole.min, whole.max, count)


def counts(shared: Shared) -> list[tuple[int, int]]:
    """Numbers of moves without progress, and of times that a position has been there, at which a game may end."""

    def numbers(name: str) -> Iterator[int]:
        for game in shared.games:
            yield from (symbol.arguments[0].number for symbol in game.ruleset.numeric(name, 1, 0))

    quiet, seen = (sorted(set(numbers(name))) for name in ("move_limit", "repetitions"))
    return [(0, 1), *((number, 1) for number in quiet), *((0, number) for number in seen)]
