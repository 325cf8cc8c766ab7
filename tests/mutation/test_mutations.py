"""Does the suite notice when a rule is wrong? Rules are deleted or altered one by one, and the battery must object.

The mutants are those of mutants.py, the questions those of battery.py. A mutant that nothing distinguishes from the
rules is listed in `survivors/` with the reason; a listed one that is noticed after all is an error too, so that the
list stays true. Both engines read one description of what moves do: they must agree about an altered one too.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from mutation.battery import BATTERY, Question, open_game
from mutation.mutants import Mutant, by_lot, candidates, drawn, some, sources
from mutation.noticing import LARGEST, Trial, questions, ruleset, same_facts
from mutation.reach import Reach, ask
from mutation.survivors import ALLOWED, ENDLESS, EXPECTED, SAME_FACTS

OFTEN = 12
"""How many mutants of different files are tried in the slow tests, drawn by lot from those whose boards are small."""
MANY = 6
"""How many of each file are tried in the exhaustive tests; `python tests/mutation` tries all."""
ASKED = 30
"""How many questions are answered every time, of those that are answered quickly; in the slow tests, all."""
BOTH = 2
"""Of mutants that both engines read, how many are asked of both in the slow tests."""
FILES = sorted(sources())


def is_small(game: str) -> bool:
    return len(ruleset(game, ()).cells) <= LARGEST


def on_a_small_board(mutant: Mutant) -> bool:
    """Whether some question about it is quick to answer."""
    return any(is_small(question.game) for question in questions(mutant)[:1])


# Mutants are drawn in the tests, not when pytest collects them, which every worker does: it takes seconds.


@cache
def often() -> list[Mutant]:
    """One mutant of each of some files."""
    listed = {*ENDLESS, *EXPECTED}
    found = [each for each in some(1) if each.name not in listed and on_a_small_board(each)]
    return by_lot(found)[:OFTEN]


def many(file: str) -> list[Mutant]:
    """The mutants of a file that the exhaustive tests try."""
    return [mutant for mutant in drawn(file, MANY) if mutant.name not in ENDLESS]


@cache
def shared() -> list[Mutant]:
    """Some mutants that both engines read."""
    return list(islice((mutant for file in FILES for mutant in many(file) if mutant.is_shared), BOTH))


def is_costly(question: Question) -> bool:
    """Whether a large board must be laid out anew to answer it."""
    return bool(question.readings) and not is_small(question.game)


@pytest.mark.sample(ASKED, 300)
@pytest.mark.parametrize(
    "question",
    [pytest.param(each, marks=pytest.mark.slow) if is_costly(each) else each for each in BATTERY],
    ids=lambda each: each.title,
)
def test_the_rules_answer_the_battery(question: Question) -> None:
    """Unaltered, they make no mistake."""
    assert question.wrong(open_game(question.game, question.readings)) is None


@pytest.mark.slow
def test_every_rule_file_has_mutants_and_questions() -> None:
    """A file that only names a game needs none."""
    firsts = some(1)
    assert {mutant.file for mutant in firsts} == {file for file in FILES if any(candidates(file))}
    assert not [mutant.file for mutant in firsts if not questions(mutant)]


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


@pytest.mark.sample(0, 3)
@pytest.mark.parametrize("number", range(OFTEN))
def test_the_battery_notices(number: int) -> None:
    """A mutant gives a wrong answer, or cannot be read."""
    check(often()[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, OFTEN, 2))
def test_a_question_reaches_what_it_notices(number: int) -> None:
    """By the altered rule something else is derived in its position, or in all of them."""
    trial = Trial(mutant := often()[number])
    assert trial.noticed() is not None
    if trial.noticed_by is not None:  # otherwise the game cannot be read
        found: list[object] = []
        ask(trial.noticed_by, Reach([mutant]), [0], mutant.part == "base", found.append)
        assert [0] in found and found[-1] is None


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BOTH))
def test_both_engines_say_the_same(number: int) -> None:
    """What is altered in a rule that both engines read is altered for both."""
    check_both(shared()[number])


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", FILES)
def test_the_battery_notices_more(file: str) -> None:
    """The same with several of each file, and listed survivors get no wrong answer; that needs every question."""
    for mutant in many(file):
        check(mutant)


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", FILES)
def test_both_engines_say_the_same_of_more(file: str) -> None:
    """The same with more of them, including those that are not noticed."""
    for mutant in many(file):
        if mutant.is_shared:
            check_both(mutant)


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", FILES)
def test_some_mutants_derive_the_same_facts(file: str) -> None:
    """What is listed as deriving the same facts does."""
    for mutant in candidates(file):
        assert EXPECTED.get(mutant.name) != SAME_FACTS or same_facts(mutant), mutant.name


@pytest.mark.slow
def test_what_is_listed_is_there() -> None:
    """A survivor that is listed is still a mutant; those of rules that are gone are deleted."""
    listed = {*EXPECTED, *ENDLESS, *ALLOWED}
    there = {mutant.name for file in {name.partition(":")[0] for name in listed} for mutant in candidates(file)}
    assert listed <= there, listed - there
