"""A fault of a statement names what is stated, and the move or fact that holds instead."""

from __future__ import annotations

import pytest

from support.puzzles import verdict

CORNER = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\n"
"""1.Ra8 Kh6 2.Rh8#, with the set play 1...Kh6 2.Rh1#; Kg8 and Kh8 are the other replies of the set play."""
REASONS = {
    "1.Ra1-a8 ! but 1...Kh7-h6 !": "Kh7-h6 is stated as a refutation of Ra1-a8, but it is answered by 2.Ra8-h8",
    "1...Kh7-h6 !\n\n  1.Ra1-a8 !": "1...Kh7-h6 is stated as unanswered, but it is answered by 2.Ra1-h1",
    "1...Kh7-h6 2.Ra1-a5\n\n  1.Ra1-a8 !":
        "1...Kh7-h6 2.Ra1-a5: it does not reach the goal (mate), because black is not in check and can reply Kh6-h7",
    "1.Ra1-a8 ! 1...Kh7-h6 2.Kf6-f7": "1...Kh7-h6 2.Kf6-f7: it does not reach the goal (mate), because black is not "
        "in check and can reply Kh6-",
    "0...Pe7-e5 1.Ra1-a8 !": "no such piece of black is on the cell where it ends",
    "0...Kf6-h7 1.Ra1-a8 !": "a piece is on f6, where it starts",
    "0...Kg7-h7 1.Ra1-a8 !": "white was in check before it, and had just moved",
    "0...Kh5-h7 1.Ra1-a8 !": "no legal move from h5 to h7 leads to the diagram",
}  # fmt: skip
"""Words of a fault of CORNER with this solution."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("solution", REASONS)
def test_a_fault_has_its_reason(solution: str) -> None:
    found = verdict(f"{CORNER}solution: |\n  {solution}\n", economy=False)
    assert any(REASONS[solution] in fault.text for fault in found.faults if not fault.is_remark), found.lines()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "algebraic: {white: [Kf6, Ra8], black: [Kh8]}\nstipulation: h#1\nsolution: 1.Kh8-h7 Ra8-h8\n",
            "black is in check",
        ),
        (
            "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: ser-#2\nsolution: 1.Ra1-a8 2.Ra8-h8\n",
            "ser-#2 has none",
        ),
    ],
)
def test_set_play_that_is_not_there_has_a_reason(text: str, reason: str) -> None:
    found = verdict(f"{text}options: [SetPlay]\n", economy=False)
    assert f"the file asks for it, but {reason}" in [f.text for f in found.faults if f.sort.value == "set play"]
