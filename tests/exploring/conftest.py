"""A browser for the explorer: Debian's Chromium, with WebGL by software. Its tests are skipped where there is none."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.paths import ROOT

CHROMIUM = shutil.which("chromium")
WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""Flags of Chromium for WebGL by software; a module of tests may have `FLAGS` of its own instead."""
HERE = ("file:", "data:", "blob:", "http://127.0.0.1:")
"""The beginnings of addresses on this machine."""


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install -e '.[browser]'")
    if CHROMIUM is None:
        pytest.skip("needs Debian's Chromium: apt-get install chromium")
    flags = ["--no-sandbox", *getattr(request.module, "FLAGS", WEBGL)]
    with sync.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield found
        found.close()


@pytest.fixture(params=[(390, 780), (1280, 900)], ids=["phone", "desktop"])
def window(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A window of some size, in which nothing may go wrong and nothing be asked of the network."""
    wrong: list[str] = []
    found = browser.new_page(viewport=dict(zip(("width", "height"), request.param, strict=True)))
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
        name = phone if window.viewport_size["width"] < 1000 else wide
        if not name:
            return
        file, shown = ROOT / "docs" / name, window.screenshot()
        if os.environ.get("SHADOWMATE_SCREENSHOTS"):
            file.write_bytes(shown)
        pictures = [base64.b64encode(each).decode() for each in (file.read_bytes(), shown)]
        assert window.evaluate(_DISTANCE, pictures) < MOST_UNLIKE, f"{name}: set SHADOWMATE_SCREENSHOTS=1"

    return compare


MOST_UNLIKE = 6
"""How far two pictures may be apart, of 255, on the mean of their points: fonts differ from machine to machine."""

_DISTANCE = """async (pictures) => {
  const read = async (packed) => {
    const image = new Image();
    image.src = "data:image/png;base64," + packed;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width / 4, height: image.height / 4});
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [one, two] = await Promise.all(pictures.map(read));
  if (one.length !== two.length) return 255;
  return one.reduce((sum, value, place) => sum + Math.abs(value - two[place]), 0) / one.length;
}"""
