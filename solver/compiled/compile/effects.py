"""What the moves of a game do, by classes of moves: all that the layout of rows asks.

A class of moves is given by how the mover arrives, by its type and the victim's, and by the classes of the cells
where it starts and ends; cells are of one class if the same zones contain them. The rules of the part `effects`
(core/effects.lp) are grounded over such classes as the reference engine grounds them over moves; `locality` says why
the answers agree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import cell_symbol, vector
from ...errors import RulesError
from ..tables import DOUBLE, IN_PASSING, NOWHERE, PLAIN, STAYS, UNMEASURED, WAYS
from .classes import Answers, MoveClass
from .deeds import Deed
from .locality import Locality
from .outcomes import AIDE, GONE, HELPED, TAKEN, VICTIM, Aide, DeedOutcomes, Outcome, Type
from .stores import Items

USES = {PLAIN: None, DOUBLE: Function("first"), IN_PASSING: Function("passing")}
"""How the rules call each way of arriving; plain moves by none of their uses, as what they do may not depend on it."""


class Effects:
    """What moves do, by the rules of the part `effects`.

    Args:
        ruleset: the rules, which `locality` has nothing against.

    Attributes:
        classes: the class of each cell, by its number; classes are numbered from 0.
        zones: for each class the zones that contain its cells, each an army and a name.
        items: what stores may hold.
        armies: the armies, by number.
        measures: the measures by which aides are sought, each a name and an army.
        may_bar: whether some rule bars moves.

    Raises:
        RulesError: later, if the rules do something that rows cannot say, or clingo has anything to complain about.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._cells = [cell_symbol(cell) for cell in ruleset.cells]
        number = {cell: place for place, cell in enumerate(ruleset.cells)}
        zones: list[set[tuple[Symbol, Symbol]]] = [set() for _ in number]
        for owner, name, place in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            if vector(place) in number:
                zones[number[vector(place)]].add((owner, name))
        numbers: dict[frozenset[tuple[Symbol, Symbol]], int] = {}
        self.classes = [numbers.setdefault(frozenset(some), len(numbers)) for some in zones]
        self.zones = list(numbers)
        self._rules = Locality(ruleset.files, ruleset.signatures)
        self._by_start, self._by_victim = self._rules.mentions_start(), self._rules.mentions_victim()
        self._seen_as = {army: self._alike(army) for army in ruleset.players}
        self.items = Items(ruleset)
        self.armies = ruleset.players
        self.may_bar = self._rules.may_bar()
        self._answers = Answers(ruleset, self._rules.rules, self.zones)
        steppers = frozenset(str(symbol.arguments[1]) for symbol in ruleset.facts("home", 3))
        self._special = {DOUBLE: steppers, IN_PASSING: ruleset.names("in_passing")}
        self.measures = sorted({(str(name), str(army)) for name, army, _, _ in self._measured()})

    def _alike(self, army: str) -> list[int]:
        """For each class the first that is the same to the moves of an army."""
        if self._rules.mentions_others_zones():
            return list(range(len(self.zones)))
        own = [frozenset(zone for zone in zones if str(zone[0]) == army) for zones in self.zones]
        return [own.index(zones) for zones in own]

    def _measured(self) -> Iterator[Sequence[Symbol]]:
        return (symbol.arguments for symbol in self._ruleset.facts("measure", 4))

    def distances(self) -> NDArray[np.int32]:
        """(measures, cells): how far each cell is by each of `measures`; UNMEASURED if nothing is said of it."""
        found = np.full((len(self.measures), len(self.classes)), UNMEASURED, np.int32)
        number = {cell: place for place, cell in enumerate(self._cells)}
        for name, army, cell, value in self._measured():
            if cell in number:
                row = self.measures.index((str(name), str(army)))
                found[row, number[cell]] = max(found[row, number[cell]], value.number)
        return found

    def arrives(self, way: int, mover: Type) -> bool:
        """Whether a type may arrive in some way at all."""
        return way == PLAIN or not self._special[way].isdisjoint(mover[1])

    def depends(self, way: int, mover: Type) -> tuple[bool, bool]:
        """Whether what a type's arrivals do depends on where they start, and on the victim."""
        return self._by_start, self._by_victim

    def learn(
        self,
        movers: Iterable[Type],
        victims: Sequence[Type],
        pairs: Mapping[Type, Collection[Type | None]] | None = None,
    ) -> None:
        """Ask about all moves of some types, with victims of some types, at once: one by one takes far longer.

        Args:
            movers: the types.
            victims: those of victims, and of aides.
            pairs: if given, the victims that each type has; types that it does not have are not asked about.
        """
        starts = sorted(set(self.classes)) if self._by_start else [0]
        ends = sorted(set(self.classes))
        asked = []
        for way, mover in product(range(WAYS), movers if pairs is None else pairs):
            if not self.arrives(way, mover):
                continue
            taken: list[Type | None] = [None]
            if self._by_victim and way != DOUBLE:
                some = victims if pairs is None else pairs[mover]
                taken += [each for each in some if each and each[0] != mover[0]]
            asked += [self._class(way, mover, victim, *cells) for victim in taken for cells in product(starts, ends)]
        asked = list(dict.fromkeys(asked))
        self._answers.learn(asked)
        types = tuple(dict.fromkeys((*movers, *victims)))
        self._answers.learn(
            [each for some in asked for outcome in self._answers.of(some) for each in _aided(some, outcome, types)]
        )

    def outcomes(
        self, way: int, mover: Type, victim: Type | None, start: int, end: int, types: Sequence[Type]
    ) -> tuple[Outcome, ...]:
        """What the moves of a class may do: one, or several to choose from, or none if they are barred.

        Args:
            way: how the mover arrives: PLAIN, DOUBLE or IN_PASSING.
            mover: its type.
            victim: that of its victim; None if there is none, or if nothing depends on it.
            start: the class of the cell where it starts, any if nothing depends on it.
            end: the class of the cell where it arrives.
            types: those that an aide may be of.

        Raises:
            RulesError: if the rules do what rows cannot say, or clingo has anything to complain about.
        """
        asked = self._class(way, mover, victim, start, end)
        return tuple(replace(each, aides=self._aides(asked, each, types)) for each in self._answers.of(asked))

    def _aides(self, asked: MoveClass, outcome: Outcome, types: Sequence[Type]) -> tuple[Aide, ...]:
        """What moves of a class do with an aide of each type that they call for."""
        found = []
        for each in _aided(asked, outcome, types):
            _, man = each.others[-1]
            measures = sorted({measure for kind, measure in outcome.calls if kind in man[1]})
            outcomes = self._answers.of(each)
            name = f"a move of a {'+'.join(asked.mover[1])} calls for a {'+'.join(man[1])} as aide"
            if len(measures) > 1:
                raise RulesError(f"{name} by several measures: {', '.join(measures)}; one is right")
            if not outcomes or any(fate.role == AIDE and fate.is_nothing for one in outcomes for fate in one.others):
                raise RulesError(f"{name}, to whom nothing happens")
            found.append(Aide(man, measures[0], outcomes))
        return tuple(found)

    def deeds(self, deed: Deed, movers: Sequence[Type], others: Sequence[Type | None]) -> DeedOutcomes:
        """The same of a deed, by the types of the mover and of the other man.

        Raises:
            RulesError: if it calls for an aide, or depends on where it is done in place.
        """
        cells = [(self.classes[deed.mover.start], self.classes[deed.mover.end])]
        if deed.is_in_place:
            every = sorted(set(self.classes))
            cells = [(start, end) for start in every for end in every]
        asked = {
            (mover, other, where): self._of_deed(deed, mover, other, *where)
            for mover, other, where in product(movers, others, cells)
        }
        self._answers.learn(list(asked.values()))
        found: DeedOutcomes = {}
        for (mover, other, _), some in asked.items():
            outcomes = tuple(_done(deed, each) for each in self._answers.of(some))
            if any(each.calls for each in outcomes):
                raise RulesError(f"the deed {deed.term} calls for an aide, which is not compiled yet")
            if found.setdefault((mover, other), outcomes) != outcomes:
                raise RulesError(f"what the deed {deed.term} does depends on where, which is not compiled yet")
        return found

    def _of_deed(self, deed: Deed, mover: Type, other: Type | None, start: int, end: int) -> MoveClass:
        others = () if deed.other is None or other is None else ((deed.other.role, other),)
        return MoveClass(deed.term, mover, others, start, end)

    def event(self, event: Symbol, man: Type) -> Outcome:
        """What an event does that befalls a man of a type.

        Raises:
            RulesError: if there is anything to choose, or the man is not gone then.
        """
        outcomes = self._answers.of(MoveClass(event, GONE, ((VICTIM, man),), NOWHERE, NOWHERE))
        fitting = [each for each in outcomes if each.others == (TAKEN,) and not each.empty and not each.spends]
        if len(outcomes) != 1 or fitting != [
            replace(Outcome(), gains=each.gains, surrenders=each.surrenders) for each in fitting
        ]:
            raise RulesError(
                f"the event {event} does more than remove a man and give away armies, which is not compiled yet"
            )
        return fitting[0]

    def drops(self, man: Type, end: int) -> tuple[Outcome, ...]:
        """The same of a drop, by the type of the man and the class of the cell."""
        told = self._answers.of(MoveClass(Function("drop"), man, (), NOWHERE, end))
        if any(each.calls or each.halts or each.heedless or each.mover == GONE or each.surrenders for each in told):
            raise RulesError("a drop calls for an aide, is heedless, or leaves nobody there, which is not compiled yet")
        return tuple(replace(each, mover=each.mover or man, others=()) for each in told)

    def passing(self) -> Outcome:
        """What a pass does: nothing.

        Raises:
            RulesError: if the rules say anything else of it.
        """
        outcomes = self._answers.of(MoveClass(Function("pass"), GONE, (), NOWHERE, NOWHERE))
        if outcomes != (Outcome(),):
            raise RulesError("the effects of a move do something to a pass, which is not compiled yet")
        return Outcome(others=())

    def _class(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> MoveClass:
        others = ((VICTIM, victim),) if victim is not None else ()
        alike = self._seen_as[mover[0]]
        return MoveClass(USES[way], mover, others, alike[start] if self._by_start else 0, alike[end])


def _aided(asked: MoveClass, outcome: Outcome, types: Sequence[Type]) -> list[MoveClass]:
    """The classes of moves with an aide that follow from one of a class that calls for him."""
    called = {kind for kind, _ in outcome.calls}
    if not called:
        return []
    return [
        asked._replace(others=(*asked.others, (AIDE, each)), chosen=(*outcome.chosen, HELPED))
        for each in types
        if each[0] == asked.mover[0] and not called.isdisjoint(each[1])
    ]


def _done(deed: Deed, outcome: Outcome) -> Outcome:
    """What a deed does, given what the rules say of it: it takes nobody, and the other man goes where it says."""
    ends = STAYS if deed.other is None or deed.is_in_place else deed.other.end
    others = (each if each.becomes == GONE else each._replace(ends=ends) for each in outcome.others)
    return replace(outcome, others=tuple(each for each in others if each.role != VICTIM))
