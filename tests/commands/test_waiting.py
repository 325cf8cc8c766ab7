"""Lines of progress on standard error, while a command works for long."""

from __future__ import annotations

import io
import re
import sys
import threading
from queue import Queue

import pytest

import shadowmate as sm
from shadowmate.commands import waiting
from support.cli import run

LONG = 600
"""Seconds to wait for a line: it comes at once, or never."""


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHADOWMATE_PROGRESS")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PERIOD", 0.005)


class Heard(io.StringIO):
    """A stream whose lines can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: Queue[str] = Queue()

    def write(self, text: str) -> int:
        if text.strip():
            self.lines.put(text)
        return len(text)

    def wait_for(self, pattern: str) -> bool:
        """Whether a line is like the pattern before one is like no line of progress."""
        while not re.fullmatch(pattern, line := self.lines.get(timeout=LONG)):
            assert re.fullmatch(r"counting.*, \d+ s", line) and "?" not in line
        return True


@pytest.mark.usefixtures("impatient")
def test_lines_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """They appear by the clock, even if the work reports no progress, and they end with the work."""
    heard = Heard()
    monkeypatch.setattr(sys, "stderr", heard)
    with waiting.progress("counting", "found ") as advance:
        assert heard.wait_for(r"counting, \d+ s")
        advance(0, None, None)
        assert heard.wait_for(r"counting, \d+ s")
        advance(3, 20, "this")
        assert heard.wait_for(r"counting, 3 of 20, found this, \d+ s")
        threads = threading.active_count()
    assert threading.active_count() < threads


@pytest.mark.parametrize("text", ["of", "ON", "0", " "])
def test_the_variable_is_on_or_off(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SHADOWMATE_PROGRESS", text)
    with pytest.raises(sm.OptionError, match=f"SHADOWMATE_PROGRESS: expected on or off, not '{text}'"):
        run("perft", "fide: start", "1")


@pytest.mark.sample(2)
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("text", "shows"), [("off", False), ("", True), ("on", True)])
def test_the_variable_turns_progress_off(monkeypatch: pytest.MonkeyPatch, text: str, shows: bool) -> None:
    monkeypatch.setenv("SHADOWMATE_PROGRESS", text)
    assert ("counting depth" in run("perft", "fide: start", "5")[2]) == shows


def test_nothing_is_reported_of_quick_work(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.progress("counting") as advance:
        advance(1, 2, None)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
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
def test_every_long_command_reports_its_progress(what: str, arguments: list[str]) -> None:
    _, _, text = run(*arguments)
    assert re.search(rf"^{what}.*, \d+ s$", text, re.MULTILINE), text
    assert "?" not in text
