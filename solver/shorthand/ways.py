"""The ways of a move in Betza's notation: places, each with its predecessors and what must be there.

They are routes as in `rules/core/points.lp`: what two ways have in common from the start on is one, and so is what goes
on alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from typing import Literal, NamedTuple

from .directions import BOTH, bend, bent, turns
from .mistake import ShorthandError
from .spelling import BENDS, Leg, Spelled

Step = tuple[int, int]
"""A displacement: to the right, and forward."""

Homes = Literal["first", "anywhere", "middle"]
"""From which cells first moves of several steps start."""

_NOT_BACK = (0, 1, 2, 3, 5, 6, 7)
"""Where a leg goes on that does not say where."""
_MOST = 5_000
"""The largest number of places of a string."""


class Passes(Enum):
    """What must be on a cell that a way passes."""

    EMPTY = "empty"
    OCCUPIED = "occupied"
    CAPTURED = "captured"
    ANYTHING = "anything"


class Place(NamedTuple):
    """A place on a way.

    Attributes:
        cell: where it lies, as seen from the start.
        leg: the number of the leg that leads there, from 0.
        direction: the number of its direction.
        hopped: whether it has hopped.
        size: how many steps it has made, if its range is limited, or has still to make, if their number is that of the
            leg before; else 0.
        turned: the signs of the numbers by which the way has gone so far, or since it turned back or captured.
        captured: the cells where it has captured.
        move: which move of the string it belongs to.
        bend: to which side the way turned last, if a later leg asks for that; else 0.
    """

    cell: Step
    leg: int
    direction: int
    hopped: bool
    size: int
    turned: Step
    captured: frozenset[Step]
    move: int
    bend: int = 0


@dataclass(slots=True)
class Moves:
    """The moves of a string.

    Attributes:
        before: the places of all ways, each with those that come before it and what must be there; None is the start.
        ends: the places where ways end, each with its use: `any`, `quiet`, `capture`, `own`, `unmoved` (without
            capture, while the piece has not moved) or `regicide` (to capture a royal piece).
        inside: the places that must be on the board, as ways turn back there.
        several: the single steps of first moves of two or more steps in a line, each with the most such steps. With the
            homes `middle` the board has the number.
        homes: where such moves start: on the first cell, on any cell, or where the middle of the board is far enough.
        in_passing: whether it captures in passing.
        castles: how far the piece goes to the right when it castles, negative to the left; and how many pieces of the
            array are beyond its partner in the row.
        idle: where the moves stand by which the piece returns without a capture, which are left out; columns.
    """

    before: dict[Place, set[tuple[Place | None, Passes]]] = field(default_factory=dict)
    ends: set[tuple[Place, str]] = field(default_factory=set)
    inside: set[Place] = field(default_factory=set)
    several: dict[Step, int] = field(default_factory=dict)
    homes: Homes = "first"
    in_passing: bool = False
    castles: set[tuple[int, int]] = field(default_factory=set)
    idle: list[int] = field(default_factory=list)


def uses(leg: Leg, initial: bool = False) -> set[str]:
    """What a leg is for if the move ends with it."""
    modes = leg.modes & {"m", "c", "d", "k"}
    found = {"own"} if "d" in modes else set()
    if "m" in modes and "c" not in modes:
        found.add("quiet")
    elif {"m", "c"} <= modes or not modes:
        found.add("any")
    elif "c" in modes:
        found.add("capture")
    if "k" in modes and "c" not in modes:
        found.add("regicide")
    return {"unmoved"} if initial and found == {"quiet"} else found


class Ways:
    """The ways of one move, added to the moves of its string.

    Args:
        move: the move.
        longest: how far the longest straight way of the board is.
        number: the number of the move.
        found: what the ways are added to.
    """

    def __init__(self, move: Spelled, longest: int, number: int, found: Moves) -> None:
        self.move, self.legs, self.longest, self.number, self.found = move, move.legs, longest, number, found
        self._initial = "i" in move.legs[0].modes
        self._asking = max((n for n, leg in enumerate(move.legs) if set(BENDS) & set(leg.directions)), default=0)
        self._steps = 0

    def add(self) -> None:
        """Add the ways.

        Raises:
            ShorthandError: if they are not supported, or too many.
        """
        first = self.legs[0]
        for direction in turns(first.directions, first.rose.kind, first.column):
            self._go(0, direction, None, Passes.EMPTY)

    def _end(self, leg: int, place: Place) -> None:
        """Note that ways end there."""
        if place.cell == (0, 0) and not place.captured:
            if self.move.column not in self.found.idle:
                self.found.idle.append(self.move.column)
            return
        found = uses(self.legs[leg], self._initial)
        if place.cell in place.captured:
            # The piece that stood there is gone.
            found = {"quiet"} if found & {"any", "quiet"} else set()
        self.found.ends |= {(place, use) for use in found}

    def _go(self, number: int, direction: int, start: Place | None, here: Passes, before: int = 0) -> None:
        """Add the ways that go on from a place, where `here` must be, by a leg in a direction.

        `before` is the number of steps of the leg before.
        """
        leg, is_last = self.legs[number], number == len(self.legs) - 1
        exact = before if "i" in leg.modes and number else 0
        if is_last and "j" in leg.modes:
            self._jump(leg, direction)
        elif is_last and "n" in leg.modes:
            self._leap_over(leg, direction, "n", Passes.EMPTY)
        elif is_last:
            self._line(number, direction, start, here, exact)
        else:
            self._turn(number, direction, start, here, exact)

    def _ways(
        self, number: int, direction: int, start: Place | None, here: Passes, exact: int
    ) -> Iterator[tuple[int, Place]]:
        """The places of a leg where it may end, each with how many steps it has made there."""
        far = self.legs[number].far
        for size in range(1, (exact or far) + 1):
            made = exact - size if exact else size if far < self.longest else 0
            place = self._step(number, direction, start, here, made)
            if place is None:
                return
            if size >= exact:
                yield size, place
            start, here = place, Passes.EMPTY

    def _line(self, number: int, direction: int, start: Place | None, here: Passes, exact: int) -> None:
        """The last leg: a slide, or one over exactly one piece, with its own range beyond it."""
        hops = bool(self.legs[number].modes & {"p", "g"})
        for _, place in self._ways(number, direction, start, here, exact):
            if hops:
                self._beyond(place, direction, self.legs[number].beyond)
            else:
                self._end(number, place)

    def _beyond(self, mount: Place, direction: int, far: int) -> None:
        start, here = mount, Passes.OCCUPIED
        for size in range(1, far + 1):
            made = size if far < self.longest else 0
            place = self._step(mount.leg, direction, start, here, made, hopped=True)
            if place is None:
                return
            self._end(mount.leg, place)
            start, here = place, Passes.EMPTY

    def _turn(self, number: int, direction: int, start: Place | None, here: Passes, exact: int) -> None:
        """A leg after which another goes on, in directions of its own."""
        leg, following = self.legs[number], self.legs[number + 1]
        modes = leg.modes
        left = {Passes.EMPTY} if "m" in modes or not modes & {"c", "p", "g"} else set()
        left |= {Passes.CAPTURED} if "c" in modes else set()
        if modes & {"p", "g"}:
            left = {Passes.ANYTHING if {"m", "p"} <= modes else Passes.OCCUPIED}
        directions = bent(following.directions, self._bend(number, direction, start))
        relative = turns(directions, BOTH, following.column) if directions else _NOT_BACK
        ahead = [(direction + each) % 8 for each in relative if (direction + each) % 8 in following.fitting]
        if not ahead:
            raise ShorthandError(
                following.column, f"the directions {following.directions} choose nothing for this atom here"
            )
        for size, place in self._ways(number, direction, start, here, exact):
            if leg.stops:
                self._end(number, place)
            for each, there in product(ahead, sorted(left, key=str)):
                self._go(number + 1, each, place, there, size)

    def _bend(self, number: int, direction: int, start: Place | None) -> int:
        """To which side the way turned last where a leg has left a place in a direction; 0 if no later leg asks."""
        if number >= self._asking:
            return 0
        if start is None:
            return bend(direction, self.legs[0].rose.kind)
        turn = (direction - start.direction) % 8
        return start.bend if turn % 4 == 0 else 1 if turn < 4 else -1

    def _step(
        self, number: int, direction: int, start: Place | None, here: Passes, size: int, hopped: bool = False
    ) -> Place | None:
        """One step further: the place where it leads; None if that is off any board.

        Raises:
            ShorthandError: if there are too many ways.
        """
        x, y = self.legs[number].rose.steps[direction]
        from_x, from_y = start.cell if start else (0, 0)
        # A captured piece is on a cell of the board, so a path may turn back there.
        before = start.turned if start and here is not Passes.CAPTURED else (0, 0)
        turned = (_sign(x) or before[0], _sign(y) or before[1])
        if start and (turned[0] * before[0] < 0 or turned[1] * before[1] < 0):
            # Otherwise the way could leave the board there and come back.
            self.found.inside.add(start)
            turned = (_sign(x), _sign(y))
        captured = start.captured if start else frozenset()
        before_it = {(start, here)}
        if start and (start.cell == (0, 0) or start.cell in captured):
            # The piece has left this cell, or has captured what was there: the way goes on as if it were not there.
            if here not in (Passes.EMPTY, Passes.ANYTHING):
                return None
            before_it = self.found.before[start]
        elif start and here is Passes.CAPTURED:
            captured |= {start.cell}
        cell = from_x + x, from_y + y
        if max(map(abs, cell)) > self.longest:
            return None
        turn = self._bend(number, direction, start)
        place = Place(cell, number, direction, hopped, size, turned, captured, self.number, turn)
        self.found.before.setdefault(place, set()).update(before_it)
        self._steps += 1
        if self._steps > _MOST:
            raise ShorthandError(self.move.column, f"this move has more than {_MOST:,} ways")
        return place

    def _jump(self, leg: Leg, direction: int) -> None:
        """A slide that skips the first cell, whatever is there; or a leap over one piece."""
        if leg.far == 1:
            self._leap_over(leg, direction, "j", Passes.OCCUPIED)
            return
        start, here = self._step(0, direction, None, Passes.EMPTY, 1), Passes.ANYTHING
        for size in range(2, leg.far + 1):
            place = self._step(0, direction, start, here, size) if start else None
            if place is None:
                return
            self._end(0, place)
            start, here = place, Passes.EMPTY

    def _leap_over(self, leg: Leg, direction: int, letter: str, there: Passes) -> None:
        """A leap that passes the cells between: straight on first, then aslant."""
        way = _way(leg.rose.steps[direction])
        if leg.far > 1 or (letter == "j" and len(way) != 2):
            what = "a leap over one cell" if letter == "j" else "a leap, such as D, N or H, without a range"
            raise ShorthandError(leg.column, f"{letter} is for {what}")
        if max(map(abs, way[-1])) > self.longest:
            return
        start: Place | None = None
        for number, cell in enumerate(way, 1):
            hopped = number > 1 and there is not Passes.EMPTY
            place = Place(cell, 0, direction, hopped, number, (0, 0), frozenset(), self.number)
            self.found.before.setdefault(place, set()).add((start, there if start else Passes.EMPTY))
            start = place
        assert start
        self._end(0, start)


def _way(leap: Step) -> list[Step]:
    """The cells of a leap: along its longer side, and then along a diagonal."""
    x, y = leap
    straight = abs(abs(x) - abs(y))
    found = [(0, 0)]
    for number in range(max(abs(x), abs(y))):
        aslant = number >= straight
        found.append((
            found[-1][0] + (_sign(x) if aslant or abs(x) > abs(y) else 0),
            found[-1][1] + (_sign(y) if aslant or abs(y) > abs(x) else 0),
        ))  # fmt: skip
    return found[1:]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
