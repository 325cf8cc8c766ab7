"""Counts that positions say, and moves that look alike, in a small game: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import counting as oracle
from oracles.flat import Pieces
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.layout import objections
from support.cli import answer
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES = ("reference", "compiled")
ARMIES = ("white", "black")
ALIKE = "tithe: white Ka1 Qb2 black Kd5 Rb4 taken_white 2"


@cache
def game(engine: str) -> sm.Game:
    return sm.game("tithe", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> tuple[Pieces, str, oracle.Counts, str]:
    """Kings and some pieces, and what is stated besides."""
    every = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    cells = rng.sample(every, rng.randint(4, 9))
    some_pieces = ["K", "K", *rng.choices("MRQC", k=len(cells) - 2)]
    armies = [*ARMIES, *rng.choices(ARMIES, k=len(cells) - 2)]
    counts = {army: rng.randint(0, 2) for army in ARMIES}
    pieces = dict(zip(cells, zip(some_pieces, armies, strict=True), strict=True))
    return pieces, rng.choice(ARMIES), counts, rng.choice(("", "high", "low"))


def text(pieces: Pieces, turn: str, counts: oracle.Counts, vow: str) -> str:
    """The position as one line."""
    words = [
        " ".join([army, *(f"{kind}{name(cell)}" for cell, (kind, own) in pieces.items() if own == army)])
        for army in ARMIES
    ]
    words += [f"turn {turn}", *(f"taken_{army} {number}" for army, number in counts.items() if number)]
    return " ".join([*words, *([f"vow {vow}"] if vow else [])])


def name(cell: tuple[int, int]) -> str:
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def cell_of(name: str) -> tuple[int, int]:
    return "?abcde".index(name[0]), int(name[1])


def found(engine: str, position: str) -> list[oracle.Found]:
    """Every legal move of an engine, and what it leads to."""
    start = game(engine).position(position)
    result = []
    for move in start.legal_moves():
        after = start.push(str(move))
        words = dict(after.state)
        letters = game(engine).piece_name
        board = tuple(sorted((cell_of(cell), letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        counts = tuple(sorted((army, int(words.get(f"taken_{army}", 0))) for army in ARMIES))
        ends = cell_of(move.origin), cell_of(move.target)
        result.append((*ends, board, counts, words.get("vow", ""), "won" in words))
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 6), ("compiled", 80)])
def test_moves_count_and_ask_what_was_counted(engine: str, number: int) -> None:
    """Each once, distinguished where only what is stated differs."""
    rng = random.Random("tithe")
    for _ in range(number):
        position = drawn(rng)
        assert sorted(found(engine, text(*position))) == sorted(oracle.moves(*position)), text(*position)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_moves_that_look_alike_are_written_with_their_choice(engine: str) -> None:
    """Without the choice the text may be either move. Searches for mates write the choice too."""
    start = game(engine).position(ALIKE)
    capturing = {str(move): move.as_json() for move in start.legal_moves("b2") if move.target == "b4"}
    assert capturing.keys() == {"Qb2xb4&vow=high", "Qb2xb4&vow=low"}
    assert capturing["Qb2xb4&vow=low"]["chosen"] == "vow=low"
    assert "chosen" not in start.move("Ka1-a2").as_json()
    assert str(start.push("b2b4&vow=low")).endswith("turn black taken_white 3 vow low won white tithe")
    with pytest.raises(sm.MoveError, match="may be any of Qb2xb4&vow=high, Qb2xb4&vow=low"):
        start.move("Qb2xb4")
    assert sm.perft(start, 1) == len(start.legal_moves())
    mate = game(engine).position("white Kb3 Qc2 black Ka1")
    keys = sm.solve(mate, "#1").keys
    assert {"Qc2-b2&vow=high", "Qc2-b2&vow=low"} <= set(keys) and all("&vow=" in key for key in keys)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_both_engines_count_the_same_lines(engine: str) -> None:
    assert sm.perft(game(engine).position(ALIKE), 2) == sm.perft(game("compiled").position(ALIKE), 2)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("taken_white 4", "'taken_white' is followed by a number from 1 to 3"),
        ("taken_white", "'taken_white' lacks its number"),
        ("taken_white 1 taken_white 2", "'taken_white' expects one number"),
    ],
)
def test_a_wrong_number_is_reported(fields: str, words: str) -> None:
    with pytest.raises(sm.PositionError, match=words):
        game("reference").position(f"white Ka1 black Ke5 {fields}")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("field(toll,count).", "the field toll has no limit; add limit(toll,Most)"),
        ("limit(toll,3).", "there is no field toll of type count; add field(toll,count)"),
        ("field(toll,count). limit(toll,(2;3)).", "the field toll has another limit, 2"),
    ],
)
def test_check_rules_reports_what_a_count_lacks(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, rules)
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]


@pytest.mark.slow
def test_a_move_that_does_the_same_on_two_conditions_is_refused(tmp_path: Path) -> None:
    """The reference engine has it once; if one condition excludes the other, so has the compiled engine."""
    rules = """field(sign,flags). flag(sign,(red;blue)).
#program effects.
choice(C,sign,(red;blue)) :- part(C,mover,rook).
needs(C,right(sign,Sign)) :- chosen(C,sign,Sign).
"""
    write(tmp_path, rules)
    (reason,) = objections(load("small", (), [tmp_path]))
    assert "a move of a rook does the same on two conditions that may hold together" in reason
    excluding = f"{rules}needs(C,lacks(sign,red)) :- chosen(C,sign,blue)."
    write(tmp_path, excluding, "other")
    for words, count in (("", 0), ("sign red", 8), ("sign blue", 8), ("sign red sign blue", 8)):
        for engine in ENGINES:
            start = sm.game("other", rules=[tmp_path], engine=engine).position(f"white Ka1 Rb2 black Kd5 {words}")
            assert sm.perft(start, 1) == len(start.legal_moves()) == count + 2


@pytest.mark.slow
def test_a_sign_of_the_use_distinguishes_positions_too(tmp_path: Path) -> None:
    """A Mason may step as it does, or strike a bell on its way."""
    write(
        tmp_path,
        "goes(strike). motion(mason,step,orthogonal,strike). field(bell,flags). flag(bell,rung).\n"
        "#program effects.\nsets(C,bell,rung) :- use(C,strike).\n",
    )
    for engine in ENGINES:
        start = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 Mb1 black Kd5")
        moves = {str(move) for move in start.legal_moves("b1")}
        assert {"Mb1-b2", "Mb1-b2&use=strike"} <= moves and sm.perft(start, 1) == len(start.legal_moves())
        assert "bell rung" in str(start.push("Mb1-b2&use=strike")) and "bell" not in str(start.push("Mb1-b2"))


@pytest.mark.slow
def test_moves_are_reported_in_json() -> None:
    reported = answer("moves", ALIKE, "--rules", str(GAMES_OF_TESTS), "--from", "b2")
    assert "Qb2-b3&vow=low" in str(reported)
