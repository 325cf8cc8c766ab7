"""The compiled engine gives the reference engine's answers; `benchmarks/differential.py` asks for many more."""

from __future__ import annotations

from random import Random

import pytest
from differences import Pair, Tally

QUICK = {
    "prince": 8, "fide": 40, "raumschach": 30, "diagonals": 14, "latrunculi": 14, "parametric": 40,
    "menagerie": 40, "menagerie some_path": 24, "menagerie wide_corners": 10, "wasp some_path": 12,
}  # fmt: skip
SLOW = {
    "prince": 40, "prince pawn_may_stay": 10, "prince some_path": 10, "fide": 150, "raumschach": 150,
    "extreme": 10, "diagonals": 40, "latrunculi": 40, "parametric": 150, "menagerie": 100,
    "menagerie some_path wide_corners": 30,
}  # fmt: skip
"""How many positions of a game under some readings."""


def tally(name: str, number: int, seed: str, crowded: int = 100) -> Tally:
    """Compare the engines on positions from play and on others, half of them each."""
    game, *readings = name.split()
    pair, found, random = Pair(game, readings), Tally(), Random(seed)
    positions = pair.positions(seed, crowded)
    for position in positions.reachable():
        pair.compare(position, random, found)
        if found.positions * 2 >= number:
            break
    while found.positions < number:
        pair.compare(positions.unreachable(), random, found)
    return found


@pytest.mark.parametrize("name", QUICK)
def test_both_engines_agree(name: str) -> None:
    found = tally(name, QUICK[name], f"quick {name}", crowded=40)
    assert not found.differences


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_both_engines_agree_on_more(name: str) -> None:
    found = tally(name, SLOW[name], f"slow {name}")
    assert not found.differences
