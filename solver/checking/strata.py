"""Rules that are not stratified, so that they leave open whether an atom holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from clingo.ast import AST, ASTType, Sign

from ..asp.origin import place
from ..asp.rule_files import RuleFiles
from ..asp.syntax import Signature, atoms, shown, signature
from .findings import Finding

_WHY = "the rule depends on its own negation, or leaves a choice, so the rules are not stratified"


def unstratified(files: RuleFiles, names: Collection[str]) -> Iterator[Finding]:
    """The game's own rules that depend on their own negation, or leave a choice.

    Args:
        files: rules that do not decide something.
        names: the predicates that are left open, if that is known.
    """
    rules = [statement for statement in files.statements if statement.ast_type == ASTType.Rule]
    found = {*_negations(rules, names), *_choices(rules)}
    own = [(path, line, head) for path, line, head in found if files.owns(path)]
    for path, line, head in own:
        yield Finding(path, line, f"{shown(head)} is not decided: {_WHY}")
    if not own:
        left_open = ", ".join(sorted(names)) or "the moves from the initial array"
        yield Finding(files.entry, 1, f"the rules are not stratified: they do not decide {left_open}")


def _negations(rules: list[AST], names: Collection[str]) -> Iterator[tuple[Path, int, Signature]]:
    """The heads that depend on the negation of what depends on them; of those named, if any are."""
    cycles = _cycles(rules)
    for rule in rules:
        negated = {
            cycles.get(signature(atom))
            for literal in rule.body
            if literal.ast_type == ASTType.Literal and literal.sign != Sign.NoSign
            for atom in atoms(literal)
        }
        for head in map(signature, atoms(rule.head)):
            if cycles[head] in negated and (not names or head[0] in names):
                yield *place(rule), head


def _cycles(rules: list[AST]) -> dict[Signature, int]:
    """For each predicate the number of those that depend on each other, to which it belongs."""
    import networkx as nx  # which takes long to import, and few rules need it

    graph: nx.DiGraph[Signature] = nx.DiGraph()
    for rule in rules:
        for head in map(signature, atoms(rule.head)):
            graph.add_node(head)
            graph.add_edges_from((head, signature(atom)) for literal in rule.body for atom in atoms(literal))
    return {node: number for number, part in enumerate(nx.strongly_connected_components(graph)) for node in part}


def _choices(rules: list[AST]) -> Iterator[tuple[Path, int, Signature]]:
    for rule in rules:
        if rule.head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
            yield from ((*place(rule), signature(head)) for head in atoms(rule.head))
