"""The three ways to have the explorer do the same: a served page, a file, and a widget in a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import shadowmate as sm
from shadowmate.exploring.data import Chapter, steps_of_solution
from shadowmate.exploring.page import page
from shadowmate.solving.problem.kind import PASS
from support.explorer import MOST_UNLIKE, choose, distance, drag, opened, opened_notebook, still, waits_for

pytestmark = pytest.mark.slow

Shells = dict[str, Callable[[str], Any]]

PROBLEMS = {
    "fide": ("white Kf6 Ra1 black Kh7", "#2", "checkmate: white has won"),
    "raumschach": ("white RBd3 KBe5 QCb3 black KAa4", "#2", "checkmate: white has won"),
    "prince": ("white KiAd3 CoBb5 PrEb7 black KiBf4 KnCd4", "#2", "checkmate: white has won"),
    "diagonals": (
        "emperors ErDd4 FlBc1 MsBh4 presidents PdCa1 founders FdAi1",
        "#1",
        "emperors to move",
    ),
}
"""Problems, and how their solutions end."""

_PIECES = """Object.fromEntries([...document.querySelectorAll(".place > .board [data-cell] image")].map(
  (image) => [image.parentNode.dataset.cell, image.dataset.glyph]))"""


def pieces(position: sm.Position) -> dict[str, str]:
    """The pieces as the page names them."""
    return {cell: f"{piece.army} {position.game.piece_name(piece.kinds)}" for cell, piece in position.pieces.items()}


@cache
def solved(name: str) -> sm.Solution:
    text, stipulation, _ = PROBLEMS[name]
    position = sm.position(f"{name}: {text}", engine="compiled")
    return sm.solve(position, stipulation, set_play=stipulation == "#2")


def moves_from(solution: sm.Solution, node: str) -> list[tuple[str, str]]:
    """The moves after a node of a solution's tree, without passes, and the nodes behind them."""
    found = ((str(edge["move"]), after) for _, after, edge in solution.tree.out_edges(node, data=True))
    return [(text, after) for text, after in found if text != PASS]


@cache
def page_of(name: str) -> str:
    return page([Chapter(steps_of_solution(solved(name)))])


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A puzzle file of the problems."""
    entries = []
    for name, (text, stipulation, _) in PROBLEMS.items():
        armies = re.findall(r"([a-z]+) ((?:[A-Z]\S*\s?)+)", text)
        algebraic = {army: standing.split() for army, standing in armies}
        entries.append({"game": name, "algebraic": algebraic, "stipulation": stipulation})
    file = tmp_path_factory.mktemp("problems") / "problems.yaml"
    file.write_text(yaml.safe_dump_all(entries, sort_keys=False), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("shell", "name"), [("page", "raumschach"), ("file", "prince"), ("notebook", "diagonals")])
def test_the_board_turns_with_a_mouse_and_with_a_finger(window: Any, shells: Shells, shell: str, name: str) -> None:
    """It turns back with the same movement, which chooses no cell; a click there chooses one."""
    shells[shell](f"{name}: {PROBLEMS[name][0]}")
    window.get_by_role("button", name="Turn in space").click()
    stack, answers = window.locator("canvas"), window.locator(".answers")
    stack.scroll_into_view_if_needed()
    first, unasked = still(stack), answers.inner_text()
    drag(window, stack, 90, 30)
    turned = stack.screenshot()
    drag(window, stack, -90, -30)
    back = stack.screenshot()
    assert distance(window, first, turned) > 4 * max(distance(window, first, back), 0.25)
    assert answers.inner_text() == unasked
    window.get_by_role("checkbox").first.uncheck()
    assert distance(window, first, still(stack)) > 0.25
    drag(window, stack, 0, 0)
    answers.get_by_text("attack").first.wait_for()
    window.get_by_role("button", name="Flat board").click()
    assert window.locator("[data-cell]").first.is_visible() and not stack.is_visible()
    assert window.locator("g.chosen").count() == 1


def test_the_board_looks_the_same_in_each(window: Any, shells: Shells) -> None:
    """The guide has pictures of the page, to which test_explore.py compares it."""
    shown: dict[str, list[bytes]] = {}
    for shell, opens in shells.items():
        opens("prince: white KiAa1 ScDd4 black KiHh8 KnDd6")
        if shell != "file":
            window.get_by_label("Ask").check()
        choose(window, "Dd4")
        waits_for(window, ".answers", "shadowed by KnDd6")
        flat = window.locator(".place > .board").screenshot()
        window.get_by_role("button", name="Turn in space").click()
        shown[shell] = [flat, still(window.locator("canvas"))]
    for shell in ("file", "notebook"):
        for one, other in zip(shown["page"], shown[shell], strict=True):
            assert distance(window, one, other) < MOST_UNLIKE / 2, shell


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("shell", ["file", "notebook"])
def test_a_solution_is_stepped_through_to_its_end(window: Any, tmp_path: Path, shell: str, name: str) -> None:
    """The board has the pieces of each position, and the moves are a line of the solution's tree."""
    solution = solved(name)
    if shell == "notebook":
        pytest.importorskip("anywidget", reason="needs anywidget: pip install -e '.[notebook]'")
        opened_notebook(window, tmp_path, solution.explore())
    else:
        (tmp_path / "page.html").write_text(page_of(name), encoding="utf-8")
        opened(window, (tmp_path / "page.html").as_uri())
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
        assert window.evaluate(_PIECES) == pieces(solution.position.game.position(node))
        moves.append(move)
        if onwards.is_disabled():
            break
        onwards.click()
    assert PROBLEMS[name][2] in state.inner_text() and not tree[node] and len(moves) == 3
    window.get_by_role("button", name="Back").click()
    assert "to move" in state.inner_text() and window.locator(".tree button[aria-current]").count() == 1


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_solution_is_played_on_the_served_page(
    window: Any, served: Callable[..., str], problems: str, name: str
) -> None:
    """Key, defence and end are made by clicks or taps; before the end the page answers why a cell is attacked."""
    solution = solved(name)
    opened(window, served(problems))
    window.locator(".gallery > figure > button").nth(list(PROBLEMS).index(name)).click()
    now, node, wanted = solution.position, solution.root, str(solution.key)
    while wanted:
        move = now.move(wanted)
        choose(window, move.origin, move.target)
        state = waits_for(window, ".state", wanted)
        now, node = now.push(move), next(after for text, after in moves_from(solution, node) if text == wanted)
        assert window.evaluate(_PIECES) == pieces(now)
        wanted = next((text for text, _ in moves_from(solution, node)), "")
    assert PROBLEMS[name][2] in state
    window.get_by_label("Ask").check()
    choose(window, move.target)
    reasons = str(now.attackers(move.target)).splitlines()
    described = waits_for(window, ".answers", reasons[-1].strip())
    assert all(line.strip() in described for line in reasons)
