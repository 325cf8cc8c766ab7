"""The reference engine: rules and position go to clingo, the answer is read back. It defines correct."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clingo import Control, Function, Number, Symbol
from clingo.ast import Id, Location, Program, ProgramBuilder
from clingo.ast import Position as Place

from .errors import RulesError
from .ruleset import STAGES, Ruleset
from .terms import Vector, cell_symbol

if TYPE_CHECKING:
    from clingo.ast import AST

_NOWHERE = Location(Place("<part>", 1, 1), Place("<part>", 1, 1))
Facts = dict[tuple[str, int], Sequence[Symbol]]


@dataclass(frozen=True, slots=True)
class Placement:
    """A position as the rules see it.

    Attributes:
        pieces: cell, kinds and army of every piece.
        turn: the player to move.
        state: the other facts of the position: name and cell.
        quiet: moves since the last progress.
        seen: how often the position has been there, this time included.
    """

    pieces: tuple[tuple[Vector, tuple[str, ...], str], ...]
    turn: str
    state: tuple[tuple[str, Vector], ...] = ()
    quiet: int = 0
    seen: int = 1


class Answer:
    """What clingo derived from one position: atoms by predicate."""

    def __init__(self, control: Control) -> None:
        self._control = control  # clingo's atoms live no longer than their control

    def __call__(self, name: str, arity: int) -> list[tuple[Symbol, ...]]:
        """The arguments of every atom of a predicate.

        Raises:
            RulesError: if some atom is neither true nor false for certain.
        """
        found = []
        for atom in self._control.symbolic_atoms.by_signature(name, arity):
            if not atom.is_fact:
                raise RulesError(f"the rules leave open whether {atom.symbol} holds: they are not stratified")
            found.append(tuple(atom.symbol.arguments))
        return found


class _Context:
    """Hands facts to the rules `name(X) :- X = @facts(name, arity).`"""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def facts(self, name: Symbol, arity: Symbol) -> Sequence[Symbol]:
        return self._facts.get((name.name, arity.number), ())


def _tuples(ruleset: Ruleset, name: str, arity: int) -> list[Symbol]:
    found = ruleset.facts(name, arity)
    if arity == 0:
        return [Number(1)] if found else []
    return [s.arguments[0] if arity == 1 else Function("", s.arguments) for s in found]


class ReferenceEngine:
    """Answers from a ruleset with a fresh grounding for every position.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._constants: Facts = {key: _tuples(ruleset, *key) for key in ruleset.position_inputs}

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Answer:
        """Moves, checks and outcome of a position.

        Args:
            placement: the position.
            origin: ask only for moves of the piece on this cell; then there is no outcome.
        """
        queries = ["moves"] if origin is not None else ["moves", "outcome"]
        facts = self._position(placement, queries)
        facts["wanted_from", 1] = [cell_symbol(origin)] if origin is not None else []
        return self.ground(facts, STAGES)

    def play(self, placement: Placement, origin: Vector, move: Symbol, choice: Symbol) -> Answer:
        """The position after a legal move; `move` and `choice` are the rules' own terms for it."""
        facts = self._position(placement, ["moves"])
        facts["wanted_from", 1] = [cell_symbol(origin)]
        facts["played", 2] = [Function("", [move, choice])]
        return self.ground(facts, (*STAGES[:5], ("after", None)))

    def flaws(self, placement: Placement) -> Answer:
        """What makes a position impossible, if anything does: flaw/2."""
        facts = self._position(placement, [], routes=False)
        return self.ground(facts, (("position", None), ("validity", None)))

    def _position(self, placement: Placement, queries: Iterable[str], routes: bool = True) -> Facts:
        pieces, points, passes = [], [], []
        for cell, kinds, army in placement.pieces:
            name = cell_symbol(cell)
            pieces += [Function("", [name, Function(kind), Function(army)]) for kind in kinds]
            if routes:
                more_points, more_passes = self.ruleset.routes.points(cell, kinds, army)
                points += more_points
                passes += more_passes
        return {
            ("piece", 3): pieces,
            ("point", 5): points,
            ("passes", 3): passes,
            ("turn", 1): [Function(placement.turn)],
            ("state", 2): [Function("", [Function(name), cell_symbol(cell)]) for name, cell in placement.state],
            ("quiet", 1): [Number(placement.quiet)],
            ("seen", 1): [Number(placement.seen)],
            ("query", 1): [Function(query) for query in queries],
        }

    def _header(self, part: str) -> AST:
        parameters = self.ruleset.files.parameters.get(part, ())
        return Program(_NOWHERE, part, [Id(_NOWHERE, parameter) for parameter in parameters])

    def ground(self, facts: Facts, stages: Sequence[tuple[str, str | None]]) -> Answer:
        """Ground parts of the rules over some facts.

        Raises:
            RulesError: if clingo has anything to complain about.
        """
        messages: list[str] = []
        control = Control(
            ["--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message.strip())
        )
        wanted = {name for name, _ in stages}
        with ProgramBuilder(control) as builder:
            for name, body in self.ruleset.position_program.items():
                if name in wanted or name == "facts":
                    builder.add(self._header(name))
                    for statement in body:
                        builder.add(statement)
        context = _Context({**self._constants, **facts})
        try:
            control.ground([("facts", [])], context=context)
            for name, stage in stages:
                control.ground([(name, [Function(stage)] if stage else [])])
        except RuntimeError as error:
            raise RulesError("\n".join([*messages, str(error)])) from error
        if messages:
            raise RulesError("\n".join(messages))
        return Answer(control)
