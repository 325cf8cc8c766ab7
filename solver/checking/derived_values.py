"""The values that the arguments of predicates can have, as far as rules derive them.

For each argument of each predicate, `Derived` finds a set of values that includes all that rules can derive there
(abstract interpretation). They come from the heads of rules; a variable has the values that its places in the body
have in common. A symbol counts as itself. Of a term with arguments only the name and the number of arguments count;
numbers are one value, and so are texts. A set may have too many values, never too few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from clingo import SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from ..asp.demand import heads
from ..asp.origin import place
from ..asp.program_parts import READING
from ..asp.rule_text import KEPT_FILES, Source
from ..asp.stages import GIVEN
from ..asp.syntax import Signature, atoms, signature
from ..errors import some_of

Value: TypeAlias = tuple[str, int]
"""The name of a symbol or term, and the number of its arguments; or NUMBER or TEXT."""
Values: TypeAlias = frozenset[Value] | None
"""The values that something may have; None for any."""
Argument: TypeAlias = tuple[Signature, int]
"""A predicate, and the index of one of its arguments."""

BASE = "base"
"""The part that states what a game is, rather than what follows in a position."""
WITHIN = "("
"""What ends the name of a term whose arguments are meant, not those of a predicate."""
NUMBER, TEXT = ("a number", -1), ("a text", -1)
_INPUT = GIVEN | {("reads", 1), ("requested_reading", 1), ("twice", 2)}
"""Facts that no rule derives: a position and a question about it, and the readings that are chosen."""
NOTHING: frozenset[Value] = frozenset()
_POSITION: Mapping[Argument, tuple[Argument, ...]] = {
    (("piece", 3), 0): ((("cell", 1), 0),),
    (("piece", 3), 1): ((("kind", 1), 0),),
    (("piece", 3), 2): ((("army", 1), 0),),
    (("turn", 1), 0): ((("player", 2), 0),),
    (("held", 3), 0): ((("store", 1), 0),),
    (("held", 3), 1): ((("kind", 1), 0), (("item", 2), 1)),
    (("state", 2), 0): ((("field", 2), 0),),
    (("state", 2), 1): ((("cell", 1), 0), (("flag", 2), 1), (("start_state", 2), 1), (("then_state", 3), 2)),
}
"""Arguments of the facts of a position, and those whose values they have; others of such facts may have any value."""


class Atom(NamedTuple):
    """An atom: its predicate, and each argument as the name of a variable, or the values that it may have.

    The arguments of terms in it are with them, each under the name of the term and a bracket: what rules put into
    terms of one name is what other rules find there.
    """

    predicate: Signature
    arguments: tuple[tuple[Argument, str | Values], ...]


class Rule(NamedTuple):
    """A rule.

    Attributes:
        where: its file and line.
        part: the program part in which it stands; `base` for the parts of readings.
        heads: the atoms that it derives.
        required: the atoms of its body that have to hold.
        excluded: those that must not hold.
        other: the atoms in its aggregates and conditions.
        equal: the terms that it states to be equal.
        unequal: the terms that it states to be different.
    """

    where: tuple[Path, int]
    part: str
    heads: list[Atom]
    required: list[Atom]
    excluded: list[Atom]
    other: list[Atom]
    equal: list[tuple[str | Values, str | Values]]
    unequal: list[tuple[str | Values, str | Values]]

    @property
    def asked(self) -> list[Atom]:
        """All atoms of its body."""
        return [*self.required, *self.excluded, *self.other]


@lru_cache(maxsize=1)
def derived_values(sources: tuple[Source, ...]) -> Derived:
    """What the rules of a game derive."""
    return Derived([rule for source in sources for rule in _rules(source)])


@lru_cache(maxsize=KEPT_FILES)
def _rules(source: Source) -> list[Rule]:
    """The rules of a file; most files are those of many games."""
    found, part = [], BASE
    constants = {each.name for each in source.statements if each.ast_type == ASTType.Definition}
    replaced = frozenset(constants)
    for statement in source.statements:
        if statement.ast_type == ASTType.Program:
            part = BASE if statement.name == READING else statement.name
            parameters = [] if part == BASE else [each.name for each in statement.parameters]
            replaced = frozenset(constants.union(parameters))
        elif statement.ast_type in (ASTType.Rule, ASTType.External):
            found.append(_rule(statement, part, replaced))
    return found


def _rule(statement: AST, part: str, replaced: frozenset[str]) -> Rule:
    rule = Rule(place(statement), part, [], [], [], [], [], [])
    derived = heads([statement]) if statement.ast_type == ASTType.Rule else atoms(statement.atom)
    rule.heads.extend(_atom(each, replaced) for each in derived)
    for literal in statement.body:
        simple = literal.ast_type == ASTType.Literal
        some = rule.other if not simple else rule.required if literal.sign == Sign.NoSign else rule.excluded
        some.extend(_atom(each, replaced) for each in atoms(literal))
        if simple and literal.sign == Sign.NoSign and literal.atom.ast_type == ASTType.Comparison:
            term, (guard, *more) = literal.atom.term, literal.atom.guards
            compared = {ComparisonOperator.Equal: rule.equal, ComparisonOperator.NotEqual: rule.unequal}
            if guard.comparison in compared and not more:
                compared[guard.comparison].append((_term(term, replaced), _term(guard.term, replaced)))
    return rule


def _atom(atom: AST, replaced: frozenset[str]) -> Atom:
    return Atom(signature(atom), tuple(arguments_of(atom, replaced)))


def arguments_of(atom: AST, replaced: frozenset[str] = frozenset()) -> Iterator[tuple[Argument, str | Values]]:
    """The arguments of an atom and of the terms in it, each with its variable or the values that it may have.

    Args:
        atom: the atom.
        replaced: names of parameters and constants, which stand for something else.
    """
    return _arguments(signature(atom), atom, replaced)


def _arguments(name: Signature, node: AST, replaced: frozenset[str]) -> Iterator[tuple[Argument, str | Values]]:
    terms = node.arguments if node.ast_type == ASTType.Function else ()
    for index, term in enumerate(terms):
        yield (name, index), _term(term, replaced)
        if term.ast_type == ASTType.Function and term.name and not term.external:
            yield from _arguments((f"{term.name}{WITHIN}", len(term.arguments)), term, replaced)


def _term(term: AST, replaced: frozenset[str]) -> str | Values:
    """The name of a variable, or the values that another term may have.

    Args:
        term: the term.
        replaced: names of parameters and constants, which stand for something else.
    """
    match term.ast_type:
        case ASTType.Variable:
            return None if term.name == "_" else str(term.name)
        case ASTType.SymbolicTerm:
            symbol = term.symbol
            if symbol.type == SymbolType.Function:
                value = symbol.name, len(symbol.arguments)
                return None if symbol.name in replaced or symbol.negative else frozenset([value])
            return {SymbolType.Number: frozenset([NUMBER]), SymbolType.String: frozenset([TEXT])}.get(symbol.type)
        case ASTType.Function if not term.external:
            return frozenset([(term.name, len(term.arguments))])
        case ASTType.Interval | ASTType.BinaryOperation:
            return frozenset([NUMBER])
        case ASTType.Pool:
            some = [_term(each, replaced) for each in term.arguments]
            known = [each for each in some if isinstance(each, frozenset)]
            return frozenset(chain.from_iterable(known)) if len(known) == len(some) else None
    return None


class Derived:
    """The values of the arguments of all predicates, as far as the rules derive them.

    Args:
        rules: the rules of a game, under all of its readings.
    """

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self._values: dict[Argument, frozenset[Value]] = defaultdict(frozenset)
        self._open: set[Argument] = set()
        self._held: set[Signature] = set(_INPUT)
        made = {argument for rule in rules for atom in rule.heads for argument, _ in atom.arguments}
        looked_at = {argument for rule in rules for atom in rule.asked for argument, _ in atom.arguments}
        # Terms that no rule makes come from functions and from the engine.
        self._foreign = {argument for argument in looked_at - made if argument[0][0].endswith(WITHIN)}
        asking: dict[Signature, list[Rule]] = defaultdict(list)
        for rule in rules:
            arguments = (argument for atom in rule.required for argument, _ in atom.arguments)
            sources = {source[0] for argument in arguments for source in _sources(argument)}
            for predicate in sources.union(atom.predicate for atom in rule.required):
                asking[predicate].append(rule)
        waiting = dict.fromkeys(map(id, rules))
        by_id = {id(rule): rule for rule in rules}
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            for predicate in self._derive(by_id[number]):
                waiting |= dict.fromkeys(map(id, asking[predicate]))

    def of(self, argument: Argument) -> Values:
        """The values of an argument."""
        return self.any_of(_sources(argument))

    def any_of(self, arguments: Iterable[Argument]) -> Values:
        """The values of several arguments together."""
        found = NOTHING
        for each in arguments:
            if each[0] in _INPUT or each in self._open or each in self._foreign:
                return None
            found |= self._values[each]
        return found

    def places(self, atom: Atom) -> Iterator[tuple[Argument, str | Values, Values]]:
        """The arguments of an atom, each with what stands there and the values that it can have.

        Where an argument may have any value, as from a function, so may what is inside it.
        """
        around: Values = NOTHING
        for argument, term in atom.arguments:
            is_inside = argument[0] != atom.predicate
            there = None if is_inside and around is None else self.of(argument)
            if not is_inside:
                around = there
            yield argument, term, there

    def holds(self, predicate: Signature) -> bool:
        """Whether an atom of the predicate can hold."""
        return predicate in self._held

    def variables(self, rule: Rule, but: Atom | None = None) -> dict[str, Values]:
        """The values of the variables in a body, by all of its atoms but one; of variables not there any."""
        found: dict[str, Values] = {}
        for atom in rule.required:
            if atom is not but:
                for _, term, there in self.places(atom):
                    if isinstance(term, str):
                        found[term] = common(found.get(term), there)
        for one, other in rule.equal:
            for term, equal in ((one, other), (other, one)):
                if isinstance(term, str):
                    found[term] = common(found.get(term), values_of(equal, found))
        return found

    def _derive(self, rule: Rule) -> set[Signature]:
        """Add what a rule derives; the predicates that have more values now, or atoms for the first time."""
        variables = self.variables(rule)
        if NOTHING in variables.values() or any(self._lacks(atom) for atom in rule.required):
            return set()
        changed = {atom.predicate for atom in rule.heads} - self._held
        self._held |= changed
        for atom in rule.heads:
            for argument, term in atom.arguments:
                found = values_of(term, variables)
                if argument in self._open or (found is not None and found <= self._values[argument]):
                    continue
                changed.add(argument[0])
                if found is None:
                    self._open.add(argument)
                else:
                    self._values[argument] |= found
        return changed

    def _lacks(self, atom: Atom) -> bool:
        """Whether an atom never holds, as far as is known."""
        return atom.predicate not in self._held or any(
            common(there, term) == NOTHING for _, term, there in self.places(atom) if not isinstance(term, str)
        )


def _sources(argument: Argument) -> tuple[Argument, ...]:
    return _POSITION.get(argument, (argument,))


def values_of(term: str | Values, variables: Mapping[str, Values]) -> Values:
    """The values of a term, given those of the variables."""
    return variables.get(term) if isinstance(term, str) else term


def common(one: Values, other: Values) -> Values:
    """The values that two sets have in common."""
    return other if one is None else one if other is None else one & other


def named(value: Value) -> str:
    """A value as a message writes it: `king`, `hand(_)`."""
    name, count = value
    return f"{name}({','.join('_' * count)})" if count > 0 else name


def listed(values: Collection[Value]) -> str:
    """Values as a message lists them."""
    return some_of(sorted(map(named, values)))
