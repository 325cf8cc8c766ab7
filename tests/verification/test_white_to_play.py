"""The option WhiteToPlay: White begins help play, and Black is mated still; solutions are Popeye's (4.104)."""

from __future__ import annotations

from pathlib import Path

import pytest

from shadowmate.publishing.popeye_writer import popeye_input
from shadowmate.solving.solver import solve
from shadowmate.verification.errors import PuzzleError
from shadowmate.verification.verify import read_problems
from support.puzzles import problem, verdict

ROOK = "algebraic: {white: [Kb3, Rh2], black: [Ka1, Pa7]}"
MATED = "algebraic: {white: [Ka1, Pa7], black: [Kb3, Rh2]}"
SELF = "algebraic: {white: [Ka1, Bb1, Rh4, Qg8], black: [Ka4, Pb3]}"


@pytest.mark.parametrize(
    ("pieces", "stipulation", "options", "asked", "turn", "first"),
    [
        (ROOK, "h#2", "WhiteToPlay", "h#1.5", "white", "Rh2-c2 Pa7-a5 Rc2-c1"),
        (ROOK, "h#1", "WhiteToPlay", "h#0.5", "white", "Rh2-h1"),
        (MATED, "h#1", "HalfDuplex, WhiteToPlay", "h#0.5", "black", "Rh2-h1"),
        (ROOK, "h#1.5", "WhiteToPlay", "h#1.5", "white", "Rh2-c2 Pa7-a5 Rc2-c1"),
        (ROOK, "'#1'", "WhiteToPlay", "#1", "white", ""),
    ],
)
def test_the_first_move_is_left_out(
    tmp_path: Path, pieces: str, stipulation: str, options: str, asked: str, turn: str, first: str
) -> None:
    """The same player is mated, also after the problem is written as Popeye's input and read again."""
    found = problem(f"{pieces}\nstipulation: {stipulation}\noptions: [{options}]\n")
    again = tmp_path / "again.inp"
    again.write_text(popeye_input([found]), encoding="utf-8")
    for phase in (*found.phases, *read_problems(again)[0].phases):
        assert (str(phase.stipulation), phase.turn) == (asked, turn)
        found_lines = [" ".join(line) for line in solve(phase.position, phase.stipulation).lines]
        assert first in found_lines or (not first and not found_lines)


def test_both_halves_of_a_duplex_problem() -> None:
    """Popeye prints 1...Rh2-h1 # of the first half, and nothing of the second."""
    found = problem(f"{ROOK}\nstipulation: h#1\noptions: [Duplex, WhiteToPlay]\n").phases
    assert [(str(each.stipulation), each.turn) for each in found] == [("h#0.5", "white"), ("h#0.5", "black")]
    assert [solve(each.position, each.stipulation).lines for each in found] == [(("Rh2-h1",),), ()]


def test_twins_with_a_stipulation_of_their_own() -> None:
    found = problem(f"{ROOK}\nstipulation: h#2\noptions: [WhiteToPlay]\ntwins: {{b: Stipulation h=3}}\n").phases
    assert [str(each.stipulation) for each in found] == ["h#1.5", "h=2.5"]


def test_its_solution_is_verified() -> None:
    """The moves are numbered as in Popeye."""
    text = f"{ROOK}\nstipulation: h#1\noptions: [WhiteToPlay]\nsolution: 1...Rh2-h1 #\n"
    assert verdict(text, economy=False).is_sound
    assert not verdict(text.replace("h1 #", "g2"), economy=False).is_sound


@pytest.mark.parametrize(
    ("pieces", "stipulation", "more", "text"),
    [
        (ROOK, "ser-h#2", "options: [WhiteToPlay]", "WhiteToPlay: black begins ser-h#2; the option is for help play"),
        (SELF, "hs#2", "options: [WhiteToPlay]", "white begins hs#2 without it, and Popeye leaves out the first move"),
        (SELF, "hs#1.5", "options: [WhiteToPlay]", "WhiteToPlay: black begins hs#1.5"),
        (ROOK, "reci-h#1", "options: [WhiteToPlay]", "WhiteToPlay: black begins reci-h#1"),
        (ROOK, "'#2'", "options: [HalfDuplex, WhiteToPlay]", "WhiteToPlay: white begins #2 without HalfDuplex"),
        (ROOK, "h#2", "turn: black\noptions: [WhiteToPlay]", "WhiteToPlay: the field turn has black"),
    ],
)
def test_where_it_cannot_be_it_is_refused(pieces: str, stipulation: str, more: str, text: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        problem(f"{pieces}\nstipulation: {stipulation}\n{more}\n")
    assert text in str(refused.value) and f"yaml:{3 + more.count(chr(10))}:" in str(refused.value)
