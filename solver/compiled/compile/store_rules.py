"""Which drops there are, and what stores hold after a move, as the rules derive it (core/stores.lp).

The compiler asks these rules about one of each item in every store, and about numbers of an item that a move gains or
spends.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from clingo import Function, Number, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import row
from ...asp.syntax import Signature
from ...asp.terms import store_name
from ...errors import RulesError
from .asked_rules import Question
from .derivation import derived
from .store_items import Items
from .trials import Trial, signatures

STORES = Question(
    parts=("moves", "outcomes", "after"),
    given=frozenset(
        {
            ("wanted_from", 1), ("held", 3), ("turn", 1), ("cell", 1), ("occupied", 1), ("apart", 1),
            ("context", 2), ("played", 2), ("gains", 3), ("spends", 3),
        }
    ),
    derived=frozenset({("pseudo_legal", 4), ("drops", 2), ("stocked", 3), ("then_held", 4)}),
    shapes=frozenset({"drop", "hand"}),
    sums=True,
)  # fmt: skip
"""What such rules may ask about a position and a move, and what they may derive."""

_DROPPED = Trial(
    Question(
        parts=("contexts",),
        given=signatures("context/2 turn/1"),
        derived=signatures("part/3 of/3"),
        shapes=frozenset({"drop"}),
        names=frozenset({"mover"}),
    ),
    (),
    "turn(p) context(c,drop(i,x)) context(d,go(i,x)) => part(c,mover,i) of(c,mover,p)",
)
"""Which piece a drop moves, and whose it is."""
_EMPTY, _FULL, _NONE, _DROP, _ITEM = map(Function, ("empty", "full", "none", "drop", "item"))
_DROPPING = Function("dropping")
_MOST = 64
"""Larger numbers of an item are not asked about: what is gained or spent is one."""


@lru_cache(maxsize=1)
def keeps_stores(ruleset: Ruleset) -> None:
    """See that the kernel drops pieces, and counts what stores hold, as the rules of a game do.

    Raises:
        RulesError: if it does not.
    """
    if not ruleset.stores:
        return
    _DROPPED.expect(ruleset.files, "pieces are dropped")
    rules = STORES.rules(ruleset.files)
    for number, player in enumerate(map(Function, ruleset.players)):
        facts = _stocks(ruleset, player)
        expected = _expected(facts, player)
        if number == 0:
            _moves(ruleset, facts, expected)
        found: dict[str, set[tuple[Symbol, ...]]] = {name: set() for name in expected}
        for name, arguments in derived(rules, dict(facts), [each for each in STORES.derived if each[0] in found]):
            found[name].add(tuple(arguments))
        for name, some in expected.items():
            if found[name] != some:
                raise RulesError(f"by the rules {_ODD[name]}, which is not compiled")


_ODD = {
    "pseudo_legal": "other pieces are dropped, or elsewhere",
    "drops": "other moves are drops",
    "then_held": "stores hold other items after a move",
}
"""What is the matter if the rules derive otherwise."""


def _stocks(ruleset: Ruleset, player: Symbol) -> dict[Signature, list[Symbol]]:
    """One of each item in every store, and one that no other has; an empty cell and a full one; a player to move."""
    facts: dict[Signature, list[Symbol]] = {key: [] for key in STORES.given}
    facts["turn", 1] = [player]
    facts["cell", 1], facts["occupied", 1] = [_EMPTY, _FULL], [_FULL]
    for (store,) in (each.arguments for each in ruleset.facts("store", 1)):
        items = [Function(each) for each in ruleset.items[store_name(store)]]
        facts["held", 3] += [row(store, item, Number(1)) for item in items]
        facts["held", 3].append(row(store, Function("only", [store]), Number(1)))
    return facts


def _expected(facts: dict[Signature, list[Symbol]], player: Symbol) -> dict[str, set[tuple[Symbol, ...]]]:
    """The drops of the player from its own hand."""
    own = [item for store, item, _ in map(_arguments, facts["held", 3]) if store == Function("hand", [player])]
    return {"pseudo_legal": {(Function("drop", [item, _EMPTY]), _NONE, _EMPTY, _DROP) for item in own}}


def _moves(
    ruleset: Ruleset, facts: dict[Signature, list[Symbol]], expected: dict[str, set[tuple[Symbol, ...]]]
) -> None:
    """Add drops, and moves that gain or spend an item of a store of their own."""
    move = Function("drop", [_ITEM, _EMPTY])
    facts["context", 2] += [row(_DROPPING, move), row(_NONE, Function("go", [_EMPTY, _FULL]))]
    expected["drops"], expected["then_held"] = {(_DROPPING, _ITEM)}, set()
    held = [tuple(_arguments(each)) for each in facts["held", 3]]
    most = min(1 << Items(ruleset).bits, _MOST)
    for gained, spent in product(range(2), range(2)):
        after = Function("after", [Number(gained), Number(spent)])
        facts["played", 2].append(row(after, after))
        expected["then_held"] |= {(after, *each) for each in held}
        for number in range(most):
            store = Function("store", [Number(number), Number(gained), Number(spent)])
            if number:
                facts["held", 3].append(row(store, _ITEM, Number(number)))
            facts["gains", 3] += [row(after, store, _ITEM)] if gained else []
            facts["spends", 3] += [row(after, store, _ITEM)] if spent else []
            for other in product(range(2), range(2)):
                then = number + (gained - spent if other == (gained, spent) else 0)
                if then > 0:
                    expected["then_held"].add((Function("after", [*map(Number, other)]), store, _ITEM, Number(then)))


def _arguments(symbol: Symbol) -> tuple[Symbol, ...]:
    return tuple(symbol.arguments)
