"""Does the suite notice when a rule is wrong? Rules are deleted or altered one by one, and the battery must object.

The mutants are those of mutants.py, the questions those of battery.py. A mutant that nothing tells from the rules is
listed below with the reason; a listed one that is noticed after all is an error too, so that the list stays true.
"""

from __future__ import annotations

import pytest

from mutation.battery import BATTERY, Question, open_game
from mutation.mutants import Mutant, some, sources
from mutation.noticing import noticed, same_facts
from mutation.survivors import ENDLESS, SURVIVORS

FEW = 3
"""So many mutants of each rule file are tried out every time, drawn by lot, but for listed survivors."""
MANY = 12
"""So many in the slow tests, and survivors; `python tests/mutation` tries out all."""

REASON = {name: reason for reason, names in SURVIVORS.items() for name in names}
OFTEN = [mutant for mutant in some(FEW) if mutant.name not in ENDLESS and mutant.name not in REASON]
SELDOM = [mutant for mutant in some(MANY) if mutant.name not in ENDLESS and mutant not in OFTEN]


@pytest.mark.parametrize("question", BATTERY, ids=lambda question: f"{question.game}: {question.name}")
def test_the_rules_answer_the_battery(question: Question) -> None:
    """Unaltered, they make no mistake."""
    assert question.wrong(open_game(question.game, question.readings)) is None


def test_every_rule_file_has_mutants_and_questions() -> None:
    """At least seventy mutants are tried out every time, of every file some."""
    files = {file.split("/")[-1].removesuffix(".lp") for file in sources()}
    assert {mutant.file for mutant in some(FEW)} == set(sources())
    assert {file for question in BATTERY for file in question.about} == files
    assert len(OFTEN) >= 70


def check(mutant: Mutant) -> None:
    objection = noticed(mutant)
    if mutant.name in REASON:
        assert objection is None, f"listed as survivor ({REASON[mutant.name]}), and noticed: {objection}"
    else:
        assert objection is not None, f"nobody notices: {mutant.name}\n{mutant.statement}"


@pytest.mark.parametrize("mutant", OFTEN, ids=lambda mutant: mutant.name)
def test_the_battery_notices(mutant: Mutant) -> None:
    """A mutant gives a wrong answer, or cannot be read."""
    check(mutant)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SELDOM, ids=lambda mutant: mutant.name)
def test_the_battery_notices_more(mutant: Mutant) -> None:
    """The same with several hundred, and listed survivors get no wrong answer, which takes every question to see."""
    check(mutant)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [mutant for mutant in (*OFTEN, *SELDOM) if mutant.name in SURVIVORS["derives the same facts in every game"]],
    ids=lambda mutant: mutant.name,
)
def test_some_mutants_derive_the_same_facts(mutant: Mutant) -> None:
    """What is listed as deriving the same facts does."""
    assert same_facts(mutant)


def test_survivors_are_mutants() -> None:
    """A survivor that is listed has its file still; those of rules that are gone are taken out."""
    for name in (*REASON, *ENDLESS):
        assert name.partition(":")[0] in sources()
