"""The rules of one side of a comparison, so that those of both can be grounded in one program.

They are the rules that the reference engine grounds for a position. Their predicates get the side's name as a suffix,
in the syntax tree; only what stands on the board is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import gcd
from pathlib import Path
from typing import Any, TypeAlias

from clingo import Control, Function, Number, Symbol, SymbolType
from clingo.ast import AST, ASTType, ProgramBuilder, Transformer

from ..asp.program import Selection, Stage
from ..asp.ruleset import Ruleset
from ..asp.session import Facts, Given
from ..asp.shapes import Piece
from ..asp.syntax import Signature
from ..asp.terms import Vector, cell_symbol, is_vector, vector

Family: TypeAlias = tuple[str, tuple[Vector, ...]]
"""Routes of one name along the same directions, whatever their lengths."""

_STAGES: tuple[Stage, ...] = (("position", None), ("routes", "now"), ("moves", None))
_SHARED = "piece"
_ENGINES: tuple[Signature, ...] = (("point", 5), ("passes", 3), ("turn", 1), ("query", 1))


class Side:
    """One reading of the rules, for a piece whose moves are asked for.

    Args:
        name: the suffix of its predicates.
        ruleset: the rules.
        piece: an army, and the kinds of the piece.

    Attributes:
        inputs: what always holds, as far as the rules that decide about moves ask for it.
    """

    def __init__(self, name: str, ruleset: Ruleset, piece: Piece) -> None:
        self.name, self.ruleset, self.piece = name, ruleset, piece
        self.ends = _ends(ruleset, piece)
        given = ruleset.signatures.union(_ENGINES, [(_SHARED, 3)])
        self._selection: Selection = ruleset.program.select(_STAGES, given, (self._shown(),))
        own = {*_ENGINES, (_SHARED, 3)}
        self.inputs: Facts = {key: ruleset.tuples(*key) for key in sorted(self._selection.inputs - own)}

    def _shown(self) -> Signature:
        """The question: arrivals along routes, or where double steps or captures on the way count, all tries."""
        is_plain = not self.ruleset.has_locusts and all("first" not in uses for uses in self.ends.values())
        return ("arrives", 3) if is_plain else ("pseudo_legal", 4)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that decide, as texts that are equal where the rules are."""
        return tuple(map(str, self._selection.statements))

    @cached_property
    def has_own_rules(self) -> bool:
        """Whether some of these rules are the game's own, which may ask for more than what stands on the routes."""
        rules = (each for each in self._selection.statements if each.ast_type == ASTType.Rule)
        paths = {Path(rule.location.begin.filename) for rule in rules if rule.location.begin.filename[:1] != "<"}
        return not all(self.ruleset.files.is_shared(path) for path in paths)

    @cached_property
    def names_cells(self) -> bool:
        """Whether something that these rules ask for may hold on certain cells only."""
        if self.has_own_rules:
            return True
        cells = {cell_symbol(cell) for cell in self.ruleset.cells}
        return any(_mentions(each, cells) for facts in self.inputs.values() for each in facts)

    def families(self, displacement: Vector) -> frozenset[Family]:
        """What spans the routes to a displacement: their names, and the directions in their terms."""
        routes = self.ruleset.routes
        terms = [routes.terms[point] for point in self.ends if routes.places[point] == displacement]
        return frozenset(
            (
                term.name,
                tuple(
                    _direction(vector(each))
                    for each in term.arguments
                    if is_vector(each) and len(each.arguments) == len(displacement)
                ),
            )
            for term in terms
        )

    @cached_property
    def hurdles(self) -> frozenset[str]:
        """The kinds over which the piece may not hop."""
        found = ([str(each) for each in symbol.arguments] for symbol in self.ruleset.facts("unhoppable_in", 3))
        return frozenset(hurdle for kind, hurdle, _ in found if kind in self.piece[1])

    @cached_property
    def is_blind(self) -> bool:
        """Whether kinds and armies on the way make no difference, but for the target, which is an opponent's."""
        owning = {use for uses in self.ends.values() for use in uses} & self.ruleset.captures_own
        return not (self.hurdles or self.ruleset.has_locusts or owning)

    @cached_property
    def _statements(self) -> list[AST]:
        """The rules as they are added to a program."""
        constants = {s.name: s.value for s in self._selection.statements if s.ast_type == ASTType.Definition}
        change = _Rename(self.name, constants)
        left_out = (ASTType.Definition, ASTType.ShowSignature)
        found = []
        for statement in self._selection.statements:
            if statement.ast_type == ASTType.Program:
                found.append(statement.update(name=f"{statement.name}_{self.name}"))
            elif statement.ast_type not in left_out:
                found.append(change(statement))
        return found

    def add(self, builder: ProgramBuilder) -> None:
        """Add the rules to a program."""
        for statement in self._statements:
            builder.add(statement)

    def give(self, control: Control, origin: Vector, target: Vector) -> list[tuple[str, list[Symbol]]]:
        """Add facts about the piece on a cell, and its routes to another, to a program.

        Returns:
            The parts that are to be grounded then, once the cells of the pieces on the way are known.
        """
        army, kinds = self.piece
        points, passes = self.ruleset.routes.points(origin, kinds, army, frozenset([target]))
        facts: Facts = {
            **self.inputs,
            ("point", 5): points,
            ("passes", 3): passes,
            ("turn", 1): [Function(army)],
            ("query", 1): [Function("moves")],
        }
        control.ground([(f"given_{self.name}", [Number(0)])], context=Given(facts))
        return [(f"{name}_{self.name}", arguments) for name, arguments in self._selection.parts.values()]


def _direction(displacement: Vector) -> Vector:
    divisor = gcd(*displacement) or 1
    return tuple(each // divisor for each in displacement)


def _ends(ruleset: Ruleset, piece: Piece) -> dict[int, set[str]]:
    army, kinds = piece
    found: dict[int, set[str]] = {}
    for kind in kinds:
        for number, uses in ruleset.routes.ends.get((army, kind), {}).items():
            found.setdefault(number, set()).update(uses)
    return found


def _mentions(term: Symbol, cells: set[Symbol]) -> bool:
    return term in cells or (term.type == SymbolType.Function and any(_mentions(a, cells) for a in term.arguments))


class _Rename(Transformer):
    """Gives predicates a suffix, and puts constants in their places.

    Args:
        suffix: what is added.
        constants: the values of constants, by name.
    """

    def __init__(self, suffix: str, constants: Mapping[str, AST]) -> None:
        self._suffix, self._constants = suffix, constants

    def visit_SymbolicAtom(self, node: AST) -> AST:
        """An atom with its predicate renamed."""
        return node.update(symbol=self._renamed(node.symbol))

    def visit_SymbolicTerm(self, node: AST) -> AST:
        """A constant's value in its place."""
        return self._constants.get(str(node.symbol), node)

    def _renamed(self, symbol: AST) -> AST:
        if symbol.ast_type == ASTType.Pool:
            return symbol.update(arguments=[self._renamed(each) for each in symbol.arguments])
        changed: dict[str, Any] = self.visit_children(symbol)
        if symbol.name == _SHARED:
            return symbol.update(**changed)
        return symbol.update(name=f"{symbol.name}_{self._suffix}", **changed)
