"""Alice Chess: moves and checks as a program of its own finds them (tests/oracles/alice.py)."""

from __future__ import annotations

import re
from random import Random

import pytest

import shadowmate as sm
from oracles import alice as oracle
from oracles.alice import Cell, Move, Pieces


def read(position: sm.Position) -> tuple[Pieces, frozenset[Cell]]:
    """The pieces, and the Rooks that have the right to castle."""
    game = position.game
    pieces = {game.vectors[cell]: (game.piece_name(each.kinds), each.army) for cell, each in position.pieces.items()}
    return pieces, frozenset(game.vectors[value] for name, value in position.state if name == "castle")


def found(position: sm.Position) -> dict[Move, sm.Move]:
    """The legal moves, by what the oracle has of them."""
    cells = position.game.vectors
    return {(cells[each.origin], cells[each.target], each.promotion or ""): each for each in position.legal_moves()}


def unlike(position: sm.Position) -> str | None:
    """How the answers about a position differ; None if they do not."""
    pieces, rights = read(position)
    if found(position).keys() != oracle.moves(pieces, position.turn, rights):
        return f"moves: {position}"
    return None if position.is_check() == oracle.in_check(pieces, position.turn) else f"check: {position}"


def compare(engine: str, count: int, seed: int) -> list[str]:
    """What differs on positions of games at random, in which captures are frequent."""
    rng, position, differences = Random(seed), sm.game("alice", engine=engine).start(), list[str]()
    for _ in range(count):
        if what := unlike(position):
            differences.append(what)
        moves = position.legal_moves()
        if not moves or position.quiet > 40:
            position = position.game.start()
            continue
        captures = [move for move in moves if move.captures or move.special]
        position = position.push(rng.choice(captures if captures and rng.random() < 0.4 else moves))
    return differences


@pytest.mark.sample(1)
def test_the_array() -> None:
    position = sm.game("alice", engine="compiled").start()
    assert read(position)[0] == oracle.array()
    assert unlike(position) is None


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_random_positions(engine: str) -> None:
    assert compare(engine, 300 if engine == "compiled" else 8, 3) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_each_capture_of_a_king_has_its_own_guard(engine: str) -> None:
    """The Queen guards the Bishop, nothing guards the Queen: both are beside the King."""
    position = sm.position("alice: white QBd6 KBg1 BBe6 black KBe7 turn black", engine=engine)
    assert {str(move) for move in position.legal_moves() if move.captures} == {"KBe7-Ad6&xBd6"}
    assert unlike(position) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stipulation", "position", "solutions"),
    [
        (
            "h#2",
            "white KAa1 QAc5 RBc3 black KBe5 PBd2 turn black",
            ["e5f4 c5f5 d2d1n c3f3", "e5e4 c5e5 d2d1b c3e3"],
        ),
        (
            "h#2",
            "white KAh1 RAg2 PAe6 PAg3 PAg6 BBf7 black RAd2 RAe7 BAd5 BAg7 PAd3 PAg4 KBf8 turn black",
            ["d5b7 g2e2 e7a7 e6e7"],
        ),
        (
            "h#2",
            "white KBh5 RBh4 BBc8 BBf4 NBd7 NBg4 black KAd5 RAa1 PAc5 PAf2 PAg5 PAg7 BBc7 NBe1 PBa4 PBc6 PBd3 PBg3"
            " turn black",
            ["a1a7 f4c7 a7d7 g4e3", "a1g1 f4g3 g1g4 d7b6"],
        ),
        (
            "#2",
            "white KAd1 QAd7 RAh4 BAa5 PAa4 PAd4 PAd5 PAd6 PAe4 PAf2 NBc6 NBe6 PBb3 PBe2"
            " black KAd3 RAa3 RAg8 BAa7 BAb1 PAb7 PAf6 NBd8 NBh6 PBa6 PBh3",
            ["d7e8"],
        ),
    ],
)
def test_problems_have_the_solutions_that_popeye_finds(stipulation: str, position: str, solutions: list[str]) -> None:
    """Problems of the tourney of Andernach 2025, by Caillaud, Rittirsch, Kraetschmer and Pachl."""
    solution = sm.solve(sm.game("alice", engine="compiled").position(position), stipulation)
    lines = solution.lines or [[key] for key in solution.keys]
    assert sorted(" ".join(map(flat, line)) for line in lines) == sorted(solutions)


def flat(move: str) -> str:
    """A move as Popeye has it, from square to square without the boards."""
    parts = re.match(r"[A-Z][AB](..)-[AB](..)(?:=(.))?", move)
    assert parts, move
    return f"{parts[1]}{parts[2]}{(parts[3] or '').lower()}"
