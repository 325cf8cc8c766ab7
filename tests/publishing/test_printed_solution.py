"""Whole files solved, and ways of writing moves, against python-chess."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.publishing.move_spelling import closed_up, in_style
from shadowmate.publishing.move_style import MoveStyle
from support.cli import answer, fail, run
from support.paths import DATA, ROOT
from support.puzzles import problem

FLAT = str(ROOT / "puzzles" / "problems" / "flat.yaml")
SAN = [line.split("\t") for line in (DATA / "san.tsv").read_text(encoding="utf-8").splitlines()]


def spelling(way: MoveStyle, own_letters: bool):  # type: ignore[no-untyped-def]
    entry = problem("algebraic: {white: [Ka1], black: [Ka3]}\nstipulation: '#2'")
    return in_style(entry.phases[0], way, own_letters).spelling


@pytest.mark.parametrize(("fen", "san"), SAN)
def test_short_moves_are_those_of_python_chess(fen: str, san: str) -> None:
    """Except for signs of check, and castling with zeros as problemists write it."""
    position = sm.position(f"fide: fen {fen}")
    short = spelling(MoveStyle.short, True)
    expected = {move.rstrip("+#").replace("O", "0") for move in san.split()}
    found = [short.written(position, str(move)).removesuffix(" ep.") for move in position.legal_moves()]
    assert set(found) == expected and len(found) == len(expected)


def test_letters_and_figurines() -> None:
    position = sm.position("fide: white Ka1 Nb1 Pa7 black Kh8 turn white")
    written = {
        (way, own): {spelling(way, own).written(position, move) for move in ("Nb1-c3", "Pa7-a8=N", "Ka1-a2")}
        for way in MoveStyle
        for own in (False, True)
    }
    assert written[MoveStyle.long, False] == {"Sb1-c3", "a7-a8=S", "Ka1-a2"}
    assert written[MoveStyle.long, True] == {"Nb1-c3", "a7-a8=N", "Ka1-a2"}
    assert written[MoveStyle.short, False] == {"Sc3", "a8=S", "Ka2"}
    assert written[MoveStyle.figurines, False] == written[MoveStyle.figurines, True] == {"♘c3", "a8=♘", "♔a2"}


def test_short_moves_in_space_can_be_read_again() -> None:
    """Each is one legal move, and no other is written so; three Rooks may go to one cell."""
    position = sm.position("raumschach: white KAa1 RBa3 RBe3 REc3 black KEe5")
    phase = problem("game: raumschach\nalgebraic: {white: [KAa1], black: [KEe5]}\nstipulation: '#2'").phases[0]
    short = in_style(phase, MoveStyle.short, False).spelling
    written = {str(move): short.written(position, str(move)) for move in position.legal_moves()}
    assert len(set(written.values())) == len(written)
    assert {written[move] for move in ("RBa3-Bc3", "RBe3-Bc3", "REc3-Bc3")} == {"RaBc3", "ReBc3", "REBc3"}


def test_a_row_of_two_digits_is_one_part_of_a_cell() -> None:
    position = sm.position("xiangqi: white Ke1 Ra1 Ra10 black Kd9")
    phase = problem("game: xiangqi\nalgebraic: {white: [Ke1], black: [Kd9]}\nstipulation: '#2'").phases[0]
    short = in_style(phase, MoveStyle.short, False).spelling
    assert [short.written(position, move) for move in ("Ra10-a5", "Ra1-a5")] == ["R10a5", "R1a5"]


def test_signs_are_closed_up_but_in_headings() -> None:
    lines = ["+c) wSc3-->c4 +wQd5", "1.Rg3 + ! threat:", "        2.Rh4 #", "1.Kc2 = !", "but", "    1...Kh6 !"]
    assert closed_up(lines) == [lines[0], "1.Rg3+! threat:", "        2.Rh4#", "1.Kc2=!", "but", "    1...Kh6!"]


def test_a_file_is_solved() -> None:
    """What is printed is what the file states, which was verified."""
    code, out, _ = run("solve", "--file", f"{FLAT}#8")
    assert code == 0
    assert out.splitlines() == [
        "8. Shadowmate  h#2 (2+1)",
        "a)",
        "1.Ka1-b1 Kd3-c3 2.Kb1-c1 Re2-e1 #",
        "",
        "b) wRe2-->g2",
        "1.Ka1-b1 Kd3-c3 2.Kb1-c1 Rg2-g1 #",
    ]
    found = answer("solve", "--file", FLAT)
    assert isinstance(found, list) and [each["number"] for each in found] == list(range(1, 9))
    assert [each["twin"] for each in found[-1]["solutions"]] == ["a", "b"]
    assert found[-1]["text"] == out.splitlines()[1:]


def test_changed_mates_are_a_table() -> None:
    """Worked out by hand: 1...Kh6 is met by 2.Rh1 in the set play, by 2.Rh1 from g1, and by 2.Rh8 after the key."""
    code, out, _ = run("solve", "--file", f"{FLAT}#1", "--tries", "--notation", "short")
    assert code == 0
    assert out.splitlines()[-4:] == [
        "changed   1...Kh6",
        "set play  2.Rh1#",
        "1.Rg1?    2.Rh1#",
        "1.Ra8!    2.Rh8#",
    ]


def test_what_has_no_solution(tmp_path: Path) -> None:
    file = tmp_path / "none.yaml"
    file.write_text("algebraic: {white: [Kf6], black: [Kh7]}\nstipulation: '#1'\n", encoding="utf-8")
    assert run("solve", "--file", str(file))[:2] == (1, "1  #1 (1+1)\nno solution\n")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--file", FLAT, "--max-solutions", "1"), "--max-solutions: has no effect with --file"),
        (
            ("#3", "--file", FLAT),
            "POSITION: has no effect with --file; a problem of a file has its own stipulation too",
        ),
        (("--file", f"{FLAT}#99"), "there is no such problem"),
        (("--file", FLAT, "--reading", "x"), "has no effect on a puzzle file"),
        (("fide: white Kf6 black Kh7", "#1", "--notation", "short"), "has no effect without --file"),
        ((), "expected a POSITION and a STIPULATION, or --file FILE"),
    ],
)
def test_refused(
    more: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert message in fail(monkeypatch, capsys, "solve", *more)
