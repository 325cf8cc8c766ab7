"""What stands on the board in an entry, and what its twins make of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ..api import Position
from ..errors import PositionError, quoted
from ..notation.draft import CASTLE, PASSED, Draft
from ..play.game import Game
from ..play.setup import set_up
from .customs import Spelling

_COLUMN = re.compile(r" \(column \d+\)")
"""Where in a text an error is; of no use where the text has been put together here."""


class DiagramError(Exception):
    """What is wrong with a man, a cell or a twin."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Men on cells, and what else a position may say.

    Attributes:
        spelling: how men and moves are written, and of which game.
        men: by cell, kinds and army.
        castling: the partners that may still castle; None for all who stand at home, as is customary.
        passed: the cell just passed over.
        state: what else a position says besides its men, by name.
        stores: how many of a kind a store holds, by the words for both.
    """

    spelling: Spelling
    men: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    castling: tuple[str, ...] | None = None
    passed: str | None = None
    state: tuple[tuple[str, str], ...] = ()
    stores: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """Whose position it is."""
        return self.spelling.game

    def without(self, cell: str) -> Diagram:
        """The same without a man."""
        return replace(self, men={each: man for each, man in self.men.items() if each != cell})

    def with_man(self, army: str, written: str) -> Diagram:
        """The same with one more man, as files write it.

        Raises:
            DiagramError: if there is no such man, army or cell, or another man is there.
        """
        players = self.game.ruleset.players
        if army not in players:
            raise DiagramError(f"{quoted(army)}: {self.game.name} has no such men; they are {', '.join(players)}")
        reader = self.spelling.lettered.reader
        if len(written.split()) != 1 or written in reader.keywords:
            raise DiagramError(f"{quoted(written)} is no man and its cell; properties of men are not known")
        try:
            read = reader.read(f"{army} {written}")
        except PositionError as error:
            raise DiagramError(_COLUMN.sub("", str(error))) from error
        ((cell, (kinds, _)),) = read.pieces.items()
        if cell in self.men:
            raise DiagramError(f"{quoted(written)}: a second man on {cell}")
        return replace(self, men={**self.men, cell: (kinds, army)})

    def with_state(self, words: str) -> Diagram:
        """The same with what words of a position say besides men, such as `hand white P`.

        Raises:
            DiagramError: if they cannot be read, or say what other fields do.
        """
        cell, (kinds, army) = next(iter(self.men.items()))
        lettered = self.spelling.lettered
        man = f"{army} {lettered.piece_name(kinds)}{cell}"
        try:
            read = lettered.reader.read(f"{man} {words}")
        except PositionError as error:
            raise DiagramError(_COLUMN.sub("", str(error))) from error
        fields = {"algebraic": len(read.pieces) > 1, "turn": read.turn}
        fields |= {"castling": CASTLE in dict(read.state), "en-passant": PASSED in dict(read.state)}
        for name in (name for name, said in fields.items() if said):
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
        return set_up(self.game, Draft(dict(self.men), turn, [*state, *self.state], stores=dict(self.stores)), Position)

    def at_home(self) -> list[str]:
        """The partners that stand where a castling starts, as does their royal man."""
        ruleset, names = self.game.ruleset, self.game.names_by_symbol
        if CASTLE not in ruleset.fields:
            return []
        partners, found = ruleset.names("castling_partner"), set()
        for symbol in ruleset.facts("castling", 5):
            army, start, _, partner, _ = symbol.arguments
            royal, other = self.men.get(names[start]), self.men.get(names[partner])
            if not royal or not other or not royal[1] == other[1] == str(army):
                continue
            if ruleset.royal & set(royal[0]) and partners & set(other[0]):
                found.add(names[partner])
        return sorted(found)


_Change: TypeAlias = Callable[[Diagram, list[str]], Diagram]


def twin(diagram: Diagram, words: list[str]) -> Diagram:
    """What a twin makes of a diagram; who is no longer at home may not castle.

    Args:
        diagram: what it changes.
        words: what it changes, such as `Move a1 b1`; several changes one after another.

    Raises:
        DiagramError: if that cannot be read or done.
    """
    changed = diagram
    for name, arguments in changes(words):
        changed = _CHANGES[name](changed, arguments)
    if diagram.castling is None:
        return changed
    gone = set(diagram.at_home()) - set(changed.at_home())
    return replace(changed, castling=tuple(cell for cell in diagram.castling if cell not in gone))


def changes(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The changes that the words of a twin are: the name of each in small letters, and what follows it.

    Raises:
        DiagramError: if they do not begin with one.
    """
    starts = [number for number, word in enumerate(words) if word.lower() in _CHANGES]
    if not starts or starts[0]:
        known = ", ".join(each.capitalize() for each in _CHANGES)
        raise DiagramError(f"{quoted(' '.join(words))} is no change that is known; there are {known}")
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        yield words[start].lower(), words[start + 1 : end]


def _cells(diagram: Diagram, words: list[str], number: int, form: str) -> list[str]:
    """The cells that words are."""
    if len(words) != number:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be {form}")
    for cell in words:
        if cell not in diagram.game.vectors:
            raise DiagramError(f"there is no cell {quoted(cell)} in {diagram.game.name}; it should be {form}")
    return words


def _man(diagram: Diagram, cell: str) -> tuple[tuple[str, ...], str]:
    if cell not in diagram.men:
        raise DiagramError(f"there is no man on {cell}")
    return diagram.men[cell]


def _move(diagram: Diagram, words: list[str]) -> Diagram:
    """A man goes to another cell; who stands there is gone, as in Popeye."""
    start, end = _cells(diagram, words, 2, "Move CELL CELL")
    return replace(diagram, men={**diagram.without(start).men, end: _man(diagram, start)})


def _exchange(diagram: Diagram, words: list[str]) -> Diagram:
    start, end = _cells(diagram, words, 2, "Exchange CELL CELL")
    return replace(diagram, men={**diagram.men, start: _man(diagram, end), end: _man(diagram, start)})


def _remove(diagram: Diagram, words: list[str]) -> Diagram:
    (cell,) = _cells(diagram, words, 1, "Remove CELL")
    _man(diagram, cell)
    return diagram.without(cell)


def _add(diagram: Diagram, words: list[str]) -> Diagram:
    if len(words) != 2:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Add PLAYER MAN, such as Add white Pa2")
    return diagram.with_man(words[0].lower(), words[1])


def _position(diagram: Diagram, words: list[str]) -> Diagram:
    """Other men altogether: players, each followed by his men."""
    found, army = replace(diagram, men={}), ""
    for word in words:
        if word.lower() in diagram.game.ruleset.players:
            army = word.lower()
        else:
            found = found.with_man(army, word)
    if not found.men:
        raise DiagramError("Position is followed by players and their men, such as Position white Ka1 black Ka3")
    return found


_CHANGES: dict[str, _Change] = {
    "move": _move,
    "exchange": _exchange,
    "add": _add,
    "remove": _remove,
    "position": _position,
}
