"""The fields of positions besides the pieces, in a small game: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import fields as oracle
from oracles.flat import Cell, Pieces
from support.cli import answer
from support.paths import GAMES_OF_TESTS

ENGINES = ("reference", "compiled")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("bell", rules=GAMES_OF_TESTS, engine=engine)


def position(rng: random.Random) -> tuple[Pieces, str, oracle.Stated]:
    """A random position: Kings and some pieces, hands and fields."""
    every: list[Cell] = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    cells = rng.sample(every, rng.randint(5, 10))
    pieces = ["K", "K", *rng.choices("MMRRQC", k=len(cells) - 2)]
    armies = ["white", "black", *rng.choices(("white", "black"), k=len(cells) - 2)]
    last = {army: oracle.name(rng.choice(cells)) for army in ("white", "black") if rng.random() < 0.7}
    hands = {army: tuple(sorted(rng.choices("MRQ", k=rng.randint(0, 2)))) for army in ("white", "black")}
    dropped = frozenset(army for army in ("white", "black") if rng.random() < 0.5)
    text = oracle.Stated(rng.random() < 0.5, dropped, last, hands)
    return dict(zip(cells, zip(pieces, armies, strict=True), strict=True)), rng.choice(("white", "black")), text


def found(engine: str, text: str) -> set[tuple[str, str, oracle.Board, tuple[str, ...]]]:
    """Every legal move of an engine, and what it leads to."""
    start = game(engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = start.push(move)
        letters = game(engine).piece_name
        board = tuple(sorted((cell, letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        words = [f"{name} {value}" for name, value in after.state]
        words += [f"{store} {letters((kind,))}" for store, kind, number in after.stores for _ in range(number)]
        result.add((move.origin, move.target, board, tuple(sorted(words))))
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 5), ("compiled", 120)])
def test_moves_read_and_change_the_signs_of_a_position(engine: str, number: int) -> None:
    rng = random.Random("bell")
    for _ in range(number):
        pieces, turn, words = position(rng)
        text = oracle.text(pieces, turn, words)
        assert found(engine, text) == oracle.moves(pieces, turn, words), text


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_position_writes_its_signs(engine: str) -> None:
    start = game(engine).start()
    assert "dropped black" in str(start) and not any(move.piece == "Q" for move in start.push("Rb1-b2").legal_moves())
    after = start.push("Q@c3").push("Rd5-d4")
    assert "dropped black dropped white last_black d4 last_white c3" in str(after)
    assert game(engine).position(str(after)) == after
    assert not after.legal_moves("c3")


@pytest.mark.parametrize("engine", ENGINES)
def test_positions_that_say_different_things_are_not_the_same(engine: str) -> None:
    keys = {game(engine).position(f"white Ka1 black Ke5 {text}").repetition_key() for text in ("", "bell rung")}
    assert len(keys) == 2


@pytest.mark.slow
def test_both_engines_count_the_same_lines() -> None:
    assert [sm.perft(game(engine).start(), 2) for engine in ENGINES] == [sm.perft(game("compiled").start(), 2)] * 2


def test_a_reason_is_reported() -> None:
    asked = ("why", "bell: white Ka1 Rb2 black Ke5 Rb4 bell rung", "Rb2xb4", "--rules", str(GAMES_OF_TESTS))
    assert "the position has bell rung" in str(answer(*asked))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bell rang", "there are rung; do you mean 'rung'?"),
        ("bell", "'bell' lacks its flag"),
        ("last_white c3 e5", "'last_white' expects one cell"),
    ],
)
def test_an_unknown_name_is_reported(text: str, words: str) -> None:
    with pytest.raises(sm.PositionError, match=words.replace("?", r"\?")):
        game("reference").position(f"white Ka1 black Ke5 {text}")
