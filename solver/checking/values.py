"""Rules without effect because of a value: an argument that nothing gives, or that nothing reads.

For each argument of each predicate, `_Derived` finds a set of values that includes all that rules can derive there
(abstract interpretation). They come from the heads of rules; a variable has the values that its places in the body
have in common. A symbol counts as itself. Of a term with arguments only the name and the number of arguments count;
numbers are one value, and so are texts. A set may have too many values, never too few. So a rule that needs another
value never holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from clingo import SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from ..asp.demand import heads
from ..asp.origin import place
from ..asp.rule_files import KEPT_FILES, READING, RuleFiles, Source
from ..asp.stages import GIVEN
from ..asp.syntax import Signature, atoms, signature
from ..errors import meant, some_of
from .findings import Finding
from .predicates import show

Value: TypeAlias = tuple[str, int]
"""The name of a symbol or term, and the number of its arguments; or NUMBER or TEXT."""
Values: TypeAlias = frozenset[Value] | None
"""The values that something may have; None for any."""
Argument: TypeAlias = tuple[Signature, int]
"""A predicate, and the index of one of its arguments."""

NUMBER, TEXT = ("a number", -1), ("a text", -1)
_INPUT = GIVEN | {("reads", 1)}
"""Facts that no rule derives: a position and a question about it, and the readings that are chosen."""
NOTHING: frozenset[Value] = frozenset()
_POSITION: Mapping[Argument, Argument] = {
    (("piece", 3), 0): (("cell", 1), 0),
    (("piece", 3), 1): (("kind", 1), 0),
    (("piece", 3), 2): (("army", 1), 0),
    (("turn", 1), 0): (("player", 2), 0),
}
"""Arguments of the facts of a position, and those whose values they have; others of such facts may have any value."""
_STATED: Mapping[Argument, Argument] = {
    (("becomes", 3), 2): (("kind", 1), 0),
    (("gains", 3), 2): (("kind", 1), 0),
    (("joins", 3), 2): (("army", 1), 0),
    (("seeks", 3), 1): (("kind", 1), 0),
    (("seeks", 3), 2): (("measure", 4), 0),
    (("wins", 3), 1): (("army", 1), 0),
}
"""Arguments of what rules of a game state about moves, and those whose values they must have."""


class _Atom(NamedTuple):
    """An atom: its predicate, and each argument as the name of a variable, or the values that it may have.

    The arguments of terms in it are with them, each under the name of the term and a bracket: what rules put into
    terms of one name is what other rules find there.
    """

    predicate: Signature
    arguments: tuple[tuple[Argument, str | Values], ...]


class _Rule(NamedTuple):
    """A rule.

    Attributes:
        where: its file and line.
        states: whether it states what a game is (`base`), rather than what follows in a position.
        heads: the atoms that it derives.
        required: the atoms of its body that have to hold.
        excluded: those that must not hold.
        other: the atoms in its aggregates and conditions.
        equal: the terms that it states to be equal.
    """

    where: tuple[Path, int]
    states: bool
    heads: list[_Atom]
    required: list[_Atom]
    excluded: list[_Atom]
    other: list[_Atom]
    equal: list[tuple[str | Values, str | Values]]


def valueless(files: RuleFiles) -> Iterator[Finding]:
    """The game's own rules that have no effect because of a value in them, each with the first such value."""
    found = _Derived([rule for source in files.sources for rule in _rules(source)])
    read = _read_values(found)
    for rule in found.rules:
        if files.owns(rule.where[0]):
            fault = next(_faults(rule, found), None) or next(_unread(rule, found, read), None)
            if fault:
                yield Finding(*rule.where, fault)


@lru_cache(maxsize=KEPT_FILES)
def _rules(source: Source) -> list[_Rule]:
    """The rules of a file; most files are those of many games."""
    found, states = [], True
    constants = {each.name for each in source.statements if each.ast_type == ASTType.Definition}
    replaced = frozenset(constants)
    for statement in source.statements:
        if statement.ast_type == ASTType.Program:
            states = statement.name in ("base", READING)
            replaced = frozenset(constants.union([] if states else [each.name for each in statement.parameters]))
        elif statement.ast_type in (ASTType.Rule, ASTType.External):
            found.append(_rule(statement, states, replaced))
    return found


def _rule(statement: AST, states: bool, replaced: frozenset[str]) -> _Rule:
    rule = _Rule(place(statement), states, [], [], [], [], [])
    derived = heads([statement]) if statement.ast_type == ASTType.Rule else atoms(statement.atom)
    rule.heads.extend(_atom(each, replaced) for each in derived)
    for literal in statement.body:
        simple = literal.ast_type == ASTType.Literal
        some = rule.other if not simple else rule.required if literal.sign == Sign.NoSign else rule.excluded
        some.extend(_atom(each, replaced) for each in atoms(literal))
        if simple and literal.sign == Sign.NoSign and literal.atom.ast_type == ASTType.Comparison:
            term, (guard, *more) = literal.atom.term, literal.atom.guards
            if guard.comparison == ComparisonOperator.Equal and not more:
                rule.equal.append((_term(term, replaced), _term(guard.term, replaced)))
    return rule


def _atom(atom: AST, replaced: frozenset[str]) -> _Atom:
    return _Atom(signature(atom), tuple(_arguments(signature(atom), atom, replaced)))


def _arguments(name: Signature, node: AST, replaced: frozenset[str]) -> Iterator[tuple[Argument, str | Values]]:
    terms = node.arguments if node.ast_type == ASTType.Function else ()
    for index, term in enumerate(terms):
        yield (name, index), _term(term, replaced)
        if term.ast_type == ASTType.Function and term.name and not term.external:
            yield from _arguments((f"{term.name}(", len(term.arguments)), term, replaced)


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


class _Derived:
    """The values of the arguments of all predicates, as far as the rules derive them.

    Args:
        rules: the rules of a game, under all of its readings.
    """

    def __init__(self, rules: list[_Rule]) -> None:
        self.rules = rules
        self._values: dict[Argument, frozenset[Value]] = defaultdict(frozenset)
        self._open: set[Argument] = set()
        asking: dict[Signature, list[_Rule]] = defaultdict(list)
        for rule in rules:
            for predicate in {_source(argument)[0] for atom in rule.required for argument, _ in atom.arguments}:
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
        source = _source(argument)
        return None if source[0] in _INPUT or source in self._open else self._values[source]

    def variables(self, rule: _Rule, but: _Atom | None = None) -> dict[str, Values]:
        """The values of the variables in a body, by all of its atoms but one; of variables not there any."""
        found: dict[str, Values] = {}
        for atom in rule.required:
            if atom is not but:
                for argument, term in atom.arguments:
                    if isinstance(term, str):
                        found[term] = _common(found.get(term), self.of(argument))
        for one, other in rule.equal:
            for term, equal in ((one, other), (other, one)):
                if isinstance(term, str):
                    found[term] = _common(found.get(term), _values(equal, found))
        return found

    def _derive(self, rule: _Rule) -> set[Signature]:
        """Add what a rule derives; the predicates that have more values now."""
        variables = self.variables(rule)
        if NOTHING in variables.values() or any(self._lacks(atom) for atom in rule.required):
            return set()
        changed = set()
        for atom in rule.heads:
            for argument, term in atom.arguments:
                found = _values(term, variables)
                if argument in self._open or (found is not None and found <= self._values[argument]):
                    continue
                changed.add(argument[0])
                if found is None:
                    self._open.add(argument)
                else:
                    self._values[argument] |= found
        return changed

    def _lacks(self, atom: _Atom) -> bool:
        """Whether an atom never holds, as far as is known."""
        return any(
            _common(self.of(argument), term) == NOTHING
            for argument, term in atom.arguments
            if not isinstance(term, str)
        )


def _faults(rule: _Rule, derived: _Derived) -> Iterator[str]:
    """Why a rule never holds, or a condition always does. What follows from the fault of another rule is none."""
    for atom in (*rule.required, *rule.excluded):
        for argument, term in atom.arguments:
            there = derived.of(argument)
            if there and isinstance(term, frozenset) and not term <= there:
                yield _sentence("{0} never has {1} as argument {2}", argument, term, there)
    held: dict[str, tuple[str, frozenset[Value]]] = {}
    for name, there, where in _places(rule, derived):
        first, before = held.get(name, (where, there))
        if not before & there:
            yield f"the rule never holds: {name} is {_listed(before)} {first}, and {_listed(there)} {where}"
            return
        held[name] = where, before & there


def _places(rule: _Rule, derived: _Derived) -> Iterator[tuple[str, frozenset[Value], str]]:
    """The places of variables in a body whose values are known: the variable, its values there, and the place."""
    for atom in rule.required:
        for argument, term in atom.arguments:
            if isinstance(term, str) and (there := derived.of(argument)):
                yield term, there, f"in {show(atom.predicate)}"
    for one, other in (*rule.equal, *((other, one) for one, other in rule.equal)):
        if isinstance(one, str) and isinstance(other, frozenset):
            yield one, other, "by its equation"


def _unread(rule: _Rule, derived: _Derived, read: Mapping[Argument, Values]) -> Iterator[str]:
    """Values in the head of a rule that have no effect there. What a game states (`base`) has checks of its own."""
    variables = derived.variables(rule)
    for atom in () if rule.states else rule.heads:
        for argument, term in atom.arguments:
            stated = _values(term, variables)
            fitting = derived.of(_STATED[argument]) if argument in _STATED else None
            if fitting and stated and not stated & fitting:
                yield _sentence("{0} has no use for {1} as argument {2}", argument, stated, fitting)
            wanted = read.get(argument)
            if wanted and isinstance(term, frozenset) and not term <= wanted:
                yield _sentence("{0} has no use for {1} as argument {2}", argument, term, wanted)


def _read_values(derived: _Derived) -> dict[Argument, Values]:
    """The values that rules ask for, of the arguments that some rule asks for at all."""
    found: dict[Argument, Values] = {}
    for rule in derived.rules:
        for atom in (*rule.required, *rule.excluded, *rule.other):
            variables = {} if any(atom is each for each in rule.other) else derived.variables(rule, but=atom)
            for argument, term in atom.arguments:
                if term is not None and (before := found.get(argument, NOTHING)) is not None:
                    asked = _values(term, variables)
                    found[argument] = None if asked is None else before | asked
    return found


def _source(argument: Argument) -> Argument:
    return _POSITION.get(argument, argument)


def _values(term: str | Values, variables: Mapping[str, Values]) -> Values:
    return variables.get(term) if isinstance(term, str) else term


def _common(one: Values, other: Values) -> Values:
    return other if one is None else one if other is None else one & other


def _sentence(form: str, argument: Argument, values: frozenset[Value], there: frozenset[Value]) -> str:
    """What is wrong with the first value of some that are not among those that an argument can have."""
    predicate, index = argument
    name = _named(min(values - there))
    hint = meant(name, [_named(each) for each in there])
    return f"{form.format(show(predicate), name, index + 1)}; it can be {_listed(there)}{hint}"


def _named(value: Value) -> str:
    name, count = value
    return f"{name}({','.join('_' * count)})" if count > 0 else name


def _listed(values: frozenset[Value]) -> str:
    return some_of(sorted(map(_named, values)))
