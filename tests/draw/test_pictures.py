"""Pictures: that they show every cell and piece, that marks are right, and that files are whole."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

import shadowmate as sm
from shadowmate.draw import board as pictures
from shadowmate.draw import canvas
from shadowmate.draw.glyphs import glyphs
from shadowmate.draw.panels import panels

SVG = "{http://www.w3.org/2000/svg}"
PRINCE = "prince: white PrDd4 RoDa4 black KiHf7 QuEe5 BaDd6"


def titles(svg: str) -> list[str]:
    return [title.text or "" for title in ET.fromstring(svg).iter(f"{SVG}title")]


def tiles(root: ET.Element) -> dict[str, ET.Element]:
    """The groups of a picture that have a title, by it: one a cell."""
    groups = ((group.findtext(f"{SVG}title"), group) for group in root.iter(f"{SVG}g"))
    return {title: group for title, group in groups if title}


def words(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def prince() -> sm.Game:
    return sm.game("prince")


def test_the_start_shows_every_cell_and_every_piece(prince: sm.Game) -> None:
    start = prince.start()
    root = ET.fromstring(pictures.svg(start))
    groups = tiles(root)
    assert len(groups) == len(prince.vectors) == 512
    for cell, piece in start.pieces.items():
        name = prince.piece_name(piece.kinds)
        assert words(groups[f"{name}{cell} {piece.army}"]) == [name]
    empty = groups.keys() & prince.vectors.keys()
    assert empty == prince.vectors.keys() - start.pieces.keys()


def test_tiers_columns_and_rows_are_labelled(prince: sm.Game) -> None:
    counts = Counter(words(ET.fromstring(pictures.svg(prince.position("white KiAa1")))))
    assert all(counts[title] == 1 for title in "ABCDEFGH")
    assert all(counts[label] == 8 for label in "abcdefgh12345678")


def test_every_game_that_says_where_its_cells_lie_can_be_drawn(prince: sm.Game) -> None:
    folder = prince.ruleset.files.folder.parent
    for name in sorted(path.parent.name for path in folder.glob("*/game.lp")):
        game = sm.game(name)
        start = game.start()
        found = titles(pictures.svg(start))
        assert len(found) == len(game.vectors), name
        shown = re.findall(r"[A-Za-z]+", pictures.text(start, width=400))
        for piece, count in Counter(game.piece_name(p.kinds) for p in start.pieces.values()).items():
            if "+" not in piece:
                assert shown.count(piece) >= count, (name, piece)


def test_each_cell_of_a_panel_has_a_place_of_its_own(prince: sm.Game) -> None:
    board = panels(prince.ruleset)
    assert len(board.seats) == 512
    assert [panel.title for panel in board.panels] == list("ABCDEFGH")
    for panel in board.panels:
        assert len({(tile.x, tile.y) for tile in panel.tiles}) == 64


def test_kinds_of_prince_have_different_shapes(prince: sm.Game) -> None:
    shapes = glyphs(prince.ruleset)
    figures: dict[str, tuple[canvas.Shape, ...]] = {}
    for kind in prince.ruleset.abbreviations:
        drawn = shapes.shapes((kind,), "white", (0.0, 0.0), 44.0)
        figure = tuple(shape for shape in drawn if not isinstance(shape, canvas.Words))
        assert figure not in figures.values(), kind
        figures[kind] = figure
    assert len(figures) == 23


def test_armies_differ_in_colour_and_not_in_form(prince: sm.Game) -> None:
    shapes = glyphs(prince.ruleset)
    white = shapes.shapes(("queen",), "white", (0.0, 0.0), 44.0)
    black = shapes.shapes(("queen",), "black", (0.0, 0.0), 44.0)
    assert white != black
    assert [type(shape) for shape in white] == [type(shape) for shape in black]


def test_what_a_shape_tells_comes_from_the_routes(prince: sm.Game) -> None:
    shapes = glyphs(prince.ruleset)
    (rook,), (base,), (knight,) = (shapes.traits(kind, "white") for kind in ("rook", "base", "knight"))
    assert (rook.steps, rook.spread, rook.leap) == (7, 1, False)
    assert (base.steps, base.spread, base.leap) == (7, 2, False)
    assert (knight.steps, knight.spread, knight.leap) == (1, 1, True)
    assert rook.angles == base.angles
    assert {trait.steps for trait in shapes.traits("king", "white")} == {1}
    assert [trait.full for trait in shapes.traits("pawn", "white")].count(True) == 0


def test_a_lone_prince_reaches_what_it_moves_to(prince: sm.Game) -> None:
    position, marks = pictures.kind_marks(prince, "Pr")
    assert marks.origin == "Dd4"
    assert marks.reached == {move.target for move in position.legal_moves("Dd4")}
    assert not marks.captures
    assert not marks.shadowed
    svg = pictures.svg(position, marks)
    assert sum(title.endswith(", reached") for title in titles(svg)) == len(marks.reached)


def test_an_unknown_kind_is_refused(prince: sm.Game) -> None:
    with pytest.raises(sm.PositionError, match="no kind 'Zz'"):
        pictures.kind_marks(prince, "Zz")


@pytest.mark.parametrize("cell", ["Dd5", "Zz9"])
def test_marks_need_a_piece(prince: sm.Game, cell: str) -> None:
    with pytest.raises(sm.PositionError, match=cell):
        pictures.marks(prince.position(PRINCE), cell)


def test_shadows_of_a_line(prince: sm.Game) -> None:
    """A Rook on Aa1, its own Knight on Ac1, a hostile Rook on Aa4 with another piece behind."""
    position = prince.position("white RoAa1 KnAc1 black RoAa4 KnAa6 turn black")
    marks = pictures.marks(position, "Aa1")
    assert marks.reached == {"Ab1", "Aa2", "Aa3", *(f"{tier}a1" for tier in "BCDEFGH")}
    assert marks.captures == {"Aa4"}
    assert marks.guarded == {"Ac1"}
    by_rook = {f"Aa{row}": ("Aa4",) for row in (5, 6)} | {f"Aa{row}": ("Aa4", "Aa6") for row in (7, 8)}
    by_knight = {f"A{column}1": ("Ac1",) for column in "defgh"}
    assert marks.shadowed == by_rook | by_knight
    assert marks.blockers == ("Aa4", "Aa6", "Ac1")


def test_shadows_of_a_plane(prince: sm.Game) -> None:
    """A Base on Aa1 and a Knight on Ab2: in the tier, what has it in its rectangle is shadowed."""
    position = prince.position("white BaAa1 black KnAb2")
    marks = pictures.marks(position, "Aa1")
    assert marks.captures == {"Ab2"}
    square = {f"A{column}{row}" for column in "bcdefgh" for row in range(2, 9)}
    assert marks.shadowed == dict.fromkeys(square - {"Ab2"}, ("Ab2",))
    assert not marks.reached & square
    assert "Hb1" in marks.reached


def test_shadowed_cells_say_by_what(prince: sm.Game) -> None:
    position = prince.position("white BaAa1 black KnAb2")
    marks = pictures.marks(position, "Aa1")
    root = ET.fromstring(pictures.svg(position, marks))
    groups = tiles(root)
    assert words(groups["Ah8, shadowed by KnAb2"]) == ["1"]
    assert words(groups["KnAb2 black, captured"]) == ["Kn", "1"]
    assert f"KnAb2: {len(marks.shadowed)}" in words(root)
    shown = pictures.text(position, marks)
    assert f"/ by KnAb2: {' '.join(sorted(marks.shadowed))}" in shown


def test_a_picture_with_marks_is_the_same_below_them(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    plain = titles(pictures.svg(position))
    marked = titles(pictures.svg(position, pictures.marks(position, "Dd4")))
    assert [title.split(",")[0] for title in marked] == plain


def test_png_has_the_size_of_the_svg_times_the_scale(prince: sm.Game) -> None:
    position, marks = pictures.kind_marks(prince, "queen")
    root = ET.fromstring(pictures.svg(position, marks))
    for scale in (0.5, 1.0):
        image = Image.open(io.BytesIO(pictures.png(position, marks=marks, scale=scale)))
        assert image.format == "PNG"
        assert image.size == tuple(round(float(root.attrib[side]) * scale) for side in ("width", "height"))
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 100


def test_a_figure_is_in_the_svg_once(prince: sm.Game) -> None:
    start = prince.start()
    root = ET.fromstring(pictures.svg(start))
    figures = {group.get("id") for group in root.iter(f"{SVG}g")} - {None}
    used = [use.get("href", "") for use in root.iter(f"{SVG}use")]
    assert len(used) == len(start.pieces) == 256
    assert {name.removeprefix("#") for name in used} == figures
    assert len(figures) == len(set(start.pieces.values()))


def test_a_scale_must_be_positive(prince: sm.Game) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        pictures.png(prince.position("white KiAa1"), scale=0)


def test_text_shows_pieces_sides_and_marks(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    plain = pictures.text(position, width=80)
    assert {"Pr", "Ro", "Ki'", "Qu'", "Ba'"} <= set(plain.split())
    assert max(map(len, plain.splitlines())) <= 80
    assert plain.count(".") + plain.count(":") == 512 - len(position.pieces)
    assert "\x1b" not in plain
    marks = pictures.marks(position, "Dd4")
    marked = pictures.text(position, marks, width=200)
    grid = re.split(r"\n\n", marked)
    cells = " ".join(line for block in grid[:-1] for line in block.splitlines())
    assert "[Pr]" in cells
    assert cells.split().count("o") == len(marks.reached)
    assert "xQu'" in cells
    assert "+Ro" in cells
    assert cells.count("/") == len(marks.shadowed)


def test_colour_changes_nothing_but_colour(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    marks = pictures.marks(position, "Dd4")
    coloured = pictures.text(position, marks, color=True, width=120)
    assert "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    plain = pictures.text(position, marks, width=120)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    pictures.write(target, "<svg/>")
    pictures.write(str(target), b"<svg></svg>")
    assert target.read_bytes() == b"<svg></svg>"
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError):
        pictures.write(folder, "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "picture.svg"]


def test_hatching_stays_inside() -> None:
    corners = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    lines = canvas.hatch(corners, 4.0, "#000000", 1.0)
    assert len(lines) == 4
    for line in lines:
        for x, y in (line.start, line.end):
            assert -1e-9 <= x <= 10 + 1e-9
            assert -1e-9 <= y <= 10 + 1e-9
        assert line.start[0] + line.start[1] == pytest.approx(line.end[0] + line.end[1])
