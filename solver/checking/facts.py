"""Facts of a game that are wrong: what the part `lint` of the rules says of them, and where they come from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from clingo import Number, String, Symbol, SymbolType
from clingo.ast import AST, ASTType

from ..asp.base import Base
from ..asp.files import RuleFiles
from ..asp.syntax import atoms
from ..asp.terms import text
from .findings import Finding, place


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a fact.

    Attributes:
        culprit: the fact.
        sentence: what is wrong, with places {0}, {1} for the arguments.
        arguments: what to name there.
    """

    culprit: Symbol
    sentence: str
    arguments: Sequence[Symbol]


def rows(base: Base, name: str, arity: int) -> list[Sequence[Symbol]]:
    """The arguments of the atoms of a predicate."""
    return [symbol.arguments for symbol in base.get((name, arity), [])]


def said_by_lint(base: Base) -> Iterator[Fault]:
    """The faults that the rules themselves derive."""
    offered: dict[Symbol, list[str]] = defaultdict(list)
    for name, word in rows(base, "offered", 2):
        offered[name].append(text(word))
    for culprit, sentence, arguments in rows(base, "fault", 3):
        yield Fault(culprit, text(sentence), [_spelled_out(each, offered) for each in arguments.arguments])


def _spelled_out(argument: Symbol, offered: Mapping[Symbol, Iterable[str]]) -> Symbol:
    """The argument of a sentence; for `all(List)` the words of the list."""
    if not argument.match("all", 1):
        return argument
    return String(", ".join(sorted(offered.get(argument.arguments[0], ()))) or "none")


def located(files: RuleFiles, faults: Iterable[Fault]) -> Iterator[Finding]:
    """The faults by file and line; many of one kind on one line are one finding."""
    told = list(faults)
    if not told:
        return
    heads = [
        (rule, atom, files.owns(place(rule)[0]))
        for rule in files.statements
        if rule.ast_type == ASTType.Rule
        for atom in atoms(rule.head)
    ]
    grouped: dict[tuple[tuple[Path, int], str], list[Sequence[Symbol]]] = defaultdict(list)
    for fault in told:
        grouped[_origin(fault.culprit, heads) or (files.entry, 1), fault.sentence].append(fault.arguments)
    for (where, sentence), cases in grouped.items():
        first = min(cases, key=tuple)
        more = f" (and {len(cases) - 1} more like this)" if len(cases) > 1 else ""
        yield Finding(*where, sentence.format(*map(text, first)) + more)


def _origin(culprit: Symbol, heads: Iterable[tuple[AST, AST, bool]]) -> tuple[Path, int] | None:
    """The place of the statement that most probably gives an atom: facts first, then the most exact head.

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
    """How exactly a term of a rule fits a symbol: the number of constants in common; None if it does not."""
    match term.ast_type:
        case ASTType.SymbolicTerm:
            return 2 if term.symbol == symbol else None
        case ASTType.Function:
            return _match_function(term, symbol)
        case ASTType.Pool:
            return max((s for s in (_match(part, symbol) for part in term.arguments) if s is not None), default=None)
        case ASTType.Variable:
            return 0
    return _match_number(term, symbol) if symbol.type == SymbolType.Number else None


def _match_function(term: AST, symbol: Symbol) -> int | None:
    if symbol.type != SymbolType.Function or symbol.name != term.name:
        return None
    if len(symbol.arguments) != len(term.arguments):
        return None
    scores = [_match(part, argument) for part, argument in zip(term.arguments, symbol.arguments, strict=True)]
    return None if None in scores else 1 + sum(score for score in scores if score is not None)


def _match_number(term: AST, number: Symbol) -> int | None:
    """How exactly arithmetic fits; what would have to be solved for its variables may give any number."""
    if term.ast_type == ASTType.UnaryOperation and term.argument.ast_type == ASTType.SymbolicTerm:
        return 2 if term.argument.symbol == Number(-number.number) else None
    if term.ast_type == ASTType.Interval and all(e.ast_type == ASTType.SymbolicTerm for e in (term.left, term.right)):
        return 1 if term.left.symbol <= number <= term.right.symbol else None
    return 0
