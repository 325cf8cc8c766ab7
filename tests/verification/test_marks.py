"""What the signs after a move say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.solving.problem.solution_text import lines
from shadowmate.verification.solution_text import read_stated
from support.cli import run


@pytest.mark.parametrize(
    ("text", "is_try"),
    [
        ("1.Ra1-g1 ? Kh7-h8 !", True),
        ("1.Ra1-g1 !? Kh7-h8 !", True),
        ("1.Ra1-g1 !? Kh7-h8 ! 2.Rg1-h1 #", False),
        ("1.Ra1-g1 !? Kh7-h8 !?", False),
        ("1.Ra1-g1 !?", False),
        ("1.Ra1-g1 ! Kh7-h8 !", False),
    ],
)
def test_a_doubtful_move_is_a_try_if_a_reply_ends_the_line(text: str, is_try: bool) -> None:
    """An author may praise a key, or a defence that is answered."""
    assert read_stated(text)[""].after[0].is_try is is_try


@pytest.mark.parametrize(
    ("asked", "moves"),
    [
        ("z(h8)1", ["Rh7-h8#!"]),
        ("+1", ["Ra1-a8+", "Ra1-b1+", "Rh7-b7+", "Rh7-h8#"]),
        ("ser-~1", ["Ra1-a8+", "Rh7-a7", "Rh7-h8#"]),
        ("#1", ["Rh7-h8#"]),
    ],
)
def test_a_mate_has_its_sign_whatever_the_goal(asked: str, moves: list[str]) -> None:
    """A check that ends the game is shown as such, though the goal is another one."""
    solution = sm.solve(sm.position("fide: white Kc6 Rh7 Ra1 black Kb8"), asked)
    written = {word for line in lines(solution) for word in line.split()}
    assert written.issuperset(moves) and not {"Rh7-h8+", "Rh7-h8+!"} & written


@pytest.mark.parametrize("asked", ["z(h8)1", "ser-z(h8)1"])
def test_files_have_the_sign_of_a_mate_too(asked: str, tmp_path: Path) -> None:
    """And a solution with the sign of a check, as other programs write it, is read as the same."""
    for sign in "#+":
        file = tmp_path / "mate.yaml"
        file.write_text(
            f"algebraic: {{white: [Kc6, Rh7, Ra1], black: [Kb8]}}\nstipulation: {asked}\nsolution: 1.Rh7-h8 {sign} !\n"
        )
        assert run("verify", str(file))[0] == 0
        assert "1.Rh7-h8 #" in run("solve", "--file", str(file))[1]
