"""Malformed points of routes are found with line and form, when rules are checked and when a game is opened."""

import re
from pathlib import Path

import pytest

from shadowmate import RulesError
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.checking.rules import check_rules
from support.cli import fail
from support.tiny import LAST, TINY, write

GROWS = TINY + 'motion(king,grass,flat,any). direction(flat,(1,0,0)). phrase(grass,"grows").\n'
HERE = "belongs(grass,flat,here). place(here,(1,2,0)). "

# A malformed line of rules: words of the message about it.
MALFORMED = {
    "belongs(grass,flat,here). place(here,(2,0,0)). after(here,(over(slide((1,0,0),1)),)).": (
        r"the point over\(slide\(\(1,0,0\),1\)\) has no place"
    ),
    HERE + "after(here,(slide((1,0,0),1),over(slide((0,1,0),1)))).": r"over\(slide\(.*\)\) has no place",
    HERE + "after(here,over(slide((1,0,0),1),white)).": r"here comes after over\(.*,white\); write \(\)",
    HERE + "after(here,capturing(slide((1,0,0),1),white)).": r"here comes after capturing\(.*\); write \(\)",
    HERE + "after(here,(there;beyond)).": "here comes after (there|beyond); write",
    HERE + "after(here,4).": "here comes after 4; write",
    HERE + 'after(here,"").': 'here comes after ""; write',
    HERE + "after(here,#sup).": "here comes after #sup; write",
    HERE + "after(here,-over(here)).": r"here comes after -over\(here\); write",
    HERE + "after(here,through(here)).": r"here comes after through\(here\); write",
    HERE + "after(here,(here,here,here,here)).": r"here comes after \(here,here,here,here\); write",
    HERE: r"the point here has no predecessor; write after\(here,\(\)\)",
    "belongs(grass,flat,here). after(here,()).": r"the point here has no place; write place\(here,\(X,Y,Z\)\)",
    "belongs(grass,flat,here).": "the point here has no place",
    HERE + "after(here,()). through(there,(1,1,0)).": "the point there has no place",
    HERE + "after(here,through). through(here,(1,1)).": r"\(1,1\) is not a vector",
    HERE + "after(here,()). place(here,(1,1,1)).": r"the point here has another place, \(1,[12],[01]\)",
    "belongs(grass,flat,here). place(here,(1,2)). after(here,()).": r"\(1,2\) is not a vector of three numbers",
    HERE + "after(here,capturing(slide((1,0,0),1))). after(here,()).": (
        "another way to here captures on other cells; give this one a point of its own"
    ),
    HERE + "after(here,(slide((0,1,0),1),there)). place(there,(0,1,0)). after(there,capturing(slide((1,0,0),1))).": (
        "here comes after several points, and a capture before one of them"
    ),
    "belongs(grass,flat,here). place(here,far). after(here,()).": "far is not a vector of three numbers",
    'belongs(grass,flat,here). place(here,"far"). after(here,()).': '"?far"? is not a vector of three numbers',
}

# These are well formed, but nothing can come of them.
IDLE = {
    HERE + "after(here,(here,)).": "no route leads to here",
    HERE + "place(there,(1,1,0)). after(here,(there,)). after(there,over(here)).": "no route leads to here",
    HERE + "after(here,over(slide((1,0,0),1),green,king)).": "there is no army green",
    HERE + "after(here,over(slide((1,0,0),1),white,kign)).": "there is no kind kign",
}

FORMS = (
    "()",
    "(slide((1,0,0),1),)",
    "(slide((1,0,0),1),slide((0,1,0),1))",
    "(slide((1,0,0),1),slide((0,1,0),1),slide((0,0,1),1))",
    "over(slide((1,0,0),1))",
    "over(slide((1,0,0),1),white,king)",
    "capturing(slide((1,0,0),1))",
    "through",
)


@pytest.mark.sample(5)
@pytest.mark.parametrize("rules", MALFORMED)
def test_no_game_with_a_malformed_point_opens(tmp_path: Path, rules: str) -> None:
    folder = write(tmp_path / "tiny", GROWS + rules + "\n")
    with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 2}:1: error: .*{MALFORMED[rules]}"):
        Ruleset(read_game(folder)).routes  # noqa: B018


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", MALFORMED | IDLE)
def test_malformed_and_idle_points_are_found_with_their_lines(tmp_path: Path, rules: str) -> None:
    folder = write(tmp_path / "tiny", GROWS + rules + "\n")
    found = check_rules(folder)
    assert {(each.path, each.line) for each in found} == {(folder / "game.lp", LAST + 2)}, found
    assert any(re.search((MALFORMED | IDLE)[rules], each.message) for each in found), found


@pytest.mark.slow
def test_all_forms_of_points_are_right(tmp_path: Path) -> None:
    points = "\n".join(
        f"belongs(grass,flat,here({n})). place(here({n}),(1,2,{n})). after(here({n}),{form})."
        for n, form in enumerate(FORMS)
    )
    assert check_rules(write(tmp_path / "tiny", GROWS + points + "\nthrough(here(7),(0,1,0)).\n")) == []


@pytest.mark.slow
def test_a_fact_of_the_game_that_makes_a_shared_file_say_nonsense_is_the_culprit(tmp_path: Path) -> None:
    folder = write(tmp_path / "tiny", TINY + "direction(orthogonal,(1,0)).\n")
    (found,) = check_rules(folder)
    assert (found.line, found.message) == (LAST + 1, "(1,0) is not a vector of three numbers")


@pytest.mark.sample(1)
@pytest.mark.parametrize("asked", (("moves",), ("ask", "--rule", "cell_of(C) :- cell(C)."), ("status",)))
def test_commands_refuse_it(tmp_path: Path, asked: tuple[str, ...], monkeypatch, capsys) -> None:
    write(tmp_path / "tiny", GROWS + next(iter(MALFORMED)) + "\n")
    command, *more = asked
    error = fail(monkeypatch, capsys, command, "tiny: start", *more, "--rules", str(tmp_path))
    assert re.search(rf"game\.lp:{LAST + 2}:.*has no place", error.replace("\n", "")), error
