"""The command `find`: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import answer, fail, run

TWO = ("find", "fide", "--pieces", "white Q black K", "--zone", "black K a1", "--mated", "black")


def test_that_there_is_none() -> None:
    """A Queen without help cannot mate; the exit code shows it too."""
    code, out, err = run(*TWO)
    assert (code, out) == (1, "there is none (proved)\n")
    assert err.startswith("64 cells, 2 kinds of pieces, about ")


def test_the_answer_in_words() -> None:
    code, out, _ = run("find", "fide", "--pieces", "white N*3..", "--minimize", "pieces")
    assert code == 0
    assert out.splitlines()[0].startswith("fide: white N") and "1 position: 3 is the least (proved)" in out
    assert " N " in out and out.rstrip().endswith("to move")


def test_the_answer_as_json(tmp_path: Path) -> None:
    rules = tmp_path / "apart.lp"
    rules.write_text(":- attacks(A,B), occupied(B).\n")
    found = answer(
        "find",
        "fide",
        "--pieces",
        "white Q*8",
        "--ask",
        str(rules),
        "--count",
        "3",
        "--svg",
        str(tmp_path / "shown.svg"),
    )
    assert isinstance(found, dict)
    assert len(set(found["positions"])) == 3 and all(each.startswith("fide: white Q") for each in found["positions"])
    assert (found["proved"], found["aim"], found["stopped"]) == (False, None, False)
    assert found["cells"] == 64 and found["atoms"] > 64
    assert (tmp_path / "shown.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_limit_leaves_a_bound_that_is_proved() -> None:
    """The bound comes from weights of the cells: at least four Queens are needed to attack all of 5x5x5."""
    code, out, _ = run(
        "find", "raumschach", "--pieces", "white Q*", "--attack-all", "--minimize", "pieces", "--time", "0.3"
    )
    assert code == 3
    assert "stopped; " in out and any(f"there can be no less than {n} (proved)" in out for n in (4, 5))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["fide", "--pieces", "Q"], "whose piece is this"),
        (["fide", "--pieces", "white Q", "--all", "--count", "2"], "--count and --all"),
        (["fide", "--pieces", "white Q", "--ask", "/nowhere.lp"], "/nowhere.lp: cannot be read"),
        (["fide", "--pieces", "white Q", "--mated", "green"], "'green' is no player of fide; there are white, black"),
        (["chess", "--pieces", "white Q"], "no game 'chess'"),
        (["fide", "--men", "white Q"], "error: --men: use --pieces (see"),
    ],
)
def test_what_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    assert text in fail(monkeypatch, capsys, "find", *arguments)
