"""The routes of a game's kinds, as in the rules: points at displacements, one after another.

A route is the same from every cell, so the rules have it once, and this table moves it to the cell of a piece. It
does nothing else: `rules/core/` defines routes and when they are open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache, cached_property

from clingo import Function, Number, Symbol

from .points import Points
from .terms import Vector, add, cell_symbol

OFF = Function("off")

_number, _name = cache(Number), cache(Function)
_REMEMBERED = 50_000  # number of pieces on cells whose routes are cached


class RouteTable:
    """All points of all routes of a game, and the cells where each kind may use them.

    Args:
        points: the points, all well formed.
        facts: the atoms of a predicate, by name and arity: of way/5 and stead/4.
        cells: the cells of the board.

    Attributes:
        numbers: the number of each point by its term.
        terms: the points, as the rules write them.
        hoppers: for points with a hurdle that are for one army and kind only: these, by number.
    """

    def __init__(self, points: Points, facts: Callable[[str, int], Sequence[Symbol]], cells: Container[Vector]) -> None:
        self.cells = cells
        self.terms = list(points.terms)
        self.places = points.places
        self.through = points.through
        self.inside = points.inside
        self._captured = points.captured
        self._earlier = points.earlier
        self.before = [{each for _, numbers in some for each in numbers} for some in points.earlier]
        self.hoppers = {
            number: (str(before.arguments[1]), str(before.arguments[2]))
            for number, some in enumerate(points.earlier)
            for before, _ in some
            if before.match("over", 3)
        }
        self.numbers = numbers = points.numbers
        own: dict[tuple[str, str, int], int] = {}
        for army, kind, point, other in (symbol.arguments for symbol in facts("stead", 4)):
            own[str(army), str(kind), numbers[point]] = numbers[other]
            self.terms[numbers[other]] = point
        name_of = cache(str)  # a name in clingo costs as much as ten lookups
        self.ends: dict[tuple[str, str], dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for symbol in facts("way", 5):
            army, kind, how, direction, use = symbol.arguments
            whose, name = (name_of(army), name_of(kind)), name_of(use)
            ends = self.ends[whose]
            for number in points.ends.get((how, direction), ()):
                ends[own.get((*whose, number), number) if own else number].add(name)
        self._moved: dict[
            tuple[Vector, tuple[str, ...], str, frozenset[Vector] | None, Symbol | None],
            tuple[list[Symbol], list[Symbol]],
        ] = {}
        self._cut: dict[tuple[Vector, int], bool] = {}
        self._at: dict[tuple[str, str], dict[Vector, list[int]]] = {}
        self._after = cache(self._terms_before)

    @cached_property
    def after(self) -> list[list[Symbol]]:
        """The predecessors of each point, as in the rules about a position, by number."""
        return [self._after(number) for number in range(len(self.terms))]

    def _terms_before(self, number: int) -> list[Symbol]:
        return [
            Function(term.name, [*map(_number, numbers), *(term.arguments[1:] if term.name else ())])
            for term, numbers in self._earlier[number]
        ]

    def alternatives(self, number: int) -> list[tuple[str, tuple[int, ...]]]:
        """The alternative predecessors of a point: tuples of points, with `over`, `through` or an empty name."""
        return self._alternatives[number]

    @cached_property
    def _alternatives(self) -> list[list[tuple[str, tuple[int, ...]]]]:
        return [[(earlier.name, points) for earlier, points in some] for some in self._earlier]

    def cells_captured(self, cell: Vector, number: int) -> list[Vector]:
        """The cells where a piece on a cell captures on its way to a point."""
        return [add(cell, place) for place in self._captured.get(number, ())]

    def is_cut(self, cell: Vector, number: int) -> bool:
        """Whether all ways from a cell to a point lead through a point off the board that must be on it."""
        if not self.inside:
            return False
        if (cell, number) not in self._cut:
            off = number in self.inside and add(cell, self.places[number]) not in self.cells
            ways = self._earlier[number]
            self._cut[cell, number] = off or (
                bool(ways) and all(any(self.is_cut(cell, each) for each in points) for _, points in ways)
            )
        return self._cut[cell, number]

    def points(
        self,
        cell: Vector,
        kinds: tuple[str, ...],
        army: str,
        ends: frozenset[Vector] | None = None,
        name: Symbol | None = None,
    ) -> tuple[list[Symbol], list[Symbol]]:
        """The routes of a piece on its cell, as the facts of point/5 and passes/3 without their names.

        Args:
            cell: its cell.
            kinds: its kinds.
            army: its army, which determines its forward direction.
            ends: only routes that end on one of these cells; all routes if None.
            name: the piece's name in the facts; by default its cell.

        Returns:
            Tuples (From, Point, Cell, Use, Before) and (From, Point, Cell). Points that lead to no cell of the
                board are left out, and so are those that are cut off. Points off the board that lead back to it are on
                `off`.
        """
        key = (cell, kinds, army, ends, name)
        if key not in self._moved:
            if ends is not None and len(self._moved) > _REMEMBERED:
                self._moved.clear()
            self._moved[key] = self._move(*key)
        return self._moved[key]

    def _move(
        self, cell: Vector, kinds: tuple[str, ...], army: str, ends: frozenset[Vector] | None, name: Symbol | None
    ) -> tuple[list[Symbol], list[Symbol]]:
        start = name or cell_symbol(cell)
        points, passes = [], []
        for number, ways in self._needed(cell, kinds, army, ends).items():
            end = add(cell, self.places[number])
            place = cell_symbol(end) if end in self.cells else OFF
            point = _number(number)
            for use in ways:
                for earlier_points in self._after(number):
                    points.append(Function("", [start, point, place, _name(use), earlier_points]))
            for displacement in self.through.get(number, ()):
                passed = add(cell, displacement)
                if passed in self.cells:
                    passes.append(Function("", [start, point, cell_symbol(passed)]))
        return points, passes

    def _needed(
        self, cell: Vector, kinds: tuple[str, ...], army: str, ends: frozenset[Vector] | None
    ) -> dict[int, set[str]]:
        """The points on which routes of a piece end, with the uses, and those before them, with the use `pass`."""
        uses: dict[int, set[str]] = defaultdict(set)
        for kind in kinds:
            ends_of = self.ends.get((army, kind), {})
            if ends is None:
                reached = [number for number in ends_of if add(cell, self.places[number]) in self.cells]
            else:
                reached = [number for end in ends for number in self.numbers_at(kind, army, cell, end)]
            for number in reached:
                if not self.is_cut(cell, number):
                    uses[number] |= ends_of[number]
        needed = list(uses)
        for number in needed:
            for earlier in self.before[number]:
                if earlier not in uses and not self.is_cut(cell, earlier):
                    uses[earlier] = {"pass"}
                    needed.append(earlier)
        return uses

    def numbers_at(self, kind: str, army: str, cell: Vector, end: Vector) -> list[int]:
        """The points of a kind on one cell that lie on another."""
        if (army, kind) not in self._at:
            at: dict[Vector, list[int]] = defaultdict(list)
            for number in self.ends.get((army, kind), {}):
                at[self.places[number]].append(number)
            self._at[army, kind] = at
        return self._at[army, kind].get(tuple(b - a for a, b in zip(cell, end, strict=True)), [])

    def uses_at(self, cell: Vector, kinds: tuple[str, ...], army: str, end: Vector) -> list[tuple[int, str]]:
        """The routes of a piece from one cell to another: the number of the point and the use of each."""
        return sorted(
            {
                (number, use)
                for kind in kinds
                for number in self.numbers_at(kind, army, cell, end)
                if not self.is_cut(cell, number)
                for use in self.ends[army, kind][number]
            }
        )

    def kinds_with(self, number: int, kinds: Iterable[str], army: str, uses: Container[str]) -> tuple[str, ...]:
        """The kinds among some that have a route to a point for one of some uses; if none has, those with any route
        to it.
        """
        having = {kind: self.ends[army, kind][number] for kind in kinds if number in self.ends.get((army, kind), {})}
        return tuple(kind for kind in having if any(use in uses for use in having[kind])) or tuple(having)

    def ends_from(self, cell: Vector, kinds: tuple[str, ...], army: str) -> list[tuple[int, Vector, str]]:
        """The ends of a piece's routes on the board: the number of the point, the cell, and the use."""
        found = {
            (number, add(cell, self.places[number]), use)
            for kind in kinds
            for number, uses in self.ends.get((army, kind), {}).items()
            for use in uses
        }
        return sorted(end for end in found if end[1] in self.cells and not self.is_cut(cell, end[0]))

    def cells_before(self, cell: Vector, number: int) -> set[Vector]:
        """The cells of the board that a route from `cell` to point `number` passes through."""
        earlier: set[int] = set()
        waiting = [number]
        found = {add(cell, displacement) for displacement in self.through.get(number, ())}
        while waiting:
            for point in self.before[waiting.pop()] - earlier:
                earlier.add(point)
                waiting.append(point)
                found.add(add(cell, self.places[point]))
        return {passed for passed in found if passed in self.cells}
