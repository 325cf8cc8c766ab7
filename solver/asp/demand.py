"""Dependencies between rules: the atoms that statements derive, and those that they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from clingo.ast import AST, ASTType

from .ruleset import Ruleset
from .syntax import Signature, atoms, signature


def heads(statements: Iterable[AST]) -> Iterator[AST]:
    """The atoms that statements derive or choose."""
    for statement in statements:
        if statement.ast_type == ASTType.Rule:
            if statement.head.ast_type == ASTType.Literal:
                yield from atoms(statement.head)
            for element in getattr(statement.head, "elements", ()):
                yield from atoms(element.literal)


def bodies(statements: Iterable[AST]) -> Iterator[AST]:
    """The other atoms of statements, including the conditions in heads such as `{ filled(D) : box(D) }`."""
    for statement in statements:
        elements = getattr(statement.head, "elements", ()) if statement.ast_type == ASTType.Rule else ()
        conditions = (literal for element in elements for literal in element.condition)
        for literal in chain(getattr(statement, "body", ()), conditions):
            yield from atoms(literal)


def said_always(ruleset: Ruleset) -> set[Signature]:
    """The predicates that the part `base` of a game derives, or could derive."""
    found = set(ruleset.signatures)
    found |= {signature(atom) for atom in heads(ruleset.files.parts.get("base", ()))}
    for source in ruleset.files.sources:
        found |= {(each.name, each.arity) for each in source.statements if each.ast_type == ASTType.Defined}
    return found
