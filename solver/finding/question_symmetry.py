"""Symmetries of a question: maps of the board after which everything that is asked is the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from clingo import Backend
from clingo.ast import AST, ComparisonOperator, Transformer

from ..asp.demand import bodies, heads
from ..asp.shapes import Shapes, candidates, moved
from ..asp.syntax import Signature, signature
from ..asp.terms import Vector
from ..play.material import Group
from .wanted import Wanted, words

_SAME: frozenset[Signature] = frozenset({("cell", 1), ("kind", 1), ("army", 1), ("player", 2), ("royal", 1)})
"""Predicates of a game that are the same of a cell and its image, besides the vocabulary."""
_COMPARED = 40
"""At most this many cells of a position are compared with those of its images."""

Map = tuple[int, ...]
"""The image of each cell under a symmetry, by number."""


def symmetries(wanted: Wanted) -> list[Map]:
    """The symmetries other than the identity; none unless it is known that the rules treat all cells alike."""
    ruleset = wanted.game.ruleset
    if not _are_alike(wanted.rules) or (
        wanted.is_judged and any(_has_forward(wanted, group) for group in wanted.groups)
    ):
        return []
    cells = list(ruleset.cells)
    array = np.array(cells)
    types = [each.type for each in wanted.groups]
    shapes = Shapes(ruleset.routes, types)
    homes = [np.array([cell in set(each.cells) for cell in cells]) for each in wanted.groups]
    found: dict[Map, None] = {}
    for candidate in candidates(ruleset.routes, types, array):
        image = moved(array, candidate)
        if image is None or not all((home[image] == home).all() for home in homes) or not shapes.kept_by(candidate):
            continue
        found[tuple(image.tolist())] = None
    found.pop(tuple(range(len(cells))), None)
    return list(found)


def _has_forward(wanted: Wanted, group: Group) -> bool:
    """Whether the kind moves otherwise in another army; then what it may do can depend on the cell."""
    ruleset = wanted.game.ruleset
    ends = [ruleset.routes.ends.get((army, group.kind), {}) for army in ruleset.players]
    return any(each != ends[0] for each in ends)


def first_cells(group: Group, cells: list[Vector], maps: list[Map]) -> tuple[Vector, ...]:
    """The first cell of each orbit, of the cells of a piece that is there at most once."""
    return tuple(
        cell for cell in group.cells if all(image[number] >= number for number in [cells.index(cell)] for image in maps)
    )


def break_symmetry(backend: Backend, variables: list[dict[int, int]], cells: list[Vector], maps: list[Map]) -> None:
    """Allow only one of a position and its images: the first in the order of the occupied cells.

    Args:
        backend: receives the rules.
        variables: for each group the literals that a piece of it is on a cell, by the number of the cell.
        cells: the cells, by number.
        maps: the symmetries.
    """
    order = _from_the_middle(cells)
    for image in maps:
        equal: int | None = None
        for one, other in _compared(order, image, variables):
            so_far = [] if equal is None else [equal]
            backend.add_rule([], [-one, other, *so_far])
            following = backend.add_atom()
            backend.add_rule([following], [one, other, *so_far])
            backend.add_rule([following], [-one, -other, *so_far])
            equal = following


def _compared(order: list[int], image: Map, variables: list[dict[int, int]]) -> Iterator[tuple[int, int]]:
    """Pairs of literals: that a piece is on a cell, and that one is on its image."""
    count = 0
    for cell in order:
        for literals in variables:
            if image[cell] != cell and cell in literals and image[cell] in literals:
                yield literals[cell], literals[image[cell]]
                count += 1
                if count == _COMPARED:
                    return


def _from_the_middle(cells: list[Vector]) -> list[int]:
    middle = [sum(axis) / len(cells) for axis in zip(*cells, strict=True)]
    return sorted(range(len(cells)), key=lambda n: sum(abs(a - b) for a, b in zip(cells[n], middle, strict=True)))


def _are_alike(rules: tuple[AST, ...]) -> bool:
    """Whether rules treat a cell and its image alike: they name no cell, split none into coordinates, compare none."""
    if not {signature(atom) for atom in bodies(rules)} <= words() | _SAME | {signature(atom) for atom in heads(rules)}:
        return False
    watch = _Terms()
    for rule in rules:
        watch.visit(rule)
    return watch.alike


class _Terms(Transformer):
    """Notes tuples, which is what cells are, and order, in which a cell would come before another."""

    def __init__(self) -> None:
        self.alike = True

    def visit_Function(self, term: AST) -> AST:
        """Note a tuple."""
        self.alike = self.alike and term.name != ""
        self.visit_children(term)
        return term

    def visit_Comparison(self, comparison: AST) -> AST:
        """Note order."""
        signs = {guard.comparison for guard in comparison.guards}
        self.alike = self.alike and signs <= {int(ComparisonOperator.Equal), int(ComparisonOperator.NotEqual)}
        self.visit_children(comparison)
        return comparison
