"""The page of `shadowmate explore` in a browser, which asks the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from support.explorer import choose, opened, opened_notebook, waits_for

pytestmark = pytest.mark.slow

MATE_IN_TWO = "fide: white Kf6 Ra1 black Kh7"


def opened_first(window: Any, address: str) -> None:
    """Open the first position of a page, where others that a test before has opened make it a gallery."""
    opened(window, address)
    gallery = window.locator(".gallery > figure > button")
    if gallery.count():
        gallery.first.click()


def test_reasons_are_shown_in_words(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served(MATE_IN_TWO))
    window.get_by_label("Ask").check()
    choose(window, "a8")
    described = waits_for(window, ".answers", "route")
    for line in str(sm.position(MATE_IN_TWO).attackers("a8")).splitlines():
        assert line.strip() in described


def test_a_mate_is_played_and_undone(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served(MATE_IN_TWO))
    for start, end, words in (("a1", "g1", "Ra1-g1"), ("h7", "h6", "Kh7-h6"), ("g1", "h1", "checkmate")):
        choose(window, start, end)
        waits_for(window, ".state", words)
    assert "checkmate: white has won" in window.locator(".state").inner_text()
    window.get_by_role("button", name="Back").click()
    waits_for(window, ".state", "white to move")
    choose(window, "g1", "g2")
    waits_for(window, ".tree", "Rg1-g2")
    assert "Rg1-h1" in window.locator(".tree").inner_text()  # with moves that other tests have made on this server


def test_an_illegal_move_is_answered_with_the_reason(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served("prince: white KiAa1 ScDd4 black KiHh8 KnDd6"))
    choose(window, "Dd4", "Dd8")
    reason = str(sm.position("prince: white KiAa1 ScDd4 black KiHh8 KnDd6").why("ScDd4-Dd8")).splitlines()[0]
    assert reason in waits_for(window, ".answers", "is not legal")


def test_the_guide_shows_what_is_to_be_seen(
    window: Any, served: Callable[..., str], alike: Callable[..., None]
) -> None:
    opened_first(window, served("prince: white KiAa1 ScDd4 black KiHh8 KnDd6"))
    window.get_by_label("Ask").check()
    choose(window, "Dd4")
    waits_for(window, ".answers", "shadowed by KnDd6")
    window.evaluate("scrollTo(0, 0)")
    alike("explorer-ask.png", "explorer-phone.png")
    window.get_by_role("button", name="Turn in space").click()
    for level in "ABCEFGH":
        window.get_by_role("checkbox", name=level, exact=True).uncheck()
    window.wait_for_timeout(500)
    alike("explorer-space.png")


def test_a_piece_is_dragged(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served(MATE_IN_TWO))
    window.get_by_label("Ask").check()
    window.locator("[data-cell=a1]").drag_to(window.locator("[data-cell=b3]"))
    assert "Ra1-b3 is not legal" in waits_for(window, ".answers", "is not legal")
    window.locator("[data-cell=a1]").drag_to(window.locator("[data-cell=a5]"))
    assert "Ra1-a5" in waits_for(window, ".state", "Ra1-a5")


def test_the_computer_answers_and_mates(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served("fide: white Kf6 Ra1 black Kh8"))
    choose(window, "f6", "f7")
    waits_for(window, ".state", "Kf6-f7")
    window.get_by_label("Strength").select_option("medium")
    window.get_by_label("black", exact=True).select_option("computer")
    waits_for(window, ".state", "Kh8-h7")
    window.get_by_label("white", exact=True).select_option("computer")
    assert "Ra1-h1" in waits_for(window, ".state", "checkmate: white has won")


def test_a_position_is_set_up_read_and_copied(window: Any, served: Callable[..., str]) -> None:
    opened_first(window, served("fide"))
    window.get_by_label("Set up").check()
    window.get_by_role("button", name="Empty board").click()
    for piece, cell in (("white K", "f6"), ("white R", "a1"), ("black K", "h7"), ("black P", "b3"), ("black P", "b3")):
        window.get_by_role("button", name=piece, exact=True).click()
        choose(window, cell)
    window.get_by_role("button", name="Use this position").click()
    assert waits_for(window, ".state", "white to move") == "white to move"
    window.get_by_role("button", name="FEN").click()
    copied = window.locator(".answers textarea")
    copied.wait_for()
    assert copied.input_value() == sm.position(MATE_IN_TWO).fen()
    window.get_by_role("button", name="Link").click()
    window.wait_for_timeout(1000)
    link = copied.input_value()
    assert link.startswith("http://127.0.0.1:")
    window.get_by_label("Set up").check()
    window.get_by_label("Or a position in words").fill("white Kz9")
    window.get_by_role("button", name="Read").click()
    assert "z9" in waits_for(window, ".answers[role=alert]", "z9")
    window.goto("about:blank")
    opened_first(window, link)
    assert window.locator(".place .board image").count() == 3
    with window.expect_download() as loaded:
        window.get_by_role("button", name="PNG").click()
    assert loaded.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["prince", "diagonals", "raumschach", "kyoto"])
def test_nothing_serious_is_wrong_with_the_page(
    window: Any, served: Callable[..., str], faults: Callable[[], list[str]], name: str
) -> None:
    opened_first(window, served(name))
    window.locator("[data-cell]").first.click()
    waits_for(window, ".answers", "attack")
    assert faults() == []
    window.get_by_label("Set up").check()
    assert faults() == []
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_readings_stand_side_by_side(window: Any, served: Callable[..., str]) -> None:
    text = "prince: white AcAb2 ReBa1 AcEd2 turn white"  # which `compare` finds for these two readings
    readings = sm.position(text).game.ruleset.readings
    question = next(each.question for each in readings if each.name == "printed_e")
    opened_first(window, served(text))
    window.get_by_label(question, exact=True).select_option("printed_e")
    window.get_by_role("button", name="Side by side").click()
    assert waits_for(window, ".differences", "different: ") == "different: Ba1"
    window.get_by_label("Ask").check()
    window.get_by_role("button", name="Side by side").click()
    choose(window, "Ba1")
    assert "Ba3" in waits_for(window, ".differences", "Ba3")
    assert window.locator(".differs[data-cell=Ba3]").count() == 2
    window.get_by_role("button", name="Switch").click()
    assert window.get_by_label(question, exact=True).input_value() == "printed_e"


def test_a_file_is_a_gallery(window: Any, served: Callable[..., str], faults: Callable[[], list[str]]) -> None:
    opened(window, served("puzzles/problems/flat.yaml"))
    wall = window.locator(".gallery > figure")
    assert wall.count() > 1 and faults() == []
    wall.nth(1).locator("button").click()
    assert window.locator(".board image").count() > 2 and not wall.first.is_visible()
    window.get_by_label("Position", exact=True).select_option("0")
    window.get_by_role("button", name="Gallery").click()
    assert wall.first.is_visible()


def test_a_notebook_shows_the_same(window: Any, tmp_path: Path, faults: Callable[[], list[str]]) -> None:
    """The script as anywidget starts it; the connection to the notebook's program is played by the test."""
    pytest.importorskip("anywidget", reason="needs anywidget: pip install -e '.[notebook]'")
    opened_notebook(window, tmp_path, sm.position(MATE_IN_TWO).explore())
    choose(window, "a1", "g1")
    assert "Ra1-g1" in waits_for(window, ".state", "Ra1-g1")
    for start, end, words in (("h7", "h6", "Kh7-h6"), ("g1", "h1", "checkmate: white has won")):
        choose(window, start, end)
        waits_for(window, ".state", words)
    window.get_by_label("Ask").check()
    choose(window, "h6")
    assert "Rh1" in waits_for(window, ".answers", "route")
    assert faults() == []
    assert window.get_by_role("button", name="Link").count() == 0  # the notebook's address opens no position
    window.get_by_role("button", name="Turn in space").click()
    assert window.locator("canvas").is_visible()


def test_a_page_is_for_its_own_address_and_token_only(browser: Any, served: Callable[..., str]) -> None:
    """A browser that lacks the token, comes from another page, or has another name for this machine is refused."""
    address = served(MATE_IN_TWO)
    own, _, token = address.partition("/?token=")
    found = browser.new_page()
    assert found.goto(f"{own}/").status == 403 and "lacks the token" in found.content()
    port = own.rpartition(":")[2]
    assert found.goto(f"http://foreign.localhost:{port}/?token={token}").status == 403
    assert "its own address only" in found.content()
    for headers in ({"Host": "example.org"}, {"Origin": "http://example.org"}):
        assert found.request.get(address, headers=headers).status == 403
    assert found.request.get(address).status == 200
    found.goto("about:blank")
    asked = found.evaluate(_FOREIGN, [f"{own}/ask", token])
    assert asked == "TypeError"
    found.close()


_FOREIGN = """([address, token]) =>
  fetch(address, {method: "POST", body: "{}", headers: {Authorization: `Bearer ${token}`}})
  .then((answer) => answer.status, (error) => error.name)"""
"""A question from another page: the browser does not let it have an answer."""
