"""Finales that look alike: the same but for a symmetry of the board's directions and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

import numpy as np
from clingo import SymbolType
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, vector
from ..play.position import Position
from .mating_nets import Net

Map = NDArray[np.int64]
_EDGE = -1
"""Stands for a cell that is off the board, or that has a piece of the same side."""


def shape(position: Position, found: Net, pinned: frozenset[str]) -> tuple[tuple[int, ...], int]:
    """What a royal's field looks like, the same for all finales that are alike, and by which symmetry it is so.

    Cells with the same guard look the same; a pinned piece on the field counts as different. It means something of
    fields where no cell has two guards.
    """
    game = position.game
    names = {cell: vector_ for vector_, cell in game.names.items()}
    start = names[found.royal]
    marks: dict[Vector, tuple[str, bool]] = {}
    routes = game.ruleset.routes.ends
    piece = position.pieces[found.royal]
    steps = {game.ruleset.routes.places[point] for kind in piece.kinds for point in routes[piece.army, kind]}
    for step in steps:
        cell = game.names.get(tuple(a + b for a, b in zip(start, step, strict=True)))
        marks[step] = _mark(position, found, pinned, cell)
    checkers = sorted(found.guards[found.royal])
    seen = []
    for number, symmetry in enumerate(symmetries(game.ruleset)):
        if {_image(symmetry, step) for step in steps} == steps:
            seen.append((_written(marks, symmetry, checkers), number))
    return min(seen)


def _mark(position: Position, found: Net, pinned: frozenset[str], cell: str | None) -> tuple[str, bool]:
    """The guards of a cell, "" for none, and whether a pinned piece is there."""
    royal = position.pieces[found.royal]
    own = cell is not None and cell in position.pieces and position.pieces[cell].army == royal.army
    if cell is None or own:
        return "", cell in pinned
    return ",".join(sorted(found.guards.get(cell, ()))), False


def _written(marks: Mapping[Vector, tuple[str, bool]], symmetry: Map, checkers: list[str]) -> tuple[int, ...]:
    """The marks in the order of a symmetry's images, guards numbered as they come, the checking piece first."""
    numbers: dict[str, int] = {"": _EDGE, **dict.fromkeys(checkers, 0)}
    written: list[int] = []
    for step in sorted(marks, key=lambda step: _image(symmetry, step)):
        guard, is_pinned = marks[step]
        number = numbers.setdefault(guard, len(numbers))
        written.append(2 * number + is_pinned)
    return tuple(written)


def _image(symmetry: Map, step: Vector) -> Vector:
    return tuple(int(each) for each in symmetry @ np.array(step))


@lru_cache(maxsize=16)
def symmetries(ruleset: Ruleset) -> tuple[Map, ...]:
    """The linear maps under which the steps of each class of directions are steps of it again."""
    classes: dict[str, set[Vector]] = {}
    for symbol in ruleset.facts("direction", 2):
        name, step = symbol.arguments[0], vector(symbol.arguments[1])
        on_board = all(axis in ruleset.axes or not number for axis, number in enumerate(step))
        own = name.type is not SymbolType.Function or name.arguments  # an army's, or of a kind in Betza's notation
        if on_board and not own:
            classes.setdefault(str(name), set()).add(step)
    alike: dict[tuple[str, ...], list[Vector]] = {}
    for step in sorted({step for steps in classes.values() for step in steps}):
        alike.setdefault(_class_of(step, classes), []).append(step)
    basis = _basis(ruleset, [step for steps in alike.values() for step in steps])
    size = len(basis[0])
    still = [tuple(int(axis == other) for other in range(size)) for axis in range(size) if axis not in ruleset.axes]
    inverse = np.linalg.inv(np.array([*basis, *still]).T)
    found = []
    for images in product(*(alike[_class_of(step, classes)] for step in basis)):
        exact = np.array([*images, *still]).T @ inverse
        symmetry = np.rint(exact).astype(np.int64)
        if np.allclose(symmetry, exact) and all(
            {_image(symmetry, step) for step in steps} == steps for steps in classes.values()
        ):
            found.append(symmetry)
    return tuple(found)


def _class_of(step: Vector, classes: Mapping[str, set[Vector]]) -> tuple[str, ...]:
    return tuple(sorted(name for name, steps in classes.items() if step in steps))


def _basis(ruleset: Ruleset, steps: list[Vector]) -> list[Vector]:
    """As many independent steps as the board has dimensions, the shortest first."""
    found: list[Vector] = []
    for step in sorted(steps, key=lambda step: (sum(map(abs, step)), step)):
        if np.linalg.matrix_rank(np.array([*found, step])) > len(found):
            found.append(step)
    assert len(found) == len(ruleset.axes)
    return found
