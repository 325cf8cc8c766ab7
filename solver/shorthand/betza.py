"""Betza's notation for moves, as H. G. Muller's diagrams use it: atoms, directions, ranges, modes, legs.

A string is a list of moves. A move has legs, separated by `a`, and ends with an atom and perhaps a range. Before
the atom are letters of direction and of mode for each leg. The result is a set of places, each with its
predecessors and what must be there, and some of them ends: routes as in `rules/core/points.lp`. Forward is the
second number. Where implementations differ: fK is one cell; a leg that goes on may turn to any of seven directions;
ranges apply to every leg; the first letter of oblique atoms is wide, the second narrow. An `i` after an `a` is a
leg of the same length as the one before (`mRcaibR` shoots). After a capture a piece may return over its start,
which is empty then (`cabR`). Otherwise no path turns back: cells off the board count as empty, so it could leave
the board and return. At most one piece is captured before the end (core/locust.lp).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from typing import NamedTuple

from .directions import BOTH, OBLIQUE, ROYAL, Rose, turns
from .mistake import ShorthandError

Step = tuple[int, int]
"""A displacement: to the right, and forward."""


class Passes(Enum):
    """What must be on a cell that a way passes."""

    EMPTY = "empty"
    OCCUPIED = "occupied"
    CAPTURED = "captured"
    ANYTHING = "anything"


class Place(NamedTuple):
    """A place on a way: what two ways have in common from the start on is one, and so is what goes on alike.

    Attributes:
        cell: where it lies, as seen from the start.
        leg: the number of the leg that leads there, from 0.
        direction: the number of its direction.
        hopped: whether it has hopped.
        size: how many steps it has made, if its range is limited, or has still to make, if their number is that of the
            leg before; else 0.
        turned: the signs of the numbers by which the way has gone so far, or since a capture.
        captured: where it has captured; None if it has not.
        move: which move of the string it belongs to.
    """

    cell: Step
    leg: int
    direction: int
    hopped: bool
    size: int
    turned: Step
    captured: Step | None
    move: int


@dataclass(slots=True)
class Moves:
    """The moves of a string.

    Attributes:
        before: the places of all ways, each with those that come before it and what must be there; None is the start.
        ends: the places where ways end, each with its use: `quiet`, `capture`, `any` or `own`.
        double: the single steps of double steps from the first cell.
        in_passing: whether it captures in passing.
        castles: how far the piece goes when it castles; 0 if it does not.
    """

    before: dict[Place, set[tuple[Place | None, Passes]]] = field(default_factory=dict)
    ends: set[tuple[Place, str]] = field(default_factory=set)
    double: set[Step] = field(default_factory=set)
    in_passing: bool = False
    castles: int = 0


_ATOMS: dict[str, Step] = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3), "Z": (2, 3),
    "J": (2, 3), "G": (3, 3),
}  # fmt: skip
"""Leaps: the smaller number, then the larger."""
_SLIDERS = {"R": "W", "B": "F", "Q": "K"}
"""Atoms that are others without limit."""
_NOT_BACK = (0, 1, 2, 3, 5, 6, 7)
"""Where a leg goes on that does not say where."""
_DIRECTIONS = "fblrvsh"
_MODES = "mcedktpgynjioqzxu"
_MOVE = re.compile(
    r"(?P<letters>[a-z]*)(?P<atom>[A-Z@])(?P<more>[XY]*)(?P<range>[0-9]{1,2}|\*)?|(?P<wrong>.)", re.DOTALL
)
_NOT_YET = {
    "k": "capture of royals alone", "t": "hops over friends alone",
    "o": "boards that are cylinders", "q": "circular riders", "z": "crooked riders", "x": "borrowed moves",
    "u": "unloading what was captured",
}  # fmt: skip
_NOT_ATOMS = {"U": "leaps to any cell", "I": "imitators", "@": "drops; say store and hands"}
_MOST = 5_000
"""The largest number of places of a string."""


def read_betza(text: str, longest: int) -> Moves:
    """Read a string into routes.

    Args:
        text: the string.
        longest: how far the longest straight way of the board is; what has no limit goes as far.

    Raises:
        ShorthandError: if it is wrong, or not supported.
    """
    if not text:
        raise ShorthandError(1, "there is no move; an atom is one of W F D N A H C L Z J G K Q R B")
    found = Moves()
    for number, match in enumerate(_tokens(text)):
        _Move(text, match, longest, number, found).read()
    _check_doubles(text, found)
    return found


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The moves of a string; an atom written twice is one without limit."""
    place = 0
    while place < len(text):
        match = _MOVE.match(text, place)
        if match is None or match["wrong"]:
            raise ShorthandError(place + 1, _unreadable(text[place], text[:place]))
        yield match
        place = match.end()
        atom = match["atom"]
        if match["range"] is None and text[place : place + 1] == atom and atom in _ATOMS:
            place += 1


def _unreadable(sign: str, before: str = "") -> str:
    """What is wrong with a character where no move can begin, given what stands before it."""
    if sign in "[]-?":
        return f"'{sign}' belongs to moves in brackets, which are not supported"
    if sign.isdigit() and before[-2:].isdigit():
        return "a range has at most two digits; 0 is one without limit"
    if sign.isdigit() and len(before) > 1 and before[-1] == before[-2]:
        return f"{before[-2:]} is {before[-1]} without limit, and has no range besides"
    if sign in "XY" and before[-1:].isalnum():
        return f"{sign} stands right after its atom"
    if sign.islower():
        return f"{sign!r} stands before no atom"
    return f"{sign!r} is no atom; they are W F D N A H C L Z J G K Q R B"


@dataclass(slots=True)
class _Leg:
    """A leg: where its letters stand, its directions and its modes."""

    column: int
    directions: str = ""
    modes: set[str] = field(default_factory=set)


class _Move:
    """One move of a string, read from a match of `_MOVE`."""

    def __init__(self, text: str, match: re.Match[str], longest: int, number: int, found: Moves) -> None:
        self.column = match.start("atom") + 1
        self.atom, self.longest, self.number, self.found = match["atom"], longest, number, found
        self.legs = self._legs(match["letters"], match.start() + 1)
        if self.atom in _NOT_ATOMS:
            raise ShorthandError(self.column, f"{self.atom} ({_NOT_ATOMS[self.atom]}) is not supported")
        if self.atom not in "OKQRB" and self.atom not in _ATOMS:
            raise ShorthandError(self.column, _unreadable(self.atom, text[: self.column - 1]))
        if match["range"] == "*":
            raise ShorthandError(match.start("range") + 1, "a range to the middle of the board is not supported")
        self.given = match["range"]
        self.range = self._range(text[match.end() : match.end() + 1] == self.atom)
        self.rose = self._rose(match["more"], match.start("more") + 1)
        self._steps = 0

    def _legs(self, letters: str, start: int) -> list[_Leg]:
        legs = [_Leg(start)]
        for column, letter in enumerate(letters, start):
            if letter == "a":
                legs.append(_Leg(column + 1))
            elif letter in _DIRECTIONS:
                legs[-1].directions += letter
            elif letter in _NOT_YET:
                raise ShorthandError(column, f"{letter} ({_NOT_YET[letter]}) is not supported")
            elif letter in _MODES:
                legs[-1].modes.add(letter)
            else:
                raise ShorthandError(column, f"{letter!r} is no direction ({_DIRECTIONS}) and no mode ({_MODES})")
        return legs

    def _range(self, doubled: bool) -> int:
        if self.given is not None:
            return min(int(self.given), self.longest) or self.longest
        return self.longest if self.atom in _SLIDERS or (doubled and self.atom in _ATOMS) else 1

    def _rose(self, more: str, column: int) -> Rose:
        """The eight directions of the atom."""
        if self.atom in "KQRB":
            if more:
                raise ShorthandError(column, f"{more[0]} makes leaps longer, and {self.atom} is none")
            return ROYAL[_SLIDERS.get(self.atom, self.atom)]
        small, large = _ATOMS.get(self.atom, (0, 1))
        for letter in more:
            small, large = (small, large + 3) if letter == "X" else (small + 2, large + 2)
        return Rose.of(small, large)

    def read(self) -> None:
        """Add the places of the move.

        Raises:
            ShorthandError: if it is not supported.
        """
        if self.atom == "O":
            self._castling()
            return
        first, last = self.legs[0], self.legs[-1]
        self._check(last)
        self.found.in_passing |= "e" in last.modes
        if "i" in first.modes:
            self._initial()
            return
        for direction in turns(first.directions, self.rose.kind, first.column):
            self._go(0, direction, None, Passes.EMPTY, self.range)

    def _castling(self) -> None:
        modes = set.union(*(leg.modes for leg in self.legs))
        if len(self.legs) > 1 or modes - {"i"} or not self.given or self.given == "0":
            raise ShorthandError(self.column, "castling is written isO2: the number is how far the piece goes")
        self.found.castles = int(self.given)

    def _check(self, last: _Leg) -> None:
        """Refuse modes that mean nothing where they stand, or are not supported there."""
        for leg in self.legs:
            if leg is not last and "d" in leg.modes:
                raise ShorthandError(
                    leg.column, "a capture of one's own pieces on the way (d before a) is not supported"
                )
            if leg is not last and "c" in leg.modes and leg.modes & {"p", "g", "y"}:
                raise ShorthandError(leg.column, "of c, p, g and y a leg that goes on has one")
            if leg is last and "d" in leg.modes and any("c" in each.modes for each in self.legs[:-1]):
                raise ShorthandError(leg.column, "d after a capture on the way is not supported")
            if leg is not self.legs[0] and "i" in leg.modes and leg.modes & {"p", "g", "y"}:
                raise ShorthandError(leg.column, "of i, p, g and y a leg after a has one")
            wrong = sorted(leg.modes & ({"n", "j", "e"} if leg is not last else {"y"}))
            if wrong:
                raise ShorthandError(
                    leg.column, f"{wrong[0]} means nothing on {'the last' if leg is last else 'this'} leg"
                )
            if len(leg.modes & set("njpgy")) > 1:
                each = " and ".join(sorted(leg.modes & set("njpgy")))
                raise ShorthandError(leg.column, f"of n, j, p, g and y a leg has one, not {each}")
        if "e" in last.modes and "c" not in last.modes:
            raise ShorthandError(last.column, "e alone (capture in passing alone) is not supported; write ce")
        if len(self.legs) > 1 and last.modes & {"n", "j"}:
            raise ShorthandError(last.column, "n and j are for moves of one leg")

    def _initial(self) -> None:
        """A move that only an unmoved piece has: two steps in a line, without capture."""
        last = self.legs[-1]
        step = {"D": (0, 1), "A": (1, 1), "W": (0, 1), "R": (0, 1), "F": (1, 1), "B": (1, 1)}.get(self.atom)
        lame = self.atom in "DA" and "n" in last.modes and self.range == 1
        far = self.atom in "WRFB" and self.given == "2" and "n" not in last.modes
        if len(self.legs) > 1 or step is None or not (lame or far) or last.modes & {"c", "d"} or "m" not in last.modes:
            raise ShorthandError(
                self.legs[0].column, "a first move (i) is supported as two steps in a line: imnD or imW2, imnA or imF2"
            )
        rose = Rose.of(*step)
        self.found.double |= {rose.steps[each] for each in turns(last.directions, rose.kind, last.column)}

    @property
    def _uses(self) -> set[str]:
        """What the last leg is for."""
        modes = self.legs[-1].modes & {"m", "c", "d"}
        usual = "any" if ("m" in modes) == ("c" in modes) else "quiet" if "m" in modes else "capture"
        return ({usual} if modes != {"d"} else set()) | ({"own"} if "d" in modes else set())

    def _end(self, place: Place) -> None:
        """Note that ways end there."""
        self.found.ends |= {(place, use) for use in self._uses}

    def _go(self, leg: int, direction: int, start: Place | None, here: Passes, far: int, before: int = 0) -> None:
        """Add the ways that go on from a place, where `here` must be, by a leg in a direction.

        `far` is the number of steps of the leg before.
        """
        modes, is_last = self.legs[leg].modes, leg == len(self.legs) - 1
        other = 1 if far > 1 else self.longest
        exact = before if "i" in modes else 0
        if is_last and "j" in modes:
            self._jump(direction)
        elif is_last and "n" in modes:
            self._leap_over(direction, "n", Passes.EMPTY)
        elif is_last:
            self._line(leg, direction, start, here, far, other if "g" in modes else far, exact)
        else:
            self._turn(leg, direction, start, here, far, other if modes & {"g", "y"} else far, exact)

    def _ways(
        self, leg: int, direction: int, start: Place | None, here: Passes, far: int, exact: int
    ) -> Iterator[tuple[int, Place]]:
        """The places of a leg where it may end, each with how many steps it has made there."""
        for size in range(1, (exact or far) + 1):
            number = exact - size if exact else size if far < self.longest else 0
            place = self._step(leg, direction, start, here, number)
            if place is None:
                return
            if size >= exact:
                yield size, place
            start, here = place, Passes.EMPTY

    def _line(
        self, leg: int, direction: int, start: Place | None, here: Passes, far: int, beyond: int, exact: int
    ) -> None:
        """The last leg: a slide, or one over exactly one piece, with its own range beyond it."""
        hops = bool(self.legs[leg].modes & {"p", "g"})
        for _, place in self._ways(leg, direction, start, here, far, exact):
            if hops:
                self._beyond(place, direction, beyond)
            else:
                self._end(place)

    def _beyond(self, mount: Place, direction: int, far: int) -> None:
        start, here = mount, Passes.OCCUPIED
        for size in range(1, far + 1):
            place = self._step(mount.leg, direction, start, here, size if far < self.longest else 0, hopped=True)
            if place is None:
                return
            self._end(place)
            start, here = place, Passes.EMPTY

    def _turn(
        self, leg: int, direction: int, start: Place | None, here: Passes, far: int, onward: int, exact: int
    ) -> None:
        """A leg after which another goes on, in directions of its own."""
        modes, following = self.legs[leg].modes, self.legs[leg + 1]
        left = {Passes.EMPTY} if "m" in modes or not modes & {"c", "p", "g"} else set()
        left |= {Passes.CAPTURED} if "c" in modes else set()
        if modes & {"p", "g"}:
            left = {Passes.ANYTHING if {"m", "p"} <= modes else Passes.OCCUPIED}
        relative = turns(following.directions, BOTH, following.column) if following.directions else _NOT_BACK
        for size, place in self._ways(leg, direction, start, here, far, exact):
            for each, there in product(relative, sorted(left, key=str)):
                self._go(leg + 1, (direction + each) % 8, place, there, onward, size)

    def _step(
        self, leg: int, direction: int, start: Place | None, here: Passes, size: int, hopped: bool = False
    ) -> Place | None:
        """One step further: the place where it leads; None if that is off any board.

        Raises:
            ShorthandError: if the way turns back, or there are too many.
        """
        x, y = self.rose.steps[direction]
        from_x, from_y = start.cell if start else (0, 0)
        # A captured piece is on a cell of the board, so a path may turn back there.
        before = start.turned if start and here is not Passes.CAPTURED else (0, 0)
        turned = (_sign(x) or before[0], _sign(y) or before[1])
        if turned[0] * before[0] < 0 or turned[1] * before[1] < 0:
            where = "" if self.legs[leg].directions else "; say where it goes, as fs"
            why = "a way that turns back is not supported: it might leave the board and come back"
            raise ShorthandError(self.legs[leg].column, f"{why}{where}")
        captured = start.captured if start else None
        if here is Passes.CAPTURED and start is not None:
            if captured:
                why = "more than one capture on the way is not supported: one there, and one at the end of the move"
                raise ShorthandError(self.legs[start.leg].column, why)
            captured = start.cell
        before_it = {(start, here)}
        if start and start.captured and start.cell == (0, 0):
            # The cell is empty now: the way goes on as if the cell were not there.
            if here is Passes.OCCUPIED:
                return None
            before_it = self.found.before[start]
        cell = from_x + x, from_y + y
        if max(map(abs, cell)) > self.longest:
            return None
        place = Place(cell, leg, direction, hopped, size, turned, captured, self.number)
        self.found.before.setdefault(place, set()).update(before_it)
        self._steps += 1
        if self._steps > _MOST:
            raise ShorthandError(self.column, f"this move has more than {_MOST:,} ways")
        return place

    def _jump(self, direction: int) -> None:
        """A slide that skips the first cell, whatever is there; or a leap over one piece."""
        if self.range == 1:
            self._leap_over(direction, "j", Passes.OCCUPIED)
            return
        start, here = self._step(0, direction, None, Passes.EMPTY, 1), Passes.ANYTHING
        for size in range(2, self.range + 1):
            place = self._step(0, direction, start, here, size) if start else None
            if place is None:
                return
            self._end(place)
            start, here = place, Passes.EMPTY

    def _leap_over(self, direction: int, letter: str, there: Passes) -> None:
        """A leap along a line that passes the cells between."""
        x, y = self.rose.steps[direction]
        size = max(abs(x), abs(y))
        if self.rose.kind == OBLIQUE or size < 2 or self.range > 1 or (letter == "j" and size > 2):
            how = "write afsW (a step, then aslant) or afsF" if self.rose.kind == OBLIQUE else "it is for D and A"
            raise ShorthandError(self.legs[0].column, f"{letter} with {self.atom} is not supported; {how}")
        start: Place | None = None
        for number in range(1, size + 1):
            cell = x // size * number, y // size * number
            if max(map(abs, cell)) > self.longest:
                return
            place = Place(
                cell, 0, direction, number > 1 and there is not Passes.EMPTY, number, (0, 0), None, self.number
            )
            self.found.before.setdefault(place, set()).add((start, there if start else Passes.EMPTY))
            start = place
        assert start
        self._end(start)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _check_doubles(text: str, found: Moves) -> None:
    """Refuse double steps of pieces without the single one.

    Raises:
        ShorthandError: if there are such.
    """
    single = {place.cell for place, use in found.ends if use != "capture" and found.before[place] == {_FROM_START}}
    if not found.double <= single:
        raise ShorthandError(text.index("i") + 1, "a first move of two steps wants the single step too, as in fmWimnD")


_FROM_START = (None, Passes.EMPTY)
