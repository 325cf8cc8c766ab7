"""A piece in check that must capture what gives check (core/guards.lp): both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import parrying as oracle
from oracles.flat import Cell, Pieces, name
from support.paths import GAMES_OF_TESTS

ARMIES = ("white", "black")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("parry", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> tuple[Pieces, Cell | None]:
    """A few pieces of both sides, often with two Kings of White, which is to move; and a cell that was passed."""
    every = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    rows = {"white": (2, 3), "black": (3, 4)}
    pieces = {(rng.randint(1, 5), rng.choice(rows[army])): ("P", army) for army in ARMIES for _ in range(2)}
    passed = None
    if rng.random() < 0.4:
        column = rng.randint(1, 5)
        pieces = {cell: piece for cell, piece in pieces.items() if cell[0] != column} | {(column, 2): ("P", "black")}
        passed = (column, 3)
        if rng.random() < 0.7:
            # The Pawn that has passed gives check, and another can capture it.
            pieces[column + rng.choice((-1, 1)), 1] = ("K", "white")
            pieces[column + rng.choice((-1, 1)), 2] = ("P", "white")
    free = [cell for cell in every if cell not in pieces and (passed is None or cell not in (passed, (passed[0], 4)))]
    for cell in rng.sample(free, rng.randint(4, 8)):
        army = rng.choice(ARMIES)
        pieces[cell] = (rng.choice("RCM" if army == "black" else "RCMK"), army)
    return {cell: piece for cell, piece in pieces.items() if 1 <= cell[0] <= 5}, passed


def text(pieces: Pieces, passed: Cell | None) -> str:
    """The position as one line."""
    words = [
        f"{army} {' '.join(kind + name(cell) for cell, (kind, own) in pieces.items() if own == army)}"
        for army in ARMIES
    ]
    return " ".join([*words, "turn white", *([f"ep {name(passed)}"] if passed else [])])


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("engine", "number"), [("reference", 4), ("compiled", 400), pytest.param("reference", 80, marks=pytest.mark.slow)]
)
def test_a_piece_in_check_captures_what_gives_check(engine: str, number: int) -> None:
    rng, seen = random.Random("parry"), {"two": 0, "captured": 0, "passing": 0, "between": 0}
    for _ in range(number):
        pieces, passed = drawn(rng)
        position = game(engine).position(text(pieces, passed))
        moves = oracle.moves(pieces, "white", passed)
        found = [(move.origin, move.target) for move in position.legal_moves()]
        assert sorted(found) == sorted((name(start), name(end)) for start, end in moves), text(pieces, passed)
        checks = oracle.attackers(pieces, "white")
        seen["two"] += len(checks) > 1
        if checks:
            seen["captured"] += any(end in checks for _, end in moves)
            seen["passing"] += any(end == passed and pieces[start][0] == "P" for start, end in moves)
            seen["between"] += any(end not in checks and end != passed for _, end in moves)
    assert engine == "reference" or all(seen.values()), seen


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_the_checking_piece_is_named(engine: str) -> None:
    position = game(engine).position("white Kc1 Ra2 black Rc4 Kc5")
    assert str(position.why("Kc1-b1")).endswith("c4 gives check, and such a move must capture it")
