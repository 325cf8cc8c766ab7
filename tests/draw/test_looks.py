"""How a picture is asked for: captions, the last move, themes, sizes, and what is refused."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.draw import position_picture as pictures
from shadowmate.draw.themes import THEMES
from shadowmate.explain.marks import marks
from support.cli import fail
from support.pictures import LINK, SVG, cells, plain, size, stamps, titles, words

PRINCE = "prince: white PrDd4 RoDa4 black KiHf7 QuEe5 BaDd6"


@pytest.mark.parametrize("turn", ["white", "black"])
def test_a_caption_has_the_stipulation_the_pieces_and_the_armies(turn: str) -> None:
    position = sm.position(f"fide: white Kf6 Ra1 Pa2 black Kh7 Qh1 turn {turn}")
    texts = words(ET.fromstring(pictures.svg(position, stipulation=" #2", caption="A. Author")))
    armies = [f"{army} to move" if army == turn else army for army in ("white", "black")]
    assert texts[-5:] == ["#2", "(3+2)", "A. Author", *armies]
    assert not {"#2", "(3+2)"} & set(words(ET.fromstring(pictures.svg(position))))


@pytest.mark.slow
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
    assert fail(monkeypatch, capsys, "show", "fide: white Kf6 Ra1 black Kh7", "--svg", str(target), *wrong)
    assert not target.exists()


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
def test_options_that_no_picture_shows_are_refused(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = fail(monkeypatch, capsys, "show", "fide: white Kf6 Ra1 black Kh7", *arguments)
    assert next(each for each in arguments if each != "--json") in error


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


def test_the_labels_of_a_hexagonal_board_are_at_their_rows() -> None:
    """Each number is level with a cell of its name in the first column, and nearer to it than to any other."""
    game = sm.game("diagonals")
    root = ET.fromstring(pictures.svg(game.start()))
    grounds = {name: next(group.iter(f"{SVG}use")) for name, group in cells(root, game).items()}
    places = {name: [float(ground.get(axis, 0)) for axis in "xy"] for name, ground in grounds.items()}
    assert places.keys() == game.vectors.keys()
    labels = [each for each in root.iter(f"{SVG}text") if (each.text or "").isdigit()]
    assert len(labels) == 6 * 9
    for label in labels:
        x, y = (float(label.get(axis, 0)) for axis in "xy")
        y -= 0.36 * float(label.get("font-size", 0))
        nearest = min(places, key=lambda name: math.dist(places[name], (x, y)))
        assert nearest[1:] == f"i{label.text}" and abs(places[nearest][1] - y) < 0.1, (nearest, label.text)
    shown = plain(game.start(), width=40).splitlines()
    assert [line.split()[0] for line in shown[1:18:2]] == list("123456789")
    assert [line.split()[1] for line in shown[1:4:2]] == ['Qn"', 'Sk"']


@pytest.mark.sample(4)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("position", "armies"),
    [
        ("diagonals: start", ["emperors to move", "presidents", "founders"]),
        ("fide: white Kf6 black Kh7 turn black", ["white", "black to move"]),
        ("prince: black KiAa1", ["white to move", "black"]),
        ("prince: white KiAa1", ["white to move"]),
    ],
)
def test_the_legend_names_the_army_of_each_colour(position: str, armies: list[str], theme: str) -> None:
    """A disc of the army's colour stands before the name of each army, at the height of the name."""
    shown = sm.position(position)
    root = ET.fromstring(pictures.svg(shown, theme=theme))
    texts = [
        each for each in root.findall(f"{SVG}text") if (each.text or "").split(" ")[0] in shown.game.ruleset.players
    ]
    discs = root.findall(f"{SVG}circle")
    assert [each.text for each in texts] == armies
    pieces = {army: piece for cell in cells(root, shown.game).items() for army, piece in [_filled(shown, root, *cell)]}
    for name, disc, text in zip(armies, discs, texts, strict=True):
        army = name.split(" ")[0]
        assert disc.get("fill") in pieces.get(army, {disc.get("fill")}), name
        assert 0 < float(text.get("x", 0)) - float(disc.get("cx", 0)) < 22
        assert abs(float(text.get("y", 0)) - 0.36 * 0.32 * 44 - float(disc.get("cy", 0))) < 0.1
    assert len({disc.get("fill") for disc in discs}) == len(discs)


def _filled(shown: sm.Position, root: ET.Element, cell: str, group: ET.Element) -> tuple[str, set[str | None]]:
    """The army of the piece on a cell, and the colours that fill its glyph."""
    piece = shown.pieces.get(cell)
    used = [stamps(root)[use.get(LINK, "")] for use in group.iter(f"{SVG}use")][-1]
    return (piece.army if piece else ""), {each.get("fill") for each in used.iter()}


def test_a_picture_names_what_its_cells_cannot_show() -> None:
    """What stores hold, flags and counts; a position is not known without them."""
    shown = sm.position("threecheck: white Ke1 black Ke8 white_checks 2")
    assert "white_checks: 2" in plain(shown).splitlines()
    assert "white_checks: 2" in {each.text for each in ET.fromstring(pictures.svg(shown)).iter(f"{SVG}text")}
