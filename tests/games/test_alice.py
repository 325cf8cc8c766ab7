"""Alice Chess: moves and checks as a program of its own finds them (tests/oracles/alice.py)."""

from __future__ import annotations

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
