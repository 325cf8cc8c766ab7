"""What moves do, in small games with one rule each: both engines against an oracle and against each other."""

from __future__ import annotations

import random

import pytest

from oracles import outcomes as oracle
from support.five_by_five import game, position


def found(name: str, engine: str, text: str) -> set[tuple[str, str, oracle.Board]]:
    """Every legal move of an engine: its start, its end, and the pieces after it."""
    start = game(name, engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = start.push(move)
        letters = game(name, engine).piece_name
        board = tuple(sorted((cell, letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        result.add((move.origin, move.target, board))
    return result


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_follow_the_rules_of_the_game(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random(name)
    for _ in range(3 if engine == "reference" else 80):
        text = position(rng, "MMMRQC", 6, 11)
        assert found(name, engine, text) == oracle.positions(name, text), text


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_follow_the_rules_of_the_game_on_many_positions(name: str) -> None:
    """The same of the reference engine, on more."""
    rng = random.Random(f"{name} 2")
    for _ in range(40):
        text = position(rng, "MMMRQC", 6, 11)
        assert found(name, "reference", text) == oracle.positions(name, text), text
