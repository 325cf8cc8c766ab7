"""clingo's messages about rules, in the form of Shadowmate's own: the file, the line, and the mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from clingo.ast import parse_string

Mistake: TypeAlias = tuple[int, str]
"""A line, and the mistake there."""

_MESSAGE = re.compile(
    r"^(?P<path>.+?):(?P<line>\d+):\d+(?:-[\d:]+)?: (?:error|warning|info|note): (?P<text>.*)", re.DOTALL
)
_PLACE = re.compile(r"^.+?:(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: ")
_UNSAFE = re.compile(r"note: '(?P<variable>\w+)' is unsafe")
_VARIABLE = re.compile(r"\b_*([A-Z]\w*)\s*$")
_FACT = re.compile(r":-(?:\[#inc_\w+\])?\.\s")
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)


def split_message(message: str) -> tuple[Path, int, str] | None:
    """The file, the line and the words of a message of clingo; None if it has no place.

    For a rule with unsafe variables the words name these, instead of quoting the rule. In a fact such a variable is
    most likely a name that was written with a capital.
    """
    match = _MESSAGE.match(message)
    if match is None:
        return None
    found = dict.fromkeys(_UNSAFE.findall(match["text"]))
    words = match["text"].strip()
    if found:
        words = _unsafe(list(found)) + ("; a name begins with a small letter" if _FACT.search(words) else "")
    return Path(match["path"]), int(match["line"]), words


def _unsafe(variables: list[str]) -> str:
    *others, last = (f"'{each}'" for each in variables)
    if not others:
        return f"variable {last} is unsafe: no positive literal of the body gives it a value"
    return f"variables {', '.join(others)} and {last} are unsafe: no positive literal of the body gives them values"


def in_lines(messages: Iterable[str]) -> Iterator[str]:
    """Messages of clingo, with one line for each rule with unsafe variables."""
    for message in messages:
        place = split_message(message) if _UNSAFE.search(message) else None
        yield f"{place[0]}:{place[1]}:1: error: {place[2]}" if place else message


def syntax_errors(text: str, messages: list[str]) -> list[Mistake]:
    """The mistakes in a text that clingo cannot parse, by clingo's messages about it.

    clingo names the place where the next statement begins. If the text up to there is right with a full stop before
    it, that is the mistake; if the statement before it ends on an earlier line, that line is named instead.
    """
    found: list[Mistake] = []
    while messages:
        missing = _missing_stop(text, messages[0])
        after = [] if missing is None else _complaints(_with_stop(text, missing))
        if missing is None or not _is_later(after, messages[0]):
            return [*found, *(_mistake(text, message) for message in messages)]
        found.append(_lacking(text, missing))
        text, messages = _with_stop(text, missing), after
    return found


def _complaints(text: str) -> list[str]:
    messages: list[str] = []
    try:
        parse_string(text, lambda _: None, logger=lambda _code, message: messages.append(message.strip()))
    except RuntimeError as error:
        return messages or [str(error)]
    return []


def _mistake(text: str, message: str) -> Mistake:
    _, line, words = split_message(message) or ("", 1, message)
    line = min(line, max(1, len(text.rstrip("\n").split("\n"))))  # clingo adds a line end to a text without one
    if words == "lexer error, unexpected #":
        words += "; a comment begins with %"
    elif words.endswith("unexpected (") and (name := _VARIABLE.search(_before(text, message))):
        words += f"; a name begins with a small letter, such as {name[1][0].lower()}{name[1][1:]}"
    return line, words


def _place(message: str) -> tuple[int, int] | None:
    match = _PLACE.match(message)
    return (int(match["line"]), int(match["column"])) if match else None


def _is_later(messages: list[str], message: str) -> bool:
    """Whether there are no messages, or the first is about a later place than another."""
    if not messages:
        return True
    first, other = _place(messages[0]), _place(message)
    return first is not None and other is not None and first > other


def _before(text: str, message: str) -> str:
    """The text before the place of a message, whose columns count bytes; empty if it has none."""
    line, column = _place(message) or (1, 1)
    lines = text.split("\n")
    there = sum(len(each.encode()) + 1 for each in lines[: line - 1]) + column - 1
    return text.encode()[:there].decode(errors="ignore")


def _missing_stop(text: str, message: str) -> int | None:
    """The end of the statement before the place of a message; None if there is none, or no space between them."""
    before = _before(text, message)
    if not before:
        return None
    end = len(_COMMENT.sub(_blank_comment, before).rstrip())
    at_end = not text[len(before) :].strip()
    return end if end and (at_end or text[end : len(before)]) else None


def _blank_comment(match: re.Match[str]) -> str:
    shown = match.group()
    return shown if shown.startswith('"') else re.sub(r"[^\n]", " ", shown)


def _with_stop(text: str, end: int) -> str:
    return f"{text[:end]}.{text[end:]}"


def _lacking(text: str, end: int) -> Mistake:
    """The mistake of a line without its full stop, or without a comma if the next statement is indented or on it."""
    line = text.count("\n", 0, end) + 1
    following = _COMMENT.sub(_blank_comment, text[end:])
    between, word = re.match(r"(\s*)(\w+|\S?)", following).groups()  # type: ignore[union-attr]
    if word and "\n" not in between:
        return line, f"a comma or the full stop before {word!r} is missing"
    what = "a comma or the full stop" if between.rpartition("\n")[2] else "the full stop"
    return line, f"{what} at the end of this line is missing"
