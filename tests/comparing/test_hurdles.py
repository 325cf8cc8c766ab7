"""Readings by which a hopper has few or no hurdles: a piece between is then of another kind, or royal."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import shadowmate as sm
from support.tiny import write

SIZE = 4
FRAME = f"""\
% game.lp - a King and a Cannon, and two readings of what a Cannon hops over.
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
size({SIZE},{SIZE},1). player(white,1). player(black,2). ahead(white,(0,1,0)). ahead(black,(0,-1,0)).
abbreviation(king,"K"). royal(king). motion(king,step,orthogonal,any).
abbreviation(cannon,"C"). motion(cannon,hop,orthogonal,any).
question(hurdles,one,"nowhere"). reading(hurdles,one,"one"). reading(hurdles,two,"two").
"""
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

# Rules, the directions where a hop is there under the second reading alone, over which armies, and what is hopped over.
CASES = {
    "no Cannon is a hurdle": ("unhoppable(cannon,cannon) :- reads(one).", STRAIGHT, 2, "C"),
    "a King is none either": (
        "unhoppable(cannon,(king;cannon)) :- reads(one). unhoppable(cannon,cannon) :- reads(two).", STRAIGHT, 2, "K",
    ),
    "one's own are none": (
        "unhoppable(cannon,(king;cannon)) :- reads(one). unhoppable_in(cannon,(king;cannon),own) :- reads(two).",
        STRAIGHT, 1, "CK",
    ),
    "only Kings are hurdles": (
        "unhoppable(cannon,cannon). motion(cannon,hop,diagonal,any) :- reads(two).", SLANTED, 2, "K",
    ),
    "no piece is a hurdle": (
        "unhoppable(cannon,(king;cannon)). motion(cannon,hop,diagonal,any) :- reads(two).", SLANTED, 0, "",
    ),
}  # fmt: skip


def hops(start: str, directions: list[tuple[int, int]]) -> int:
    """How many hops there are over one piece from a cell, counted one by one: an end, and a cell before it."""
    x, y = ord(start[0]) - ord("a"), int(start[1]) - 1
    ends = product(directions, range(2, SIZE))
    return sum(n - 1 for (dx, dy), n in ends if {x + n * dx, y + n * dy} <= set(range(SIZE)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("origin", ("b2", "a1"))
def test_a_cannon_with_few_hurdles(tmp_path: Path, case: str, origin: str) -> None:
    rules, directions, armies, over = CASES[case]
    write(tmp_path / "cannons", FRAME + rules + "\n")
    found = sm.compare("cannons", "one", "two", "cannon", origin=origin, rules=tmp_path)
    expected = armies * hops(origin, directions)
    assert found.proved
    assert found.differ == bool(expected)
    for each in found.kinds if expected else ():
        assert (each.number, each.pieces) == (expected * len(over), 2)
        for example in each.classes:
            (cell,) = example.pieces
            assert example.reached_under == "two"
            assert any(f"{sign}{cell}" in str(example.position) for sign in over)


@pytest.mark.slow
def test_a_kind_that_hops_over_others_only_is_compared_too(tmp_path: Path) -> None:
    """The readings differ for the King. That no Cannon is a hurdle for Cannons does not matter for it."""
    write(
        tmp_path / "cannons",
        FRAME + CASES["no Cannon is a hurdle"][0] + "\nmotion(king,slide,orthogonal,any) :- reads(two).\n",
    )
    found = sm.compare("cannons", "one", "two", "king", origin="a1", rules=tmp_path)
    assert found.proved and found.differ and found.smallest is not None
    assert found.smallest.pieces == 1
