"""Pictures: that they show every cell and piece, that marks are right, and that files are whole."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from rich.console import Console
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.draw import position_picture as pictures
from shadowmate.draw import solution_tree
from shadowmate.draw.letters import FONTS, text_width
from shadowmate.draw.panels import panels
from shadowmate.draw.png import png
from shadowmate.draw.terminal import text
from shadowmate.explain.marks import Marks, marks
from shadowmate.files import write_whole
from shadowmate.play.kinds import find_kind, lone, middle
from shadowmate.play.position import Position
from support.pictures import LINK, SVG, plain, size, stamps, tiles, titles, words

PRINCE = "prince: white PrDd4 RoDa4 black KiHf7 QuEe5 BaDd6"


def reach(game: sm.Game, kind: str) -> tuple[Position, Marks]:
    """A piece in the middle of an empty board, and how far it reaches from there."""
    position = lone(game, find_kind(game, kind), middle(game))
    return position, marks(position, middle(game))


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


@pytest.mark.slow
def test_every_shipped_game_can_be_drawn(prince: sm.Game) -> None:
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


def test_png_has_the_size_of_the_svg_times_the_scale(prince: sm.Game) -> None:
    position, found = reach(prince, "queen")
    root = ET.fromstring(pictures.svg(position, found))
    for scale in (0.5, 1.0):
        image = pictures.png(position, marks=found, scale=scale)
        assert size(image) == tuple(round(float(root.attrib[side]) * scale) for side in ("width", "height"))
    assert pictures.png(position, scale=1.0) != pictures.png(position, marks=found, scale=1.0)


def characters(font: Path) -> set[int]:
    return set(TTFont(font).getBestCmap())


@pytest.mark.slow
def test_a_png_has_all_the_letters_with_the_fonts_of_the_package_alone() -> None:
    """Each letter in a picture of any game is in these fonts, and is drawn."""
    known = set().union(*map(characters, FONTS))
    folder = sm.game("prince").ruleset.files.folder.parent
    for name in sorted(path.parent.name for path in folder.glob("*/game.lp")):
        shown = words(ET.fromstring(pictures.svg(sm.game(name).start(), caption="#2½, 1…")))
        assert set(map(ord, "".join(shown))) <= known, name
    written = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="Noto Sans">{}</svg>'
    blank, letter, bold = (
        png(written.format(f'<text y="15" {look}>{letter}</text>'))
        for look, letter in (("", ""), ("", "K"), ('font-weight="bold"', "K"))
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


@pytest.mark.parametrize(
    ("scale", "words"), [(0, "more than 0"), (float("inf"), "a finite number"), (1000, "at most 20,000 pixels")]
)
def test_a_scale_must_be_positive_and_not_large(prince: sm.Game, scale: float, words: str) -> None:
    """The library that draws ends the process if it finds no memory."""
    with pytest.raises(sm.OptionError, match=f"scale: .*{words}"):
        pictures.png(prince.position("white KiAa1"), scale=scale)


@pytest.mark.parametrize("sign", ["\x01", "\ufffe", "\ud800"])
def test_a_text_that_no_picture_can_have_is_refused(prince: sm.Game, sign: str) -> None:
    with pytest.raises(sm.OptionError, match="a picture cannot have the character"):
        pictures.svg(prince.position("white KiAa1"), caption=f"a{sign}b")
    assert "a\tb" in pictures.svg(prince.position("white KiAa1"), caption="a\tb")


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
    assert "[Qu']" in plain(
        position, marks(position, next(cell for cell, one in position.pieces.items() if "queen" in one.kinds))
    )
    assert "xQu'" in cells
    assert "+Ro" in cells
    assert cells.count("/") == len(found.shadowed)


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [(True, {}, True), (True, {"NO_COLOR": "1"}, False), (False, {}, False)],
)
def test_colours_change_no_characters(
    prince: sm.Game, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    position = prince.position(PRINCE)
    shown = text(position, marks(position, "Dd4"), width=120)
    file = io.StringIO()
    variables = {"TERM": "xterm-256color", **environment}
    Console(file=file, force_terminal=terminal, _environ=variables, color_system="auto").print(shown, soft_wrap=True)
    codes = re.findall(r"\x1b\[([0-9;]*)m", file.getvalue())
    assert any(re.search(r"\b3[0-7]\b", code) for code in codes) == coloured
    assert bool(codes) == terminal
    assert re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue()) == shown.plain + "\n"


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


def test_no_line_of_a_tree_crosses_a_text() -> None:
    """With tries, set play, and moves that lead to the same positions."""
    start = sm.position("fide: white Kf6 Ra1 black Kh7", engine="compiled")
    for stipulation in ("#2", "#4"):
        solution = sm.solve(start, stipulation, tries=True, set_play=True)
        root = ET.fromstring(solution_tree.svg(solution))
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
        shown = [title.rpartition(" (")[0] for title in titles(solution_tree.svg(solution)) if "elsewhere" not in title]
        assert sorted(shown) == sorted(solution.tree)


def test_a_kind_is_drawn_into_files(tmp_path: Path) -> None:
    svg, image = tmp_path / "rook.svg", tmp_path / "rook.png"
    arguments = ["pieces", "fide", "rook", "--figurines", "--svg", str(svg), "--png", str(image)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0 and "♖ rook" in done.stdout and str(svg) in done.stdout
    assert sum(title.endswith(", reached") for title in titles(svg.read_text())) == 14
    assert size(image.read_bytes())[0] == 2 * float(ET.fromstring(svg.read_text()).attrib["width"])
    assert CliRunner().invoke(app, ["pieces", "fide", "--svg", str(svg)]).exit_code == 2


def test_cells_where_a_kind_only_captures_have_a_mark_of_their_own(tmp_path):
    svg = tmp_path / "pawn.svg"
    printed = CliRunner().invoke(app, ["pieces", "fide", "pawn"]).output
    assert " 5   :   .   x   o   x   .   :   .\n" in printed
    assert printed.endswith("[Pd4]: o reached 1, x only to capture 2\n")
    assert CliRunner().invoke(app, ["pieces", "fide", "pawn", "--svg", str(svg)]).exit_code == 0
    assert "only to capture 2: c5 e5" in svg.read_text()


def test_the_cells_that_a_kind_reaches_only_over_another_piece_are_marked(tmp_path: Path) -> None:
    """A Grasshopper lands behind the first piece that it meets, so it goes nowhere on an empty board."""
    svg = tmp_path / "grasshopper.svg"
    printed = CliRunner().invoke(app, ["pieces", "grasshopper", "grasshopper", "--from", "c1"]).output
    assert " 1   *   .  [G]  .   *   *   *   *\n" in printed
    assert "o reached 0\n* only over another piece: a1 a3 c3 c4 c5 c6 c7 c8 e1 e3 f1 f4 g1 g5 h1 h6\n" in printed
    assert CliRunner().invoke(app, ["pieces", "grasshopper", "grasshopper", "--svg", str(svg)]).exit_code == 0
    assert "only over another piece: " in svg.read_text()


def test_a_picture_labels_the_directions_between_panels(prince: sm.Game) -> None:
    white, both = "prince: white KiAa1 PnBb2 black KiHh8", "prince: white KiAa1 PnBb2 black KiHh8 PnGg7"
    texts = [set(words(ET.fromstring(pictures.svg(prince.position(each))))) for each in (PRINCE, white, both)]
    assert [{"towards H", "towards A"} & each for each in texts] == [set(), {"towards H"}, {"towards H", "towards A"}]
