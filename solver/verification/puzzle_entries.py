"""The entries of a puzzle file: documents that have the form of a problem (`entry.schema.json`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import quoted
from ..files import read_text
from .customs import olive
from .documents import Document, exchanged, read_documents
from .errors import PuzzleError
from .foreign import Read, read_epd, read_lichess, read_pgn, reader_of
from .form import Form
from .popeye_reader import is_popeye, popeye, read_popeye

_FOREIGN = {".inp": read_popeye, ".epd": read_epd, ".csv": read_lichess}
"""What reads files of other programs, by the ends of their names."""

FOREIGN_SUFFIXES = tuple(_FOREIGN)
"""How the names of files of other programs end, into which no solution is written."""

SUFFIXES = (".yaml", ".yml", ".olv", *FOREIGN_SUFFIXES)
"""How the names of puzzle files end; `.olv` is Olive's, `.inp` Popeye's input, `.csv` that of lichess.org."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem as it stands in a file.

    Attributes:
        document: where.
        fields: its values, in the form that the schema has.
    """

    document: Document

    @property
    def fields(self) -> dict[str, Any]:
        """Its values, by field, in the form of the schema."""
        return self.document.fields

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.document.line()

    @property
    def states(self) -> bool:
        """Whether it is of a form that states the whole solution; Popeye's input has none, and EPD a key."""
        return self.document.root is not None

    @property
    def solution(self) -> str:
        """The solution that is stated, or nothing."""
        stated = self.fields.get("solution")
        return "" if stated is None else str(stated)

    def texts(self, field: str) -> list[str]:
        """A field that is a list of texts; none if it is not there."""
        return [str(each) for each in self.fields.get(field) or ()]

    @property
    def options(self) -> list[str]:
        """Its options; capitals make no difference in names that Popeye knows."""
        known = {name.lower(): name for name in popeye()["options"]}
        split = [option.split() for option in self.texts("options")]
        return [" ".join([known.get(name.lower(), name) for name in words[:1]] + words[1:]) for words in split]

    @property
    def others(self) -> list[str]:
        """The fields of the file's own, which have no effect."""
        return _form().others(self.fields)

    def unheeded(self, *carried_out: str) -> Iterator[tuple[int, str]]:
        """The options about search and output that are not among those carried out, and fields of the file's own, each
        with its line.
        """
        for name in self.others:
            yield self.document.line((name,)), f"the field {quoted(name)}"
        for number, option in enumerate(self.options):
            name = (option.split() or [""])[0]
            if name in olive()["about_output"] and name not in carried_out:
                yield self.document.line(("options", number)), option


@dataclass(frozen=True)
class PuzzleFile:
    """A file of problems.

    Attributes:
        name: its name.
        text: what stands in it, which is written as it was read but for solutions.
        places: its problems, in order; for one that has not the form of a problem, why.
    """

    name: str
    text: str
    places: tuple[Entry | PuzzleError, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The problems that have the form of one."""
        return tuple(each for each in self.places if isinstance(each, Entry))

    def with_solutions(self, solutions: dict[int, list[str]]) -> str:
        """The text of the file with other solutions; all else is as it was, byte for byte.

        Args:
            solutions: the lines of a solution, by the number of its entry among `entries`, from 0.

        Raises:
            PuzzleError: if that cannot be written there.
        """
        text = self.text
        for number in sorted(solutions, reverse=True):
            text = exchanged(text, self.entries[number].document, "solution", solutions[number])
        changed = read_puzzles(self.name, text).entries
        for number, (before, after) in enumerate(zip(self.entries, changed, strict=True)):
            written = "\n".join(solutions[number]) if number in solutions else before.solution
            expected = before.fields | ({"solution": written} if number in solutions else {})
            if {**after.fields, "solution": after.solution.rstrip("\n")} != {
                **expected,
                "solution": written.rstrip("\n"),
            }:
                raise before.document.error((), "the solution cannot be written here; write it as `solution: |`")
        return text


def schema() -> str:
    """The JSON schema of a problem in a puzzle file."""
    return (files(__package__) / "entry.schema.json").read_text(encoding="utf-8")


def read_file(path: Path) -> PuzzleFile:
    """The problems in a file.

    Raises:
        PuzzleError: if it cannot be read, or there is nothing in it.
    """
    try:
        text = read_text(path, as_is=True)
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be read: {error.strerror or error}") from error
    return read_puzzles(str(path), text)


def may_hold_problems(path: Path) -> bool:
    """Whether a file looks like one of problems; what cannot be read does."""
    try:
        text = read_text(path)
    except OSError:
        return True
    return _reader_by_text(text) is not None


@lru_cache(maxsize=1)
def read_puzzles(name: str, text: str) -> PuzzleFile:
    """The problems in a text; `name` is what errors call it. The last one is kept, as its problems may be asked for
    one after another.

    Raises:
        PuzzleError: if there is nothing in it, or it is of no form that is read.
    """
    plain = text.removeprefix("\ufeff")
    if not plain.strip():
        raise PuzzleError(f"{name}: there is no problem in it")
    by_text, suffix = _reader_by_text(plain), Path(name).suffix.lower()
    by_name = read_documents if suffix in SUFFIXES else None
    read = by_text if by_text is read_pgn else _FOREIGN.get(suffix) or by_text or by_name
    if read is None:
        raise PuzzleError(
            f"{name}: this is no problem: neither YAML with the fields stipulation and algebraic, nor Popeye's input, "
            "which begins with BeginProblem, nor EPD, nor the CSV of lichess.org"
        )
    found = read(name, text if read is read_documents else plain)
    if not found:
        raise PuzzleError(f"{name}: there is no problem in it")
    return PuzzleFile(name, text, tuple(map(_entry, found)))


def _reader_by_text(text: str) -> Callable[[str, str], list[Read]] | None:
    """What reads a text into documents, by its form; None if it has none of those that are read."""
    if is_popeye(text):
        return read_popeye
    fields = "|".join(_form().schema["required"])
    has_fields = re.search(rf"\b(?:{fields})\b['\"]?\s*:", text)
    return reader_of(text) or (read_documents if has_fields else None)


def _entry(document: Document | PuzzleError) -> Entry | PuzzleError:
    """The problem that a document is, or why it is none."""
    if isinstance(document, PuzzleError):
        return document
    mistake = _form().mistake(document.fields)
    return Entry(document) if mistake is None else document.error(*mistake)


@cache
def _form() -> Form:
    return Form(schema(), olive()["misnamed"], has_others=True)
