"""Every stipulation against brute force, flat and in three dimensions, and its proofs by the checker."""

from __future__ import annotations

import re

import pytest

import shadowmate as sm
from oracles import prince
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.problem.stipulation import Aim, Play, Stipulation
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.solver import solve
from support.ruled import PrincePosition, read
from support.solved import agree

CORNERED = "white Ka1 Bb1 Rh8 black Ka3 Pb3 turn white"
ALONE = "white Kc1 black Ka1 Pa3 turn white"
CASES = [
    (CORNERED, "s#1"), (CORNERED, "hs#1"), (CORNERED, "ser-s#2"), (CORNERED, "pser-s#2"), (CORNERED, "exact-phser-s#2"),
    (CORNERED, "semi-r#1"), (CORNERED, "r#1"), (CORNERED, "pser-r#1"), (CORNERED, "hr#1"), (CORNERED, "ser-r#2"),
    (CORNERED, "phser-r#2"), (ALONE, "s~1"), (ALONE, "exact-s~2"), ("white Kc1 black Ka1 Pa3 turn black", "hs~1.5"),
    ("white Kf7 Ra1 black Kh8 turn white", "pser-#2"), ("white Kf6 Ra1 black Kh7 turn white", "exact-#2"),
    ("white Kf7 Ra1 black Kh8 turn white", "phser-#2"), ("white Kd6 Rg1 black Kd8 turn black", "pser-h#2"),
    ("white Kd6 Rg1 black Kd8 turn black", "ser-h#2"), ("white Kf7 Ra1 black Kh8 turn white", "exact-ser-#2"),
    ("white Kc1 Rd1 black Ka1 Pa2 Qh8 turn black", "reci-h#1"), ("white Kf6 Ra1 black Kh7 turn black", "h#1"),
    ("white Ka1 black Kc3 Nd2 turn black", "#=1"), ("white Ka4 Pa2 black Kc4 Na1 Nb4 turn black", "h!=1"),
    ("white Bc2 Kb4 Pb2 Qd4 Ra1 black Kd1 turn black", "!=1"),
    ("white Kc1 black Ka3 Pa4 Pb2 Pb3 Pb4 turn white", "==1"),
    ("white Ke1 Rh1 black Ka8 turn white castle h1", "001"), ("white Ke1 Rh1 black Ka8 turn black castle h1", "h001"),
    ("white Ka1 Na8 Pe5 black Kd3 Ne7 Nh5 Pd5 turn white ep d6", "ep1"), ("white Kc3 black Ka1 turn white", "z(b3)1"),
    ("white Ke1 Pe5 black Ka8 Pd7 turn black", "hep1"),
]  # fmt: skip
"""A problem or two of every play and goal, each of which can be met."""

PROVED = ["hs#1", "exact-#2", "exact-s~2", "pser-h#2", "==1", "h001"]
SLOWLY_PROVED = ["pser-#2", "reci-h#1", "phser-r#2", "pser-s#2", "ser-r#2"]
"""Those whose proof is checked besides."""


@pytest.fixture(scope="module")
def fide() -> sm.Game:
    return sm.game("fide", engine="compiled")


@pytest.mark.parametrize(("position", "stipulation"), CASES)
def test_every_play_and_goal(fide: sm.Game, position: str, stipulation: str) -> None:
    assert agree(fide, read(position), position, stipulation) > 0


@pytest.mark.parametrize(
    ("position", "stipulation"),
    [
        ("white Kf6 Ra1 black Kh8 turn white", "exact-#3"),
        (ALONE, "exact-s~2"), ("white Kf6 Ra1 black Kh7 turn white", "exact-#2"),
    ],
)  # fmt: skip
def test_a_goal_that_needs_all_moves_is_reported_in_that_many(fide: sm.Game, position: str, stipulation: str) -> None:
    """Though positions come again at other numbers of moves, every line ends where it should."""
    asked = Stipulation.parse(stipulation)
    for line in lines(solve(fide.position(position), stipulation))[1:]:
        numbers = [int(number) for number in re.findall(r"(\d+)\. ", line)]
        assert max(numbers, default=1) <= asked.moves, line
        assert asked.goal.aim is not Aim.MATE or ("#" in line) == (asked.moves in numbers), line


@pytest.mark.sample(2)
@pytest.mark.parametrize("stipulation", PROVED)
def test_proofs_are_confirmed(fide: sm.Game, stipulation: str) -> None:
    is_confirmed(fide, stipulation)


@pytest.mark.exhaustive
@pytest.mark.parametrize("stipulation", SLOWLY_PROVED)
def test_proofs_of_more_moves_are_confirmed(fide: sm.Game, stipulation: str) -> None:
    is_confirmed(fide, stipulation)


def is_confirmed(game: sm.Game, stipulation: str) -> None:
    """The proof of one of the cases holds, and no more if something is left out of it."""
    position = next(position for position, asked in CASES if asked == stipulation)
    proof = solve(game.position(position), stipulation).as_json()
    assert check_proof(proof).verdict is ProofVerdict.CONFIRMED
    for edge in proof["tree"]["edges"]:
        edge["goal"] = False
    assert check_proof(proof).verdict is ProofVerdict.REFUTED


def test_all_plays_and_goals_are_among_them() -> None:
    asked = [Stipulation.parse(stipulation) for _, stipulation in CASES]
    assert {each.play for each in asked} == set(Play)
    assert {each.goal.aim for each in asked} >= set(Aim) - {Aim.STALEMATE, Aim.CHECK, Aim.CAPTURE, Aim.WIN}


# --- in three dimensions ------------------------------------------------------------------------------


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("position", "stipulation"),
    [
        ("white KiCa2 PnEb5 black KiBc2 KnDd3 turn white", "semi-r+1"),
        ("white KiCb1 PrEb7 black KiAa1 PnEc5 turn black", "ser-r+1"),
        ("white KiBc1 PnFg3 black KiCa2 KnHd2 turn black", "exact-hs~1"),
        ("white KiBa3 BaCc5 black KiBa1 KnAb8 turn black", "pser-+2"),
    ],
)  # fmt: skip
def test_in_three_dimensions(position: str, stipulation: str) -> None:
    at = prince.board(position)
    pieces = frozenset((cell, *piece) for cell, piece in at.pieces.items())
    assert agree(sm.game("prince", engine="compiled"), PrincePosition(pieces, at.turn), position, stipulation) > 0
