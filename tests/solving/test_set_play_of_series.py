"""Set play of series play: the other player's last move, at once; the answers are Popeye's (4.104)."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.solver import solve
from support.puzzles import fixed, verdict

STALEMATED = "white Kd1 Nf1 black Kg1 Rg2 Bh1 Bh2 Pf2 Pg3 turn black"
CORNERED = "white Ka1 Bb1 Rh4 black Ka3 Pb3"
FREE = "white Ka1 Bb1 black Ka3 Pb3"
CHECKED = "white Ka1 Bb1 Rh4 black Ka3 Pb2"
"""Without the Rook Black has other moves than the mate; in the last White is in check."""


@pytest.mark.sample(1, 10)
@pytest.mark.parametrize("engine", ["compiled", "reference"])
@pytest.mark.parametrize(
    ("position", "stipulation", "expected"),
    [
        (STALEMATED, "ser-h=1", "1... Kd1-e2="),
        (STALEMATED, "pser-h=2", "1... Kd1-e2="),
        (CORNERED, "ser-s#1", "1... Pb3-b2#"),
        (CORNERED, "ser-r#1", "1... Pb3-b2#"),
        (CORNERED, "pser-s#1", "1... Pb3-b2#"),
        (CORNERED, "pser-r#1", "1... Pb3-b2#"),
        (CORNERED, "phser-s#1", "1... Pb3-b2#"),
        (CORNERED, "hs#1", "1... Pb3-b2#"),
        (FREE, "ser-s#1", None),
        (FREE, "pser-s#1", None),
        (FREE, "ser-r#1", "1... Pb3-b2#"),
        (CHECKED, "ser-s#1", None),
    ],
)
def test_the_last_move_at_once(position: str, stipulation: str, expected: str | None, engine: str) -> None:
    found = solve(sm.game("fide", engine=engine).position(position), stipulation, set_play=True)
    text = lines(found)
    reported = text[text.index("set play") + 1].strip() if "set play" in text else None
    assert reported == expected
    assert check_proof(found.as_json()).verdict is not ProofVerdict.REFUTED


@pytest.mark.slow
def test_a_proof_of_set_play_is_checked() -> None:
    """The proof must show that every move of a forced player mates, and that a helping player reaches the goal."""
    forced = solve(sm.position(f"fide: {CORNERED}"), "ser-s#1", set_play=True).as_json()
    forced["tree"]["edges"] = [edge for edge in forced["tree"]["edges"] if edge["move"] != "Pb3-b2"]
    assert check_proof(forced).verdict is ProofVerdict.REFUTED
    helped = solve(sm.position(f"fide: {STALEMATED}"), "ser-h=1", set_play=True).as_json()
    helped["set_play"] = [["Kd1-d2"]]
    assert check_proof(helped).verdict is ProofVerdict.REFUTED


@pytest.mark.parametrize("stipulation", ["ser-#2", "pser-#2", "phser-#2"])
def test_where_one_player_makes_all_moves_there_is_none(stipulation: str) -> None:
    with pytest.raises(sm.StipulationError, match="makes all moves"):
        Stipulation.parse(stipulation).check_extras(False, True)


LONG = """algebraic: {white: [Kd1, Sf1], black: [Kg1, Rg2, Bh1, Bh2, Pf2, Pg3]}
stipulation: ser-h=5
options: [SetPlay]
solution: |
  1...Kd1-e2 =
  1.Kg1*f1 2.Rg2-g1 3.g3-g2 4.Bh2-f4 5.Bf4-d2 Kd1*d2 =
"""


def test_it_is_verified() -> None:
    """The set play that Popeye prints holds, and another move in its place does not; what is left out is reported."""
    assert verdict(LONG, economy=False).is_sound
    for wrong in (LONG.replace("1...Kd1-e2 =", "1...Kd1-d2 ="), LONG.replace("  1...Kd1-e2 =\n", "")):
        assert {fault.sort.value for fault in verdict(wrong, economy=False).faults} == {"set play"}
    assert fixed(LONG) == LONG.replace("=\n  1.K", "=\n\n  1.K")


@pytest.mark.parametrize("play", ["ser-s", "pser-s", "phser-s", "pser-r"])
def test_set_play_in_which_the_other_player_has_to_reach_the_goal(play: str) -> None:
    """`--fix` writes it, and it is read back as true. A reply that does not reach the goal is no set play."""
    text = f"algebraic: {{white: [Ka1, Bb1, Rh4], black: [Ka3, Pb3]}}\nstipulation: {play}#1\noptions: [SetPlay]\n"
    text += f"intended-solutions: {10 if play == 'pser-r' else 5}\nsolution: none\n"
    written = fixed(text)
    assert "1...b3-b2 #" in written
    assert verdict(written, economy=False).is_sound
    wrong = written.replace("1...b3-b2 #", "1...Ka3-a4", 1)
    assert not verdict(wrong, economy=False).is_sound
