"""Help and series play end when the goal is reached, where moves could follow; Popeye 4.104 gives the numbers."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.search import line_search
from support.puzzles import fixed, verdict

PAWNS = "white Ka3 Pb4 black Ka6 Pc5"
ALONE = "white Ka3 Pb4 black Ka6"
CORNERED = "white Ka1 Bb1 Rh4 black Ka3 Pb3"
"""In the last one Black has no move but the mate, unless the Rook leaves the fourth row or the Bishop its cell."""

# The position, the stipulation, the player that begins, and how many lines Popeye prints in play and set play.
COUNTED = [
    (ALONE, "h+1.5", "white", 1, None),
    (PAWNS, "hx2", "black", 112, 19),
    (ALONE, "h+2", "black", 30, 1),
    (ALONE, "ser-+3", "white", 27, None),
    (PAWNS, "ser-hx2", "black", 31, 1),
    (PAWNS, "phser-x2", "white", 5, None),
    ("white Kf6 Pf7 black Kh8 Ph7", "ser-=2", "white", 1, None),
    ("white Ka6 black Kh1", "ser-z(a8)3", "white", 8, None),
    (CORNERED, "ser-s#2", "white", 25, None),
    (CORNERED, "phser-s#2", "white", 25, None),
    (CORNERED, "ser-r#2", "white", 35, None),
    (ALONE, "exact-h+1.5", "white", 0, None),
    (PAWNS, "exact-ser-x2", "white", 4, None),
    ("white Ka6 black Kh1", "exact-ser-z(a8)3", "white", 6, None),
    (CORNERED, "exact-ser-s#2", "white", 20, None),
    (CORNERED, "exact-ser-s#3", "white", 136, None),
    (PAWNS, "exact-hx2", "black", 107, 18),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("position", "stipulation", "turn", "number", "sets"), COUNTED)
def test_no_line_goes_on(position: str, stipulation: str, turn: str, number: int, sets: int | None) -> None:
    given = sm.game("fide", engine="compiled").position(f"{position} turn {turn}")
    found = sm.solve(given, stipulation, set_play=sets is not None)
    assert (len(found.lines), len(found.set_lines)) == (number, sets or 0)
    some = sm.solve(given, stipulation, max_solutions=3)
    assert set(some.lines) <= set(found.lines) and len(some.lines) == min(number, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("stipulation", "number"), [("h+1.5", 1), ("exact-h+1.5", 0), ("ser-+2", 5)])
def test_none_goes_on_by_the_rules_alone(stipulation: str, number: int) -> None:
    found = sm.solve(sm.game("fide", engine="reference").position(f"{ALONE} turn white"), stipulation)
    assert len(found.lines) == number


@pytest.mark.parametrize("stipulation", ["hs#0.5", "hs#1.5", "hs#2.5", "hr#0.5", "hr#1.5", "hr#2.5"])
def test_the_player_that_begins_may_reach_the_goal_at_once(stipulation: str) -> None:
    """It has no other move, or in reflex play must mate: Popeye prints `1...b3-b2 #` and nothing else."""
    position = sm.position(f"fide: {CORNERED} turn black")
    found = sm.solve(position, stipulation)
    assert lines(found)[1:] == ["1... Pb3-b2#"]
    assert found.short == (None if "#0.5" in stipulation else 0.5)
    proof = found.as_json()
    assert check_proof(proof).verdict is ProofVerdict.CONFIRMED
    proof["tree"]["edges"] = []
    assert check_proof(proof).verdict is ProofVerdict.REFUTED


def test_where_another_move_is_legal_only_reflex_play_ends_at_once() -> None:
    position = sm.position("fide: white Ka1 Bb1 black Ka3 Pb3 turn black")
    assert lines(sm.solve(position, "hr#1.5"))[1:] == ["1... Pb3-b2#"]
    assert not sm.solve(position, "hs#1.5").lines


@pytest.mark.parametrize("stipulation", ["h+1.5", "exact-h+1.5", pytest.param("ser-s#2", marks=pytest.mark.slow)])
def test_a_proof_with_a_line_that_goes_on_is_refuted(stipulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = sm.position(f"fide: {CORNERED if 's#' in stipulation else ALONE} turn white")
    assert check_proof(sm.solve(position, stipulation).as_json()).verdict is not ProofVerdict.REFUTED
    monkeypatch.setattr(line_search, "_goes_on", lambda *_: False)
    found = check_proof(sm.solve(position, stipulation).as_json())
    assert found.verdict is ProofVerdict.REFUTED and "goes on after the goal is reached" in str(found)


FILE = """algebraic: {{white: [Ka1, Pg3], black: [Ka3, Pa2, Pb3, Pg6]}}
stipulation: hr#{number}
solution: |
  1...{move}
"""


@pytest.mark.parametrize(
    ("number", "move", "sorts"),
    [("0.5", "b3-b2 #", []), ("1.5", "b3-b2 #", ["short", "missing"]), ("0.5", "g6-g5", ["line"])],
)
def test_it_is_verified(number: str, move: str, sorts: list[str]) -> None:
    """Popeye prints `1...b3-b2 #` of both problems."""
    text = FILE.format(number=number, move=move)
    assert [fault.sort.value for fault in verdict(text, economy=False).faults if not fault.is_remark] == sorts
    assert "1...b3-b2 #" in fixed(text)
