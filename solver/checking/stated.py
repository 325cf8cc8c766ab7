"""What a game's rules state about moves and positions, and ask for, as facts for the part `lint` of the rules.

`rules/core/statements.lp` finds mistakes in them that no single argument shows: a flag that its field does not have, an
item that its store does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import AST, ASTType

from ..asp.demand import heads
from ..asp.origin import Place, place
from ..asp.program_parts import is_for_readings
from ..asp.rule_files import RuleFiles
from ..asp.syntax import atoms

_VARIABLE = Function("variable")
"""What stands for a part of an atom that is not the same in all of its instances."""
SHARED = Function("shared")
"""The name of all rules that are not the game's own."""
_NO_RULES = ("base", "lint", "why")
"""Parts without rules about moves."""


class Statements(NamedTuple):
    """The atoms in a game's rules about moves and positions.

    Attributes:
        facts: `rule_states/2`, `rule_asks/2` and `rule_varies/1`, with the names of the rules.
        places: the place of each of the game's own rules, by its name: rule(Number), one for all on one line.
    """

    facts: Iterable[Symbol]
    places: Mapping[Symbol, Place]


def statements(files: RuleFiles) -> Statements:
    """The atoms in the heads of all rules about moves and positions, and in the bodies of the game's own."""
    facts: dict[Symbol, None] = {}
    names: dict[Place, Symbol] = {}
    constants = frozenset(each.name for each in files.statements if each.ast_type == ASTType.Definition)
    for part, body in files.parts.items():
        if part in _NO_RULES or is_for_readings(part):
            continue
        replaced = constants.union(files.parameters.get(part, ()))
        for rule in body:
            if rule.ast_type == ASTType.Rule:
                where = place(rule)
                own = files.owns(where[0])
                name = names.setdefault(where, Function("rule", [Number(len(names))])) if own else SHARED
                asked = (atom for literal in rule.body for atom in atoms(literal)) if own else ()
                for predicate, some in (("rule_states", heads([rule])), ("rule_asks", asked)):
                    for atom in _symbols(some, replaced):
                        facts[Function(predicate, [name, atom])] = None
                        facts.update((Function("rule_varies", [term]), None) for term in _varying(atom))
    return Statements(facts, {name: where for where, name in names.items()})


def _varying(term: Symbol) -> set[Symbol]:
    """The terms in an atom that are not the same in all of its instances, and the atom if it is such a term."""
    inside = set[Symbol]().union(*map(_varying, term.arguments)) if term.type == SymbolType.Function else set()
    return inside | {term} if inside or term == _VARIABLE else inside


def _symbols(some: Iterable[AST], replaced: frozenset[str]) -> Iterator[Symbol]:
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
        return [_VARIABLE if symbol.type == SymbolType.Function and symbol.name in replaced else symbol]
    if term.ast_type == ASTType.Pool:
        return [symbol for each in term.arguments for symbol in _alternatives(each, replaced)]
    if term.ast_type == ASTType.Function and not term.external:
        arguments = (_alternatives(each, replaced) for each in term.arguments)
        return [Function(term.name, chosen) for chosen in product(*arguments)]
    return [_VARIABLE]
