"""Whether pieces shield cells from each other's attacks."""

from __future__ import annotations

from collections.abc import Sequence

from ..asp.routes import RouteTable
from ..asp.ruleset import Ruleset
from ..asp.terms import Vector
from ..play.material import Group


def is_shieldless(ruleset: Ruleset, groups: Sequence[Group]) -> bool:
    """Whether pieces on routes make no difference to which cells are attacked at all.

    That holds for pieces of one kind and army if a piece on a route of another reaches the rest of that route, by a
    shorter route: then the last piece on the route attacks its end.
    """
    if len({(each.kind, each.army) for each in groups}) != 1 or ruleset.facts("on_board_only", 0):
        return False
    routes, (army, kind) = ruleset.routes, (groups[0].army, groups[0].kind)
    ends = {p for p, uses in routes.ends.get((army, kind), {}).items() if uses & ruleset.captures}
    reached = {routes.places[point] for point in ends}
    return all(_passes_on(routes, point, reached) for point in ends)


def _passes_on(routes: RouteTable, end: int, reached: set[Vector]) -> bool:
    """Whether a piece anywhere on the way to a point is reached, and reaches the point."""
    whole = routes.places[end]
    for passed in _on_way(routes, end):
        rest = tuple(a - b for a, b in zip(whole, passed, strict=True))
        if passed not in reached or rest not in reached or _length(rest) >= _length(whole):
            return False
    return not any(name for name, _ in routes.alternatives(end) if name != "through")


def _on_way(routes: RouteTable, end: int) -> set[Vector]:
    points, waiting = set[int](), [end]
    found = set(routes.through.get(end, ()))
    while waiting:
        for point in routes.before[waiting.pop()] - points:
            points.add(point)
            waiting.append(point)
            found.add(routes.places[point])
    return found


def _length(displacement: Vector) -> int:
    return sum(map(abs, displacement))
