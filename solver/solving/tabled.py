"""The solver's backend over endgame tables: direct mates are read where a table has the position.

A table has distances to mate with best play, so it answers the same questions as the search of a direct mate of any
length. Neither tables nor the solver know draws by repetition or by the move rule. In a game with other wins the
distances are to any win, and answer for that goal instead. Everything else is searched: other play and other goals,
positions with castling rights, and material whose table is not on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ..compiled.kernel.make_move import pieces_after
from ..compiled.move_decoding import code_of
from ..compiled.packed import Words
from ..endgame.errors import EndgameError
from ..endgame.store import DamagedError
from ..endgame.table import Result, Value
from ..endgame.table_maker import Shelf
from ..play.game import Game
from ..play.material import Material
from ..play.move import Move
from ..play.position import Position
from .planning.planner import PlanningBackend
from .problem.roles import Battle, battle
from .problem.stipulation import Aim, Goal, Stipulation
from .search.limits import Limits

_NEVER, _UNKNOWN = 1 << 16, 0


def tabled(position: Position, stipulation: Stipulation, jobs: int, entries: int) -> TableBackend | None:
    """A backend over tables, if a table has the position and answers the stipulation."""
    if battle(stipulation) != about(position.game):
        return None
    shelf = Shelf(position.game)
    if shelf.find(Material.on(position)) is None:
        return None
    found = TableBackend(position, shelf, jobs, entries)
    return found if found.table else None


def about(game: Game) -> Battle:
    """The goal that the tables of a game answer: mate, or any win where there are other wins."""
    rules = game.ruleset
    return Battle(Goal(Aim.WIN if rules.endings or "loses" in rules.names("no_move") else Aim.MATE))


class TableBackend(PlanningBackend):
    """The compiled engine's backend for direct mates, read from tables where there are any.

    Args:
        position: the first position.
        shelf: the tables on disk.
        jobs: as for the search.
        entries: the same.
    """

    def __init__(self, position: Position, shelf: Shelf, jobs: int, entries: int) -> None:
        super().__init__(position, jobs, entries)
        self._shelf, self._goal = shelf, about(position.game).goal
        self._values: dict[Position, Value | None] = {}
        self._wins: dict[Position, dict[Move, int]] = {}
        self.table = self._value(self.root(position))

    def forces(self, node: Position, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker, to move, can force the goal in at most this number of its moves.

        Raises:
            LimitReached: if a limit was reached first.
        """
        value = self._value(node)
        if value is None:
            return super().forces(node, battle, moves, limits)
        limits.spend()
        return value.result is Result.WON and (value.moves or 0) <= moves

    def working(
        self, node: Position, some: Sequence[Move], battle: Battle, moves: int, limits: Limits
    ) -> Sequence[Move]:
        """The moves of the attacker among some that force the goal in at most this number of moves.

        Raises:
            LimitReached: if a limit was reached first.
        """
        value = self._value(node)
        if value is None:
            return super().working(node, some, battle, moves, limits)
        limits.spend()
        if value.result is not Result.WON or (value.moves or 0) > moves:
            return []
        wins = self._moves_to_mate(node)
        unknown = [move for move in some if move not in wins]
        searched = super().working(node, unknown, battle, moves, limits) if unknown else ()
        return [move for move in some if (wins[move] <= moves if move in wins else move in searched)]

    def answers(self, node: Position, battle: Battle, moves: int, limits: Limits) -> Sequence[Move]:
        """All moves of the attacker that force the goal in at most this number of moves.

        Raises:
            LimitReached: if a limit was reached first.
        """
        if self._value(node) is None:
            return super().answers(node, battle, moves, limits)
        return self.working(node, self.moves(node), battle, moves, limits)

    def _value(self, node: Position) -> Value | None:
        """A table's value of a position, if one has it."""
        if node not in self._values:
            self._values[node] = None
            found = self._shelf.find(Material.on(node))
            if found is not None:
                with suppress(EndgameError, DamagedError):
                    self._values[node] = found.value(node)
        return self._values[node]

    def _moves_to_mate(self, node: Position) -> dict[Move, int]:
        """The number of moves in which each move wins, including it, as far as tables have the positions after it."""
        if node not in self._wins:
            engine, moves = self._engine, self.moves(node)
            some_pieces = np.zeros((len(moves), len(node.pieces)), np.int64)
            made = np.array([code_of(move) for move in moves], np.int64)
            pieces_after(engine.tables, self._board(node), made, some_pieces.shape[1], some_pieces.ravel())
            kinds, cells = np.divmod(np.sort(some_pieces), len(engine.cells))
            wins = np.full(len(moves), _UNKNOWN)
            for some in np.unique(kinds, axis=0):
                same = (kinds == some).all(axis=1)
                wins[same] = self._wins_with(node, some, cells[same])
            found = {move: n for move, n in zip(moves, wins.tolist(), strict=True) if n != _UNKNOWN}
            if self._goal.aim is Aim.WIN:
                found |= dict.fromkeys(self.reaching(node, self._goal), 1)
            self._wins[node] = found
        return self._wins[node]

    def _wins_with(self, node: Position, kinds: Words, cells: Words) -> list[int] | int:
        """How fast moves win after which pieces of these types (0 for none) are on (moves, pieces) cells."""
        types = [self._engine.types[kind - 1] for kind in kinds[kinds > 0].tolist()]
        material = Material.of(self._game, types)
        found, side = self._shelf.find(material), self._game.ruleset.players.index(node.turn)
        try:
            worth = found.worth(1 - side, cells[:, kinds > 0][:, material.matched(types)]) if found else None
        except DamagedError:
            worth = None
        if worth is None:
            return _UNKNOWN
        values = {entry: Value.of(entry).before() for entry in np.unique(worth).tolist()}
        wins = {entry: value.moves or 0 if value.result is Result.WON else _NEVER for entry, value in values.items()}
        return [wins[entry] for entry in worth.tolist()]
