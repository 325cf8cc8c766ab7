"""The syntax of rules: the atoms in a node of clingo's syntax tree, their predicates, and outlines of rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from clingo import SymbolType
from clingo.ast import AST, ASTType, Location, Position, Sign

from .rule_notes import Notes

Signature: TypeAlias = tuple[str, int]
"""A predicate: its name and arity."""

Mention: TypeAlias = tuple[str, int, str | None]
"""An atom: the name and arity of its predicate, and its first argument if that is a constant."""

MOST_KEPT = 1 << 14
"""Of how many rules what was once read of their syntax is kept; clingo's syntax trees are slow to read."""

OUTLINES = Notes("outlines", Path(__file__).parent)
"""The outlines of rules, as lists, by the text of the rule: clingo writes it faster than Python visits its tree."""

_VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"|\b(_*[A-Z]\w*)')

NOWHERE = Location(Position("<part>", 1, 1), Position("<part>", 1, 1))
"""The place of a statement that is in no file."""


class Outline(NamedTuple):
    """The predicates of a rule.

    Attributes:
        derives: what it derives, if it has one head.
        heads: the atoms that it may derive.
        needs: the atoms that must hold for it, each on its own.
        mentions: all atoms of its body.
    """

    derives: tuple[Signature, ...]
    heads: frozenset[Mention]
    needs: frozenset[Mention]
    mentions: frozenset[Mention]


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
def outline(rule: AST) -> Outline:
    """The outline of a rule. Games share most of their rules."""
    derives, *atoms_of_rule = OUTLINES.noted(str(rule), lambda: _read(rule))
    heads, needs, mentions = (frozenset((name, arity, first) for name, arity, first in each) for each in atoms_of_rule)
    return Outline(tuple((name, arity) for name, arity in derives), heads, needs, mentions)


def _read(rule: AST) -> list[list[Any]]:
    """The outline of a rule, as lists."""
    head, needs, mentions = list(atoms(rule.head)), dict[Mention, None](), dict[Mention, None]()
    for literal in rule.body:
        found = [_mention(atom) for atom in atoms(literal)]
        mentions.update(dict.fromkeys(found))
        if len(found) == 1 and _is_plain(literal):
            needs[found[0]] = None
    derives = [signature(atom) for atom in head] if rule.head.ast_type == ASTType.Literal else []
    return [[list(each) for each in some] for some in (derives, dict.fromkeys(map(_mention, head)), needs, mentions)]


@lru_cache(MOST_KEPT)
def derived_by(statement: AST) -> tuple[Signature, ...]:
    """The predicates that a statement derives, if it is a rule with one head."""
    return outline(statement).derives if statement.ast_type == ASTType.Rule else ()


@lru_cache(MOST_KEPT)
def predicates(rule: AST) -> frozenset[Signature]:
    """The predicates of all atoms of a rule."""
    found = outline(rule)
    return frozenset((name, arity) for name, arity, _ in found.heads | found.mentions)


def rules_of(part: Iterable[AST]) -> tuple[AST, ...]:
    """The rules among the statements of a part."""
    return tuple(statement for statement in part if statement.ast_type == ASTType.Rule)


def occurring_once(statement: AST) -> set[str]:
    """The variables that occur once in a statement."""
    return {name for name, count in Counter(_VARIABLE.findall(str(statement))).items() if count == 1}


def signature(atom: AST) -> Signature:
    """The predicate of an atom."""
    if atom.ast_type == ASTType.SymbolicTerm:
        return atom.symbol.name, len(atom.symbol.arguments)
    return atom.name, len(atom.arguments)


def _mention(atom: AST) -> Mention:
    is_compound = atom.ast_type == ASTType.Function and atom.arguments
    return *signature(atom), _constant(atom.arguments[0]) if is_compound else None


def _is_plain(literal: AST) -> bool:
    """Whether it is an atom that must hold, not one of an aggregate or a condition."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return False
    return bool(literal.atom.ast_type == ASTType.SymbolicAtom)


def _constant(term: AST) -> str | None:
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        return str(term.symbol)
    if term.ast_type == ASTType.Function and not term.arguments:
        return str(term.name)
    return None
