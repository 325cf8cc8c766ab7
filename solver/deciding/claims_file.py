"""Files of claims: `claims.yaml`, beside the rules of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from clingo.ast import AST

from ..asp.rule_text import parse_rules
from ..errors import quoted
from .marked import MarkedYaml, Where

if TYPE_CHECKING:
    from jsonschema import ValidationError

DEFAULT = ""
"""Stands for the default readings, where a claim names none."""

_WORDS = {"string": "a text", "boolean": "true or false", "integer": "a whole number", "array": "a list"}
_OF_A_QUERY = ("asp", "run", "expect", "exit")

Verdict: TypeAlias = dict[str, bool] | None
"""What is so under each reading that is asked about; None if it cannot be decided here."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A query of rules: its own, those that its file defines for all claims, and its place."""

    statements: tuple[AST, ...]
    defined: tuple[AST, ...]
    path: Path
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A query by a command: its words, a part of the answer that is expected, and the exit code."""

    words: tuple[str, ...]
    expected: Any
    exit: int | None
    path: Path
    line: int


Query: TypeAlias = Rules | Command


@dataclass(frozen=True, slots=True)
class Correction:
    """What is so instead of a statement that is false, and the query that decides it, if there is one."""

    statement: str
    query: Query | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a document.

    Attributes:
        id: what it is known by.
        place: where in the document it stands.
        statement: the statement, in other words.
        query: what decides it; None if nothing here can.
        readings: those it is asked under; `DEFAULT` alone if it names none.
        verdict: what is stored.
        evidence: what that rests on, in words.
        instead: the correction of what is false.
        slow: whether it is decided only if asked for.
        picture: a position to be shown, and the cell of a piece whose reached cells are shown.
        line: where in the file it begins.
    """

    id: str
    place: str
    statement: str
    query: Query | None = field(repr=False)  # it may be long
    readings: tuple[str, ...]
    verdict: Verdict
    evidence: str
    instead: Correction | None
    slow: bool
    picture: tuple[str, str | None] | None
    line: int

    @property
    def asked(self) -> Iterator[tuple[Query, str]]:
        """Its queries, each with the readings it is asked under; that of the correction under the default ones."""
        yield from ((self.query, reading) for reading in self.readings if self.query)
        if self.instead and self.instead.query:
            yield self.instead.query, DEFAULT


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """The claims of one game: the file, the document they are of, and they themselves."""

    path: Path
    document: str
    claims: tuple[Claim, ...]


def schema() -> str:
    """The JSON schema of the files."""
    return (files(__package__) / "claims.schema.json").read_text(encoding="utf-8")


def read_claims(path: Path) -> ClaimsFile:
    """Read a file of claims.

    Raises:
        ClaimsError: naming the line of the first mistake.
        RulesError: the same for rules with a syntax error.
    """
    from jsonschema import Draft202012Validator

    source = MarkedYaml(path)
    errors = Draft202012Validator(json.loads(schema())).iter_errors(source.data)
    for error in sorted(errors, key=lambda error: source.line(_step(error))):
        source.refuse(_step(error), _fault(error))
    defined = parse_rules(path, source.padded(("define",))) if "define" in source.data else ()
    claims = tuple(_claims(source, defined))
    return ClaimsFile(path, source.data["document"], claims)


def _claims(source: MarkedYaml, defined: tuple[AST, ...]) -> Iterator[Claim]:
    known: dict[str, int] = {}
    for number, raw in enumerate(source.data["claims"]):
        where: Where = ("claims", number)
        line = source.line(where)
        if raw["id"] in known:
            source.refuse((*where, "id"), f"there is a claim {raw['id']} in line {known[raw['id']]} already")
        known[raw["id"]] = line
        query = _query(source, raw, where, defined)
        verdict = _verdict(source, raw, where, query)
        instead = None
        if "instead" in raw:
            if verdict is None or all(verdict.values()):
                source.refuse((*where, "instead"), "instead corrects a statement that is false, and this one is not")
            text = raw["instead"]
            instead = Correction(text["says"].strip(), _query(source, text, (*where, "instead"), defined))
        yield Claim(
            raw["id"],
            raw["place"],
            raw["says"].strip(),
            query,
            tuple(raw.get("readings", (DEFAULT,))),
            verdict,
            raw.get("evidence", "").strip(),
            instead,
            raw.get("slow", False),
            (raw["picture"], raw.get("from")) if "picture" in raw else None,
            line,
        )


def _query(source: MarkedYaml, raw: dict[str, Any], where: Where, defined: tuple[AST, ...]) -> Query | None:
    given = [key for key in _OF_A_QUERY if key in raw]
    line = source.line((*where, given[0])) if given else 0
    if "asp" in raw:
        if len(given) > 1:
            source.refuse((*where, given[1]), f"a query is asp or run, and {given[1]} does not go with asp")
        return Rules(parse_rules(source.path, source.padded((*where, "asp"))), defined, source.path, line)
    if "run" in raw:
        if len(given) == 1:
            source.refuse((*where, "run"), "a command has to say what of its answer is expected, by expect or exit")
        if "exit" not in raw and _is_nothing(raw["expect"]):
            source.refuse(
                (*where, "expect"), "nothing is expected; state what the answer holds if the statement is true"
            )
        return Command(tuple(raw["run"]), raw.get("expect", {}), raw.get("exit"), source.path, line)
    if given:
        source.refuse((*where, given[0]), f"{given[0]} is of no effect without run")
    return None


def _is_nothing(expected: Any) -> bool:
    """Whether every answer is as is expected: no key has anything that it must hold."""
    return isinstance(expected, dict) and all(
        _is_nothing(each) or (key in ("has", "lacks") and each == []) for key, each in expected.items()
    )


def _verdict(source: MarkedYaml, raw: dict[str, Any], where: Where, query: Query | None) -> Verdict:
    """The stored verdict by reading, if it fits the other fields."""
    text, readings = raw["verdict"], raw.get("readings", [DEFAULT])
    if text is not True and "evidence" not in raw and "instead" not in raw:
        source.refuse(
            (*where, "verdict"), "a verdict other than true needs evidence (what was found, or done) or instead"
        )
    if text == "open":
        if query:
            source.refuse((*where, "verdict"), "a claim with asp or run is not open, because the query decides it")
        return None
    if not query:
        source.refuse((*where, "verdict"), "what is true or false has a query that decides it: asp, or run with expect")
    if isinstance(text, bool):
        return dict.fromkeys(readings, text)
    if set(text) != set(readings):
        source.refuse((*where, "verdict"), f"a verdict by reading names each of readings: {', '.join(readings)}")
    return {reading: text[reading] for reading in readings}


def _step(error: ValidationError) -> Where:
    place: Where = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        return (*place, _needless(error))
    return place


def _needless(error: ValidationError) -> str:
    known: Any = error.schema
    instance: Any = error.instance
    return str(next(key for key in instance if key not in known["properties"]))


def _fault(error: ValidationError) -> str:
    """What is wrong in a place, and what would be right."""
    rule: Any = error.validator_value
    instance: Any = error.instance
    name = f"{error.absolute_path[-1]}: " if error.absolute_path else ""
    match error.validator:
        case "required":
            missing = ", ".join(key for key in rule if key not in instance)
            return f"missing: {missing}"
        case "dependentRequired":
            return "from is of no effect without picture"
        case "additionalProperties":
            known: Any = error.schema
            return f"there is no key {quoted(_needless(error))}; there are {', '.join(known['properties'])}"
        case "type":
            return f"{name}it is {_text(instance)}, not {_WORDS.get(rule, 'a mapping')}"
        case "minLength" | "minItems" | "minProperties":
            return f"{name}it is empty"
        case "uniqueItems":
            return f"{name}{quoted(next(each for each in instance if instance.count(each) > 1))} is there twice"
        case "pattern":
            return f"{name}{quoted(instance)} is not written so; letters a to z, digits, and - (in readings _ and +)"
        case "oneOf":
            return f"{name}it is {_text(instance)}, not true, false, open, or true or false for every reading"
        case _:
            return f"{name}{error.message[:200]}"


def _text(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else quoted(value)
