"""Which rules of `core/` reach the kernel as data: the compiler asks them about classes of moves.

Of a class only some facts are known, and other terms stand in the place of cells and pieces. So a rule can be asked if
it uses nothing else. Unless the question allows it, it neither looks into such terms nor compares them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from clingo import Function, SymbolType
from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, Sign

from ...asp.rule_files import RuleFiles
from ...asp.rule_notes import Notes
from ...asp.syntax import MOST_KEPT, Signature, atoms, derived_by, predicates, signature

_NAMES = (ASTType.Variable, ASTType.SymbolicTerm)
_CONSTANT = re.compile(r'"|(?<![\w\'#])(?:\d+|_*[a-z][\w\']*)(?![\w\'(])')

_HERE = Path(__file__).parent
VERDICTS = Notes("verdicts", _HERE, _HERE.parents[1] / "asp")
"""Which rules answer which questions, and which trials they have passed."""

START, END, OVER, BEFORE = (Function("cell", [Function(place)]) for place in ("start", "end", "over", "before"))
"""The cells where a move starts and ends, that it passes over, and that a field of one cell names before it."""


@dataclass(frozen=True, eq=False)
class Question:
    """What the compiler asks about moves, and what it gives.

    Attributes:
        parts: the parts of the rules that may answer.
        given: the predicates that they may ask for.
        derived: those that they may derive, and ask for too.
        plain: those of the given ones in which nothing stands for a cell or a piece but the move, their first argument.
        shapes: the names of the terms that rules may look into.
        hidden: arguments of the given ones, each a predicate and a place, that rules may not look at.
        alone: those that they may only compare with a constant.
        unnamed: arguments of all of them in which no constant stands.
        compares: whether they may compare cells.
        names: the constants that they may name, where other terms stand in the place of all others; None: any.
        adds: whether cells may have sums of coordinates.
        counts: whether they may count terms, but name no number to compare with: then it only matters to an answer
            whether a number is below, at or above the limits that facts give.
        sums: whether they may add up numbers and the weights of terms.
        once: of the given and derived ones those of which a rule asks for one atom at most, and does not deny it. So
            what follows from several facts is what follows from each.
        aggregates: whether they may have aggregates.
    """

    parts: tuple[str, ...]
    given: frozenset[Signature]
    derived: frozenset[Signature]
    plain: frozenset[Signature] = frozenset()
    shapes: frozenset[str] = frozenset()
    hidden: frozenset[tuple[Signature, int]] = frozenset()
    alone: frozenset[tuple[Signature, int]] = frozenset()
    unnamed: frozenset[tuple[Signature, int]] = frozenset()
    compares: bool = False
    names: frozenset[str] | None = None
    adds: bool = False
    counts: bool = False
    sums: bool = False
    once: frozenset[Signature] = frozenset()
    aggregates: bool = False

    @cached_property
    def key(self) -> str:
        """What it is known by."""
        found = ((each.name, getattr(self, each.name)) for each in fields(self))
        text = repr([(name, sorted(value) if isinstance(value, frozenset) else value) for name, value in found])
        return sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def _known(self) -> frozenset[Signature]:
        """The predicates that its rules may have."""
        return self.given | self.derived

    @cached_property
    def _named(self) -> frozenset[str]:
        """What may look like a constant in its rules."""
        return (self.names or frozenset()) | {name for name, arity in self.given | self.derived if not arity}

    def rules(self, files: RuleFiles) -> tuple[AST, ...]:
        """The rules of a game that answer."""
        every = ((part, each) for part in self.parts for each in files.parts.get(part, ()))
        return tuple(each for part, each in every if self.has(part, each))

    @lru_cache(MOST_KEPT)  # noqa: B019 - questions last as long as the process
    def has(self, part: str, rule: AST) -> bool:
        """Whether a rule of a part answers."""
        derives = derived_by(rule)
        if part not in self.parts or not derives or not self.derived.issuperset(derives):
            return False  # most rules; to look at all others takes long
        if not self._known.issuperset(predicates(rule)):
            return False
        return VERDICTS.noted(f"{self.key} {rule}", lambda: self._is_answered_by(rule))

    def _is_answered_by(self, rule: AST) -> bool:
        """Whether a rule answers that derives, and asks for, nothing else than the question allows."""
        if self.once and not self._asks_once(rule):
            return False
        if self.names is not None and not self._named.issuperset(_constants(rule)):
            return False
        heads = list(atoms(rule.head))
        asked = [atom for literal in rule.body for atom in atoms(literal)]
        some = [atom for atom in asked if signature(atom) in self.plain] if self.plain else []
        plain = {str(each) for atom in some for term in atom.arguments[1:] for each in _named(term)}
        if (self.hidden or self.alone or self.unnamed) and not self._is_blind(heads, asked):
            return False
        return (
            all(
                _is_known(each, adds=self.adds) or _is_known(each, self.shapes, adds=self.adds)
                for atom in heads
                for each in atom.arguments
            )
            and all(_is_known(each, self.shapes, adds=self.adds) for atom in asked for each in atom.arguments)
            and all(
                _is_simple(literal, plain, self.compares, self.counts)
                or (self.adds and _is_sum(literal))
                or (self.counts and _adds_up(literal, AggregateFunction.Count))
                or (self.sums and _adds_up(literal, AggregateFunction.Sum))
                or (self.aggregates and literal.atom.ast_type == ASTType.BodyAggregate)
                for literal in rule.body
            )
        )

    def _asks_once(self, rule: AST) -> bool:
        """Whether a rule asks for at most one atom of those that `once` has, and does not deny it."""
        found = [(literal, atom) for literal in rule.body for atom in atoms(literal) if signature(atom) in self.once]
        return not found or (len(found) == 1 and found[0][0].sign == Sign.NoSign)

    def _is_blind(self, heads: Sequence[AST], asked: Sequence[AST]) -> bool:
        """Whether atoms do not look at arguments that are hidden or have no name, and those are apart that must be."""
        own = [((signature(atom), place), term) for atom in heads for place, term in enumerate(atom.arguments)]
        placed = [((signature(atom), place), term) for atom in asked for place, term in enumerate(atom.arguments)]
        if any(term.ast_type == ASTType.SymbolicTerm for where, term in (*own, *placed) if where in self.unnamed):
            return False
        if any(str(term) != "_" for where, term in placed if where in self.hidden):
            return False
        alone = [term for where, term in placed if where in self.alone and term.ast_type != ASTType.SymbolicTerm]
        named = Counter(str(each) for atom in (*heads, *asked) for term in atom.arguments for each in _named(term))
        return all(term.ast_type == ASTType.Variable for term in alone) and all(
            str(term) == "_" or named[str(term)] == 1 for term in alone
        )


def alive(rules: Iterable[AST], given: Collection[Signature]) -> list[AST]:
    """The rules that may derive anything if there are facts of some predicates only."""
    known, waiting, found = set(given), list(rules), list[AST]()
    while True:
        some = [rule for rule in waiting if all(map(known.__contains__, _needed(rule)))]
        if not some:
            return found
        found += some
        waiting = [rule for rule in waiting if rule not in some]
        known.update(signature(atom) for rule in some for atom in atoms(rule.head))


def _needed(rule: AST) -> Iterator[Signature]:
    """The predicates of which a rule needs an atom."""
    for literal in rule.body:
        if literal.sign == Sign.NoSign:
            yield from map(signature, atoms(literal))


def _is_known(term: AST, shapes: Collection[str] | None = None, adds: bool = False) -> bool:
    """Whether a term is a variable, a constant, or a term of these with a name, one of `shapes` if they are given.

    If `adds`, it may also be a cell whose coordinates are sums.
    """
    if term.ast_type in _NAMES:
        return True
    if term.ast_type == ASTType.Pool:
        return all(_is_known(each, shapes, adds) for each in term.arguments)
    if adds and term.ast_type == ASTType.BinaryOperation and term.operator_type == BinaryOperator.Plus:
        return all(each.ast_type == ASTType.Variable for each in (term.left, term.right))
    if term.ast_type != ASTType.Function or term.external:
        return False
    if not ((adds and not term.name) or (term.name if shapes is None else term.name in shapes)):
        return False
    return all(_is_known(each, shapes, adds) for each in term.arguments)


def _adds_up(literal: AST, function: AggregateFunction) -> bool:
    """Whether a literal counts terms or adds up, between limits that are variables; what it counts are variables."""
    found = literal.atom
    if found.ast_type != ASTType.BodyAggregate or found.function != function:
        return False
    guards = [each.term for each in (found.left_guard, found.right_guard) if each is not None]
    terms = [term for each in found.elements for term in each.terms]
    known = (ASTType.Variable,) if function == AggregateFunction.Count else (*_NAMES, ASTType.UnaryOperation)
    return all(each.ast_type == ASTType.Variable for each in guards) and all(each.ast_type in known for each in terms)


def _named(term: AST) -> Iterator[AST]:
    """The variables and constants in a term."""
    if term.ast_type in _NAMES:
        yield term
    for each in term.arguments if term.ast_type in (ASTType.Function, ASTType.Pool) else ():
        yield from _named(each)


@lru_cache(MOST_KEPT)
def _constants(rule: AST) -> set[str]:
    """The constants in a rule, and the predicates without arguments, as clingo writes them."""
    return set(_CONSTANT.findall(str(rule))) - {"not"}


def _is_sum(literal: AST) -> bool:
    """Whether a literal compares a variable with a cell, each of whose coordinates is the sum of two variables."""
    if literal.atom.ast_type != ASTType.Comparison or literal.atom.term.ast_type != ASTType.Variable:
        return False
    sums = [each for guard in literal.atom.guards for each in getattr(guard.term, "arguments", ())]
    return bool(sums) and all(
        each.ast_type == ASTType.BinaryOperation
        and each.left.ast_type == ASTType.Variable
        and each.right.ast_type == ASTType.Variable
        for each in sums
    )


def _is_simple(literal: AST, plain: Collection[str], compares: bool, counts: bool) -> bool:
    """Whether a literal is an atom, a comparison with a constant, or one of variables that may be compared: those of a
    plain sort, or all if `compares`. If it `counts`, the constant is no number.
    """
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type == ASTType.SymbolicAtom:
        return bool(literal.ast_type == ASTType.Literal)
    if literal.atom.ast_type != ASTType.Comparison:
        return False
    terms = [literal.atom.term, *(each.term for each in literal.atom.guards)]
    if compares and all(each.ast_type == ASTType.Variable for each in terms):
        return True
    constants = [each.symbol for each in terms[1:] if each.ast_type == ASTType.SymbolicTerm]
    if counts and any(each.type == SymbolType.Number for each in constants):
        return False
    return bool(constants) or all(str(each) in plain for each in terms)
