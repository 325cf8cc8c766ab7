"""Rules whose values can occur are not reported; `mistakes/values.lp` has those whose values cannot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from shadowmate.asp.folders import game_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.checking.values import valueless
from support.paths import EXAMPLES, GAMES_OF_TESTS

GAMES = game_folders([GAMES_OF_TESTS, EXAMPLES])


def mini_with(folder: Path, part: str, rule: str) -> tuple[Path, int]:
    """A copy of `mini` with one more rule, and the rule's line."""
    shutil.copytree(GAMES["mini"], folder)
    text = (folder / "game.lp").read_text(encoding="utf-8") + f"\n#program {part}.\n{rule}\n"
    (folder / "game.lp").write_text(text, encoding="utf-8")
    return folder, text.count("\n")


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.sample(4)
def test_no_game_has_such_rules(name: str) -> None:
    assert list(valueless(read_game(GAMES[name]))) == []


def test_what_follows_from_another_mistake_is_not_reported(tmp_path: Path) -> None:
    """The second rule uses what the first would derive."""
    rules = "helped_by(C,Kind) :- part(C,vctim,Kind).\nbars(C,no) :- helped_by(C,rook)."
    folder, line = mini_with(tmp_path / "mini", "effects", rules)
    assert [each.line for each in valueless(read_game(folder))] == [line - 1]


def test_parameters_and_constants_have_any_value(tmp_path: Path) -> None:
    rules = "bars(C,no) :- part(C,role,rook)."
    folder, _ = mini_with(tmp_path / "mini", "effects", rules)
    with (folder / "game.lp").open("a", encoding="utf-8") as stream:
        stream.write("#const role = mover.\n")
    assert list(valueless(read_game(folder))) == []


def test_a_title_in_place_of_a_use_is_answered_with_the_use(tmp_path: Path) -> None:
    """The notation of moves has the titles, and no page the names of the special moves of core."""
    rules = "becomes(C,partner,queen) :- use(C,castling), part(C,partner,_)."
    text = f'#include "variants/full_chess.lp".\ngame("Castler").\n#program effects.\n{rules}\n'
    (tmp_path / "game.lp").write_text(text, encoding="utf-8")
    (found,) = valueless(read_game(tmp_path))
    assert found.line == 4 and found.message.endswith("; castling is the title of castle(_,_,_,_)")
