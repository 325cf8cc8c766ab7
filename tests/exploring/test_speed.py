"""The speed and size of the explorer: printed, and within the bounds of the guide. Run it on an idle machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.exploring.data import Chapter, Step
from shadowmate.exploring.page import page

pytestmark = pytest.mark.exhaustive

FLAGS: list[str] = []  # a graphics card made of software is no measure

FIRST_PICTURE, CLICK = 2.0, 0.1
"""At most as many seconds for the first picture of Prince, and for a click."""

_CLICK = """async (cell) => {
  const began = performance.now();
  document.querySelector(`[data-cell=${cell}]`).dispatchEvent(new MouseEvent("click", {bubbles: true}));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return (performance.now() - began) / 1000;
}"""


def measured(window: Any, address: str) -> tuple[float, float]:
    """Seconds until an address shows its pieces, and for a click once all is known."""
    began = perf_counter()
    window.goto(address)
    window.wait_for_function("document.querySelectorAll('.board image').length > 0")
    window.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    pictured = perf_counter() - began
    window.locator("[data-cell]").first.click()
    window.locator(".answers", has_text="attack").wait_for()
    return pictured, max(window.evaluate(_CLICK, cell) for cell in ("Dd4", "Ad1", "Hd8", "Ee5"))


def test_the_array_of_many_pieces_is_there_soon(window: Any, served: Callable[..., str], tmp_path: Path) -> None:
    for name in ("prince", "raumschach", "diagonals", "fide"):
        file = tmp_path / f"{name}.html"
        file.write_text(page([Chapter([Step(sm.game(name).start())])]), encoding="utf-8")
        print(f"{name}: a file of {file.stat().st_size:,} bytes")
    for what, address in (("file", (tmp_path / "prince.html").as_uri()), ("page", served("prince"))):
        pictured, clicked = measured(window, address)
        print(f"prince, {what}: first picture {pictured:.2f} s, click {clicked * 1000:.0f} ms")
        assert pictured < FIRST_PICTURE and clicked < CLICK
