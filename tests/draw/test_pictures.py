"""Pictures: that they show every cell and piece, that marks are right, and that files are whole."""

from __future__ import annotations

import io
import math
import re
import struct
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from rich.console import Console
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from shadowmate.commands.app import app
from shadowmate.draw import board as pictures
from shadowmate.draw import tree
from shadowmate.draw.glyphs import glyphs
from shadowmate.draw.letters import FONTS, outline, text_width
from shadowmate.draw.panels import panels
from shadowmate.draw.png import png
from shadowmate.draw.style import TILE, drawing, put
from shadowmate.draw.terminal import text
from shadowmate.draw.themes import THEMES
from shadowmate.draw.traits import Traits
from shadowmate.explain.marks import Marks, marks
from shadowmate.files import write_whole
from shadowmate.play.kinds import find_kind, lone, middle
from shadowmate.play.position import Position
from support.cli import fail

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
PRINCE = "prince: white PrDd4 RoDa4 black KiHf7 QuEe5 BaDd6"


def reach(game: sm.Game, kind: str) -> tuple[Position, Marks]:
    """A piece in the middle of an empty board, and how far it reaches from there."""
    position = lone(game, find_kind(game, kind), middle(game))
    return position, marks(position, middle(game))


def titles(svg: str) -> list[str]:
    return [title.text or "" for title in ET.fromstring(svg).iter(f"{SVG}title")]


def tiles(root: ET.Element) -> dict[str, ET.Element]:
    """The groups of a picture that have a title, by it: one a cell."""
    groups = ((group.findtext(f"{SVG}title"), group) for group in root.iter(f"{SVG}g"))
    return {title: group for title, group in groups if title}


def stamps(root: ET.Element) -> dict[str, ET.Element]:
    """What is put down in several places, by its name."""
    return {f"#{element.get('id')}": element for defs in root.iter(f"{SVG}defs") for element in defs}


def words(element: ET.Element, stamps: dict[str, ET.Element] | None = None) -> list[str]:
    """The texts in an element, and in the stamps that it puts down."""
    own = [found.text or "" for found in element.iter(f"{SVG}text")]
    used = [(stamps or {})[use.get(LINK, "")] for use in element.iter(f"{SVG}use")] if stamps else []
    return [*(word for each in used for word in words(each)), *own]


def drawn(game: sm.Game, kind: str, army: str, figurines: bool = False) -> ET.Element:
    """A piece alone."""
    piece = glyphs(game.ruleset, THEMES["wood"]).piece((kind,), army, figurines)
    root = ET.fromstring(drawing(44, 44, [put(piece, (22, 22))]).as_svg())
    return stamps(root)[f"#{piece.id}"]


def plain(position: sm.Position, *arguments: object, **options: object) -> str:
    return text(position, *arguments, **options).plain  # type: ignore[arg-type]


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
        assert words(groups[f"{name}{cell} {piece.army}"], stamps(root)) == [name]
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
        shown = re.findall(r"[A-Za-z]+", plain(start, width=400))
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
    figures = set()
    for kind in prince.ruleset.abbreviations:
        figures.add(tuple(str(sorted(shape.items())) for shape in drawn(prince, kind, "white") if shape.text is None))
    assert len(figures) == 23


def test_armies_differ_in_colour_and_not_in_form(prince: sm.Game) -> None:
    white, black = (list(drawn(prince, "queen", army).iter()) for army in ("white", "black"))
    assert {shape.get("fill") for shape in white} != {shape.get("fill") for shape in black}
    assert [(shape.tag, shape.get("d")) for shape in white] == [(shape.tag, shape.get("d")) for shape in black]


def test_what_a_shape_tells_comes_from_the_routes(prince: sm.Game) -> None:
    traits = Traits(prince.ruleset)
    (rook,), (base,), (knight,) = (traits.of(kind, "white") for kind in ("rook", "base", "knight"))
    assert (rook.steps, rook.spread, rook.leap) == (7, 1, False)
    assert (base.steps, base.spread, base.leap) == (7, 2, False)
    assert (knight.steps, knight.spread, knight.leap) == (1, 1, True)
    assert rook.angles == base.angles
    assert {trait.steps for trait in traits.of("king", "white")} == {1}
    assert [trait.full for trait in traits.of("pawn", "white")].count(True) == 0


def test_a_lone_prince_reaches_what_it_moves_to(prince: sm.Game) -> None:
    position, found = reach(prince, "Pr")
    assert found.origin == "Dd4"
    assert found.reached == {move.target for move in position.legal_moves("Dd4")}
    assert not found.captures
    assert not found.shadowed
    svg = pictures.svg(position, found)
    assert sum(title.endswith(", reached") for title in titles(svg)) == len(found.reached)


def test_an_unknown_kind_is_refused(prince: sm.Game) -> None:
    with pytest.raises(sm.PositionError, match="no kind 'Zz'"):
        find_kind(prince, "Zz")


@pytest.mark.parametrize("cell", ["Dd5", "Zz9"])
def test_marks_need_a_piece(prince: sm.Game, cell: str) -> None:
    with pytest.raises(sm.PositionError, match=cell):
        marks(prince.position(PRINCE), cell)


def test_shadows_of_a_line(prince: sm.Game) -> None:
    """A Rook on Aa1, its own Knight on Ac1, a hostile Rook on Aa4 with another piece behind."""
    position = prince.position("white RoAa1 KnAc1 black RoAa4 KnAa6 turn black")
    found = marks(position, "Aa1")
    assert found.reached == {"Ab1", "Aa2", "Aa3", *(f"{tier}a1" for tier in "BCDEFGH")}
    assert found.captures == {"Aa4"}
    assert found.guarded == {"Ac1"}
    by_rook = {f"Aa{row}": ("Aa4",) for row in (5, 6)} | {f"Aa{row}": ("Aa4", "Aa6") for row in (7, 8)}
    by_knight = {f"A{column}1": ("Ac1",) for column in "defgh"}
    assert found.shadowed == by_rook | by_knight
    assert found.blockers == ("Aa4", "Aa6", "Ac1")


def test_shadows_of_a_plane(prince: sm.Game) -> None:
    """A Base on Aa1 and a Knight on Ab2: in the tier, what has it in its rectangle is shadowed."""
    position = prince.position("white BaAa1 black KnAb2")
    found = marks(position, "Aa1")
    assert found.captures == {"Ab2"}
    square = {f"A{column}{row}" for column in "bcdefgh" for row in range(2, 9)}
    assert found.shadowed == dict.fromkeys(square - {"Ab2"}, ("Ab2",))
    assert not found.reached & square
    assert "Hb1" in found.reached


def test_shadowed_cells_say_by_what(prince: sm.Game) -> None:
    position = prince.position("white BaAa1 black KnAb2")
    found = marks(position, "Aa1")
    root = ET.fromstring(pictures.svg(position, found))
    groups = tiles(root)
    assert words(groups["Ah8, shadowed by KnAb2"]) == ["1"]
    assert words(groups["KnAb2 black, captured"], stamps(root)) == ["Kn", "1"]
    assert f"KnAb2: {len(found.shadowed)}" in words(root)
    shown = plain(position, found)
    assert f"/ by KnAb2: {' '.join(sorted(found.shadowed))}" in shown


def test_a_picture_with_marks_is_the_same_below_them(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    plain = titles(pictures.svg(position))
    marked = titles(pictures.svg(position, marks(position, "Dd4")))
    assert [title.split(",")[0] for title in marked] == plain


def size(image: bytes) -> tuple[int, int]:
    """The width and height that a PNG says it has."""
    assert image.startswith(b"\x89PNG")
    width, height = struct.unpack(">2I", image[16:24])
    return width, height


def test_png_has_the_size_of_the_svg_times_the_scale(prince: sm.Game) -> None:
    position, found = reach(prince, "queen")
    root = ET.fromstring(pictures.svg(position, found))
    for scale in (0.5, 1.0):
        image = pictures.png(position, marks=found, scale=scale)
        assert size(image) == tuple(round(float(root.attrib[side]) * scale) for side in ("width", "height"))
    assert pictures.png(position, scale=1.0) != pictures.png(position, marks=found, scale=1.0)


def characters(font: Path) -> set[int]:
    return set(TTFont(font).getBestCmap())


def test_a_png_has_all_the_letters_with_the_fonts_of_the_package_alone() -> None:
    """Each letter that a picture of any game has is in them, and comes out."""
    known = set().union(*map(characters, FONTS))
    folder = sm.game("prince").ruleset.files.folder.parent
    for name in sorted(path.parent.name for path in folder.glob("*/game.lp")):
        shown = words(ET.fromstring(pictures.svg(sm.game(name).start(), caption="#2½, 1…")))
        assert set(map(ord, "".join(shown))) <= known, name
    written = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="Noto Sans">{}</svg>'
    blank, letter, bold = (
        png(written.format(f'<text y="15" {look}>{said}</text>'))
        for look, said in (("", ""), ("", "K"), ('font-weight="bold"', "K"))
    )
    assert len({blank, letter, bold}) == 3


def test_the_width_of_a_text_is_that_of_its_letters() -> None:
    assert text_width("iii", 10) < text_width("mmm", 10) < text_width("mmm", 10, bold=True)
    assert text_width("Ki", 20) == pytest.approx(2 * (text_width("K", 10) + text_width("i", 10)))


def test_a_figure_is_in_the_svg_once(prince: sm.Game) -> None:
    start = prince.start()
    root = ET.fromstring(pictures.svg(start))
    groups, found = tiles(root), stamps(root)
    used = [use.get(LINK, "") for group in groups.values() for use in group.iter(f"{SVG}use")]
    assert set(used) == set(found)
    pieces = [name for name in used if words(found[name])]
    assert len(pieces) == len(start.pieces) == 256
    assert len(set(pieces)) == len(set(start.pieces.values()))


def test_a_scale_must_be_positive(prince: sm.Game) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        pictures.png(prince.position("white KiAa1"), scale=0)


def test_text_shows_pieces_sides_and_marks(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    bare = plain(position, width=80)
    assert {"Pr", "Ro", "Ki'", "Qu'", "Ba'"} <= set(bare.split())
    assert max(map(len, bare.splitlines())) <= 80
    assert bare.count(".") + bare.count(":") == 512 - len(position.pieces)
    assert "\x1b" not in bare
    found = marks(position, "Dd4")
    marked = plain(position, found, width=200)
    grid = re.split(r"\n\n", marked)
    cells = " ".join(line for block in grid[:-1] for line in block.splitlines())
    assert "[Pr]" in cells
    assert cells.split().count("o") == len(found.reached)
    assert "xQu'" in cells
    assert "+Ro" in cells
    assert cells.count("/") == len(found.shadowed)


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [(True, {}, True), (True, {"NO_COLOR": "1"}, False), (False, {}, False)],
)
def test_colour_changes_nothing_but_colour(
    prince: sm.Game, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    position = prince.position(PRINCE)
    said = text(position, marks(position, "Dd4"), width=120)
    file = io.StringIO()
    variables = {"TERM": "xterm-256color", **environment}
    Console(file=file, force_terminal=terminal, _environ=variables, color_system="auto").print(said, soft_wrap=True)
    codes = re.findall(r"\x1b\[([0-9;]*)m", file.getvalue())
    assert any(re.search(r"\b3[0-7]\b", code) for code in codes) == coloured
    assert bool(codes) == terminal
    assert re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue()) == said.plain + "\n"


FIGURES = """
game("Figures").
size(4,4,1).
player(white,1). player(black,2).
ahead(white,(0,1,0)). ahead(black,(0,-1,0)).
kind(Kind) :- abbreviation(Kind,_).
abbreviation(general,"G"). abbreviation(knight,"N"). abbreviation(guard,"A"). abbreviation(odd,"O").
motion((general;knight;guard;odd),slide,orthogonal,any). royal(odd).
symbol(white,general,"帥"). symbol(black,general,"將"). symbol(knight,"♘"). symbol(odd,"\U0001f600").
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


def test_a_symbol_without_its_kind_or_its_text_is_told(figures: Path) -> None:
    wrong = 'symbol(dragon,"D"). symbol(guard,""). symbol(red,guard,"A"). symbol(knight,"N").'
    with (figures / "own.lp").open("a", encoding="utf-8") as rules:
        rules.write(wrong)
    said = {finding.message for finding in check_rules(figures)}
    assert "there is no kind dragon" in said and "there is no army red" in said
    assert "the symbol of guard is empty" in said
    assert any(message.startswith("the kind knight has another symbol") for message in said)


def test_the_outline_of_a_symbol_lies_around_its_middle() -> None:
    found = outline("♔")
    assert found is not None
    points = [float(value) for contour in found.contours for value in re.findall(r"-?\d+\.\d+", contour)]
    assert max(map(abs, points)) <= max(found.width, found.height) / 2 + 0.001
    assert outline("\U0001f600") is None and outline(" ") is None


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    write_whole(target, b"<svg/>")
    target.chmod(0o640)
    link = tmp_path / "link.svg"
    link.symlink_to(target)
    write_whole(link, b"<svg></svg>")
    assert link.is_symlink() and target.read_bytes() == b"<svg></svg>"
    assert target.stat().st_mode & 0o777 == 0o640
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError):
        write_whole(folder, b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link.svg", "picture.svg"]


def test_what_a_tree_says_is_crossed_by_no_line() -> None:
    """With tries, set play, and moves that lead to the same positions."""
    start = sm.position("fide: white Kf6 Ra1 black Kh7", engine="compiled")
    for stipulation in ("#2", "#4"):
        solution = sm.solve(start, stipulation, tries=True, set_play=True)
        root = ET.fromstring(tree.svg(solution))
        edges = solution.tree.number_of_edges()
        texts = list(root.iter(f"{SVG}text"))
        assert len(texts) == edges
        boxes = []
        for label in texts:
            x, y, high = (float(label.get(name, 0)) for name in ("x", "y", "font-size"))
            boxes.append((x, x + text_width(label.text or "", high, label.get("font-weight") == "bold"), y - high, y))
        for path in root.iter(f"{SVG}path"):
            x, y, u, v = map(float, re.findall(r"-?[\d.]+", path.get("d", "")))
            for left, right, top, low in boxes:
                over = min(x, u) < right and max(x, u) > left and min(y, v) < low and max(y, v) > top
                assert not over, (path.get("d"), left, right, top, low)
        shown = [title.rpartition(" (")[0] for title in titles(tree.svg(solution)) if "elsewhere" not in title]
        assert sorted(shown) == sorted(solution.tree)


def test_a_kind_is_drawn_into_files(tmp_path: Path) -> None:
    svg, image = tmp_path / "rook.svg", tmp_path / "rook.png"
    arguments = ["pieces", "fide", "rook", "--figurines", "--svg", str(svg), "--png", str(image)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0 and "♖ rook" in done.stdout and str(svg) in done.stdout
    assert sum(title.endswith(", reached") for title in titles(svg.read_text())) == 14
    assert size(image.read_bytes())[0] == 2 * float(ET.fromstring(svg.read_text()).attrib["width"])
    assert CliRunner().invoke(app, ["pieces", "fide", "--svg", str(svg)]).exit_code == 2


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
    """As drawn at the size of the picture: by more than a pixel, in whatever letters a piece has."""
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


def test_the_picture_says_where_pieces_lead_between_panels(prince: sm.Game) -> None:
    white, both = "prince: white KiAa1 PnBb2 black KiHh8", "prince: white KiAa1 PnBb2 black KiHh8 PnGg7"
    said = [set(words(ET.fromstring(pictures.svg(prince.position(each))))) for each in (PRINCE, white, both)]
    assert [{"towards H", "towards A"} & each for each in said] == [set(), {"towards H"}, {"towards H", "towards A"}]


@pytest.mark.parametrize("turn", ["white", "black"])
def test_a_caption_tells_what_is_asked_and_who_is_there(turn: str) -> None:
    position = sm.position(f"fide: white Kf6 Ra1 Pa2 black Kh7 Qh1 turn {turn}")
    said = words(ET.fromstring(pictures.svg(position, stipulation=" #2", caption="A. Author")))
    assert [each for each in said if each in ("#2", "(3+2)", "A. Author", f"{turn} to move")] == said[-4:]
    assert not {"#2", "(3+2)"} & set(words(ET.fromstring(pictures.svg(position))))


def test_the_last_move_is_marked() -> None:
    start = sm.position("fide: white Ke1 Rh1 Pb7 black Kc8 castle h1")
    for move in start.legal_moves():
        after = start.push(move)
        found = titles(pictures.svg(after, last=move))
        ends = {move.origin, move.target, *(each.cell for each in move.changes)}
        assert sum(each.endswith(", last move") for each in found) == len(ends), move
        if not move.changes:
            assert pictures.svg(after, last=str(move)) == pictures.svg(after, last=move), move


@pytest.mark.parametrize("last", ["", "e2", "Ra2-a1", "Kh7-h8", "Rh8-h7", "Ph8-h7=Q", "Kf6-h7", "zz-h7", "?"])
def test_a_move_that_cannot_have_been_the_last_is_refused(last: str) -> None:
    position = sm.position("fide: white Kf6 Ra1 black Kh7")
    if not last:
        assert pictures.svg(position, last=last) == pictures.svg(position)
        return
    with pytest.raises(sm.OptionError, match="last move"):
        pictures.svg(position, last=last)


def test_themes_change_colours_and_nothing_else(prince: sm.Game) -> None:
    position = prince.position(PRINCE)
    found = [pictures.svg(position, marks(position, "Dd4"), theme=theme) for theme in THEMES]
    assert len(set(found)) == len(THEMES) > 2
    assert len({tuple(titles(svg)) for svg in found}) == len({tuple(words(ET.fromstring(svg))) for svg in found}) == 1
    grey = re.findall(r"#[0-9a-f]{6}", pictures.svg(position, marks(position, "Dd4"), theme="print"))
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in grey)


@pytest.mark.parametrize("size_asked", [50, 333, 2000])
def test_a_picture_has_the_width_that_is_asked_for(prince: sm.Game, size_asked: int) -> None:
    position = prince.position(PRINCE)
    root = ET.fromstring(pictures.svg(position, size=size_asked))
    width, height = size(pictures.png(position, size=size_asked))
    assert width == size_asked == int(root.attrib["width"]) and height == int(root.attrib["height"])
    assert root.attrib["viewBox"] == ET.fromstring(pictures.svg(position)).attrib["viewBox"]


def test_empty_panels_are_left_out_and_none_with_something_in_it(prince: sm.Game) -> None:
    position = prince.position(PRINCE)

    cells = set(prince.vectors) & set(titles(pictures.svg(position, empty=False)))
    assert {cell[0] for cell in cells} == {"D", "E", "H"}
    assert len(titles(pictures.svg(position, empty=False))) == 3 * 64
    assert len(titles(pictures.svg(position, marks(position, "Dd4"), empty=False))) == 8 * 64
    assert len(titles(pictures.svg(position, empty=False, last="KiGf7-Hf7"))) == 4 * 64
    shown = plain(position, width=400, empty=False)
    assert re.findall(r"[A-H]", shown.splitlines()[0]) == ["D", "E", "H"]


WRONG = [
    ["--theme", "wod"], ["--theme", ""], ["--size", "49"], ["--size", "10001"], ["--size", "-5"], ["--size", "x"],
    ["--stipulation", "zz"], ["--stipulation", "#0"], ["--last", "e2"],
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=" ".join)
def test_a_wrong_look_is_refused_before_anything_is_written(
    tmp_path: Path, wrong: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "x.svg"
    said = fail(monkeypatch, capsys, "show", "fide: white Kf6 Ra1 black Kh7", "--svg", str(target), *wrong)
    assert said and not target.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--theme", "grey"],
        ["--size", "100"],
        ["--json", "--stipulation", "#2"],
        ["--json", "--no-empty"],
        ["--last", "Kh8-h7", "--from-moves", "Ra1-a2"],
    ],
    ids=" ".join,
)
def test_what_would_be_seen_nowhere_is_refused(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = fail(monkeypatch, capsys, "show", "fide: white Kf6 Ra1 black Kh7", *arguments)
    assert next(each for each in arguments if each != "--json") in said


def test_commands_write_the_pictures_that_python_gives(tmp_path: Path) -> None:
    svg, image = tmp_path / "x.svg", tmp_path / "x.png"
    files = ["--svg", str(svg), "--png", str(image), "--theme", "print", "--size", "300", "--stipulation", "#2"]
    start = sm.position("fide: white Kf6 Ra1 black Kh8")
    done = CliRunner().invoke(app, ["show", str(start), *files, "--from-moves", "Ra1-a2"])
    assert done.exit_code == 0
    look = {"theme": "print", "size": 300, "stipulation": "#2", "last": "Ra1-a2"}
    after = start.push("Ra1-a2")
    assert svg.read_text() == pictures.svg(after, **look)  # type: ignore[arg-type]
    assert image.read_bytes() == pictures.png(after, **look)
    shown = CliRunner().invoke(app, ["show", str(start), "--stipulation", "#2", "--from-moves", "Ra1-a2"]).stdout
    assert "#2   (2+1)   last move Ra1-a2" in shown
