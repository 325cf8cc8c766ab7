"""What some rules derive of moves, each of which is a number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from clingo import Control, Symbol
from clingo.ast import AST, Program, ProgramBuilder

from ...asp.program import draw_in
from ...asp.session import Facts, Given
from ...asp.syntax import NOWHERE as NO_PLACE
from ...asp.syntax import Signature
from ...errors import RulesError

Derived: TypeAlias = Mapping[str, Sequence[Sequence[Symbol]]]
"""What is derived of a move: by predicate the arguments after the move."""


def derive(rules: Iterable[AST], facts: Facts, read: Iterable[Signature], moves: int) -> list[Derived]:
    """What rules derive from facts, for each move.

    Args:
        rules: the rules, and definitions of constants that they use.
        facts: the facts by predicate. The first argument of those about a move is its number, from 0.
        read: the predicates to give. The first argument of each is a move.
        moves: how many moves there are.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    messages: list[str] = []
    options = ["2", "--warn=no-atom-undefined"]
    control = Control(options, logger=lambda _code, message: messages.append(message.strip()))
    with ProgramBuilder(control) as builder:
        builder.add(Program(NO_PLACE, "base", []))
        for name, arity in sorted(facts):
            for statement in draw_in(name, arity):
                builder.add(statement)
        for rule in rules:
            builder.add(rule)
    try:
        control.ground([("base", [])], context=Given(facts))
    except RuntimeError as error:
        raise RulesError("\n".join([*messages, str(error)])) from error
    found: list[dict[str, list[Sequence[Symbol]]]] = [defaultdict(list) for _ in range(moves)]
    for name, arity in read:
        for atom in control.symbolic_atoms.by_signature(name, arity):
            move, *rest = atom.symbol.arguments
            found[move.number][name].append(rest)
    return list(found)
