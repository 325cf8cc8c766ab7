"""Moves that depend on whether the opponent can answer them (core/answers.lp): both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import rejoining as oracle
from oracles.flat import Pieces, name
from shadowmate.api import EngineName
from support.paths import GAMES_OF_TESTS
from support.small import write

ARMIES = ("white", "black")


@cache
def game(engine: EngineName) -> sm.Game:
    return sm.game("rejoin", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> Pieces:
    """A few pieces of both sides, often with White's King one step from its last row."""
    cells = rng.sample([(x, y) for x in range(1, 6) for y in range(1, 6)], rng.randint(4, 8))
    pieces = {cell: (rng.choice("RCMM"), rng.choice(ARMIES)) for cell in cells[2:]}
    king = (cells[0][0], 4) if rng.random() < 0.6 else cells[0]
    return pieces | {cells[1]: ("K", "black")} | {king: ("K", "white")}


def text(pieces: Pieces) -> str:
    """The position as one line, White to move."""
    return " ".join(
        f"{army} {' '.join(kind + name(cell) for cell, (kind, own) in pieces.items() if own == army)}"
        for army in ARMIES
        if any(own == army for _, own in pieces.values())
    )


@pytest.mark.parametrize(
    ("engine", "number"),
    [
        pytest.param("reference", 12, marks=pytest.mark.slow), ("compiled", 60),
        pytest.param("compiled", 600, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_moves_depend_on_their_answers(engine: EngineName, number: int) -> None:
    rng, won, waited = random.Random("rejoin"), 0, 0
    for _ in range(number):
        pieces = drawn(rng)
        moves = oracle.moves(pieces, "white")
        position = game(engine).position(text(pieces))
        found = [(move.origin, move.target, move.wins is not None) for move in position.legal_moves()]
        assert sorted(found) == sorted((name(start), name(end), wins) for start, end, wins in moves), text(pieces)
        home = [wins for start, end, wins in moves if pieces[start][0] == "K" and end[1] == 5]
        won, waited = won + any(home), waited + (False in home)
    assert engine == "reference" or (won and waited)


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("black", "moves", "reason", "winner"),
    [
        ("Kf6", ("Ka7-a8",), "won", "white"),
        ("Kf7 Rb1", ("Ka7-a8", "Kf7-f8"), "home", None),
        ("Kf7", ("Ka7-a8", "Kf7-f6"), "won", "white"),
        ("Kf7", ("Ra1-a2", "Kf7-f8"), "won", "black"),
    ],
)
def test_racing_kings_ends_at_once_or_after_the_answer(
    engine: EngineName, black: str, moves: tuple[str, ...], reason: str, winner: str | None
) -> None:
    position = sm.game("racingkings", engine=engine).position(f"white Ka7 Ra1 black {black}")
    for number, move in enumerate(moves, 1):
        assert position.outcome() is None, number
        position = position.push(move)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (reason, winner)
    assert not position.legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("leaves(C,answer(none)) :- part(C,mover,rook).", "no rule states answers(C), so no move is an answer"),
        ("answers(C) :- part(C,victim,_).", "no rule asks for answer(some) or answer(none) after a move"),
    ],
)
def test_check_rules_reports_half_of_a_question(tmp_path: Path, more: str, words: str) -> None:
    write(tmp_path, f"#program effects.\n{more}")
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_move_that_is_never_legal_may_still_be_an_answer(tmp_path: Path, engine: EngineName) -> None:
    """What must hold after a move does not count where only an answer is looked for: the Rook could capture on b3."""
    write(
        tmp_path,
        """#program effects.
        answers(C) :- part(C,victim,_).
        leaves(C,answer(none)) :- part(C,mover,king).
        leaves(C,answer((none;some))) :- part(C,mover,rook).
        """,
    )
    game = sm.game("small", rules=[tmp_path], engine=engine)
    assert list(map(str, game.position("white Kd1 Mb3 black Ke5 Rb5").legal_moves())) == [
        "Mb3-a3", "Mb3-b2", "Mb3-b4", "Mb3-c3",
    ]  # fmt: skip
    assert not game.position("white Kd1 Mb3 black Ke5 Rb5 turn black").legal_moves("b5")
