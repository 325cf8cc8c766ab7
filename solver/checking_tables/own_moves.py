"""Moves of the plain sort, read from the rules, for whole arrays of placements at once.

It is a move generator of its own: it shares nothing with the compiled engine. clingo gives the routes of all kinds,
the zones and the promotions once for each game. A piece goes along a route if one set of cells on it is empty.
Whatever else the rules of a game say about moves is outside of it, and is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.stages import STAGES
from ..asp.terms import Vector, add, vector
from ..play.piece import Type

Cells: TypeAlias = NDArray[np.intp]
"""The cells of one piece, by number, one for each placement."""

_GIVEN = frozenset({("piece", 3), ("point", 5), ("passes", 3), ("turn", 1), ("query", 1), ("played", 2)})
_ASKED = (("legal", 3), ("checker", 2), ("winner", 1), ("then_piece", 4), ("then_state", 3), ("flaw", 2))
_STAGES = (*STAGES, ("after", None), ("validity", None))
_STATED = {
    "army", "captures", "captures_own", "compounds", "crossroads", "follows", "goes", "home", "hurdles", "locusts",
    "listed", "misplaced", "most", "next_seat", "player", "promotes", "royal", "solids", "zone",
    "actor", "goes_to", "requires", "special_move", "cell", "field",
}  # fmt: skip
"""The facts of a game that its rules about a position may use here. The last six are of special moves that need a
right, such as castling, and of moves that begin one: no placement of a table has a right.
"""

_MOST = 64
"""The largest number of ways of one route; each is a bit."""


class OutsideError(Exception):
    """Something that these moves do not state."""


class OwnMoves:
    """The moves of a game's pieces.

    Args:
        ruleset: the rules.
        cells: the cells in the order of their numbers.

    Attributes:
        number: the number of each cell.
        reach: where a piece of one army and some kinds goes; refuses routes that are not stated here.
        ways: the ways to a point of a route, by its number: each is the points that must be empty. It refuses points
            that come after an occupied one.

    Raises:
        OutsideError: if the game has rules about moves that are not stated here.
    """

    def __init__(self, ruleset: Ruleset, cells: Sequence[Vector]) -> None:
        self.ruleset, self.cells = ruleset, cells
        self.number = {cell: number for number, cell in enumerate(cells)}
        self.reach: Callable[[Type], Reach] = cache(partial(Reach, self))
        self.ways: Callable[[int], frozenset[frozenset[int]]] = cache(self._ways)
        given = ruleset.signatures | _GIVEN
        rules = ruleset.program.rules_for(_STAGES, given, _ASKED)
        places = (Path(rule.location.begin.filename) for _, rule in rules)
        if own := sorted({path.name for path in places if not ruleset.files.is_shared(path)}):
            raise OutsideError(f"the game has rules of its own about moves, in {', '.join(own)}")
        read = {name for name, _ in ruleset.program.select(_STAGES, given, _ASKED).inputs - _GIVEN}
        read |= {name for name in ("event", "store") if ruleset.facts(name, 1)}
        if more := sorted(read - _STATED):
            raise OutsideError(f"the rules about moves use {', '.join(more)}")
        bound = {name for name, guard in self.facts("requires") if guard.name == "right"}
        if free := {name for name, _ in self.facts("special_move")} - bound:
            raise OutsideError(f"the special move {min(map(str, free))} needs no right")

    def facts(self, name: str, arity: int = 2) -> Iterator[Sequence[Any]]:
        """The arguments of the atoms of a predicate."""
        return (symbol.arguments for symbol in self.ruleset.facts(name, arity))

    def check(self, types: Sequence[Type]) -> None:
        """Refuse material.

        Raises:
            OutsideError: if some of its moves, or its placements, are not stated here.
        """
        passing = self.ruleset.names("in_passing")
        if len({army for army, kinds in types if not passing.isdisjoint(kinds)}) > 1:
            raise OutsideError("both sides have pieces that capture in passing")
        for kind, _ in self.facts("most"):
            for army in self.ruleset.players:
                if sum(each[0] == army and str(kind) in each[1] for each in types) > 1:
                    raise OutsideError(f"the army of {army} may have one piece of the kind {kind}")

    def becoming(self, types: Iterable[Type]) -> set[Type]:
        """Some types, with all that promotions make of them."""
        found, waiting = set[Type](), list(types)
        while waiting:
            if (one := waiting.pop()) not in found:
                found.add(one)
                waiting += (each for some in self.reach(one).promoted for each in some)
        return found

    def _ways(self, point: int) -> frozenset[frozenset[int]]:
        found = set[frozenset[int]]()
        for name, before in self.ruleset.routes.alternatives(point):
            if name not in ("", "through"):
                raise OutsideError("a route goes over a piece")
            found.update(frozenset(before).union(*some) for some in product(*map(self.ways, before)))
            if len(found) > 4 * _MOST:
                raise OutsideError("a route has too many ways")
        return frozenset(found)

    def empty(self, start: Vector, point: int) -> Iterator[frozenset[int]]:
        """The cells on each way from a cell to a point, by number; ways are left out that the edge cuts off."""
        routes = self.ruleset.routes
        for way in self.ways(point):
            listed = [place for each in (point, *way) for place in routes.through.get(each, ())]
            passed = {add(start, place) for place in (*(routes.places[each] for each in way), *listed)}
            cut = any(add(start, routes.places[each]) not in self.number for each in way & routes.inside)
            if not cut and start not in passed:
                yield frozenset(self.number[cell] for cell in passed if cell in self.number)


class Reach:
    """Where a piece of one type goes and captures, from every cell.

    Attributes:
        goes, captures: by which routes; one object where both are the same.
        promoted: for each cell the types that a piece can become that arrives there; none if it stays what it is.
        misplaced: the cells where no such piece stands.
        is_royal: whether it must not be captured.
    """

    def __init__(self, moves: OwnMoves, kind: Type) -> None:
        rules, number = moves.ruleset, moves.number
        army, kinds = kind

        def cells_of(name: str) -> Iterator[tuple[str, int]]:
            """The kind or zone and the cell of facts about this army."""
            return ((str(what), number[vector(cell)]) for own, what, cell in moves.facts(name, 3) if str(own) == army)

        routes = rules.routes
        uses = {use for one in kinds for some in routes.ends.get((army, one), {}).values() for use in some}
        if uses & rules.captures_own:
            raise OutsideError(f"the {rules.piece_name(kinds)} captures pieces of its own side")
        is_one = uses <= rules.goes & rules.captures
        home = {cell for one, cell in cells_of("home") if one in kinds}
        self.goes = Ways(len(number))
        self.captures = self.goes if is_one else Ways(len(number))
        for cell, start in enumerate(moves.cells):
            goes, captures = defaultdict[int, set[frozenset[int]]](set), defaultdict[int, set[frozenset[int]]](set)
            for point, end, use in routes.ends_from(start, kinds, army):
                is_second = any(len(before) == 1 for _, before in routes.alternatives(point))
                if use in rules.goes or (use == "first" and is_second and cell in home):
                    goes[number[end]].update(moves.empty(start, point))
                if use in rules.captures and not is_one:
                    captures[number[end]].update(moves.empty(start, point))
            self.goes.append(cell, goes)
            self.captures.append(cell, captures)
        self.is_royal = not rules.royal.isdisjoint(kinds)
        self.misplaced = np.zeros(len(number), bool)
        self.misplaced[[cell for one, cell in cells_of("misplaced") if one in kinds]] = True
        found: list[set[Type]] = [set() for _ in number]
        for one, zone, new in moves.facts("promotes", 3):
            for where, cell in cells_of("zone") if str(one) in kinds else ():
                if where == str(zone):
                    found[cell].add((army, (str(new),)))
        self.promoted = [tuple(sorted(each)) for each in found]

    def is_kept(self, image: Cells) -> bool:
        """Whether a permutation of the cells changes nothing about the piece."""
        if not (self.goes.is_kept(image) and self.captures.is_kept(image)):
            return False
        return all(
            (self.misplaced[cell], self.promoted[cell]) == (self.misplaced[to], self.promoted[to])
            for cell, to in enumerate(image)
        )


class Ways:
    """Which sets of cells must be empty for a piece to come from one cell to another; one of them is enough.

    Args:
        cells: how many cells the board has.
    """

    def __init__(self, cells: int) -> None:
        self._row = np.zeros((cells, cells), np.int32)
        self._rows: list[list[frozenset[int]]] = [[]]

    def append(self, start: int, found: dict[int, set[frozenset[int]]]) -> None:
        """Add the ways from a cell to others.

        Raises:
            OutsideError: if there are too many.
        """
        for end, ways in found.items():
            if least := [way for way in ways if not any(other < way for other in ways)]:
                if len(least) > _MOST:
                    raise OutsideError("a route has too many ways")
                self._row[start, end] = len(self._rows)
                self._rows.append(least)

    @cached_property
    def _hits(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """For each row the ways that a piece on a cell blocks, as bits; and all ways of the row."""
        most = max(map(len, self._rows))
        kind = next(each for each in (np.uint8, np.uint16, np.uint32, np.uint64) if most <= 8 * each().itemsize)
        hits = np.zeros((len(self._rows), len(self._row)), kind)
        every = np.array([(1 << len(row)) - 1 for row in self._rows], kind)
        for hit, row in zip(hits, self._rows, strict=True):
            for bit, way in enumerate(row):
                hit[list(way)] |= kind(1 << bit)
        return hits, every

    @cached_property
    def ends(self) -> Cells:
        """The ends from each cell, filled up with -1."""
        found = [np.flatnonzero(row) for row in self._row]
        most = max(map(len, found))
        return np.array([np.pad(each, (0, most - len(each)), constant_values=-1) for each in found])

    def are_open(self, start: Cells, end: Cells, others: Iterable[Cells]) -> NDArray[np.bool_]:
        """Whether a piece on `start` can come to `end` in each placement, past the other pieces."""
        hits, every = self._hits
        row = self._row[start, end]
        blocked = np.zeros(len(row), hits.dtype)
        for cells in others:
            blocked |= hits[row, cells]
        blocked ^= every[row]
        return blocked.astype(bool)

    def is_kept(self, image: Cells) -> bool:
        """Whether a permutation of the cells maps these ways to themselves."""
        names = image.tolist()
        for start, row in enumerate(self._row):
            turned = self._row[image[start]][image]
            if ((row > 0) != (turned > 0)).any():
                return False
            for one, other in zip(row[row > 0], turned[turned > 0], strict=True):
                if {frozenset(names[cell] for cell in way) for way in self._rows[one]} != set(self._rows[other]):
                    return False
        return True
