"""What stands on the board in an entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..api import Position
from ..errors import PositionError, quoted
from ..notation.setup import CASTLE, PASSED, Setup
from ..play.from_text import set_up
from ..play.game import Game
from .customs import Spelling

_COLUMN = re.compile(r" \(column \d+\)")
"""Where in a text an error is; of no use where the text has been put together here."""


class DiagramError(Exception):
    """A piece, a cell or a twin that cannot be read or placed."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Pieces on cells, and the other facts of a position.

    Attributes:
        spelling: how pieces and moves are written, and of which game.
        pieces: by cell, kinds and army.
        castling: the partners that may still castle; None for all that are at home, as is customary.
        passed: the cell just passed over.
        state: the other facts of the position, by name.
        stores: how many of a kind a store holds, by the words for both.
    """

    spelling: Spelling
    pieces: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    castling: tuple[str, ...] | None = None
    passed: str | None = None
    state: tuple[tuple[str, str], ...] = ()
    stores: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """Whose position it is."""
        return self.spelling.game

    def without(self, cell: str) -> Diagram:
        """The diagram without a piece."""
        return replace(self, pieces={each: piece for each, piece in self.pieces.items() if each != cell})

    def with_piece(self, army: str, written: str) -> Diagram:
        """The diagram with one more piece, as files write it.

        Raises:
            DiagramError: if there is no such kind, army or cell, or another piece is there.
        """
        cell, kinds = self._read_piece(army, written)
        if cell in self.pieces:
            raise DiagramError(f"{quoted(written)}: a second piece on {cell}")
        return replace(self, pieces={**self.pieces, cell: (kinds, army)})

    def cell_of(self, army: str, written: str) -> str:
        """The cell of a piece, as files write it.

        Raises:
            DiagramError: if there is no such kind, army or cell.
        """
        return self._read_piece(army, written)[0]

    def _read_piece(self, army: str, written: str) -> tuple[str, tuple[str, ...]]:
        """The cell and the kinds of a piece."""
        players = self.game.ruleset.players
        if army not in players:
            raise DiagramError(f"{quoted(army)}: {self.game.name} has no such pieces; they are {', '.join(players)}")
        reader = self.spelling.lettered.reader
        if len(written.split()) != 1 or written in reader.keywords:
            raise DiagramError(f"{quoted(written)} is no piece and its cell; properties of pieces are unsupported")
        try:
            read = reader.read(f"{army} {written}")
        except PositionError as error:
            raise DiagramError(_COLUMN.sub("", str(error))) from error
        ((cell, (kinds, _)),) = read.pieces.items()
        return cell, kinds

    def with_state(self, words: str) -> Diagram:
        """The diagram with other facts in the words of a position, such as `hand white P`.

        Raises:
            DiagramError: if they cannot be read, or say what other fields do.
        """
        cell, (kinds, army) = next(iter(self.pieces.items()))
        lettered = self.spelling.lettered
        piece = f"{army} {lettered.piece_name(kinds)}{cell}"
        try:
            read = lettered.reader.read(f"{piece} {words}")
        except PositionError as error:
            raise DiagramError(_COLUMN.sub("", str(error))) from error
        fields = {"algebraic": len(read.pieces) > 1, "turn": read.turn}
        fields |= {"castling": CASTLE in dict(read.state), "en-passant": PASSED in dict(read.state)}
        for name in (name for name, written in fields.items() if written):
            raise DiagramError(f"{quoted(words)}: there is a field {name} for that")
        if read.counts:
            raise DiagramError(f"{quoted(words)}: in problems nothing is counted from before")
        return replace(self, state=tuple(read.state), stores=read.stores)

    def position(self, turn: str) -> Position:
        """The position.

        Raises:
            PositionError: if it cannot be.
        """
        state = [(CASTLE, cell) for cell in (self.at_home() if self.castling is None else self.castling)]
        state += [(PASSED, self.passed)] if self.passed else []
        return set_up(
            self.game, Setup(dict(self.pieces), turn, [*state, *self.state], stores=dict(self.stores)), Position
        )

    def royals(self, army: str) -> list[str]:
        """The royal pieces of an army, as files write them, each with the first letter of the army."""
        royal = self.game.ruleset.royal
        return [
            self.written(cell) for cell, (kinds, owner) in self.pieces.items() if owner == army and royal & set(kinds)
        ]

    def written(self, cell: str) -> str:
        """The piece on a cell, as Popeye prints it: with the first letter of its army, such as `wRe2`.

        Raises:
            DiagramError: if there is none.
        """
        if cell not in self.pieces:
            raise DiagramError(f"there is no piece on {cell}")
        kinds, army = self.pieces[cell]
        return f"{army[0]}{self.spelling.lettered.piece_name(kinds)}{cell}"

    def at_home(self) -> list[str]:
        """The partners that are where a castling starts, and whose royal piece is so too."""
        ruleset, names = self.game.ruleset, self.game.names_by_symbol
        if CASTLE not in ruleset.fields:
            return []
        partners, found = ruleset.names("castling_partner"), set()
        for symbol in ruleset.facts("castling", 5):
            army, start, _, partner, _ = symbol.arguments
            royal, other = self.pieces.get(names[start]), self.pieces.get(names[partner])
            if not royal or not other or not royal[1] == other[1] == str(army):
                continue
            if ruleset.royal & set(royal[0]) and partners & set(other[0]):
                found.add(names[partner])
        return sorted(found)
