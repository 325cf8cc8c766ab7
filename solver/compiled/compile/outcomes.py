"""What one move does, in the terms of rows: who becomes what, who wins, what stores gain and spend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

from clingo import Function, Symbol

from ...errors import RulesError
from ...play.piece import Kinds as Kinds
from ...play.piece import Type as Type
from ..tables import STAYS
from .state_changes import NO_CHANGE, StateChange
from .store_items import Item

GONE: Type = ("", ())
"""In the place of what a piece becomes: nothing stands there any more."""

Choices: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""What has been chosen, in the order in which it was asked: aspects and values; HELPED where the aide was told."""

MOVER, VICTIM, LOCUST = (Function(role) for role in ("mover", "victim", "locust"))
AIDES = AIDE, SECOND, THIRD = Function("aide"), Function("second"), Function("third")
"""The roles of aides, in the order in which they are sought."""

HELPED: tuple[Symbol, Symbol] = (AIDE, Function("", []))
"""Among choices: the next aide is told."""


def helped_again(role: Symbol) -> tuple[Symbol, Symbol]:
    """Among choices: the next aide is told, and is the piece that has some role already."""
    return AIDE, Function("", [role])


def is_helped(choice: tuple[Symbol, Symbol]) -> bool:
    """Whether a choice is that an aide is told."""
    return choice[0] == AIDE and not choice[1].name and len(choice[1].arguments) < 2


class Fate(NamedTuple):
    """What becomes of a piece, other than the mover, who has part in a move.

    Attributes:
        role: who he is: the victim, there or not, the partner of a special move, or the aide.
        becomes: what he becomes; None if he stays what he is.
        ends: the number of the cell where he stands then, STAYS for his own, ON_ORIGIN for where the mover started.
    """

    role: Symbol
    becomes: Type | None = None
    ends: int = STAYS

    @property
    def is_nothing(self) -> bool:
        """Whether he stays what and where he is."""
        return self.becomes is None and self.ends == STAYS


CAPTURED, LOCUST_CAPTURED = Fate(VICTIM, GONE), Fate(LOCUST, GONE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move does: the mover arrives, and the piece that it takes is gone.

    Attributes:
        mover: what the mover becomes; None if it stays what it is.
        others: what becomes of other pieces.
        shadow: whether the cell passed over is open to capture in passing then.
        halts: whether the mover ends where it started.
        gains: what comes into stores.
        spends: what goes out of them.
        chosen: the choices that the move makes.
        calls: the kinds of which the aide is one, each with the measure by which he comes first; none if no aide is
            sought, or he is told.
        recalls: the roles of those who have part already and may be the aide too.
        aides: what the move does instead where there is an aide of one of these types.
        wins: who wins by it for what, as bits: the first is for the first of `Ruleset.decisions`.
        heedless: whether it does not matter what the move leaves attacked.
        empty: the stores that must be empty, what comes into them counted.
        surrenders: the army whose commander loses all that he commands; "" if nobody does.
        disbands: the same, where nobody commands it then.
        unguarded: the roles of the pieces that no opponent may be able to take then.
        memory: what it asks of what the position says, and does to it.
    """

    mover: Type | None = None
    others: tuple[Fate, ...] = (CAPTURED,)
    shadow: bool = False
    halts: bool = False
    gains: tuple[Item, ...] = ()
    spends: tuple[Item, ...] = ()
    chosen: Choices = ()
    calls: tuple[tuple[str, str], ...] = ()
    recalls: tuple[Symbol, ...] = ()
    aides: tuple[Aide, ...] = ()
    wins: int = 0
    ignores_check: bool = False
    empty: tuple[str, ...] = ()
    hands_over: str = ""
    disbands: str = ""
    unguarded: tuple[Symbol, ...] = ()
    state_change: StateChange = NO_CHANGE

    @property
    def helpers(self) -> int:
        """How many aides the move has, one for each role."""
        return sum(map(is_helped, self.chosen))


class Aide(NamedTuple):
    """What a move does that has an aide of a type, who comes first by a measure.

    Attributes:
        piece: the type.
        measure: the measure.
        outcomes: what the move does.
        places: the classes of the cells where he may stand.
        again: the role that he has already; None if he has none.
    """

    piece: Type
    measure: str
    outcomes: tuple[Outcome, ...]
    places: frozenset[int]
    again: Symbol | None = None


SpecialOutcomes: TypeAlias = dict[tuple[int, int, tuple[Type, ...]], tuple[Outcome, ...]]
"""What a special move may do, by the classes of the cells where the move starts and ends, and by the types of its pieces."""


def with_aides(outcomes: Iterable[Outcome]) -> Iterator[tuple[Outcome, Type | None]]:
    """Some outcomes, and those with aides that may come instead, with the type of the last who has no other role."""
    for each in outcomes:
        yield each, None
        for aide in each.aides:
            other = None if aide.again else aide.piece
            yield from ((one, piece or other) for one, piece in with_aides(aide.outcomes))


def refuse_repeated(outcomes: Sequence[Outcome], name: str) -> None:
    """Refuse a move that does the same on two conditions which may both hold: it would be counted twice.

    Args:
        outcomes: what a move may do.
        name: who makes it.

    Raises:
        RulesError: if it is such a move.
    """
    for one, other in combinations(outcomes, 2):
        same, also = (replace(each, empty=(), state_change=each.state_change.unasked) for each in (one, other))
        if same == also and not one.state_change.excludes(other.state_change):
            raise RulesError(
                f"a move of a {name} does the same on two conditions that may hold together; "
                "where one holds, say of the other that it is lacking: needs(C,lacks(Name,Value))"
            )
