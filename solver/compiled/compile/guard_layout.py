"""What must hold before a move and after it: a guard, and its row of GUARDS."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from clingo import Symbol

from ...errors import RulesError
from ..named_values import ANY_CHECK, AT_START, IN_CHECK, MOST_NUMBERS, NO_CHECK, NO_PLACE, NOWHERE
from .later_rules import NOTHING_LATER, Later
from .state_fields import Flag, Marked, Right, States
from .store_items import Item, Items


class Limit(NamedTuple):
    """A limit of a number of pieces (core/numbers.lp).

    Attributes:
        name: the name of the number.
        army: the army whose pieces are counted.
        least: how many there must be at least.
        most: how many there may be at most.
    """

    name: str
    army: str
    least: int
    most: int


class Guard(NamedTuple):
    """What must hold for a move.

    Attributes:
        needs: flags and rights that must be there.
        lacks: flags that must not be.
        asks: a field that must, or must not, name a place of the move.
        held: the items that must be in their stores.
        bare: the stores that must be empty.
        vacant: the cells that must be empty.
        check: ANY_CHECK, NO_CHECK or IN_CHECK.
        path: the cells where the mover must not be attacked on its way.
        secure: the roles of the pieces that must not be attacked where they are.
        attacked: whether the player to move must attack the victim.
        later: what must hold after the move.
        numbers: the numbers of pieces that it limits.
        parries: whether no piece but the victim may give check.
        owned: a field that is a set of cells, and a place of the move whose cell it must have, or must not.
        never: whether it never holds; then there is nothing else.
    """

    needs: tuple[Flag | Right, ...] = ()
    lacks: tuple[Flag, ...] = ()
    asks: Marked | None = None
    held: tuple[Item, ...] = ()
    bare: tuple[str, ...] = ()
    vacant: tuple[int, ...] = ()
    check: int = int(ANY_CHECK)
    path: tuple[int, ...] = ()
    secure: tuple[Symbol, ...] = ()
    attacked: bool = False
    later: Later = NOTHING_LATER
    numbers: tuple[Limit, ...] = ()
    owned: Marked | None = None
    parries: bool = False
    never: bool = False

    @property
    def rights(self) -> tuple[Right, ...]:
        """The rights that it needs."""
        return tuple((name, cell) for name, cell in self.needs if isinstance(cell, int))

    @property
    def is_about_more(self) -> bool:
        """Whether it asks about a field other than rights, or about the position after the move."""
        more = (self.lacks, self.asks, any(self.later), self.numbers, self.owned, self.parries)
        return any(more) or len(self.rights) < len(self.needs)

    @property
    def fields(self) -> set[str]:
        """The fields of the position that it asks about."""
        return {field for field, _ in (*self.needs, *self.lacks)} | {
            each.field for each in (self.asks, self.owned) if each
        }

    @property
    def is_about_start(self) -> bool:
        """Whether it speaks of the cell where the move starts, or of the mover before it."""
        asked = any(each.place == AT_START for each in (self.asks, self.owned) if each)
        return bool(self.path or self.secure or asked)

    def excludes(self, other: Guard) -> bool:
        """Whether surely no position fulfils both."""
        if any(not set(one.needs).isdisjoint(two.lacks) for one, two in ((self, other), (other, self))):
            return True
        if self.never or other.never or _contradict(self, other) or self.later.excludes(other.later):
            return True
        if any(_apart(one, two) for one in self.numbers for two in other.numbers):
            return True
        pairs = ((self.asks, other.asks), (self.owned, other.owned))
        return any(one and two and one._replace(wanted=not one.wanted) == two for one, two in pairs)

    def entry(
        self,
        states: States,
        items: Items,
        masked: Callable[[Iterable[int]], int],
        secure: int,
        numbered: Callable[[str, str], int],
    ) -> list[int]:
        """Its row of GUARDS.

        Args:
            states: the fields of positions.
            items: the items of stores.
            masked: gives the number of a set of cells.
            secure: the pieces of the row, as bits, that must not be attacked.
            numbered: gives the row of NUMBERS for a name and an army.
        """
        # What must and must not be there at once never is.
        needs, lacks = (1, 1) if self.never else (states.of_all(self.needs), states.of_all(self.lacks))
        vacant, path = (masked(cells) if cells else int(NOWHERE) for cells in (self.vacant, self.path))
        return [
            needs, lacks, *states.marked(self.asks), *items.packed((each, 1) for each in self.held),
            *items.masks(self.bare), vacant, self.check, path, secure, int(self.attacked), int(self.parries),
            *self.later, *self._limits(numbered), *self._owned(states),
        ]  # fmt: skip

    def _owned(self, states: States) -> tuple[int, int]:
        """The columns of its row for a field that is a set of cells.

        Raises:
            RulesError: if no rule names a cell of the field.
        """
        if self.owned is None:
            return 0, int(NO_PLACE)
        if self.owned.field not in states.cell_fields:
            raise RulesError(f"no rule names a cell of {self.owned.field}, on which a move depends; add rests/3")
        place = self.owned.place if self.owned.wanted else -self.owned.place
        return states.cell_fields.index(self.owned.field) + 1, place

    def _limits(self, numbered: Callable[[str, str], int]) -> list[int]:
        """The columns of its row for numbers of pieces."""
        room = [0] * (MOST_NUMBERS - len(self.numbers))
        rows = [numbered(each.name, each.army) for each in self.numbers]
        return [
            *rows, *room, *(each.least for each in self.numbers), *room, *(each.most for each in self.numbers), *room
        ]  # fmt: skip


NO_GUARD = Guard()
"""That of most moves: nothing."""

NEVER = Guard(never=True)


def joined(one: Guard, other: Guard) -> Guard:
    """What two guards ask for together."""
    if one.never or other.never or _contradict(one, other):
        return NEVER
    if one.asks and other.asks and one.asks != other.asks:
        raise RulesError("a move asks for several cells that a position names; one is compiled")
    if one.owned and other.owned and one.owned._replace(wanted=not one.owned.wanted) == other.owned:
        return NEVER
    if one.owned and other.owned and one.owned != other.owned:
        raise RulesError("a move asks whether fields have several of its cells; one is compiled")
    numbers = tuple(sorted({*one.numbers, *other.numbers}))
    if len(numbers) > MOST_NUMBERS:
        raise RulesError(f"a move depends on {len(numbers)} numbers of pieces; there is room for {MOST_NUMBERS}")
    needs: set[Flag | Right] = {*one.needs, *other.needs}
    return Guard(
        tuple(sorted(needs, key=str)),
        tuple(sorted({*one.lacks, *other.lacks})),
        one.asks or other.asks,
        tuple(sorted({*one.held, *other.held})),
        tuple(sorted({*one.bare, *other.bare})),
        tuple(sorted({*one.vacant, *other.vacant})),
        max(one.check, other.check),
        tuple(sorted({*one.path, *other.path})),
        tuple(sorted({*one.secure, *other.secure})),
        one.attacked or other.attacked,
        one.later,
        numbers,
        one.owned or other.owned,
        one.parries or other.parries,
    )


def _apart(one: Limit, other: Limit) -> bool:
    """Whether no number is within both limits."""
    return one[:2] == other[:2] and (one.most < other.least or other.most < one.least)


def _contradict(one: Guard, other: Guard) -> bool:
    """Whether one asks for check where the other asks for none."""
    return {one.check, other.check} == {NO_CHECK, IN_CHECK}
