"""`shadowmate themes`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.cli import answer, fail, run
from support.paths import EXAMPLES

MATE = "fide: white Kg6 Ra1 black Kg8"


def test_a_position_with_its_stipulation() -> None:
    (found,) = answer("themes", MATE, "#1")  # type: ignore[misc]
    assert found["problem"] == "#1" and found["complete"]
    assert {"theme": "Checking key", "shown": [{"by": "white R", "line": ["Ra1-a8"], "twin": 0}]} in found["themes"]


def test_progress_has_the_share_of_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is long where the play is; then the rules are asked."""
    shown: list[str] = []

    @contextmanager
    def progress(_what: str, _before: str = "") -> Iterator[Callable[[int, int | None, object], None]]:
        yield lambda done, total, last: shown.append(f"{done} {total} {last}")

    monkeypatch.setattr("shadowmate.commands.theming.progress", progress)
    assert run("themes", MATE, "#1")[0] == 0
    moves = int(shown[-1].split(" of ")[0].split()[-1])
    looked = [f"0 None {done} of {moves} moves of the play looked at" for done in range(moves + 1)]
    assert shown[-moves - 1 :] == [*looked[:-1], f"{looked[-1]}, asking for their themes"]
    run("themes", str(EXAMPLES / "problem.yaml"))
    assert shown[-1].startswith("2 2 ") and shown[-2].endswith(", asking for their themes")


def test_a_file_has_its_problems_one_by_one() -> None:
    code, text, _ = run("themes", str(EXAMPLES / "problem.yaml"))
    assert code == 0
    assert [line.split(": ", 1)[1] for line in text.splitlines() if not line.startswith(" ")] == ["#2", "#2"]
    assert "    Flight taking key: Ra1-a8" in text.splitlines()


def test_a_file_is_answered_in_its_letters(tmp_path: Path) -> None:
    file = tmp_path / "german.inp"
    file.write_text("anfang\nford #1\nstein weiss kg6 ta1 schw kg8\nende\n")
    for command in (("themes",), ("verify", "--themes")):
        assert "Checking key (white T): Ta1-a8" in run(*command, str(file))[1]
    (found,) = answer("themes", str(file))  # type: ignore[misc]
    assert {"theme": "Checking key", "shown": [{"by": "white T", "line": ["Ta1-a8"], "twin": 0}]} in found["themes"]


def test_without_a_solution_there_is_nothing_to_show() -> None:
    code, text, _ = run("themes", "fide: white Kg6 Pa2 black Kg8", "#1")
    assert (code, text.strip()) == (1, "#1: no solution")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("nowhere.yaml",), "nowhere.yaml: cannot be read"),
        (("nowhere",), "'nowhere' is no file"),
        ((MATE, "#"), "not a stipulation"),
        ((MATE, "h#1", "--tries"), "there are none in h#1"),
        ((str(EXAMPLES / "problem.yaml"), "--reading", "whole_areas"), "--reading is for a position"),
        ((MATE, "#1", "--ask", "nowhere.lp"), "nowhere.lp: cannot be read"),
    ],
)
def test_what_cannot_be_asked(
    arguments: tuple[str, ...], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text in fail(monkeypatch, capsys, "themes", *arguments)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text(
        'piece_theme("Rook\'s mate",Piece,Ply) :- finale(Ply,mate), ply_mover(Ply,Piece), ply_kind(Ply,Piece,rook).\n'
    )
    assert "Rook's mate (white R): Ra1-a8" in run("themes", MATE, "#1", "--ask", str(path))[1]
