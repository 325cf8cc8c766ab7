"""What the moves of a game do, by classes of moves: all that the layout of rows asks.

A class of moves is given by how the mover arrives, by its type and the victim's, and by the classes of the cells
where it starts and ends; cells are of one class if the same zones contain them. `Effects` answers from the facts of a
game; another with the same methods may answer from elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...asp.ruleset import Ruleset
from ...asp.terms import vector
from ..tables import DOUBLE, PLAIN, STAYS

Kinds: TypeAlias = tuple[str, ...]
Type: TypeAlias = tuple[str, Kinds]
"""What stands on a cell: an army, and kinds in alphabetical order."""

GONE: Type = ("", ())
"""In the place of what a man becomes: nothing stands there any more."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move does: the mover arrives, and another man who has part in it is gone.

    Attributes:
        mover: what the mover becomes; None if it stays what it is.
        other: what the other man becomes, None if he stays what he is. He is the man on the cell where the mover
            arrives, or the victim of a capture in passing, or the partner of a castling; there may be none.
        ends: the number of the cell where he stands then, STAYS for his own, ON_ORIGIN for where the mover started.
        shadow: whether the cell passed over is open to capture in passing then.
    """

    mover: Type | None = None
    other: Type | None = GONE
    ends: int = STAYS
    shadow: bool = False


class Effects:
    """What moves do, by the facts of a game: where an arrival promotes (core/promotion.lp).

    Args:
        ruleset: the rules.

    Attributes:
        classes: the class of each cell, by its number; classes are numbered from 0.
        zones: for each class the zones that contain its cells, each an army and a name.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        number = {cell: place for place, cell in enumerate(ruleset.cells)}
        zones: list[set[tuple[str, str]]] = [set() for _ in number]
        for owner, name, place in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            if vector(place) in number:
                zones[number[vector(place)]].add((str(owner), str(name)))
        numbers: dict[frozenset[tuple[str, str]], int] = {}
        self.classes = [numbers.setdefault(frozenset(some), len(numbers)) for some in zones]
        self.zones = list(numbers)
        self._order = {kind: place for place, kind in enumerate(ruleset.abbreviations)}
        self._promotes: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for kind, name, new in (symbol.arguments for symbol in ruleset.facts("promotes", 3)):
            self._promotes[str(kind)].append((str(name), str(new)))

    def depends(self, way: int, mover: Type) -> tuple[bool, bool]:
        """Whether what a type's arrivals do depends on where they start, and on the victim."""
        return False, False

    def outcomes(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> tuple[Outcome, ...]:
        """What the moves of a class may do: one, or several to choose from, or none if they are barred.

        Args:
            way: how the mover arrives: PLAIN, DOUBLE or IN_PASSING.
            mover: its type.
            victim: that of its victim; None if there is none, or if nothing depends on it.
            start: the class of the cell where it starts, any if nothing depends on it.
            end: the class of the cell where it arrives.
        """
        army, kinds = mover
        usual = Outcome(shadow=way == DOUBLE)
        zones = self.zones[end]
        new = {new for kind in kinds for zone, new in self._promotes.get(kind, ()) if (army, zone) in zones}
        return tuple(replace(usual, mover=(army, (kind,))) for kind in sorted(new, key=self._order.__getitem__)) or (
            usual,
        )

    def castling(self, royal: Type, start: int, to: int, partner_to: int) -> tuple[Outcome, ...]:
        """The same of a castling, given by the royal's type, the cells where it starts and ends, and the partner's."""
        found = self.outcomes(PLAIN, royal, None, self.classes[start], self.classes[to])
        return tuple(replace(each, other=None, ends=partner_to) for each in found)
