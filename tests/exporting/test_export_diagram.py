"""Games written as Interactive Diagrams: what is read again plays the same; what a diagram cannot say is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.folders import all_folders
from support.cli import answer, fail, run
from support.export_refusals import DIAGRAM
from support.paths import GAMES_OF_TESTS
from support.same_play import assert_same_play

WRITTEN = sorted(all_folders(()).keys() - DIAGRAM.keys())


@pytest.mark.sample(0, 5)
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_read_again_is_the_same_game(name: str, tmp_path: Path) -> None:
    """The numbers of lines from the array, and moves, checks and winners of games played at random."""
    file, folder = tmp_path / "written.txt", tmp_path / "again"
    assert answer("export", name, "--to", "diagram", "--output", str(file))["files"] == [str(file)]
    read = answer("import", str(file), "--to", str(folder))
    assert read["left_out"] == []
    one, other = sm.game(name, engine="compiled"), sm.game("again", rules=tmp_path, engine="compiled")
    assert_same_play(one, other, name)


@pytest.mark.slow
def test_a_lion_beside_a_queen_is_written(tmp_path: Path) -> None:
    """A Lion's way that turns back needs its cell on the board; a Queen's that passes the cell needs nothing more."""
    text = "pawn:P:fmWfceFifmnD::a2-h2,,a7-h7\nlion:L:KNADcaKmcabK::c1,,c8\nqueen:Q:Q::d1,,d8\nking:K:K::e1,,e8\n"
    (tmp_path / "lion.txt").write_text(f"files=8\nranks=8\nmaxPromote=0\n{text}")
    answer("import", str(tmp_path / "lion.txt"), "--to", str(tmp_path / "pride"))
    code, out, _ = run("export", "pride", "--rules", str(tmp_path), "--to", "diagram")
    assert code == 0 and {"lion:L:KNADcaKmcabK::c1,,c8", "queen:Q:Q::d1,,d8"} <= set(out.splitlines())


@pytest.mark.slow
def test_first_moves_of_three_steps_are_written_for_a_diagram_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Pawn of the small game goes two steps or three, and is captured in passing on each cell that it passes."""
    code, out, _ = run("export", "strides", "--rules", str(GAMES_OF_TESTS), "--to", "diagram")
    assert code == 0 and "pawn:P:fceFfmWifmnDifmnH::a2-e2,,a7-e7" in out.splitlines()
    text = fail(monkeypatch, capsys, "export", "strides", "--rules", str(GAMES_OF_TESTS), "--to", "fairy")
    assert "first moves of a pawn of more than two steps" in text


@pytest.mark.slow
def test_draws_that_a_diagram_has_no_word_for_are_named() -> None:
    code, out, err = run("export", "koth", "--to", "diagram")
    assert code == 0
    assert "note: left out: the draw after 100 plies without progress" in err
    assert "king:K:KisO2::e1,,e8" in out
    assert "note" not in out
