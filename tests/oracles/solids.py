"""Movers of Extreme 3D Chess that need an area free, by brute force: no rule of `rules/` is used."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from oracles.prince import CELLS, DIRECTIONS, FIELD, Cell, in_range, minus

CLASSES = {"orthogonal": "rook", "diagonal": "bishop", "triagonal": "merchant"}
"""The directions of a class, by the name that the oracle of Prince has for them."""


def _determinant(a: Cell, b: Cell, c: Cell) -> int:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )  # fmt: skip


def _inside(d: Cell, a: Cell, b: Cell, c: Cell) -> bool:
    """Whether a direction is a sum of three others with no negative share (Cramer's rule)."""
    size = _determinant(a, b, c)
    return all(share * size >= 0 for share in (_determinant(d, b, c), _determinant(a, d, c), _determinant(a, b, d)))


def corners() -> dict[str, int]:
    """For each class: how many threes of directions span a solid that no other direction of the class lies in."""
    return {
        name: sum(
            _determinant(*three) != 0 and not any(_inside(d, *three) for d in DIRECTIONS[of] if d not in three)
            for three in combinations(DIRECTIONS[of], 3)
        )
        for name, of in CLASSES.items()
    }


def pairs() -> dict[str, int]:
    """For each class: how many pairs of directions span a plane of Prince; their sum is no direction of the class."""
    return {
        name: sum(
            any(total := [x + y for x, y in zip(d, e, strict=True)]) and tuple(total) not in DIRECTIONS[of]
            for d, e in combinations(DIRECTIONS[of], 2)
        )
        for name, of in CLASSES.items()
    }


def ranges(pieces: Iterable[str], cell: str) -> dict[str, int]:
    """How many cells lone pieces reach: cubic by colours, planar as Base, Scientist and Reporter of Prince."""
    changes = [minus(end, CELLS[cell]) for end in FIELD if end != CELLS[cell]]
    reach = {
        "cR": lambda change: True,
        "cB": lambda change: sum(change) % 2 == 0,
        "cU": lambda change: len({n % 2 for n in change}) == 1,
        "pR": lambda change: in_range("Ba", change),
        "pB": lambda change: in_range("Sc", change),
        "pU": lambda change: in_range("Re", change),
        "K": lambda change: max(map(abs, change)) == 1,
    }
    return {piece: sum(map(reach[piece], changes)) for piece in pieces}


def box(start: Cell, end: Cell) -> set[Cell]:
    """The cells between two corners of a box of orthogonal edges, whatever its dimensions, the corners left out."""
    sides = [range(min(a, b), max(a, b) + 1) for a, b in zip(start, end, strict=True)]
    return set(product(*sides)) - {start, end}


def shield(position: str, origin: str) -> list[object]:
    """Whether there is check, and how many moves a piece has, for `white KCELL pRCELL black cRCELL KCELL`."""
    _, king, planar, _, cubic, other = position.split()
    king, planar, cubic, other = (CELLS[word[-3:]] for word in (king, planar, cubic, other))
    assert CELLS[origin] == planar

    def attacked(piece: Cell | None) -> bool:
        return piece not in box(cubic, king) and other not in box(cubic, king)

    moves = [
        end
        for end in FIELD
        if end not in (king, planar, other)
        and 0 in minus(end, planar)
        and not box(planar, end) & {king, cubic, other}
        and (end == cubic or not attacked(end))
    ]
    return [attacked(planar), len(moves)]
