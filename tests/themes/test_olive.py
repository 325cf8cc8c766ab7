"""The themes of flat positions are those of the analysers of Olive and YACPDB, which olive.yaml lists."""

from __future__ import annotations

from typing import Any

import pytest

import shadowmate as sm
from support.paths import TESTS
from support.yaml_files import read_yaml

POSITIONS = read_yaml(TESTS / "themes" / "olive.yaml")
BY_PIECE = {
    "Star", "Big star", "Cross", "Big cross", "Wheel", "Albino", "Pickaninny", "Corner to corner", "Four corners",
    "Switchback", "Linear cycle", "Rundlauf", "Closed walk", "Platzwechsel", "Zilahi piece",
}  # fmt: skip
"""Themes that YACPDB states of single pieces."""
OF_ALL = {
    "Checking key", "Withdrawal key", "Flight giving key", "Flight taking key", "Flight giving and taking key",
    "Zilahi", "Model mates", "Model stalemates", "Ideal mates", "Ideal stalemates", "Echo", "Chameleon echo",
    "Model with pin", "Model with two pins", "Model with three pins",
}  # fmt: skip
QUICK = [each for each in POSITIONS if len(each["shows"]) > 3 and "differs" not in each][:5]
"""As many as are looked at every time."""


def shown(entry: dict[str, Any]) -> set[str]:
    """What is found, in the words of the file."""
    asked = entry["stipulation"]
    first = asked[0] in "#=s" and not asked.startswith("ser-h")
    turn = "w" if first or asked.endswith(".5") else "b"
    position = sm.game("fide", engine="compiled").position(f"fen {entry['fen']} {turn} - - 0 1")
    options = entry["options"]
    solution = sm.solve(position, asked, set_play="SetPlay" in options, tries="Try" in options)
    found = solution.themes()
    names = {theme.name for theme in found if theme.name in OF_ALL}
    by_piece = {(theme.name, each.by) for theme in found if theme.name in BY_PIECE for each in theme.shown}
    by_piece |= {("Zilahi piece", each.by) for theme in found if theme.name == "Zilahi" for each in theme.shown}
    return names | {f"{name} {by[0]}{by.split()[1].replace('N', 'S')}" for name, by in by_piece}


@pytest.mark.sample(2)
@pytest.mark.parametrize("entry", QUICK, ids=lambda each: each["fen"])
def test_some_positions_show_what_olive_and_yacpdb_say(entry: dict[str, Any]) -> None:
    assert shown(entry) == set(entry["shows"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("entry", POSITIONS, ids=lambda each: each["fen"])
def test_all_positions_show_what_olive_and_yacpdb_say(entry: dict[str, Any]) -> None:
    """Except where the file gives a reason."""
    assert (shown(entry) == set(entry["shows"])) == ("differs" not in entry)
