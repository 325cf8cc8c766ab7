"""The games of tests/data on boards of five by five, and random positions of them."""

from __future__ import annotations

import random
from functools import cache

import shadowmate as sm
from support.paths import GAMES_OF_TESTS

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


@cache
def game(name: str, engine: str) -> sm.Game:
    return sm.game(name, rules=GAMES_OF_TESTS, engine=engine)


def position(rng: random.Random, kinds: str = "MMQQRC", least: int = 2, most: int = 9) -> str:
    """Kings and some pieces, as a line of text; White or Black to move."""
    cells = rng.sample(CELLS, rng.randint(least, most))
    pieces = ["K", "K", *rng.choices(kinds, k=len(cells) - 2)]
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, (kind, cell) in enumerate(zip(pieces, cells, strict=True)):
        army = ("white", "black")[number] if number < 2 else rng.choice(("white", "black"))
        armies[army].append(kind + cell)
    return " ".join(
        [*(" ".join([army, *pieces]) for army, pieces in armies.items()), "turn", rng.choice(("white", "black"))]
    )
