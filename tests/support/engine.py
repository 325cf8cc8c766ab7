"""The reference engine asked by itself: rules, arrays and reach of games, with cells as vectors."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product

from clingo import Symbol

from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.asp.terms import Vector, vector
from shadowmate.play.placement import Placement
from shadowmate.play.reference import ReferenceEngine

UNITS = [u for u in product((-1, 0, 1), repeat=3) if any(u)]
ORTHOGONAL, DIAGONAL, TRIAGONAL = ([u for u in UNITS if sum(map(abs, u)) == n] for n in (1, 2, 3))
Lone = tuple[Vector, tuple[str, ...], str]


@cache
def rules(name: str) -> Ruleset:
    return load(name)


@cache
def engine(name: str) -> ReferenceEngine:
    return ReferenceEngine(rules(name))


def cells(name: str) -> dict[str, Vector]:
    return {text: cell for cell, text in rules(name).cells.items()}


def start(name: str) -> Placement:
    kinds: dict[Vector, list[str]] = defaultdict(list)
    armies: dict[Vector, str] = {}
    for army, kind, cell in (s.arguments for s in rules(name).facts("start", 3)):
        kinds[vector(cell)].append(str(kind))
        armies[vector(cell)] = str(army)
    state = tuple((str(s.arguments[0]), vector(s.arguments[1])) for s in rules(name).facts("start_state", 2))
    pieces = tuple((cell, tuple(sorted(kinds[cell])), armies[cell]) for cell in sorted(kinds))
    return Placement(pieces, rules(name).players[0], state)


def legal(name: str, placement: Placement) -> list[tuple[Symbol, ...]]:
    return engine(name).analyse(placement)("legal", 3)


def reached(name: str, *pieces: Lone) -> set[Vector]:
    """Where the first piece can go, with the others on the board."""
    placement = Placement(pieces, pieces[0][2])
    return {vector(move[2]) for move in legal(name, placement) if vector(move[1]) == pieces[0][0]}


def count(name: str, **kinds: int) -> None:
    found = Counter((army, kind) for _, (kind,), army in start(name).pieces)
    assert found == {(army, kind): n for army in rules(name).players for kind, n in kinds.items()}


def plus(cell: Vector, step: Vector, times: int = 1) -> Vector:
    return tuple(c + times * s for c, s in zip(cell, step, strict=True))


def rays(board: set[Vector], cell: Vector, steps: list[Vector], limit: int) -> set[Vector]:
    """The cells of an open board that lie up to `limit` steps away, without a gap."""
    found = set()
    for step in steps:
        for times in range(1, limit + 1):
            if plus(cell, step, times) not in board:
                break
            found.add(plus(cell, step, times))
    return found
