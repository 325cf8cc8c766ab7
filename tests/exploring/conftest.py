"""A browser for the explorer: Debian's Chromium, with WebGL by software. Its tests are skipped where there is none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.exploring.data import Chapter, Step
from shadowmate.exploring.page import page
from support.browser import WEBGL, chromium
from support.explorer import DESKTOP, MOST_UNLIKE, PHONE, distance, is_phone, opened, opened_notebook
from support.paths import ROOT

HERE = ("file:", "data:", "blob:", "http://127.0.0.1:")
"""The beginnings of addresses on this machine."""


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Chromium; a module of tests may have `FLAGS` of its own instead of those for WebGL by software."""
    with chromium(getattr(request.module, "FLAGS", WEBGL)) as found:
        yield found


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def window(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A window of some size, in which nothing may go wrong and nothing be asked of the network."""
    wrong: list[str] = []
    size = dict(zip(("width", "height"), request.param, strict=True))
    found = browser.new_page(viewport=size, has_touch=request.param == PHONE)
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    found.on("request", lambda asked: None if asked.url.startswith(HERE) else wrong.append(asked.url))
    yield found
    found.close()
    assert wrong == []


@pytest.fixture(scope="module")
def served() -> Iterator[Callable[..., str]]:
    """Starts `shadowmate explore` with some arguments, once each, and gives the address of its page."""
    pytest.importorskip("uvicorn", reason="needs uvicorn: pip install -e '.[explore]'")
    running: dict[tuple[str, ...], tuple[subprocess.Popen[str], str]] = {}

    def serve(*words: str) -> str:
        if words not in running:
            command = [sys.executable, "-m", "shadowmate", "explore", *words, "--no-browser", "--json"]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
            assert process.stdout is not None
            running[words] = process, json.loads(process.stdout.readline())["address"]
        return running[words][1]

    yield serve
    for process, _ in running.values():
        process.send_signal(signal.SIGINT)
    assert [process.wait(20) for process, _ in running.values()] == [0] * len(running)


@pytest.fixture
def shells(window: Any, served: Callable[..., str], tmp_path: Path) -> dict[str, Callable[[str], Any]]:
    """The ways to have the explorer; each opens a position in the window."""

    def as_file(text: str) -> Any:
        (tmp_path / "page.html").write_text(page([Chapter([Step(sm.position(text))])]), encoding="utf-8")
        return opened(window, (tmp_path / "page.html").as_uri())

    def in_notebook(text: str) -> Any:
        pytest.importorskip("anywidget", reason="needs anywidget: pip install -e '.[notebook]'")
        return opened_notebook(window, tmp_path, sm.position(text).explore())

    return {"page": lambda text: opened(window, served(text)), "file": as_file, "notebook": in_notebook}


@pytest.fixture
def faults(window: Any) -> Callable[[], list[str]]:
    """Gives the serious faults that axe finds in the page that is open."""
    script = ROOT / "explorer" / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        pytest.skip("needs axe: npm ci, in explorer/")

    def found() -> list[str]:
        window.evaluate(script.read_text(encoding="utf-8"))
        violations = window.evaluate("axe.run().then((found) => found.violations)")
        return [
            f"{each['id']}: {each['nodes'][0]['html'][:200]}"
            for each in violations
            if each["impact"] in ("serious", "critical")
        ]

    return found


@pytest.fixture
def alike(window: Any) -> Callable[..., None]:
    """Compares what a wide window, or a phone's, shows with a picture of the guide, if there is one.

    SHADOWMATE_SCREENSHOTS=1 makes that anew.
    """

    def compare(wide: str, phone: str = "") -> None:
        name = phone if is_phone(window) else wide
        if not name:
            return
        file, shown = ROOT / "docs" / name, window.screenshot()
        if os.environ.get("SHADOWMATE_SCREENSHOTS"):
            file.write_bytes(shown)
        assert distance(window, file.read_bytes(), shown) < MOST_UNLIKE, f"{name}: set SHADOWMATE_SCREENSHOTS=1"

    return compare
