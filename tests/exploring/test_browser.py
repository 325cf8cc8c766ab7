"""The explorer's file in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.exploring.data import MOST_ANSWERED, Chapter, Step, steps_of_line
from shadowmate.exploring.page import page
from support.explorer import opened

pytestmark = pytest.mark.slow


def opened_steps(window: Any, folder: Path, steps: list[Step]) -> None:
    (folder / "page.html").write_text(page([Chapter(steps)]), encoding="utf-8")
    opened(window, (folder / "page.html").as_uri())


def test_a_click_on_a_piece_shows_its_cells(window: Any, tmp_path: Path) -> None:
    position = sm.position("prince: white KiAa1 ScDd4 black KiHh8 KnDd6")
    opened_steps(window, tmp_path, [Step(position)])
    window.locator("[data-cell=Dd4]").click()
    described, found = window.locator(".answers").inner_text(), sm.marks(position, "Dd4")
    assert "ScDd4, white" in described and f"reaches {len(found.reached)} empty cells" in described
    assert window.locator("g.reached").count() == len(found.reached)
    assert window.locator("g.shadowed").count() == len(found.shadowed) > 0 and "shadowed by KnDd6" in described
    window.keyboard.press("Escape")
    assert window.locator("g.reached").count() == 0


def test_a_mate_is_stepped_through(window: Any, tmp_path: Path) -> None:
    start = sm.position("raumschach: white RBd3 KBe5 QCb3 black KAa4")
    key = start.move("RBd3-Bb3")
    opened_steps(window, tmp_path, steps_of_line(start, [key, start.push(key).move("KAa4-Aa5")]))
    state = window.locator(".state")
    assert state.inner_text() == "0 of 2; white to move" and window.get_by_role("button", name="Back").is_disabled()
    window.get_by_role("button", name="Next").click()
    assert state.inner_text() == "1 of 2: RBd3-Bb3; black to move" and window.locator("g.last").count() == 2
    window.keyboard.press("n")
    assert "KAa4-Aa5" in state.inner_text() and window.get_by_role("button", name="Next").is_disabled()
    window.keyboard.press("b")
    assert "RBd3-Bb3" in state.inner_text()


def test_a_page_of_many_positions_answers_but_at_the_ends_of_lines(window: Any, tmp_path: Path) -> None:
    start = sm.position("fide: white Ke1 Qd1 Ra1 Rh1 Bc1 Nb1 black Ke8 Qd8 Ra8")
    steps = [Step(start)]
    while len(steps) <= MOST_ANSWERED:
        moves = steps[0].position.legal_moves()
        at = 0 if len(steps) <= len(moves) else len(steps) % len(moves)
        position = steps[at].position
        move = position.legal_moves()[len(steps) // len(moves)]
        steps.append(Step(position.push(move), str(move), (), "", at))
    opened_steps(window, tmp_path, steps)
    window.locator("[data-cell=d1]").click()
    assert "reaches" in window.locator(".answers").inner_text()
    while window.get_by_role("button", name="Next").is_enabled():
        window.get_by_role("button", name="Next").click()
    window.locator("[data-cell=e8]").click()
    assert "too many positions" in window.locator(".answers").inner_text()


def test_points_are_drawn_as_lines(window: Any, tmp_path: Path) -> None:
    opened_steps(window, tmp_path, [Step(sm.game("xiangqi").start())])
    assert window.locator(".lines").get_attribute("d").count("M") == 162
    window.locator("[data-cell=e1]").click()
    assert window.locator("g.reached").count() == 1
    window.get_by_role("button", name="Turn in space").click()
    assert window.locator("canvas").is_visible()


def test_a_board_that_is_left_gives_back_what_it_is_drawn_with(window: Any, tmp_path: Path) -> None:
    """A browser ends the oldest of some sixteen drawings in space, with a warning, if none are given back."""
    printed: list[str] = []
    window.on("console", lambda message: printed.append(message.text))
    chapters = [Chapter([Step(sm.game(name).start())]) for name in ("fide", "xiangqi")]
    (tmp_path / "page.html").write_text(page(chapters), encoding="utf-8")
    opened(window, (tmp_path / "page.html").as_uri())
    window.locator(".gallery button").first.click()
    for each in range(20):
        window.get_by_label("Position").select_option(str(each % 2))
        window.get_by_role("button", name="Turn in space").click()
        window.wait_for_timeout(50)
        assert window.locator("canvas").count() == 1
    assert not [text for text in printed if "contexts" in text or "Context" in text]


@pytest.mark.parametrize("name", ["prince", "fide", "xiangqi"])
def test_nothing_serious_is_wrong_with_a_file(
    window: Any, tmp_path: Path, faults: Callable[[], list[str]], name: str
) -> None:
    opened_steps(window, tmp_path, [Step(sm.game(name).start())])
    window.locator("[data-cell]").first.click()
    assert faults() == [] and window.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keyboard_goes_from_cell_to_cell_and_level_to_level(window: Any, tmp_path: Path) -> None:
    opened_steps(window, tmp_path, [Step(sm.game("raumschach").start())])
    window.locator("[data-cell=Bb2]").click()
    for key, cell in (
        ("ArrowRight", "Bc2"),
        ("ArrowUp", "Bc3"),
        ("PageUp", "Cc3"),
        ("ArrowLeft", "Cb3"),
        ("PageDown", "Bb3"),
    ):
        window.keyboard.press(key)
        assert window.evaluate("document.activeElement.dataset.cell") == cell
    window.keyboard.press("Enter")
    assert "Bb3" in window.locator(".answers").inner_text()
