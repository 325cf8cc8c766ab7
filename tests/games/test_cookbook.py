"""Each recipe of docs/cookbook.md is without mistakes, compiles, and changes what stands below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.compiled.compile.layout import objections
from support.paths import ROOT

PAGE = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
GAME = (ROOT / "rules" / "variants" / "nocastle" / "game.lp").read_text(encoding="utf-8")
RECIPES = {
    title: (block, re.findall(r"^- (In .*)$", below, re.MULTILINE))
    for title, block, below in re.findall(
        r"^### (.*?)\n.*?^```prolog\n(.*?)^```$(.*?)(?=^#|\Z)", PAGE, re.DOTALL | re.MULTILINE
    )
}
CLAIM = re.compile(r"In `(?P<position>[^`]*)`(?:, after (?P<after>.*?))?, (?P<rest>`.*|\w+ has won)\.")


def recipe(folder: Path, title: str) -> sm.Game:
    (folder / "cooked").mkdir()
    (folder / "cooked" / "game.lp").write_text(GAME + RECIPES[title][0], encoding="utf-8")
    return sm.game("cooked", rules=[folder])


def holds(game: sm.Game, claim: str) -> None:
    """Check a line below a recipe."""
    found = CLAIM.fullmatch(claim)
    assert found, claim
    position = game.position(found["position"])
    for move in re.findall(r"`(.*?)`", found["after"] or ""):
        position = position.push(move)
    if found["rest"].endswith("has won"):
        outcome = position.outcome()
        assert outcome and f"{outcome.winner} has won" == found["rest"]
        return
    moves = {str(move) for move in position.legal_moves()}
    legal, _, illegal = found["rest"].partition("; ")
    assert re.search(r" (is|are) legal$", legal) and (not illegal or re.search(r" (is|are) not$", illegal))
    assert set(re.findall(r"`(.*?)`", legal)) - moves == set()
    assert set(re.findall(r"`(.*?)`", illegal)) & moves == set()


def test_there_are_thirty_eight() -> None:
    assert len(RECIPES) == PAGE.count("\n### ") == 38
    assert all(claims for _, claims in RECIPES.values())


@pytest.mark.sample(1)
@pytest.mark.parametrize("title", RECIPES)
def test_recipe_does_what_stands_below_it(tmp_path: Path, title: str) -> None:
    game = recipe(tmp_path, title)
    assert sm.check_rules(tmp_path / "cooked") == []
    assert objections(Ruleset(read_game(tmp_path / "cooked"))) == []
    for claim in RECIPES[title][1]:
        holds(game, claim)
