"""The form of a move: its way of moving, and where the other pieces of its rows are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clingo import Function, Number, Symbol

from ..named_values import (
    DOUBLE,
    DOUBLE_LOCUST,
    EVENT,
    IN_PASSING,
    LOCUST_CAPTURE,
    ON_COMPANION,
    ON_FIRST,
    ON_SECOND,
    ON_TARGET,
    ON_THIRD,
    PASS,
    PLAIN,
    TWO_AND_END,
    TWO_ON_WAY,
    WAYS,
)
from .outcomes import AIDE, LOCUST, STRIDE, VICTIM, Outcome, with_captures


class MoveForm(NamedTuple):
    """How moves are written down, of which rows say what they do.

    Attributes:
        way: the way of moving.
        at: where the other pieces stand, by their roles.
        of: the number of the special move, or of the item that is dropped.
        halved: whether the companion is several cells.
    """

    way: int
    at: Mapping[Symbol, int]
    of: int = 0
    halved: bool = False


SECOND_LOCUST = Function("locust", [Number(2)])
CAPTURED_BESIDES = {DOUBLE_LOCUST: (LOCUST,), TWO_ON_WAY: (LOCUST,), TWO_AND_END: (LOCUST, SECOND_LOCUST)}
"""The roles of the pieces that a move captures besides its victim, by the way in which it arrives."""

FORMS = {
    PLAIN: MoveForm(PLAIN, {VICTIM: ON_TARGET, AIDE: ON_COMPANION}),
    DOUBLE: MoveForm(DOUBLE, {VICTIM: ON_TARGET}),
    IN_PASSING: MoveForm(IN_PASSING, {VICTIM: ON_COMPANION}),
    LOCUST_CAPTURE: MoveForm(LOCUST_CAPTURE, {VICTIM: ON_COMPANION}),
    DOUBLE_LOCUST: MoveForm(DOUBLE_LOCUST, {VICTIM: ON_TARGET, LOCUST: ON_COMPANION}),
    TWO_ON_WAY: MoveForm(TWO_ON_WAY, {VICTIM: ON_FIRST, LOCUST: ON_SECOND}, halved=True),
    TWO_AND_END: MoveForm(TWO_AND_END, {VICTIM: ON_TARGET, LOCUST: ON_FIRST, SECOND_LOCUST: ON_SECOND}, halved=True),
}
HALVED = {
    DOUBLE: MoveForm(DOUBLE, {VICTIM: ON_TARGET, AIDE: ON_SECOND}, halved=True),
    IN_PASSING: MoveForm(IN_PASSING, {VICTIM: ON_FIRST, AIDE: ON_SECOND}, halved=True),
    LOCUST_CAPTURE: MoveForm(LOCUST_CAPTURE, {VICTIM: ON_FIRST, AIDE: ON_SECOND}, halved=True),
    DOUBLE_LOCUST: MoveForm(DOUBLE_LOCUST, {VICTIM: ON_TARGET, LOCUST: ON_FIRST, AIDE: ON_SECOND}, halved=True),
}
"""The same of moves that have a companion, with an aide besides."""

USES = {
    PLAIN: None,
    DOUBLE: STRIDE,
    IN_PASSING: Function("passing"),
    LOCUST_CAPTURE: LOCUST,
    DOUBLE_LOCUST: LOCUST,
    TWO_ON_WAY: LOCUST,
    TWO_AND_END: LOCUST,
}
"""The term of the rules for each way of arriving. Plain moves have none of their uses: effects cannot depend on it."""

COMPANIONS = ON_FIRST, ON_SECOND, ON_THIRD
"""Where several aides stand."""


def form_of(way: int) -> MoveForm:
    """How moves of a way are written down; those of the game's own uses as plain ones."""
    return FORMS[way] if way >= PLAIN else FORMS[PLAIN]._replace(way=way)


PASSING = MoveForm(PASS, {AIDE: ON_COMPANION})
OF_EVENT = MoveForm(EVENT, {VICTIM: ON_TARGET})
USUAL_OUTCOMES = dict.fromkeys(range(WAYS), Outcome())
USUAL_OUTCOMES |= {way: with_captures(Outcome(), roles) for way, roles in CAPTURED_BESIDES.items()}
"""What moves do by the ways in which they arrive, besides what every double step does (`Effects.usual`)."""
