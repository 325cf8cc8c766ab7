"""The solver's backend over the compiled engine. The kernel does the long searches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ...compiled.board_position import BoardPosition
from ...compiled.compiled_engine import CompiledEngine
from ...compiled.engine_choice import compiled_game, engine_of
from ...compiled.kernel import battle as battles
from ...compiled.kernel import elimination as eliminations
from ...compiled.kernel import goals
from ...compiled.kernel import workspace as kernel
from ...compiled.kernel.attacks import in_check
from ...compiled.kernel.board import TURN, Board
from ...compiled.kernel.passing import make_pass
from ...compiled.kernel.transposition_table import grown
from ...compiled.move_decoding import code_of
from ...compiled.packed import Packed, Words
from ...play.game import Game
from ...play.move import Move
from ...play.position import Position
from ..problem.roles import Battle, Hunt
from ..problem.stipulation import MOST_MOVES, Aim, Goal
from .by_rules import ReferenceBackend
from .limits import Limits
from .running import Pace, Task, run_tasks

Found = TypeVar("Found")
_GOALS = {
    Aim.MATE: goals.MATE,
    Aim.STALEMATE: goals.STALEMATE,
    Aim.CHECK: goals.CHECK,
    Aim.CAPTURE: goals.CAPTURE,
    Aim.TARGET: goals.ARRIVAL,
    Aim.WIN: goals.WIN,
    Aim.MATE_OR_STALEMATE: goals.STUCK,
    Aim.DOUBLE_STALEMATE: goals.DOUBLE_STALEMATE,
    Aim.AUTOSTALEMATE: goals.AUTOSTALEMATE,
    Aim.EN_PASSANT: goals.SPECIAL,
    Aim.CASTLING: goals.SPECIAL,
    Aim.ANY: goals.ANY,
}
_PACES: WeakKeyDictionary[CompiledEngine, dict[Hashable, Pace]] = WeakKeyDictionary()
_PLIES = 2 * MOST_MOVES + 8  # a move, and a reply or a pass
ENTRIES = 1 << 22


class CompiledBackend(ReferenceBackend):
    """A backend whose nodes are positions, as for the reference engine, with answers of the compiled engine.

    Args:
        position: the first position.
        jobs: number of threads for the first moves of a battle or an elimination.
        entries: number of entries of a search's transposition table, 16 bytes each.

    Raises:
        RulesError: if the game cannot be compiled.
    """

    def __init__(self, position: Position, jobs: int = 1, entries: int = ENTRIES) -> None:
        super().__init__()
        self._game = compiled_game(position.game)
        self._engine = engine_of(self._game)
        self.jobs = jobs
        self._entries = entries
        self._tables = self._engine.tables
        self._boards: dict[int, Board] = {}
        self._first = self._engine.board(position.placement(), _PLIES)
        self._room = self._engine.capacity(self._first) * _PLIES
        self._played: dict[tuple[Hashable, int], Position] = {}
        self._searches: dict[Battle | Hunt | Goal, kernel.Workspace] = {}
        self._checks: dict[Hashable, bool] = {}
        self._by_code: dict[Hashable, dict[int, Move]] = {}

    def root(self, position: Position) -> Position:
        """The node of a position, in the engine's form."""
        return self._node(Position.of(self._game, self._engine.own(position.placement().counted(0))))

    def key(self, node: Position) -> Hashable:
        """The board with the position on it, which is compared faster than a position."""
        held = node.placement()
        assert isinstance(held, BoardPosition)
        return held.board

    def play(self, node: Position, move: Move) -> Position:
        """The node after a legal move."""
        asked = self.key(node), code_of(move)
        found = self._played.get(asked)
        if found is None:
            (after,) = self._engine.successors(node.placement(), [move])
            found = self._played[asked] = self.root(Position.of(self._game, after))
        return found

    def passed(self, node: Position) -> Position:
        """The node after a pass of the player to move."""
        key = self.key(node)
        if key not in self._passed:

            def question(tables: Packed, board: Board) -> BoardPosition:
                make_pass(tables, board)
                return self._engine.held(board)

            self._passed[key] = self.root(Position.of(self._game, self._ask(node, question)))
        return self._passed[key]

    def in_check(self, node: Position) -> bool:
        """Whether the player to move is in check."""
        key = self.key(node)
        found = self._checks.get(key)
        if found is None:
            found = self._ask(node, lambda tables, board: bool(in_check(tables, board, board.state[TURN])))
            self._checks[key] = found
        return found

    def _ask(self, node: Position, question: Callable[[Packed, Board], Found]) -> Found:
        """The kernel's answer about a node."""
        return self._engine.ask(self._own(node), question)

    def _own(self, node: Position) -> BoardPosition:
        """A position in the engine's form."""
        return self._engine.own(node.placement())

    def reaching(self, node: Position, goal: Goal) -> Sequence[Move]:
        """The legal moves that reach the goal at once, in the order of `moves`."""
        asked = self.key(node), goal
        if asked not in self._reaching:
            moves = self.moves(node)
            kept = set(self._fulfilling(node, [code_of(move) for move in moves], goal))
            self._reaching[asked] = [move for move in moves if code_of(move) in kept]
        return self._reaching[asked]

    def _fulfilling(self, node: Position, codes: Sequence[int], goal: Goal) -> list[int]:
        """The moves among some that reach the goal."""
        search, board = self._search_for(goal), self._board(node)
        sign, cell = search.config[[kernel.GOAL, kernel.GOAL_CELL]]

        def ask() -> list[int]:
            moves = self._with_room(search).moves
            moves[: len(codes)] = codes
            end = goals.keep_fulfilling(self._engine.tables, board, moves, 0, len(codes), sign, cell, -1)
            found: list[int] = moves[:end].tolist()
            return found

        return self._engine.complete(board, ask)

    def forces(self, node: Position, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker, to move, can force the goal in at most this number of its moves.

        Raises:
            LimitReached: if a limit was reached first.
        """
        if battle.exact:
            return super().forces(node, battle, moves, limits)
        board = self._board(node)

        def run(_: int, search: kernel.Workspace) -> int:
            return int(battles.forces(self._engine.tables, board, search, moves, 0, False))

        return self._settle(battle, [board], run, limits) == 1

    def reaches(self, node: Position, move: Move, goal: Goal) -> bool:
        """Whether a legal move reaches the goal at once."""
        return len(self._fulfilling(node, [code_of(move)], goal)) > 0

    def working(
        self, node: Position, some: Sequence[Move], battle: Battle, moves: int, limits: Limits
    ) -> Sequence[Move]:
        """The moves of the attacker among some that force the goal in at most this number of moves.

        Raises:
            LimitReached: if a limit was reached first.
        """
        if battle.exact:
            some = self.working(node, some, replace(battle, exact=False), moves, limits)
            return super().working(node, some, battle, moves, limits)
        codes = np.array([code_of(move) for move in some], np.int64)
        found = self._working(node, codes, battle, moves, limits)
        return [move for move, works in zip(some, found, strict=True) if works]

    def answers(self, node: Position, battle: Battle, moves: int, limits: Limits) -> Sequence[Move]:
        """All moves of the attacker that force the goal in at most this number of moves, in the order of `moves`.

        Raises:
            LimitReached: if a limit was reached first.
        """
        if battle.exact:
            return self.working(node, self.moves(node), battle, moves, limits)
        codes = self._legal(node)
        return sorted(self._read(node, codes[self._working(node, codes, battle, moves, limits)].tolist()), key=str)

    def _working(self, node: Position, codes: Words, battle: Battle, moves: int, limits: Limits) -> NDArray[np.bool_]:
        """For each move of the attacker whether it forces the goal."""
        return self._sift(node, codes, battle, battles.working, moves, limits)

    def _sift(
        self, node: Position, codes: Words, asked: Battle | Hunt, sift: Callable[..., int], moves: int, limits: Limits
    ) -> NDArray[np.bool_]:
        """For each move of the attacker whether it works, by a function of the kernel, in several threads."""
        boards = [self._board(node, number) for number in range(min(self.jobs, len(codes)))]
        found = np.ones(len(codes), np.bool_)

        def run(number: int, search: kernel.Workspace) -> int:
            left = codes[number :: self.jobs].copy()
            ended = sift(self._engine.tables, boards[number], search, moves, left)
            found[number :: self.jobs] = left != 0
            return int(ended)

        if boards:
            self._settle(asked, boards, run, limits)
        return found

    def out(self, node: Position) -> frozenset[str]:
        """The players that are eliminated when the turn has begun."""
        return frozenset(army for army, player in self._engine.commanders(self._board(node).state) if army != player)

    def eliminates(self, node: Position, hunt: Hunt, moves: int, limits: Limits) -> bool:
        """Whether one of the other players is eliminated, or can be by force within this number of moves of the
        attacker.

        Raises:
            LimitReached: if a limit was reached first.
        """
        board = self._board(node)

        def run(_: int, search: kernel.Workspace) -> int:
            return int(eliminations.eliminates(self._engine.tables, board, search, moves, 0))

        return self._settle(hunt, [board], run, limits) == 1

    def putting_out(
        self, node: Position, some: Sequence[Move], hunt: Hunt, moves: int, limits: Limits
    ) -> Sequence[Move]:
        """The moves of the attacker among some that eliminate another player in this number of moves, including
        these.

        Raises:
            LimitReached: if a limit was reached first.
        """
        codes = np.array([code_of(move) for move in some], np.int64)
        found = self._sift(node, codes, hunt, eliminations.eliminating, moves, limits)
        return [move for move, works in zip(some, found, strict=True) if works]

    def _settle(
        self,
        battle: Battle | Hunt,
        boards: Sequence[Board],
        run: Callable[[int, kernel.Workspace], int],
        limits: Limits,
    ) -> int:
        """Run searches of a battle side by side, and again with larger tables if the search's or the game's are
        full.
        """
        while True:
            searches = self._shared(battle, len(boards))
            pace = self._pace(battle) if isinstance(battle, Hunt) else self._pace(battle.goal, battle.by_defender)
            tasks = [Task(partial(run, number, search), search.config, pace) for number, search in enumerate(searches)]
            found = run_tasks(tasks, limits)
            if self._engine.extend_tables(*boards):
                self._searches[battle] = self._with_room(searches[0])
            elif found == kernel.UNDECIDED:
                self._searches[battle] = grown(searches[0], self._entries)
            else:
                return found

    def _pace(self, *kind: Hashable) -> Pace:
        """What is known of the pace of a kind of searches in the game."""
        return _PACES.setdefault(self._engine, {}).setdefault(kind, Pace())

    def _with_room(self, search: kernel.Workspace) -> kernel.Workspace:
        """A search with space for all moves in the game's tables."""
        self._room = max(self._room, self._engine.capacity(self._first) * _PLIES)
        if len(search.moves) == self._room:
            return search
        return search._replace(moves=np.empty(self._room, np.int64), scores=np.empty(self._room, np.int64))

    def _board(self, node: Position, number: int = 0) -> Board:
        """A board with a node. With each number there is one board, which is set up again by the next call."""
        held = self._own(node)
        if self._tables is not self._engine.tables:
            self._tables, self._boards = self._engine.tables, {}
        self._boards[number] = self._engine.board(held, _PLIES, self._boards.get(number))
        return self._boards[number]

    def _legal(self, node: Position) -> Words:
        """The kernel's integers for the legal moves."""
        return self._engine.moves(self._board(node))

    def _read(self, node: Position, codes: Sequence[int]) -> list[Move]:
        """The moves for some of the kernel's integers."""
        if self._engine.naming.may_look_alike(codes):
            # the text of such a move depends on the others
            key = self.key(node)
            if key not in self._by_code:
                self._by_code[key] = {code_of(move): move for move in self.moves(node)}
            return [self._by_code[key][code] for code in codes]
        return self._engine.naming.some(self._own(node), codes)

    def _search(self, key: Battle | Hunt | Goal) -> kernel.Workspace:
        """The search for a battle, with its transposition table, or for a goal."""
        search = self._searches.get(key)
        if search is None and isinstance(key, Hunt):
            search = self._searches[key] = kernel.new_workspace(
                self._room, self._entries, cells=len(self._engine.cells)
            )
            players = self._engine.armies
            search.config[kernel.GOAL] = players.index(key.attacker)
            search.config[kernel.GOAL_CELL] = sum(1 << players.index(player) for player in key.prey)
        elif search is None:
            assert not isinstance(key, Hunt)
            goal = key.goal if isinstance(key, Battle) else key
            search = self._searches[key] = self._new_search(goal)
            if isinstance(key, Battle):
                search.config[kernel.BY_DEFENDER] = key.by_defender
                search.config[kernel.OBLIGED] = key.obliged
                search.config[kernel.PARRIES] = key.parries
        return search

    def _search_for(self, goal: Goal) -> kernel.Workspace:
        """A search for a goal: that of a battle for it, if there is one, because a new one takes much memory."""
        battles = (each for key, each in self._searches.items() if isinstance(key, Battle) and key.goal == goal)
        return next(battles, None) or self._search(goal)

    def _shared(self, battle: Battle | Hunt, count: int) -> list[kernel.Workspace]:
        """Searches for a battle that share a transposition table, each with its own buffers."""
        first = self._search(battle)
        room = len(first.moves)
        return [first] + [
            first._replace(
                config=first.config.copy(),
                moves=np.empty(room, np.int64),
                scores=np.empty(room, np.int64),
            )
            for _ in range(count - 1)
        ]

    def _new_search(self, goal: Goal, lines: int = 0) -> kernel.Workspace:
        search = kernel.new_workspace(self._room, self._entries, lines, 0 if lines else len(self._engine.cells))
        arrays = self._engine.arrays
        search.config[kernel.SIFTING] = goal.aim is Aim.MATE and arrays.routine and not arrays.makes_royals
        search.config[[kernel.GOAL, kernel.GOAL_CELL]] = goal_columns(self._game, goal)
        return search


def goal_columns(game: Game, goal: Goal) -> tuple[int, int]:
    """The kernel's code of a goal, with its cell or reason."""
    cell = 0
    if goal.cell is not None:
        cell = engine_of(game).number[game.vectors[goal.cell]]
    if goal.aim is Aim.WIN:
        decisions = enumerate(game.ruleset.decisions)
        cell = sum(1 << number for number, (_, reason) in decisions if reason == goal.reason) or -1
    if goal.aim.called is not None:
        cell = engine_of(game).naming.ways_called(goal.aim.called)
    return _GOALS[goal.aim], cell
