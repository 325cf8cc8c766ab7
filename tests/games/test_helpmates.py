"""Helpmates with Golems and with Lions: as many lines as brute force finds."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

import shadowmate as sm
from oracles import golems, trading

GAMES = {"golem": (golems, "GGHRN"), "lions": (trading, "LLRGG")}


def scattered(rng: Random, kinds: str) -> str:
    """Kings and two or three men close to each other, Black to move."""
    cells = rng.sample([f"{column}{row}" for column in "abcd" for row in range(1, 5)], rng.randint(4, 5))
    men = {"white": ["K" + cells[0]], "black": ["K" + cells[1]]}
    for number, cell in enumerate(cells[2:]):
        men["black" if number == 2 else "white"].append(rng.choice(kinds) + cell)
    return f"white {' '.join(men['white'])} black {' '.join(men['black'])} turn black"


def helped(oracle: ModuleType, men: dict[object, object], turn: str, struck: bool, left: int) -> int:
    """How many lines of so many moves end in mate."""
    if left:
        return sum(
            helped(oracle, after, oracle.OTHER[turn], now, left - 1)
            for _, _, after, now in oracle.legal(men, turn, struck)
        )
    king = next(cell for cell, man in men.items() if man == ("K", turn))
    return int(oracle.is_attacked(men, king, oracle.OTHER[turn]) and not any(oracle.legal(men, turn, struck)))


@pytest.mark.parametrize("name", GAMES)
def test_helpmates_are_those_of_brute_force(name: str) -> None:
    oracle, kinds = GAMES[name]
    rng, game, solved = Random(f"helpmates, {name}"), sm.game(name, engine="compiled"), 0
    for _ in range(40):
        text = scattered(rng, kinds)
        men, turn, struck = oracle.read(text)
        king = next(cell for cell, man in men.items() if man == ("K", "white"))
        if oracle.is_attacked(men, king, "black"):
            continue
        wanted = helped(oracle, men, turn, struck, 2)
        assert len(sm.solve(game.position(text), "h#1").lines) == wanted, text
        solved += wanted > 0
    assert solved > 2
