"""One question to clingo: does a piece on one cell reach another cell under one reading alone?

The rules of both sides (`joint_program.py`) are grounded over the same guess of the pieces on the way, and
`rules/comparing/differences.lp` defines a difference. Only pieces on the cells that the routes to the one target pass
matter, so only these are guessed, unless the game has rules of its own (`cell_pairs.py`), and the answer holds
however the rest of the board is occupied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from clingo import Control, Function, Number, Observer, Symbol
from clingo.ast import AST, ASTType, Program, ProgramBuilder

from ..asp import folders
from ..asp.messages import in_lines
from ..asp.program import draw_in
from ..asp.rule_text import read_file
from ..asp.ruleset import Ruleset
from ..asp.session import Facts, Given, row
from ..asp.shapes import Piece
from ..asp.syntax import NOWHERE, Signature
from ..asp.terms import Vector, cell_symbol, vector
from ..errors import RulesError
from ..signals import deferred_interrupts
from .joint_program import Side

PlacedPiece: TypeAlias = tuple[Vector, str, str]
"""A piece on the way: its cell, kind and army."""

_ASKED: tuple[Signature, ...] = (
    ("piece", 3), ("compare_space", 1), ("compare_blocker", 3), ("compare_at_most", 1), ("compare_wanted_to", 1),
    ("own_use", 1)
)  # fmt: skip
_COUNTED = ("conflicts", "choices", "rules", "models")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Pieces on the way, with which a move is there under one reading alone.

    Attributes:
        pieces: the pieces on the way.
        side: `left` or `right`: the reading under which the move is there.
    """

    pieces: frozenset[PlacedPiece]
    side: str


class Question:
    """What a piece reaches under two readings, asked of a cell and a target at a time.

    Args:
        rulesets: the rules under the first reading, and under the second.
        piece: an army, and the kinds of the piece.
        blockers: the kinds to guess on the way, besides those over which the piece may not hop: one where kinds
            make no difference, none if it hops over no kind.

    Attributes:
        sides: the rules of both.
        counted: what clingo counted in all questions: conflicts, choices, rules, models; and how many questions.
    """

    def __init__(self, rulesets: tuple[Ruleset, Ruleset], piece: Piece, blockers: Sequence[str]) -> None:
        self.piece, self._blockers = piece, tuple(blockers)
        self.sides = (Side("left", rulesets[0], piece), Side("right", rulesets[1], piece))
        self._armies = rulesets[0].players
        self.counted: Counter[str] = Counter()

    def ask(
        self, origin: Vector, target: Vector, space: Sequence[Vector], most: int | None = None
    ) -> list[Disagreement]:
        """Every disagreement with the fewest pieces; none if there is none, or only with more than `most`.

        Args:
            origin: where the piece stands.
            target: the cell that is asked about.
            space: the cells whose pieces matter.
            most: how many pieces may be guessed.

        Raises:
            RulesError: if clingo has anything to complain about.
        """
        control, messages = self.control(origin, target, space, most)
        control.configuration.solve.opt_mode = "optN"  # type: ignore[union-attr]
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        found: list[Disagreement] = []
        with deferred_interrupts(), control.solve(yield_=True) as handle:
            for model in handle:
                if model.optimality_proven:
                    found += _read(model.symbols(shown=True))
        self._count(control.statistics)
        if messages:
            raise RulesError(*messages)
        return found

    def control(
        self,
        origin: Vector,
        target: Vector,
        space: Sequence[Vector],
        most: int | None = None,
        observer: Observer | None = None,
    ) -> tuple[Control, list[str]]:
        """The question, grounded, and what clingo complains of.

        Args:
            origin, target, space, most: as in `ask`.
            observer: receives the ground rules.
        """
        messages: list[str] = []
        control = Control(
            ["--warn=no-atom-undefined"],
            logger=lambda _code, message: messages.append(message.strip()),
        )
        if observer:
            control.register_observer(observer)
        with ProgramBuilder(control) as builder:
            for statement in _reach():
                builder.add(statement)
            for side in self.sides:
                side.add(builder)
        try:
            control.ground([("asked", [])], context=Given(self._facts(origin, target, space, most)))
            parts = [part for side in self.sides for part in side.give(control, origin, target)]
            control.ground([("guess", []), *parts, ("question", [])])
        except RuntimeError as error:
            raise RulesError(*(in_lines(messages) if messages else [str(error)])) from error
        return control, messages

    def _facts(self, origin: Vector, target: Vector, space: Sequence[Vector], most: int | None) -> Facts:
        army, kinds = self.piece
        start = cell_symbol(origin)
        return {
            ("piece", 3): [row(start, Function(kind), Function(army)) for kind in kinds],
            ("compare_space", 1): [cell_symbol(cell) for cell in space],
            ("compare_blocker", 3): [
                row(cell_symbol(cell), Function(kind), Function(other))
                for cell in space
                for kind, other in self._may_stand(cell == target)
            ],
            ("compare_wanted_to", 1): [cell_symbol(target)],
            ("compare_at_most", 1): [] if most is None else [Number(most)],
            ("own_use", 1): sorted({s for side in self.sides for s in side.ruleset.tuples("own_use", 1)}),
        }

    def _may_stand(self, is_target: bool) -> list[tuple[str, str]]:
        """The pieces to guess on a cell: an own one on the way, an opponent's on the target, where that is enough."""
        army, _ = self.piece
        other = next(each for each in self._armies if each != army)
        if all(side.is_blind for side in self.sides):
            return [(kind, other if is_target else army) for kind in self._blockers]
        kinds = sorted({*self._blockers, *(kind for side in self.sides for kind in side.hurdles)})
        return [(kind, each) for kind in kinds for each in (army, other)]

    def _count(self, statistics: Any) -> None:
        solvers, problem = statistics["solving"]["solvers"], statistics["problem"]
        self.counted.update(
            questions=1,
            conflicts=int(solvers["conflicts"]),
            choices=int(solvers["choices"]),
            rules=int(problem["lp"]["rules"]),
            atoms=int(problem["lp"]["atoms"]),
        )


def _read(symbols: Sequence[Symbol]) -> Iterator[Disagreement]:
    """A disagreement for each side on which there are moves that the other has not."""
    pieces = frozenset(
        (vector(cell), str(kind), str(army))
        for cell, kind, army in (s.arguments for s in symbols if s.match("compare_blocks", 3))
    )
    for side in sorted({str(s.arguments[0]) for s in symbols if s.match("compare_differs", 2)}):
        yield Disagreement(pieces, side)


@cache
def _reach() -> list[AST]:
    """The rules that ask, with a part `asked` that draws in what is given."""
    statements = list(read_file(folders.builtin_root() / "comparing" / "differences.lp").statements)
    statements.append(Program(NOWHERE, "asked", []))
    for name, arity in _ASKED:
        statements += draw_in(name, arity)
    return [each for each in statements if each.ast_type != ASTType.Defined]
