"""Rule files that clingo cannot read: the message names the line that is wrong, once for each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from shadowmate.errors import RulesError
from support.cli import run

FRAME = """#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("four").  size(4,4,1).  player(white,1).  player(black,2).
royal(king).  abbreviation(king,"K").  abbreviation(rook,"R").
motion(king,step,(orthogonal;diagonal),any).
"""
NO_VALUE = "no positive literal of the body gives it a value"
STOP, COMMA = "the full stop at the end of this line is missing", "a comma or the full stop"

# What follows the frame, whose last line is line 6; and the lines that are wrong, each with words of its message.
WITHOUT_STOP = {
    "before a fact": ("motion(rook,slide,orthogonal,any)\nzone(white,last,(1,4,1)).", {7: STOP}),
    "at the end of the file": ("motion(rook,slide,orthogonal,any)", {7: STOP}),
    "before an empty line and the end": ("motion(rook,slide,orthogonal,any)  % slides\n\n", {7: STOP}),
    "before a comment and a part": ("motion(rook,slide,orthogonal,any)\n% more. \n#program effects.", {7: STOP}),
    "after the name of a part": ("#program effects\nheedless(C) :- part(C,mover,rook).", {7: STOP}),
    "before an include": ('royal(rook)\n#include "empty.lp".\nroyal(king).', {7: STOP}),
    "in two places": ("royal(rook)\nroyal(king).\nroyal(rook)\nroyal(king).", {7: STOP, 9: STOP}),
    "in a body": ("royal(rook) :- royal(king)\n    abbreviation(rook,_).", {7: COMMA}),
    "a sign in a comment": ("royal(rook)  % a full stop, here: .\nroyal(king).", {7: STOP}),
    "beside another mistake": ("royal(rook)\nroyal(king).\nroyal(rook king).", {7: STOP, 9: "syntax error"}),
    "on the same line": ("royal(rook) royal(king).", {7: "a comma or the full stop before 'royal' is missing"}),
    "a comma on the same line": ("royal(K) :- abbreviation(K,_) motion(K,_,_,_).", {7: COMMA}),
    "an include": ('#include "empty.lp"', {7: "with a full stop"}),
}


def write(folder: Path, rules: str) -> Path:
    (folder / "four").mkdir(parents=True)
    (folder / "four" / "game.lp").write_text(FRAME + rules, encoding="utf-8")
    if "empty.lp" in rules:
        (folder / "four" / "empty.lp").write_text("", encoding="utf-8")
    return folder / "four"


def test_a_comment_of_other_languages(tmp_path: Path) -> None:
    found = check_rules(write(tmp_path, "motion(rook,slide,orthogonal,any).\n# slides."))
    assert "unexpected #; a comment begins with %" in found[0].message


@pytest.mark.parametrize("name", WITHOUT_STOP)
def test_the_line_without_its_full_stop_is_named(name: str, tmp_path: Path) -> None:
    rules, wrong = WITHOUT_STOP[name]
    found = {each.line: each.message for each in check_rules(write(tmp_path, rules))}
    assert found.keys() == wrong.keys()
    assert all(words in found[line] for line, words in wrong.items())


def test_every_command_names_that_line(tmp_path: Path) -> None:
    folder = write(tmp_path, "motion(rook,slide,orthogonal,any)\nroyal(king).")
    with pytest.raises(RulesError, match=rf"game\.lp:7: {STOP}$"):
        sm.game("four", rules=[folder])


UNSAFE = {
    "a fact": (
        "motion(rook,slide,orthogonal,Any).",
        {7: f"variable 'Any' is unsafe: {NO_VALUE}; a name begins with a small letter"},
    ),
    "several variables": (
        "motion(rook,slide,orthogonal,any).\n#program effects.\nbecomes(C,mover,Kind) :- part(D,mover,rook), to(D,Z).",
        {9: "variables 'C' and 'Kind' are unsafe"},
    ),
    "one that others build on": (
        "motion(rook,slide,Class,any) :- lines(Class).\nlines(Class) :- not royal(Class).",
        {8: "variable 'Class' is unsafe"},
    ),
    "two rules": (
        "motion(rook,slide,orthogonal,Any).\nroyal(Kind) :- not abbreviation(Kind,_).",
        {7: "variable 'Any' is unsafe", 8: "variable 'Kind' is unsafe"},
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", UNSAFE)
def test_an_unsafe_rule_has_one_message(name: str, tmp_path: Path) -> None:
    """There are no further messages about the predicates that it derives."""
    rules, wrong = UNSAFE[name]
    found = [(each.line, each.message) for each in check_rules(write(tmp_path, rules))]
    assert [line for line, _ in found] == list(wrong)
    assert all(message.startswith(wrong[line]) for line, message in found)


@pytest.mark.slow
def test_commands_say_it_in_one_line(tmp_path: Path) -> None:
    folder = write(tmp_path, "motion(rook,slide,orthogonal,Any).")
    with pytest.raises(RulesError) as error:
        sm.game("four", rules=[folder])
    assert str(error.value).count("\n") == 0
    assert f"variable 'Any' is unsafe: {NO_VALUE}" in str(error.value)
    assert run("check-rules", str(folder))[0] == 1
