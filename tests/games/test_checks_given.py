"""Moves that give check, in a small game that counts and forbids them: both engines against an oracle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import hailing as oracle
from oracles.flat import Cell, Pieces, name
from shadowmate.api import EngineName
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")
ARMIES = ("white", "black")
Drawn = tuple[Pieces, str, dict[str, int], Sequence[str], Sequence[str]]


@cache
def game(engine: EngineName) -> sm.Game:
    return sm.game("hail", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> Drawn:
    """Kings and some pieces, and what is stated besides."""
    every = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    cells = rng.sample(every, rng.randint(4, 9))
    some_pieces = ["K", "K", *rng.choices("MRQC", k=len(cells) - 2)]
    armies = [*ARMIES, *rng.choices(ARMIES, k=len(cells) - 2)]
    pieces = dict(zip(cells, zip(some_pieces, armies, strict=True), strict=True))
    given = {army: rng.randint(0, 2) for army in ARMIES}
    hung, hands = ([army for army in ARMIES if rng.random() < 0.4] for _ in range(2))
    return pieces, rng.choice(ARMIES), given, hung, hands


def text(pieces: Pieces, turn: str, given: dict[str, int], hung: Sequence[str], hands: Sequence[str]) -> str:
    """The position as one line."""
    words = [
        " ".join([army, *(f"{kind}{name(at)}" for at, (kind, own) in pieces.items() if own == army)]) for army in ARMIES
    ]
    words += [f"turn {turn}", *(f"{army}_checks {number}" for army, number in given.items() if number)]
    words += [f"hung {army}" for army in hung]
    return " ".join([*words, *(f"hand {army} C" for army in hands)])


def cell_of(name: str) -> Cell:
    return ("?abcde".index(name[0]), int(name[1])) if name else oracle.NOWHERE


def found(engine: EngineName, position: str) -> list[oracle.Found]:
    """Every legal move of an engine, and what it leads to."""
    start, result = game(engine).position(position), []
    for move in start.legal_moves():
        after = start.push(str(move))
        letters = game(engine).piece_name
        board = tuple(sorted((cell_of(cell), letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        words: dict[str, list[str]] = {}
        for field, value in after.state:
            words.setdefault(field, []).append(value)
        given = tuple(sorted((army, int(words.get(f"{army}_checks", ["0"])[0])) for army in ARMIES))
        ends = cell_of(move.origin), cell_of(move.target)
        result.append((*ends, board, given, tuple(sorted(words.get("hung", ()))), "won" in words))
    return result


def is_legal(position: Drawn) -> bool:
    """Whether the opponent of the player to move is not in check, which no game leads to."""
    pieces, turn, *_ = position
    return not oracle._attacked(pieces, next(army for army in ARMIES if army != turn))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 6), ("compiled", 150)])
def test_checks_are_counted_and_forbidden(engine: EngineName, number: int) -> None:
    rng = random.Random("hail")
    for position in [each for each in (drawn(rng) for _ in range(2 * number)) if is_legal(each)][:number]:
        assert sorted(found(engine, text(*position))) == sorted(oracle.moves(*position)), text(*position)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        # The Rook on the first row has eight moves: Rb1-b5 and Rb1-e1 give check.
        ("leaves(C,check(none)) :- part(C,mover,rook).", "white Ka4 Rb1 black Ke5", 6),
        ("leaves(C,check(some)) :- part(C,mover,rook).", "white Ka4 Rb1 black Ke5", 2),
        # Every move of the Rook off the diagonal uncovers the Queen's line.
        ("leaves(C,check(none)) :- part(C,mover,rook).", "white Ka1 Qb2 Rc3 black Ke5", 0),
        ("leaves(C,check(some)) :- part(C,mover,rook).", "white Ka1 Qb2 Rc3 black Ke5", 8),
        # The Cannon gives check over the Mason, unless the Rook is a second hurdle.
        ("leaves(C,check(none)) :- part(C,mover,rook).", "white Ka4 Cc1 Rb2 black Kc5 Mc4", 1),
        # The Rook becomes a Mason, which attacks one step away.
        (
            "becomes(C,mover,mason) :- part(C,mover,rook). leaves(C,check(some)) :- part(C,mover,rook).",
            "white Ke1 Rb1 black Kc4", 1,
        ),
        # What a move does depends on whether it gives check: each move is there once.
        ("asks_after(C,check(some)) :- of(C,mover,_).", "white Ka4 Rb1 black Ke5", 8),
    ],
)  # fmt: skip
def test_a_guard_of_the_position_after_a_move(tmp_path: Path, rule: str, text: str, expected: int) -> None:
    write(tmp_path, f"#program effects.\n{rule}\n")
    for engine in ENGINES:
        position = sm.game("small", rules=[tmp_path], engine=engine).position(text)
        moves = [move for move in position.legal_moves() if str(move).startswith("R")]
        assert (engine, len(moves)) == (engine, expected)


@pytest.mark.parametrize("engine", ENGINES)
def test_attacks_ignore_what_a_move_must_leave(engine: EngineName, tmp_path: Path) -> None:
    """A Rook that may not give check attacks: the King does not go to its row, and may not stay on its column."""
    write(tmp_path, "#program effects.\nleaves(C,check(none)) :- part(C,mover,rook).\n")
    game = sm.game("small", rules=[tmp_path], engine=engine)
    for text, expected in (
        ("white Ka1 black Ke5 Rd2", {"b1"}),
        ("white Ka1 black Ke5 Ra4", {"b1", "b2"}),
    ):
        position = game.position(text)
        assert {move.target for move in position.legal_moves()} == expected
    assert position.is_check()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("move", "reason"), [("Rb2-b5", "it would give check"), ("Qa1xa2", "it would not give check")])
def test_why_names_check(move: str, reason: str) -> None:
    position = game("reference").position("white Kd1 Rb2 Qa1 black Ke5 Ma2")
    assert reason in str(position.why(move))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "#program effects.\nleaves(C,safe(mover)) :- part(C,mover,rook).",
            "safe(mover) is no guard of the position after a move; "
            "there are answer(none), answer(some), check(none), check(some), checkmate(none), checkmate(some), "
            "stalemate(none), stalemate(some)",
        ),
        (
            "lingers(king).\n#program effects.\nleaves(C,check(none)) :- part(C,mover,rook).",
            "royal pieces of the kind king linger, so no rule can ask about check after a move",
        ),
    ],
)
def test_check_rules_reports_a_guard_that_there_is_not(tmp_path: Path, rule: str, words: str) -> None:
    write(tmp_path, rule)
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]
