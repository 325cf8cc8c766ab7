"""What a turn begins with, before its player moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..asp.session import Answer
from ..asp.terms import text, vector
from .game import Game
from .piece import Piece


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to a piece before a player moves.

    Attributes:
        name: what happens, such as `checkmate`.
        cell: where the piece stands.
        piece: its army and its abbreviation, such as `presidents Pd`.
        removed: whether it is taken off the board.
        armies: those that come under the command of the player to move.
    """

    name: str
    cell: str
    piece: str
    removed: bool
    armies: tuple[str, ...]

    def __str__(self) -> str:
        words = f"{self.name}: {self.piece}{self.cell}" + (" is removed" if self.removed else "")
        return f"{words}, {' and '.join(self.armies)} taken over" if self.armies else words

    def as_json(self) -> dict[str, Any]:
        """The event as documented for `--json`."""
        return {
            "event": self.name, "cell": self.cell, "piece": self.piece, "removed": self.removed,
            "armies": list(self.armies),
        }  # fmt: skip


def read_events(game: Game, pieces: Mapping[str, Piece], answer: Answer) -> Iterator[Event]:
    """What happens at once, in the order of cells, given the pieces before it."""
    titles = {event: text(name) for event, name in answer("special", 2)}
    removed = {event for event, _ in answer("removes", 2)}
    taken: dict[object, list[str]] = {}
    for event, army in answer("forfeits", 2):
        taken.setdefault(event, []).append(str(army))
    happened = {(game.names[vector(event.arguments[1])], event) for (event,) in answer("happens", 1)}
    for cell, event in sorted(happened, key=lambda each: each[0]):
        piece = pieces[cell]
        name = titles.get(event, str(event.arguments[0]))
        words = f"{piece.army} {game.piece_name(piece.kinds)}"
        yield Event(name, cell, words, event in removed, tuple(sorted(taken.get(event, ()))))
