"""What moves do besides moving pieces, as the rules state it (core/after.lp, stores.lp, owners.lp)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import Symbol

from ...errors import RulesError
from ..tables import AT_START, MOST_NAMED
from .state_fields import Flag, Marked, Right, States
from .store_items import Item, Items, item


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
    ) -> list[int]:
        """Its row of ACTIONS.

        Args:
            states: the fields of positions.
            items: the items of stores.
            armies: the armies, in order.
            masked: gives the number of a set of cells.
            halved: whether the move has several companions.
        """
        loser = self.hands_over or self.disbands
        lost = armies.index(loser) + 1 if loser else 0
        changed = states.of_all({*self.clears, *self.sets, *self.ends})
        return [
            changed, states.of_all(self.sets), *self._named(states, masked),
            int(halved and any(each.is_about_way for each in self.marks)),
            *items.packed((each, 1) for each in self.gains), *items.packed((each, 1) for each in self.spends),
            -lost if self.disbands else lost, int(self.keeps_turn),
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
    facts: Mapping[str, Sequence[Sequence[Symbol]]],
    states: States,
    keeps_turn: bool,
    shares_armies: bool,
    passes: bool = False,
) -> Action:
    """What the rules derive for a move: the atoms sets/3, clears/3, gains/3, spends/3, surrenders/2 and disbands/2.

    Args:
        facts: these without the move, by their names.
        states: the fields of positions.
        keeps_turn: whether the player moves again after it.
        shares_armies: whether armies may change hands.
        passes: whether it may pass over a cell.

    Raises:
        RulesError: if they do what is not compiled.
    """
    flags: dict[str, list[Flag]] = {"clears": [], "sets": []}
    marks: list[Marked] = []
    rights: dict[str, set[Right]] = {"clears": set(), "sets": set()}
    changes = [(word, str(field), value) for word in flags for field, value in facts[word]]
    for word, field, value in changes:
        mark = states.mark(field, value, passes) if word == "sets" else None
        right = states.right(field, value)
        if right is not None:
            rights[word].add(right)
        elif (field, str(value)) in states.flags:
            flags[word].append((field, str(value)))
        elif mark is not None:
            marks.append(mark)
        else:
            raise RulesError(f"a move has {word} for {field} and {value}, which is not compiled yet")
    if len(marks) > MOST_NAMED:
        raise RulesError(f"a move names {len(marks)} cells in the position; there is room for {MOST_NAMED}")
    if len({each.field for each in marks}) < len(marks):
        raise RulesError("a move has one field name two cells; one is right")
    clears = tuple(sorted(flags["clears"]))
    sets: tuple[Flag | Right, ...] = (*sorted(rights["sets"]), *sorted(flags["sets"]))
    gains, spends = (tuple(sorted(item(*each) for each in facts[name])) for name in ("gains", "spends"))
    hands_over, disbands = (_loser(how, facts, shares_armies) for how in ("surrenders", "disbands"))
    ends = tuple(sorted(rights["clears"]))
    return Action(clears, sets, tuple(sorted(marks)), gains, spends, hands_over, disbands, keeps_turn, ends)


def _loser(how: str, facts: Mapping[str, Sequence[Sequence[Symbol]]], shares_armies: bool) -> str:
    """The army whose commander loses all armies by a move in this way; "" if there is none."""
    armies = sorted({str(army) for word in ("surrenders", "disbands") for (army,) in facts[word]})
    if len(armies) > 1 or (armies and facts["surrenders"] and facts["disbands"]):
        raise RulesError(f"a move has {' and '.join(armies)} lose armies; there is room for one army, in one way")
    if armies and not shares_armies:
        raise RulesError("armies change hands in a game of two players, which is not compiled")
    return armies[0] if facts[how] else ""
