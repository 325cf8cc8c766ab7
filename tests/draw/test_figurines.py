"""Figurines: the default where all kinds of a game have symbols, and reported where they cannot be shown."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.exploring.data import glyph_data
from shadowmate.play.position import Position
from support.cli import fail, run
from support.pictures import SVG, cells, plain, stamps, words

PARTIAL = """#include "games/golem/game.lp".
symbol(king,"♔").
symbol(queen,"⟗").
"""
"""A game of whose kinds one has a symbol, and another one that no font of the package has."""


def letters(position: Position, **options: bool) -> dict[str, list[str]]:
    """The texts on the piece of each cell in a picture."""
    root = ET.fromstring(sm.svg(position, **options))  # type: ignore[arg-type]
    shown, found = cells(root, position.game), stamps(root)
    return {cell: words(shown[cell], found) for cell in position.pieces}


@pytest.mark.parametrize("name", ["fide", "koth", "xiangqi"])
def test_pictures_have_figurines_if_all_kinds_have_symbols(name: str) -> None:
    start = sm.game(name).start()
    assert set(map(tuple, letters(start).values())) == {()}
    named = {cell: [start.game.piece_name(piece.kinds)] for cell, piece in start.pieces.items()}
    assert letters(start, figurines=False) == named
    assert plain(start) == plain(start, figurines=False) != plain(start, figurines=True)
    glyphs = [glyph_data(start.game, set(start.pieces.values()), asked) for asked in (None, True, False)]
    assert glyphs[0] == glyphs[1] != glyphs[2]


@pytest.mark.parametrize("name", ["raumschach", "golem", "makruk"])
def test_other_games_have_glyphs_and_refuse_figurines(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = sm.game(name).start()
    assert sm.svg(start) == sm.svg(start, figurines=False)
    for picture in (sm.svg, sm.png):
        with pytest.raises(sm.OptionError, match="gives its pieces no symbols"):
            picture(start, figurines=True)
    target = tmp_path / "x.svg"
    text = fail(monkeypatch, capsys, "show", str(start), "--svg", str(target), "--no-figurines")
    assert "--no-figurines: has no effect" in text and not target.exists()


def test_kinds_without_a_symbol_are_named_and_have_letters(tmp_path: Path) -> None:
    folder = tmp_path / "partial"
    folder.mkdir()
    (folder / "game.lp").write_text(PARTIAL, encoding="utf-8")
    target = tmp_path / "x.svg"
    show = ["show", "partial: white Kf6 Qa1 black Kh8", "--rules", str(tmp_path), "--svg", str(target)]
    code, _, text = run(*show, "--figurines")
    kinds = set(sm.game("golem").ruleset.abbreviations) - {"king"}
    noted = text[text.index("partial gives ") + len("partial gives ") : text.index(" no symbols")]
    assert code == 0 and set(noted.split(", ")) == kinds and "queen" in kinds
    root = ET.fromstring(target.read_text())
    drawn = words(root)
    assert drawn.count("Q") == 1 and "K" not in drawn
    code, _, text = run(*show)
    root = ET.fromstring(target.read_text())
    assert code == 0 and "symbols" not in text and words(root).count("K") == 2


def test_no_figurines_needs_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mate, page = "fide: white Kf6 Ra1 black Kh7", tmp_path / "x.html"
    for words_given in (["show", mate], ["play", "fide"]):
        assert "--no-figurines: has no effect on text" in fail(monkeypatch, capsys, *words_given, "--no-figurines")
    assert run("show", mate, "--no-figurines", "--html", str(page))[0] == 0 and page.exists()
    problem = tmp_path / "mate.yaml"
    problem.write_text('algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: "#2"\nsolution: 1.Rg1\n')
    text = fail(monkeypatch, capsys, "book", str(problem), "--yaml", str(tmp_path / "y.yaml"), "--figurines")
    assert "--html and --pdf only" in text


def test_a_figurine_is_filled_with_the_colour_of_its_army() -> None:
    position = sm.position("fide: white Kf6 black Kh8")
    root = ET.fromstring(sm.svg(position))
    shown = {cell: list(cells(root, position.game)[cell].iter(f"{SVG}use"))[-1] for cell in ("f6", "h8")}
    white, black = (stamps(root)[use.attrib["{http://www.w3.org/1999/xlink}href"]] for use in shown.values())
    fills = [{path.get("fill") for path in each.iter(f"{SVG}path")} for each in (white, black)]
    assert fills[0] != fills[1] and len(fills[0] ^ fills[1]) > 1
