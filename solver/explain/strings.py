"""The strings of a game, written from its rules: its types, its capture matrix and its morph boards.

They include what the strings of the rules state, what ASP states beside them, and what follows from both, in the
shortest form. What one symbol per cell cannot express stays a fact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from clingo import Symbol, SymbolType

from ..asp.ruleset import Ruleset
from ..asp.terms import text
from ..shorthand.matrix import write_matrix
from ..shorthand.morph import PLAIN, write_morph

Place = TypeVar("Place", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Strings:
    """A game in Muller's strings.

    Attributes:
        types: the piece types in the order of their definition, each with its ID.
        matrix: the capture matrix; "" if it has no effect.
        morphs: the morph boards of the kinds that have any.
        choices: what a `*` may become.
        beside: what one symbol per cell cannot express, as facts for the rules.
    """

    types: tuple[tuple[str, str], ...]
    matrix: str
    morphs: Mapping[str, str]
    choices: tuple[str, ...]
    beside: tuple[str, ...]


def strings_of(ruleset: Ruleset) -> Strings | None:
    """The strings of a game; None if it has no types for strings."""
    stated = (symbol.arguments for symbol in ruleset.numeric("type", 3, 0))
    numbered = sorted((number.number, kind, text(sign)) for number, kind, sign in stated)
    if not numbered:
        return None
    types = tuple((str(kind), sign) for _, kind, sign in numbered)
    signs = _Signs(ruleset)
    matrix, facts = _matrix(ruleset, types, signs)
    morphs, others = _morphs(ruleset, signs)
    choices = [str(s.arguments[0]) for s in ruleset.facts("promotion_choice", 1)]
    in_order = [kind for kind in ruleset.abbreviations if kind in choices]
    return Strings(types, matrix, morphs, tuple(in_order), (*facts, *others))


class _Signs:
    """The characters of strings for effects."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._labels = {s.arguments[1]: text(s.arguments[0]) for s in ruleset.facts("label", 2)}
        self._ids = {
            (s.arguments[0], s.arguments[2]): text(s.arguments[1])
            for s in sorted(ruleset.facts("means", 3), reverse=True)
        }

    def character(self, kind: Symbol, sign: Symbol) -> str | None:
        """The character for an effect on the kind; None if there is none."""
        if sign in self._labels:
            return self._labels[sign]
        if not _makes(sign):
            return None
        found = self._ids.get((kind, sign.arguments[0]))
        return found.lower() if found and sign.name == "desert" else found

    def chosen(
        self, words: Iterable[tuple[Symbol, Place, Symbol, str]]
    ) -> tuple[dict[tuple[Symbol, Place], str], list[str]]:
        """The character of each place of each kind, and as facts what it does not express.

        Args:
            words: for each effect the kind, the place, the sign, and its fact.
        """
        found: dict[tuple[Symbol, Place], str] = {}
        unsaid = []
        for kind, place, sign, fact in words:
            character = self.character(kind, sign)
            if character is None or (kind, place) in found:
                unsaid.append(fact)
            else:
                found[kind, place] = character
        return found, unsaid


def _matrix(ruleset: Ruleset, types: tuple[tuple[str, str], ...], signs: _Signs) -> tuple[str, list[str]]:
    """The capture matrix, and what it cannot express."""
    numbers = {kind: number for number, (kind, _) in enumerate(types)}
    words, beside = [], []
    for fact in sorted(ruleset.facts("matrix", 3), key=_ids_first):
        kind, column, sign = fact.arguments
        place = _column(column, numbers)
        if str(kind) in numbers and place is not None:
            words.append((kind, place, sign, f"{fact}."))
        else:
            beside.append(f"{fact}.")
    found, unsaid = signs.chosen(words)
    rows = [[PLAIN] * (1 + 2 * len(types)) for _ in types]
    for (kind, place), character in found.items():
        rows[numbers[str(kind)]][place] = character
    return write_matrix(("".join(row) for row in rows), len(types)), sorted(unsaid + beside)


def _column(column: Symbol, numbers: Mapping[str, int]) -> int | None:
    """The number of a column of the matrix, given those of the types; None if there is no such type."""
    if str(column) == "empty":
        return 0
    if column.type != SymbolType.Function or column.name not in ("enemy", "friend") or len(column.arguments) != 1:
        return None
    number = numbers.get(str(column.arguments[0]))
    return None if number is None else 1 + number + (len(numbers) if column.name == "friend" else 0)


def _morphs(ruleset: Ruleset, signs: _Signs) -> tuple[dict[str, str], list[str]]:
    """The morph boards by kind, and what they cannot express: all marks, if the board has no columns and rows."""
    sizes = ruleset.facts("size", 3)
    width, height = (size.number for size in sizes[0].arguments[:2]) if sizes else (0, 0)
    words, beside = [], []
    for fact in sorted(ruleset.facts("marked", 4), key=_ids_first):
        kind, sign, rank, file = fact.arguments
        written = f"morphs({kind},{sign},{rank},{file})."
        place = _square(rank, file)
        if 1 <= place[0] <= height and 1 <= place[1] <= width:
            words.append((kind, place, sign, written))
        else:
            beside.append(written)
    found, unsaid = signs.chosen(words)
    marks: dict[str, dict[tuple[int, int], str]] = defaultdict(dict)
    for (kind, place), character in found.items():
        marks[str(kind)][place] = character
    boards = {kind: write_morph(marks[kind], width, height) for kind in ruleset.abbreviations if kind in marks}
    return boards, sorted(unsaid + beside)


def _square(rank: Symbol, file: Symbol) -> tuple[int, int]:
    """The numbers of a cell; impossible ones if the rules give something else."""
    if rank.type != SymbolType.Number or file.type != SymbolType.Number:
        return 0, 0
    return rank.number, file.number


def _ids_first(fact: Symbol) -> tuple[bool, Symbol]:
    """Of two signs for one cell, the new kind of a piece comes first."""
    return not any(_makes(each) for each in fact.arguments[1:]), fact


def _makes(sign: Symbol) -> bool:
    """Whether it is the new kind of the mover."""
    return sign.type == SymbolType.Function and sign.name in ("to", "desert") and len(sign.arguments) == 1
