"""What help play that is planned is about; and its pictures by clingo and the rules (`rules/planning/`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, Id, Program, ProgramBuilder

from ...asp.folders import builtin_root
from ...asp.program import draw_in
from ...asp.rule_text import read_file
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, Given, row
from ...asp.syntax import NOWHERE, Signature
from ...asp.terms import Vector, cell_symbol, vector
from ...compiled.compiled_engine import CompiledEngine
from ...compiled.kernel.attacks import in_check
from ...compiled.kernel.board import RIGHTS
from ...compiled.kernel.picture_needs import COUNTS, LOOSE, MOVES, STALE
from ...compiled.kernel.piece_distances import NEVER, Bytes
from ...compiled.packed import Words
from ...compiled.tables import ARMY, ROYAL, TYPES
from ...errors import RulesError
from ...play.position import Position
from ..problem.plays import Ending
from ..problem.roles import Cooperation
from ..problem.stipulation import Aim
from ..search.limits import Limits
from .distances import Distances

STALEMATES = (Aim.STALEMATE, Aim.DOUBLE_STALEMATE)
"""The goals that need a stalemate."""

MATING, MATED = range(2)
_NAMES = ("mating", "mated")
_STAGE = Function("picture")
_CLINGO = ("--configuration=frumpy", "--heuristic=Vsids", "--restarts=no")  # the fastest of many that were tried
_LOOKS = 0.05  # seconds between checks of the limits
_FROM_BASE = (("captures", 1), ("goes", 1), ("solids", 0), ("listed", 0))
_OF_THE_HUNT = (
    ("plan_piece", 2), ("plan_origin", 2), ("plan_target", 1), ("plan_royal", 1), ("plan_may_end", 5),
    ("plan_may_leave", 2), ("plan_budget", 2),
    ("point", 5), ("passes", 3),
)  # fmt: skip

Picture = tuple[tuple[int, int], ...]
"""Pieces by number, each with the node (see `Distances`) where it ends, in the order of the numbers."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece of the first position.

    Attributes:
        cell: its cell, as the kernel numbers cells.
        kind: its type, as the kernel numbers types.
        side: MATING or MATED.
        royal: whether it is royal.
    """

    cell: int
    kind: int
    side: int
    royal: bool

    @property
    def hunted(self) -> bool:
        """Whether it is the royal piece to be mated."""
        return self.royal and self.side == MATED


class Hunt:
    """The mating side, the mated side, and the number of moves.

    Args:
        engine: the compiled engine of the game.
        position: the first position.
        cooperation: the play.

    Attributes:
        pieces: the pieces.
        budgets: (moves + 1, 2): the moves that each side has left after each number of moves.
        distances: the number of moves that pieces need.
        stalemate: whether pictures of stalemate are wanted, not of mate.
        is_royal_at_risk: whether some move may capture a royal piece.
    """

    def __init__(self, engine: CompiledEngine, position: Position, cooperation: Cooperation) -> None:
        board, types = engine.board(position.placement(), 1), engine.arrays[TYPES]
        movers = [engine.armies.index(position.turn)]
        replied = cooperation.ending is not Ending.REACHED
        for passing in cooperation.passes[: None if replied else -1]:
            movers.append(movers[-1] if passing else 1 - movers[-1])
        self.engine = engine
        other = 1 - movers[0]
        self.is_royal_at_risk = engine.exposes or bool(in_check(engine.tables, board, other))
        self.stalemate = cooperation.goal.aim in STALEMATES
        self.pieces = [
            PlacedPiece(int(cell), int(kind), int(types[kind, ARMY] != movers[-1]), bool(types[kind, ROYAL]))
            for cell, kind in enumerate(board.cells)
            if kind
        ]
        left = [[0, 0]]
        for mover in reversed(movers):
            left.append([left[-1][side] + (int(mover != movers[-1]) == side) for side in (MATING, MATED)])
        self.budgets = np.array(left[::-1], np.int64)
        self.distances = Distances(engine.arrays, {piece.kind for piece in self.pieces}, int(board.state[RIGHTS]))

    def counts(self) -> Words:
        """The counts with which the kernel's search for pictures begins."""
        counts = np.zeros(COUNTS, np.int64)
        counts[MOVES : MOVES + 2] = self.budgets[0]
        counts[STALE] = self.stalemate
        for piece in self.pieces:
            counts[LOOSE + piece.side] += not piece.royal
        return counts

    def pictures(self, ruleset: Ruleset, limits: Limits) -> Iterator[Picture]:
        """The smallest mating pictures, in no order, by the rules alone; or if `stalemate`, whole positions, in which
        captured pieces are missing. The kernel is compared with this.

        Raises:
            LimitReached: before the last one, if a limit was reached.
            RulesError: if clingo reports an error or a warning.
        """
        messages: list[str] = []
        control = Control(
            ["0", "--project=show", *_CLINGO, "--warn=no-atom-undefined"],
            logger=lambda _code, message: messages.append(message.strip()),
        )
        with ProgramBuilder(control) as builder:
            for statement in _rules():
                builder.add(statement)
            builder.add(Program(NOWHERE, "routes", [Id(NOWHERE, "stage")]))
            for statement in ruleset.files.parts["routes"]:
                builder.add(statement)
        control.ground([("given", [])], context=Given(self._facts(ruleset)))
        before, last = (["away"], "stalemate") if self.stalemate else ([], "mate")
        for part in ("bounds", "picture", *before):
            control.ground([(part, [])])
        control.ground([("routes", [_STAGE])])
        control.ground([("cover", []), (last, [])])  # together: each adds cells that the other's constraints are about
        if messages:
            raise RulesError("\n".join(messages))
        with control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(_LOOKS):
                    limits.spend(0)
                model = handle.model()
                if model is None:
                    return
                limits.spend(0)
                yield tuple(sorted(self._read(atom) for atom in model.symbols(shown=True)))

    def reach(self, piece: PlacedPiece) -> tuple[Bytes, Bytes]:
        """For each node the fewest moves that the piece needs to it, and the fewest captures."""
        start = self.distances.node(piece.kind, piece.cell)
        return self.distances.from_node(start, int(self.budgets[0, piece.side]))

    def _read(self, atom: Symbol) -> tuple[int, int]:
        piece, cell, kind = atom.arguments
        return piece.number, self.distances.node(kind.number, self.engine.number[vector(cell)])

    def _facts(self, ruleset: Ruleset) -> Facts:
        facts: dict[Signature, list[Symbol]] = {key: [] for key in _OF_THE_HUNT}
        for side in (MATING, MATED):
            facts["plan_budget", 2].append(row(Function(_NAMES[side]), Number(self.budgets[0, side])))
        ends: list[set[int]] = [set(), set()]
        others: set[int] = set()
        for number, piece in enumerate(self.pieces):
            name, start = Number(number), self.distances.node(piece.kind, piece.cell)
            moves, captures = self.reach(piece)
            nodes = np.flatnonzero(moves != NEVER).tolist()
            facts["plan_piece", 2].append(row(name, Function(_NAMES[piece.side])))
            facts["plan_origin", 2].append(row(name, self._cell(start)))
            for node in nodes:
                kind, _ = self.distances.place(node)
                needs = (Number(int(moves[node])), Number(int(captures[node])))
                facts["plan_may_end", 5].append(row(name, self._cell(node), Number(kind), *needs))
            if len(nodes) > 1:
                least = min(int(moves[node]) for node in nodes if node != start)
                facts["plan_may_leave", 2].append(row(name, Number(least)))
            if piece.royal:
                facts["plan_royal", 1].append(name)
            if piece.hunted:
                facts["plan_target", 1].append(name)
            (ends[piece.side] if piece.hunted or piece.side == MATING else others).update(nodes)
        facts["point", 5], facts["passes", 3] = self._routes(ruleset, ends, others if self.stalemate else ())
        return {**{key: ruleset.tuples(*key) for key in _FROM_BASE}, **facts}

    def _routes(
        self, ruleset: Ruleset, ends: Sequence[set[int]], others: Iterable[int]
    ) -> tuple[list[Symbol], list[Symbol]]:
        """The first steps of the hunted royal piece, the routes of the mating side to their ends, and the first steps
        of other pieces."""
        field = {self.engine.cells[self.distances.place(node)[1]] for node in ends[MATED]}
        points = [point for node in ends[MATED] for point in self._first_steps(ruleset, node)]
        field.update(vector(point.arguments[2]) for point in points)
        points += [point for node in others for point in self._first_steps(ruleset, node)]
        passes: list[Symbol] = []
        for node in ends[MATING]:
            more_points, more_passes = self._points(ruleset, node, frozenset(field))
            points += more_points
            passes += more_passes
        return points, passes

    def _first_steps(self, ruleset: Ruleset, node: int) -> Iterator[Symbol]:
        for point in self._points(ruleset, node, None)[0]:
            _, _, cell, _, before = point.arguments
            if not before.arguments and cell.arguments:
                yield point

    def _points(self, ruleset: Ruleset, node: int, ends: frozenset[Vector] | None) -> tuple[list[Symbol], list[Symbol]]:
        kind, cell = self.distances.place(node)
        army, kinds = self.engine.types[kind - 1]
        name = Function("stand", [Number(kind), self._cell(node)])
        return ruleset.routes.points(self.engine.cells[cell], kinds, army, ends, name)

    def _cell(self, node: int) -> Symbol:
        return cell_symbol(self.engine.cells[self.distances.place(node)[1]])


@cache
def _rules() -> tuple[AST, ...]:
    """The rules of planning, and those that add the facts."""
    paths = sorted((builtin_root() / "planning").glob("*.lp"))
    rules = [statement for path in paths for statement in read_file(path).statements]
    given = [rule for key in (*_FROM_BASE, *_OF_THE_HUNT) for rule in draw_in(*key)]
    return (*rules, Program(NOWHERE, "given", []), *given)
