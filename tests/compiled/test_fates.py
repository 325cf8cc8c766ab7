"""Rules about what becomes of the pieces of a move are asked of clingo, and are no part of the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.translation import refusals
from support.altered_rules import alter
from support.small import write

CONVERTS = """
#program effects.
spares(C,victim) :- part(C,mover,king).
lands(C,victim,start) :- part(C,mover,king).
joins(C,victim,Army) :- part(C,mover,king), of(C,mover,Army).
"""
JOINS = "then_army(C,Role,Army) :- places_needed(C), joins(C,Role,Army), of(C,Role,_), not dies(C,Role)."
STAYS = JOINS.replace("joins(C,Role,Army), of(C,Role,_)", "joins(C,Role,_), of(C,Role,Army)")


MARKS = """
field(last,cell).
field(mood,flags).
flag(mood,(glad;grim)).
zone(white,far,(2,5,1)).
#program effects.
sets(C,last,end) :- part(C,mover,rook).
sets(C,mood,glad) :- part(C,mover,king).
sets(C,mood,grim) :- part(C,mover,king), to(C,far).
clears(C,mood,glad) :- part(C,mover,king), to(C,far).
"""
NAMES = """then_state(After,Name,To) :-
    played(After,C), sets(C,Name,end), context(C,Move), pseudo_legal(Move,_,To,_)."""
ZONED = "ends_in(C,Army,Zone) :- context(C,Move), pseudo_legal(Move,_,To,_), zone(Army,Zone,To)."


@pytest.mark.sample(2)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(("rule", "army"), [(JOINS, "white"), (STAYS, "black")])
def test_both_engines_follow_such_a_rule_when_it_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, army: str, engine: EngineName
) -> None:
    """A King changes places with what it attacks, which joins its army, or by the altered rule does not."""
    alter(tmp_path, monkeypatch, "contexts.lp", JOINS, rule)
    write(tmp_path, CONVERTS)
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 black Kc5 Rb2")
    (move,) = (each for each in position.legal_moves() if each.target == "b2")
    assert position.push(move).pieces["a1"].army == army


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("file", "rule", "altered", "text", "state"),
    [
        pytest.param("after.lp", NAMES, NAMES, "Rb1-b2", "last b2", marks=pytest.mark.slow),
        pytest.param("contexts.lp", ZONED, ZONED, "Ka4-b5", "mood glad mood grim", marks=pytest.mark.slow),
        ("after.lp", NAMES, NAMES.replace(",To)", ",From)").replace("_,To,_)", "From,_,_)"), "Rb1-b2", "last b1"),
        ("contexts.lp", ZONED, ZONED.replace("Zone,To)", "Zone,_)"), "Ka4-a5", "mood glad mood grim"),
    ],
)
def test_both_engines_follow_a_rule_about_fields_or_zones_when_it_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, rule: str, altered: str, text: str, state: str
) -> None:
    """By the altered rules a field names the cell where the move starts, and every move ends in each zone."""
    alter(tmp_path, monkeypatch, file, rule, altered)
    write(tmp_path, MARKS)
    engines: tuple[EngineName, ...] = ("reference", "compiled")
    games = [sm.game("small", rules=[tmp_path], engine=engine) for engine in engines]
    afters = {str(game.position("white Ka4 Rb1 black Ke1").push(text)) for game in games}
    assert [state in each for each in afters] == [True], afters


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rule",
    [
        "then_army(C,mover,white) :- settled(C).",
        "ends(C,Role,Cell) :- settled(C), involves(C,Role,Cell).",
        "settled(C) :- bars(C,never), context(C,_).",
    ],
)
def test_a_game_has_no_such_rules_of_its_own(tmp_path: Path, rule: str) -> None:
    write(tmp_path, f"#program worlds.\n{rule}\n")
    assert any("does not carry out" in each for each in refusals(load("small", (), [tmp_path])))
