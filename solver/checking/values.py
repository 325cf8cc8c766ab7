"""Rules without effect because of a value: an argument that nothing gives, or that nothing reads.

A rule that needs a value that no rule derives there never holds (`derived_values.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..asp.rule_files import RuleFiles
from ..errors import meant
from .derived_values import NOTHING, Argument, Derived, Rule, Value, Values, derived_values, listed, named, values_of
from .findings import Finding
from .predicates import show

_STATED: Mapping[Argument, Argument] = {
    (("becomes", 3), 2): (("kind", 1), 0),
    (("joins", 3), 2): (("army", 1), 0),
    (("seeks", 3), 1): (("kind", 1), 0),
    (("seeks", 3), 2): (("measure", 4), 0),
    (("wins", 3), 1): (("army", 1), 0),
}
"""Arguments of what rules of a game state about moves, and those whose values they must have."""
_PASSED_ON: frozenset[Argument] = frozenset({(("needs", 2), 1), (("adds", 2), 1)})
"""Arguments that rules look for by name. A rule with a variable there only passes the value on."""


def valueless(files: RuleFiles) -> Iterator[Finding]:
    """The game's own rules that have no effect because of a value in them, each with the first such value."""
    found = derived_values(files.sources)
    read = _read_values(found)
    for rule in found.rules:
        if files.owns(rule.where[0]):
            fault = next(_faults(rule, found), None) or next(_unread(rule, found, read), None)
            if fault:
                yield Finding(*rule.where, fault)


def _faults(rule: Rule, derived: Derived) -> Iterator[str]:
    """Why a rule never holds, or a condition always does. What follows from the fault of another rule is none."""
    for atom in (*rule.required, *rule.excluded):
        for argument, term in atom.arguments:
            there = derived.of(argument)
            if there and isinstance(term, frozenset) and not term <= there:
                yield _sentence("{0} never has {1} as argument {2}", argument, term, there)
    held: dict[str, tuple[str, frozenset[Value]]] = {}
    for name, there, where in _places(rule, derived):
        first, before = held.get(name, (where, there))
        if not before & there:
            yield f"the rule never holds: {name} is {listed(before)} {first}, and {listed(there)} {where}"
            return
        held[name] = where, before & there


def _places(rule: Rule, derived: Derived) -> Iterator[tuple[str, frozenset[Value], str]]:
    """The places of variables in a body whose values are known: the variable, its values there, and the place."""
    for atom in rule.required:
        for argument, term in atom.arguments:
            if isinstance(term, str) and (there := derived.of(argument)):
                yield term, there, f"in {show(atom.predicate)}"
    for one, other in (*rule.equal, *((other, one) for one, other in rule.equal)):
        if isinstance(one, str) and isinstance(other, frozenset):
            yield one, other, "by its equation"


def _unread(rule: Rule, derived: Derived, read: Mapping[Argument, Values]) -> Iterator[str]:
    """Values in the head of a rule that have no effect there. What a game states (`base`) has checks of its own."""
    variables = derived.variables(rule)
    for atom in () if rule.states else rule.heads:
        for argument, term in atom.arguments:
            stated = values_of(term, variables)
            fitting = derived.of(_STATED[argument]) if argument in _STATED else None
            if fitting is not None and stated and not stated & fitting:
                yield _sentence("{0} has no use for {1} as argument {2}", argument, stated, fitting)
            wanted = read.get(argument)
            if wanted and isinstance(term, frozenset) and not term <= wanted:
                yield _sentence("{0} has no use for {1} as argument {2}", argument, term, wanted)


def _read_values(derived: Derived) -> dict[Argument, Values]:
    """The values that rules ask for, of the arguments that some rule asks for at all."""
    found: dict[Argument, Values] = {}
    for rule in derived.rules:
        for atom in (*rule.required, *rule.excluded, *rule.other):
            variables = {} if any(atom is each for each in rule.other) else derived.variables(rule, but=atom)
            for argument, term in atom.arguments:
                if argument in _PASSED_ON and isinstance(term, str):
                    continue
                if term is not None and (before := found.get(argument, NOTHING)) is not None:
                    asked = values_of(term, variables)
                    found[argument] = None if asked is None else before | asked
    return found


def _sentence(form: str, argument: Argument, values: frozenset[Value], there: frozenset[Value]) -> str:
    """What is wrong with the first value of some that are not among those that an argument can have."""
    predicate, index = argument
    name = named(min(values - there))
    hint = meant(name, [named(each) for each in there])
    can = f"it can be {listed(there)}" if there else "the game has nothing for it"
    return f"{form.format(show(predicate), name, index + 1)}; {can}{hint}"
