"""Rules about moves that name a state, a count or a store that the game does not have.

Which values a state has depends on its field, so this needs facts of the game. `values.py` sees each argument alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from clingo import Symbol, SymbolType

from ..asp.base import Base
from ..asp.rule_files import RuleFiles
from ..errors import meant
from .derived_values import NUMBER, TEXT, Argument, Atom, Value, Values, derived_values, listed, named, values_of
from .findings import Finding
from .lint import rows

_SETS: Argument = (("sets", 3), 1)
# Each names a field; the next argument is the state.
_STATES: tuple[Argument, ...] = (_SETS, (("clears", 3), 1), (("right(", 2), 0), (("lacks(", 2), 0))
# Each names a store; the next argument is an item.
_ITEMS: tuple[Argument, ...] = ((("gains", 3), 1), (("spends", 3), 1))
_COUNTS: tuple[Argument, ...] = ((("adds", 2), 1), (("resets", 2), 1))
_EMPTY: Argument = (("empty(", 1), 0)
_CELL: Value = ("", 3)
# The places of a move: a state can be the cell there.
_PLACES = frozenset({("start", 0), ("end", 0), ("over", 0)})


def misstated(files: RuleFiles, base: Base) -> Iterator[Finding]:
    """The game's own rules about moves that name what the game does not have, each with the first such name.

    Args:
        files: the rules.
        base: the facts of the game.
    """
    facts, derived = _Facts(base), derived_values(files.sources)
    for rule in derived.rules:
        if files.owns(rule.where[0]) and not rule.states:
            variables = derived.variables(rule)
            faults = (fault for atom in rule.heads for fault in _faults(_Named(atom, variables), facts))
            if fault := next(faults, None):
                yield Finding(*rule.where, fault)


@dataclass(frozen=True)
class _Facts:
    """What the game states about states and stores."""

    base: Base

    @cached_property
    def fields(self) -> dict[Value, str]:
        """The type of each field."""
        return {_value(name): str(form) for name, form in rows(self.base, "field", 2)}

    @cached_property
    def counts(self) -> set[Value]:
        """The fields that are counts."""
        return {name for name, form in self.fields.items() if form == "count"}

    @cached_property
    def flags(self) -> Mapping[Value, set[Value]]:
        """The flags of each field, and the numbers of each count."""
        return self._values("flag")

    @cached_property
    def stores(self) -> Mapping[Value, set[Value]]:
        """What each store can hold: its items, or else the kinds of pieces."""
        items = self._values("item")
        kinds = {_value(kind) for (kind,) in rows(self.base, "kind", 1)}
        return {_value(name): items.get(_value(name), kinds) for (name,) in rows(self.base, "store", 1)}

    def _values(self, predicate: str) -> Mapping[Value, set[Value]]:
        found: dict[Value, set[Value]] = defaultdict(set)
        for name, value in rows(self.base, predicate, 2):
            found[_value(name)].add(_value(value))
        return found


class _Named:
    """What an atom in the head of a rule names.

    Args:
        atom: the atom.
        variables: the values of the variables of its rule.
    """

    def __init__(self, atom: Atom, variables: Mapping[str, Values]) -> None:
        self._terms = dict(atom.arguments)
        self._variables = variables

    def has(self, argument: Argument) -> bool:
        """Whether the atom has such an argument."""
        return argument in self._terms

    def values(self, argument: Argument) -> Values:
        """The values that the argument can have."""
        return values_of(self._terms[argument], self._variables)

    def wrong(self, argument: Argument, fitting: Collection[Value]) -> Value | None:
        """The first value that does not fit; of a variable only if none fits."""
        found = self.values(argument)
        misfits = sorted(found.difference(fitting)) if found else []
        all_wrong = len(misfits) == len(found or ())
        return misfits[0] if misfits and (all_wrong or not isinstance(self._terms[argument], str)) else None


def _faults(naming: _Named, facts: _Facts) -> Iterator[str]:
    for argument in filter(naming.has, _STATES):
        if wrong := naming.wrong(argument, facts.fields):
            yield _missing("field", wrong, facts.fields, f"field({named(wrong)},Type)")
        else:
            yield from _state(naming, argument, facts)
    for argument in filter(naming.has, _ITEMS):
        if wrong := naming.wrong(argument, facts.stores):
            yield _missing("store", wrong, facts.stores, f"store({named(wrong)})")
        else:
            some = facts.stores.keys() & (naming.values(argument) or facts.stores)
            held = {item for store in some for item in facts.stores[store]}
            if some and (wrong := naming.wrong(_next(argument), held)):
                yield f"no such store holds {_instead(wrong, held)}"
    for argument in filter(naming.has, _COUNTS):
        if wrong := naming.wrong(argument, facts.counts):
            yield _missing("count", wrong, facts.counts, f"field({named(wrong)},count)")
    if naming.has(_EMPTY) and (wrong := naming.wrong(_EMPTY, {*facts.stores, _CELL})):
        yield _missing("store", wrong, facts.stores, f"store({named(wrong)})")


def _state(naming: _Named, argument: Argument, facts: _Facts) -> Iterator[str]:
    """A state that a field of the game cannot have, if it is known which field that is."""
    fields = naming.values(argument)
    if fields is None or len(fields) != 1:
        return
    (field,) = fields
    form = facts.fields[field]
    fitting = facts.flags[field] if form in ("flags", "count") else _PLACES if argument == _SETS else {*_PLACES, _CELL}
    if form in ("flags", "count", "cells", "cell") and (wrong := naming.wrong(_next(argument), fitting)):
        yield f"the field {named(field)} of type {form} never has {_instead(wrong, fitting)}"


def _missing(what: str, wrong: Value, known: Collection[Value], fact: str) -> str:
    listing = f"there are {listed(known)}" if known else "there are none"
    hint = meant(named(wrong), list(map(named, known))) or f"; add {fact}"
    return f"there is no {what} {named(wrong)}; {listing}{hint}"


def _instead(wrong: Value, known: Collection[Value]) -> str:
    return f"{named(wrong)}; it can be {listed(known)}{meant(named(wrong), list(map(named, known)))}"


def _next(argument: Argument) -> Argument:
    return argument[0], argument[1] + 1


def _value(symbol: Symbol) -> Value:
    """A fact's argument as `derived_values.py` has it."""
    match symbol.type:
        case SymbolType.Function:
            return symbol.name, len(symbol.arguments)
        case SymbolType.Number:
            return NUMBER
    return TEXT
