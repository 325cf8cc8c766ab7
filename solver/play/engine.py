"""The interface of engines: the questions about a position, and the values that answer them."""

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
"""Other properties of a position, as names and values, such as ("castle", "Aa1") or ("won", "white throne")."""


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
        reason: `checkmate`, `stalemate`, `repetition`, ...; `won` if a move has won by a rule of the game's own.
        winner: the player that has won, if any.
        by: the game's own reasons for `won`.
    """

    reason: str
    winner: str | None
    by: tuple[str, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The outcome in a few words, such as `checkmate: white has won`."""
        by = f" by {' and '.join(self.by)}" if self.by else ""
        return self.reason + by + (f": {self.winner} has won" if self.winner else ": a draw")


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
    """The answers of an engine about a position. An engine may find each part on demand."""

    @property
    def moves(self) -> Mapping[str, Move]:
        """The legal moves by their text, in its order."""

    @property
    def checks(self) -> tuple[Check, ...]:
        """Attacks on royal pieces of the player to move."""

    @property
    def is_check(self) -> bool:
        """Whether there are any checks."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, if it has."""

    @property
    def same(self) -> State:
        """The part of the state that counts when positions are compared for repetition."""


class Engine(Protocol):
    """An engine answers questions about the positions of a game.

    Attributes:
        ruleset: the rules.
        reference: the engine that gives reasons and answers rare questions.
    """

    ruleset: Ruleset
    reference: ReferenceEngine

    @property
    def is_compiled(self) -> bool:
        """Whether tables answer about moves, instead of clingo."""

    def renewed(self) -> Engine:
        """An engine for the same rules, for positions for which this one has no room; the same one if it always has."""

    def own(self, placement: Placement) -> Placement:
        """A position in the engine's own form, which it can read faster.

        Raises:
            RulesError: if the engine cannot answer about it.
        """

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Analysis:
        """Moves, checks and outcome of a position.

        Args:
            placement: the position, after the events at the start of its turn.
            origin: ask only for moves of the piece on this cell. The answer is valid for these moves only, and may
                have others.

        Raises:
            RulesError: if two moves have the same text, or the rules derive contradictory effects of one.
        """

    def successors(
        self, placement: Placement, moves: Sequence[Move], origin: Vector | None = None
    ) -> Sequence[Placement]:
        """The positions after some legal moves, one for each. All moves start from `origin`, if that is given."""

    def passed(self, placement: Placement) -> Placement:
        """The position after a pass, which changes nothing, whether it is legal or not."""

    def begin(self, placement: Placement) -> tuple[tuple[Event, ...], Placement] | None:
        """The events before the player to move moves, and the position after them; None if there are none."""

    def drawn(self, quiet: int, seen: int) -> str | None:
        """Why a position that occurs for the `seen`-th time, after `quiet` moves without progress, is a draw, if it
        is one.
        """

    def flaws(self, placement: Placement) -> Sequence[Flaw]:
        """The reasons why a position is impossible; none if it is possible."""

    def term(self, move: Move) -> Symbol:
        """The rules' term for a legal move of this engine's, with its choices."""
