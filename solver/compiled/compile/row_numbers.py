"""How many of the rows of a move are legal, where that is the same in every position."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .guard_layout import NO_GUARD, Guard
from .outcomes import Outcome


def legal_rows(outcomes: Sequence[Outcome], counts: Collection[str]) -> int | None:
    """How many outcomes of a move are legal if it leaves no royal attacked; None if that is not sure.

    Which ones are may depend on whether the move gives check, and on a number in the position.

    Args:
        outcomes: the outcomes.
        counts: the fields of positions that hold a number.
    """
    if any(each.calls or each.recalls or each.aides for each in outcomes):
        return None
    guards = [each.guard for each in outcomes]
    asked = set[str]().union(*(each.fields for each in guards))
    if len(asked) > 1 or not asked.issubset(counts) or not all(map(_asks_little, guards)):
        return None
    numbers = {number for each in guards for _, number in (*each.needs, *each.lacks)}
    found = {sum(_holds(each, number, check) for each in guards) for number in (None, *numbers) for check in (0, 1)}
    return found.pop() if len(found) == 1 else None


def _asks_little(guard: Guard) -> bool:
    """Whether a guard asks only for a field, and for check after the move."""
    return guard._replace(needs=(), lacks=(), later=guard.later._replace(checks=0)) == NO_GUARD


def _holds(guard: Guard, number: object, check: int) -> bool:
    """Whether it holds where a field has this number, None for 0, and the move gives check (1) or not (0)."""
    fits = all(each == number for _, each in guard.needs) and all(each != number for _, each in guard.lacks)
    return fits and not guard.later.checks >> check & 1
