"""`shadowmate verify`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.solving.search.limits import Limits
from shadowmate.verification.verify import read_problems, verdict_on
from support.cli import answer, fail, run
from support.paths import ROOT

GOOD = "algebraic:\n  white: [Kf6, Ra1]\n  black: [Kh7]\nstipulation: '#2'\nsolution: 1.Ra1-a8!\n"
BAD = GOOD.replace("1.Ra1-a8!", "1.Ra1-b1!  # wrong")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "bad.olv").write_text(f"{GOOD}---\n{BAD}")
    (tmp_path / "notes.txt").write_text("no puzzles")
    return tmp_path


COLLECTION = ROOT / "puzzles" / "problems"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "number"), [("flat.yaml", 8), ("others.yaml", 6), ("composed/makruk.yaml", 6)])
def test_a_part_of_the_collection_is_sound(name: str, number: int) -> None:
    code, out, _ = run("verify", str(COLLECTION / name))
    assert code == 0
    assert out.splitlines()[-1] == f"{number} of {number} problems sound"


@pytest.mark.slow
def test_the_collection_is_sound() -> None:
    code, out, _ = run("verify", str(COLLECTION))
    assert code == 0
    number = int(out.splitlines()[-1].split()[0])
    assert number > 100
    assert out.splitlines()[-1] == f"{number} of {number} problems sound"


def test_a_folder_is_verified_and_fixed(folder: Path) -> None:
    code, out, _ = run("verify", str(folder))
    assert code == 1
    bad = folder / "below" / "bad.olv"
    assert out.splitlines() == [
        f"{bad}:1: #2: sound",
        f"{bad}:7: #2: unsound",
        "    key (line 11): 1.Ra1-b1 is no key: refuted by 1...Kh7-g8, Kh7-h8",
        "    unstated: 1.Ra1-a8 Kh7-h6 2.Ra8-h8# solves too, and is not stated",
        f"{folder / 'good.yaml'}:1: #2: sound",
        "2 of 3 problems sound",
    ]
    code, out, _ = run("verify", str(folder), "--fix")
    assert code == 0
    assert "the true solution was written" in out
    assert bad.read_text() == (
        f"{GOOD}---\n{BAD.partition('solution')[0]}"
        "solution: | # wrong\n  1.Ra1-a8 ! zugzwang.\n      1...Kh7-h6\n          2.Ra8-h8 #\n"
    )
    assert (folder / "good.yaml").read_text() == GOOD
    assert run("verify", str(folder))[0] == 0


def test_a_stated_true_solution_is_not_written_again(folder: Path) -> None:
    file = folder / "cooked.yaml"
    file.write_text("algebraic:\n  white: [Kf3, Rg2]\n  black: [Kh1, Ph3]\nstipulation: h#2\nintended-solutions: 2\n")
    assert "the true solution was written" in run("verify", str(file), "--fix", "--no-economy")[1]
    text = file.read_text()
    code, out, _ = run("verify", str(file), "--fix", "--no-economy")
    assert (code, file.read_text()) == (1, text)
    assert "cook: 5 solutions, and 2 intended" in out and "written" not in out
    assert out.endswith("    its stated solution was left as it is\n")


def test_json_has_the_documented_keys(folder: Path) -> None:
    found = answer("verify", str(folder / "below" / "bad.olv"))
    assert isinstance(found, list)
    assert [each["sound"] for each in found] == [True, False]
    assert found[1]["faults"][0] == {
        "fault": "key", "text": "1.Ra1-b1 is no key: refuted by 1...Kh7-g8, Kh7-h8", "remark": False,
        "twin": None, "line": 11, "weight": None,
    }  # fmt: skip
    assert {"file", "line", "title", "stipulation", "solution", "fixed"} <= found[0].keys()


def test_an_impossible_problem_is_not_fixed(tmp_path: Path) -> None:
    """Black is in check by the Rook on b8, and stays so if the other one moves."""
    file = tmp_path / "problem.yaml"
    file.write_text(
        "algebraic:\n  white: [Kg6, Ra8, Rb8]\n  black: [Kh8]\nstipulation: '#1'\nsolution: |\n  1.Kg6-f7 #\n"
    )
    before = file.read_bytes()
    code, out, _ = run("verify", str(file), "--fix")
    assert (code, file.read_bytes()) == (1, before)
    assert "impossible: black is in check, and white is to move" in out and "was written" not in out
    assert out.endswith("    its stated solution was left as it is\n")


def test_what_cannot_be_fixed_is_refused_before_the_work(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flow = folder / "flow.yaml"
    flow.write_text("{algebraic: {white: [Kf6, Ra1], black: [Kh7]}, stipulation: '#2'}\n")
    assert "flow.yaml:1: solution cannot be written" in fail(monkeypatch, capsys, "verify", str(folder), "--fix")
    assert "wrong" in (folder / "below" / "bad.olv").read_text()  # whole, or not at all
    assert "no puzzle file" in fail(monkeypatch, capsys, "verify", str(_made(folder / "empty")))
    assert "cannot be read" in fail(monkeypatch, capsys, "verify", str(folder / "none.yaml"))
    (folder / "latin.yaml").write_bytes(b"comments: [\xe9]")
    assert "UTF-8" in fail(monkeypatch, capsys, "verify", str(folder / "latin.yaml"))


def test_what_can_be_read_is_judged_where_something_cannot(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = f"stipulation: '#2'\n---\n{GOOD}---\nauthors: [@x]\n{GOOD}---\n# no key\n{BAD}"
    (folder / "wrong.yaml").write_text(wrong)
    (folder / "latin.yaml").write_bytes(b"comments: [\xe9]")
    (folder / "wrong.inp").write_text(
        "BeginProblem\nPiezes White Kf6 Ra1\nNextProblem\nStipulation #2\nPieces White Kf6 Ra1 Black Kh7\nEndProblem\n"
    )
    code, out, err = run("verify", str(folder))
    assert code == 2
    reported = [line.rpartition("/")[2] for line in out.splitlines() if line.startswith(str(folder))]
    lines = GOOD.count("\n")
    assert reported == [
        "bad.olv:1: #2: sound", "bad.olv:7: #2: unsound", "good.yaml:1: #2: sound", "wrong.inp:3: #2: sound",
        "wrong.yaml:3: #2: sound", f"wrong.yaml:{lines * 2 + 7}: #2: unsound",
    ]  # fmt: skip
    assert out.splitlines()[-1] == "4 of 6 problems sound; 4 problems cannot be read"
    errors = [line.replace(f"{folder}/", "") for line in err.splitlines() if line.startswith("error: ")]
    assert [":".join(error.split(":")[:3]) for error in errors] == [
        "error: latin.yaml: cannot be read", "error: wrong.inp:2", "error: wrong.yaml:1",
        f"error: wrong.yaml:{lines + 4}",
    ]  # fmt: skip
    file = folder / "wrong.yaml"
    assert run("verify", f"{file}#2", "--no-economy")[0] == 0
    assert f"wrong.yaml:{lines + 4}: no YAML" in fail(monkeypatch, capsys, "verify", f"{file}#3")
    code, out, err = run("themes", str(file))
    assert (code, out.count("wrong.yaml:"), err.count("error: ")) == (2, 2, 2)
    assert run("verify", str(file), "--fix")[0] == 2
    assert file.read_text().startswith(wrong.removesuffix(BAD))
    assert run("verify", f"{file}#4", "--no-economy")[0] == 0


def _made(path: Path) -> Path:
    path.mkdir()
    return path


def test_no_time_is_reported(folder: Path) -> None:
    code, out, _ = run("verify", str(folder), "--time", "0")
    assert code == 3
    assert "3 problems not verified: stopped" in out


def test_the_schema_is_printed() -> None:
    code, out, _ = run("verify", "--schema")
    assert code == 0
    assert json.loads(out)["required"] == ["stipulation", "algebraic"]


@pytest.mark.slow
def test_the_reference_engine_verifies_what_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be compiled is left to the reference engine, as `solve` does."""

    def no_engine(name: str, readings: tuple[str, ...], *, engine: str = "reference") -> sm.Game:
        if engine == "compiled":
            raise sm.RulesError("not compiled")
        return sm.game(name, readings)

    file = tmp_path / "one.yaml"
    file.write_text(GOOD.replace("#2", "#1").replace("Kf6", "Kg6").replace("Kh7", "Kh8"))
    (problem,) = read_problems(file, no_engine)
    assert not problem.phases[0].position.game.is_compiled
    assert verdict_on(problem, Limits()).is_sound
