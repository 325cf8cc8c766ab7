"""What a game's rules state about moves and positions, and ask for, as facts for the part `lint` of the rules.

`rules/core/statements.lp` finds mistakes in them that no single argument shows: a flag that its field does not have, an
item that its store does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign, UnaryOperator

from ..asp.demand import heads
from ..asp.origin import Place, place
from ..asp.program_parts import holds_always, is_for_readings
from ..asp.rule_files import RuleFiles
from ..asp.syntax import MOST_KEPT, atoms, signature

VARIABLE = Function("variable")
"""What stands for a part of an atom that is not the same in all of its instances."""
SHARED = Function("shared")
"""The name of all rules that are not the game's own."""
_READS = Function("reads")
_NO_RULES = ("lint", "why")
"""Parts without facts of a game and without rules about moves."""


class Statements(NamedTuple):
    """The atoms in a game's facts and rules.

    Attributes:
        facts: the predicates that `rules/core/statements.lp` has from the engine, with the names of the rules.
        places: the place of each of the game's own rules, by its name: rule(Number), one for all on one line.
    """

    facts: Iterable[Symbol]
    places: Mapping[Symbol, Place]


def statements(files: RuleFiles) -> Statements:
    """The atoms in the heads of all rules about moves and positions, and in all of the game's own rules."""
    facts: dict[Symbol, None] = {}
    names: dict[Place, Symbol] = {}
    constants = constants_of(files)
    for part, body in files.parts.items():
        if part in _NO_RULES:
            continue
        of_moves = not holds_always(part)
        parameters = files.parameters.get(part, ())
        replaced = constants.union(parameters)
        if is_for_readings(part):
            facts.update((Function("named_by", [_READS, Function(name)]), None) for name in parameters)
        for rule in (each for each in body if each.ast_type == ASTType.Rule):
            where = place(rule)
            own = files.owns(where[0])
            name = names.setdefault(where, Function("rule", [Number(len(names))])) if own else SHARED
            asked = [atom for literal in rule.body for atom in atoms(literal)] if own else []
            stated = list(heads([rule])) if own else []
            facts.update(dict.fromkeys(_words(rule)))
            facts.update(dict.fromkeys(_states(rule, replaced, name) if own or of_moves else ()))
            facts.update(dict.fromkeys(_atoms("rule_asks", patterns(asked, replaced), name)))
            if len(asked) == 1 and _is_alone(rule, replaced):
                pairs = product(patterns(stated, replaced), patterns(asked, replaced))
                facts.update((Function("rule_follows", [name, *pair]), None) for pair in pairs)
    return Statements(facts, {name: where for where, name in names.items()})


def constants_of(files: RuleFiles) -> frozenset[str]:
    """The names that the game's rules replace by something else."""
    return frozenset(each.name for each in files.statements if each.ast_type == ASTType.Definition)


def _is_alone(rule: AST, replaced: frozenset[str]) -> bool:
    """Whether the rule's body is one atom, which must hold; its arguments are different variables, and names of
    which none is replaced.
    """
    if len(rule.body) != 1 or rule.body[0].ast_type != ASTType.Literal or rule.body[0].sign != Sign.NoSign:
        return False
    terms = [term for atom in atoms(rule.body[0]) for term in atom.arguments]
    variables = [term.name for term in terms if term.ast_type == ASTType.Variable and term.name != "_"]
    names = [term for term in terms if term.ast_type == ASTType.SymbolicTerm and str(term) not in replaced]
    unnamed = sum(term.ast_type == ASTType.Variable for term in terms)
    return len(variables) == len(set(variables)) and unnamed + len(names) == len(terms)


@lru_cache(MOST_KEPT)
def _words(rule: AST) -> tuple[Symbol, ...]:
    """The constants in the atoms of a rule, each with the predicate of its atom: facts named_by/2."""
    some = chain(heads([rule]), (atom for literal in rule.body for atom in atoms(literal)))
    return tuple(
        Function("named_by", [Function(signature(atom)[0]), word]) for atom in some for word in _constants(atom)
    )


@lru_cache(MOST_KEPT)
def _states(rule: AST, replaced: frozenset[str], name: Symbol) -> tuple[Symbol, ...]:
    """The facts about the atoms in the head of a rule."""
    return tuple(_atoms("rule_states", patterns(heads([rule]), replaced), name))


def _atoms(predicate: str, some: Iterable[Symbol], name: Symbol) -> Iterator[Symbol]:
    """The facts about atoms of a rule, and about what varies in them."""
    for atom in some:
        yield Function(predicate, [name, atom])
        yield from (Function("rule_varies", [term]) for term in _varying(atom))


def _constants(term: AST) -> Iterator[Symbol]:
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        yield term.symbol
    for each in getattr(term, "arguments", ()):
        yield from _constants(each)


def _varying(term: Symbol) -> set[Symbol]:
    """The terms in an atom that are not the same in all of its instances, and the atom if it is such a term."""
    inside = set[Symbol]().union(*map(_varying, term.arguments)) if term.type == SymbolType.Function else set()
    return inside | {term} if inside or term == VARIABLE else inside


def patterns(some: Iterable[AST], replaced: frozenset[str]) -> Iterator[Symbol]:
    """Atoms without variables, for each choice of elements of their pools.

    Args:
        some: the atoms of rules.
        replaced: names of parameters and constants, which stand for something else.
    """
    for atom in some:
        yield from _alternatives(atom, replaced)


def _alternatives(term: AST, replaced: frozenset[str]) -> list[Symbol]:
    """A term without variables, for each choice of elements of its pools.

    Args:
        term: the term.
        replaced: names of parameters and constants, which stand for something else.
    """
    if term.ast_type == ASTType.SymbolicTerm:
        symbol = term.symbol
        return [VARIABLE if symbol.type == SymbolType.Function and symbol.name in replaced else symbol]
    if term.ast_type == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
        return [_negative(each) for each in _alternatives(term.argument, replaced)]
    if term.ast_type == ASTType.Pool:
        return [symbol for each in term.arguments for symbol in _alternatives(each, replaced)]
    if term.ast_type == ASTType.Function and not term.external:
        arguments = (_alternatives(each, replaced) for each in term.arguments)
        return [Function(term.name, chosen) for chosen in product(*arguments)]
    return [VARIABLE]


def _negative(term: Symbol) -> Symbol:
    return Number(-term.number) if term.type == SymbolType.Number else VARIABLE
