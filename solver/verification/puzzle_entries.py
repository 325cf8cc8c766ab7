"""The entries of a puzzle file: documents that have the form of a problem (`entry.schema.json`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import quoted
from ..files import read_text
from .customs import olive
from .documents import Document, exchanged, read_documents
from .documents import Path as Where
from .errors import PuzzleError
from .foreign import Read, read_epd, read_lichess, read_pgn, reader_of
from .popeye_reader import is_popeye, popeye, read_popeye

if TYPE_CHECKING:
    from jsonschema import ValidationError

_FOREIGN = {".inp": read_popeye, ".epd": read_epd, ".csv": read_lichess}
"""What reads files of other programs, by the ends of their names."""

FOREIGN_SUFFIXES = tuple(_FOREIGN)
"""How the names of files of other programs end, into which no solution is written."""

SUFFIXES = (".yaml", ".yml", ".olv", *FOREIGN_SUFFIXES)
"""How the names of puzzle files end; `.olv` is Olive's, `.inp` Popeye's input, `.csv` that of lichess.org."""


_ALIKE = 0.75
"""A name that is so like that of a field may be that one, misspelt."""

_UNKNOWN = "additionalProperties"
"""The rule of the schema that a field of an unknown name breaks."""


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

    def unheeded(self, *carried_out: str) -> Iterator[tuple[int, str]]:
        """The options about search and output that are not among those carried out, each with its line."""
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
    by_text, suffix = _reader_by_text(plain), Path(name).suffix
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
    fields = "|".join(json.loads(schema())["required"])
    has_fields = re.search(rf"\b(?:{fields})\b['\"]?\s*:", text)
    return reader_of(text) or (read_documents if has_fields else None)


def _entry(document: Document | PuzzleError) -> Entry | PuzzleError:
    """The problem that a document is, or why it is none."""
    if isinstance(document, PuzzleError):
        return document
    try:
        # Unknown names come first, as a misspelt field is missing too.
        errors = _validator().iter_errors(document.fields)
        for error in sorted(errors, key=lambda error: (error.validator != _UNKNOWN, error.json_path)):
            raise _fault(document, error)
    except PuzzleError as error:
        return error
    return Entry(document)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema()))


def _fault(document: Document, error: ValidationError) -> PuzzleError:
    """What is missing or wrong, where, and what would be right."""
    path = tuple(error.absolute_path)
    rule: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == _UNKNOWN:
        whole: Any = error.schema
        return _unknown_field(document, path, instance, tuple(whole["properties"]))
    if error.validator == "uniqueItems":
        number = next(number for number, each in enumerate(instance) if each in instance[:number])
        return document.error((*path, number), f"{quoted(str(instance[number]))} is there twice")
    if error.validator == "required":
        missing = next(key for key in rule if key not in instance)
        right = json.loads(schema())["properties"][missing]["description"]
        return document.error(path, f"{missing} is missing: {right}")
    right = _right(json.loads(schema()), list(error.absolute_schema_path))
    where = ".".join(map(str, path)) or "the whole"
    return document.error(path, f"{where} is {_text(instance)}; it should be {right}")


def _right(whole: dict[str, Any], steps: list[Any]) -> str:
    """The description in the schema of the innermost place on the way to a rule that has one."""
    node: Any = whole
    found = ""
    for step in steps[:-1]:
        node = node[step]
        if isinstance(node, dict):
            found = str(node.get("description") or found)
            if "$ref" in node:
                node = whole["$defs"][node["$ref"].rpartition("/")[2]]
                found = str(node.get("description") or found)
    return found


def _text(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, (dict, list)):
        return f"{'a mapping' if isinstance(value, dict) else 'a list'}{'' if value else ' of nothing'}"
    return quoted(value)


def _unknown_field(document: Document, path: Where, given: Iterable[str], known: Sequence[str]) -> PuzzleError:
    """That there is no field of a name, and which is meant: by a name that others use, or misspelt."""
    name = next(each for each in given if each not in known)
    plain = name.lower().replace("_", "-").replace(" ", "-")
    meant = [olive()["misnamed"].get(plain), *get_close_matches(plain, known, n=1, cutoff=_ALIKE)]
    right = next((f"do you mean {quoted(each)}?" for each in meant if each in known), "")
    where = f" in {'.'.join(map(str, path))}" if path else ""
    others = "write it in `remarks`, or a fact of the position in `state`"
    others = f"there are {', '.join(known)}" if path else others
    return document.error((*path, name), f"there is no field {quoted(name)}{where}; {right or others}")
