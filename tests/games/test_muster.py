"""Moves with two aides, and with one that goes to another cell, in a small game: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import mustering as oracle
from oracles.flat import Pieces, read
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.layout import objections
from support.five_by_five import CELLS
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES = ("reference", "compiled")
ARMIES = ("white", "black")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("muster", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> str:
    """Kings and some pieces, many of them Masons and Cannons."""
    cells = rng.sample(CELLS, rng.randint(5, 10))
    pieces = ["K", "K", *rng.choices("MMCCRQ", k=len(cells) - 2)]
    armies = [*ARMIES, *rng.choices(ARMIES, k=len(cells) - 2)]
    words = [
        " ".join([army, *(piece + cell for piece, cell, own in zip(pieces, cells, armies, strict=True) if own == army)])
        for army in ARMIES
    ]
    return f"{' '.join(words)} turn {rng.choice(ARMIES)}"


def found(engine: str, text: str) -> list[tuple[tuple[int, int], tuple[int, int], oracle.Board]]:
    start = game(engine).position(text)
    result = []
    for move in start.legal_moves():
        pieces: Pieces = read(str(start.push(str(move))).partition(": ")[2].partition(" turn ")[0])[0]
        board = tuple(sorted((cell, *piece) for cell, piece in pieces.items()))
        ends = [("?abcde".index(cell[0]), int(cell[1])) for cell in (move.origin, move.target)]
        result.append((ends[0], ends[1], board))
    return sorted(result)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 8), ("compiled", 150)])
def test_aides_follow_the_rules_of_the_game(engine: str, number: int) -> None:
    """Two in each other's place are one move where they do the same."""
    rng = random.Random("muster")
    for _ in range(number):
        text = drawn(rng)
        assert found(engine, text) == oracle.moves(*read(text)), text


@pytest.mark.slow
@pytest.mark.parametrize("text", ["white Ka1 Rb2 Mc3 Md3 Ce3 Me1 black Ke5 Mb4", "white Ka1 Qb2 Md3 Me3 black Kc5 Rb5"])
def test_both_engines_count_the_same_lines(text: str) -> None:
    first, second = (sm.perft(game(engine).position(text), 2) for engine in ENGINES)
    assert first == second > 0


@pytest.mark.slow
def test_moves_with_two_aides_are_written_andread() -> None:
    for engine in ENGINES:
        start = game(engine).position("white Ka1 Rb2 Mc3 Ce3 black Ke5 Mb4")
        assert str(start.move("Rb2-b3&Mc3=C&Ce3=M")) == "Rb2-b3&Mc3=C&Ce3=M"
        assert str(start.push("b2b3")).startswith("muster: white Ka1 Rb3 Cc3 Me3 black")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            "lands(C,aide,start) :- part(C,aide,mason). lands(C,second,start) :- part(C,second,mason).",
            "where a rook of white starts, its aide and second would all land",
        ),
        ("bars(C,help) :- part(C,second,mason).", "bars a move by its aide"),
        ("lands(C,second,end) :- part(C,second,mason).", "may land on the start"),
        ("becomes(C,aide,queen) :- part(C,aide,mason).", "a Mason as aide, which has no effect".lower()),
    ],
)
def test_what_two_aides_cannot_do_is_refused(tmp_path: Path, rules: str, words: str) -> None:
    beginning = (
        "measure(far,Army,(X,Y,1),Y) :- army(Army), cell((X,Y,1)).\n#program effects.\n"
        "seeks(C,mason,far) :- part(C,mover,rook).\nseconds(C,mason,far) :- part(C,mover,rook).\n"
    )
    helps = (
        ""
        if rules.startswith(("lands(C,aide", "becomes"))
        else "becomes(C,(aide;second),queen) :- part(C,aide,mason).\n"
    )
    write(tmp_path, f"{beginning}{helps}{rules}")
    reasons = objections(load("small", (), [tmp_path]))
    assert any(words in reason for reason in reasons), reasons
