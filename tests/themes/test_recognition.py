"""Themes from Python, from a file of one's own, and in the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.solving.search.limits import Limits
from shadowmate.themes import plies
from shadowmate.themes.recognition import themes
from shadowmate.verification.faults import Sort
from shadowmate.verification.verify import verdict_on
from support.paths import EXAMPLES as FOLDER
from support.played import played
from support.puzzles import problem

MATE = "fide: white Kg6 Ra1 black Kg8"
PROBLEM = """algebraic: {white: [Kg6, Ra1], black: [Kg8]}
stipulation: "#1"
keywords: [echo, Checking Key, something else]
solution: 1.Ra1-a8 #
"""


def test_a_solution_has_its_themes() -> None:
    found = sm.solve(sm.position(MATE, engine="compiled"), "#1").themes()
    assert {"Checking key", "Model mate", "Ideal mate", "Flight taking key"} <= set(found.names)
    assert found["Checking key"].shown == (sm.Shown("white R", ("Ra1-a8",)),)
    assert found.complete and found.as_json()["complete"] is True
    with pytest.raises(KeyError):
        found["Echo"]


def test_themes_of_ones_own() -> None:
    march = played("fide: white Kf7 Ra1 black Kf4 turn black", ["Kf4-g5 Kf7-f8 Kg5-h6 Kf8-f7 Kh6-h7 Ra1-h1"])
    found = march.themes(FOLDER / "themes.lp")
    assert [each.by for each in found["King's march"].shown] == ["black K"]
    assert "King's march" not in march.themes()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ('theme("X",P) :- nothing(P).', ":1: no rule defines nothing/1"),
        ('\n{ theme("X",P) } :- ply_root(P).', ":2: a rule of a theme derives one atom"),
        ('theme("X",P) :- ply_root(P).\n#show.', ":2: "),
        ("march(P) :- ply_root(P).", "no theme in it"),
        ('theme("X",P) :- ply_root(P)', "full stop"),
        ('theme("X",P) :- ply_root(Q).', "unsafe"),
    ],
)
def test_wrong_files_of_themes_are_refused(rules: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text(rules)
    with pytest.raises(sm.RulesError) as caught:
        played(MATE, ["Ra1-a8"]).themes(path)
    assert str(path) in str(caught.value) and message in str(caught.value)


def test_very_much_play_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plies, "MOST", 3)
    assert len(plies.plies([played("fide: white Ke4 black Ka8", ["Ke4-e5", "Ke4-d4", "Ke4-f4"])])) == 3


def test_verify_reports_themes_and_keywords_that_are_not_shown() -> None:
    found = verdict_on(problem(PROBLEM), Limits(), economy=False, themes=True)
    assert found.is_sound and found.themes is not None and "Checking key" in found.themes
    assert [str(fault) for fault in found.faults if fault.sort is Sort.KEYWORD] == [
        "keyword: the solution does not show 'Echo'"
    ]
    assert verdict_on(problem(PROBLEM), Limits(), economy=False).themes is None


def test_twins_are_one_problem() -> None:
    twins = [played(f"fide: white K{file}6 Ra1 black K{file}8", ["Ra1-a8"]) for file in "gf"]
    assert {each.twin for each in themes(twins)["Ideal mate"].shown} == {0, 1}


def test_a_theme_of_one_twin_names_its_piece_alone() -> None:
    """The Rook of the first twin goes to all four corners; the other has no piece on a1."""
    round_trip = "Ra1-a8 Kf5-f4 Ra8-h8 Kf4-f5 Rh8-h1"
    twins = [
        played("fide: white Kd2 Ra1 black Kf5", [round_trip]), played("fide: white Kd2 Rb2 black Kf5", ["Rb2-b3"]),
    ]  # fmt: skip
    assert [each.by for each in themes(twins)["Four corners"].shown] == ["white R"]
