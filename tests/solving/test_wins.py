"""Problems that ask for winning otherwise than by mate: both engines against an oracle, and their proofs replayed."""

from __future__ import annotations

import random
from itertools import product

import pytest

import shadowmate as sm
from oracles import endings as oracle
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.problem.stipulation import Stipulation, StipulationError
from support.five_by_five import game, position
from support.paths import GAMES_OF_TESTS

ENGINES = ("reference", "compiled")
GOALS = {
    "throne": ("", "throne"),
    "wedding": ("", "wedding"),
    "starve": ("",),
    "rash": ("", "ransom", "blunder"),
    "cornered": ("", "regicide"),
    "regicide": ("", "regicide", "scandal"),
}


def solved(name: str, engine: str, text: str, asked: str, proved: bool = True) -> sm.Solution:
    found = sm.solve(game(name, engine).position(text), asked)
    if not proved:
        return found
    report = sm.check_proof(found.as_json(), rules=GAMES_OF_TESTS)
    assert report.verdict.value == ("confirmed" if found.keys or found.lines else "not shown"), (text, report)
    return found


SLOW = ("throne", "reference")
CASES = [pytest.param(*each, marks=[pytest.mark.slow] if each == SLOW else []) for each in product(GOALS, ENGINES)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "engine"), CASES)
def test_all_keys_to_win_are_found(name: str, engine: str) -> None:
    """In two moves on random positions, for each reason and for any. Wins for other reasons do not count."""
    rng = random.Random(f"{name} to win")
    for number in range(1 if engine == "reference" else 10):
        text = position(rng, most=3 if engine == "reference" else 5)
        if oracle.outcome(name, text):
            continue
        for reason in GOALS[name]:
            found = solved(name, engine, text, f"win({reason})2" if reason else "win2", proved=number < 2)
            keys = {
                (key.split("x")[0].split("-")[0][1:], key.replace("x", "-").split("-")[1][:2]) for key in found.keys
            }
            assert keys == oracle.forces(name, text, 2, reason), (text, reason)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_stalemate_that_loses_is_a_win_and_no_mate(engine: str) -> None:
    text = "white Kb3 Qd3 black Ka1"
    assert solved("starve", engine, text, "win1").keys == ("Kb3-a3", "Qd3-c2", "Qd3-d1", "Qd3-e4")
    assert solved("starve", engine, text, "=1").keys == ("Kb3-a3", "Qd3-c2", "Qd3-e4")
    assert solved("starve", engine, text, "#1").keys == ("Qd3-d1",)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_won_game_has_no_moves(engine: str) -> None:
    """The player is not mated either, even if it is in check."""
    won = game("throne", engine).position("white Kc3 black Ka1 Rd5 Re4 turn black won white throne")
    assert not won.legal_moves()
    for asked in ("#1", "h#1", "h=1.5", "s#1", "win1", "hwin1", "ser-#2"):
        assert sm.solve(won, asked).verdict.value == "no solution"
    text = "white Kd4 Qe4 Rb1 Re5 Ma2 black Ka4 turn white"
    assert "Kd4-c3" in sm.solve(game("starve", engine).position(text), "#1").keys
    assert "Kd4-c3" not in sm.solve(game("throne", engine).position(text), "#1").keys
    assert "Kd4-c3" in sm.solve(game("throne", engine).position(text), "win1").keys


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_wins_of_other_plays(engine: str) -> None:
    """Help play goes to the throne by both sides' moves; in self play the other side is made to win."""
    found = solved("throne", engine, "white Ka1 black Ka5 turn black", "hwin(throne)2")
    assert found.lines and all(line[-1].endswith("-c3") for line in found.lines)
    assert " (throne)" in lines(found)[1]
    text = "white Kb5 Rd2 Rb1 black Ka3 turn white"
    forced = solved("throne", engine, text, "swin(throne)1").keys
    after = [game("throne", engine).position(text).push(key) for key in forced]
    assert all([str(move.wins) for move in each.legal_moves()] == ["throne"] for each in after)


@pytest.mark.parametrize(
    ("text", "written"),
    [("win2", "win2"), ("win 2", "win2"), ("win(throne)2", "win(throne)2"), ("h win (throne) 2.5", "hwin(throne)2.5"),
     ("swin3", "swin3"), ("rwin(throne)1", "rwin(throne)1"), ("ser-win4", "ser-win4")],
)  # fmt: skip
def test_stipulations_read_back(text: str, written: str) -> None:
    assert str(Stipulation.parse(text)) == written == str(Stipulation.parse(written))


def test_unknown_reasons_are_refused_with_those_that_there_are() -> None:
    start = game("rash", "reference").position("white Ka1 black Ka5")
    with pytest.raises(StipulationError, match=r"no move wins for 'throne' in rash; there are: blunder, ransom"):
        sm.solve(start, "win(throne)2")
    with pytest.raises(StipulationError, match="it has no such reasons; stalemate is the goal '='"):
        sm.solve(sm.position("fide: white Ka1 black Ka5"), "win(stalemate)2")
    with pytest.raises(StipulationError, match="it has no such reasons"):
        sm.solve(sm.position("fide: white Ka1 black Ka5"), "win(throne)2")
    for wrong in ("win()2", "win(throne)", "win", "winx2"):
        with pytest.raises(StipulationError, match="reason of a win is in brackets"):
            Stipulation.parse(wrong)
