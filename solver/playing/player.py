"""A player of games: alpha-beta with iterative deepening over the compiled engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ..arguments import checked
from ..compiled.engine_choice import compiled_game, engine_of
from ..compiled.kernel.alphabeta import BEST, ENTRY, MOST_PLIES, SEARCHED, VALUE, WIN, WON_FROM, choose
from ..compiled.kernel.board import HASH, Board
from ..compiled.kernel.evaluation import MOVE, Judgement
from ..compiled.kernel.workspace import UNDECIDED, Workspace, new_workspace
from ..compiled.packed import Words
from ..errors import CrowdedError, MoveError, OptionError, quoted
from ..play.game import Game
from ..play.long_games import RENEWALS
from ..play.move import Move
from ..play.position import Position, unsuited
from ..solving.search.limits import LimitReached, Limits
from ..solving.search.running import Task, run_tasks
from .worths import Worths, worths_of

SECONDS = 5.0
"""Default time limit for a move, in seconds."""

_DEEPEST = 64
_PLIES = _DEEPEST + MOST_PLIES + 8
_ENTRIES = 1 << 18
"""Number of entries of the transposition table, 32 bytes each."""


class Strength(StrEnum):
    """How far a player looks ahead."""

    weak = "weak"
    medium = "medium"
    strong = "strong"

    @property
    def depth(self) -> int:
        """The largest search depth in moves of all players, before the search of captures."""
        return {Strength.weak: 1, Strength.medium: 3, Strength.strong: _DEEPEST}[self]


@dataclass(frozen=True, slots=True)
class Choice:
    """The player's choice of a move.

    Attributes:
        move: the move.
        value: the value of the position for its player after it, in moves of pieces; None if the game is decided.
        wins: whether its player wins by force; None if nothing is decided.
        plies: the number of plies until the end of the game, if it is decided.
        depth: the search depth in plies.
        nodes: the number of positions searched.
        seconds: the time used.
    """

    move: Move
    value: float | None
    wins: bool | None
    plies: int | None
    depth: int
    nodes: int
    seconds: float

    def __str__(self) -> str:
        """The evaluation in words, such as `depth 5, +3.2 moves`."""
        if self.wins is None:
            return f"depth {self.depth}, {self.value:+.1f} moves of pieces"
        return f"{'wins' if self.wins else 'loses'} by force in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


class Player:
    """A player of one game, with a transposition table that lasts from move to move.

    Args:
        game: the game.
        strength: how far it looks ahead: weak, medium or strong.
        seconds: time limit for a move; None for no limit.
        nodes: the largest number of positions for a move; None for no limit.

    Raises:
        OptionError: if there is no such strength, nothing would end its search, or a limit is not above 0.
        RulesError: if the compiled engine cannot play the game.
    """

    @checked()
    def __init__(
        self,
        game: Game,
        strength: Strength | str = Strength.strong,
        seconds: float | None = SECONDS,
        nodes: int | None = None,
    ) -> None:
        if strength not in list(Strength):
            raise OptionError(f"strength: expected one of {', '.join(Strength)}, not {quoted(strength)}")
        if strength == Strength.strong and seconds is None and nodes is None:
            raise OptionError("the strong player needs a limit of time or positions")
        for name, limit in (("seconds", seconds), ("nodes", nodes)):
            if limit is not None and not limit > 0:
                raise OptionError(f"{name}: expected more than 0, not {limit}")
        self.strength, self.seconds, self.nodes = Strength(strength), seconds, nodes
        self._table: Words = np.zeros(ENTRY * _ENTRIES, np.int64)
        self.game = compiled_game(game)
        self._use(self.game, worths_of(engine_of(self.game)))

    def __repr__(self) -> str:
        return f"Player({self.game!r}, {self.strength.value!r}, seconds={self.seconds}, nodes={self.nodes})"

    @checked()
    def choose(self, position: Position, stop: Callable[[], bool] | None = None) -> Choice:
        """The move that the player makes.

        Args:
            position: a position of the game, with its past, which may make it a draw.
            stop: returns True when the player must move at once.

        Raises:
            OptionError: if the position is of another game, or of other readings.
            MoveError: if there is no legal move.
            CrowdedError: if the engine has no room for the types of piece that moves of this position make.
        """
        if wrong := unsuited(position, self.game, "a player"):
            raise OptionError(wrong)
        limits = Limits(self.nodes, self.seconds, stop)
        found: list[Choice] = []
        for left in reversed(range(RENEWALS + 1)):
            try:
                choice, is_crowded = self._search(position, limits)
                found.append(choice)
            except CrowdedError:
                if not (left or found):
                    raise
                is_crowded = True
            if not (is_crowded and left):
                break
            # The tables are full of types that occurred in the game, or in the search, and need not occur again.
            engine = self._engine.renewed()
            self._use(Game(self.game.ruleset, engine), Worths(engine))
        return max(reversed(found), key=lambda each: each.depth)

    def _use(self, game: Game, worths: Worths) -> None:
        """Play by the engine of a game, with its values of pieces."""
        self.game, self._engine, self._worths = game, engine_of(game), worths
        self._table[:] = 0
        self._player = ""
        self._hashes: dict[Position, int] = {}
        self._work: Workspace | None = None

    def _search(self, position: Position, limits: Limits) -> tuple[Choice, bool]:
        """The best move that is found within limits, and whether the search ended as the engine had no room for more.

        Raises:
            MoveError: if there is no legal move.
            CrowdedError: if there is no room for the types that moves of this position make.
        """
        codes = self._codes(position)
        if not codes:
            raise MoveError(f"there is no legal move: {position}")
        is_crowded = False
        root = np.array(list(codes), np.int64)
        found, depth, searched = np.zeros(VALUE + 1, np.int64), 0, (int(root[0]), 0, 0)
        if position.turn != self._player and len(self.game.ruleset.players) > 2:
            self._table[:] = 0  # its content is for another player
        self._player = position.turn
        try:
            while depth < self.strength.depth and not (depth and (len(root) == 1 or _is_solved(*searched[1:]))):
                self._deepen(position, depth + 1, root, found, limits)
                depth += 1
                searched = int(found[BEST]), int(found[VALUE]), depth
        except (LimitReached, CrowdedError) as reason:
            is_crowded = isinstance(reason, CrowdedError)
            if found[SEARCHED]:
                searched = int(found[BEST]), int(found[VALUE]), depth + 1
        return self._choice(codes[searched[0]], searched[1], searched[2], limits), is_crowded

    def _deepen(self, position: Position, depth: int, root: Words, found: Words, limits: Limits) -> None:
        """Search all moves to some depth, with tables for all types of piece that occur.

        Raises:
            LimitReached: before the end.
            CrowdedError: if there is no room for these types.
        """
        while True:
            board = self._board(position)
            judgement = self._judgement(position)
            work = self._room(board)
            found[SEARCHED] = 0

            def run(board: Board = board, work: Workspace = work, judgement: Judgement = judgement) -> int:
                found[SEARCHED] = 0
                return int(choose(self._engine.tables, board, work, judgement, depth, root, found))

            ended = run_tasks([Task(run, work.config)], limits)
            if not self._engine.extend_tables(board) and ended != UNDECIDED:
                return

    def _codes(self, position: Position) -> dict[int, Move]:
        """The kernel's integers for the legal moves."""
        here = Position(
            self.game, position.pieces, position.turn, position.state, position.quiet, stores=position.stores
        )
        return {move.code: move for move in here.legal_moves() if isinstance(move.code, int)}

    def _board(self, position: Position) -> Board:
        return self._engine.board(position.placement(), _PLIES)

    def _room(self, board: Board) -> Workspace:
        """A workspace with room for the moves of a line, and what the last search has learnt of moves."""
        room = self._engine.capacity(board) * _PLIES
        if self._work is None or len(self._work.moves) < room:
            self._work = new_workspace(room, 2)
        self._work.killers[:] = 0
        return self._work

    def _judgement(self, position: Position) -> Judgement:
        """The kernel's evaluation data for positions of the game."""
        ruleset, players = self.game.ruleset, self._engine.armies
        worths = self._worths.of(position)
        move_limit = min((each.arguments[0].number for each in ruleset.numeric("move_limit", 1, 0)), default=0)
        manner = [players.index(position.turn), move_limit]
        return Judgement(
            worths, self._worths.held(), self._past(position), self._ends(), np.array(manner, np.int64), self._table
        )

    def _past(self, position: Position) -> Words:
        """The hash keys of the earlier positions of the game that may occur again."""
        found = []
        for each in position.earlier():
            if each not in self._hashes:
                self._hashes[each] = int(self._engine.board(each.placement(), 0).state[HASH])
            found.append(self._hashes[each])
        return np.array(found, np.int64)

    def _ends(self) -> Words:
        """For each player the winner if it has no move and is not, or is, in check; -1 for none."""
        players = self._engine.armies
        found = []
        for player in players:
            for in_check in (False, True):
                judged = self._engine.judge(player, False, in_check, False, 0, 1, (), False)
                found.append(players.index(judged.winner) if judged and judged.winner else -1)
        return np.array(found, np.int64)

    def _choice(self, move: Move, value: int, depth: int, limits: Limits) -> Choice:
        decided = abs(value) >= WON_FROM
        return Choice(
            move,
            None if decided else value / int(MOVE),
            value > 0 if decided else None,
            int(WIN) - abs(value) if decided else None,
            depth,
            limits.nodes,
            limits.seconds,
        )


def _is_solved(value: int, depth: int) -> bool:
    """Whether the end of the game is within the search depth, so that no deeper search is better."""
    return abs(value) >= WON_FROM and WIN - abs(value) <= depth
