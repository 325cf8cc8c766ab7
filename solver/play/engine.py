"""What an engine is asked about a position, and the values that it answers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from clingo import Symbol

from ..asp.ruleset import Ruleset
from ..asp.terms import Value, Vector
from .move import Move
from .placement import Placement
from .reference import ReferenceEngine
from .turn_events import Event

State: TypeAlias = tuple[tuple[str, str], ...]
"""What else belongs to a position: names and values, such as ("castle", "Aa1") or ("won", "white throne")."""


@dataclass(frozen=True, slots=True)
class Check:
    """A royal piece under attack.

    Attributes:
        checker: the cell of the attacking piece.
        royal: the cell of the royal piece.
        along: for each open route, the cells that it passes through.
    """

    checker: str
    royal: str
    along: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended.

    Attributes:
        reason: `checkmate`, `stalemate`, `repetition`, ...; `won` if a move has won it for reasons of the game's own.
        winner: the player that has won, if there is one.
        by: those reasons.
    """

    reason: str
    winner: str | None
    by: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Flaw:
    """What makes a position impossible.

    Attributes:
        place: the cell that it is about, or the name and the value of a fact of the state.
        words: the reason, from the rules.
    """

    place: Vector | tuple[str, Value]
    words: str


class Analysis(Protocol):
    """What an engine says of a position; it may find each part when that is asked for."""

    @property
    def moves(self) -> Mapping[str, Move]:
        """The legal moves by what is written, in that order."""

    @property
    def checks(self) -> tuple[Check, ...]:
        """Attacks on royal pieces of the player to move."""

    @property
    def is_check(self) -> bool:
        """Whether there are any."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, if it has."""

    @property
    def same(self) -> State:
        """What of the state counts when positions are compared for repetition."""


class Engine(Protocol):
    """What answers about the positions of a game.

    Attributes:
        ruleset: the rules.
        reference: is asked for reasons, and for all that is asked rarely.
    """

    ruleset: Ruleset
    reference: ReferenceEngine

    @property
    def is_compiled(self) -> bool:
        """Whether tables answer about moves, instead of clingo."""

    def own(self, placement: Placement) -> Placement:
        """A position as the engine keeps it, which it takes at less cost.

        Raises:
            RulesError: if the engine cannot answer about it.
        """

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Analysis:
        """Moves, checks and outcome of a position.

        Args:
            placement: the position, after what its turn begins with.
            origin: ask only for moves of the piece on this cell; then nothing else is to be read from the answer, and
                it may have other moves.

        Raises:
            RulesError: if two moves are written alike, or the rules say too much of one.
        """

    def successors(
        self, placement: Placement, moves: Sequence[Move], origin: Vector | None = None
    ) -> Sequence[Placement]:
        """The positions after some legal moves, one for each; all of them start from `origin`, if it is given."""

    def passed(self, placement: Placement) -> Placement:
        """The position after a pass, which does nothing, whether it is legal or not."""

    def begin(self, placement: Placement) -> tuple[tuple[Event, ...], Placement] | None:
        """What happens at once before the player to move moves, and the position after that; None if nothing does."""

    def drawn(self, quiet: int, seen: int) -> str | None:
        """Why a position that has been there `seen` times, after `quiet` quiet moves, is a draw, if it is one."""

    def flaws(self, placement: Placement) -> Sequence[Flaw]:
        """What makes a position impossible; nothing if it can be."""

    def term(self, move: Move) -> Symbol:
        """The rules' own term for a legal move of this engine's, with its choices."""
