"""Reads the text of a rule file, and parses it; refuses what a rule file may not contain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from clingo import MessageCode
from clingo.ast import AST, ASTType, Location, Position, Transformer, parse_files, parse_string

from ..errors import RulesError
from ..files import read_text
from .messages import syntax_errors

KEPT_FILES = 512
"""Number of files that stay parsed: several times the number of files in the package."""
STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_INCLUDE = re.compile(r'^[ \t]*#include\s+("([^"\n]*)"|<[^>\n]*>)\s*\.', re.MULTILINE)
_DIRECTIVE = re.compile(r"#(include|script)\b")
_MISPLACED = {
    "include": "an #include has one file in quotes, on a line of its own with a full stop",
    "script": "a rule file must not contain a #script",
}
_APART = re.compile(r":\s+-(?=\s)")
_FOREIGN = re.compile(r"[^\x01-\x7f]")
"""Characters that make clingo end the process outside of strings and comments. A zero also ends its input."""

_NUMBER = re.compile(r"(?<!\w)(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|[0-9]+)")
_LONG = re.compile(r"[0-9]{10}|0x\w{8}|0o\w{11}|0b\w{32}")
"""No shorter number is too large."""
_LARGEST = 2**31 - 1
"""Clingo reads a larger number as another one, without a word."""
_BASES = {"0x": 16, "0o": 8, "0b": 2}

Complain: TypeAlias = Callable[[Path, int, str], None]
"""Called for a mistake with the file, the line, and the description."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A rule file, with its statements in order."""

    path: Path
    text: str
    statements: tuple[AST, ...]


def refuse(path: Path, line: int, message: str) -> None:
    """Raise the first mistake.

    Raises:
        RulesError: always.
    """
    raise RulesError(f"{path}:{line}: {message}")


def read_file(path: Path) -> Source:
    """Read a single rule file, without the files that it includes.

    Raises:
        RulesError: if it cannot be read or has a syntax error.
    """
    return parse(Text(path, load(path)), refuse)


def parse_rules(path: Path, text: str) -> tuple[AST, ...]:
    """The statements of rules inside another file, each with its place there.

    Args:
        path: the file.
        text: the rules, with blank lines for everything before them.

    Raises:
        RulesError: naming file and line, if there is a syntax error, an include or a script.
    """
    foreign = _FOREIGN.search(STRING_OR_COMMENT.sub(_blank, text))
    if foreign:
        refuse(path, _line(text, foreign), _not_here(foreign.group()))
    directive = _DIRECTIVE.search(STRING_OR_COMMENT.sub(_blank, text))
    if directive:
        refuse(path, _line(text, directive), f"{directive.group()} is not allowed here")
    return parse(Text(path, text, whole=False), refuse).statements


def load(path: Path) -> str:
    """The text of a rule file.

    Raises:
        RulesError: if it cannot be read.
    """
    try:
        str(path).encode()  # clingo accepts no other names
        return read_text(path)
    except OSError as error:
        raise RulesError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeError as error:
        raise RulesError(f"{path}: cannot be read: {error}") from error


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n\0]", " ", match.group())


def _blank_comment(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith('"') else _blank(match)


def _blank_string(match: re.Match[str]) -> str:
    return _blank(match) if match.group().startswith('"') else match.group()


@dataclass(frozen=True, slots=True)
class Text:
    """A rule file before parsing. If it is not the `whole` file, its text has the same line numbers."""

    path: Path
    text: str
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a text has beside its rules.

    Attributes:
        code: the text with blanks for its includes; for a text without them, the text itself.
        includes: the line of each, as written, and the name in quotes if there is one.
        fault: the line of a mistake that makes the text unreadable, and its description.
    """

    code: str = ""
    includes: tuple[tuple[int, str, str | None], ...] = ()
    fault: tuple[int, str] | None = None


@lru_cache(maxsize=KEPT_FILES)
def scan(text: str) -> Scanned:
    """Find the includes of a text, and what makes it unreadable. Most texts belong to many games."""
    foreign = _FOREIGN.search(text) and _FOREIGN.search(STRING_OR_COMMENT.sub(_blank, text))
    if foreign:
        return Scanned(fault=(_line(text, foreign), _not_here(foreign.group())))
    if not _DIRECTIVE.search(text):
        return Scanned(text)
    code = STRING_OR_COMMENT.sub(_blank_comment, text)
    includes = tuple((_line(code, found), found[1], found[2]) for found in _INCLUDE.finditer(code))
    code = _INCLUDE.sub(_blank, code)
    directive = _DIRECTIVE.search(STRING_OR_COMMENT.sub(_blank_string, code))
    fault = directive and (_line(code, directive), _MISPLACED[directive.group(1)])
    return Scanned(code if includes else text, includes, fault)


def _not_here(sign: str) -> str:
    """The mistake of a forbidden character, with its number and name because its looks may mislead."""
    known_by = ", ".join(filter(None, (f"U+{ord(sign):04X}", unicodedata.name(sign, ""))))
    shown = f"'{sign}' " if sign.isprintable() else ""
    why = "is allowed in strings and comments only" if ord(sign) else "is not allowed in a text"
    return f"the character {shown}({known_by}) {why}"


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


class _Relocate(Transformer):
    """Sets the file in the location of every node of a statement.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)

    def visit(self, ast: AST, *args: Any, **kwargs: Any) -> AST:
        """The node with the file's name in its location, and in those of its children."""
        changed = self.visit_children(ast, *args, **kwargs)
        if "location" in ast.keys():  # noqa: SIM118
            begin, end = ast.location.begin, ast.location.end
            changed["location"] = Location(
                Position(self._name, begin.line, begin.column), Position(self._name, end.line, end.column)
            )
        return ast.update(**changed)


def parse(file: Text, complain: Complain) -> Source:
    """The statements of a file; `complain` gets its syntax errors."""
    source, mistakes = _parsed(file)
    for mistake in mistakes:
        complain(*mistake)
    return source


@lru_cache(maxsize=KEPT_FILES)
def _parsed(file: Text) -> tuple[Source, tuple[tuple[Path, int, str], ...]]:
    """The statements of a file, and its mistakes. Most files belong to many games."""
    path, text, whole = file.path, file.text, file.whole
    statements: list[AST] = []
    messages: list[str] = []
    mistakes: list[tuple[Path, int, str]] = []

    def log(_code: MessageCode, message: str) -> None:
        messages.append(message.strip())

    try:
        if whole:
            parse_files([str(path)], statements.append, logger=log)
        else:
            parse_string(text, statements.append, logger=log)
    except RuntimeError as error:
        mistakes += [(path, *mistake) for mistake in syntax_errors(text, messages or [str(error)])]
    # clingo reads this as a condition, which holds unless something is negated by -.
    if _APART.search(text):
        apart = _APART.finditer(STRING_OR_COMMENT.sub(_blank, text))
        mistakes += [(path, _line(text, each), "':-' is written without a space") for each in apart]
    if _LONG.search(text):
        numbers = _NUMBER.finditer(STRING_OR_COMMENT.sub(_blank, text))
        large = (each for each in numbers if int(each.group(), _BASES.get(each.group()[:2], 10)) > _LARGEST)
        mistakes += [(path, _line(text, each), f"{each.group()} is larger than {_LARGEST}") for each in large]
    found = (s for s in statements if s.ast_type != ASTType.Comment)
    return Source(path, text, tuple(found if whole else map(_Relocate(path).visit, found))), tuple(mistakes)
