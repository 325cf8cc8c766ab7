"""Lines of self play are written to their ends: where a position stood in the set play, and after each dual."""

from __future__ import annotations

import pytest

from support.puzzles import fixed

PELLE = "white: [Kd1, Qg4, Re8, Bb1, Se7, Sf8, Pb6, Pd4, Pg2], black: [Kd6, Bc1, Bf5, Sh1, Pb2, Pd2, Pd3, Pg3]"
CORNER = "white: [Ka1, Qd1], black: [Ka3, Pa2, Pb4]"

# The problem, and what is in its solution after Popeye: moves one after another, each with all that comes before it.
CASES = {
    "a position of the set play": (PELLE, "s#2", ["1.Qg4-h4 ! zugzwang.", "1...Bf5-e4", "2.Qh4*e4", "2...Sh1-f2 #"]),
    "the set play": (PELLE, "s#2", ["1...Bf5-e4", "2.Qg4*e4", "2...Sh1-f2 #"]),
    "the first of two duals": (CORNER, "s#2", ["1.Qd1-c2 ! zugzwang.", "1...b4-b3", "2.Qc2-c4", "2...b3-b2 #"]),
    "the second of them": (CORNER, "s#2", ["1.Qd1-c2 ! zugzwang.", "1...b4-b3", "2.Qc2-e4", "2...b3-b2 #"]),
    "semi-reflex play": (CORNER, "semi-r#2", ["1.Qd1-c2 ! zugzwang.", "1...b4-b3", "2.Qc2-e4", "2...b3-b2 #"]),
}


def paths(text: str) -> list[list[str]]:
    """The lines of a solution, each with those above it that are indented less, for all that has nothing below it."""
    found: list[list[str]] = []
    above: list[tuple[int, str]] = []
    for line in text.partition("solution: |\n")[2].splitlines():
        depth = len(line) - len(line.lstrip())
        if above and depth <= above[-1][0]:
            found.append([each for _, each in above])
        above = [each for each in above if each[0] < depth]
        above += [(depth, line.strip())] if line.strip() else []
    return [*found, [each for _, each in above]]


@pytest.mark.parametrize("case", CASES)
def test_no_line_is_cut(case: str) -> None:
    pieces, asked, expected = CASES[case]
    reported = paths(fixed(f'algebraic: {{{pieces}}}\nstipulation: "{asked}"\noptions: [SetPlay]\n'))
    assert expected in reported
    assert all(path[-1].endswith("#") for path in reported), "every line ends with the mate that is forced"


@pytest.mark.parametrize(
    ("pieces", "asked", "solution"),
    [
        ("white: [Ka1, Rh3], black: [Ka3, Pa2, Pb3]", "s#1", ["1.Rh3-h4 !", "1...b3-b2 #"]),
        ("white: [Ka1, Rh4], black: [Ka3, Pa2, Pb3]", "postkey-s#1", ["1...b3-b2 #"]),
        ("white: [Kg6, Ra8, Bf6], black: [Kh8, Bb8]", "postkey-#2", ["1...Kh8-g8", "2.Ra8*b8 #"]),
        ("white: [Ka1, Rc3], black: [Ka3, Pa2, Pb3, Pc5]", "s#2", ["1.Rc3-c4 !", "1...b3-b2 #"]),
        ("white: [Kb1], black: [Ka3, Se1, Pa2]", "r#1", ["1.Kb1-a1 !", "1...Se1-c2 #"]),
    ],
)
def test_a_move_that_only_the_end_follows_has_no_purpose(pieces: str, asked: str, solution: list[str]) -> None:
    """Nothing could be threatened, or it gives check, so Popeye 4.104 prints neither a threat nor zugzwang."""
    assert solution in paths(fixed(f'algebraic: {{{pieces}}}\nstipulation: "{asked}"\n'))


@pytest.mark.parametrize(
    ("pieces", "asked", "line"),
    [
        ("white: [Ke1, Ra1, Rd3], black: [Kb2]", "ser-h002", "1.Kb2-c2 2.Kc2*d3 0-0-0 +"),
        ("white: [Pa2], black: [Kb4]", "~1", "1.a2-a3 + !"),
        ("white: [Ke1, Ra1], black: [Kd8]", "001", "1.0-0-0 + !"),
        ("white: [Kh1, Ra1], black: [Kh8, Sa8]", "x1", "1.Ra1*a8 + !"),
    ],
)
def test_a_goal_without_a_mark_leaves_that_of_check(pieces: str, asked: str, line: str) -> None:
    """As in Popeye 4.104, but for the signs x and z, which it prints in addition."""
    options = "options: [NoWk]\n" if "K" not in pieces.partition("]")[0] else ""
    assert line in fixed(f'algebraic: {{{pieces}}}\nstipulation: "{asked}"\n{options}')
