"""Names that were written with a capital, and so are variables: the rule then holds for any value."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.ast import ASTType, Sign

from ..asp.origin import place
from ..asp.rule_files import RuleFiles
from ..asp.syntax import atoms, occurring_once
from .derived_values import arguments_of, derived_values
from .findings import Finding


def capitals(files: RuleFiles) -> Iterator[Finding]:
    """The variables of the game's own rules that occur once in a rule, where the same word is a value."""
    derived = derived_values(files.sources)
    for source in files.sources:
        for statement in source.statements if files.owns(source.path) else ():
            if statement.ast_type != ASTType.Rule:
                continue
            once = occurring_once(statement)
            for literal in statement.body if once else ():
                if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
                    continue
                for argument, term in (each for atom in atoms(literal) for each in arguments_of(atom)):
                    if isinstance(term, str) and term in once and (term.lower(), 0) in (derived.of(argument) or ()):
                        message = f"{term} is a variable that occurs once, so the rule holds for any value; do you mean"
                        yield Finding(*place(statement), f"{message} {term.lower()!r}? If not, write _")
