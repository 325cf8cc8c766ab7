"""The compiled engine: the same answers as the reference engine, from tables and the kernel.

clingo answers about the game once, and the tables keep that. The kernel translates the rules of `core/` about
positions; `known_rules.py` knows each of these rules, and refuses others. `move_decoding.py` gives moves their values.
Draws, and whether two positions are the same, depend on few facts, so clingo still decides them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from threading import Lock

import numpy as np
from clingo import Function, Symbol

from ..asp.ruleset import Ruleset
from ..asp.session import Facts, row
from ..asp.stages import VERDICT
from ..asp.terms import Value, Vector, state_value, value_symbol
from ..play.engine import Check, Flaw, Outcome, State
from ..play.move import Move
from ..play.placement import Placement
from ..play.rules_engine import RulesEngine
from ..play.turn_events import Event
from .board_position import BoardPosition
from .boards import Boards
from .compile.verdicts import Verdicts
from .kernel.attacks import checkers, in_check
from .kernel.board import PLY, WON, Board
from .kernel.dead_positions import is_dead
from .kernel.encoded_move import origin_of, row_of, target_of
from .kernel.generate import generate
from .kernel.make_move import make, unmake
from .kernel.passing import make_pass
from .move_decoding import Naming, code_of
from .named_values import IN_PASSING, PASS
from .packed import Packed, Words
from .tables import LOOSE, TYPES, WAY

_origin_of, _target_of, _row_of = (
    part.py_func  # type: ignore[attr-defined]
    for part in (origin_of, target_of, row_of)
)

Pairs = list[tuple[int, int]]
"""Attackers and royal pieces, as numbers of cells."""


class CompiledEngine(Boards):
    """An `Engine` that answers about moves from tables; all that is asked rarely still comes from clingo.

    Args:
        ruleset: the rules.

    Attributes:
        rules: the engine that asks clingo.
        reference: the reference engine behind it.
        naming: what the kernel's integers for moves stand for.

    Raises:
        RulesError: if the game has rules that the kernel does not carry out.
    """

    is_compiled = True

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.rules = RulesEngine(ruleset)
        self.reference = self.rules.reference
        self.naming = Naming(self)
        self.last_wins = bool(ruleset.facts("wins_last", 0))
        self.drawn = lru_cache(maxsize=1024)(self.rules.drawn)
        self.judge = lru_cache(maxsize=4096)(Verdicts(ruleset).judge)
        self.same = lru_cache(maxsize=4096)(self._same)
        self._renewing = Lock()
        self._newest = [self]  # shared by all engines that have come from each other

    def renewed(self) -> CompiledEngine:
        """An engine without the types of piece that have come to this one; the same for all, until it is full."""
        with self._renewing:
            if self._newest[0].is_full:
                found = CompiledEngine(self.ruleset)
                found._renewing, found._newest = self._renewing, self._newest
                self._newest[0] = found
            return self._newest[0]

    def begin(self, placement: Placement) -> tuple[tuple[Event, ...], Placement] | None:
        """What happens at once before the player to move moves, and the position after that; None if nothing does."""
        return self.rules.begin(placement) if self.board(placement, 0).state[PLY] else None

    def flaws(self, placement: Placement) -> Sequence[Flaw]:
        """What makes a position impossible; nothing if it can be."""
        return self.rules.flaws(placement)

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Found:
        """Moves, checks and outcome of a position, each when it is asked for."""
        return Found(self, self.own(placement), origin)

    def moves(self, board: Board) -> Words:
        """The legal moves as the kernel writes them."""

        def ask() -> Words:
            found = np.empty(self.capacity(board), np.int64)
            return found[: generate(self.tables, board, found, 0)]

        return self.complete(board, ask)

    def codes(self, held: BoardPosition) -> list[int]:
        """The legal moves of a position as the kernel writes them."""

        def question(tables: Packed, board: Board) -> list[int]:
            found = np.empty(self.capacity(board), np.int64)
            moves: list[int] = found[: generate(tables, board, found, 0)].tolist()
            return moves

        return self.ask(held, question)

    def starting(self, codes: Sequence[int], origin: Vector | None) -> list[int]:
        """Those of some moves that start from a cell; if it is None, those that start from none."""
        ways = ((move, self.rows[_row_of(move)][WAY]) for move in codes)
        if origin is None:
            return [move for move, way in ways if way >= PASS]
        number = self.number[origin]
        return [move for move, way in ways if way < PASS and _origin_of(move) == number]

    def successors(
        self, placement: Placement, moves: Sequence[Move], origin: Vector | None = None
    ) -> Sequence[Placement]:
        """The positions after some legal moves, one for each."""

        def question(tables: Packed, board: Board) -> list[BoardPosition]:
            found = []
            for move in moves:
                make(tables, board, code_of(move))
                found.append(self.held(board))
                unmake(tables, board)
            return found

        return self.ask(self.own(placement), question)

    def passed(self, placement: Placement) -> Placement:
        """The position after a pass, which does nothing, whether it is legal or not."""
        if self.ruleset.has_events and self.board(placement, 0).state[PLY]:
            return self.rules.passed(placement)

        def question(tables: Packed, board: Board) -> BoardPosition:
            make_pass(tables, board)
            return self.held(board)

        return self.ask(self.own(placement), question)

    def term(self, move: Move) -> Symbol:
        """The rules' own term for a legal move of this engine's, with its choices."""
        return self.naming.term(code_of(move))

    def pairs(self, held: BoardPosition) -> Pairs:
        """The pieces that attack royal pieces of the player to move, each with that piece."""

        def question(tables: Packed, board: Board) -> Pairs:
            found = np.empty((np.count_nonzero(board.cells) ** 2, 2), np.int32)
            count = checkers(tables, board, found.ravel())
            return [(checker, royal) for checker, royal in found[:count].tolist()]

        return self.ask(held, question)

    def checks(self, held: BoardPosition, pairs: Pairs) -> tuple[Check, ...]:
        """What attacks royal pieces, and along what, given attackers and royal pieces."""
        if not pairs:
            return ()
        if self.ruleset.has_locusts:
            # Which routes these are depends on the pieces on the way.
            return self.rules.analyse(held.placement).checks
        routes, capturing, names = self.ruleset.routes, self.ruleset.captures, self.ruleset.cells
        kinds = {cell: (kinds, army) for cell, kinds, army in held.pieces}
        found = []
        for checker, royal in pairs:
            origin, target = self.cells[checker], self.cells[royal]
            points = {point for point, use in routes.uses_at(origin, *kinds[origin], target) if use in capturing}
            if self.arrays[TYPES][held.cells[checker], LOOSE]:
                # The answer holds the points on the way too.
                opened = self.reference.open_routes(held.placement, [(origin, point) for point in points])
                points &= {point for _, point in opened}
            else:
                points = {point for point in points if not kinds.keys() & routes.cells_before(origin, point)}
            passed = {tuple(sorted(names[cell] for cell in routes.cells_before(origin, point))) for point in points}
            if passed:
                found.append(Check(names[origin], names[target], tuple(sorted(passed))))
        return tuple(sorted(found, key=lambda each: (each.checker, each.royal)))

    def may_attack(self, placement: Placement, player: str) -> bool:
        """Whether a player may attack royal pieces of others; False is certain, and only given for plain games."""
        if not self.arrays.routine:
            return True
        others = [number for number, army in enumerate(self.armies) if army != player]
        return self.ask(
            self.own(placement), lambda tables, board: any(in_check(tables, board, number) for number in others)
        )

    def lifeless(self, held: BoardPosition) -> bool:
        """Whether the pieces on the board are dead material."""
        return self.ask(held, lambda tables, board: bool(is_dead(tables, board)))

    def _same(self, state: tuple[tuple[str, Value], ...], passing: tuple[int, ...]) -> State:
        """The state that makes two positions the same, which may depend on captures in passing."""
        facts: Facts = {
            ("chosen_move", 3): [
                row(self.naming.term(move), self.symbols[_origin_of(move)], self.symbols[_target_of(move)])
                for move in passing
            ],
            ("context", 2): [row(self.naming.term(move), self.naming.bare(move)) for move in passing],
            ("state", 2): [row(Function(name), value_symbol(value)) for name, value in state],
        }
        answer = self.reference.answer(facts, (VERDICT,), (("same", 2),))
        return tuple(sorted((str(n), self.ruleset.written(state_value(value))) for n, value in answer("same", 2)))


class Found:
    """An `Analysis` by the compiled engine, each part of it found when it is asked for.

    Args:
        engine: the engine.
        held: the position.
        origin: where the moves are to start, if only such are asked for.
    """

    def __init__(self, engine: CompiledEngine, held: BoardPosition, origin: Vector | None) -> None:
        self._engine, self._held, self._origin = engine, held, origin

    @cached_property
    def codes(self) -> list[int]:
        """The legal moves as the kernel writes them."""
        found = self._engine.codes(self._held)
        return found if self._origin is None else self._engine.starting(found, self._origin)

    @cached_property
    def moves(self) -> dict[str, Move]:
        """The legal moves by what is written, in that order."""
        return self._engine.naming.moves(self._held, self.codes)

    @cached_property
    def _pairs(self) -> Pairs:
        return self._engine.pairs(self._held)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Attacks on royal pieces of the player to move."""
        return self._engine.checks(self._held, self._pairs)

    @property
    def is_check(self) -> bool:
        """Whether there are any."""
        return bool(self._pairs)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended, if it has."""
        engine, held = self._engine, self._held
        won = tuple(engine.decided(int(held.head[WON])))
        alone = engine.last_wins and not any(
            army == player != held.turn for army, player in engine.commanders(held.head)
        )
        moved = bool(self.codes)
        return engine.judge(held.turn, moved, self.is_check, engine.lifeless(held), held.quiet, held.seen, won, alone)

    @property
    def same(self) -> State:
        """What of the state counts when positions are compared for repetition."""
        engine = self._engine
        if not self._held.state:
            return ()
        passing = tuple(move for move in self.codes if engine.rows[_row_of(move)][WAY] == IN_PASSING)
        return engine.same(self._held.state, passing)
