"""Files of positions, one a line: `moves`, `status`, `why` and `perft` answer about each of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.main import get_command

from shadowmate.commands import engines
from shadowmate.commands.app import app
from shadowmate.commands.claims import run_command
from support.cli import answer, fail, run

POSITION = "prince: white KiAa1 PrDd4 black KiHf7"
MATED = "fide: white Kf6 Qg7 black Kh8 turn black"
ALONE = "fide: white Ka1 black Ka8 turn white"
COMMANDS = [["moves"], ["status"], ["why", "a1-a2"], ["why", "--attacks", "a2"], ["perft", "2"]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of positions with an error in its third line."""
    found = tmp_path / "positions.txt"
    found.write_text(f"# two\n{ALONE}\nfide: nonsense\n\nfide: white Ka1 Pb2 black Ka8 turn white\n")
    return found


def answered(words: list[str], *more: str, input: str | None = None) -> tuple[int, str, str]:
    """What a command answers with options before its other arguments."""
    return run(words[0], *more, *words[1:], input=input)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_answer_is_that_about_the_position_alone(words: list[str], file: Path) -> None:
    """With `--json` each is a line, and a bad line has its error there; the exit code is 2."""
    code, out, err = answered(words, "--file", str(file), "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert code == 2 and err.startswith("line 3: 'nonsense'")
    assert second["position"] == "fide: nonsense" and "'nonsense'" in second["error"]
    for found in (first, third):
        alone = answer(words[0], found["position"], *words[1:])
        assert {**found, "seconds": 0} == {**alone, "seconds": 0}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["status"], "white to move, 3 legal moves; dead position: a draw"),
        (["why", "a1-a8"], "a1-a8 is not legal: no route of Ka1 ends on Ka8"),
        (["why", "--attacks", "a2"], "Ka1 (white) attacks a2; route step (0,1): open"),
        (["perft", "2"], "perft 1: 3; perft 2: 9"),
        (["perft", "2", "--divide"], "Ka1-a2: 3; Ka1-b1: 3; Ka1-b2: 3; perft 1: 3; perft 2: 9"),
        (["perft", "0"], "perft 0: 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_answer_as_text_is_one_line(words: list[str], text: str) -> None:
    """After the position; from standard input."""
    code, out, err = answered(words, "--file", "-", input=f"{ALONE}\n")
    assert (code, out, err) == (0, f"{ALONE}: {text}\n", "")


def test_a_claim_may_ask_about_a_file(file: Path) -> None:
    """Several lines are a list."""
    file.write_text(f"{ALONE}\n{MATED}\n")
    code, found = run_command(get_command(app), ["status", "--file", str(file)])
    assert (code, [each["outcome"] for each in found]) == (0, ["dead position", "checkmate"])


def test_status_of_many_positions_reports_ends() -> None:
    out = run("status", "--file", "-", input=f"{MATED}\n{ALONE}\n")[1]
    ends = [line.rpartition("; ")[2] for line in out.splitlines()]
    assert ends == ["checkmate: white has won", "dead position: a draw"]


@pytest.mark.parametrize(
    ("words", "reasons"),
    [
        (["status"], ["give either a POSITION or --file FILE"]),
        (["why"], ["give either a POSITION or --file FILE"]),
        (["perft"], ["give either a POSITION or --file FILE"]),
        (["status", ALONE, "--file", "FILE"], ["give either a POSITION or --file FILE"]),
        (["why", ALONE, "a1-a2", "--file", "FILE"], ["give either a POSITION or --file FILE"]),
        (["perft", ALONE, "2", "--file", "FILE"], ["give either a POSITION or --file FILE"]),
        (["why", "--file", "FILE"], ["give either a MOVE or --attacks CELL"]),
        (["why", "a1-a2", "--attacks", "a2", "--file", "FILE"], ["give either a MOVE or --attacks CELL"]),
        (["perft", "--file", "FILE"], ["expected a DEPTH", "after --file FILE"]),
        (["perft", ALONE], ["expected a DEPTH after the POSITION"]),
        (["perft", ALONE, "two"], ["DEPTH: 'two'", "whole number"]),
        (["perft", "two", "--file", "FILE"], ["DEPTH: 'two'", "whole number"]),
        (["perft", "-1", "--file", "FILE"], ["depth -1", "expected 0 or more"]),
        (["perft", "0", "--divide", "--file", "FILE"], ["--divide: depth 0"]),
        (["status", "--file", "/no/such/file"], ["/no/such/file: cannot be read"]),
        (["perft", "2", "--file", "/no/such/file"], ["/no/such/file: cannot be read"]),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_what_is_asked_in_a_wrong_way(
    words: list[str],
    reasons: list[str],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One error, and no position is read."""
    text = fail(monkeypatch, capsys, *(str(file) if word == "FILE" else word for word in words))
    assert all(reason in text for reason in reasons) and text.count("error: ") == 1 and text.count("\n") == 1


def test_an_interrupted_count_leaves_out_the_rest(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The position that was being counted is the last one, with what is finished of it."""

    @contextmanager
    def pressed() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    monkeypatch.setattr(engines, "interrupts", pressed)
    code, out, err = run("perft", "2", "--file", str(file), "--json")
    found = json.loads(out)
    assert (code, found["complete"], found["perft"]) == (3, False, {})
    assert "interrupted: depth 1 is counted for 0 of 3 first moves" in err


def test_moves_of_many_positions(tmp_path: Path) -> None:
    """One answer a line; a bad line is reported by its number, and the others are answered."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{POSITION}\nnonsense\nwhite KnDd4\n")
    code, out, err = run("moves", "--file", str(file), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2 and "line 2" in err
    assert [len(line.get("moves", [])) for line in lines] == [354 + 7, 0, 24]
    assert "nonsense" in lines[1]["error"]
    assert run("moves", "--file", "-", input="white KnDd4\n")[1].startswith("24: ")


@pytest.mark.slow
def test_many_bad_lines_are_reported_as_a_count(tmp_path: Path) -> None:
    """Each is still answered in its place."""
    file = tmp_path / "positions.txt"
    file.write_text("nonsense\n" * 1000 + "white KnDd4\n")
    code, out, text = run("moves", "--file", str(file))
    assert code == 2 and out.count("\n") == 1001 and out.splitlines()[-1].startswith("24: ")
    assert text.count("\n") == 11 and text.endswith("and 990 more lines\n")


def test_a_byte_order_mark_before_the_first_position_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("white KnDd4\n", encoding="utf-8-sig")
    assert run("moves", "--file", str(file))[1].startswith("24: ")


@pytest.mark.parametrize("text", ["", "# none\n\n"])
def test_a_file_without_a_position_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(text)
    assert "there is no position in it" in fail(monkeypatch, capsys, "moves", "--file", str(file))


def test_line_numbers_count_blank_lines_and_comments(tmp_path: Path) -> None:
    """A bad line is reported by its number in the file."""
    file = tmp_path / "positions.txt"
    file.write_text("# two\n\nwhite KnDd4\n\nnonsense\n")
    assert "line 5:" in run("moves", "--file", str(file))[2]
