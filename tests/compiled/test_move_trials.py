"""Trials of moves and attacks refuse each of their rules if it lacks a condition, or has the opposite of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from clingo.ast import AST, ASTType, parse_string

from shadowmate.asp.folders import find_game
from shadowmate.asp.rule_files import RuleFiles, read_game
from shadowmate.compiled.compile.asked_rules import Question
from shadowmate.compiled.compile.check_trials import TRIALS as CHECK_TRIALS
from shadowmate.compiled.compile.move_trials import TRIALS as MOVE_TRIALS
from shadowmate.compiled.compile.sweep_trials import TRIALS as SWEEP_TRIALS
from shadowmate.compiled.compile.use_trials import TRIALS as USE_TRIALS
from shadowmate.errors import RulesError
from support.paths import GAMES_OF_TESTS

FILES = read_game(find_game("small", [GAMES_OF_TESTS]))
TRIALS = (*CHECK_TRIALS, *MOVE_TRIALS, *SWEEP_TRIALS, *USE_TRIALS)
QUESTIONS = list(dict.fromkeys(each.question for each in TRIALS))
THE_SAME = {
    # A hostile piece is new on its cell by another rule.
    ("newcomer", "not hostile(C,Role)"),
    # The other field of the cell passed before is not there then.
    ("then_state", "not happens(_)"),
    ("then_state", "not turn_stays(After)"),
}
"""Rules, each by its head, and conditions without which they derive the same."""

BROAD = {("arrives", "point(From,Point,To,Use,_)")}
"""Conditions without which rules derive some 100,000 atoms. They are not tried, because that takes too long."""


def altered(rule: AST) -> Iterator[tuple[tuple[str, str], AST]]:
    """A rule without each of its conditions, and with the opposite of each."""
    body = [str(each) for each in rule.body]
    for number, condition in enumerate(body):
        for other in ([], [condition[4:] if condition.startswith("not ") else f"not {condition}"]):
            conditions = [*body[:number], *other, *body[number + 1 :]]
            found: list[AST] = []
            parse_string(f"{rule.head} :- {'; '.join(conditions)}." if conditions else f"{rule.head}.", found.append)
            key = rule.head.atom.symbol.name, "" if other else condition
            if (key[0], condition) in BROAD:
                continue
            yield from ((key, each) for each in found if each.ast_type == ASTType.Rule)


def passes(files: RuleFiles, question: Question) -> bool:
    """Whether no trial of a question refuses the rules."""
    try:
        for each in TRIALS:
            if each.question == question:
                each.expect(files, "moves are made")
    except RulesError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: min(each.derived)[0])
def test_a_rule_that_is_altered_is_refused(question: Question) -> None:
    rules = question.rules(FILES)
    assert rules
    assert passes(FILES, question)
    for part, rule in ((name, each) for name in question.parts for each in FILES.parts[name] if each in rules):
        others = tuple(each for each in FILES.parts[part] if each != rule)
        for key, each in altered(rule):
            if question.has(part, each) and key not in THE_SAME:
                assert not passes(replace(FILES, parts={**FILES.parts, part: (*others, each)}), question), str(each)
        assert not passes(replace(FILES, parts={**FILES.parts, part: others}), question), str(rule)
