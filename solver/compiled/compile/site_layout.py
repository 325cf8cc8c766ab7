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
from ..named_values import NOWHERE
from .asked_rules import Question
from .derivation import derived
from .outcomes import Type

_SITE: Signature = ("site", 5)
SITE_RULES = Question(
    parts=("outcomes", "worlds"),
    given=frozenset(
        {
            _SITE,
            ("comes_back", 3),
            ("involves", 3),
            ("piece", 3),
            ("part", 3),
            ("of", 3),
            ("swept", 2),
            ("goes_on", 3),
            ("commands", 2),
            ("turn", 1),
        }
    ),
    derived=frozenset(
        {
            ("site_of", 3),
            ("site_full", 2),
            ("ends", 3),
            ("then_kind", 3),
            ("then_army", 3),
            ("remakes", 4),
            ("hostile", 2),
        }
    ),
    shapes=frozenset({"revived"}),
)
"""What rules about sites may ask, and what they may derive."""

_ROLE = Function("role")
_BACK = Function("revived", [_ROLE])
_OTHER = Function("other")
_BARE, _SWEPT, _LEFT, _HELD, _ENTERED = "bare", "swept", "left", "held", "entered"
_SORTS = (_SWEPT, _LEFT, _HELD, _ENTERED)
"""Sorts of moves: pieces on all sites are swept, leave, or stay; or they are swept, and others end there."""
_EMPTY = {_BARE, _SWEPT, _LEFT}
"""Those after which sites are empty. Of the first one there is no piece on any site."""


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
        players = [Function(each) for each in self._ruleset.players]
        for number, (army, (kind, *_)) in enumerate(self._types if rules else (), 1):
            piece, turn = (Function(kind), Function(army)), players[number % len(players)]
            facts = self._facts(*piece, turn, _SORTS if number == 1 else (_SWEPT,), self._stated[1])
            for place, start, end in _sites(rules, facts, *piece):
                if vector(start) in cells and vector(end) in cells:
                    found[place - 1, number, cells[vector(start)]] = cells[vector(end)]
            if number == 1:
                for start in [each for each in self._stated[1] if each not in self._stated[2]][:1]:
                    list(_sites(rules, self._facts(*piece, turn, (_BARE,), [start]), *piece))
        return found

    @cached_property
    def _stated(self) -> tuple[dict[str, Symbol], list[Symbol], list[Symbol]]:
        """The places of sites, the cells where pieces are captured, and the sites, as the facts state them."""
        facts = [each.arguments for each in self._ruleset.tuples(*_SITE)]
        places = {str(place): place for place in {each[0] for each in facts}}
        return places, sorted({each[3] for each in facts}), sorted({each[4] for each in facts})

    def _facts(self, kind: Symbol, army: Symbol, turn: Symbol, sorts: Sequence[str], starts: Sequence[Symbol]) -> Facts:
        """A piece that is captured on each of some cells and comes back, by moves of some sorts."""
        found: dict[Signature, list[Symbol]] = {key: [] for key in SITE_RULES.given}
        found[_SITE] += self._ruleset.tuples(*_SITE)
        found["turn", 1].append(turn)
        found["commands", 2] += [row(each, each) for each in map(Function, self._ruleset.players)]
        places, _, ends = self._stated
        standing = starts if sorts == (_BARE,) else sorted({*starts, *ends})
        found["piece", 3] += [row(cell, kind, army) for cell in standing]
        for place, sort, start in product(places.keys() & self._numbers, sorts, starts):
            move = Function(sort, [Number(self._numbers[place]), start])
            found["comes_back", 3].append(row(move, _ROLE, places[place]))
            found["involves", 3].append(row(move, _ROLE, start))
            found["part", 3].append(row(move, _ROLE, kind))
            found["of", 3].append(row(move, _ROLE, army))
            if sort in (_SWEPT, _ENTERED):
                found["swept", 2] += [row(move, end) for end in ends]
            if sort == _LEFT:
                found["involves", 3] += [row(move, _OTHER, end) for end in ends]
            if sort == _ENTERED:
                found["goes_on", 3] += [row(move, _OTHER, end) for end in ends]
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
    empty = {(move, end) for move, end in sites if move.name in _EMPTY or (move.name == _HELD and _start(move) == end)}
    moves = {each.arguments[0] for each in facts["comes_back", 3]} if facts["turn", 1] != [army] else set()
    expected = {
        "site_of": {(move, _ROLE, end) for move, end in sites},
        "ends": {(move, _BACK, end) for move, end in empty} | {tuple(each.arguments) for each in facts["goes_on", 3]},
        "then_kind": {(move, _BACK, kind) for move, _ in sites},
        "then_army": {(move, _BACK, army) for move, _ in sites},
        "remakes": {(move, end, kind, army) for move, end in empty},
        "site_full": sites - empty,
        "hostile": {(move, _BACK) for move in moves},
    }
    if made != expected or len(dict(sites)) < len(sites):
        raise RulesError(f"a {kind} comes back otherwise than on one site of its own, which is not compiled")
    for move, end in empty:
        yield move.arguments[0].number, _start(move), end


def _start(move: Symbol) -> Symbol:
    """Where the piece is captured."""
    return move.arguments[1]
