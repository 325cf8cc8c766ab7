"""The shapes of pieces: they differ by kind, they show how a kind moves; and figurines."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from shadowmate.draw import position_picture as pictures
from shadowmate.draw.glyphs import glyphs
from shadowmate.draw.letters import FONTS, outline
from shadowmate.draw.panels import panels
from shadowmate.draw.style import TILE, drawing, put
from shadowmate.draw.themes import THEMES
from shadowmate.draw.traits import Traits
from support.pictures import SVG, plain, stamps, words


def drawn(game: sm.Game, kind: str, army: str, figurines: bool = False) -> ET.Element:
    """A piece alone; the parts of a compound are joined by `+`."""
    piece = glyphs(game.ruleset, THEMES["wood"]).piece(tuple(kind.split("+")), army, figurines)
    root = ET.fromstring(drawing(44, 44, [put(piece, (22, 22))]).as_svg())
    return stamps(root)[f"#{piece.id}"]


def test_kinds_of_prince_have_different_shapes(prince: sm.Game) -> None:
    figures = set()
    for kind in prince.ruleset.abbreviations:
        figures.add(tuple(str(sorted(shape.items())) for shape in drawn(prince, kind, "white") if shape.text is None))
    assert len(figures) == 23


def test_a_compound_shows_all_its_parts() -> None:
    """A leap's dots lie on the teeth of a step, not under them; from four parts on letters stand in pairs."""
    extreme = sm.game("extreme")
    shapes = list(drawn(extreme, "knight+stride", "white"))
    dots = [number for number, shape in enumerate(shapes) if shape.tag.endswith("circle")]
    assert len(dots) == 8 == len(list(drawn(extreme, "knight", "white").iter(f"{SVG}circle")))
    assert min(dots) > max(number for number, shape in enumerate(shapes) if shape.tag.endswith("path"))
    every = "cubic_bishop+cubic_rook+cubic_unicorn+hippogriff+knight+pace+stride+wyvern"
    assert [row.text for row in drawn(extreme, every, "white").iter(f"{SVG}text")] == ["cB+cR", "cU+H", "N+Pp", "S+W"]


def test_armies_differ_in_colour_and_not_in_form(prince: sm.Game) -> None:
    white, black = (list(drawn(prince, "queen", army).iter()) for army in ("white", "black"))
    assert {shape.get("fill") for shape in white} != {shape.get("fill") for shape in black}
    assert [(shape.tag, shape.get("d")) for shape in white] == [(shape.tag, shape.get("d")) for shape in black]


def test_a_shape_shows_the_routes(prince: sm.Game) -> None:
    traits = Traits(prince.ruleset)
    (rook,), (base,), (knight,) = (traits.of(kind, "white") for kind in ("rook", "base", "knight"))
    assert (rook.steps, rook.spread, rook.leap) == (7, 1, False)
    assert (base.steps, base.spread, base.leap) == (7, 2, False)
    assert (knight.steps, knight.spread, knight.leap) == (1, 1, True)
    assert rook.angles == base.angles
    assert {trait.steps for trait in traits.of("king", "white")} == {1}
    assert [trait.full for trait in traits.of("pawn", "white")].count(True) == 0


FIGURES = """
game("Figures").
size(4,4,1).
player(white,1). player(black,2).
ahead(white,(0,1,0)). ahead(black,(0,-1,0)).
kind(Kind) :- abbreviation(Kind,_).
abbreviation(general,"G"). abbreviation(knight,"N"). abbreviation(guard,"A"). abbreviation(odd,"O").
motion((general;knight;guard;odd),slide,orthogonal,any). royal(odd).
army_symbol(white,general,"帥"). army_symbol(black,general,"將"). symbol(knight,"♘"). symbol(odd,"\U0001f600").
start(white,general,(1,1,1)). start(white,knight,(2,1,1)). start(white,guard,(3,1,1)). start(white,odd,(4,1,1)).
start(black,general,(1,4,1)). start(black,knight,(2,4,1)). start(black,guard,(3,4,1)).
"""


@pytest.fixture
def figures(tmp_path: Path) -> Path:
    """The folder of a game with symbols for one army, for both, for none, and one that no font has."""
    folder = tmp_path / "figures"
    folder.mkdir()
    includes = ("core/game.lp", "boards/letters.lp", "boards/square.lp", "own.lp")
    (folder / "game.lp").write_text("".join(f'#include "{name}".\n' for name in includes))
    (folder / "own.lp").write_text(FIGURES, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_figurines_are_shown_where_a_game_gives_them(figures: Path) -> None:
    assert not check_rules(figures)
    game = sm.game("figures", rules=[figures.parent])
    shown = plain(game.start(), figurines=True)
    assert {"帥", "將'", "♘", "♘'", "A", "A'"} <= set(shown.split())
    assert {"G", "G'", "N", "A'"} <= set(plain(game.start()).split())
    white, black = (drawn(game, "general", army, True) for army in ("white", "black"))
    assert not words(white) and {path.get("d") for path in white.iter()} != {path.get("d") for path in black.iter()}
    white, black = (list(drawn(game, "knight", army, True).iter()) for army in ("white", "black"))
    assert [path.get("d") for path in white] == [path.get("d") for path in black]
    assert [path.get("fill") for path in white] != [path.get("fill") for path in black]
    for kind in ("guard", "odd"):
        assert ET.tostring(drawn(game, kind, "white", True)) == ET.tostring(drawn(game, kind, "white"))
    assert pictures.svg(game.start(), figurines=True) != pictures.svg(game.start()) == game.start()._repr_svg_()


def test_a_symbol_without_its_kind_or_its_text_is_reported(figures: Path) -> None:
    wrong = 'symbol(dragon,"D"). symbol(guard,""). army_symbol(red,guard,"A"). symbol(knight,"N").'
    with (figures / "own.lp").open("a", encoding="utf-8") as rules:
        rules.write(wrong)
    messages = {finding.message for finding in check_rules(figures)}
    assert "there is no kind dragon" in messages and "there is no army red" in messages
    assert "the symbol of guard is empty" in messages
    assert any(each.startswith("the kind knight has another symbol") for each in messages)


def test_the_outline_of_a_symbol_lies_around_its_middle() -> None:
    found = outline("♔")
    assert found is not None
    points = [float(value) for contour in found.contours for value in re.findall(r"-?\d+\.\d+", contour)]
    assert max(map(abs, points)) <= max(found.width, found.height) / 2 + 0.001
    assert outline("\U0001f600") is None and outline(" ") is None


def games() -> list[sm.Game]:
    folder = sm.game("prince").ruleset.files.folder.parent
    return [sm.game(path.parent.name) for path in sorted(folder.glob("*/game.lp"))]


def alone(game: sm.Game, theme: str = "wood") -> list[tuple[str, str, ET.Element]]:
    """Every kind of a game in the colours of every army, drawn by itself."""
    pieces = glyphs(game.ruleset, THEMES[theme])
    found = []
    for kind in game.ruleset.abbreviations:
        for army in game.ruleset.players:
            piece = pieces.piece((kind,), army)
            root = ET.fromstring(drawing(44, 44, [put(piece, (22, 22))]).as_svg())
            found.append((kind, army, stamps(root)[f"#{piece.id}"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_no_piece_touches_the_cells_beside_its_own(theme: str) -> None:
    """Whatever a glyph draws, with half of its line's width, keeps a twentieth of a tile off all edges of its cell."""
    halo = THEMES[theme].liveries[0].halo
    for game in games():
        sides, room = (6, 0.61 * math.sqrt(3) / 2) if panels(game.ruleset).shape == "hex" else (4, 0.5)
        normals = [(math.cos(turn), math.sin(turn)) for turn in (math.radians(90 + 360 / sides * n) for n in range(6))]
        for kind, army, glyph in alone(game, theme):
            for shape in glyph.iter():
                if halo and shape.get("stroke") == halo:
                    continue
                points = [
                    tuple(map(float, each)) for each in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", shape.get("d", ""))
                ]
                points.append((float(shape.get("cx", 0)), float(shape.get("cy", 0))))
                width = float(shape.get("r", 0)) + float(shape.get("stroke-width", 0)) / 2
                reach = max(x * u + y * v for x, y in points for u, v in normals) + width
                assert reach <= (room - 0.05) * TILE + 0.01, (game.name, kind, army, reach / TILE, shape.attrib)


def test_the_dot_of_an_i_is_apart_from_its_stem() -> None:
    """At the size of a picture the gap is more than a pixel, in the letters of every piece."""
    seen = 0
    for game in games():
        for kind, _, glyph in alone(game):
            for label in glyph.iter(f"{SVG}text"):
                font = TTFont(FONTS[label.get("font-weight") == "bold"])
                for character in set(label.text or "") & set("ij"):
                    shape = font["glyf"][font.getBestCmap()[ord(character)]]
                    points, ends, _ = shape.getCoordinates(font["glyf"])
                    contours = [points[a:b] for a, b in zip((0, ends[0] + 1), (ends[0] + 1, None), strict=True)]
                    heights = sorted((min(y for _, y in each), max(y for _, y in each)) for each in contours)
                    gap = (heights[1][0] - heights[0][1]) / font["head"].unitsPerEm * float(label.get("font-size", 0))
                    assert gap - float(label.get("stroke-width", 0)) > 1.0, (game.name, kind, gap)
                    seen += 1
    assert seen


@pytest.mark.slow
def test_what_leads_between_panels_points_nowhere_on_paper() -> None:
    """A step that only changes the panel has no angle; that of the other army leads the other way."""
    for game in games():
        traits, (first, second) = Traits(game.ruleset), game.ruleset.players[:2]
        for kind in game.ruleset.abbreviations:
            own, other = (traits.of(kind, army) for army in (first, second))
            assert {lift for trait in own for lift in trait.lifts} == {-lift for t in other for lift in t.lifts}
            assert all(trait.angles or trait.lifts for trait in own), (game.name, kind)
    prince, flat = (Traits(sm.game(name).ruleset).of("pawn", "white") for name in ("prince", "fide"))
    assert {trait.lifts for trait in prince} == {(1,)} and {trait.lifts for trait in flat} == {()}
    assert all(sum(math.sin(math.radians(angle)) for angle in trait.angles) < 1e-6 for trait in prince)
    space = Traits(sm.game("raumschach").ruleset).of("pawn", "black")
    assert {trait.lifts for trait in space} == {(-1,)} and all(trait.angles for trait in space)
