"""Which rules may make more and more atoms: those that derive new terms from what they derive themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo.ast import AST, ASTType, ComparisonOperator

from ..asp.demand import bodies, heads
from ..asp.syntax import signature

_EQUAL = (ComparisonOperator.Equal, ComparisonOperator.NotEqual)


def growing(statements: Iterable[AST]) -> list[AST]:
    """The rules that need what they derive, directly or through other rules, and compute a term of it.

    Grounding may never end because of such a rule. Where some of them compare no sizes (as `X < 8` does), only those
    are given.
    """
    import networkx as nx  # which takes long to import, and only rules that grow too much need it

    rules = [each for each in statements if each.ast_type == ASTType.Rule]
    needs: nx.DiGraph[tuple[str, int]] = nx.DiGraph()
    for rule in rules:
        for head in map(signature, heads([rule])):
            needs.add_edges_from((signature(atom), head) for atom in bodies([rule]))
    circles = {
        predicate: number for number, some in enumerate(nx.strongly_connected_components(needs)) for predicate in some
    }
    found = [rule for rule in rules if _needs_itself(rule, circles) and _computes(rule)]
    return [rule for rule in found if not _compares_sizes(rule)] or found


def _needs_itself(rule: AST, circles: dict[tuple[str, int], int]) -> bool:
    derived = {circles.get(signature(atom)) for atom in heads([rule])} - {None}
    return not derived.isdisjoint(circles.get(signature(atom)) for atom in bodies([rule]))


def _computes(rule: AST) -> bool:
    """Whether a variable stands inside a term of the head or of an equation, or is found by one such as X in n(X-1)."""
    terms = [term for atom in heads([rule]) for term in getattr(atom, "arguments", ())]
    needed = (term for atom in bodies([rule]) for term in getattr(atom, "arguments", ()))
    terms += [term for term in needed if term.ast_type == ASTType.BinaryOperation]
    terms += [
        term
        for comparison in _comparisons(rule)
        for term in (comparison.term, *(guard.term for guard in comparison.guards))
    ]
    return any(term.ast_type != ASTType.Variable and _has_variable(term) for term in terms)


def _compares_sizes(rule: AST) -> bool:
    return any(guard.comparison not in _EQUAL for each in _comparisons(rule) for guard in each.guards)


def _comparisons(rule: AST) -> Iterator[AST]:
    for literal in rule.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison:
            yield literal.atom


def _has_variable(term: AST) -> bool:
    if term.ast_type == ASTType.Variable:
        return True
    children = (getattr(term, name) for name in term.child_keys)
    return any(
        _has_variable(each) for child in children for each in ((child,) if isinstance(child, AST) else child or ())
    )
