"""Does the suite notice when a rule is wrong? Rules are deleted or altered one by one, and the battery must object.

The mutants are those of mutants.py, the questions those of battery.py. A mutant that nothing distinguishes from the
rules is listed in survivors.py with the reason; a listed one that is noticed after all is an error too, so that the
list stays true. Both engines read one description of what moves do: they must agree about an altered one too.
"""

from __future__ import annotations

import pytest

from mutation.battery import BATTERY, Question, open_game
from mutation.mutants import Mutant, candidates, part_of, some, sources
from mutation.noticing import LARGEST, Trial, questions, ruleset, same_facts
from mutation.survivors import ALLOWED, ENDLESS, EXPECTED, SURVIVORS

FEW = 1
"""The number of mutants of each rule file that are drawn by lot, but for listed survivors, to be tried every time."""
TURN = 0.1
"""Such a share of them, that is: those whose boards are small."""
MANY = 6
"""The number in the slow tests, and survivors; `python tests/mutation` tries all."""
ASKED = 120
"""How many questions are answered every time, of those that are answered quickly; in the slow tests, all."""
BOTH = 2
"""Of mutants that both engines read, how many are asked of both every time; in the slow tests, all."""


def is_small(game: str) -> bool:
    return len(ruleset(game, ()).cells) <= LARGEST


def on_a_small_board(mutant: Mutant) -> bool:
    """Whether some question about it is quick to answer."""
    return any(is_small(question.game) for question in questions(mutant)[:1])


OFTEN = part_of(
    [each for each in some(FEW) if on_a_small_board(each) and each.name not in ENDLESS and each.name not in EXPECTED],
    TURN,
)
SELDOM = [mutant for mutant in some(MANY) if mutant.name not in ENDLESS and mutant not in OFTEN]
SHARED = [mutant for mutant in some(MANY) if mutant.is_shared and mutant.name not in ENDLESS]


def by_name(question: Question) -> str:
    return f"{question.game}: {question.name}"


def is_costly(question: Question) -> bool:
    """Whether a large board must be laid out anew to answer it."""
    return bool(question.readings) and not is_small(question.game)


@pytest.mark.sample(ASKED)
@pytest.mark.parametrize(
    "question",
    [pytest.param(each, marks=pytest.mark.slow) if is_costly(each) else each for each in BATTERY],
    ids=by_name,
)
def test_the_rules_answer_the_battery(question: Question) -> None:
    """Unaltered, they make no mistake."""
    assert question.wrong(open_game(question.game, question.readings)) is None


@pytest.mark.slow
def test_every_rule_file_has_mutants_and_questions() -> None:
    """A file that only names a game needs none."""
    assert {mutant.file for mutant in some(FEW)} == {file for file in sources() if any(candidates(file))}
    assert not [mutant.file for mutant in some(FEW) if not questions(mutant)]
    assert len(OFTEN) >= 4


def check(mutant: Mutant) -> None:
    objection = Trial(mutant).noticed()
    if mutant.name in EXPECTED:
        assert objection is None, f"listed as survivor ({EXPECTED[mutant.name]}), and noticed: {objection}"
    else:
        assert objection is not None, f"no question notices: {mutant.name}\n{mutant.statement}"


def check_both(mutant: Mutant) -> None:
    difference = Trial(mutant).apart()
    if mutant.name in ALLOWED:
        assert difference is not None, f"listed as setting the engines apart ({ALLOWED[mutant.name]}), and they agree"
    else:
        assert difference is None, f"the engines differ: {mutant.name}\n{mutant.statement}\n{difference}"


@pytest.mark.slow
@pytest.mark.parametrize("mutant", OFTEN, ids=lambda mutant: mutant.name)
def test_the_battery_notices(mutant: Mutant) -> None:
    """A mutant gives a wrong answer, or cannot be read."""
    check(mutant)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SHARED[:BOTH], ids=lambda mutant: mutant.name)
def test_both_engines_say_the_same(mutant: Mutant) -> None:
    """What is altered in a rule that both engines read is altered for both."""
    check_both(mutant)


@pytest.mark.exhaustive
@pytest.mark.parametrize("mutant", SELDOM, ids=lambda mutant: mutant.name)
def test_the_battery_notices_more(mutant: Mutant) -> None:
    """The same with several hundred, and listed survivors get no wrong answer; every question is needed to see that."""
    check(mutant)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "mutant",
    SHARED[BOTH:],
    ids=lambda mutant: mutant.name,
)
def test_both_engines_say_the_same_of_more(mutant: Mutant) -> None:
    """The same with more of them, including those that are not noticed."""
    check_both(mutant)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "mutant",
    [mutant for mutant in (*OFTEN, *SELDOM) if mutant.name in SURVIVORS["derives the same facts in every game"]],
    ids=lambda mutant: mutant.name,
)
def test_some_mutants_derive_the_same_facts(mutant: Mutant) -> None:
    """What is listed as deriving the same facts does."""
    assert same_facts(mutant)


@pytest.mark.slow
def test_what_is_listed_is_there() -> None:
    """A survivor that is listed is still a mutant; those of rules that are gone are deleted."""
    listed = {*EXPECTED, *ENDLESS, *ALLOWED}
    there = {mutant.name for file in {name.partition(":")[0] for name in listed} for mutant in candidates(file)}
    assert listed <= there, listed - there
