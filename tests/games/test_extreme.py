"""Extreme 3D Chess, held against figures that are worked out here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from shadowmate.asp.terms import Vector, vector
from support.engine import DIAGONAL, ORTHOGONAL, TRIAGONAL, count, legal, plus, rays, reached, rules, start

EXTREME = """lR N W pR pR W N lR/N lU H pU pU H lU N/W H lB pB pB lB H W/cR cU cB HA HA cB cU cR
cR cU cB K HA cB cU cR/W H lB pB pB lB H W/N lU H pU pU H lU N/lR N W pR pR W N lR"""
JUMPS = {"N": (0, 1, 2), "H": (1, 1, 2), "W": (1, 2, 2)}


def jumps(sizes: Vector) -> list[Vector]:
    return [d for d in product(range(-2, 3), repeat=3) if sorted(map(abs, d)) == list(sizes)]


def test_extreme_start() -> None:
    leapers = {"knight": 8, "hippogriff": 8, "wyvern": 8}
    movers = {f"{how}_{what}": 4 for how in ("linear", "planar", "cubic") for what in ("rook", "bishop", "unicorn")}
    count("extreme", king=1, heir=3, pawn=64, **leapers, **movers)
    short = rules("extreme").abbreviations
    placed = {(cell, army): short[kind] for cell, (kind,), army in start("extreme").pieces}
    moves = 64
    for row, line in zip(range(8, 0, -1), EXTREME.replace("\n", "/").split("/"), strict=True):
        for column, kind in enumerate(line.split(), 1):
            assert placed[(column, row, 1), "white"] == placed[(column, row, 8), "black"] == kind
            # Only a leap of two tiers clears the Pawns.
            landings = [plus((column, row, 1), d) for d in jumps(JUMPS[kind]) if d[2] == 2] if kind in JUMPS else []
            moves += sum(cell in rules("extreme").cells for cell in landings)
    assert len(legal("extreme", start("extreme"))) == moves


@pytest.mark.parametrize("cell", [(4, 4, 1), (1, 1, 1), (5, 3, 6)])
def test_extreme_reach(cell: Vector) -> None:
    board = set(rules("extreme").cells) - {cell}
    far = {c: plus(c, cell, -1) for c in board}

    def reach(*kinds: str) -> set[Vector]:
        return reached("extreme", (cell, kinds, "white"))

    assert reach("cubic_rook") == board
    assert reach("cubic_bishop") == {c for c, d in far.items() if sum(d) % 2 == 0}
    assert reach("cubic_unicorn") == {c for c, d in far.items() if len({n % 2 for n in d}) == 1}
    assert reach("planar_rook") == {c for c, d in far.items() if 0 in d}
    for what, steps in (("rook", ORTHOGONAL), ("bishop", DIAGONAL), ("unicorn", TRIAGONAL)):
        planes = {
            plus(plus(cell, a, i), b, j)
            for a, b in combinations(steps, 2)
            for i, j in product(range(8), repeat=2)
            if a != tuple(-n for n in b)
        }
        assert reach(f"planar_{what}") == planes & board
        assert reach(f"linear_{what}") == rays(board, cell, steps, 7)
    compound = reach("planar_rook", "linear_unicorn", "wyvern", "hippogriff")
    leaps = {plus(cell, d) for d in (*jumps(JUMPS["W"]), *jumps(JUMPS["H"]))} & board
    assert compound == reach("planar_rook") | rays(board, cell, TRIAGONAL, 7) | leaps


def test_extreme_area_blocks() -> None:
    """One man anywhere in the solid closes it for a lone cubic Rook; beside it, it does not."""
    solid = set(product(range(1, 4), range(1, 3), range(1, 4)))
    origin, end = (1, 1, 1), (3, 2, 3)
    for cell in [*solid - {origin, end}, (4, 1, 1), (1, 3, 2), (4, 3, 4)]:
        blocked = end not in reached("extreme", (origin, ("cubic_rook",), "white"), (cell, ("pawn",), "white"))
        assert blocked == (cell in solid)
    assert end in reached("extreme", (origin, ("cubic_rook",), "white"), (end, ("pawn",), "black"))


@pytest.mark.slow
def test_wide_corners_open_nothing_more() -> None:
    """READINGS X3: every solid holds one of narrow corners, a plane or a line that ends where it does."""

    def at(corner: tuple[Vector, ...], times: Vector) -> Vector:
        (a, b, c), (d, e, f), (g, h, i) = corner
        n, m, k = times
        return (n * a + m * d + k * g, n * b + m * e + k * h, n * c + m * f + k * i)

    def ends(corner: tuple[Vector, ...], least: int) -> Iterator[tuple[Vector, frozenset[Vector]]]:
        for times in product(range(least, 8), repeat=3):
            end = at(corner, times)
            if any(end) and max(map(abs, end)) <= 7:
                passed = {at(corner, fewer) for fewer in product(*(range(n + 1) for n in times))}
                yield end, frozenset(passed - {(0, 0, 0), end})

    kept = defaultdict(set)
    for kind, *steps in (s.arguments for s in rules("extreme").facts("corner", 4)):
        kept[str(kind)].add(tuple(vector(step) for step in steps))
    assert {kind: len(corners) for kind, corners in kept.items()} == {"orthogonal": 8, "diagonal": 32, "triagonal": 24}
    for kind, steps in (("orthogonal", ORTHOGONAL), ("diagonal", DIAGONAL), ("triagonal", TRIAGONAL)):
        narrow = defaultdict(set)
        for corner in kept[kind]:
            for end, passed in ends(corner, 0):
                narrow[end].add(passed)
        for corner in combinations(sorted(steps), 3):
            (a, b, c), (d, e, f), (g, h, i) = corner
            if a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) and corner not in kept[kind]:
                for end, passed in ends(corner, 1):
                    assert any(smaller <= passed for smaller in narrow[end])
