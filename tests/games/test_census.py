"""Games that end by how many pieces there are: both engines against an oracle."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import census as oracle
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.translation import refusals
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES = ("reference", "compiled")
ARMIES = ("white", "black")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("census", rules=GAMES_OF_TESTS, engine=engine)


def cell_of(name: str) -> oracle.Cell:
    return "?abcde".index(name[0]), int(name[1])


def drawn(rng: random.Random) -> tuple[oracle.Pieces, str]:
    """A few pieces of both sides, often Masons far ahead."""
    every = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    cells = rng.sample(every, rng.randint(2, 9))
    armies = [*ARMIES, *rng.choices(ARMIES, k=len(cells) - 2)]
    pieces = rng.choices(["M", "M", "R", "Q", "C", "M+R", "C+M", "K"], k=len(cells))
    return dict(zip(cells, zip(pieces, armies, strict=True), strict=True)), rng.choice(ARMIES)


def text(pieces: oracle.Pieces, turn: str) -> str:
    """The position as one line."""
    words = [
        " ".join([army, *(f"{kinds}{'?abcde'[x]}{y}" for (x, y), (kinds, own) in pieces.items() if own == army)])
        for army in ARMIES
    ]
    return " ".join([*words, "turn", turn])


def found(engine: str, position: str) -> list[tuple[oracle.Cell, oracle.Cell, oracle.Board, oracle.Wins]]:
    start, letters = game(engine).position(position), game(engine).piece_name
    result = []
    for move in start.legal_moves():
        after = start.push(move)
        board = tuple(sorted((cell_of(cell), letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        won = sorted((value.split()[0], value.split()[1]) for name, value in after.state if name == "won")
        assert bool(won) == (move.wins is not None)
        result.append((cell_of(move.origin), cell_of(move.target), board, tuple(won)))
    return sorted(result)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 8), ("compiled", 150)])
def test_games_end_by_the_number_of_pieces(engine: str, number: int) -> None:
    rng, reasons = random.Random("census"), set()
    for _ in range(number):
        pieces, turn = drawn(rng)
        moves = oracle.moves(pieces, turn)
        assert found(engine, text(pieces, turn)) == moves, text(pieces, turn)
        reasons |= {(army == turn, why) for *_, won in moves for army, why in won}
    assert engine == "reference" or reasons == {
        (True, "bare"), (True, "camp"), (False, "camp"), (True, "disarmed"), (False, "disarmed"),
    }  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_searches_know_such_ends(engine: str) -> None:
    """The last Rook is captured: Black has lost at once; and what can be won is found."""
    start = game(engine).position("white Ra1 Mb2 black Ra5 Me4")
    after = start.push("Ra1xa5")
    ended = after.outcome()
    assert ended is not None and (ended.reason, ended.winner, ended.by) == ("won", "white", ("disarmed",))
    assert sm.solve(start, "win(disarmed)1").keys == ("Ra1xa5",)
    assert sm.perft(start, 2) == sm.perft(game("compiled").position(str(start)), 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("tally(bare,white,0,1,red).", "there is no player red"),
        ("tally(bare,red,0,1,white).", "there is no army red"),
        ("tallied(bare,rook).", "there is no tally bare, and no guard about that number"),
        ("tallied_in(bare,last).", "there is no tally bare, and no guard about that number"),
    ],
)
def test_check_rules_reports_what_is_wrong_with_a_tally(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, rules)
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("winner(white) :- turn(black), not piece(_,rook,black).", "wins(C,Army,Reason) of a move"),
        ("forbidden(C) :- chosen_move(C,_,(3,_,_)).", "bars(C,Reason), needs(C,Guard)"),
    ],
)
def test_rules_that_cannot_be_compiled_are_reported_with_a_remedy(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, f"#program verdict.\n{rules}")
    (reason,) = refusals(load("small", (), [tmp_path]))
    assert "small/game.lp:15: the compiled engine does not carry out" in reason and words in reason


@pytest.mark.slow
def test_a_measure_without_a_rule_has_no_player_first(tmp_path: Path) -> None:
    """Then neither engine finds an aide."""
    write(
        tmp_path,
        "#program effects.\nseeks(C,mason,far) :- part(C,mover,rook).\nbecomes(C,aide,queen) :- part(C,aide,mason).",
    )
    for engine in ENGINES:
        start = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 Rb2 Mc3 black Ke5")
        assert "Rb2-b3" in [str(move) for move in start.legal_moves()]
