"""Which questions have to be asked of a piece, so that they answer for every cell and every target.

What decides whether a piece reaches a target are the routes there, as displacements, and which of their cells are on
the board. So two pairs of cells ask the same if their displacement is the same and the routes there stick out of the
board alike. The rules treat them alike if they name no cell (`Side.names_cells`). If they name one, every pair is asked
by itself; if the game has rules of its own about positions, the pieces anywhere on the board are guessed. A map of the
board that keeps the routes under both readings maps a question to one that has the same answer. Pairs need not be asked
where rules and routes of both readings are equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TypeAlias

import numpy as np

from ..asp.routes import RouteTable
from ..asp.shapes import Map, Shapes, candidates, moved
from ..asp.terms import Vector, add
from .joint_program import Family, Side

Matrix: TypeAlias = tuple[Vector, ...]
"""A linear map of displacements: the rows of its matrix."""

Families: TypeAlias = tuple[tuple[Family, ...], ...]
"""Families of routes under either reading."""


def turned(matrix: Matrix, displacement: Vector) -> Vector:
    """The image of a displacement under a map."""
    return tuple(sum(a * b for a, b in zip(line, displacement, strict=True)) for line in matrix)


@dataclass(slots=True)
class Pairs:
    """Pairs of cells of which one question answers for all.

    Attributes:
        origin: a cell from which it is asked.
        target: the cell asked about.
        space: the cells whose pieces matter.
        frame: maps displacements from `origin` to those that all the pairs have in common.
        shared: displacement in that frame.
        members: how many pairs of the board are the same up to symmetry, each with the maps of the common frame that
            map such a pair to itself.
    """

    origin: Vector
    target: Vector
    space: tuple[Vector, ...]
    frame: Matrix
    shared: Vector
    members: list[tuple[int, tuple[Matrix, ...]]] = field(default_factory=list)


class Agenda:
    """All questions about a piece.

    Args:
        sides: the rules under both readings.
        origin: only moves from this cell; if None, from every cell.

    Attributes:
        symmetries: the maps of displacements that keep the board and the routes of both sides; the identity first.
        is_identical: whether the piece moves by the same routes and rules on both sides, so that nothing is asked.
        pairs: how many pairs of cells there are to decide.
    """

    def __init__(self, sides: tuple[Side, Side], origin: Vector | None = None) -> None:
        self._sides, self._origin = sides, origin
        self._cells = sides[0].ruleset.cells
        numbers: dict[object, int] = {}
        self._shapes = tuple(Shapes(side.ruleset.routes, [side.piece], numbers) for side in sides)
        self._same_rules = sides[0].rules == sides[1].rules and sides[0].inputs == sides[1].inputs
        self._routes = tuple(self._by_displacement(number) for number in range(2))
        left, right = self._routes
        self._asked = sorted(
            (d for d in left.keys() | right.keys() if not (self._same_rules and left.get(d) == right.get(d))),
            key=lambda d: (sum(map(abs, d)), d),
        )
        self.is_identical = not self._asked
        self.symmetries = [_identity(len(next(iter(self._cells))))] if self.is_identical else self._symmetries()
        self.pairs = 0

    def _by_displacement(self, number: int) -> dict[Vector, frozenset[tuple[int, frozenset[str]]]]:
        """The shapes of the routes to each displacement."""
        side, shape = self._sides[number], self._shapes[number].shape
        found: dict[Vector, set[tuple[int, frozenset[str]]]] = defaultdict(set)
        for point, uses in side.ends.items():
            found[side.ruleset.routes.places[point]].add((shape[point], frozenset(uses)))
        return {displacement: frozenset(some) for displacement, some in found.items()}

    def _symmetries(self) -> list[Matrix]:
        cells = np.array(sorted(self._cells))
        identity = _identity(cells.shape[1])
        group = {identity: None}
        if any(side.names_cells for side in self._sides):
            return [identity]
        generators: list[Matrix] = []
        for candidate in chain(*(candidates(side.ruleset.routes, [side.piece], cells) for side in self._sides)):
            matrix = _matrix(candidate)
            if matrix is None or matrix in group or moved(cells, candidate) is None:
                continue
            if all(shapes.kept_by(candidate) for shapes in self._shapes):
                generators.append(matrix)
                _close(group, generators)
        return list(group)

    @cached_property
    def _centre(self) -> tuple[float, ...]:
        return tuple(np.array(list(self._cells)).mean(axis=0).tolist())

    def _image(self, matrix: Matrix, cell: Vector) -> Vector:
        """The image of a cell under a symmetry that keeps the centre of the board."""
        away = [a - b for a, b in zip(cell, self._centre, strict=True)]
        return tuple(
            round(sum(a * b for a, b in zip(line, away, strict=True)) + middle)
            for line, middle in zip(matrix, self._centre, strict=True)
        )

    def _heads(self) -> Iterator[tuple[Vector, int, list[Matrix]]]:
        """A cell of each orbit, the size of the orbit, and the symmetries that keep the cell."""
        left = dict.fromkeys(sorted(self._cells) if self._origin is None else [self._origin])
        while left:
            head = next(iter(left))
            images = {matrix: self._image(matrix, head) for matrix in self.symmetries}
            orbit = {cell for cell in images.values() if cell in left}
            for cell in orbit:
                del left[cell]
            yield head, len(orbit), [matrix for matrix, cell in images.items() if cell == head]

    def questions(self) -> list[Pairs]:
        """All questions, those about near targets first."""
        found: dict[object, Pairs] = {}
        bound = any(side.names_cells for side in self._sides)
        everywhere = any(side.has_own_rules for side in self._sides)
        frames = {displacement: _frames(self.symmetries, displacement) for displacement in self._asked}
        passed = {d: {p for side in self._sides for p in _passed(side, d)} for d in self._asked}
        for head, size, fixing in self._heads():
            done: set[Vector] = set()
            for displacement in self._asked:
                target = add(head, displacement)
                if target not in self._cells or displacement in done:
                    continue
                images = [turned(matrix, displacement) for matrix in fixing]
                done.update(images)
                weight = size * len(set(images))
                self.pairs += weight
                outside = [d for d in passed[displacement] if add(head, d) not in self._cells]
                shared, maps = frames[displacement]
                frame, off = min(((m, sorted(turned(m, d) for d in outside)) for m in maps), key=lambda each: each[1])
                key = (shared, tuple(off), head if bound else None)
                if key not in found:
                    cells = {add(head, d) for d in passed[displacement]} | {target}
                    space = tuple(sorted((self._cells.keys() if everywhere else cells & self._cells.keys()) - {head}))
                    found[key] = Pairs(head, target, space, frame, shared)
                back = _inverse(frame)
                keeping = [m for m, image in zip(fixing, images, strict=True) if image == displacement]
                found[key].members.append((weight, tuple(_product(frame, _product(m, back)) for m in keeping)))
        return sorted(found.values(), key=lambda each: (sum(map(abs, each.shared)), each.shared))

    def families(self, displacement: Vector) -> Families:
        """What spans the routes to a displacement under either reading, the same for all that is symmetric."""
        found = [side.families(displacement) for side in self._sides]
        return min(
            tuple(_sorted((name, [turned(m, d) for d in along]) for name, along in some) for some in found)
            for m in self.symmetries
        )

    def routes_between(self, origin: Vector, target: Vector) -> Families:
        """What spans the routes from one cell to another under either reading."""
        displacement = tuple(b - a for a, b in zip(origin, target, strict=True))
        return tuple(_sorted(side.families(displacement)) for side in self._sides)

    def keeping(self, displacement: Vector) -> list[Matrix]:
        """The symmetries that leave a displacement as it is."""
        return [matrix for matrix in self.symmetries if turned(matrix, displacement) == displacement]


def _sorted(families: Iterable[tuple[str, Iterable[Vector]]]) -> tuple[Family, ...]:
    return tuple(sorted({(name, tuple(sorted(along))) for name, along in families}))


def _frames(symmetries: list[Matrix], displacement: Vector) -> tuple[Vector, list[Matrix]]:
    """The least image of a displacement under symmetries, and the symmetries that give it."""
    images = {matrix: turned(matrix, displacement) for matrix in symmetries}
    least = min(images.values())
    return least, [matrix for matrix, image in images.items() if image == least]


def _passed(side: Side, displacement: Vector) -> set[Vector]:
    """The displacements that the routes of a side to another pass through."""
    routes: RouteTable = side.ruleset.routes
    found: set[int] = set()
    waiting = [point for point in side.ends if routes.places[point] == displacement]
    passed = {each for point in waiting for each in routes.through.get(point, ())}
    while waiting:
        for point in routes.before[waiting.pop()] - found:
            found.add(point)
            waiting.append(point)
            passed.add(routes.places[point])
            passed.update(routes.through.get(point, ()))
    return passed


def _identity(size: int) -> Matrix:
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


def _matrix(candidate: Map) -> Matrix | None:
    """A map as whole numbers; None if it has others."""
    rounded = np.rint(candidate)
    return tuple(map(tuple, rounded.astype(int).tolist())) if np.abs(candidate - rounded).max() < 1e-6 else None


def _product(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return tuple(tuple(sum(a * b for a, b in zip(line, column, strict=True)) for column in columns) for line in one)


def _inverse(matrix: Matrix) -> Matrix:
    found = _matrix(np.linalg.inv(np.array(matrix, np.float64)))
    assert found is not None  # it is in a finite group of such maps
    return found


def _close(group: dict[Matrix, None], generators: Iterable[Matrix]) -> None:
    """Add all products of generators."""
    waiting = list(group)
    while waiting:
        one = waiting.pop()
        for generator in generators:
            both = _product(generator, one)
            if both not in group:
                group[both] = None
                waiting.append(both)
