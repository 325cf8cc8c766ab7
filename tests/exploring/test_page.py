"""The explorer's page: what it knows, and what it is made of."""

from __future__ import annotations

import base64
import json
import re
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.errors import OptionError
from shadowmate.exploring import page as pages
from shadowmate.exploring.data import Chapter, Step
from support.cli import fail, run
from support.paths import ROOT

SCRIPT = ROOT / "solver" / "exploring" / "explorer.js"


def data_of(page: str) -> Any:
    """What stands in a page, unpacked."""
    found = re.search(r'<script type="application/octet-stream" id="explorer-data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(zlib.decompress(base64.b64decode(found[1])))


def chapter_of(page: str) -> Any:
    """The only chapter of a page."""
    (found,) = data_of(page)["chapters"]
    return found


def test_the_script_is_built_from_the_sources_that_are_there() -> None:
    """If this fails: npm ci && npm run build, in explorer/."""
    folder = ROOT / "explorer"
    sources = sorted([*folder.glob("*.ts"), folder / "package-lock.json"], key=lambda each: each.name)
    digest = sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()
    assert SCRIPT.read_text(encoding="utf-8").splitlines()[0].endswith(f"sources {digest}")


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ["raumschach", "diagonals", "xiangqi", "prince", "fide", "extreme", "latrunculi"])
def test_a_page_is_small_enough_for_a_mail_and_asks_for_nothing(name: str) -> None:
    page = pages.page([Chapter([Step(sm.game(name).start())])])
    assert len(page.encode()) <= 900_000
    assert "default-src 'none'" in page and "connect-src 'none'" in page
    assert not re.search(r"<(link|img|iframe)|src=|href=", page.split("<script", 1)[0])


@pytest.mark.slow
def test_a_page_shows_the_answers_of_the_commands() -> None:
    position = sm.position("prince: white KiAa1 PrDd4 ScAd4 black KiHh8 KnDd6 UnFf6")
    (frame,) = chapter_of(pages.page([Chapter([Step(position)])]))["positions"]
    for cell in position.pieces:
        described, found = frame["asked"]["about"][cell], sm.marks(position, cell)
        assert {*described["reached"]} == found.reached and {*described["captures"]} == found.captures
        assert {end: tuple(by) for end, by in described["shadowed"].items()} == found.shadowed
    for cell in ("Dd6", "Ff6", "Aa1", "Dd8", "Hh8"):
        found = position.attackers(cell)
        assert [each.piece[2:] for each in found.attackers] == frame["asked"]["attacked"].get(cell, [])
        closed = {each.piece[2:] for each in found.shadowed}
        assert closed == frame["asked"]["blocked"].get(cell, {}).keys()


@pytest.mark.slow
def test_a_line_is_stepped_through_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "mate.html"
    code, out, _ = run("show", "fide: start", "--from-moves", "f3 e5 g4 Qh4", "--html", str(file))
    assert (code, out) == (0, f"wrote {file}\n")
    found = chapter_of(file.read_text(encoding="utf-8"))
    frames = [{**found["positions"][step["at"]], **step} for step in found["steps"]]
    assert [frame["move"] for frame in frames] == [None, "Pf2-f3", "Pe7-e5", "Pg2-g4", "Qd8-h4"]
    assert [frame["turn"] for frame in frames] == ["white", "black", "white", "black", "white"]
    assert [frame["outcome"] for frame in frames] == [None] * 4 + ["checkmate: black has won"]
    assert frames[-1]["touched"] == ["d8", "h4"] and "d8" not in frames[-1]["pieces"]


def test_a_solution_is_a_tree_of_which_every_branch_stands_once(tmp_path: Path) -> None:
    """The steps are the edges of the tree that `solve --json` gives, each under the step that leads to its start."""
    file = tmp_path / "tree.html"
    asked = ("solve", "fide: white Kf6 Ra1 black Kh7", "#2", "--set-play", "--tries")
    code, out, _ = run(*asked, "--json", "--html", str(file))
    tree = json.loads(out)["tree"]
    found = chapter_of(file.read_text(encoding="utf-8"))
    assert code == 0 and len(found["steps"]) == 1 + len(tree["edges"])
    assert sorted((step["move"], step["kind"]) for step in found["steps"][1:]) == sorted(
        (edge["move"], edge["kind"]) for edge in tree["edges"]
    )
    (key,) = (number for number, step in enumerate(found["steps"]) if step["kind"] == "key")
    assert [step["move"] for step in found["steps"] if step["before"] == key] == ["Kh7-h6"]


def test_more_than_a_file_may_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_BYTES", 1000)
    with pytest.raises(OptionError, match="and may have 1,000: 1 positions are too many"):
        pages.page([Chapter([Step(sm.game("fide").start())])])


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["fide: start", "--moves", "e2"], "--moves: has no effect on --html"),
        (["fide: start", "--stipulation", "#2"], "--stipulation: has no effect on --html"),
        (["fide: start", "--last", "e2-e4"], "--last: has no effect on --html"),
        (["fide: start", "--no-empty"], "--no-empty: has no effect on --html"),
        (["fide: start", "--theme", "grey"], "--theme"),
    ],
    ids=lambda each: each[-2] if isinstance(each, list) else "",
)
def test_what_a_page_does_not_heed_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, more: list[str], words: str
) -> None:
    file = tmp_path / "page.html"
    assert words in fail(monkeypatch, capsys, "show", *more, "--html", str(file)) and not file.exists()


TWO_PROBLEMS = """
game: fide
algebraic: {white: [Kf6, Ra1], black: [Kh7]}
stipulation: "#2"
authors: [An author]
---
game: fide
algebraic: {white: [Kg6, Ra1], black: [Kg8]}
stipulation: "#1"
"""


def test_a_file_of_problems_is_a_gallery(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO_PROBLEMS, encoding="utf-8")
    asked, page = str(tmp_path / "two.yaml"), tmp_path / "two.html"
    code, out, _ = run("show", "--puzzle", asked, "--html", str(page))
    assert (code, out) == (0, f"wrote {page}\n")
    chapters = data_of(page.read_text(encoding="utf-8"))["chapters"]
    assert [each["title"] for each in chapters] == ["1. An author", "2"]
    assert [each["notes"][0] for each in chapters] == ["#2 (2+1)", "#1 (2+1)"]
    assert [len(each["steps"]) for each in chapters] == [1, 1]
    code, _, _ = run("solve", "--file", asked, "--html", str(page))
    chapters = data_of(page.read_text(encoding="utf-8"))["chapters"]
    keys = [[step["move"] for step in each["steps"] if step["kind"] == "key"] for each in chapters]
    assert (code, keys) == (0, [["Ra1-a8"], ["Ra1-a8"]])


def test_the_licence_of_what_the_script_contains_is_in_it() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    assert "three.js authors" in script and "The above copyright notice and this permission notice" in script
