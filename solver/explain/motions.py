"""The motions of a kind in Betza's notation."""

from __future__ import annotations

from collections import defaultdict

from clingo import Symbol

from ..asp.ruleset import Ruleset
from ..asp.terms import text, vector
from ..shorthand.shown import Manner, Step, show_betza


def betza_of(ruleset: Ruleset, kind: str) -> str | None:
    """The notation of a kind's motions for the first player; None if the notation cannot express them.

    Args:
        ruleset: the rules.
        kind: the kind.
    """
    if ruleset.axes != (0, 1):
        return None
    words = [text(s.arguments[1]) for s in ruleset.facts("betza", 2) if str(s.arguments[0]) == kind]
    steps: dict[Symbol, list[tuple[int, ...]]] = defaultdict(list)
    for symbol in ruleset.facts("direction", 2):
        steps[symbol.arguments[0]].append(vector(symbol.arguments[1]))
    waypoints = {(s.arguments[0], vector(s.arguments[2])): vector(s.arguments[1]) for s in ruleset.facts("waypoint", 3)}
    manners: dict[tuple[str, str, int], set[tuple[Step, Step | None]]] = defaultdict(set)
    for army, owner, how, direction, use in (symbol.arguments for symbol in ruleset.facts("way", 5)):
        if (
            (str(army), str(owner)) != (ruleset.players[0], kind)
            or how.name == "betza"
            or (words and str(use) == "first")
        ):
            continue
        limit = how.arguments[0].number if how.arguments else 0
        for step in steps[direction]:
            if not step[2]:
                manners[how.name, str(use), limit].add((_flat(step), _waypoint(waypoints.get((direction, step)))))
    shown = show_betza(Manner(how, frozenset(some), use, limit) for (how, use, limit), some in manners.items())
    return None if shown is None else "".join([*words, shown]) or None


def _flat(step: tuple[int, ...]) -> Step:
    return step[0], step[1]


def _waypoint(step: tuple[int, ...] | None) -> Step | None:
    return _flat(step) if step else None
