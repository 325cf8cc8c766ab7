"""A rule that names a state, a count or a store that the game does not have is found with its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from shadowmate.asp.base import solve_base
from shadowmate.asp.folders import game_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.checking.rules import check_rules
from shadowmate.checking.states import misstated
from support.paths import EXAMPLES, GAMES_OF_TESTS

GAMES = game_folders([GAMES_OF_TESTS, EXAMPLES])

FACTS = """
field(bell,flags).  flag(bell,(rung;silent)).
field(last,cell).
field(captured,count).  limit(captured,3).
store(hand(Player)) :- player(Player,_).
store(chest).  item(chest,helm).
"""

# Each mistake: a rule that is added to `mini` (King, Kite, Pawn, Rook) with these facts, and words of the finding.
WRONG = (
    ("sets(C,bel,rung) :- part(C,mover,rook).", "there is no field bel; there are .*do you mean 'bell'"),
    ("sets(C,memory,start) :- part(C,mover,rook).", r"there is no field memory; .*add field\(memory,Type\)"),
    ("clears(C,bel,rung) :- part(C,mover,rook).", "there is no field bel; .*do you mean 'bell'"),
    ("needs(C,right(bel,rung)) :- part(C,mover,rook).", "there is no field bel; .*do you mean 'bell'"),
    ("needs(C,lacks(bel,rung)) :- part(C,mover,rook).", "there is no field bel; .*do you mean 'bell'"),
    ("sets(C,bell,rang) :- part(C,mover,rook).", "bell of type flags never has rang; .* rung, silent; .*'rung'"),
    ("sets(C,bell,(rung;rang)) :- part(C,mover,rook).", "bell of type flags never has rang"),
    ("sets(C,bell,Army) :- of(C,mover,Army).", "bell of type flags never has black; it can be rung, silent"),
    ("needs(C,lacks(bell,rang)) :- part(C,mover,rook).", "bell of type flags never has rang"),
    ("clears(C,captured,many) :- part(C,mover,rook).", "captured of type count never has many; it can be a number"),
    ("sets(C,last,middle) :- part(C,mover,rook).", "last of type cell never has middle; it can be end, over, start"),
    ("sets(C,last,(1,1,1)) :- part(C,mover,rook).", r"last of type cell never has \(_,_,_\); it can be end, over"),
    ("needs(C,lacks(last,middle)) :- part(C,mover,rook).", "last of type cell never has middle"),
    ("gains(C,hand,rook) :- part(C,mover,rook).", r"there is no store hand; there are chest, hand\(_\); .*'hand\(_\)'"),
    ("gains(C,hand(white),roook) :- part(C,mover,rook).", "no such store holds roook; it can be .*mean 'rook'"),
    ("spends(C,hand(white),helm) :- part(C,mover,rook).", "no such store holds helm; it can be king, kite, pawn"),
    ("gains(C,chest,rook) :- part(C,mover,rook).", "no such store holds rook; it can be helm"),
    ("needs(C,empty(box)) :- part(C,mover,rook).", r"there is no store box; .*add store\(box\)"),
    ("adds(C,captures) :- part(C,victim,_).", "there is no count captures; there are captured; .*mean 'captured'"),
    ("resets(C,bell) :- part(C,victim,_).", r"there is no count bell; .*add field\(bell,count\)"),
)  # fmt: skip
RIGHT = (
    "sets(C,bell,(rung;silent)) :- part(C,mover,rook).",
    "clears(C,captured,1) :- part(C,mover,rook).",
    "sets(C,last,end) :- part(C,mover,rook).",
    "needs(C,lacks(last,(start;end;(1,1,1)))) :- part(C,mover,rook).",
    "gains(C,hand(Army),Kind) :- part(C,victim,Kind), of(C,mover,Army).",
    "gains(C,chest,helm) :- part(C,victim,_).",
    "needs(C,empty((chest;hand(white);(1,1,1)))) :- part(C,victim,_).",
    "adds(C,captured) :- part(C,victim,_).  resets(C,captured) :- part(C,mover,king).",
)


def mini_with(folder: Path, rules: tuple[str, ...]) -> tuple[Path, int]:
    """A copy of `mini` with the facts and rules, and the line of the first rule."""
    shutil.copytree(GAMES["mini"], folder)
    before = f"{(folder / 'game.lp').read_text(encoding='utf-8')}\n#program base.\n{FACTS}#program effects.\n"
    (folder / "game.lp").write_text(before + "\n".join(rules) + "\n", encoding="utf-8")
    return folder, before.count("\n") + 1


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The findings about each rule, from one game with all of them."""
    rules = (*(rule for rule, _ in WRONG), *RIGHT)
    folder, first = mini_with(tmp_path_factory.mktemp("states") / "mini", rules)
    files = read_game(folder)
    findings: dict[str, list[str]] = {rule: [] for rule in rules}
    for each in misstated(files, solve_base(files, ())):
        findings[rules[each.line - first]].append(each.message)
    return findings


@pytest.mark.parametrize(("rule", "words"), WRONG)
def test_what_the_game_does_not_have_is_found(found: dict[str, list[str]], rule: str, words: str) -> None:
    (message,) = found[rule]
    assert re.search(words, message)


@pytest.mark.parametrize("rule", RIGHT)
def test_what_the_game_has_is_no_mistake(found: dict[str, list[str]], rule: str) -> None:
    assert found[rule] == []


def test_check_rules_reports_it_once(tmp_path: Path) -> None:
    folder, line = mini_with(tmp_path / "mini", ("adds(C,captures) :- part(C,victim,_).",))
    (found,) = check_rules(folder)
    assert found.line == line and "no count captures" in found.message
