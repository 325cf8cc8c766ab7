"""Rules that only limit what is derived decide nothing: with all of it derived, the answers are the same."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from shadowmate.compiled.compile.known_rules import LIMITING
from support.differences import Pair, Tally
from support.paths import GAMES_OF_TESTS

EVERYTHING = """
#program position.
looks(now,now,From,Point) :- piece(From,_,_), point(From,Point,_,_,_).
#program routes(stage).
sought(stage,now,From,Point) :- stage = now, piece(From,_,_), point(From,Point,_,_,_).
asks_occupied(stage,now,From,Cell) :- stage = now, piece(From,_,_), point(From,_,Cell,_,_), Cell != off.
asks_player(stage,now,Cell) :- stage = now, locusts, cell(Cell).
on_line(Cell,From) :- stage = now, piece(From,_,_), point(From,_,Cell,_,_).
hurdle_of(Cell,From) :- stage = now, hurdles, piece(From,_,_), point(From,_,Cell,_,_).
#program outcomes.
asked_number(Army,Name) :- army(Army), counted_kind(Name,_).
#program worlds.
places_needed(C) :- settled(C).
studied(C) :- chosen_move(C,_,_).
newcomer(C,Role) :- ends(C,Role,_).
disturbs(C,From) :- theirs(From), chosen_move(C,_,_), not royals_examined(C).
"""
ROYALS = "royals_examined(C) :- chosen_move(C,_,_).\n"
"""With this rule nothing disturbs a line."""


def test_the_rules_here_derive_each_of_them() -> None:
    assert all(f"{name}(" in EVERYTHING + ROYALS for name, _ in LIMITING)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [EVERYTHING, EVERYTHING + ROYALS], ids=["lines", "royals"])
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("screens", 2),
        *(pytest.param(name, 6, marks=pytest.mark.slow) for name in ("locust", "small", "march", "muster", "wary")),
    ],
)
def test_with_everything_derived_the_answers_are_the_same(tmp_path: Path, rules: str, name: str, number: int) -> None:
    shutil.copytree(GAMES_OF_TESTS / name, tmp_path / name)
    with (tmp_path / name / "game.lp").open("a", encoding="utf-8") as stream:
        stream.write(rules)
    pair, random, tally = Pair(name), Random(name), Tally()
    positions = pair.positions(name)
    pair.reference = sm.game(name, rules=[tmp_path])
    for _ in range(number):
        pair.compare(positions.unreachable(), random, tally)
    # The positions are equal but for the game that they are of.
    assert [each for each in tally.differences if not each.startswith("position of")] == [] and tally.moves > number
