"""A sample of what `python tests/fuzz` tries, the same every time; what fails is printed as it prints it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

import pytest

from fuzz import watched
from fuzz.files import Files
from fuzz.kills import Kills
from fuzz.texts import Texts

SEED = 1

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs the processes of Unix")


def check(sort: str, asked: Texts | Files | Kills, numbers: Sequence[int]) -> None:
    fault: Callable[[int], str | None] = asked.fault
    found = watched.faults(fault, numbers, 120)
    assert not [
        f"--seed {SEED} --only {sort}/{number}: {asked.of(number)!r:.300}: {output}" for number, output in found
    ]


@pytest.mark.slow
def test_texts() -> None:
    check("text", Texts(SEED), range(500))


@pytest.mark.slow
def test_files() -> None:
    check("file", Files(SEED), range(40))


@pytest.mark.exhaustive
def test_kills() -> None:
    check("kill", Kills(SEED), range(5))


@pytest.mark.slow
def test_faults_are_found() -> None:
    """An error, an answer that is a fault, a process that ends, one that sleeps, one that works on; the rest go on."""

    def fault(number: int) -> str | None:
        if number == 1:
            raise ValueError("an error")
        if number == 2:
            os._exit(7)
        if number == 3:
            time.sleep(600)
        while number == 4:
            pass
        return "a fault" if number == 5 else None

    found = dict(watched.faults(fault, range(7), 1))
    assert found.keys() == {1, 2, 3, 4, 5} and "an error" in found[1] and "7" in found[2] and found[5] == "a fault"
    assert "no answer" in found[3] and "no answer" in found[4]
