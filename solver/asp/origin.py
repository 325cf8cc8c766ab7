"""The place in a game's rules that an atom of `base` comes from."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import AST, ASTType

from .rule_files import RuleFiles
from .syntax import atoms

Place: TypeAlias = tuple[Path, int]
"""A file and a line."""


class Origins:
    """The heads of a game's rules, to trace atoms to files and lines.

    Args:
        files: the rules.
    """

    def __init__(self, files: RuleFiles) -> None:
        self._entry = files.entry
        self._heads = [
            (rule, atom, files.owns(place(rule)[0]))
            for rule in files.statements
            if rule.ast_type == ASTType.Rule
            for atom in atoms(rule.head)
        ]

    def of(self, atom: Symbol) -> Place:
        """The place of the statement that most probably derives an atom; by default the game's entry file."""
        return _origin(atom, self._heads) or (self._entry, 1)


def place_of_term(files: RuleFiles, term: Symbol | None) -> Place:
    """The place of the first rule whose head contains a term literally, of the game's own if there is one; by default
    the game's entry file.
    """
    rules = (rule for rule in files.statements if rule.ast_type == ASTType.Rule)
    found = [place(rule) for rule in rules if any(_holds(atom, term) for atom in atoms(rule.head))]
    return next((each for each in found if files.owns(each[0])), found[0] if found else (files.entry, 1))


def _holds(atom: AST, term: Symbol | None) -> bool:
    """Whether an atom or a term has a term in it, at any depth."""
    if atom.ast_type == ASTType.SymbolicTerm:
        return bool(atom.symbol == term)
    return any(_holds(each, term) for each in getattr(atom, "arguments", ()))


def place(statement: AST) -> Place:
    """The place of a statement."""
    begin = statement.location.begin
    return Path(begin.filename), begin.line


def _origin(culprit: Symbol, heads: Iterable[tuple[AST, AST, bool]]) -> Place | None:
    """The place of the statement that most probably derives an atom: facts first, then the most exact head.

    Args:
        culprit: the atom.
        heads: rules, the atoms in their heads, and whether the rule is the game's own.
    """
    fits = [
        ((not rule.body, score, own, -order), atom)
        for order, (rule, atom, own) in enumerate(heads)
        if (score := _match(atom, culprit)) is not None
    ]
    return place(max(fits, key=itemgetter(0))[1]) if fits else None


def _match(term: AST, symbol: Symbol) -> int | None:
    """How exactly a term of a rule matches a symbol: the number of equal constants; None if it does not match."""
    match term.ast_type:
        case ASTType.SymbolicTerm:
            return 2 if term.symbol == symbol else None
        case ASTType.Function:
            return _match_function(term, symbol)
        case ASTType.Pool:
            return max((s for s in (_match(part, symbol) for part in term.arguments) if s is not None), default=None)
        case ASTType.Variable:
            return 0
        case ASTType.UnaryOperation if symbol.type == SymbolType.Function and symbol.negative:
            return _match(term.argument, Function(symbol.name, symbol.arguments))
    return _match_number(term, symbol) if symbol.type == SymbolType.Number else None


def _match_function(term: AST, symbol: Symbol) -> int | None:
    if symbol.type != SymbolType.Function or symbol.name != term.name or symbol.negative:
        return None
    if len(symbol.arguments) != len(term.arguments):
        return None
    scores = [_match(part, argument) for part, argument in zip(term.arguments, symbol.arguments, strict=True)]
    return None if None in scores else 1 + sum(score for score in scores if score is not None)


def _match_number(term: AST, number: Symbol) -> int | None:
    """How exactly arithmetic matches. A term with variables may have any number as its value."""
    if term.ast_type == ASTType.UnaryOperation and term.argument.ast_type == ASTType.SymbolicTerm:
        return 2 if term.argument.symbol == Number(-number.number) else None
    if term.ast_type == ASTType.Interval and all(e.ast_type == ASTType.SymbolicTerm for e in (term.left, term.right)):
        return 1 if term.left.symbol <= number <= term.right.symbol else None
    return 0
