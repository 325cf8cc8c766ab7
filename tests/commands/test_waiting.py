"""What is said on standard error while something takes long."""

from __future__ import annotations

import re
import time

import pytest

from shadowmate.commands import waiting
from support.cli import run


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PERIOD", 0.05)


@pytest.mark.usefixtures("impatient")
def test_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """They are due by the clock, also while nothing tells of progress; and they end with the work."""
    with waiting.progress("counting", "found ") as advance:
        time.sleep(0.12)
        advance(0, None, None)
        time.sleep(0.12)
        advance(3, 20, "this")
        time.sleep(0.12)
    said = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"counting, 0 s", said[0]) and re.fullmatch(r"counting, 3 of 20, found this, 0 s", said[-1])
    assert len(said) >= 3 and not [line for line in said if "?" in line]
    time.sleep(0.12)
    assert capsys.readouterr().err == ""


def test_nothing_is_said_of_what_is_quick(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.progress("counting") as advance:
        advance(1, 2, None)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("what", "arguments"),
    [
        ("searching", ["solve", "fide: start", "#9", "--time", "0.5"]),
        ("searching", ["solve", "fide: start", "h#4", "--time", "0.5"]),
        ("tabulating", ["endgame", "fide: white K R N black K"]),
        ("counting depth", ["perft", "fide: start", "5"]),
    ],
)
def test_every_command_that_takes_long_says_so(what: str, arguments: list[str]) -> None:
    _, _, said = run(*arguments)
    assert re.search(rf"^{what}.*, \d+ s$", said, re.MULTILINE), said
    assert "?" not in said
