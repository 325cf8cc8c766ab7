"""The points of a game's routes, read from its rules, with the facts that are malformed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import cast

from clingo import Function, String, Symbol, SymbolType

from .fact_faults import Fault
from .terms import Vector, cell_symbol, integers

_CAPTURING = "capturing"
_FORMS = {"": (0, 1, 2, 3), "over": (1, 3), _CAPTURING: (1,), "through": (0,)}
"""The forms of a point's predecessor: the name of the term, and the number of its arguments
(`rules/core/points.lp`).
"""

_BEFORE = "{0} comes after {1}; write (), (A,), (A,B), (A,B,C), over(A), over(A,Army,Kind), capturing(A) or through"
_NOWHERE = "the point {0} has no place; write place({0},(X,Y,Z))"
_NO_WAY = "the point {0} has no predecessor; write after({0},()) if it is the first"
_TWICE = "the point {0} has another place, {1}"
_OTHER_CAPTURES = "another way to {0} captures on other cells; give this one a point of its own"
_SEVERAL_AFTER_CAPTURE = "{0} comes after several points, and a capture before one of them; it may come after one"
_HERE = (0, 0, 0)
_NO_VECTOR = "{0} is not a vector of three numbers"


class Points:
    """All points of a game's rules, by number.

    Args:
        facts: the atoms of a predicate, by name and arity: of place/2, after/2, belongs/3, through/2 and inside/1.

    Attributes:
        numbers: the number of each point.
        terms: the points as the rules write them.
        places: the displacements of the points.
        earlier: the predecessors of each point: the term, and the numbers of the points in it.
        through: the cells that a point's route lists.
        inside: the points that must be on the board.
        ends: the points that belong to each way of moving along a class.
        captured: where pieces are captured on the way to a point, if there are any.
        malformed: the facts that cannot be read, and are left out.
    """

    def __init__(self, facts: Callable[[str, int], Sequence[Symbol]]) -> None:
        self.numbers: dict[Symbol, int] = {}
        self.terms: list[Symbol] = []
        self.places: list[Vector] = []
        self.through: dict[int, list[Vector]] = defaultdict(list)
        self.ends: dict[tuple[Symbol, Symbol], list[int]] = defaultdict(list)
        self.malformed: list[Fault] = []
        for fact in facts("place", 2):
            self._read_place(fact)
        self.earlier: list[list[tuple[Symbol, tuple[int, ...]]]] = [[] for _ in self.terms]
        self._unread: set[int] = set()
        for fact in facts("after", 2):
            self._read_after(fact)
        for fact in facts("through", 2):
            self._read_through(fact)
        for fact in facts("belongs", 3):
            self._read_belongs(fact)
        numbers = (self._number(fact, fact.arguments[0]) for fact in facts("needs_board", 1))
        self.inside = frozenset(number for number in numbers if number is not None)
        self.captured: dict[int, frozenset[Vector]] = {}
        if any(before.name == _CAPTURING for each in self.earlier for before, _ in each):
            self._find_captured()

    def _find_captured(self) -> None:
        """Find where pieces are captured on the way to each point, which must be the same cells by each way."""
        found = self.captured
        grows = True
        while grows:
            grows = False
            for number, ways in enumerate(self.earlier):
                cells = frozenset().union(found.get(number, ()), *(self._captured(*way) for way in ways))
                if cells != found.get(number, frozenset()):
                    found[number], grows = cells, True
        for number, ways in enumerate(self.earlier):
            for before, points in ways if number in found else ():
                fact = Function("after", [self.terms[number], before])
                if self._captured(before, points) != found[number]:
                    self._refuse(fact, _OTHER_CAPTURES, self.terms[number])
                elif len(points) > 1:
                    self._refuse(fact, _SEVERAL_AFTER_CAPTURE, self.terms[number])

    def _captured(self, before: Symbol, points: tuple[int, ...]) -> frozenset[Vector]:
        """Where pieces are captured on one way to a point, as far as is known."""
        own = (self.places[each] for each in points if before.name == _CAPTURING)
        return frozenset(own).union(*(self.captured.get(each, ()) for each in points))

    def _read_place(self, fact: Symbol) -> None:
        point, displacement = fact.arguments
        place = _displacement(displacement)
        if place is None:
            self._refuse(fact, _NO_VECTOR, displacement)
        number = self.numbers.setdefault(point, len(self.terms))
        if number == len(self.terms):
            self.terms.append(point)
            self.places.append(place or _HERE)
        elif place is not None:
            self._refuse(fact, _TWICE, point, cell_symbol(self.places[number]))

    def _read_after(self, fact: Symbol) -> None:
        point, before = fact.arguments
        number = self._number(fact, point)
        named = _named(before)
        if named is None:
            self._refuse(fact, _BEFORE, point, before)
        numbers = tuple([self._number(fact, each) for each in named or ()])
        if number is None:
            return
        if named is None or None in numbers:
            self._unread.add(number)
        else:
            self.earlier[number].append((before, cast("tuple[int, ...]", numbers)))

    def _read_through(self, fact: Symbol) -> None:
        point, displacement = fact.arguments
        number, place = self._number(fact, point), _displacement(displacement)
        if place is None:
            self._refuse(fact, _NO_VECTOR, displacement)
        elif number is not None:
            self.through[number].append(place)

    def _read_belongs(self, fact: Symbol) -> None:
        how, direction, point = fact.arguments
        number = self._number(fact, point)
        if number is None:
            return
        self.ends[how, direction].append(number)
        if not self.earlier[number] and number not in self._unread:
            self._refuse(fact, _NO_WAY, point)

    def _number(self, fact: Symbol, point: Symbol) -> int | None:
        """The number of a point in a fact; None, with a record, if the point has no place."""
        number = self.numbers.get(point)
        if number is None:
            self._refuse(fact, _NOWHERE, point)
        return number

    def _refuse(self, fact: Symbol, sentence: str, *arguments: Symbol) -> None:
        quoted = [String(str(each)) if each.type == SymbolType.String else each for each in arguments]
        self.malformed.append(Fault(fact, sentence, quoted))


def _named(before: Symbol) -> list[Symbol] | None:
    """The points in a predecessor term; None if it has no such form."""
    if before.type != SymbolType.Function:
        return None
    name, arguments = before.name, before.arguments
    if len(arguments) not in _FORMS.get(name, ()) or (name and before.negative):
        return None
    return arguments[:1] if name else arguments


def _displacement(symbol: Symbol) -> Vector | None:
    found = integers(symbol)
    return found if found is not None and len(found) == 3 else None
