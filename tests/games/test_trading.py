"""Moves that are allowed only if no piece could recapture: Lions of Chu Shogi, and what else a game may so forbid."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import trading as oracle
from support.five_by_five import position
from support.small import write

CELLS = [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)]
ENGINES = ("reference", "compiled")


@cache
def lions(engine: str) -> sm.Game:
    return sm.game("lions", engine=engine)


def scattered(rng: random.Random, most: int = 20) -> str:
    """Kings and Lions of both sides, and other pieces, anywhere."""
    cells = rng.sample(CELLS, rng.randint(6, most))
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, cell in enumerate(cells):
        army = ("white", "black")[number % 2] if number < 6 else rng.choice(("white", "black"))
        armies[army].append(("KKLLLL"[number] if number < 6 else rng.choice("LRGP")) + cell)
    text = ["turn", rng.choice(("white", "black")), *rng.choice(((), ("struck", "lion")))]
    return " ".join([*(" ".join([army, *pieces]) for army, pieces in armies.items()), *text])


def moves(engine: str, text: str) -> list[str]:
    return sorted(f"{each.origin}{each.target}" for each in lions(engine).position(text).legal_moves())


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 5), ("compiled", 120)])
def test_moves_are_the_oracle_s(engine: str, number: int) -> None:
    rng = random.Random(f"lions {engine}")
    for _ in range(number):
        text = scattered(rng)
        assert moves(engine, text) == oracle.moves(text), text


@pytest.mark.exhaustive
@pytest.mark.parametrize(("engine", "number"), [("reference", 150), ("compiled", 2000)])
def test_moves_are_the_oracle_s_in_many_positions(engine: str, number: int) -> None:
    rng = random.Random(f"lions {engine} 2")
    for _ in range(number):
        text = scattered(rng, 30)
        assert moves(engine, text) == oracle.moves(text), text


def test_lines_are_counted() -> None:
    """From crowded positions, where Lions meet, and in one of them by the reference engine too."""
    rng = random.Random("lines of lions")
    for number in range(6):
        text = scattered(rng, 10)
        expected = [oracle.lines(*oracle.read(text), depth) for depth in (1, 2)]
        assert [sm.perft(lions("compiled").position(text), depth) for depth in (1, 2)] == expected, text
        if number == 0:
            assert sm.perft(lions("reference").position(text), 1) == expected[0]


# In each the mating Lion is protected, and the Lion that could capture it is not beside it.
PROBLEMS = [
    ("white Kc3 Lb5 Rd1 black Ke7 La7 Lc7 Lg7", 1, ["b5d5"]),
    ("white Kc7 La7 Ra6 black Ke7 Lb4 Gf4", 2, ["a7c6"]),
    ("white Kc7 La3 Rg2 black Ke1 Lg3 La4 Lf4", 2, ["a3c1", "a3c2"]),
]


@pytest.mark.parametrize(("text", "number", "keys"), PROBLEMS)
def test_mates_that_only_trading_would_parry(text: str, number: int, keys: list[str]) -> None:
    assert solved("compiled", text, number) == keys
    assert number > 1 or oracle.mates(text, number) == keys


@pytest.mark.exhaustive
@pytest.mark.parametrize(("text", "number", "keys"), PROBLEMS)
def test_such_mates_by_the_reference_engine(text: str, number: int, keys: list[str]) -> None:
    assert solved("reference", text, number) == keys
    assert oracle.mates(text, number) == keys


def solved(engine: str, text: str, number: int) -> list[str]:
    """The keys of a mate in `number` moves, as the oracle writes them."""
    found = sm.solve(lions(engine).position(text), f"#{number}").keys
    return sorted(each[1:].replace("-", "").replace("x", "") for each in found)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("white Ka1 Lc3 black Kg7 Le5 Gf6", ("Gf6 could recapture",)),
        ("white Ka2 Lc3 black Kg7 Le5 Pe6 Re1", ("Re1 could recapture", "Pe6 could recapture")),
        ("white Ka1 Lc3 Ge6 black Kg7 Le5 Re7", ()),  # White's own Gold stands before the Rook
    ],
)
def test_possible_recaptures_are_reported(text: str, reasons: tuple[str, ...]) -> None:
    for engine in ENGINES:
        why = lions(engine).position(text).why("Lc3xe5")
        assert why.legal == (not reasons)
        assert not reasons or why.reasons == reasons


@pytest.mark.slow
def test_no_counter_strike() -> None:
    """In the turn after a Rook has captured a Lion, only a Lion may capture a Lion. Later any piece may."""
    for engine in ENGINES:
        start = lions(engine).position("white Ka1 Re1 Lc5 black Kg7 Le5 Lb4 Rc7")
        struck = start.push("Re1xe5")
        assert {str(move) for move in struck.legal_moves() if move.target == "c5"} == {"Lb4xc5"}
        assert struck.why("Rc7xc5").reasons == ("the position has struck lion",)
        assert "Rc7xc5" in map(str, struck.push("Kg7-g6").push("Re5-e4").legal_moves())


WARY = """
store(hand(Player)) :- player(Player,_).
#program effects.
unguarded(C,mover) :- use(C,drop).
unguarded(C,mover) :- part(C,mover,king), not part(C,victim,_).
"""


@pytest.mark.slow
@pytest.mark.parametrize("exposure", ["", "exposure(free).", "exposure(if_avoidable)."])
def test_drops_and_royals_that_may_be_left_attacked(tmp_path: Path, exposure: str) -> None:
    """A King that may go into check may still have to avoid it; and no piece is dropped to be captured."""
    write(tmp_path, f"{exposure}{WARY}")
    rng = random.Random(exposure)
    games = [sm.game("small", rules=[tmp_path], engine=engine) for engine in ENGINES]
    drops = 0
    for _ in range(3):
        text = f"{position(rng)} hand white M R hand black M"
        first, second = (game.position(text) for game in games)
        assert set(first.legal_moves()) == set(second.legal_moves()), text
        for move in second.legal_moves():
            if not move.captures and (not move.origin or move.piece == "K"):
                drops += not move.origin
                replies = second.push(move).legal_moves()
                assert not any(each.target == move.target for each in replies), (text, str(move))
    assert drops > 5
