"""How many rows of a move are legal, whatever the position is; and that as many moves are counted as are listed."""

from __future__ import annotations

from random import Random

import pytest

import shadowmate as sm
from shadowmate.compiled.compile.guard_layout import NO_GUARD, Guard
from shadowmate.compiled.compile.later_rules import Later
from shadowmate.compiled.compile.outcomes import Outcome
from shadowmate.compiled.compile.row_numbers import legal_rows

COUNTS = frozenset({"given"})
ONE, TWO = ("given", "1"), ("given", "2")
QUIET, CHECKING = (NO_GUARD._replace(later=Later(checks=bits)) for bits in (0b10, 0b01))
"""Legal only if the move gives no check, and only if it gives check."""
NUMBERED = [
    CHECKING._replace(lacks=(ONE, TWO)),
    CHECKING._replace(needs=(ONE,), lacks=(TWO,)),
    CHECKING._replace(needs=(TWO,), lacks=(ONE,)),
]
"""Legal only if the move gives check, each where the field holds another number."""


@pytest.mark.parametrize(
    ("guards", "number"),
    [
        ([NO_GUARD], 1),
        ([NO_GUARD, NO_GUARD], 2),
        ([], 0),
        ([QUIET, CHECKING], 1),
        ([QUIET, *NUMBERED], 1),
        ([QUIET], None),
        ([QUIET, *NUMBERED[1:]], None),
        ([QUIET, NUMBERED[0]], None),
        ([NO_GUARD._replace(lacks=(("flag", "up"),)), NO_GUARD._replace(needs=(("flag", "up"),))], None),
        ([NO_GUARD._replace(vacant=(1,))], None),
        ([NO_GUARD._replace(later=Later(replies=1))], None),
    ],
)
def test_the_number_of_legal_rows(guards: list[Guard], number: int | None) -> None:
    assert legal_rows([Outcome(guard=each) for each in guards], COUNTS) == number


@pytest.mark.slow
@pytest.mark.parametrize("name", ["threecheck", "atomic", "coregal"])
def test_as_many_moves_are_counted_as_listed(name: str) -> None:
    """Where checks are counted, captures explode, or several pieces are royal, moves are counted without a list."""
    rng, position, seen = Random(44), sm.game(name, engine="compiled").start(), 0
    for _ in range(24):
        moves = position.legal_moves()
        if not moves:
            break
        listed = sum(len(position.push(move).legal_moves()) for move in moves)
        assert sm.perft(position, 2) == listed, position
        position, seen = position.push(rng.choice(moves)), seen + 1
    assert seen > 12
