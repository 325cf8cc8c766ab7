"""Changed mates: where the key, the set play and the tries answer one defence with different moves."""

from __future__ import annotations

import json

import pytest

import shadowmate as sm
from shadowmate.solving.problem.changes import Change, pieces
from support.cli import run

CORNER = "fide: white Kf6 Ra1 black Kh7"


def solved(position: str, stipulation: str, **wanted: bool) -> sm.Solution:
    return sm.solve(sm.position(position, engine="compiled"), stipulation, **wanted)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_changed_mate_is_reported_in_text_json_and_python() -> None:
    solution = solved(CORNER, "#2", set_play=True, tries=True)
    defence, after = "Kh7-h6", ("Ra8-h8",)
    assert solution.changed == (
        Change(defence, None, ("Ra1-h1",), after, mates=True),
        Change(defence, "Ra1-g1", ("Rg1-h1",), after, mates=True),
    )
    assert str(solution).splitlines()[-2:] == [
        "changed mates",
        "    1... Kh7-h6 2. Ra1-h1# (set play); 2. Rg1-h1# (1. Ra1-g1?); 2. Ra8-h8# (1. Ra1-a8!)",
    ]
    assert solution.as_json()["changed"] == [each.as_json() for each in solution.changed]
    assert sm.check_proof(json.loads(json.dumps(solution.as_json()))).refuted is None


@pytest.mark.parametrize(("set_play", "tries"), [(True, False), (False, True), (False, False)])
def test_only_what_was_looked_for_is_compared(set_play: bool, tries: bool) -> None:
    solution = solved(CORNER, "#2", set_play=set_play, tries=tries)
    asked = {None: set_play, "Ra1-g1": tries}
    assert {change.attempt for change in solution.changed} == {phase for phase, wanted in asked.items() if wanted}
    assert ("changed mates" in str(solution)) == (set_play or tries)


@pytest.mark.parametrize(
    ("position", "stipulation"),
    [
        ("fide: white Kg6 Ra1 black Kg8", "#1"),
        ("fide: white Kf6 Rb1 Rg2 black Kh8", "#2"),
        ("fide: white Ka1 Bb1 Rh8 black Ka3 Pb3", "s#1"),
        ("fide: white Kf7 Re1 black Kh8 turn black", "h#1"),
    ],
)
def test_every_change_is_one_of_the_piece_or_of_its_cell(position: str, stipulation: str) -> None:
    battle = not stipulation.startswith("h")
    solution = solved(position, stipulation, set_play=True, tries=battle)
    for change in solution.changed:
        ends = [{move[-2:] for move in moves} for moves in (change.before, change.after)]
        assert not set(change.before) & set(change.after)
        some_pieces = [{move[0] for move in moves} for moves in (change.before, change.after)]
        assert ends[0] != ends[1] or some_pieces[0] != some_pieces[1] or len(set(change.before)) > 1
    assert ("changed" in solution.as_json()) == battle
    if stipulation[0] in "sh":
        assert not solution.changed


@pytest.mark.parametrize(
    ("first", "mate", "same"),
    [
        ("Ra1-g1", "Rg1-h1", True),
        ("Ra1xg1", "Rg1xh1", True),
        ("Ra1-a8", "Ra8-h8", False),
        ("Kf6-f7", "Ra1-h1", True),
        ("Ra2-g1", "Rg1-h1", False),
        ("Ke1-c1&Ra1-d1", "Rd1-h1", True),
        ("Pa7-a8=Q", "Qa8-h1", False),
        ("Kf6-f7", "Pa1-h1=Q", False),
    ],
)
def test_the_same_piece_to_the_same_cell_is_no_change(first: str, mate: str, same: bool) -> None:
    """Ra1-h1 in the set play, whatever cell the first move has sent the Rook to."""
    game = sm.game("fide")
    assert (pieces(game, {"Ra1-h1": True}, None) == pieces(game, {mate: True}, first)) == same


@pytest.mark.slow
@pytest.mark.parametrize("name", ["before", "after"])
def test_a_change_that_the_tree_does_not_show_is_refuted(name: str) -> None:
    facts = json.loads(json.dumps(solved(CORNER, "#2", set_play=True, tries=True).as_json()))
    for change in facts["changed"]:
        right = change[name]
        for wrong in ([], ["Ra1-a2"], [*right, "Ra1-a2"]):
            change[name] = wrong
            assert "the tree has other moves" in str(sm.check_proof(facts).refuted)
        change[name] = right
    facts["changed"][0]["try"] = "Kf6-f7"
    assert sm.check_proof(facts).refuted


STUDIES = ["fide: white Ra1 black Pa2 turn black", "prince: white PrEe5 turn black", "fide: white Kc1 turn black"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("position", STUDIES)
def test_a_side_without_its_royal_and_without_moves_ends_no_game(position: str) -> None:
    read = sm.position(position)
    assert read.outcome() == sm.Outcome("stalemate", None) and read.ending() is None
    for arguments in (["status", position], ["solve", position, "#1"], ["mate", position, "--in", "1"]):
        _, out, text = run(*arguments)
        assert "stalemate" not in out + text and "the game is over" not in text


def test_with_kings_a_stalemate_ends_the_game() -> None:
    stalemate = sm.position("fide: white Kb3 Qc2 black Ka1 turn black")
    assert stalemate.ending() == stalemate.outcome() == sm.Outcome("stalemate", None)
