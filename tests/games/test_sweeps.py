"""Moves that capture what is around them (core/around.lp), in a small game: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import sweeping as oracle
from oracles.flat import Cell, Pieces, name
from support.paths import GAMES_OF_TESTS

OTHERS = "MMMRRQQC"


@cache
def game(engine: str) -> sm.Game:
    return sm.game("blast", rules=GAMES_OF_TESTS, engine=engine)


def position(rng: random.Random) -> tuple[Pieces, str]:
    """Both Kings and some pieces, close together; the player that has moved is not in check."""
    every: list[Cell] = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    while True:
        cells = rng.sample(every, rng.randint(5, 12))
        others = ((rng.choice(OTHERS), rng.choice(("white", "black"))) for _ in cells[2:])
        pieces: Pieces = dict(zip(cells, [("K", "white"), ("K", "black"), *others], strict=True))
        turn = rng.choice(("white", "black"))
        if not oracle.in_check(pieces, oracle.other(turn)):
            return pieces, turn


def found(start: sm.Position) -> oracle.Found:
    """Every legal move of a position, what it leads to, and whether it wins."""
    vectors, letters = start.game.vectors, start.game.piece_name

    def flat(cell: str) -> Cell:
        return vectors[cell][:2]

    result = set()
    for move in start.legal_moves():
        then = start.push(move)
        left = frozenset((flat(cell), letters(piece.kinds), piece.army) for cell, piece in then.pieces.items())
        outcome = then.outcome()
        wins = outcome is not None and outcome.reason == "won" and outcome.winner == start.turn
        result.add((flat(move.origin), flat(move.target), left, wins))
        assert bool(move.wins) == wins
    return result


@pytest.mark.sample(1)
@pytest.mark.parametrize(("engine", "number"), [("reference", 2), ("compiled", 60)])
def test_moves_sweep_and_spare_the_own_king(engine: str, number: int) -> None:
    """As the oracle has them; and so has it checks: a capture that would sweep the own King is no attack."""
    rng = random.Random("blast")
    checks = 0
    for _ in range(number):
        pieces, turn = position(rng)
        words = [f"{army} {kind}{name(cell)}" for cell, (kind, army) in pieces.items()]
        start = game(engine).position(" ".join([*words, "turn", turn]))
        assert start.is_check() == oracle.in_check(pieces, turn), str(start)
        assert found(start) == oracle.moves(pieces, turn), str(start)
        checks += start.is_check()
    assert engine == "reference" or checks


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_what_is_swept_is_progress_and_no_part_of_the_text(engine: str) -> None:
    start = game(engine).position("white Ka1 Qc3 black Ke5 Md4 Mb2 Mb4 Me1")
    after = start.push("Qc3-c5")
    assert sorted(after.pieces) == ["a1", "c5", "e1", "e5"]
    assert after.quiet == 0


def test_a_move_that_sweeps_its_own_king_is_explained() -> None:
    why = game("reference").position("white Ka1 Rb5 black Ke5 Mb1").why("Rb5xb1")
    assert "it would also capture the royal piece of its own side on Ka1" in str(why)
