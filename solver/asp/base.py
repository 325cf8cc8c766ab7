"""The part `base` of a ruleset, which does not depend on a position: solved once, with all of its atoms."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeAlias

from clingo import Control, Function, Symbol
from clingo.ast import AST, Literal, Program, ProgramBuilder, Rule, Sign, SymbolicAtom, SymbolicTerm

from ..errors import RulesError
from ..signals import deferred_interrupts
from .functions import Functions
from .messages import in_lines
from .origin import place_of_term
from .rule_files import RuleFiles
from .syntax import NOWHERE, Signature

Base: TypeAlias = dict[Signature, list[Symbol]]
"""The atoms of the part `base`, by predicate."""


class UndecidedError(RulesError):
    """Rules that leave open whether an atom holds, because they are not stratified.

    Attributes:
        predicates: the names of the undecided predicates, if they are known.
    """

    def __init__(self, message: str, predicates: Sequence[str]) -> None:
        super().__init__(message)
        self.predicates = tuple(predicates)


def solve_base(
    rule_files: RuleFiles,
    chosen: Iterable[str],
    parts: Sequence[str] = ("base",),
    complaints: list[str] | None = None,
    facts: Iterable[Symbol] = (),
) -> Base:
    """Every atom of the part `base`.

    Args:
        rule_files: the rules.
        chosen: the chosen readings; names of no reading have no effect.
        parts: `base`, and further parts to ground with it.
        complaints: collects clingo's errors and warnings, if these are not to be raised.
        facts: further facts.

    Raises:
        RulesError: if clingo reports an error or a warning, or an atom is not decided.
    """
    messages: list[str] = []
    control = Control(["2", "--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message.strip()))
    asked = set(chosen)
    functions = Functions()
    requested = (Function("requested_reading", [Function(name)]) for name in sorted(asked))
    _add(control, rule_files.under(asked), (*requested, *facts), parts)
    try:
        for part in parts:
            control.ground([(part, [])], context=functions)
        models: list[Sequence[Symbol]] = []
        with deferred_interrupts(), control.solve(yield_=True) as handle:
            models.extend(model.symbols(atoms=True) for model in handle)
    except RuntimeError as error:
        raise RulesError(*(in_lines(messages) if messages else [str(error)])) from error
    for culprit, reason in functions.mistakes:
        path, line = place_of_term(rule_files, culprit)
        messages.append(f"{path}:{line}:1: error: {reason}")
    if messages and complaints is None:
        raise RulesError(*messages)
    if complaints is not None:
        complaints += messages
    if len(models) != 1 or len(models[0]) != len(control.symbolic_atoms):
        undecided = sorted({atom.symbol.name for atom in control.symbolic_atoms if not atom.is_fact})
        what = f"leaves open: {', '.join(undecided)}" if undecided else "contradicts itself"
        raise UndecidedError(
            f"{rule_files.folder}: the part base {what}; `shadowmate check-rules` shows where", undecided
        )
    return _by_predicate(models[0])


def _add(control: Control, rule_files: RuleFiles, facts: Iterable[Symbol], parts: Sequence[str]) -> None:
    with ProgramBuilder(control) as builder:
        for part in parts:
            builder.add(Program(NOWHERE, part, []))
            for statement in rule_files.parts.get(part, ()):
                builder.add(statement)
        builder.add(Program(NOWHERE, "base", []))
        for fact in facts:
            builder.add(_fact(fact))


def _fact(atom: Symbol) -> AST:
    return Rule(NOWHERE, Literal(NOWHERE, Sign.NoSign, SymbolicAtom(SymbolicTerm(NOWHERE, atom))), [])


def _by_predicate(atoms: Sequence[Symbol]) -> Base:
    """Group atoms by predicate. clingo gives those of one predicate in one run, so bisection finds its end."""
    found: Base = {}
    start = 0
    while start < len(atoms):
        predicate = _predicate(atoms[start])
        end = bisect_left(atoms, True, start, key=partial(_differs, predicate))
        found[predicate] = list(atoms[start:end])
        start = end
    return found


def _predicate(atom: Symbol) -> Signature:
    return atom.name, len(atom.arguments)


def _differs(predicate: Signature, atom: Symbol) -> bool:
    return _predicate(atom) != predicate
