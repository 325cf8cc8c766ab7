"""What moves do besides moving pieces, as the rules state it (core/after.lp, stores.lp, owners.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import Symbol

from ...errors import RulesError
from ..named_values import AT_END, AT_OVER, AT_START, MOST_NAMED
from .asked_rules import BEFORE, END, OVER, START
from .derivation import Derived
from .state_fields import Flag, Marked, Right, States
from .store_items import Item, Items, item

_PLACES = {START: int(AT_START), END: int(AT_END), OVER: int(AT_OVER)}
"""The cells of a move that a field of one cell may name, as the rules derive them."""


class Action(NamedTuple):
    """What a move does to the position besides its pieces.

    Attributes:
        clears: flags that it clears.
        sets: flags and rights that it sets.
        marks: the fields that name a place of the move afterwards.
        gains: what comes into stores.
        spends: what goes out of them.
        hands_over: the army whose commander loses all armies to the mover; "" without one.
        disbands: the same, but they have no commander then.
        keeps_turn: whether the player moves again.
        ends: rights that it ends.
        unseen: what the board does not show of it (core/unseen.lp), as a text; "" if nothing.
    """

    clears: tuple[Flag, ...] = ()
    sets: tuple[Flag | Right, ...] = ()
    marks: tuple[Marked, ...] = ()
    gains: tuple[Item, ...] = ()
    spends: tuple[Item, ...] = ()
    hands_over: str = ""
    disbands: str = ""
    keeps_turn: bool = False
    ends: tuple[Right, ...] = ()
    unseen: str = ""

    @property
    def fields(self) -> set[str]:
        """The fields that say something by it."""
        return {field for field, _ in self.sets} | {each.field for each in self.marks}

    @property
    def is_about_fields(self) -> bool:
        """Whether it changes fields of the position other than those about the cell that the move passes over."""
        return bool(self.clears or self.sets or not all(each.is_about_way for each in self.marks))

    @property
    def is_about_start(self) -> bool:
        """Whether it names the cell where the move starts."""
        return any(each.place == AT_START for each in self.marks)

    def entry(
        self,
        states: States,
        items: Items,
        armies: Sequence[str],
        masked: Callable[[Iterable[int]], int],
        halved: bool,
        unseen: int,
    ) -> list[int]:
        """Its row of ACTIONS.

        Args:
            states: the fields of positions.
            items: the items of stores.
            armies: the armies, in order.
            masked: gives the number of a set of cells.
            halved: whether the move has several companions.
            unseen: the number of the text of what the board does not show.
        """
        loser = self.hands_over or self.disbands
        lost = armies.index(loser) + 1 if loser else 0
        changed = states.of_all({*self.clears, *self.sets, *self.ends})
        return [
            changed, states.of_all(self.sets), *self._named(states, masked),
            int(halved and any(each.is_about_way for each in self.marks)),
            *items.packed((each, 1) for each in self.gains), *items.packed((each, 1) for each in self.spends),
            -lost if self.disbands else lost, int(self.keeps_turn), unseen,
        ]  # fmt: skip

    def _named(self, states: States, masked: Callable[[Iterable[int]], int]) -> Iterator[int]:
        """The columns of its row for fields that name a cell."""
        marks: list[Marked | None] = [*self.marks, *[None] * (MOST_NAMED - len(self.marks))]
        for column in zip(*map(states.marked, marks), strict=True):
            yield from column
        for each in marks:
            yield 0 if each is None or each.past is None else masked(each.past) + 1


NO_ACTION = Action()
"""That of most moves: nothing."""


def read_action(
    facts: Derived, fates: Derived, states: States, shares_armies: bool, past: Mapping[Symbol, Derived]
) -> Action:
    """What the rules derive for a move besides its pieces.

    Args:
        facts: what the effects state: gains/3, spends/3, surrenders/2 and disbands/2 without the move, by their names,
            and sets/3, of which each must come to something.
        fates: what follows from that: then_state/3, cleared/3, turn_stays/1 and unseen/2.
        states: the fields of positions.
        shares_armies: whether armies may change hands.
        past: by lists of cells, what follows if the move passes over one of these cells.

    Raises:
        RulesError: if they do what is not compiled.
    """
    marks: list[Marked] = []
    sets, clears = _Fields(states), _Fields(states)
    for field, value in fates["then_state"]:
        if value in _PLACES:
            marks.append(states.mark(str(field), _PLACES[value]))
        else:
            sets.add("sets", field, value)
    for each, then in past.items():
        more = [
            field for field, value in then["then_state"] if value == END and [field, value] not in fates["then_state"]
        ]
        marks += [states.mark(str(field), _PLACES[END], states.cells_of(each)) for field in more]
    for field, value in fates["cleared"]:
        if value != BEFORE:
            clears.add("clears", field, value)
    named, renewed = ({str(field) for field, value in fates["cleared"] if value == BEFORE}, {e.field for e in marks})
    known = renewed | {name for name, _ in (*sets.flags, *sets.rights)}
    for field, value in facts["sets"]:
        if str(field) not in known:
            raise RulesError(f"a move has sets for {field} and {value}, which is not compiled yet")
    if named != renewed:
        raise RulesError("a move has a field keep a cell and name another, or name none, which is not compiled yet")
    if len(marks) > MOST_NAMED:
        raise RulesError(f"a move names {len(marks)} cells in the position; there is room for {MOST_NAMED}")
    if len(renewed) < len(marks):
        raise RulesError("a move has one field name two cells; one is right")
    gains, spends = (tuple(sorted(item(*each) for each in facts[name])) for name in ("gains", "spends"))
    hands_over, disbands = (_loser(how, facts, shares_armies) for how in ("surrenders", "disbands"))
    return Action(
        tuple(sorted(clears.flags)), (*sorted(sets.rights), *sorted(sets.flags)), tuple(sorted(marks)), gains, spends,
        hands_over, disbands, bool(fates["turn_stays"]), tuple(sorted(clears.rights)),
        "; ".join(sorted(str(what) for (what,) in fates["unseen"])),
    )  # fmt: skip


class _Fields:
    """Flags and rights that a move sets, or clears."""

    def __init__(self, states: States) -> None:
        self._states = states
        self.flags, self.rights = set[Flag](), set[Right]()

    def add(self, word: str, field: Symbol, value: Symbol) -> None:
        """Add one.

        Raises:
            RulesError: if it is none.
        """
        right = self._states.right(str(field), value)
        if right is not None:
            self.rights.add(right)
        elif (str(field), str(value)) in self._states.flags:
            self.flags.add((str(field), str(value)))
        else:
            raise RulesError(f"a move has {word} for {field} and {value}, which is not compiled yet")


def _loser(how: str, facts: Derived, shares_armies: bool) -> str:
    """The army whose commander loses all armies by a move in this way; "" if there is none."""
    armies = sorted({str(army) for word in ("surrenders", "disbands") for (army,) in facts[word]})
    if len(armies) > 1 or (armies and facts["surrenders"] and facts["disbands"]):
        raise RulesError(f"a move has {' and '.join(armies)} lose armies; there is room for one army, in one way")
    if armies and not shares_armies:
        raise RulesError("armies change hands in a game of two players, which is not compiled")
    return armies[0] if facts[how] else ""
