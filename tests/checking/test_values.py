"""A rule whose values can never occur, or have no use where it states them, is found with its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from shadowmate.asp.folders import game_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.checking.rules import check_rules
from shadowmate.checking.values import valueless
from support.paths import EXAMPLES, GAMES_OF_TESTS

GAMES = game_folders([GAMES_OF_TESTS, EXAMPLES])

# Each mistake: the part, a rule that is added to `mini` (King, Kite, Pawn, Rook), and words of the finding.
WRONG = (
    ("effects", "becomes(C,mover,rook) :- part(C,target,_).", "never has target as argument 2; .* mover, victim"),
    ("effects", "bars(C,no) :- part(C,vctim,_).", "never has vctim as argument 2; .*do you mean 'victim'"),
    ("effects", "bars(C,no) :- use(C,quiet), not part(C,vctim,_).", "never has vctim .*do you mean 'victim'"),
    ("effects", "bars(C,no) :- part(C,mover,roook).", "part/3 never has roook as argument 3; .*do you mean 'rook'"),
    ("effects", "bars(C,no) :- part(C,mover,queen).", "never has queen as argument 3; .* kite, pawn, rook"),
    ("effects", "bars(C,no) :- of(C,mover,wite).", "of/3 never has wite as argument 3; .*do you mean 'white'"),
    ("effects", "bars(C,no) :- use(C,captures).", "use/2 never has captures as argument 2; .*do you mean 'capture'"),
    ("effects", "bars(C,no) :- starts_in(C,white,nowhere).", "starts_in/3 never has nowhere as argument 3"),
    ("effects", "bars(C,no) :- steps(C,diagnal).", "steps/2 never has diagnal .*do you mean 'diagonal'"),
    ("effects", "bars(C,no) :- chosen(C,promotion,queen).", "chosen/3 never has queen as argument 3; .* kite, rook"),
    ("effects", "bars(C,no) :- chosen(C,promote,rook).", "never has promote as argument 2; .*do you mean 'promotion'"),
    ("effects", "bars(C,no) :- part(C,mover,(king,rook)).", r"never has \(_,_\) as argument 3"),
    ("effects", 'bars(C,no) :- part(C,mover,"Ro").', "never has a text as argument 3"),
    ("effects", "bars(C,no) :- part(C,1,rook).", "never has a number as argument 2"),
    ("effects", "bars(C,no) :- part(C,Role,rook), Role = vctim.", "mover, victim in part/3, and vctim by its"),
    ("effects", "bars(C,no) :- part(C,(mover;vctim),rook).", "never has vctim as argument 2"),
    ("effects", "dies(C,neighbour(mover)) :- part(C,victim,_).", r"dies/2 has no use for neighbour\(_\) as argument 2"),
    ("effects", "dies(C,everyone) :- part(C,victim,_).", "dies/2 has no use for everyone as argument 2"),
    ("effects", "lands(C,victim,(4,1,1)) :- part(C,victim,_).", r"lands/3 has no use for \(_,_,_\) .* end, own, start"),
    ("effects", "lands(C,victim,home) :- part(C,victim,_).", "lands/3 has no use for home as argument 3"),
    ("effects", "spares(C,vitcim) :- part(C,mover,_).", "spares/2 has no use for vitcim .*do you mean 'victim'"),
    ("effects", "unguarded(C,moover) :- part(C,mover,rook).", "has no use for moover .*do you mean 'mover'"),
    ("effects", "joins(C,victim,mover) :- of(C,mover,_).", "joins/3 has no use for mover .* black, white"),
    ("effects", "joins(C,mover,Kind) :- part(C,mover,Kind).", "joins/3 has no use for king as argument 3"),
    ("effects", "becomes(C,mover,Zone) :- to(C,Zone).", "becomes/3 has no use for end as argument 3; .* king, kite"),
    ("effects", "becomes(C,mover,queen) :- part(C,mover,rook).", "becomes/3 has no use for queen as argument 3"),
    ("effects", "wins(C,victim,holy) :- part(C,victim,_).", "wins/3 has no use for victim .* black, white"),
    ("effects", "seeks(C,queen,far) :- part(C,mover,rook).", "seeks/3 has no use for queen as argument 2"),
    ("effects", "seeks(C,rook,near) :- part(C,mover,rook).", "seeks/3 has no use for near .*has nothing for it"),
    ("effects", "needs(C,empti(reserve)) :- part(C,victim,_).", r"no use for empti\(_\) as .*do you mean 'empty"),
    ("effects", "needs(C,check(nono)) :- part(C,victim,_).", "has no use for nono .*it can be none, some"),
    ("moves", "forbidden(C) :- chosen_move(C,_,_), piece(C,_,_).", "never holds: C is .* and .* in piece/3"),
    (
        "verdict",
        "forbidden(C) :- pseudo_legal(C,_,_,_), gives_check(C,_,_).",
        r"never holds: C is .*go\(_,_\).* in pseudo_legal/4, and \(_,_,_\), there\(_,_\) in gives_check/3",
    ),
    ("verdict", "forbidden(M) :- pseudo_legal(M,Cell,_,_), turn(Cell).", "Cell is .* and black, white in turn/1"),
    ("validity", 'invalid("x") :- piece(_,king,A), piece(A,rook,_).', "never holds: A is black, white in piece/3, and"),
    ("validity", 'invalid("x") :- piece(_,kng,_).', "piece/3 never has kng as argument 2; .*do you mean 'king'"),
    ("validity", 'invalid("x") :- piece(_,_,green).', "piece/3 never has green as argument 3; it can be black, white"),
    ("validity", 'invalid("x") :- piece(e4,_,_).', r"piece/3 never has e4 as argument 1; it can be \(_,_,_\)"),
    ("validity", 'invalid("x") :- turn(both).', "turn/1 never has both as argument 1"),
)  # fmt: skip


def mini_with(folder: Path, part: str, rule: str) -> tuple[Path, int]:
    """A copy of `mini` with one more rule, and the rule's line."""
    shutil.copytree(GAMES["mini"], folder)
    text = (folder / "game.lp").read_text(encoding="utf-8") + f"\n#program {part}.\n{rule}\n"
    (folder / "game.lp").write_text(text, encoding="utf-8")
    return folder, text.count("\n")


@pytest.mark.parametrize(("part", "rule", "words"), WRONG)
def test_values_without_effect(tmp_path: Path, part: str, rule: str, words: str) -> None:
    folder, line = mini_with(tmp_path / "mini", part, rule)
    (found,) = valueless(read_game(folder))
    assert (found.path.name, found.line) == ("game.lp", line) and re.search(words, found.message)


def test_check_rules_reports_them(tmp_path: Path) -> None:
    folder, line = mini_with(tmp_path / "mini", "effects", "dies(C,everyone) :- part(C,victim,_).")
    (found,) = check_rules(folder)
    assert found.line == line and "no use for everyone" in found.message


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.sample(12)
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
