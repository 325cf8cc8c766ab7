"""What the shape of a piece tells: how it moves in each class of directions, and where that shows around it.

Nothing here knows a kind by name, or a direction: each class of directions that a game uses has a place of its own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from clingo import Symbol, SymbolType

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, add, text, vector
from .panels import panels


@dataclass(frozen=True, slots=True, order=True)
class Trait:
    """What a kind does in one class of directions.

    Attributes:
        seat: which place around the piece the class has.
        leap: whether it is a class of leaps, in which nothing goes on beyond one step.
        steps: how many steps it may take.
        spread: in how many directions at once: 1 a line, 2 a plane, 3 a solid.
        hurdle: whether it must jump over something.
        waits: whether even its first step needs another cell to be empty.
        full: whether it both moves and captures so.
        angles: where the marks stand, in degrees, counted from the right, anticlockwise.
        lifts: where a class that is a part of another leads from panel to panel: 1 to later ones, -1 to earlier
            ones; both only if it stays in place otherwise.
    """

    seat: int
    leap: bool
    steps: int
    spread: int
    hurdle: bool
    waits: bool
    full: bool
    angles: tuple[float, ...]
    lifts: tuple[int, ...]


class Traits:
    """What the shapes of the pieces of a game tell.

    Args:
        ruleset: rules that define way/5, direction/2, belongs/3, place/2 and after/2.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._fold = 6 if panels(ruleset).shape == "hex" else 4
        self._steps: dict[Symbol, set[Vector]] = defaultdict(set)
        for symbol in ruleset.facts("direction", 2):
            self._steps[symbol.arguments[0]].add(vector(symbol.arguments[1]))
        self._places = {s.arguments[0]: vector(s.arguments[1]) for s in ruleset.facts("place", 2)}
        self._after: dict[Symbol, list[Symbol]] = defaultdict(list)
        for symbol in ruleset.facts("after", 2):
            self._after[symbol.arguments[0]].append(symbol.arguments[1])
        self._points: dict[tuple[Symbol, Symbol], list[Symbol]] = defaultdict(list)
        for symbol in ruleset.facts("belongs", 3):
            self._points[symbol.arguments[0], symbol.arguments[1]].append(symbol.arguments[2])
        self._ways: dict[tuple[str, str], list[tuple[Symbol, Symbol, str]]] = defaultdict(list)
        for symbol in ruleset.facts("way", 5):
            army, kind, how, direction, use = symbol.arguments
            self._ways[text(army), text(kind)].append((how, direction, text(use)))
        self._manners = {key: self._manner(*key) for key in self._points}
        self._seats = self._seat_classes()
        self._both = ruleset.captures & ruleset.goes

    def _manner(self, how: Symbol, direction: Symbol) -> tuple[int, int, bool, bool]:
        """Steps, spread, hurdle and waits of a way to move, from its points."""
        points = self._points[how, direction]
        before = [earlier for point in points for earlier in self._after.get(point, ())]
        ends = {self._places[point] for point in points}
        steps, farthest = 1, max(max(map(abs, end)) for end in ends)
        for step in self._steps[direction]:
            size = max(map(abs, step)) or 1
            for number in range(1, farthest // size + 1):
                multiple = tuple(number * value for value in step)
                if multiple in ends:
                    ends.discard(multiple)
                    steps = max(steps, number)
        solid = any(earlier.name == "" and len(earlier.arguments) == 3 for earlier in before)
        waits = steps == 1 and not ends and all(earlier.arguments or earlier.name for earlier in before)
        hurdle = any(earlier.name == "over" for earlier in before)
        return steps, 3 if solid else 2 if ends else 1, hurdle, waits

    def _family(self, direction: Symbol) -> Symbol:
        """The class that a restricted one, such as forward(white,orthogonal), is a part of."""
        if direction.type == SymbolType.Function:
            for inner in direction.arguments:
                if self._steps.get(inner, set()) >= self._steps[direction] and inner in self._steps:
                    return self._family(inner)
        return direction

    def _seat_classes(self) -> dict[Symbol, tuple[int, bool]]:
        """For each class of directions its place, and whether it is one of leaps."""
        used = {(how, direction) for ways in self._ways.values() for how, direction, _ in ways} & self._points.keys()
        families = {self._family(direction) for _, direction in used}
        lines = {
            self._family(direction)
            for how, direction in used
            if self._manners[how, direction][0] > 1 or self._manners[how, direction][1] > 1
        }

        def size(family: Symbol) -> tuple[int, int, str]:
            steps = self._steps[family] or {(0,)}
            return min(sum(map(abs, s)) for s in steps), min(max(map(abs, s)) for s in steps), str(family)

        seats = {}
        for leap, group in ((False, lines), (True, families - lines)):
            for seat, family in enumerate(sorted(group, key=size)):
                seats[family] = (seat, leap)
        return seats

    def of(self, kind: str, army: str) -> tuple[Trait, ...]:
        """What a kind does, in the order of its classes of directions."""
        found: dict[tuple[Symbol, int, int, bool, bool], bool] = {}
        for how, direction, use in self._ways.get((army, kind), ()):
            if (how, direction) in self._points:
                key = (direction, *self._manners[how, direction])
                found[key] = found.get(key, False) or use in self._both
        return tuple(
            sorted(
                Trait(
                    *self._seats[self._family(direction)],
                    steps,
                    spread,
                    hurdle,
                    waits,
                    full,
                    *self._places_of(direction),
                )
                for (direction, steps, spread, hurdle, waits), full in found.items()
            )
        )

    def _places_of(self, direction: Symbol) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """The angles at which a class of directions shows, and what it does between panels."""
        family = self._family(direction)
        angles = self._angles(*self._seats[family])
        steps, others = self._steps[direction], self._steps[family]
        if len(steps) == len(others):
            return angles, ()
        ways = [self._on_paper(step) for step in steps]
        lifts = tuple(sorted({(lift > 0) - (lift < 0) for *_, lift in ways} - {0}))
        flat = [(right, up) for right, up, _ in ways if right or up]
        if not flat:
            return (), lifts
        across, above = (sum(values) for values in zip(*flat, strict=True))
        if abs(across) + abs(above) > 1e-6:
            heading = math.degrees(math.atan2(above, across))
            nearest = sorted(angles, key=lambda each: (round(abs((each - heading + 180) % 360 - 180), 3), each))
            share = len(flat) / sum(any(self._on_paper(step)[:2]) for step in others)
            angles = tuple(sorted(nearest[: max(1, math.ceil(len(nearest) * share - 1e-9))]))
        return angles, lifts if len(lifts) < 2 else ()

    def _angles(self, seat: int, leap: bool) -> tuple[float, ...]:
        """All the angles of a place around the piece."""
        turn = 360 / self._fold
        starts: tuple[tuple[float, ...], ...] = (
            (0.0,),
            (turn / 2,),
            (turn / 4, turn * 3 / 4),
            (turn / 8, turn * 7 / 8),
            (turn * 3 / 8, turn * 5 / 8),
        )
        if leap:  # between rank and diagonal first, where a Knight goes
            starts = (starts[2], starts[1], starts[0], *starts[3:])
        own = starts[min(seat, len(starts) - 1)]
        return tuple(sorted((90 + turn * number + start) % 360 for number in range(self._fold) for start in own))

    def _on_paper(self, step: Vector) -> tuple[float, float, int]:
        """How far right and up a step leads within a panel, and how many panels on; nowhere if it fits nowhere."""
        board = panels(self._ruleset)
        width, height = (math.sqrt(3) / 2, 0.5) if board.shape == "hex" else (1.0, 1.0)
        for cell, name in self._ruleset.cells.items():
            target = self._ruleset.cells.get(add(cell, step))
            if target is not None:
                (panel, here), (further, there) = board.seats[name], board.seats[target]
                return (there.x - here.x) * width, (there.y - here.y) * height, further - panel
        return 0.0, 0.0, 0
