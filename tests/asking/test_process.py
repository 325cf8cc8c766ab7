"""The process that answers questions: it stays for the next one, and another is started where it has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import shadowmate as sm
from shadowmate.asking.process import Process
from shadowmate.checking.outside import RulesLimits

GROWS = [("rule", "n(0).\nn(X+1) :- n(X).")]
TWO = [("rule", "n(1..2).")]


@pytest.fixture
def process() -> Iterator[Process]:
    with Process(RulesLimits(seconds=0.5)) as process:
        yield process


def answers(process: Process) -> list[str]:
    """What a question that has an answer is answered, and by which process."""
    (answer,) = process.ask("", TWO)["answers"]
    return [str(each) for each in answer["atoms"]]


def pid(process: Process) -> int:
    found = process._process.pid
    assert isinstance(found, int)
    return found


def test_it_stays_for_the_next_question(process: Process) -> None:
    """Also after rules that clingo refuses."""
    first = answers(process)
    before = pid(process)
    with pytest.raises(sm.RulesError, match="rule:1: "):
        process.ask("", [("rule", "n(X).")])
    assert answers(process) == first and pid(process) == before


def test_after_a_limit_another_is_started(process: Process) -> None:
    first = answers(process)
    before = pid(process)
    with pytest.raises(sm.RulesError, match=r"rule:2: grounding the rules exceeds 0\.5 seconds"):
        process.ask("", GROWS)
    assert answers(process) == first and pid(process) != before


def test_one_that_is_killed_is_replaced_after_an_error(process: Process) -> None:
    """As by the system, where memory is short: that question fails, the next does not."""
    first = answers(process)
    before = process._process
    before.kill()
    before.wait()
    with pytest.raises(sm.RulesError, match=r"^rule: the process that solves them broke down"):
        process.ask("", TWO)
    assert answers(process) == first and pid(process) != before.pid


def test_it_ends_with_its_block() -> None:
    with Process() as process:
        answers(process)
        child = process._process
    assert child.returncode is not None and process._process is None
