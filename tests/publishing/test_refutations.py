"""Refutations have the sign of the goal if they reach it: too early, or as the other player."""

from __future__ import annotations

from pathlib import Path

import shadowmate as sm
from shadowmate.solving.problem.solution_text import lines
from support.cli import run
from support.puzzles import fixed

EARLY = ("white: [Ka1, Qe1, Sd1, Pc3, Pe2], black: [Kc2, Bb1, Pa2, Pb3, Pa4]", "exact-s#2")
SMOTHERED = ("white: [Kh1, Rg1, Pg2, Ph2, Rh7, Rh6], black: [Kd8, Sh3]", "#2")
AFTER_KEY = ("white: [Kf6, Rb8], black: [Kh7, Pa7]", "postkey-#2")


def refutations(tmp_path: Path, problem: tuple[str, str]) -> set[str]:
    """The lines behind a `but`."""
    text = f"algebraic: {{{problem[0]}}}\nstipulation: '{problem[1]}'\n"
    (tmp_path / "one.yaml").write_text(text, encoding="utf-8")
    tries = () if problem is AFTER_KEY else ("--tries",)
    out = run("solve", "--file", str(tmp_path / "one.yaml"), *tries)[1]
    return {line.strip() for line in out.splitlines() if line.strip().endswith("!") and "1..." in line}


def test_a_goal_that_is_reached_too_early_has_its_sign(tmp_path: Path) -> None:
    """As Popeye prints it."""
    assert refutations(tmp_path, EARLY) == {"1...b3-b2 # !", "1...Kc2*d2 !"}


def test_a_mate_by_the_other_player_has_its_sign(tmp_path: Path) -> None:
    """By hand, 1...Sf2 smothers the King unless the Rook has left g1 (Popeye prints a check of both)."""
    assert refutations(tmp_path, SMOTHERED) == {"1...Sh3-f2 # !", "1...Sh3-f2 + !"}


def test_what_refutes_a_key_that_has_been_made_is_printed(tmp_path: Path) -> None:
    """By hand: a Pawn that moves leaves the King its cells."""
    assert refutations(tmp_path, AFTER_KEY) == {"1...a7-a5 !", "1...a7-a6 !"}


def test_stated_tries_have_the_signs_too() -> None:
    """The first has several refutations, so it is none of the solver's tries. Its Rook can capture the Knight."""
    pieces, asked = SMOTHERED
    stated = "1.Rg1-a1 ? but 1...Kd8-e8 ! 1...Sh3-f2 !\n  1.Rh6-g6 ? but 1...Sh3-f2 !\n  1.g2*h3 !"
    text = fixed(f"algebraic: {{{pieces}}}\nstipulation: '{asked}'\nsolution: |\n  {stated}\n")
    assert [line.strip() for line in text.splitlines() if "Sh3-f2" in line] == ["1...Sh3-f2 + !", "1...Sh3-f2 # !"]


def test_the_text_of_a_solution_has_them() -> None:
    pieces = "fide: white Ka1 Qe1 Nd1 Pc3 Pe2 black Kc2 Bb1 Pa2 Pb3 Pa4"
    assert "    but 1... Pb3-b2#!" in lines(sm.solve(sm.position(pieces), "exact-s#2", tries=True))
