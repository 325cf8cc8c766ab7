"""The explorer's file in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.exploring.data import Chapter, Step, steps_of_line, steps_of_solution
from shadowmate.exploring.page import page

pytestmark = pytest.mark.slow


def opened(window: Any, folder: Path, steps: list[Step]) -> Any:
    file = folder / "page.html"
    file.write_text(page([Chapter(steps)]), encoding="utf-8")
    window.goto(file.as_uri())
    window.wait_for_selector("html[data-ready=yes]")
    return window


def test_a_piece_that_is_clicked_says_how_far_it_goes(window: Any, tmp_path: Path) -> None:
    position = sm.position("prince: white KiAa1 ScDd4 black KiHh8 KnDd6")
    opened(window, tmp_path, [Step(position)])
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
    opened(window, tmp_path, steps_of_line(start, [key, start.push(key).move("KAa4-Aa5")]))
    state = window.locator(".state")
    assert state.inner_text() == "0 of 2; white to move" and window.get_by_role("button", name="Back").is_disabled()
    window.get_by_role("button", name="Next").click()
    assert state.inner_text() == "1 of 2: RBd3-Bb3; black to move" and window.locator("g.last").count() == 2
    window.keyboard.press("n")
    assert "KAa4-Aa5" in state.inner_text() and window.get_by_role("button", name="Next").is_disabled()
    window.keyboard.press("b")
    assert "RBd3-Bb3" in state.inner_text()


@pytest.mark.parametrize(
    ("text", "stipulation"),
    [("fide: white Kf6 Ra1 black Kh7", "#2"), ("raumschach: white RBd3 KBe5 QCb3 black KAa4", "#2")],
)
def test_a_solution_is_walked_to_its_mate(window: Any, tmp_path: Path, text: str, stipulation: str) -> None:
    solution = sm.solve(sm.position(text, engine="compiled"), stipulation, set_play=True)
    opened(window, tmp_path, steps_of_solution(solution))
    window.locator(".tree button", has_text=str(solution.key)).first.click()
    state = window.locator(".state")
    assert state.inner_text().startswith(f"key {solution.key}; ")
    while window.get_by_role("button", name="Next").is_enabled():
        window.get_by_role("button", name="Next").click()
    assert "checkmate: white has won" in state.inner_text()
    window.get_by_role("button", name="Back").click()
    assert "to move" in state.inner_text() and window.locator(".tree button[aria-current]").count() == 1


def test_the_keyboard_goes_from_cell_to_cell_and_floor_to_floor(window: Any, tmp_path: Path) -> None:
    opened(window, tmp_path, [Step(sm.game("raumschach").start())])
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


@pytest.mark.parametrize("name", ["prince", "diagonals"])
def test_the_stack_is_drawn_and_turns(window: Any, tmp_path: Path, name: str) -> None:
    opened(window, tmp_path, [Step(sm.game(name).start())])
    window.get_by_role("button", name="Turn in space").click()
    canvas = window.locator("canvas")
    window.wait_for_timeout(400)
    first = canvas.screenshot()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    window.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.mouse.down()
    window.mouse.move(box["x"] + box["width"] / 2 + 90, box["y"] + box["height"] / 2 + 30, steps=4)
    window.mouse.up()
    window.wait_for_timeout(200)
    turned = canvas.screenshot()
    window.get_by_role("checkbox").first.uncheck()
    window.wait_for_timeout(200)
    assert len({first, turned, canvas.screenshot()}) == 3
    window.get_by_role("button", name="Flat board").click()
    assert window.locator("[data-cell]").first.is_visible() and not canvas.is_visible()
