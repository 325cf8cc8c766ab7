"""The game of an entry that names none, and how pieces and moves are written there (`olive.yaml`).

Olive, YACPDB and Popeye write `Sb1-c3`, `e2-e4`, `d2*e3`, `e7-e8=S`, `0-0`; in other games both are written as
Shadowmate has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ..errors import IllegalMoveError, MoveError
from ..explain.why import refusal
from ..notation.moves import WrittenMove
from ..play.from_text import set_up
from ..play.game import Game
from ..play.lettering import exchanged, in_letters, rewritten
from ..play.move_lookup import find_move, fitting_moves
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
    """How a file writes the pieces and moves of a game.

    Attributes:
        game: the game.
        letters: the language whose letters abbreviate the kinds; "" for those of the game.
        is_olive: whether moves are written as Popeye and Olive do.

    Raises:
        OptionError: if the game has no letters of that language.
    """

    game: Game
    letters: str
    is_olive: bool

    def __post_init__(self) -> None:
        self.game.ruleset.in_letters(self.letters)

    @classmethod
    def of(cls, game: Game, is_olive: bool, letters: str | None = None) -> Spelling:
        """The spelling of a game in an entry, which is Olive's where the entry names no game.

        Args:
            game: the game.
            is_olive: whether the entry names none.
            letters: the language whose letters it names; None if it names none.
        """
        return cls(game, letters if letters is not None else olive()["letters"] if is_olive else "", is_olive)

    @property
    def lettered(self) -> Game:
        """The game in the letters of the file."""
        return in_letters(self.game, self.letters)

    def written_piece(self, name: str) -> str:
        """A piece, by the abbreviations of the game, as the file writes it."""
        return exchanged(name, self.game, self.lettered)

    def plain(self, written: str) -> str:
        """A move with the signs that Shadowmate has."""
        return written.replace("*", "x") if self.is_olive else written

    def readings(self, written: str) -> list[WrittenMove]:
        """Every way to read a text as a move, in the letters of the file or of the game."""
        text = self.plain(written)
        return [each for game in (self.lettered, self.game) for each in game.moves.read(text)]

    def legal(self, position: Position, written: str, beside: Sequence[str] = ()) -> str:
        """The legal move that is meant, as Shadowmate writes it.

        Args:
            position: where it is made.
            written: as the file has it.
            beside: moves that stand before it, with strokes between them; of a move that is not legal without a piece,
                the piece of the first of these that names one is meant: `f8` in `Kd8/f8`.

        Raises:
            MoveError: if there is none, or several.
        """
        try:
            return self._legal(position, written)
        except MoveError:
            for other in self._otherwise(written, beside):
                with suppress(MoveError):
                    return self._legal(position, other)
            raise

    def refusal(self, position: Position, written: str, error: MoveError) -> str:
        """What to report of an error of `legal`: for a move that is not legal, with the reasons from the rules."""
        if not isinstance(error, IllegalMoveError):
            return str(error)
        own = position if self.lettered is self.game else set_up(self.lettered, position.setup(), Position)
        return refusal(own, self.plain(written))

    def _otherwise(self, written: str, beside: Sequence[str]) -> Iterator[str]:
        """What a text that is no legal move may mean: a move of the piece beside it, or `R3d5` by `3Rd5`."""
        reader = self.lettered.moves
        for other in beside:
            yield from (f"{piece}{written}" for piece in sorted({each.piece for each in reader.read(other)} - {""}))
        for piece in self.lettered.ruleset.abbreviations.values():
            if written[1:].startswith(piece):
                yield f"{piece}{written[0]}{written[1:].removeprefix(piece)}"

    def _legal(self, position: Position, written: str) -> str:
        """The legal move that is meant by a text that states everything itself."""
        text = self.plain(written)
        if self.lettered is self.game:
            return str(position.move(text))
        reader = self.lettered.moves
        if not reader.read(reader.plain(text)):
            # A letter that is none in the file, such as N for a Knight, is the game's own.
            with suppress(MoveError):
                return str(position.move(text))
        moves = {rewritten(move, self.game, self.lettered): move for move in position.legal_moves()}
        return str(moves[find_move(self.lettered, position.turn, list(moves), text)])

    def written(self, position: Position, text: str) -> str:
        """A legal move, which Shadowmate writes so, or none, as the file writes it."""
        if text == PASS:
            return text
        own = position.move(text)
        move = rewritten(own, self.game, self.lettered)
        if not self.is_olive:
            return str(move)
        if own.changes:
            for castling in CASTLINGS:
                if fitting_moves(self.game, position.turn, [own], castling):
                    return castling
        piece = "" if own.piece in self.game.moves.unlettered else move.piece
        written = f"{piece}{move.origin}{'*' if move.captures else '-'}{move.target}"
        if move.promotion:
            written += f"={move.promotion}"
        return f"{written} ep." if move.captures and move.target not in move.captures else written
