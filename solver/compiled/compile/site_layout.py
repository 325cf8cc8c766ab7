"""The layout of sites: where captured pieces come back (core/rebirth.lp).

The compiler asks the rules about pieces of each type that are captured on each cell, with their site empty or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

import numpy as np
from clingo import Function, Number, Symbol
from clingo.ast import AST
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import Vector, vector
from ...errors import RulesError
from ..tables import NOWHERE
from .asked_rules import Question
from .derivation import derived
from .outcomes import Type

_SITE: Signature = ("site", 5)
SITE_RULES = Question(
    parts=("worlds",),
    given=frozenset(
        {_SITE, ("comes_back", 3), ("involves", 3), ("piece", 3), ("part", 3), ("of", 3), ("site_full", 2)}
    ),
    derived=frozenset({("site_of", 3), ("ends", 3), ("then_kind", 3), ("then_army", 3), ("remakes", 4)}),
    shapes=frozenset({"revived"}),
)
"""What rules about sites may ask, and what they may derive."""

_ROLE = Function("role")
_BACK = Function("revived", [_ROLE])
_EMPTY, _FULL = "empty", "full"


class Sites:
    """Numbers the places where victims come back. Builds SITES.

    Args:
        ruleset: the game.
        types: the types in the order of their numbers, from 1.
    """

    def __init__(self, ruleset: Ruleset, types: Sequence[Type]) -> None:
        self._ruleset, self._types = ruleset, types
        self._numbers: dict[str, int] = {}

    def number(self, place: str) -> int:
        """The number of a place, from 1.

        Raises:
            RulesError: if the kernel could not say where a piece of several kinds comes back.
        """
        if any(len(kinds) > 1 for _, kinds in self._types):
            raise RulesError("a piece of several kinds may come back after its capture, which is not compiled yet")
        return self._numbers.setdefault(place, len(self._numbers) + 1)

    def cells(self, cells: Mapping[Vector, int]) -> NDArray[np.int32]:
        """(sites, types, cells): where a piece of each type comes back that is captured on each cell."""
        found = np.full((len(self._numbers), len(self._types) + 1, len(cells)), NOWHERE, np.int32)
        rules = SITE_RULES.rules(self._ruleset.files) if self._numbers else ()
        for number, (army, (kind, *_)) in enumerate(self._types if rules else (), 1):
            facts = self._facts(army, kind, (_EMPTY, _FULL) if number == 1 else (_EMPTY,))
            for place, start, end in _sites(rules, facts, Function(kind), Function(army)):
                if vector(start) in cells and vector(end) in cells:
                    found[place - 1, number, cells[vector(start)]] = cells[vector(end)]
        return found

    @cached_property
    def _stated(self) -> tuple[dict[str, Symbol], list[Symbol], list[Symbol]]:
        """The places of sites, the cells where pieces are captured, and the sites, as the facts state them."""
        facts = [each.arguments for each in self._ruleset.tuples(*_SITE)]
        places = {str(place): place for place in {each[0] for each in facts}}
        return places, sorted({each[3] for each in facts}), sorted({each[4] for each in facts})

    def _facts(self, army: str, kind: str, sorts: Sequence[str]) -> Facts:
        """A piece that is captured on each cell and comes back, with sites of some sorts: empty, and full."""
        found: dict[Signature, list[Symbol]] = {key: [] for key in SITE_RULES.given}
        found[_SITE] += self._ruleset.tuples(*_SITE)
        places, starts, ends = self._stated
        found["piece", 3] += [row(start, Function(kind), Function(army)) for start in starts]
        for place, sort, start in product(places.keys() & self._numbers, sorts, starts):
            move = Function(sort, [Number(self._numbers[place]), start])
            found["comes_back", 3].append(row(move, _ROLE, places[place]))
            found["involves", 3].append(row(move, _ROLE, start))
            found["part", 3].append(row(move, _ROLE, Function(kind)))
            found["of", 3].append(row(move, _ROLE, Function(army)))
            if sort == _FULL:
                found["site_full", 2] += [row(move, end) for end in ends]
        return dict(found)


def _sites(rules: Sequence[AST], facts: Facts, kind: Symbol, army: Symbol) -> Iterator[tuple[int, Symbol, Symbol]]:
    """The sites of pieces of a kind and army: the place, where it is captured, and where it comes back.

    Raises:
        RulesError: if it comes back as another piece, or where another piece stands.
    """
    made: dict[str, set[tuple[Symbol, ...]]] = {name: set() for name, _ in SITE_RULES.derived}
    for name, arguments in derived(rules, facts, SITE_RULES.derived):
        made[name].add(tuple(arguments))
    sites = {(move, end) for move, _, end in made["site_of"]}
    empty = {(move, end) for move, end in sites if move.name == _EMPTY}
    expected = {
        "site_of": {(move, _ROLE, end) for move, end in sites},
        "ends": {(move, _BACK, end) for move, end in empty},
        "then_kind": {(move, _BACK, kind) for move, _ in sites},
        "then_army": {(move, _BACK, army) for move, _ in sites},
        "remakes": {(move, end, kind, army) for move, end in empty},
    }
    if made != expected or len(dict(sites)) < len(sites):
        raise RulesError(f"a {kind} comes back otherwise than on one site of its own, which is not compiled")
    for move, end in empty:
        yield move.arguments[0].number, move.arguments[1], end
