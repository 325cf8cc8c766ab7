"""Hexagonal chess: moves, checks and ends as a program of its own finds them, and pictures of hexes."""

from __future__ import annotations

from random import Random

import pytest

import shadowmate as sm
from oracles import hexagonal

both = pytest.mark.parametrize("game", ["glinski", "mccooey"])


def texts(position: hexagonal.Position) -> list[str]:
    return sorted(hexagonal.name_of(a) + hexagonal.name_of(b) + letter for a, b, letter in position.moves())


def unlike(position: hexagonal.Position, engine: str) -> str | None:
    """How Shadowmate's answers differ; None if they do not."""
    ours = sm.position(position.text(), engine=engine)
    moves, checked = texts(position), position.is_attacked(position.turn)
    if sorted(f"{move.origin}{move.target}{move.promotion or ''}" for move in ours.legal_moves()) != moves:
        return "moves"
    if ours.is_check() != checked:
        return "check"
    outcome = ours.outcome()
    reason = outcome.reason if outcome and outcome.reason in ("checkmate", "stalemate") else None
    return None if reason == (None if moves else "checkmate" if checked else "stalemate") else f"end: {reason}"


def compare(game: str, engine: str, count: int, seed: int) -> list[str]:
    """What differs on positions of games at random, in which captures are frequent."""
    rng, position, found = Random(seed), hexagonal.start(game), list[str]()
    for _ in range(count):
        if what := unlike(position, engine):
            found.append(f"{what}: {position.text()}")
        moves = position.moves()
        if not moves or len(position.board) < 4:
            position = hexagonal.start(game)
            continue
        captures = [move for move in moves if move.end in position.board or move.end == position.passed]
        position = position.after(rng.choice(captures if captures and rng.random() < 0.4 else moves))
    return found


@pytest.mark.sample(1)
@both
def test_the_array(game: str) -> None:
    assert unlike(hexagonal.start(game), "compiled") is None


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["compiled", "reference"])
@both
def test_random_positions(game: str, engine: str) -> None:
    assert compare(game, engine, 200 if engine == "compiled" else 8, 3) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("glinski: white Ka1 Pf5 black Kl6 Pe7 turn white", {"f5-f6", "f5-f7"}),
        ("glinski: white Ka1 Pd5 black Kl6 Pe7 turn white", {"d5-d6"}),
        ("mccooey: white Ka1 Pf4 black Kl6 turn white", {"f4-f5"}),
        ("mccooey: white Ka1 Pg3 black Kl6 Rh4 turn white", {"g3-g4", "g3-g5", "g3xh4"}),
    ],
)
def test_pawns(position: str, moves: set[str]) -> None:
    found = sm.position(position).legal_moves()
    assert {str(move).removeprefix("P") for move in found if move.piece == "P"} == moves


@pytest.mark.sample(1)
def test_en_passant_is_a_capture_beside() -> None:
    position = sm.position("glinski: white Ka1 Pd5 black Kl6 Pe7 turn black").push("Pe7-e5")
    assert "d5xe6ep" in {str(move).removeprefix("P") for move in position.legal_moves()}


@pytest.mark.sample(1)
def test_cells_are_drawn_as_hexes() -> None:
    picture = sm.position("glinski: start")._repr_svg_()
    assert picture.count("<title") == 91
    assert "L13.42,23.24 L-13.42,23.24 L-26.84,0 L-13.42,-23.24" in picture  # the six corners of a hex
