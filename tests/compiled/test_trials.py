"""Trials of rules notice each change that changes what the rules derive."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from clingo.ast import AST, ASTType, parse_string

from shadowmate.asp.folders import find_game
from shadowmate.asp.rule_files import RuleFiles, read_game
from shadowmate.asp.rule_notes import Notes
from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.asp.syntax import derived_by
from shadowmate.compiled.compile import trials
from shadowmate.compiled.compile.asked_rules import Question
from shadowmate.compiled.compile.derivation import derived
from shadowmate.compiled.compile.move_trials import check_moves
from shadowmate.compiled.compile.store_rules import keeps_stores
from shadowmate.compiled.compile.trials import Trial, signatures
from shadowmate.errors import RulesError
from support.paths import GAMES_OF_TESTS

CASES = ("rook(a,b) empty(b) -blocked(a,b) => goes(a,b)", "rook(a,home) => goes(a,home)")
TRIAL = Trial(
    Question(
        parts=("moves",),
        given=signatures("rook/2 empty/1 blocked/2"),
        derived=signatures("goes/2"),
        names=frozenset({"home"}),
    ),
    CASES,
)
RULES = "goes(A,B) :- rook(A,B), empty(B), not blocked(A,B). goes(A,home) :- rook(A,home)."
HOME = " goes(A,home) :- rook(A,home)."


def files(text: str) -> RuleFiles:
    rules: list[AST] = []
    parse_string(text, rules.append)
    game = read_game(find_game("small", [GAMES_OF_TESTS]))
    return replace(game, parts={"moves": tuple(each for each in rules if each.ast_type == ASTType.Rule)})


@pytest.mark.parametrize(
    "text",
    [
        RULES,
        "goes(X,Y) :- not blocked(X,Y), rook(X,Y), empty(Y)." + HOME,
        RULES + " goes(A,B) :- rook(A,B), empty(B), empty(A), not blocked(A,B).",
    ],
)
def test_rules_that_mean_the_same_pass(text: str) -> None:
    TRIAL.expect(files(text), "rooks go")


@pytest.mark.parametrize(
    "text",
    [
        "goes(A,B) :- rook(A,B), not blocked(A,B)." + HOME,
        "goes(A,B) :- rook(A,B), empty(B)." + HOME,
        "goes(A,B) :- rook(A,B), empty(B), not blocked(A,_)." + HOME,
        "goes(A,B) :- rook(A,B), empty(B), not blocked(B,A), not blocked(A,B)." + HOME.replace(".", ", empty(A)."),
        "goes(A,B) :- rook(A,B), empty(B), not empty(A), not blocked(A,B)." + HOME,
        "goes(A,B) :- rook(A,_), empty(B), not blocked(A,B)." + HOME,
        "goes(B,A) :- rook(A,B), empty(B), not blocked(A,B)." + HOME,
        RULES + " goes(A,B) :- rook(A,B), empty(A).",
        RULES.replace(HOME, ""),
        "",
    ],
)
def test_rules_that_mean_something_else_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match="rooks go otherwise"):
        TRIAL.expect(files(text), "rooks go")


@pytest.mark.parametrize("rule", ["goes(A,B) :- rook(A,B), A = e4.", "goes(A,B) :- rook(A,B), empty(e4)."])
def test_a_rule_that_names_something_else_is_not_asked(rule: str) -> None:
    assert not TRIAL.question.rules(files(rule))


def test_missing_rules_are_refused_unless_facts_are_missing_too() -> None:
    with pytest.raises(RulesError, match="rooks go otherwise"):
        TRIAL.expect(files(""), "rooks go", signatures("empty/1"))
    TRIAL.expect(files(""), "rooks go", signatures("rook/2"))


@pytest.mark.parametrize(
    ("name", "head", "check"),
    [
        ("wary", "must_be_safe", check_moves), ("wary", "guarded", check_moves),
        ("pocket", "part", keeps_stores), ("pocket", "of", keeps_stores), ("pocket", "pseudo_legal", keeps_stores),
    ],
)  # fmt: skip
def test_a_game_without_a_rule_that_it_needs_is_refused(
    name: str, head: str, check: Callable[[Ruleset], object]
) -> None:
    ruleset = load(name, (), [GAMES_OF_TESTS])
    check(ruleset)
    less = copy(ruleset)
    less.files = replace(
        ruleset.files,
        parts={
            name: tuple(each for each in rules if head not in [name for name, _ in derived_by(each)])
            for name, rules in ruleset.files.parts.items()
        },
    )
    vars(less).pop("program", None)
    with pytest.raises(RulesError, match=r"the rules do not derive|other pieces are dropped"):
        check(less)


def test_rules_that_have_passed_a_trial_are_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that have failed are, and so are those of another trial or text."""
    made: list[str] = []

    def counted(rules: tuple[AST, ...], *asked: Any) -> Any:
        made.append(" ".join(map(str, rules)))
        return derived(rules, *asked)

    monkeypatch.setattr(trials, "VERDICTS", Notes("verdicts of a test"))
    monkeypatch.setattr(trials, "derived", counted)
    stricter, another_text = Trial(TRIAL.question, (*CASES, "empty(b) => goes(b,b)")), RULES.replace("A", "X")
    for _ in range(2):
        TRIAL.expect(files(RULES), "rooks go")
        TRIAL.expect(files(another_text), "rooks go")
        with pytest.raises(RulesError, match="rooks go otherwise"):
            stricter.expect(files(RULES), "rooks go")
    whole, other = (" ".join(map(str, files(each).parts["moves"])) for each in (RULES, another_text))
    assert made == [whole, other, whole, whole]
