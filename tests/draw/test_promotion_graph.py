"""The picture of promotions: it has every kind and every change, and nothing in it is on top of anything else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from typing import NamedTuple

import pydot
import pytest

import shadowmate as sm
from shadowmate.draw import promotion_graph as pictures
from shadowmate.draw.letters import text_width
from support.paths import EXAMPLES, GAMES_OF_TESTS, ROOT

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ("latrunculi", "fide", "prince", "raumschach", "mutiny", "plunder", "crown", "herald", "wedding", "swap")


class Area(NamedTuple):
    """What something covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def game(name: str) -> sm.Game:
    return sm.game(name, rules=[GAMES_OF_TESTS, EXAMPLES])


def picture(name: str) -> ET.Element:
    return ET.fromstring(pictures.svg(game(name).promotions()))


def titles(root: ET.Element) -> Counter[str]:
    return Counter(title.text or "" for title in root.iter(f"{SVG}title"))


def boxes(root: ET.Element) -> dict[str, Area]:
    """The boxes of kinds by what is their title."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        frame = group.find(f"{SVG}rect")
        if frame is not None:
            left, top, width, height = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
            found[group.findtext(f"{SVG}title") or ""] = Area(left, top, left + width, top + height)
    return found


def texts(root: ET.Element) -> list[Area]:
    found = []
    for text in root.iter(f"{SVG}text"):
        size, left, low = (float(text.attrib[name]) for name in ("font-size", "x", "y"))
        wide = text_width(text.text or "", size, text.get("font-weight") == "bold")
        found.append(Area(left, low - 0.75 * size, left + wide, low + 0.2 * size))
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", GAMES)
def test_it_has_every_kind_and_every_change(name: str) -> None:
    graph, found = game(name).promotions(), titles(picture(name))
    names = graph.nodes(data="name")
    expected = Counter(data for _, data in names)
    expected += Counter(f"{names[kind]} -> {names[new]} {words}" for kind, new, words in graph.edges(data="words"))
    assert Counter({title: n for title, n in found.items() if "(shown elsewhere)" not in title}) == expected


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_covers_anything(name: str) -> None:
    root = picture(name)
    frames, letters = boxes(root), texts(root)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert not [pair for pair in combinations(frames.items(), 2) if pair[0][1].meets(pair[1][1])]
    assert not [pair for pair in combinations(letters, 2) if pair[0].meets(pair[1])]
    for text in letters:
        inside = [each for each in frames.values() if each.meets(text)]
        assert all(each.left <= text.left and text.right <= each.right for each in inside)
        assert text.left >= 0 and text.right <= width and text.top >= 0 and text.bottom <= height


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_runs_through_letters(name: str) -> None:
    """Lines with letters above them are horizontal. Lines bend only before the letters."""
    root = picture(name)
    letters = texts(root)
    for path in root.iter(f"{SVG}path"):
        x = y = 0.0
        for order, numbers in re.findall(r"([MHCL])([^A-Z]*)", path.attrib["d"]):
            values = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
            if order == "H":
                run = Area(min(x, values[0]), y - 0.6, max(x, values[0]), y + 0.6)
                x = values[0]
            else:
                run = Area(min(x, values[-2]), min(y, values[-1]), max(x, values[-2]), max(y, values[-1]))
                run = Area(0, 0, 0, 0) if order in "ML" else run
                x, y = values[-2:]
            assert not [each for each in letters if each.meets(run)]


def test_arrows_lead_to_the_right() -> None:
    """An arrow that cannot leads to a second box of the kind."""
    found = boxes(picture("latrunculi"))
    for kind, new in game("latrunculi").promotions().edges():
        assert found[kind.title()].right < found[new.title()].left
    crown = boxes(picture("crown"))
    assert crown["King"].right < crown["Mason"].left < crown["Mason"].right < crown["King (shown elsewhere)"].left


def test_direct_and_indirect_ones_look_different() -> None:
    groups = [
        (group.findtext(f"{SVG}title") or "", path.get("stroke-dasharray"))
        for group in picture("latrunculi").iter(f"{SVG}g")
        for path in group.findall(f"{SVG}path")
    ]
    assert len(groups) == 18
    assert all((" as the " in title) == bool(dashes) for title, dashes in groups)


def test_dot_has_every_change() -> None:
    graph = game("latrunculi").promotions()
    (found,) = pydot.graph_from_dot_data(pictures.dot(graph))
    assert Counter((edge.get_source(), edge.get_destination()) for edge in found.get_edges()) == Counter(
        (f'"{kind}"', f'"{new}"') for kind, new in graph.edges()
    )
    assert Counter(edge.get_style() for edge in found.get_edges()) == {"solid": 7, "dashed": 11}


def test_the_picture_of_the_readme_is_current() -> None:
    shown = (ROOT / "docs" / "promotions-latrunculi.svg").read_text(encoding="utf-8")
    assert shown == pictures.svg(game("latrunculi").promotions())
