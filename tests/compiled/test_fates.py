"""Rules about what becomes of the pieces of a move are asked of clingo, and are no part of the kernel."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp import folders
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.translation import refusals
from support.small import write

CONVERTS = """
#program effects.
spares(C,victim) :- part(C,mover,king).
lands(C,victim,start) :- part(C,mover,king).
joins(C,victim,Army) :- part(C,mover,king), of(C,mover,Army).
"""
JOINS = "then_army(C,Role,Army) :- places_needed(C), joins(C,Role,Army), of(C,Role,_), not dies(C,Role)."
STAYS = JOINS.replace("joins(C,Role,Army), of(C,Role,_)", "joins(C,Role,_), of(C,Role,Army)")


@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(("rule", "army"), [(JOINS, "white"), (STAYS, "black")])
def test_both_engines_follow_such_a_rule_when_it_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, army: str, engine: EngineName
) -> None:
    """A King changes places with what it attacks, which joins its army, or by the altered rule does not."""
    rules = tmp_path / "rules"
    shutil.copytree(folders.builtin_root(), rules)
    contexts = rules / "core" / "contexts.lp"
    text = contexts.read_text(encoding="utf-8")
    assert text.count(JOINS) == 1
    contexts.write_text(text.replace(JOINS, rule), encoding="utf-8")
    monkeypatch.setattr(folders, "builtin_root", lambda: rules)
    write(tmp_path, CONVERTS)
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 black Kc5 Rb2")
    (move,) = (each for each in position.legal_moves() if each.target == "b2")
    assert position.push(move).pieces["a1"].army == army


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
