"""What guards ask of a position, as the rules derive it (core/guards.lp, numbers.lp, stores.lp).

The compiler asks these rules with the facts about a position left open: flags, cells that fields name, cells that are
empty, items in stores, what gives check, what is attacked, and numbers of pieces. The rules as clingo grounds them have
then the facts by which a guard fails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from clingo import Function, Number, Symbol
from clingo.ast import AST

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import is_vector, store_name
from ...errors import RulesError
from .asked_rules import END, START, Question, alive
from .derivation import OpenFact, left_open
from .store_items import Item

_OPEN: tuple[Signature, ...] = (
    ("state", 2), ("occupied", 1), ("held", 3), ("checker", 2), ("present", 3), ("attacked_from", 4), ("lingering", 1),
)  # fmt: skip
_ATTACKED: tuple[Signature, ...] = (("target", 3), ("vacates", 2), ("fills", 2))
"""Where attacks are looked for, and what has moved there."""
GUARDS = Question(
    parts=("outcomes", "worlds"),
    given=frozenset(
        {("settled", 1), ("needs", 2), ("context", 2), ("pseudo_legal", 4), ("of", 3), ("gains", 3), ("spends", 3),
         ("late", 1), ("stands", 3), ("involves", 3), *_OPEN}
    ),
    derived=frozenset({("marks", 3), ("holds", 3), ("fails", 2), *_ATTACKED}),
    plain=frozenset({("needs", 2), ("present", 3)}),
    shapes=frozenset({"right", "lacks", "empty", "check", "number", "safe", "transit"}),
)  # fmt: skip
"""What such rules may ask about a move and a position, and what they may derive."""

Failure: TypeAlias = frozenset[OpenFact]
"""Facts about a position, each with whether it holds, by which together a guard fails."""

_SOME, _NO_USE, _MOVER, _ONE = Function("some"), Function("", []), Function("mover"), Number(1)
_VICTIM, _HERE, _PASSING = Function("victim"), Function("here"), Function("passing")
_OTHER_MOVE, _ELSEWHERE = Function("other_move"), Function("elsewhere")
BY_VICTIM, BY_OTHER = (Function("checker", [Function(each), _SOME]) for each in ("victim", "other"))
"""The facts that the victim of a move gives check, and that another piece does."""


class Needed(NamedTuple):
    """What a move needs of a position.

    Attributes:
        terms: the rules' terms for its guards.
        army: the army of the mover; "" if that does not matter.
        roles: the roles of its pieces, as far as they matter; the victim of a capture is none of them.
        gains: what it brings into stores: stores and items.
        spends: what it spends of them.
    """

    terms: tuple[Symbol, ...]
    army: str = ""
    roles: tuple[Symbol, ...] = ()
    gains: tuple[tuple[Symbol, Symbol], ...] = ()
    spends: tuple[tuple[Symbol, Symbol], ...] = ()


class GuardRules:
    """By which facts about a position guards fail.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._late, self._most = ruleset.tuples("late", 1), len(ruleset.cells)
        named = {str(item): item for _, item in (symbol.arguments for symbol in ruleset.facts("item", 2))}
        stores = {store_name(symbol.arguments[0]): symbol.arguments[0] for symbol in ruleset.facts("store", 1)}
        self._items = {
            (store, item): (symbol, named.get(item, Function(item)))
            for store, symbol in stores.items()
            for item in ruleset.items[store]
        }
        self._known: dict[Needed, frozenset[Failure]] = {}

    @cached_property
    def _rules(self) -> tuple[AST, ...]:
        return GUARDS.rules(self._ruleset.files)

    def learn(self, asked: Iterable[Needed]) -> None:
        """Ask about some moves at once, which is faster than one by one."""
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        if new:
            failures: list[set[Failure]] = [set() for _ in new]
            looked = set[tuple[Symbol, Failure]]()
            for atom, way in left_open(self._rules, self._facts(new), self._open(new), [("fails", 2), *_ATTACKED]):
                if atom.name == "fails":
                    failures[atom.arguments[0].number].add(way)
                else:
                    looked.add((atom, way))
            if looked != set(_looked_for(new)) or any(_is_elsewhere(way) for some in failures for way in some):
                raise RulesError("attacks are looked for otherwise than where a guard asks, which is not compiled")
            self._known.update(zip(new, map(_least, failures), strict=True))

    def of(self, needed: Needed) -> frozenset[Failure]:
        """By which facts what a move needs fails, each of these together and no others."""
        self.learn([needed])
        return self._known[needed]

    def items_of(self, some: Iterable[Item]) -> tuple[tuple[Symbol, Symbol], ...]:
        """Some items of stores, as the rules have them. What a store does not hold is refused where it is counted."""
        return tuple(self._items[each] for each in sorted(some) if each in self._items)

    def _facts(self, asked: Sequence[Needed]) -> Facts:
        found: dict[Signature, list[Symbol]] = {key: [] for key in GUARDS.given if key not in _OPEN}
        found["late", 1] += self._late
        for number, each in enumerate(asked):
            move = Number(number)
            found["settled", 1].append(move)
            found["context", 2].append(row(move, move))
            found["pseudo_legal", 4].append(row(move, START, END, _NO_USE))
            found["of", 3] += [row(move, _MOVER, Function(each.army))] if each.army else []
            found["needs", 2] += [row(move, term) for term in each.terms]
            found["stands", 3] += [row(move, role, standing(role)) for role in each.roles]
            found["involves", 3] += [row(move, role, standing(role)) for role in each.roles]
            found["involves", 3] += [row(move, _VICTIM, BY_VICTIM.arguments[0])] if _VICTIM not in each.roles else []
            found["gains", 3] += [row(move, *one) for one in each.gains]
            found["spends", 3] += [row(move, *one) for one in each.spends]
        # What another move does must not matter.
        found["pseudo_legal", 4].append(row(_OTHER_MOVE, _ELSEWHERE, _ELSEWHERE, _NO_USE))
        found["stands", 3] += [row(_OTHER_MOVE, role, _ELSEWHERE) for each in asked for role in each.roles]
        return dict(found)

    def _open(self, asked: Sequence[Needed]) -> Facts:
        """The facts that a position may have, as far as these moves ask for them."""
        found: dict[Signature, set[Symbol]] = defaultdict(set)
        found["checker", 2] |= {row(*each.arguments) for each in (BY_VICTIM, BY_OTHER)}
        found["lingering", 1].add(START)
        found["attacked_from", 4] |= {
            row(*atom.arguments, _SOME) for atom, _ in _looked_for(asked) if atom.name == "target"
        } | {row(_PASSING, _HERE, _ELSEWHERE, _SOME)}
        found["held", 3] |= {row(*each, _ONE) for each in self._items.values()}
        for army, term in dict.fromkeys((each.army, term) for each in asked for term in each.terms):
            if term.match("right", 2) or term.match("lacks", 2):
                name, value = term.arguments
                found["state", 2] |= {row(name, each) for each in (value, START, END)}
            elif term.match("empty", 1) and is_vector(term.arguments[0]):
                found["occupied", 1].add(term.arguments[0])
            elif term.match("number", 3) and army:
                name = term.arguments[0]
                found["present", 3] |= {row(Function(army), name, Number(n)) for n in range(self._most + 1)}
        return {key: sorted(found[key]) for key in _OPEN}


def refuse_other_failures(ruleset: Ruleset) -> None:
    """See that moves fail only by guards, and by what they spend.

    Raises:
        RulesError: if it is otherwise.
    """
    for rule in alive(GUARDS.rules(ruleset.files), GUARDS.given - {("needs", 2), ("spends", 3)}):
        raise RulesError(f"'{rule}' is about moves without a guard too, which is not compiled")


def standing(role: Symbol) -> Symbol:
    """Where the piece in a role stands."""
    return Function("at", [role])


def _looked_for(asked: Iterable[Needed]) -> Iterator[tuple[Symbol, Failure]]:
    """Where attacks are looked for, each with the facts by which they are: atoms of `_ATTACKED`."""
    for each in asked:
        for term in each.terms:
            if term.match("safe", 1) and is_vector(cell := term.arguments[0]):
                world = Function("transit", [START, cell])
                yield Function("target", [_PASSING, world, cell]), frozenset()
                yield Function("fills", [world, cell]), frozenset()
                yield Function("vacates", [world, START]), frozenset([(Function("lingering", [START]), False)])
            elif term.match("safe", 1) and term.arguments[0] in each.roles:
                yield Function("target", [_PASSING, _HERE, standing(term.arguments[0])]), frozenset()


def _is_elsewhere(failure: Failure) -> bool:
    """Whether a guard fails by an attack on a cell that has nothing to do with the move."""
    return any(fact.arguments[2] == _ELSEWHERE for fact, _ in failure if fact.name == "attacked_from")


@lru_cache(maxsize=1)
def guard_rules(ruleset: Ruleset) -> GuardRules:
    """The guards of a game, which are asked for more than once while it is compiled."""
    return GuardRules(ruleset)


def _least(failures: Iterable[Failure]) -> frozenset[Failure]:
    """Without those that contain others."""
    every = sorted(set(failures), key=len)
    return frozenset(each for number, each in enumerate(every) if not any(one < each for one in every[:number]))
