"""The guards that a game states: terms of the rules, read as what must hold before a move (core/guards.lp) and after it
(core/after_guards.lp).

The rules are asked by which facts about a position each guard fails (`guard_rules.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from clingo import Function, Symbol, SymbolType

from ...asp.ruleset import Ruleset
from ...asp.terms import is_vector, store_name, vector
from ...errors import RulesError
from ..named_values import IN_CHECK, NO_CHECK
from .asked_rules import END, START
from .guard_layout import NEVER, NO_GUARD, Guard, Limit, joined
from .guard_rules import BY_OTHER, BY_VICTIM, Failure, GuardRules, Needed, guard_rules
from .later_rules import later_of
from .state_fields import PLACES, Marked
from .store_items import Item

_CHECKS = {"none": int(NO_CHECK), "some": int(IN_CHECK)}
LATER = ("check", "checkmate", "stalemate", "answer")
"""What guards of the position after a move ask about."""
_PLACES = {START: PLACES["start"], END: PLACES["end"]}
"""The same cells of a move as the rules have them."""
_VICTIM = Function("victim")
ATTACKED = Function("attacked", [_VICTIM])
"""The guard of events: the player to move could capture the victim."""
_PARRIES = Function("check", [_VICTIM])

_ABOUT_CHECK: dict[frozenset[Failure], Guard] = {
    frozenset(): NO_GUARD,
    frozenset({frozenset({(BY_VICTIM, True)}), frozenset({(BY_OTHER, True)})}): Guard(check=int(NO_CHECK)),
    frozenset({frozenset({(BY_VICTIM, False), (BY_OTHER, False)})}): Guard(check=int(IN_CHECK)),
    frozenset({frozenset({(BY_OTHER, True)})}): Guard(parries=True),
}
"""The guards that fail by facts about pieces that give check."""


class Guards:
    """The guards that a game states.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._rules = ruleset, guard_rules(ruleset)
        self._number = {cell: number for number, cell in enumerate(ruleset.cells)}
        self._flags = {(name, flag) for name, some in ruleset.flags.items() for flag in some}
        self._fields = ruleset.fields
        self._counted = {symbol.arguments[0] for symbol in ruleset.facts("counted_kind", 2)}
        self._required = {symbol.arguments[1] for symbol in ruleset.facts("requires", 2)}
        self._known: dict[tuple[Symbol, frozenset[Symbol], str], Guard | None] = {}

    @cached_property
    def _with_required(self) -> GuardRules:
        """By which facts guards fail; those that the game requires have been asked about at once."""
        self._rules.learn(map(_alone, self._required))
        return self._rules

    def cell(self, symbol: Symbol) -> int | None:
        """The number of a cell; None if there is no such cell."""
        return self._number.get(vector(symbol)) if is_vector(symbol) else None

    def is_cells(self, field: str) -> bool:
        """Whether a field is a set of cells."""
        return self._fields.get(field) == "cells"

    def one(self, term: Symbol, roles: Collection[Symbol], army: str = "") -> Guard | None:
        """What the rules' term for a guard asks for; None if that is not compiled.

        Args:
            term: the term.
            roles: those whose pieces it may ask to be safe; of an event, the victim.
            army: that of the mover; "" without a mover.
        """
        key = term, frozenset(roles), army
        if key not in self._known:
            self._known[key] = self._asked(*key)
        return self._known[key]

    def _asked(self, term: Symbol, roles: frozenset[Symbol], army: str) -> Guard | None:
        """What a term asks for, that was not asked about before."""
        if term == ATTACKED:
            return Guard(attacked=True) if _VICTIM in roles else None
        if not self._is_known(term, army, roles):
            return None
        failures = self._with_required.of(_alone(term, army))
        limits = self._limits(term, army, failures)
        try:
            return self._read(failures) if limits is None else limits
        except RulesError:
            return None

    def _is_known(self, term: Symbol, army: str, roles: Collection[Symbol]) -> bool:
        """Whether a guard asks for something that the game has, so that it may fail."""
        if term.match("right", 2) or term.match("lacks", 2):
            name, value = term.arguments
            if (str(name), str(value)) in self._flags:
                return True
            if str(value) in PLACES:
                return self._fields.get(str(name)) in ("cell", "cells")
            return term.name == "right" and self.is_cells(str(name)) and is_vector(value)
        if term.match("number", 3):
            name, *bounds = term.arguments
            return bool(army) and name in self._counted and all(each.type == SymbolType.Number for each in bounds)
        if term.match("empty", 1):
            return store_name(term.arguments[0]) in self._ruleset.stores or is_vector(term.arguments[0])
        if term.match("safe", 1):
            return is_vector(term.arguments[0]) or term.arguments[0] in roles
        # The kernel finds the victim of a capture; a participant of that name can be another.
        return term.match("check", 1) and (
            str(term.arguments[0]) in _CHECKS or (term == _PARRIES and _VICTIM not in roles)
        )

    def _limits(self, term: Symbol, army: str, failures: Collection[Failure]) -> Guard | None:
        """What a guard about a number of pieces asks for; None for any other guard.

        Raises:
            RulesError: if the numbers by which it does not fail do not follow on each other.
        """
        if not term.match("number", 3):
            return None
        failing = {fact.arguments[2].number for each in failures for fact, holds in each if holds and len(each) == 1}
        fine = [number for number in range(len(self._number) + 1) if number not in failing]
        if not fine or len(failing) < len(failures):
            return NEVER
        if fine[-1] - fine[0] >= len(fine):
            raise RulesError(f"{term} fails for some numbers between others")
        return Guard(numbers=(Limit(str(term.arguments[0]), army, fine[0], fine[-1]),))

    def _read(self, failures: Iterable[Failure]) -> Guard:
        """The guard that fails by each of some sets of facts.

        Raises:
            RulesError: if it is not compiled.
        """
        about_check = frozenset(each for each in failures if any(fact.name == "checker" for fact, _ in each))
        found, bare = self._about_check(about_check), dict[str, set[str]]()
        for failure in set(failures) - about_check:
            possible = [(fact, holds) for fact, holds in failure if self._may_hold(fact)]
            if len(possible) < len(failure) and any(holds for fact, holds in failure if not self._may_hold(fact)):
                continue
            if len(possible) > 1:
                raise RulesError(f"a move fails by several facts together, {possible}, which is not compiled")
            if not possible:
                return NEVER
            fact, holds = possible[0]
            if fact.match("held", 3) and holds:
                bare.setdefault(store_name(fact.arguments[0]), set()).add(str(fact.arguments[1]))
            else:
                found = joined(found, self._without(fact, holds))
        for store, items in bare.items():
            if items != set(self._ruleset.items[store]):
                raise RulesError(f"a move needs some items not to be in {store}, which is not compiled")
        return joined(found, Guard(bare=tuple(sorted(bare))))

    @staticmethod
    def _about_check(failures: frozenset[Failure]) -> Guard:
        """The guard that fails by each of some facts about pieces that give check."""
        if failures not in _ABOUT_CHECK:
            raise RulesError("a move depends on which pieces give check, which is not compiled")
        return _ABOUT_CHECK[failures]

    def _may_hold(self, fact: Symbol) -> bool:
        """Whether a position may have such a fact."""
        if fact.name == "occupied":
            return self.cell(fact.arguments[0]) is not None
        if fact.name == "attacked_from":
            return not is_vector(fact.arguments[2]) or self.cell(fact.arguments[2]) is not None
        if fact.name != "state":
            return True
        name, value = str(fact.arguments[0]), fact.arguments[1]
        if value in _PLACES:
            return self._fields.get(name) in ("cell", "cells")
        return (name, str(value)) in self._flags or (self.is_cells(name) and self.cell(value) is not None)

    def _without(self, fact: Symbol, holds: bool) -> Guard:
        """The guard that fails if a fact holds, or if it does not."""
        if fact.name == "attacked_from" and holds:
            attacked = fact.arguments[2]
            cell = self.cell(attacked)
            return Guard(secure=tuple(attacked.arguments)) if cell is None else Guard(path=(cell,))
        if fact.name == "held":
            return Guard(held=((store_name(fact.arguments[0]), str(fact.arguments[1])),))
        cell = self.cell(fact.arguments[-1])
        if fact.name == "occupied" and holds and cell is not None:
            return Guard(vacant=(cell,))
        if fact.name == "state" and fact.arguments[1] in _PLACES:
            marked = Marked(str(fact.arguments[0]), _PLACES[fact.arguments[1]], not holds)
            return Guard(owned=marked) if self.is_cells(marked.field) else Guard(asks=marked)
        if fact.name == "state" and cell is None:
            flag = str(fact.arguments[0]), str(fact.arguments[1])
            return Guard(lacks=(flag,)) if holds else Guard(needs=(flag,))
        if fact.name == "state" and cell is not None and not holds:
            return Guard(needs=((str(fact.arguments[0]), cell),))
        raise RulesError(f"a move fails if {fact} {'holds' if holds else 'does not hold'}, which is not compiled")

    def read(
        self,
        terms: Iterable[Symbol],
        roles: Collection[Symbol],
        spends: Collection[Item] = (),
        gains: Collection[Item] = (),
        ensures: Collection[Symbol] = (),
        army: str = "",
    ) -> Guard:
        """What all of some guards ask for together.

        Args:
            terms: the rules' terms for them.
            roles: as for `one`.
            spends: what a move spends of stores.
            gains: what it brings into them.
            ensures: the rules' terms for the guards of the position after the move.
            army: as for `one`.

        Raises:
            RulesError: if one is not compiled, or together they are not.
        """
        bare = tuple(term for term in sorted(terms) if term.match("empty", 1) and not is_vector(term.arguments[0]))
        found = NO_GUARD
        if spends or (gains and bare):
            found = self._read(self._rules.of(Needed(bare, "", (), *map(self._rules.items_of, (gains, spends)))))
        for term in sorted(terms):
            more = self.one(term, roles, army)
            if more is None:
                raise RulesError(f"a move needs {term}, which is not compiled")
            found = joined(found, more)
        for term in sorted(ensures):
            if term.name not in LATER or len(term.arguments) != 1 or str(term.arguments[0]) not in _CHECKS:
                raise RulesError(f"a move ensures {term} after it, which is not compiled")
        if ensures and not found.never:
            found = found._replace(later=later_of(self._ruleset, frozenset(ensures)))
        return NEVER if found.later.is_never else found


def _alone(term: Symbol, army: str = "") -> Needed:
    """What a move needs that has one guard, given the army of its mover."""
    is_of_piece = term.match("safe", 1) and not is_vector(term.arguments[0])
    return Needed((term,), army if term.match("number", 3) else "", tuple(term.arguments) if is_of_piece else ())
