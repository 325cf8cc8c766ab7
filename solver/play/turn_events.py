"""Events at the start of a turn, before its player moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """An event before a player moves, which concerns one piece.

    Attributes:
        name: the event, such as `checkmate`.
        cell: the cell of the piece.
        piece: its army and its abbreviation, such as `presidents Pd`.
        removed: whether the piece is removed from the board.
        armies: the armies that pass to the command of the player to move.
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
