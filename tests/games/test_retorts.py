"""Ends that depend on what the opponent can still do: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import retorts as oracle
from oracles.flat import Pieces
from support.paths import GAMES_OF_TESTS

ENGINES = ("reference", "compiled")
ARMIES = ("white", "black")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("retort", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> tuple[Pieces, str]:
    """A few pieces of both sides: often one of an army is alone, or a King is near its last row."""
    every = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    cells = rng.sample(every, rng.randint(2, 6))
    alone = rng.choice(ARMIES)
    armies = [alone] + [oracle.RIVAL[alone] if rng.random() < 0.8 else rng.choice(ARMIES) for _ in cells[1:]]
    pieces = {}
    for cell, army in zip(cells, armies, strict=True):
        kind = rng.choice(["K", "M", "R", "C"])
        if rng.random() < 0.4:
            row = abs(oracle.LAST_ROW[army] - rng.randint(0, 1)) or 2
            kind, cell = "K", (rng.randint(1, 5), row)
        pieces[cell] = (kind, army)
    if rng.random() < 0.3:
        pieces[oracle.MIDDLE] = ("M", rng.choice(ARMIES))
    return pieces, rng.choice(ARMIES)


def text(pieces: Pieces, turn: str) -> str:
    """The position as one line."""
    words = [
        " ".join([army, *(f"{kind}{'?abcde'[x]}{y}" for (x, y), (kind, own) in pieces.items() if own == army)])
        for army in ARMIES
        if any(own == army for _, own in pieces.values())
    ]
    return " ".join([*words, "turn", turn])


def cell_of(name: str) -> oracle.Cell:
    return "?abcde".index(name[0]), int(name[1])


def found(engine: str, position: str) -> list[tuple[oracle.Cell, oracle.Cell, oracle.Board, oracle.Wins]]:
    """The moves as the oracle has them; and each position after them has ended as its wins say."""
    start, letters = game(engine).position(position), game(engine).piece_name
    result = []
    for move in start.legal_moves():
        after = start.push(move)
        board = tuple(sorted((cell_of(cell), letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        won = tuple(sorted((value.split()[0], value.split()[1]) for name, value in after.state if name == "won"))
        assert bool(won) == (move.wins is not None)
        winners, ended = {army for army, _ in won}, after.outcome()
        if won:
            assert ended is not None
            assert ended.winner == (winners.pop() if len(winners) == 1 else None)
            assert not after.legal_moves()
        result.append((cell_of(move.origin), cell_of(move.target), board, won))
    return sorted(result)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("engine", "number"), [("reference", 4), ("compiled", 300), pytest.param("reference", 25, marks=pytest.mark.slow)]
)
def test_games_end_after_the_answer(engine: str, number: int) -> None:
    rng, reasons = random.Random("retort"), set()
    for _ in range(number):
        pieces, turn = drawn(rng)
        moves = oracle.moves(pieces, turn)
        assert found(engine, text(pieces, turn)) == moves, text(pieces, turn)
        reasons |= {tuple((army == turn, why) for army, why in won) for *_, won in moves}
    assert engine == "reference" or {why for won in reasons for why in won} == {
        (True, "home"), (False, "home"), (False, "middle"), (True, "robbed"), (False, "robbed"), (False, "bare"),
    }  # fmt: skip
