"""The layout of the numbers of pieces that guards ask about (core/numbers.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from clingo import Function, Number, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.session import row
from ...asp.syntax import Signature
from ...asp.terms import Vector, cell_symbol, vector
from ...errors import RulesError
from .asked_rules import Question
from .derivation import derived
from .outcomes import Type
from .winning_rules import Counted, Counter, counted

_OF_GAMES: tuple[Signature, ...] = (("counted_kind", 2), ("counted_cell", 3))
COUNTS = Question(
    parts=("outcomes",),
    given=frozenset({("asked_number", 2), ("piece", 3), *_OF_GAMES}),
    derived=frozenset({("counted_now", 4), ("present", 3)}),
    counts=True,
    once=frozenset({("piece", 3), ("counted_now", 4)}),
)
"""What rules about numbers of pieces may ask of a position, and what they may derive."""

_KIND, _OTHER = map(Function, ("kind", "other"))
_MOST_ASKED = 4
"""Numbers of pieces below this are asked about: to such rules larger ones are alike."""


class Numbers:
    """Builds NUMBERS and NUMBERED_TYPES, which have each name that counts pieces, for each army.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._types, self._counted = types, numbers_of(ruleset)
        names = sorted({name for name, _ in self._counted})
        self._all = [(name, Function(army)) for name in names for army in ruleset.players]
        self._rows = {(str(name), str(army)): row for row, (name, army) in enumerate(self._all, 1)}

    def row(self, name: str, army: str) -> int:
        """Where a name is counted for an army, from 1."""
        return self._rows[name, army]

    def cells(self, cells: Mapping[Vector, int], masked: Callable[[Iterable[int]], int]) -> NDArray[np.int32]:
        """(numbers,): the cells that are counted; `masked` gives the number of a set of cells."""
        among = [sorted(self._of(each).cells) for each in self._all]
        return np.array([masked(cells[vector(cell)] for cell in some) for some in among], np.int32)

    def kinds(self) -> NDArray[np.int32]:
        """(numbers, types): whether pieces of a type are counted."""
        found = np.zeros((len(self._all), len(self._types) + 1), np.int32)
        for place, each in enumerate(self._all):
            for number, (owner, kinds) in enumerate(self._types, 1):
                found[place, number] = owner == str(each[1]) and not self._of(each).kinds.isdisjoint(kinds)
        return found

    def _of(self, counter: Counter) -> Counted:
        return self._counted.get(counter, Counted(frozenset(), frozenset()))


@lru_cache(maxsize=1)
def numbers_of(ruleset: Ruleset) -> dict[Counter, Counted]:
    """The pieces that each name counts, for each army, as the rules derive it.

    Raises:
        RulesError: if by the rules other numbers of pieces are present than the compiled engine counts.
    """
    kinds = {tuple(each.arguments) for each in ruleset.tuples("counted_kind", 2)}
    if not kinds:
        return {}
    facts: dict[Signature, list[Symbol]] = {key: [] for key in (*COUNTS.given, *COUNTS.derived)}
    for key in _OF_GAMES:
        facts[key] += ruleset.tuples(*key)
    armies, cells = list(map(Function, ruleset.players)), list(map(cell_symbol, ruleset.cells))
    names = {name for name, _ in kinds}
    facts["asked_number", 2] += [row(army, name) for army, name in product(armies, sorted(names))]
    facts["piece", 3] += [row(*each) for each in product(cells, sorted({kind for _, kind in kinds}), armies)]
    for size, number in product(range(_MOST_ASKED), range(2)):
        name = Function("number", [Number(size), Number(number)])
        facts["asked_number", 2].append(row(armies[0], name))
        for place in range(size):
            some = (_KIND, _OTHER)[: number + 1]
            facts["counted_now", 4] += [row(armies[0], name, Function("on", [Number(place)]), kind) for kind in some]
    pieces, present = list[tuple[Counter, str, Symbol]](), set[tuple[Symbol, int]]()
    for predicate, (army, name, *rest) in derived(COUNTS.rules(ruleset.files), dict(facts), sorted(COUNTS.derived)):
        if predicate == "present":
            present |= {(name, rest[0].number)} if name not in names else set()
        elif name in names:
            pieces.append(((name, army), str(rest[1]), rest[0]))
    expected = {
        (name, name.arguments[0].number) for _, name in map(_pair, facts["asked_number", 2]) if name not in names
    }
    if present != expected:
        raise RulesError("by the rules other numbers of pieces are present, which is not compiled")
    return counted(pieces)


def _pair(symbol: Symbol) -> tuple[Symbol, Symbol]:
    first, second = symbol.arguments
    return first, second
