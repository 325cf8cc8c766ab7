"""How games end by rules of their own, in small games: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import endings as oracle
from support.paths import GAMES_OF_TESTS

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
ENGINES = ("reference", "compiled")


@cache
def game(name: str, engine: str) -> sm.Game:
    return sm.game(name, rules=GAMES_OF_TESTS, engine=engine)


def position(rng: random.Random, least: int = 2, most: int = 9) -> str:
    """Kings and some men, as a line of text; White or Black to move."""
    cells = rng.sample(CELLS, rng.randint(least, most))
    men = ["K", "K", *rng.choices("MMQQRC", k=len(cells) - 2)]
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, (kind, cell) in enumerate(zip(men, cells, strict=True)):
        army = ("white", "black")[number] if number < 2 else rng.choice(("white", "black"))
        armies[army].append(kind + cell)
    return " ".join([*(" ".join([army, *men]) for army, men in armies.items()), "turn", rng.choice(("white", "black"))])


def found(name: str, engine: str, text: str) -> set[tuple[str, str, oracle.Board, oracle.Wins]]:
    """Every legal move of an engine: where it starts and ends, who stands where then, and who has won why."""
    start = game(name, engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = start.push(move)
        letters = game(name, engine).piece_name
        board = tuple(sorted((cell, letters(man.kinds), man.army) for cell, man in after.pieces.items()))
        won = tuple(sorted(tuple(value.split()) for state, value in after.state if state == "won"))
        assert (move.wins is not None) == bool(won)
        result.add((move.origin, move.target, board, won))
    return result


def check(name: str, engine: str, text: str) -> None:
    assert found(name, engine, text) == oracle.moves(name, text), text
    ended = game(name, engine).position(text).outcome()
    assert (ended and (ended.reason, ended.winner)) == oracle.outcome(name, text), text


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_win_and_may_expose_as_the_game_says(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random(name)
    for _ in range(8 if engine == "reference" else 300):
        check(name, engine, position(rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_win_and_may_expose_as_the_game_says_on_many_positions(name: str) -> None:
    """The same of the reference engine, on more."""
    rng = random.Random(f"{name} 2")
    for _ in range(60):
        check(name, "reference", position(rng))
