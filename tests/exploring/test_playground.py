"""The playground in a browser, from a folder: its answers are the engine's, and edited rules change them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import shadowmate as sm
from shadowmate.exploring.playground import playground
from support.browser import chromium
from support.paths import ROOT

pytestmark = pytest.mark.slow

BUILT = ROOT / "explorer" / "playground" / "dist"
KINDS = "games/fide/kinds.lp"
GAMES = ("diagonals", "extreme", "fide", "golem", "kyoto", "latrunculi", "prince", "raumschach", "xiangqi")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with its games, as docs/site.py puts it together."""
    if not BUILT.is_dir():
        pytest.skip("needs the playground: npm ci && npm run build, in explorer/playground/")
    found = tmp_path_factory.mktemp("playground") / "site"
    shutil.copytree(BUILT, found)
    (found / "games").mkdir()
    for name in GAMES:
        script = f"shadowmate.game({json.dumps(playground(sm.game(name)))});"
        (found / "games" / f"{name}.js").write_text(script, encoding="utf-8")
    titles = json.dumps([[name, name] for name in GAMES])
    (found / "titles.js").write_text(f"shadowmate.titles = {titles};", encoding="utf-8")
    return found


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """A window in which nothing may go wrong and nothing be asked of the network."""
    wrong: list[str] = []
    found = browser.new_page(viewport={"width": 1280, "height": 900})
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    found.on(
        "request", lambda asked: None if asked.url.startswith(("file:", "data:", "blob:")) else wrong.append(asked.url)
    )
    yield found
    found.close()
    assert wrong == []


def opened(window: Any, folder: Path, position: str, question: str = "") -> Any:
    window.goto(f"{(folder / 'board.html').as_uri()}#position={quote(position)}&question={quote(question)}")
    return answered(window)


def answered(window: Any) -> Any:
    window.wait_for_selector("html[data-ready=yes]", timeout=60_000)
    return window


def moves(window: Any) -> list[str]:
    return sorted(window.locator(".moves li").all_inner_texts())


def write(window: Any, name: str, text: str) -> None:
    """Write into an editor, in place of all that is there."""
    window.get_by_label(name, exact=True).click()
    window.keyboard.press("Control+a")
    window.keyboard.insert_text(text)
    window.keyboard.press("Control+Enter")
    answered(window)


def kinds_of_chess() -> str:
    """A sheet of rules: kinds.lp of the game fide."""
    (found,) = (each["text"] for each in playground(sm.game("fide"))["base"] if each["name"] == KINDS)
    return found


def edit(window: Any, old: str, new: str) -> None:
    """Change that sheet."""
    window.get_by_label("Sheet").select_option(KINDS)
    text = kinds_of_chess()
    assert old in text
    write(window, "Rules", text.replace(old, new))


POSITIONS = (
    "fide: start",
    "fide: white Ke1 Ra1 Rh1 Pb7 Pe5 black Ke8 Nc8 Pd5 Rh3 turn white castle a1 h1 ep d6",
    "fide: white Kf6 Rg1 black Kh8 turn black",
    "fide: white Kg6 Ra8 black Kh8 turn black",
    "raumschach: start",
    "raumschach: white RBd3 KBe5 QCb3 black KAa4",
    "prince: white KiAa1 PrDd4 ScAd4 black KiHh8 KnDd6 UnFf6",
    "prince: white KiAd4 BaAa1 PnGc3 black KiHd4 RoHb3 castle Aa1",
    "kyoto: start",
    "xiangqi: start",
    "golem: start",
    "diagonals: start",
    "latrunculi: start",
    "extreme: white KDd4 black KHh8 NDe6",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_it_shows_the_moves_that_the_engine_has(window: Any, folder: Path, text: str) -> None:
    position = sm.position(text)
    opened(window, folder, text)
    assert moves(window) == sorted(map(str, position.legal_moves()))
    notes = window.locator(".notes").inner_text()
    assert notes.count("check: ") == len(position.checks())
    outcome = position.outcome()
    assert (outcome.reason if outcome else "legal moves") in notes


def test_an_edited_rule_changes_the_moves_and_the_link_keeps_it(window: Any, folder: Path) -> None:
    """A Knight on a1 that leaps one by three reaches b4 and d2."""
    opened(window, folder, "fide: white Na1 Kh1 black Kh8")
    assert [move for move in moves(window) if move.startswith("N")] == ["Na1-b3", "Na1-c2"]
    edit(window, "jump(knight,(1,2,0)).", "jump(knight,(1,3,0)).")
    assert [move for move in moves(window) if move.startswith("N")] == ["Na1-b4", "Na1-d2"]
    address = window.url
    window.goto("about:blank")
    window.goto(address)
    answered(window)
    assert [move for move in moves(window) if move.startswith("N")] == ["Na1-b4", "Na1-d2"]
    window.get_by_role("button", name="Undo all changes of this sheet").click()
    answered(window)
    assert [move for move in moves(window) if move.startswith("N")] == ["Na1-b3", "Na1-c2"]
    assert "rules=" not in window.url


def test_wrong_rules_show_their_lines(window: Any, folder: Path) -> None:
    opened(window, folder, "fide: start")
    wrong = window.locator(".wrong li")
    lines = kinds_of_chess().split("\n")
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("jump("))
    edit(window, "jump(knight,(1,2,0)).", "jump(knight,(1,2,0))")
    assert wrong.first.inner_text().startswith(f"games/fide/kinds.lp, line {number + 1}: syntax error")
    assert moves(window) == [] and "the rules are wrong" in window.locator(".state").inner_text()
    assert window.locator(".cm-lint-marker-error").count() == 1
    window.get_by_role("button", name="Undo all changes of this sheet").click()
    answered(window)
    for question, words in (
        ("a(1).\nodd(X) :- not a(X).", "question, line 2: unsafe variables"),
        ("a(1).\n\nodd(X) :- pined(X,_).", "question, line 3: atom does not occur in any rule head"),
        ("a(@f()).", "question, line 1: @f is not used here"),
        ("#script (lua) function f() return 1 end #end.\na.", "question, line 1: #script is not used here"),
        ("legal(a,b,c).", "question, line 1: legal/3 is derived by the game already"),
    ):
        write(window, "Question", question)
        assert words in wrong.first.inner_text(), question
    write(window, "Question", "a(1).\n\nodd(X) :- pined(X,_).")
    assert "do you mean pinned/2?" in wrong.first.inner_text() and len(moves(window)) == 20


def test_a_question_is_answered_and_marks_cells(window: Any, folder: Path) -> None:
    """The ten questions of the guide are answered by `ask`; here two of them, in the browser."""
    text = "fide: white Ke1 Re2 Nd2 black Ke8 Re7 Bb4"
    opened(window, folder, text, "pin(Cell,By) :- pinned(Cell,By).\nmark(Cell,noted) :- pin(Cell,_).")
    rows = window.locator(".rows").inner_text().splitlines()
    expected = {" ".join(map(str, (row.predicate, *row.arguments))) for row in sm.position(text).ask(
        "pin(Cell,By) :- pinned(Cell,By). mark(Cell,noted) :- pin(Cell,_)."
    )}  # fmt: skip
    assert set(rows) == expected and {"pin d2 b4", "pin e2 e7", "pin e7 e2"} <= expected
    assert sorted(each.get_attribute("data-cell") for each in window.locator("g.noted").all()) == ["d2", "e2", "e7"]
    choice = "{ picked(Cell) : occupied(Cell) }. :- { picked(Cell) } < 2. #show picked/1."
    write(window, "Question", f"{choice} #minimize {{ 1,Cell : picked(Cell) }}.")
    assert "cost 2 (proved)" in window.locator(".notes").inner_text()
    assert len(window.locator(".rows").inner_text().splitlines()) == 2


def test_a_long_grounding_is_stopped(window: Any, folder: Path) -> None:
    opened(window, folder, "fide: white Ke1 black Ke8")
    window.get_by_label("Question", exact=True).click()
    window.keyboard.press("Control+a")
    window.keyboard.insert_text("n(0). n(X+1) :- n(X).")
    window.keyboard.press("Control+Enter")
    stop = window.get_by_role("button", name="Stop")
    stop.wait_for()
    window.wait_for_function("!document.querySelector('html').dataset.ready.startsWith('y')")
    window.wait_for_timeout(500)
    stop.click()
    answered(window)
    assert window.locator(".state").inner_text() == "Stopped." and stop.is_disabled()
    write(window, "Question", "% nothing")
    assert len(moves(window)) == 5


def test_a_position_is_set_up_on_the_board(window: Any, folder: Path) -> None:
    opened(window, folder, "fide: white Ke1 black Ke8")
    window.get_by_role("button", name="white R", exact=True).click()
    window.locator("[data-cell=a1]").click()
    answered(window)
    assert window.get_by_label("Position", exact=True).input_value() == "fide: white Ke1 Ra1 black Ke8 turn white"
    assert moves(window) == sorted(map(str, sm.position("fide: white Ke1 Ra1 black Ke8").legal_moves()))
    window.get_by_role("button", name="Remove", exact=True).click()
    window.locator("[data-cell=e1]").click()
    window.get_by_role("button", name="Done").click()
    answered(window)
    window.locator("[data-cell=a1]").click()
    assert window.locator("g.reached").count() == 14
    window.get_by_label("Position", exact=True).fill("fide: white Ke1 Qz9")
    window.get_by_label("Position", exact=True).press("Tab")
    assert "'Qz9' (column 17): not a piece of FIDE chess" in window.locator(".wrong").inner_text()
    window.get_by_label("Position", exact=True).fill("fide: white Ke1 Kc1 black Kh8")
    window.get_by_label("Position", exact=True).press("Tab")
    answered(window)
    assert "This position is not possible." in window.locator(".notes").inner_text()
