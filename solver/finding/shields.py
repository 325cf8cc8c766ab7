"""Whether men shield cells from each other's attacks."""

from __future__ import annotations

from collections.abc import Sequence

from ..asp.routes import RouteTable
from ..asp.ruleset import Ruleset
from ..asp.terms import Vector
from ..play.material import Group


def is_shieldless(ruleset: Ruleset, groups: Sequence[Group]) -> bool:
    """Whether men in the way make no difference to which cells are attacked at all.

    That is so with men of one kind and army if whoever stands on a route of another reaches the rest of it, by a
    shorter route: the last man on the way attacks its end then.
    """
    if len({(each.kind, each.army) for each in groups}) != 1 or ruleset.facts("on_board_only", 0):
        return False
    routes, (army, kind) = ruleset.routes, (groups[0].army, groups[0].kind)
    ends = {p for p, uses in routes.ends.get((army, kind), {}).items() if uses & ruleset.takes}
    reached = {routes.places[point] for point in ends}
    return all(_passes_on(routes, point, reached) for point in ends)


def _passes_on(routes: RouteTable, end: int, reached: set[Vector]) -> bool:
    """Whether men everywhere on the way to a point reach it, and are reached."""
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
