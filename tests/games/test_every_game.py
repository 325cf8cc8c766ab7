"""Every game: names, drawings, arrays."""

from __future__ import annotations

import re

import pytest

from shadowmate.asp.terms import vector
from shadowmate.play.placement import Placement
from support.engine import engine, legal, rules, start
from support.paths import ROOT

GAMES = (
    "diagonals", "extreme", "fide", "golem", "koth", "kyoto", "latrunculi", "lions", "makruk", "micro", "parametric",
    "prince", "raumschach", "werewolf", "xiangqi",
)  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
def test_names_are_unique(name: str) -> None:
    game = rules(name)
    assert len(set(game.cells.values())) == len(game.cells)
    assert len(set(game.abbreviations.values())) == len(game.abbreviations)
    assert {str(s.arguments[0]) for s in game.facts("kind", 1)} == set(game.abbreviations)
    assert {str(s.arguments[0]) for s in game.facts("motion", 4)} == set(game.abbreviations)


@pytest.mark.sample(13)
@pytest.mark.parametrize("name", GAMES)
def test_every_cell_is_drawn_once(name: str) -> None:
    game = rules(name)
    drawn = [s.arguments for s in game.facts("drawn", 4)]
    panels = {str(s.arguments[0]) for s in game.facts("panel", 2)}
    assert {vector(a[0]) for a in drawn} == set(game.cells)
    assert len({tuple(map(str, a[1:])) for a in drawn}) == len(drawn) == len(game.cells)
    assert {str(a[1]) for a in drawn} == panels
    assert {vector(s.arguments[0]) for s in game.facts("tint", 2)} == set(game.cells)


@pytest.mark.parametrize("name", GAMES)
def test_the_array_is_possible(name: str) -> None:
    placement = start(name)
    assert {cell for cell, _, _ in placement.pieces} <= set(rules(name).cells)
    assert all(len(kinds) == 1 for _, kinds, _ in placement.pieces)
    assert engine(name).flaws(placement)("flaw", 2) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", sorted({*GAMES} - {"diagonals"}))
def test_the_armies_start_alike(name: str) -> None:
    array = start(name)
    assert len({len(legal(name, Placement(array.pieces, army, array.state))) for army in rules(name).players}) == 1


def test_the_readings_of_the_documents_are_those_of_the_rules() -> None:
    """rules/READINGS.md names the readings that can be chosen, no other, each once."""
    text = (ROOT / "rules" / "READINGS.md").read_text(encoding="utf-8")
    named = [
        name for listed in re.findall(r"in the ruleset: ([`\w, ]+)", text) for name in re.findall(r"`(\w+)`", listed)
    ]
    assert sorted(named) == sorted({reading.name for name in GAMES for reading in rules(name).readings})
