"""What a file states decides: how many solutions are intended, and which twin has set play and what refutes it.

The solutions are Popeye's (4.104), or end in a mate that is seen at once.
"""

from __future__ import annotations

import pytest

from support.puzzles import verdict

ROOK = "algebraic: {white: [Kb3, Rh2], black: [Ka1, Pa7]}\n"
HELP = f"{ROOK}stipulation: h#1\n"
LINES = ["1.Ka1-b1 Rh2-h1 #", "1.a7-a6 Rh2-h1 #", "1.a7-a5 Rh2-h1 #"]


def words(text: str) -> list[tuple[str, str]]:
    """The faults of a problem that are no remarks: sort and twin."""
    return [(fault.sort.value, fault.twin) for fault in verdict(text, economy=False).faults if not fault.is_remark]


def stating(lines: list[str]) -> str:
    return "solution: |\n" + "".join(f"  {line}\n" for line in lines)


def test_as_many_solutions_are_intended_as_are_stated() -> None:
    """One that is not stated is a cook; one that is stated and false does not count."""
    assert words(HELP + stating(LINES)) == []
    assert words(HELP + stating(LINES[:2])) == [("cook", "")]
    assert words(HELP + stating([*LINES[:2], "1.Ka1-b1 Rh2-h8 #"])) == [("line", ""), ("cook", "")]
    assert words(HELP + "intended-solutions: 2\n" + stating(LINES)) == [("cook", "")]
    assert words(HELP + "intended-solutions: 4\n" + stating(LINES)) == [("missing", "")]


def test_of_series_play_too() -> None:
    """1.Rh1# needs fewer moves, and is short; Popeye has twelve lines of two moves."""
    text = f"{ROOK}stipulation: exact-ser-#2\n"
    ways = [f"1.Rh2-{way}2 2.R{way}2-{way}1 #" for way in "cdefg"]
    ways += ["1.Kb3-a3 2.Rh2-h1 #", *(f"1.Rh2-h{rank} 2.Rh{rank}-h1 #" for rank in "345678")]
    assert words(text + stating(ways)) == []
    assert words(text + stating(ways[1:])) == [("cook", "")]


def test_of_each_twin() -> None:
    """In b) the Pawn cannot move, so that only the King moves."""
    text = HELP + "twins: {b: Move a7 a2}\n" + stating(["a)", *LINES, "b)", LINES[0]])
    assert words(text) == []
    assert words(text.replace(LINES[1] + "\n", "")) == [("cook", "a")]


def test_more_than_any_cook_would_be() -> None:
    """The file states 30 of Popeye's 66 lines. The number of intended solutions has no bound."""
    mates = [f"Rh2-{file}2 2.{{}} R{file}2-{file}1 #" for file in "defg"]
    mates += [f"Rh2-h{rank} 2.{{}} Rh{rank}-h1 #" for rank in "345678"]
    lines = [f"1.Ka1-b1 {mate.format(move)}" for mate in mates for move in ("Kb1-a1", "a7-a5", "a7-a6")]
    found = verdict(f"{ROOK}stipulation: exact-h#2\n" + stating(lines), economy=False)
    assert [fault.sort.value for fault in found.faults if not fault.is_remark] == ["cook"]
    assert "and 30 intended" in found.faults[-1].text


@pytest.mark.parametrize("option", ["options: [SetPlay]\n", ""])
def test_of_twins_one_alone_may_have_set_play(option: str) -> None:
    """In b) a Knight guards h1 as long as it does not move."""
    text = f"{HELP}{option}twins: {{b: Add black Sf2}}\n"
    both = stating(["a)", "1...Rh2-h1 #", "", *LINES, "b)", "1.Sf2-d1 Rh2-a2 #"])
    assert [fault for fault in words(text + both) if fault[0] == "set play"] == []
    wrong = both.replace("b)\n", "b)\n  1...Rh2-h1 #\n\n")
    assert ("set play", "b") in words(text + wrong)


def test_set_play_that_is_stated_must_be_there() -> None:
    assert words(HELP + stating(["1...Rh2-h1 #", "", *LINES])) == []
    assert ("set play", "") in words(HELP + stating(["1...Rh2-g2", "", *LINES]))


BLOCK = "algebraic: {white: [Kc6, Qf3, Sb5, Pa3], black: [Kc4, Se4, Pd4]}\nstipulation: '#2'\n"
KEY = "1.Qf3-d1 ! 1...d4-d3 2.Qd1-a4 #"
WAITING = "algebraic: {white: [Kf6, Ra1], black: [Kh7, Pa7]}\nstipulation: '#3'\n"


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("1...Se4-f2 2.Sb5-d6 # but 1...Se4-c3 !", []),
        ("1...Se4-c3 !", []),
        ("1...Sf2 2.Sd6# but 1...Sc3!", []),
        ("1...Se4-f2 2.Sb5-d6 # but 1...d4-d3 !", [("set play", "")]),
        ("1...Se4-c3 2.Sb5-d6 # but 1...Se4-g5 !", [("set play", ""), ("set play", "")]),
        ("but 1...Se4-c4 !", [("illegal", "")]),
    ],
)
def test_what_has_no_answer_in_the_set_play(line: str, faults: list[tuple[str, str]]) -> None:
    """Popeye's set play answers every move but 1...Sc3."""
    assert words(BLOCK + stating([line, "", KEY])) == faults
