"""Boards whose pieces stand on points: the lines of a picture, from the rules of the game."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.draw.panels import panels
from shadowmate.draw.themes import THEMES
from shadowmate.exploring.data import board_data
from support.pictures import SVG, cells

Line = tuple[tuple[int, int], tuple[int, int]]


def board_of_xiangqi() -> set[Line]:
    """The lines of a Xiangqi board as books describe it: columns and rows are counted from 1."""
    rows = {((x, y), (x + 1, y)) for x in range(1, 9) for y in range(1, 11)}
    banks = {((x, y), (x, y + 1)) for x in range(1, 10) for y in (*range(1, 5), *range(6, 10))}
    edges = {((x, 5), (x, 6)) for x in (1, 9)}
    crosses = {
        line
        for low in (1, 8)
        for path in (((4, low), (5, low + 1), (6, low + 2)), ((4, low + 2), (5, low + 1), (6, low)))
        for line in pairwise(path)
    }
    return rows | banks | edges | crosses


def test_xiangqi_has_its_palaces_and_river() -> None:
    (panel,) = panels(sm.game("xiangqi").ruleset).panels
    assert len(panel.lines) == len(set(panel.lines)) == 80 + 72 + 2 + 8
    assert set(panel.lines) == board_of_xiangqi()
    assert {tile.shade for tile in panel.tiles} == {0}
    assert [list(map(list, line)) for line in panel.lines] == [
        list(map(list, line)) for line in board_data(sm.game("xiangqi"))["panels"][0]["lines"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_stand_where_lines_cross(theme: str) -> None:
    start = sm.game("xiangqi").start()
    root = ET.fromstring(sm.svg(start, theme=theme))
    ends = {
        tuple(map(float, end))
        for path in root.findall(f"{SVG}path")
        if path.get("fill") == "none"
        for end in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", path.get("d", ""))
    }
    assert len(ends) == 90
    shown = cells(root, start.game)
    places = {
        cell: [(float(use.get("x", 0)), float(use.get("y", 0))) for use in shown[cell].iter(f"{SVG}use")]
        for cell in shown
    }
    assert {place for found in places.values() for place in found} == ends
    assert all(len(places[cell]) == 1 + (cell in start.pieces) for cell in start.game.vectors)


def test_other_boards_have_no_lines() -> None:
    for name in ("fide", "diagonals"):
        assert not any(panel.lines for panel in panels(sm.game(name).ruleset).panels)


def test_a_game_draws_lines_on_its_own_board(tmp_path: Path) -> None:
    """Points on any board: here one line, stated twice; a line to no cell is refused with the fact."""
    game = """#include "games/fide/game.lp".
    drawn_line((1,1,1),(2,1,1)). drawn_line((2,1,1),(1,1,1)).
    """
    folder = tmp_path / "crossings"
    folder.mkdir()
    (folder / "game.lp").write_text(game)
    (panel,) = panels(sm.game("crossings", rules=[tmp_path]).ruleset).panels
    assert panel.lines == (((1, 1), (2, 1)),)
    (folder / "game.lp").write_text(game + "drawn_line((1,1,1),(0,1,1)).")
    with pytest.raises(sm.RulesError, match=r"drawn_line\(\(1,1,1\),\(0,1,1\)\) does not join two cells"):
        panels(sm.game("crossings", rules=[tmp_path]).ruleset)
