"""What an entry means that names no game, and how men and moves are written there (`olive.yaml`).

Olive, YACPDB and Popeye write `Sb1-c3`, `e2-e4`, `d2*e3`, `e7-e8=S`, `0-0`; in other games men and moves are written as
Shadowmate has them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ..play.finding import fitting_moves
from ..play.game import Game
from ..play.position import Position
from ..solving.problem.kind import PASS

CASTLINGS = ("0-0", "0-0-0")


@cache
def olive() -> dict[str, Any]:
    """The customs of entries that name no game."""
    found: dict[str, Any] = yaml.safe_load((files(__package__) / "olive.yaml").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a file writes the men and moves of a game.

    Attributes:
        game: the game.
        letters: the abbreviations that the file has for those of the game, where they differ.
        is_olive: whether moves are written as Popeye and Olive do.
    """

    game: Game
    letters: dict[str, str]
    is_olive: bool

    @classmethod
    def of(cls, game: Game, is_olive: bool) -> Spelling:
        """The spelling of a game in an entry, which is Olive's where the entry names no game."""
        return cls(game, olive()["letters"] if is_olive else {}, is_olive)

    def man(self, written: str) -> str | None:
        """A man and its cell as the game writes them; None if the letter means another man in such files."""
        for theirs, ours in self.letters.items():
            if written.startswith(theirs):
                return ours + written[len(theirs) :]
            if written.startswith(ours) and written[len(ours) :] in self.game.vectors:
                return None
        return written

    def written_man(self, name: str) -> str:
        """A man, by its abbreviation, as the file writes it."""
        return next((theirs for theirs, ours in self.letters.items() if ours == name), name)

    def legal(self, position: Position, written: str) -> str:
        """The legal move that is meant, as Shadowmate writes it.

        Raises:
            MoveError: if there is none, or several.
        """
        return str(position.move(self.move(written)))

    def move(self, written: str) -> str:
        """A move as the game reads it."""
        if not self.is_olive:
            return written
        text = written.replace("*", "x")
        for theirs, ours in self.letters.items():
            text = re.sub(rf"^{theirs}|(?<==){theirs}|{theirs}$", ours, text)
        return text

    def written(self, position: Position, text: str) -> str:
        """A legal move, which Shadowmate writes so, or none, as the file writes it."""
        if not self.is_olive or text == PASS:
            return text
        move = position.move(text)
        if move.changes:
            for castling in CASTLINGS:
                if fitting_moves(self.game, position.turn, [move], castling):
                    return castling
        piece = "" if move.piece in self.game.moves.unlettered else self.written_man(move.piece)
        said = f"{piece}{move.origin}{'*' if move.captures else '-'}{move.target}"
        if move.promotion:
            said += f"={self.written_man(move.promotion)}"
        return f"{said} ep." if move.captures and move.target not in move.captures else said
