"""What a turn begins with, before its player moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
