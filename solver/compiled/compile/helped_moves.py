"""The outcomes of moves with each aide that they call for (core/effects.lp), by classes of moves.

The rules are asked about a move without an aide. If it calls for one, they are asked again with each piece that the
aide may be; such a move may call for a second aide, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from ...errors import RulesError
from .move_classes import Answers
from .outcomes import AIDES, HELPED, Aide, Outcome, Type, helped_again
from .seen_moves import MoveClass


class HelpedMoves:
    """What moves do, with aides and without.

    Args:
        answers: what they do by themselves.
        seen_as: if it matters where an aide is: for each army and each class of cells the first class that it sees as
            the same.
    """

    def __init__(self, answers: Answers, seen_as: Mapping[str, Sequence[int]] | None) -> None:
        self._answers = answers
        self._seen_as = seen_as

    def learn(self, asked: Sequence[MoveClass], types: Sequence[Type]) -> None:
        """Ask about some classes at once, and about them with aides of some types."""
        while asked:
            self._answers.learn(asked)
            found = [(each, outcome) for each in asked for outcome in self._answers.of(each)]
            asked = [more for each, outcome in found for more in self._aided(each, outcome, types)]

    def of(
        self, asked: MoveClass, types: Sequence[Type], changed: Callable[[Outcome], Outcome] = lambda each: each
    ) -> tuple[Outcome, ...]:
        """What the moves of a class do, and what comes instead where there is an aide of some types.

        Args:
            asked: the class.
            types: the types.
            changed: what is made of each outcome, with an aide or without.
        """
        found = []
        for each in self._answers.of(asked):
            aides = self._aides(asked, each, types, changed)
            found.append(replace(changed(each), aides=aides) if aides else changed(each))
        return tuple(found)

    def _aided(self, asked: MoveClass, outcome: Outcome, types: Sequence[Type]) -> Iterator[MoveClass]:
        """The classes of moves with an aide, for a move that needs one."""
        called = {kind for kind, _ in outcome.calls}
        if not called:
            return
        role, army = AIDES[outcome.helpers], asked.mover[0]
        places = sorted(set(self._seen_as[army])) if self._seen_as else [0]
        for piece, place in product(types, places):
            if piece[0] == army and not called.isdisjoint(piece[1]):
                yield asked._replace(
                    others=(*asked.others, (role, piece)),
                    chosen=(*outcome.chosen, HELPED),
                    within=(*asked.within, (role, place)) if self._seen_as else (),
                )
        for first, kinds in outcome.recalls:
            if not called.isdisjoint(kinds):
                yield asked._replace(
                    others=(*asked.others, (role, (army, kinds))),
                    chosen=(*outcome.chosen, helped_again(first)),
                    again=(*asked.again, (role, first)),
                )

    def _aides(
        self, asked: MoveClass, outcome: Outcome, types: Sequence[Type], changed: Callable[[Outcome], Outcome]
    ) -> tuple[Aide, ...]:
        """What moves of a class do with an aide of each type that they call for."""
        found = []
        for each in self._aided(asked, outcome, types):
            role, piece = each.others[-1]
            again = dict(each.again).get(role)
            where = dict(each.within).get(role, 0)
            alike = self._seen_as[piece[0]] if self._seen_as else [0]
            places = frozenset(place for place, one in enumerate(alike) if one == where)
            measures = sorted({measure for kind, measure in outcome.calls if kind in piece[1]})
            outcomes = self._answers.of(each)
            name = f"a move of a {'+'.join(asked.mover[1])} calls for a {'+'.join(piece[1])} as aide"
            if len(measures) > 1:
                raise RulesError(f"{name} by several measures: {', '.join(measures)}; one is right")
            if not outcomes or any(fate.role == role and fate.is_nothing for one in outcomes for fate in one.others):
                raise RulesError(f"{name}, which has no effect")
            found.append(Aide(piece, measures[0], self.of(each, types, changed), places, again))
        return tuple(found)
