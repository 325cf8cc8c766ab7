"""The setup that a text describes, before validation, with its mistakes. The readers of both notations fill it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from math import prod

from ..errors import PositionError, quoted

LARGEST = 999_999
"""The largest number in a position."""

LEAST = {"quiet": 0, "seen": 1}
"""The numbers in a position, and the least that each can be."""

CASTLE, PASSED = "castle", "ep"
"""How positions call the rights to castle, and the cell just passed over."""

LONGEST = 200
"""Longer words are not read."""

LONGEST_TEXT = 4_000
"""A wrong text of more characters is not tried in the letters of another language, nor as one of another game."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a part of one, and the column where it begins; printed, it is as an error names it."""

    text: str
    column: int

    def __str__(self) -> str:
        return f"{quoted(self.text)} (column {self.column})"


def tokens(pattern: re.Pattern[str], text: str, offset: int) -> Iterator[Token]:
    """Every match of a pattern; `offset` columns come before the text in what the user typed."""
    return (Token(match.group(), match.start() + offset + 1) for match in pattern.finditer(text))


def span(cells: Iterable[str]) -> str:
    """The cells of a board, for a sentence: `a1 to h8`; rows are in the order of their numbers.

    If some cells between the first and the last one are missing, as on a triangle, the lines of cells are named:
    `a1, b1 to b2, c1 to c3, ..., i1 to i9`.
    """
    parts = {cell: tuple(re.findall("[0-9]+|[A-Z]|[^0-9A-Z]+", cell)) for cell in cells}
    in_order = sorted(parts, key=lambda cell: [(part.zfill(9), part) for part in parts[cell]])
    if len(parts) == prod(len(set(column)) for column in zip_longest(*parts.values())):
        return f"{in_order[0]} to {in_order[-1]}"
    lines: list[list[str]] = []
    for cell in in_order:
        before = parts[lines[-1][-1]] if lines else ()
        *line, number = parts[cell]
        if before and number.isdecimal() and before == (*line, str(int(number) - 1)):
            lines[-1].append(cell)
        else:
            lines.append([cell])
    named = [line[0] if len(line) == 1 else f"{line[0]} to {line[-1]}" for line in lines]
    return ", ".join(named if len(named) <= _NAMED else [*named[: _NAMED - 2], "...", named[-1]])


_NAMED = 5
"""At most this many lines of cells are named."""


def count(word: str, least: int) -> int | None:
    """The number that a word is; None if it is none, or not from `least` to `LARGEST`."""
    if not word.isdecimal() or len(word) > len(str(LARGEST)) or int(word) < least:
        return None
    return int(word)


@dataclass(slots=True)
class Setup:
    """The setup that a text describes, before it is validated.

    Attributes:
        pieces: kinds, in alphabetical order, and army by cell name.
        turn: the player to move, or None for the first.
        state: the other facts: name and value, which is the name of a cell, or words.
        begun: the first word of a value that has two, while the second is awaited.
        counts: `quiet` and `seen`.
        stores: how many of a kind a store holds, by the words for the store, such as `hand white`, and the kind.
        places: the words that gave a piece ("" and its cell) or a fact of the state, and their column.
        are_short: whether these words state neither cells nor the names of fields, as in FEN.
        problems: what cannot be read, with its place.
    """

    pieces: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    turn: str | None = None
    state: list[tuple[str, str]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    stores: dict[tuple[str, str], int] = field(default_factory=dict)
    begun: str = ""
    places: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    are_short: bool = False
    problems: list[str] = field(default_factory=list)

    def add(self, name: str, value: str, words: str, column: int) -> None:
        """Add a fact of the state, if it is not there yet, that these words gave."""
        if (name, value) not in self.state:
            self.state.append((name, value))
        self.places.setdefault((name, value), (words, column))

    def place(self, name: str, value: str) -> str:
        """How an error names the words for a piece ("" and its cell) or a fact; "" if none are known."""
        if (name, value) not in self.places:
            return ""
        token = str(Token(*self.places[name, value]))
        return f"{token}, {name or 'on'} {value}" if self.are_short else token

    def refuse(self, token: Token, problem: str) -> None:
        """Record the mistake of a word."""
        self.problems.append(f"{token}: {problem}")

    def finished(self, empty: str) -> Setup:
        """The setup, if there is nothing wrong with it; `empty` is what is wrong without a piece, in a store or not.

        Raises:
            PositionError: naming all that is wrong.
        """
        if not self.problems and not self.pieces and not self.stores:
            self.problems.append(empty)
        if self.problems:
            raise PositionError(self.problems)
        return self
