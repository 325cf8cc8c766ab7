"""Moves of the plain sort, read from the rules, for whole arrays of placements at once.

It is a move generator of its own: it shares nothing with the compiled engine. clingo gives the routes of all kinds and
what moves do to their pieces (`own_effects`) once for each game. A piece goes along a route if one set of cells on it
is empty. Whatever else the rules of a game say about moves is outside of it, and is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import permutations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, add, vector
from ..play.piece import Type
from .own_effects import Fate, Fates, OwnEffects
from .own_limits import OutsideError, check_pieces, effects_of

Cells: TypeAlias = NDArray[np.intp]
"""The cells of one piece, by number, one for each placement."""

_MOST = 64
"""The largest number of ways of one route; each is a bit."""


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
        effects: what moves do to their pieces.
        pairs: by two kinds, (cells, cells): whether two such pieces of an army win together there.

    Raises:
        OutsideError: if the game has rules about moves that are not stated here.
    """

    def __init__(self, ruleset: Ruleset, cells: Sequence[Vector]) -> None:
        self.ruleset, self.cells = ruleset, cells
        self.number = {cell: number for number, cell in enumerate(cells)}
        self.reach: Callable[[Type], Reach] = cache(partial(Reach, self))
        self.ways: Callable[[int], frozenset[frozenset[int]]] = cache(self._ways)
        self.effects = OwnEffects(ruleset, cells, *effects_of(ruleset))
        self.pairs = self._pairs()

    def _pairs(self) -> dict[tuple[str, str], NDArray[np.bool_]]:
        """By two kinds the pairs of cells that are a winning step apart (core/together.lp)."""
        found: dict[tuple[str, str], NDArray[np.bool_]] = {}
        for _, one, other, by in self.facts("bond", 4):
            table = found.setdefault((str(one), str(other)), np.zeros((len(self.cells),) * 2, bool))
            for number, cell in enumerate(self.cells):
                if (end := self.number.get(add(cell, vector(by)))) is not None:
                    table[number, end] = True
        return found

    def facts(self, name: str, arity: int = 2) -> Iterator[Sequence[Any]]:
        """The arguments of the atoms of a predicate."""
        return (symbol.arguments for symbol in self.ruleset.facts(name, arity))

    def accept(self, types: Sequence[Type], images: Iterable[Cells] = ()) -> None:
        """Refuse pieces that are together in a table, or permutations of the cells.

        Raises:
            OutsideError: if some of their moves are not stated here, or a permutation changes them.
        """
        check_pieces(self.ruleset, types)
        for one, other in permutations(types, 2):
            if one[0] == other[0] and any(not fate.sought.isdisjoint(other[1]) for fate in self._fates(one, types)):
                raise OutsideError("a move changes another piece than the one that moves")
            if one[0] != other[0]:
                self.reach(one).fates(other)  # of a royal piece too: what bars its capture would bar the check
        every, new = set[Type](), set(types)
        while new:
            every |= new
            new = {each for one in every for fate in self._fates(one, every) for each in fate.types} - every
        for image in images:
            if not self._is_kept(image, every):
                raise OutsideError("a symmetry of the table is none of its pieces")

    def _fates(self, one: Type, types: Iterable[Type]) -> Iterator[Fate]:
        """What moves of a piece may do among others of some types."""
        for victim in self.victims(one[0], types):
            yield from self.reach(one).fates(victim).different

    def victims(self, army: str, types: Iterable[Type]) -> Iterator[Type | None]:
        """Which of some types of pieces an army may capture, and None for a move without a capture."""
        yield None
        yield from (each for each in types if each[0] != army and self.ruleset.royal.isdisjoint(each[1]))

    def _is_kept(self, image: Cells, types: Iterable[Type]) -> bool:
        """Whether a permutation of the cells changes nothing about pieces of some types."""
        return all(self.reach(one).is_kept(image, self.victims(one[0], types)) for one in types) and all(
            (pair == pair[image][:, image]).all() for pair in self.pairs.values()
        )

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
        fates: what moves do, given the type of the captured piece or None.
        misplaced: the cells where no such piece stands.
        is_royal: whether it must not be captured.
    """

    def __init__(self, moves: OwnMoves, kind: Type) -> None:
        rules, number = moves.ruleset, moves.number
        army, kinds = kind

        def cells_of(name: str) -> Iterator[int]:
            """The cells of facts about this army and these kinds."""
            facts = moves.facts(name, 3)
            return (number[vector(cell)] for own, one, cell in facts if str(own) == army and str(one) in kinds)

        routes = rules.routes
        uses = {use for one in kinds for some in routes.ends.get((army, one), {}).values() for use in some}
        if uses & rules.captures_own:
            raise OutsideError(f"the {rules.piece_name(kinds)} captures pieces of its own side")
        is_one = uses <= rules.goes & rules.captures
        home = set(cells_of("home"))
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
        self.misplaced[list(cells_of("misplaced"))] = True
        going = uses & (rules.goes | {"first"} if home else rules.goes)
        self.fates: Callable[[Type | None], Fates] = lambda victim: moves.effects.of(
            kind, victim, frozenset(uses & rules.captures if victim else going)
        )

    def is_kept(self, image: Cells, victims: Iterable[Type | None]) -> bool:
        """Whether a permutation of the cells changes nothing about the piece, if it captures these or None."""
        is_kept = self.goes.is_kept(image) and self.captures.is_kept(image)
        is_kept &= bool((self.misplaced == self.misplaced[image]).all())
        return is_kept and all(self.fates(each).is_kept(image) for each in victims)


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
