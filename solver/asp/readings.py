"""The readings of a game's document: which there are, and which are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from clingo import Symbol

from ..errors import SURELY, ReadingError, RulesError, meant, quoted, some_of
from .terms import text


@dataclass(frozen=True, slots=True)
class Reading:
    """One interpretation of a question about a game's document.

    Attributes:
        question: the question's name.
        name: the value for `--reading`.
        meaning: the reading in words.
        place: the place in the document, and what is unclear there.
        default: whether it is the default.
    """

    question: str
    name: str
    meaning: str
    place: str
    default: bool


def readings_of(questions: Iterable[Symbol], readings: Iterable[Symbol], folder: Path) -> tuple[Reading, ...]:
    """Every reading of every question, sorted by question, the default first.

    Args:
        questions: the facts `question/3` of the game.
        readings: its facts `reading/3`.
        folder: the game's folder, for errors.

    Raises:
        RulesError: if a reading belongs to no question.
    """
    asked = {str(symbol.arguments[0]): symbol.arguments for symbol in questions}
    found = []
    for symbol in readings:
        question, name = str(symbol.arguments[0]), str(symbol.arguments[1])
        if question not in asked:
            raise RulesError(f"{folder}: reading '{name}' belongs to an unknown question '{question}'")
        _, default, place = asked[question]
        found.append(Reading(question, name, text(symbol.arguments[2]), text(place), name == str(default)))
    return tuple(sorted(found, key=lambda r: (r.question, not r.default, r.name)))


def chosen_readings(names: Iterable[str], readings: Sequence[Reading], game: str) -> tuple[str, ...]:
    """The readings that are chosen by some names, sorted.

    Raises:
        ReadingError: if there is no such reading, or two answer one question.
    """
    known = {reading.name: reading for reading in readings}
    chosen: dict[str, str] = {}
    for name in (each.replace("-", "_") for each in names):
        if name not in known:
            raise no_reading(name, readings, game)
        question = known[name].question
        if chosen.setdefault(question, name) != name:
            raise ReadingError(f"'{chosen[question]}' and '{name}' are two readings of one question, '{question}'")
    return tuple(sorted(chosen.values()))


def no_reading(name: str, readings: Iterable[Reading], game: str) -> ReadingError:
    """The error for a reading that does not exist."""
    known = sorted(reading.name for reading in readings)
    if not known:
        return ReadingError(f"{game} has no reading {quoted(name)}; its rules leave no choice of readings")
    hint = meant(name, known, SURELY) or f"; there are {some_of(known)}"
    return ReadingError(f"{game} has no reading {quoted(name)}{hint}")
