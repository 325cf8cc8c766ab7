"""Statements about a game that derive nothing, as nothing satisfies their bodies: cells that the board lacks, say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clingo import Symbol, SymbolType
from clingo.ast import ASTType

from ..asp.base import Base
from ..asp.demand import heads
from ..asp.origin import place
from ..asp.rule_files import RuleFiles
from ..asp.syntax import atoms, signature
from .findings import Finding
from .stated import VARIABLE, constants_of, patterns

_NAME = re.compile(r'"(?:\\.|[^"\\])*"|\b_*[a-z]\w*')
_READINGS = {("reads", 1), ("requested_reading", 1)}


def underived(files: RuleFiles, base: Base) -> Iterator[Finding]:
    """The game's own rules of the part `base` of whose heads no atom holds.

    A rule whose body asks for a predicate that never holds is left to `valueless`. If rules of the game ask for
    readings, others may hold under another one, so none is judged. Nor is a rule whose body names a constant
    (`#const`), which may be a switch.

    Args:
        files: the game's rules.
        base: the same, solved.
    """
    own = [each for each in files.parts.get("base", ()) if each.ast_type == ASTType.Rule and files.owns(place(each)[0])]
    asked = [{signature(atom) for literal in rule.body for atom in atoms(literal)} for rule in own]
    if any(_READINGS & predicates for predicates in asked):
        return
    replaced = constants_of(files)
    for rule, predicates in zip(own, asked, strict=True):
        stated = list(patterns(heads([rule]), replaced))
        holds = any(_fits(each, atom) for each in stated for atom in base.get((each.name, len(each.arguments)), ()))
        is_switch = any(name in replaced for literal in rule.body for name in _NAME.findall(str(literal)))
        if stated and not holds and not is_switch and all(base.get(predicate) for predicate in predicates):
            yield Finding(*place(rule), "the rule derives nothing: nothing satisfies its body")


def _fits(pattern: Symbol, symbol: Symbol) -> bool:
    """Whether a symbol is an instance of an atom or term, in which `VARIABLE` stands for any term."""
    if pattern == VARIABLE or pattern.type != SymbolType.Function or symbol.type != SymbolType.Function:
        return pattern in (VARIABLE, symbol)
    return symbol.match(pattern.name, len(pattern.arguments)) and all(map(_fits, pattern.arguments, symbol.arguments))
