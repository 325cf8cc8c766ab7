"""What rules derive of the points of routes, whatever pieces there are (core/edges.lp, locust.lp).

The compiler asks these rules about a piece that has every point of the game, and leaves open of each point whether it
is on the board. The rules as clingo grounds them then derive it for a piece on each cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Set
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from clingo import Function, Number, Symbol
from numpy.typing import NDArray

from ...asp.routes import OFF
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import Vector
from ...errors import RulesError
from .asked_rules import Question, alive
from .derivation import Opened, Truth

_POINT: Signature = ("point", 5)
_OF_GAMES: tuple[Signature, ...] = (
    ("on_board_only", 0), ("blocked_off_board", 0), ("one_board_path", 0), ("whole_areas", 0), ("locusts", 0),
)  # fmt: skip
"""The facts of a game that such rules may ask for."""
ROUTES = Question(
    parts=("position", "routes"),
    given=frozenset({_POINT, *_OF_GAMES}),
    derived=frozenset(
        {
            ("board_path", 2), ("stray", 2), ("pathless", 2), ("broken", 2), ("unreachable", 2), ("captures_on", 3),
            ("captures_on_way", 2),
        }
    ),
    shapes=frozenset({"", "over", "capturing"}),
    hidden=frozenset({(_POINT, 3)}),
    alone=frozenset({(_POINT, 2)}),
)  # fmt: skip
"""What such rules may ask about points, and what they may derive."""
THERE = replace(
    ROUTES,
    parts=("routes",),
    given=ROUTES.given | {("newcomer", 2)},
    derived=frozenset({("captures_on", 3)}),
    shapes=ROUTES.shapes | {"there"},
)
"""The same of a piece where it ends a move: other rules, in the part `routes`, derive that."""

Where: TypeAlias = Callable[[int], tuple[NDArray[np.bool_], NDArray[np.bool_]]]

_MOST_ON_WAY = 2
"""The pieces that a move may capture on its way, at most: it has room for two companions."""

_FROM, _ON, _USE, _MOVE, _ROLE = (Function(name) for name in ("from", "on", "use", "move", "role"))
_THERE = Function("there", [_MOVE, _ROLE])
"""A piece on its cell, and one where it ends a move."""


class RouteRules:
    """What rules derive of the points of routes.

    Args:
        ruleset: the rules.

    Attributes:
        opened: the rules for a piece with every point; None if by the facts of the game none of them derives anything.
        numbers: the numbers of atoms.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.opened = self._open(ROUTES, _FROM)
        self.numbers = dict[Symbol, int]()
        if self.opened is not None:
            named, known = self.opened.symbols.items(), self.opened.open
            self.numbers = {symbol: number for number, symbol in named if number not in known}

    def _open(self, question: Question, piece: Symbol) -> Opened | None:
        """The rules that answer a question for a piece with every point; None if none of them derives anything."""
        facts: Facts = {key: self._ruleset.tuples(*key) for key in _OF_GAMES}
        if piece == _THERE:
            facts["newcomer", 2] = [row(*_THERE.arguments)]
        rules = alive(question.rules(self._ruleset.files), {key for key, found in facts.items() if found} | {_POINT})
        return Opened(rules, facts, {_POINT: self._points(piece)}) if rules else None

    def _points(self, piece: Symbol) -> list[Symbol]:
        """All points of a piece, on the board and off it."""
        return [
            row(piece, Number(number), place, _USE, before)
            for number, some in enumerate(self._ruleset.routes.after)
            for before in some
            for place in (_ON, OFF)
        ]

    def number(self, name: str, point: int) -> int | None:
        """The number of the atom by which a point has a name, given by its number; None if it never has it."""
        return self.numbers.get(Function(name, [_FROM, Number(point)])) if self.numbers else None

    @cached_property
    def locust_points(self) -> dict[int, tuple[int, ...]]:
        """For each point with captures on the way, by number, the points where the captured pieces are: one point for
        each cell, the least cell first.

        Raises:
            RulesError: if a route captures more than twice on its way, or otherwise after a move than before.
        """
        before, after = (self._captured(each) for each in (self.opened, self._open(THERE, _THERE)))
        on_way = set[int]()
        if self.opened is not None:
            on_way = {point.number for _, point in self.opened.derived("captures_on_way", 2)}
        if before != after or before.keys() != on_way:
            raise RulesError("routes capture on their way after a move otherwise than before it, which is not compiled")
        return before

    def _captured(self, opened: Opened | None) -> dict[int, tuple[int, ...]]:
        routes = self._ruleset.routes
        found: dict[int, dict[Vector, int]] = defaultdict(dict)
        for _, point, captured in opened.derived("captures_on", 3) if opened else ():
            found[point.number].setdefault(routes.places[captured.number], captured.number)
        for number, places in found.items():
            if len(places) > _MOST_ON_WAY:
                raise RulesError(
                    f"a route to {routes.terms[number]} captures on {len(places)} cells on its way; "
                    f"up to {_MOST_ON_WAY} are compiled"
                )
        return {number: tuple(there for _, there in sorted(places.items())) for number, places in found.items()}


@lru_cache(maxsize=1)
def route_rules(ruleset: Ruleset) -> RouteRules:
    """The rules of a game about routes, which are asked for more than once while it is compiled."""
    return RouteRules(ruleset)


class RoutesOnBoard:
    """The same of the points seen from each cell of a board.

    Args:
        rules: what rules derive of points.
        where: gives for a point, by its number, the cells from which it is on the board and not cut off, and those
            from which it is off the board and not cut off.
        cells: the number of cells.
    """

    def __init__(self, rules: RouteRules, where: Where, cells: int) -> None:
        self._rules, self._where, self._nowhere = rules, where, np.zeros(cells, np.bool_)
        self._truth = None if rules.opened is None else Truth(rules.opened, self._places)
        self._found: dict[tuple[str, int], NDArray[np.bool_]] = {}

    def named(self, name: str, point: int) -> NDArray[np.bool_]:
        """(cells,): from which cells a point has a name by the rules.

        Args:
            name: `stray`, `pathless` or `unreachable`.
            point: the number of the point.
        """
        if (name, point) not in self._found:
            number = self._rules.number(name, point)
            self._found[name, point] = (
                self._nowhere if self._truth is None or number is None else self._truth.holds(number)
            )
        return self._found[name, point]

    def _places(self, fact: Symbol) -> NDArray[np.bool_]:
        """(cells,): from which cells a point is where an open fact has it."""
        _, point, place, *_ = fact.arguments
        return self._where(point.number)[int(place == OFF)]


def locust_kinds(ruleset: Ruleset, least: int = 1) -> frozenset[str]:
    """The kinds that can capture at least this many pieces on their way by one move."""
    return _ending(ruleset, {point for point, some in route_rules(ruleset).locust_points.items() if len(some) >= least})


def returning_kinds(ruleset: Ruleset) -> frozenset[str]:
    """The kinds that may end on a cell where they have captured on their way."""
    places, captures = ruleset.routes.places, route_rules(ruleset).locust_points
    return _ending(ruleset, {n for n, some in captures.items() if places[n] in {places[each] for each in some}})


def _ending(ruleset: Ruleset, points: Set[int]) -> frozenset[str]:
    """The kinds with ways that end on some points."""
    ways = ruleset.routes.ends.items() if points else ()
    return frozenset(kind for (_, kind), ends in ways if not points.isdisjoint(ends))
