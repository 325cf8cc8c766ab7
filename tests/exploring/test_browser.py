"""The explorer's file in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.exploring.data import MOST_ANSWERED, Chapter, Step, steps_of_line, steps_of_solution
from shadowmate.exploring.page import page

pytestmark = pytest.mark.slow


def opened(window: Any, folder: Path, steps: list[Step]) -> Any:
    file = folder / "page.html"
    file.write_text(page([Chapter(steps)]), encoding="utf-8")
    window.goto(file.as_uri())
    window.wait_for_selector("html[data-ready=yes]")
    return window


def test_a_click_on_a_piece_shows_its_cells(window: Any, tmp_path: Path) -> None:
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


@cache
def solved(text: str) -> tuple[sm.Solution, str]:
    """A solution with its page."""
    of_two = "presidents" not in text
    solution = sm.solve(sm.position(text, engine="compiled"), "#2" if of_two else "#1", set_play=of_two)
    return solution, page([Chapter(steps_of_solution(solution))])


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("fide: white Kf6 Ra1 black Kh7", "checkmate: white has won"),
        ("raumschach: white RBd3 KBe5 QCb3 black KAa4", "checkmate: white has won"),
        ("prince: white KiAd3 CoBb5 PrEb7 black KiBf4 KnCd4", "checkmate: white has won"),
        ("diagonals: emperors ErDd4 FlBc1 MsBh4 presidents PdCa1 DsBh5 founders FdAi1 QnEg4", "emperors to move"),
    ],
    ids=["fide", "raumschach", "prince", "diagonals"],
)
def test_a_solution_is_stepped_through_to_its_end(window: Any, tmp_path: Path, text: str, end: str) -> None:
    """The board has the pieces of each position, and the moves are a line of the solution's tree."""
    solution, shown = solved(text)
    (tmp_path / "page.html").write_text(shown, encoding="utf-8")
    window.goto((tmp_path / "page.html").as_uri())
    window.wait_for_selector("html[data-ready=yes]")
    window.locator(".tree button", has_text=str(solution.key)).first.click()
    state, onwards = window.locator(".state"), window.get_by_role("button", name="Next")
    assert state.inner_text().startswith(f"key {solution.key}; ")
    tree, node, moves = solution.tree, solution.root, []
    while True:
        kind, move = re.match(r"(\w+) (\S+); ", state.inner_text()).groups()  # type: ignore[union-attr]
        (node,) = (
            after
            for _, after, edge in tree.out_edges(node, data=True)
            if (str(edge["move"]), str(edge["kind"])) == (move, kind)
        )
        position = solution.position.game.position(node)
        assert window.evaluate(_PIECES) == {
            cell: f"{piece.army} {position.game.piece_name(piece.kinds)}" for cell, piece in position.pieces.items()
        }
        moves.append(move)
        if onwards.is_disabled():
            break
        onwards.click()
    assert end in state.inner_text() and not tree[node] and len(moves) == 3
    window.get_by_role("button", name="Back").click()
    assert "to move" in state.inner_text() and window.locator(".tree button[aria-current]").count() == 1


_PIECES = """Object.fromEntries([...document.querySelectorAll("[data-cell] image")].map(
  (image) => [image.parentNode.dataset.cell, image.dataset.glyph]))"""


def test_a_page_of_many_positions_answers_but_at_the_ends_of_lines(window: Any, tmp_path: Path) -> None:
    start = sm.position("fide: white Ke1 Qd1 Ra1 Rh1 Bc1 Nb1 black Ke8 Qd8 Ra8")
    steps = [Step(start)]
    while len(steps) <= MOST_ANSWERED:
        moves = steps[0].position.legal_moves()
        at = 0 if len(steps) <= len(moves) else len(steps) % len(moves)
        position = steps[at].position
        move = position.legal_moves()[len(steps) // len(moves)]
        steps.append(Step(position.push(move), str(move), (), "", at))
    opened(window, tmp_path, steps)
    window.locator("[data-cell=d1]").click()
    assert "reaches" in window.locator(".answers").inner_text()
    while window.get_by_role("button", name="Next").is_enabled():
        window.get_by_role("button", name="Next").click()
    window.locator("[data-cell=e8]").click()
    assert "too many positions" in window.locator(".answers").inner_text()


def test_points_are_drawn_as_lines(window: Any, tmp_path: Path) -> None:
    opened(window, tmp_path, [Step(sm.game("xiangqi").start())])
    assert window.locator(".lines").get_attribute("d").count("M") == 162
    window.locator("[data-cell=e1]").click()
    assert window.locator("g.reached").count() == 1
    window.get_by_role("button", name="Turn in space").click()
    assert window.locator("canvas").is_visible()


@pytest.mark.parametrize("name", ["prince", "fide", "xiangqi"])
def test_nothing_serious_is_wrong_with_a_file(
    window: Any, tmp_path: Path, faults: Callable[[], list[str]], name: str
) -> None:
    opened(window, tmp_path, [Step(sm.game(name).start())])
    window.locator("[data-cell]").first.click()
    assert faults() == [] and window.evaluate("document.documentElement.scrollWidth <= innerWidth")


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
