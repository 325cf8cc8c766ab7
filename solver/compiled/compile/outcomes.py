"""The outcome of one move: promotions, captures, changes of stores, wins, and aides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

from clingo import Function, Symbol

from ...errors import RulesError
from ...play.piece import Kinds as Kinds
from ...play.piece import Type as Type
from ..named_values import STAYS
from .action_layout import NO_ACTION, Action
from .guard_layout import NO_GUARD, Guard

GONE: Type = ("", ())
"""In the place of what a piece becomes: nothing stands there any more."""

Choices: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""The choices made, in the order of the questions: aspects and values; HELPED where the aide is known."""

Sweeps: TypeAlias = tuple[tuple[str, Symbol, str], ...]
"""Pieces around a move that it captures: the place, `start` or `end`, the class of the steps from it, and the kind."""

MOVER, VICTIM, LOCUST = (Function(role) for role in ("mover", "victim", "locust"))
AIDES = AIDE, SECOND, THIRD = Function("aide"), Function("second"), Function("third")
"""The roles of aides, in the order in which they are sought."""

STRIDE = Function("first")
"""The use of double steps."""

HELPED: tuple[Symbol, Symbol] = (AIDE, Function("", []))
"""Among choices: the next aide is known."""


def helped_again(role: Symbol) -> tuple[Symbol, Symbol]:
    """Among choices: the next aide is known, and is the piece that has some role already."""
    return AIDE, Function("", [role])


def is_helped(choice: tuple[Symbol, Symbol]) -> bool:
    """Whether a choice stands for a known aide."""
    return choice[0] == AIDE and not choice[1].name and len(choice[1].arguments) < 2


class Fate(NamedTuple):
    """What a move does to one of its pieces besides the mover.

    Attributes:
        role: its role: the victim, there or not, the partner of a special move, or the aide.
        becomes: what it becomes; None if it stays what it is.
        ends: the number of the cell where it ends, STAYS for its own, ON_ORIGIN for the start of the mover.
    """

    role: Symbol
    becomes: Type | None = None
    ends: int = STAYS

    @property
    def is_nothing(self) -> bool:
        """Whether it stays what and where it is."""
        return self.becomes is None and self.ends == STAYS


CAPTURED = Fate(VICTIM, GONE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move does: by default the mover arrives, and the victim is gone.

    Attributes:
        mover: what the mover becomes; None if it stays what it is.
        others: what becomes of other pieces.
        halts: whether the mover ends where it started.
        guard: what must hold for it.
        action: what it does to the position besides.
        chosen: the choices that the move makes.
        calls: the kinds that the aide may be, each with the measure that finds it; none without an aide, or if it is
            known.
        recalls: the roles whose pieces may be the aide too, each with the kinds that it is then.
        aides: what the move does instead where there is an aide of one of these types.
        wins: the wins by it, as bits numbered as `Ruleset.decisions`.
        ignores_check: whether the move may leave royals attacked.
        unguarded: the roles of the pieces that no opponent may attack then.
        attacks_none: the roles of the pieces that may attack no opponent's piece then.
        compulsory: whether no other move is legal if it is.
        answers: whether it answers the move before it.
        sweeps: the pieces around it that it captures.
        revives: the place where its victim comes back; "" if nowhere.
        enters: the type of a piece that enters, and the role of the participant on whose cell; None if none does.
    """

    mover: Type | None = None
    others: tuple[Fate, ...] = (CAPTURED,)
    halts: bool = False
    guard: Guard = NO_GUARD
    action: Action = NO_ACTION
    chosen: Choices = ()
    calls: tuple[tuple[str, str], ...] = ()
    recalls: tuple[tuple[Symbol, Kinds], ...] = ()
    aides: tuple[Aide, ...] = ()
    wins: int = 0
    ignores_check: bool = False
    unguarded: tuple[Symbol, ...] = ()
    attacks_none: tuple[Symbol, ...] = ()
    compulsory: bool = False
    answers: bool = False
    sweeps: Sweeps = ()
    revives: str = ""
    enters: tuple[Type, Symbol] | None = None

    @property
    def is_about_start(self) -> bool:
        """Whether it speaks of the cell where the move starts, or of the mover before it."""
        around_start = any(place == "start" for place, _, _ in self.sweeps)
        return around_start or self.action.is_about_start or self.guard.is_about_start

    @property
    def judges_attacks(self) -> bool:
        """Whether it depends on attacks of its pieces, or on them, when it has been made."""
        return bool(self.unguarded or self.attacks_none)

    @property
    def helpers(self) -> int:
        """How many aides the move has, one for each role."""
        return sum(map(is_helped, self.chosen))


class Aide(NamedTuple):
    """The outcomes of a move with an aide of a type, the foremost by a measure.

    Attributes:
        piece: the type.
        measure: the measure.
        outcomes: what the move does.
        places: the classes of the cells where it may be.
        again: the role that it has already; None without one.
    """

    piece: Type
    measure: str
    outcomes: tuple[Outcome, ...]
    places: frozenset[int]
    again: Symbol | None = None


SpecialOutcomes: TypeAlias = dict[tuple[int, int, tuple[Type, ...]], tuple[Outcome, ...]]
"""The outcomes of a special move, by the classes of its start and target, and the types of its pieces."""


def with_aides(outcomes: Iterable[Outcome]) -> Iterator[tuple[Outcome, Type | None]]:
    """Some outcomes, and those with aides instead, with the type of the last aide without another role."""
    for each in outcomes:
        yield each, None
        for aide in each.aides:
            other = None if aide.again else aide.piece
            yield from ((one, piece or other) for one, piece in with_aides(aide.outcomes))


def refuse_repeated(outcomes: Sequence[Outcome], name: str) -> None:
    """Refuse a move that does the same on two conditions which may both hold: it would be counted twice.

    Args:
        outcomes: what a move may do.
        name: the name of the mover.

    Raises:
        RulesError: if it is such a move.
    """
    unguarded = [replace(each, guard=NO_GUARD) for each in outcomes]
    for (one, same), (other, also) in combinations(zip(outcomes, unguarded, strict=True), 2):
        if same == also and not one.guard.excludes(other.guard):
            raise RulesError(
                f"a move of a {name} does the same on two conditions that may hold together; "
                "where one holds, say of the other that it is lacking: needs(C,lacks(Name,Value))"
            )


def with_captures(outcome: Outcome, roles: Sequence[Symbol]) -> Outcome:
    """An outcome that captures pieces of these roles besides, with any aide."""
    aides = tuple(
        each._replace(outcomes=tuple(with_captures(one, roles) for one in each.outcomes)) for each in outcome.aides
    )
    return replace(outcome, others=(*outcome.others, *(Fate(role, GONE) for role in roles)), aides=aides)


def without_victim(outcome: Outcome) -> Outcome:
    """An outcome without its victim."""
    return replace(outcome, others=tuple(each for each in outcome.others if each.role != VICTIM))
