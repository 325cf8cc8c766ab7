"""The syntax of rules: the atoms in a node of clingo's syntax tree, and their predicates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from clingo.ast import AST, ASTType, Location, Position

Signature: TypeAlias = tuple[str, int]
"""A predicate: its name and arity."""

MOST_KEPT = 1 << 14
"""Of how many rules what was once read of their syntax is kept; clingo's syntax trees are slow to read."""

_VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"|\b(_*[A-Z]\w*)')

NOWHERE = Location(Position("<part>", 1, 1), Position("<part>", 1, 1))
"""The place of a statement that is in no file."""


def atoms(node: AST) -> Iterator[AST]:
    """The atoms in a node, each alternative of a pool separately."""
    kind = node.ast_type
    if kind == ASTType.Literal:
        node = node.atom
        kind = node.ast_type
    if kind in (ASTType.Comparison, ASTType.BooleanConstant):  # it contains only terms
        return
    if kind == ASTType.SymbolicAtom:
        symbol = node.symbol
        while symbol.ast_type == ASTType.UnaryOperation:
            symbol = symbol.argument
        yield from symbol.arguments if symbol.ast_type == ASTType.Pool else (symbol,)
        return
    for name in node.child_keys:
        child = getattr(node, name)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from atoms(each)


def shown(predicate: Signature) -> str:
    """A predicate as messages name it."""
    return f"{predicate[0]}/{predicate[1]}"


@lru_cache(MOST_KEPT)
def derived_by(statement: AST) -> tuple[Signature, ...]:
    """The predicates that a statement derives, if it is a rule with one head. Games share most of their rules."""
    if statement.ast_type != ASTType.Rule or statement.head.ast_type != ASTType.Literal:
        return ()
    return tuple(signature(atom) for atom in atoms(statement.head))


@lru_cache(MOST_KEPT)
def predicates(statement: AST) -> frozenset[Signature]:
    """The predicates of all atoms of a statement."""
    return frozenset(signature(atom) for atom in atoms(statement))


def occurring_once(statement: AST) -> set[str]:
    """The variables that occur once in a statement."""
    return {name for name, count in Counter(_VARIABLE.findall(str(statement))).items() if count == 1}


def signature(atom: AST) -> Signature:
    """The predicate of an atom."""
    if atom.ast_type == ASTType.SymbolicTerm:
        return atom.symbol.name, len(atom.symbol.arguments)
    return atom.name, len(atom.arguments)
