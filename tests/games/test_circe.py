"""Circe Chess: moves and what they lead to as a program of its own finds them, and problems as Popeye solves them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from oracles.circe import Circe
from oracles.orthodox import Cell
from shadowmate.api import EngineName
from support.small import write

Board = frozenset[tuple[Cell, str, str]]


def read(position: sm.Position) -> Board:
    """The pieces of a position."""
    game = position.game
    return frozenset(
        (game.vectors[cell][:2], game.piece_name(piece.kinds), piece.army) for cell, piece in position.pieces.items()
    )


def stated(position: sm.Position) -> Circe:
    """The position as the oracle has it."""
    cells = position.game.vectors
    rights = frozenset(cells[cell][:2] for name, cell in position.state if name == "castle")
    passed = next((cells[cell][:2] for name, cell in position.state if name == "ep"), None)
    return Circe(read(position), position.turn, rights, passed)


def compare(engine: str, count: int, seed: int) -> list[str]:
    """What differs on positions of games at random, in which captures are frequent."""
    rng, position, found = Random(seed), sm.game("circe", engine=engine).start(), list[str]()
    for _ in range(count):
        oracle, moves = stated(position), position.legal_moves()
        ours = sorted(sorted(read(position.push(move))) for move in moves)
        if ours != sorted(sorted(step.after.pieces) for step in oracle.steps()):
            found.append(f"moves: {position}")
        if position.is_check() != oracle.in_check():
            found.append(f"check: {position}")
        if not moves or position.outcome():
            position = position.game.start()
            continue
        captures = [move for move in moves if move.captures]
        position = position.push(rng.choice(captures if captures and rng.random() < 0.4 else moves))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_random_positions(engine: str) -> None:
    assert compare(engine, 200 if engine == "compiled" else 8, 3) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["compiled", "reference"])
@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("white Kg1 Rd1 black Ke8 Nd5", "Rd1xd5&=Ng8", "white Rd5 Kg1 black Ke8 Ng8"),
        ("white Kg1 Rd1 black Ke8 Nd5 Bg8", "Rd1xd5", "white Rd5 Kg1 black Ke8 Bg8"),
        ("white Kg1 Rd1 black Ke7 Qd8", "Rd1xd8", "white Rd8 Kg1 black Ke7"),
        ("white Kg1 Rd1 black Kh7 Pa5 Rd5", "Rd1xd5&=Ra8", "white Rd5 Kg1 black Ra8 Kh7 Pa5"),
        ("white Kg1 Qd1 black Kh7 Rd5 turn black", "Rd5xd1", "white Kg1 black Rd1 Kh7"),
        ("white Kg1 Qd2 black Kh7 Rd5 turn black", "Rd5xd2&=Qd1", "white Qd1 Kg1 black Rd2 Kh7"),
    ],
)
def test_a_piece_comes_back(engine: str, position: str, move: str, after: str) -> None:
    """On its home square if that is empty after the move; the square of the captor is not."""
    start = sm.position(f"circe: {position}", engine=engine)
    found = start.push(move)
    assert read(found) == read(sm.position(f"circe: {after}", engine=engine))


SPARED = """
site(cot,Army,mason,From,(5,5,1)) :- army(Army), cell(From).
#program effects.
revives(C,victim,cot) :- part(C,victim,mason).
spares(C,victim) :- part(C,mover,rook), part(C,victim,mason).
lands(C,victim,start) :- part(C,mover,rook), part(C,victim,mason).
"""
"""A captured Mason comes back on e5; a Rook changes places with it instead."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["compiled", "reference"])
@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("b2", "white Ka1 Rb4 Qc3 black Kd1 Mb2"),
        ("c3", "white Ka1 Rb2 Qb4 black Kd1 Me5"),
    ],
)
def test_a_spared_victim_does_not_come_back(engine: EngineName, move: str, after: str, tmp_path: Path) -> None:
    """It is not captured: there is one Mason after the move, where the Rook has put it."""
    write(tmp_path, SPARED)
    game = sm.game("small", rules=[tmp_path], engine=engine)
    start = game.position("white Ka1 Rb2 Qc3 black Kd1 Mb4")
    (capture,) = [each for each in start.legal_moves() if (each.origin, each.target) == (move, "b4")]
    assert start.push(capture).pieces == game.position(f"{after} turn black").pieces


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_the_same_capture_with_the_home_cell_full_and_empty(engine: EngineName) -> None:
    """One after the other, as moves that have been named are kept: the Bishop comes back only where c8 is empty."""
    game = sm.game("circe", engine=engine)
    full, empty = (f"white Ke1 Ng1 Pa2 black Ke8 Q{cell} Bh3 turn white" for cell in ("c8", "d8"))
    for texts in ((full, empty), (empty, full)):
        for text in texts:
            moves = {str(move) for move in game.position(text).legal_moves("g1")}
            assert ("Ng1xh3" in moves, "Ng1xh3&=Bc8" in moves) == (text == full, text == empty)
