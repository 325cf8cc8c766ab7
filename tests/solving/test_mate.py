"""Forced mates in Prince by both engines, and the command `mate`."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.commands import solving
from shadowmate.play.position import Position
from support.cli import answer, fail, run

LONE = "white PrDd4 black KiHh8"
LONE_IN_ONE = ["PrDd4-Eg7", "PrDd4-Eg8", "PrDd4-Eh7", "PrDd4-Fh8", "PrDd4-Ge7", "PrDd4-Ge8", "PrDd4-Gg5"]
LONE_IN_ONE += ["PrDd4-Gh5", "PrDd4-He7", "PrDd4-Hf8", "PrDd4-Hg5", "PrDd4-Hh6"]
NEEDS_TWO = "white PrCh3 black KiDb2"


@pytest.fixture(params=["compiled", pytest.param("reference", marks=pytest.mark.exhaustive)])
def engine(request: pytest.FixtureRequest) -> EngineName:
    found: EngineName = request.param
    return found


def is_mate(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "checkmate"


def mates_by_trial(position: Position) -> tuple[str, ...]:
    return tuple(sorted(str(move) for move in position.legal_moves() if is_mate(position.push(move))))


def test_lone_prince_mates_in_one(engine: EngineName) -> None:
    solution = sm.solve(sm.position(LONE, engine=engine), "#1")
    assert solution.complete and solution.short is None
    assert list(solution.keys) == LONE_IN_ONE
    assert not sm.check_proof(solution.as_json()).refuted


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "text",
    [
        "white KiBb3 QuCc3 black KiAa1 KnHh8",
        "white KiFf6 PrAa1 RoBb2 black KiHh8 RoHg8",
        "white KiGf6 QuFf7 PnGg6 black KiHh8 PnGg8 BiAh1",
        "white KiAd4 BaAa1 RoBd1 QuCb8 black KiAc1 castle Aa1",
        "black KiAa1 RoCc1 QuDd3 white KiAh8 PnBb2 turn black",
        "white PnGf8 black KiHh8",
    ],
)
def test_every_mate_is_found(text: str, engine: EngineName) -> None:
    """The number is that of trying every move."""
    expected = mates_by_trial(sm.position(text, engine="compiled"))
    assert sm.solve(sm.position(text, engine=engine), "#1").keys == expected


def test_stalemate_is_no_mate(engine: EngineName) -> None:
    position = sm.position(LONE, engine=engine)
    outcome = position.push("PrDd4-Gd4").outcome()
    assert outcome is not None and outcome.reason == "stalemate"
    assert "PrDd4-Gd4" not in sm.solve(position, "#1").keys


def test_a_pawn_mates_by_promotion(engine: EngineName) -> None:
    keys = sm.solve(sm.position("white PnGf8 black KiHh8", engine=engine), "#1").keys
    assert "PnGf8-Hf8=Pr" in keys and all("=" in key for key in keys)


def test_full_array_has_no_mate_in_one(engine: EngineName) -> None:
    assert not sm.solve(sm.position("start", engine=engine), "#1").keys


@pytest.mark.slow
def test_lone_prince_needs_two() -> None:
    """The first key, and the proof of it, which the reference engine replays."""
    solution = sm.solve(sm.position(NEEDS_TWO, engine="compiled"), "#2", max_solutions=1)
    assert len(solution.keys) == 1 and solution.short is None and not solution.complete
    assert not sm.check_proof(solution.as_json()).refuted
    assert not sm.solve(sm.position(NEEDS_TWO, engine="compiled"), "#1").keys


def test_the_first_key_is_enough() -> None:
    code, out, _ = run("mate", NEEDS_TWO, "--in", "2")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "mate in 2: 1 key; there may be more"
    assert lines[1].startswith("1. Pr") and lines[1].endswith("!")
    assert all(line.startswith("    1... Ki") and "#" in line for line in lines[2:])


def test_all_keys() -> None:
    code, out, _ = run("mate", LONE, "--in", "1", "--all-keys")
    assert code == 0
    assert out.splitlines()[:3] == ["mate in 1: 12 keys", "1. PrDd4-Eg7#", "1. PrDd4-Eg8#  cook"]
    assert run("mate", LONE, "--in", "1", "--all-keys", "--jobs", "2")[1] == out


def test_a_short_solution() -> None:
    lines = run("mate", LONE, "--in", "3")[1].splitlines()
    assert lines == ["mate in 1, fewer than 3: 1 key; there may be more", "1. PrDd4-Eg7#  short"]


def test_no_mate() -> None:
    assert run("mate", NEEDS_TWO, "--in", "1")[:2] == (0, "no mate in 1\n")
    found = answer("mate", NEEDS_TWO, "--in", "1")
    assert (found["mate"], found["keys"], found["complete"]) == (False, [], True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "moves"),
    [
        pytest.param(NEEDS_TWO, 1, marks=pytest.mark.exhaustive),
        pytest.param(LONE, 1, marks=pytest.mark.exhaustive),
        pytest.param("fide: white Kf6 Ra1 black Kh7", 2, marks=pytest.mark.exhaustive),
        ("fide: white Kf6 Ra1 black Kh7", 1),
        ("raumschach: white KCc3 QDd2 black KEe1", 1),
    ],
)
def test_both_engines_agree(position: str, moves: int) -> None:
    for more in ([], ["--all-keys"]):
        arguments = ["mate", position, "--in", str(moves), *more]
        assert run(*arguments)[:2] == run(*arguments, "--engine", "reference")[:2]


def test_json_is_that_of_solve_and_more() -> None:
    found = answer("mate", "fide: white Kf6 Ra1 black Kh7", "--in", "2", "--all-keys")
    solved = answer("solve", "fide: white Kf6 Ra1 black Kh7", "#2")
    assert (found.pop("mate"), found.pop("in")) == (True, 2)
    assert found.pop("searched").keys() == solved.pop("searched").keys()
    assert found == solved


@pytest.mark.slow
def test_what_is_printed_can_be_checked() -> None:
    out = run("mate", NEEDS_TWO, "--in", "2", "--json")[1]
    code, text, _ = run("check-proof", "-", input=out)
    assert code == 0 and f"{json.loads(out)['keys'][0]} forces mate in 2" in text


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Ctrl-C pressed when all first moves have been looked at once."""

    @contextmanager
    def pressing(*_what: str) -> Iterator[Callable[[int, int, Any], None]]:
        yield lambda done, total, _last: signal.raise_signal(signal.SIGINT) if done == total else None

    monkeypatch.setattr(solving, "progress", pressing)


@pytest.mark.usefixtures("interrupted")
def test_interrupted_without_a_key() -> None:
    code, out, _ = run("mate", NEEDS_TWO, "--in", "2")
    assert (code, out) == (3, "mate in 2: not known, the search was stopped; no mate in 1\n")


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("engine", ["compiled", pytest.param("reference", marks=pytest.mark.exhaustive)])
def test_interrupted_with_keys(engine: str) -> None:
    """What is proved stays."""
    code, out, _ = run("mate", LONE, "--in", "2", "--all-keys", "--engine", engine, "--json")
    found = json.loads(out)
    assert (code, found["mate"], found["complete"], found["short"]) == (3, True, False, 1)
    assert found["keys"] == LONE_IN_ONE


def test_limits() -> None:
    """A limit leaves it open whether there is a mate."""
    code, out, _ = run("mate", "fide: white Ka1 Qb2 black Kg8", "--in", "5", "--nodes", "10")
    assert code == 3 and out.startswith("mate in 5: not known, the search was stopped")


def test_between_three_players_there_is_no_self_mate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "for two players, and diagonals has 3" in fail(monkeypatch, capsys, "solve", "diagonals: start", "s#1")


@pytest.mark.parametrize("moves", ["0", "-1", "two"])
def test_in_no_moves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], moves: str) -> None:
    assert "--in" in fail(monkeypatch, capsys, "mate", LONE, "--in", moves)


@pytest.mark.exhaustive
def test_lone_prince_needs_two_by_the_reference_engine() -> None:
    assert run("mate", NEEDS_TWO, "--in", "2") == run("mate", NEEDS_TWO, "--in", "2", "--engine", "reference")
