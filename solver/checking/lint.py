"""Mistakes in a game's facts: what the part `lint` of the rules derives, with places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import String, Symbol

from ..asp.base import Base
from ..asp.fact_faults import Fault
from ..asp.origin import Origins, Place
from ..asp.points import Points
from ..asp.rule_files import RuleFiles
from ..asp.terms import filled, text
from .findings import Finding

_NONE: Mapping[Symbol, Place] = {}


def rows(base: Base, name: str, arity: int) -> list[Sequence[Symbol]]:
    """The arguments of the atoms of a predicate."""
    return [symbol.arguments for symbol in base.get((name, arity), [])]


def lint_faults(base: Base) -> Iterator[Fault]:
    """The faults that the rules themselves derive."""
    offered: dict[Symbol, list[str]] = defaultdict(list)
    for name, word in rows(base, "offered", 2):
        offered[name].append(text(word))
    for culprit, sentence, arguments in rows(base, "fault", 3):
        yield Fault(culprit, text(sentence), [_spelled_out(each, offered) for each in arguments.arguments])


def malformed(base: Base) -> Iterator[Fault]:
    """The facts about points that say no route."""
    yield from Points(lambda name, arity: base.get((name, arity), [])).malformed


def _spelled_out(argument: Symbol, offered: Mapping[Symbol, Iterable[str]]) -> Symbol:
    """The argument of a sentence; for `all(List)` the words of the list."""
    if not argument.match("all", 1):
        return argument
    return String(", ".join(sorted(offered.get(argument.arguments[0], ()))) or "none")


def located(files: RuleFiles, faults: Iterable[Fault], rules: Mapping[Symbol, Place] = _NONE) -> Iterator[Finding]:
    """The faults by file and line; many of one kind on one line are one finding.

    Args:
        files: the rules.
        faults: the faults.
        rules: the places of culprits that are rules, not facts.
    """
    stated = list(faults)
    if not stated:
        return
    origins = Origins(files)
    grouped: dict[tuple[Place, str], list[Sequence[Symbol]]] = defaultdict(list)
    for fault in stated:
        grouped[rules.get(fault.culprit) or origins.of(fault.culprit), fault.sentence].append(fault.arguments)
    for (where, sentence), cases in grouped.items():
        first = min(cases, key=tuple)
        more = f" (and {len(cases) - 1} more like this)" if len(cases) > 1 else ""
        yield Finding(*where, filled(sentence, list(map(text, first))) + more)
