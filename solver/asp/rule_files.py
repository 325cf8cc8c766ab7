"""Reads the `.lp` files of a game into program parts, and refuses what a rule file may not contain.

Rule files may come from anyone. They may include files of their own folder and of the rules that come with
Shadowmate, and no others. Scripts are refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from clingo import MessageCode
from clingo.ast import AST, ASTType, Location, Position, Transformer, parse_files, parse_string

from ..errors import RulesError
from ..files import read_text
from . import folders
from .folders import ENTRY
from .messages import syntax_errors
from .syntax import atoms, signature

READING = "reading"
"""The program part of rules that belong to `base` if one of the named readings is chosen."""
KEPT_FILES = 512
"""Number of files that stay parsed: several times the number of files in the package."""
_QUOTED = 60
"""At most this many characters of a statement are quoted."""
_DEEPEST = 50
"""Greatest depth of files that include each other."""
_INCLUDE = re.compile(r'^[ \t]*#include\s+("([^"\n]*)"|<[^>\n]*>)\s*\.', re.MULTILINE)
_DIRECTIVE = re.compile(r"#(include|script)\b")
_MISPLACED = {
    "include": "an #include has one file in quotes, on a line of its own with a full stop",
    "script": "a rule file must not contain a #script",
}
_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_FOREIGN = re.compile(r"[^\x01-\x7f]")
"""Characters that make clingo end the process outside of strings and comments. A zero also ends its input."""
_UNUSUAL = re.compile(r"(?<!:)-\s*[_']*[a-z]|&")
"""A rule whose text has none of these has no classical negation and no theory atom."""
_HEADLESS = re.compile(r"(?:\A|\.)\s*:-|#true|#false")
"""If a text without comments has none of these, each of its rules has a head."""

Complain: TypeAlias = Callable[[Path, int, str], None]
"""Called for a mistake with the file, the line, and the description."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A rule file, with its statements in order."""

    path: Path
    text: str
    statements: tuple[AST, ...]


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The rule files of one game.

    Attributes:
        folder: the game's own folder.
        sources: every file read, each once, in the order of inclusion.
        parts: the statements of each program part (`base`, `position`, ...), by the part's name; those for some
            readings only under `reading(NAME,...)`, as the part is written.
        parameters: the names of each part's parameters.
        home: the folder without symbolic links, as the paths of files are.
    """

    folder: Path
    sources: tuple[Source, ...]
    parts: dict[str, tuple[AST, ...]] = field(repr=False)
    parameters: dict[str, tuple[str, ...]] = field(repr=False)
    home: Path = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Resolve the folder once; many places of rules are compared with it."""
        object.__setattr__(self, "home", self.folder.resolve())

    @property
    def entry(self) -> Path:
        """The file that includes all others."""
        return self.home / ENTRY

    @property
    def statements(self) -> Iterator[AST]:
        """All statements, part by part."""
        return chain.from_iterable(self.parts.values())

    def owns(self, path: Path) -> bool:
        """Whether a file is in the game's own folder, not in one that games share."""
        return path.is_relative_to(self.home)

    def is_shared(self, path: Path) -> bool:
        """Whether a file is in `core/`, which all games share."""
        return not self.owns(path) and path.resolve().parent == (folders.builtin_root() / "core").resolve()

    def included_at(self, path: Path) -> tuple[Path, int]:
        """The file and line where the game's own files include a shared file; the entry if only other files do."""
        roots = _roots(self.folder)
        for source in self.sources:
            if self.owns(source.path):
                for line, _, name in _scan(load(source.path)).includes:
                    if name is not None and _resolve(name, source.path, roots) == path:
                        return source.path, line
        return self.entry, 1

    def under(self, readings: Collection[str]) -> RuleFiles:
        """The rules under some readings: the parts of these readings belong to `base`, those of others are removed."""
        parts = {name: body for name, body in self.parts.items() if not is_for_readings(name)}
        for name, body in self.parts.items():
            if is_for_readings(name) and not set(readings).isdisjoint(self.parameters[name]):
                parts["base"] = (*parts.get("base", ()), *body)
        return replace(self, parts=parts)


def is_for_readings(part: str) -> bool:
    """Whether a program part is for some readings only."""
    return part.startswith(READING + "(")


def refuse(path: Path, line: int, message: str) -> None:
    """Raise the first mistake.

    Raises:
        RulesError: always.
    """
    raise RulesError(f"{path}:{line}: {message}")


def read_game(folder: Path, complain: Complain = refuse) -> RuleFiles:
    """Read a game's `game.lp` and everything it includes.

    Args:
        folder: the game's own folder.
        complain: called for each script, include of no file or of a forbidden file, and syntax error.

    Raises:
        RulesError: for what cannot be read at all, and by default for the first mistake.
    """
    texts = _read(_entry(folder), _roots(folder), set(), complain)
    return collect(folder, tuple(_parse(each, complain) for each in texts), complain)


def shared() -> tuple[Source, ...]:
    """The rules that all games share, parsed."""
    root = folders.builtin_root().resolve()
    found = tuple(_parse(each, refuse) for each in _read(root / "core" / ENTRY, (root,), set(), refuse))
    collect(root, found)  # their parts stay in memory, too
    return found


def digest(folder: Path) -> str:
    """A digest of the text of a game's rules. No rule is parsed, and no mistake is reported.

    Raises:
        RulesError: for what cannot be read at all.
    """
    found = sha256()
    for each in _read(_entry(folder), _roots(folder), set(), lambda *_: None):
        found.update(f"{each.path.name}\n{len(each.text)}\n{each.text}".encode())
    return found.hexdigest()


def _entry(folder: Path) -> Path:
    """The file of a game that includes all others. A pipe in its place is refused: reading it might never end."""
    entry = folder / ENTRY
    if not entry.is_file():
        raise RulesError(f"{folder}: there is no file {ENTRY} in this folder, so it is no game")
    return entry.resolve()


def collect(folder: Path, sources: tuple[Source, ...], complain: Complain = refuse) -> RuleFiles:
    """Group the statements of some files by program part."""
    parts: dict[str, list[AST]] = defaultdict(list)
    parameters: dict[str, tuple[str, ...]] = {}
    for source in sources:
        for section in _sections(source):
            names = parameters.setdefault(section.part, section.parameters)
            if names != section.parameters:
                complain(source.path, section.line, _as_before(section.part, names))
            for line, fault in section.faults:
                complain(source.path, line, fault)
            if section.statements:
                parts[section.part] += section.statements
    return RuleFiles(folder, sources, {name: tuple(body) for name, body in parts.items()}, parameters)


@dataclass(slots=True)
class _Section:
    """The statements of a file under one `#program`, or before the first one, with their mistakes."""

    part: str = "base"
    parameters: tuple[str, ...] = ()
    line: int = 1
    statements: list[AST] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


@lru_cache(maxsize=KEPT_FILES)
def _sections(source: Source) -> list[_Section]:
    """A file by its program parts. Most files belong to many games."""
    found = [_Section()]
    code = _STRING_OR_COMMENT.sub(" ", source.text)  # a text search is faster than a search of the trees
    plain = not (_UNUSUAL.search(code) or _HEADLESS.search(code))
    for statement in source.statements:
        kind = statement.ast_type
        if kind == ASTType.Program:
            names = tuple(parameter.name for parameter in statement.parameters)
            part = f"{READING}({','.join(names)})" if statement.name == READING else statement.name
            found.append(_Section(part, names, statement.location.begin.line))
        elif kind == ASTType.Script:
            found[-1].faults.append((statement.location.begin.line, "a rule file must not contain a #script"))
        else:
            if not (plain and kind == ASTType.Rule) and (fault := _unsupported_part(statement, found[-1].part)):
                found[-1].faults.append((statement.location.begin.line, fault))
            found[-1].statements.append(statement)
    return found


def _as_before(part: str, names: tuple[str, ...]) -> str:
    """The mistake in a part that has other parameters elsewhere."""
    parameters = f"({','.join(names)})" if names else ""
    return f"this part has other parameters elsewhere: #program {part}{parameters}."


def _unsupported_part(statement: AST, part: str) -> str | None:
    """The reason why a statement is not allowed in the rules of a game; None if it is."""
    if statement.ast_type == ASTType.Rule:
        if _UNUSUAL.search(str(statement)):
            asked = [_atom(literal) for literal in (statement.head, *statement.body)]
            if any(atom.ast_type == ASTType.SymbolicAtom and _is_negated(atom) for atom in asked):
                return "classical negation is unsupported; give the opposite its own name"
            if any(atom.ast_type == ASTType.TheoryAtom for atom in asked):
                return "theory atoms are unsupported"
        return _no_head(part) if _atom(statement.head).ast_type == ASTType.BooleanConstant else None
    if statement.ast_type in (ASTType.Defined, ASTType.Definition, ASTType.Comment):
        return None
    if statement.ast_type == ASTType.External:
        return f"an #external has no value; write #defined {_declared(statement.atom)}. and give it by facts or rules"
    return f"{str(statement).splitlines()[0][:_QUOTED]} is unsupported in the rules of a game"


def _no_head(part: str) -> str:
    """The mistake in a constraint, and what to write instead."""
    if holds_always(part):
        lint = "fault(Culprit,Sentence,Arguments) in the part lint"
        return f"a rule about a game needs a head; to report a mistake in its facts write {lint}"
    return "a rule about a position needs a head; to forbid a move write forbidden(Move)"


def _declared(atom: AST) -> str:
    name, arity = next((signature(each) for each in atoms(atom)), ("name", 0))
    return f"{name}/{arity}"


def _atom(literal: AST) -> AST:
    """The atom of a literal; an aggregate or a choice is returned as it is."""
    return literal.atom if literal.ast_type == ASTType.Literal else literal


def holds_always(part: str) -> bool:
    """Whether a program part is about the game, not about a position."""
    return part == "base" or is_for_readings(part)


def _is_negated(atom: AST) -> bool:
    return bool(atom.symbol.ast_type == ASTType.UnaryOperation)


def read_file(path: Path) -> Source:
    """Read a single rule file, without the files that it includes.

    Raises:
        RulesError: if it cannot be read or has a syntax error.
    """
    return _parse(_Text(path, load(path)), refuse)


def parse_rules(path: Path, text: str) -> tuple[AST, ...]:
    """The statements of rules inside another file, each with its place there.

    Args:
        path: the file.
        text: the rules, with blank lines for everything before them.

    Raises:
        RulesError: naming file and line, if there is a syntax error, an include or a script.
    """
    foreign = _FOREIGN.search(_STRING_OR_COMMENT.sub(_blank, text))
    if foreign:
        refuse(path, _line(text, foreign), _not_here(foreign.group()))
    directive = _DIRECTIVE.search(_STRING_OR_COMMENT.sub(_blank, text))
    if directive:
        refuse(path, _line(text, directive), f"{directive.group()} is not allowed here")
    return _parse(_Text(path, text, whole=False), refuse).statements


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


def optional_files() -> Iterator[Source]:
    """The rule files that come with Shadowmate and that a game may include besides those of all games."""
    for folder in ("boards", "parameters"):
        yield from beside(folders.builtin_root().resolve() / folder / ENTRY)


def beside(path: Path) -> Iterator[Source]:
    """The rule files in the folder of a file that comes with Shadowmate, each without the files that it includes."""
    for each in sorted(path.parent.glob("*.lp")):
        scanned = _scan(load(each))
        yield _parse(_Text(each, scanned.code, whole=not scanned.includes), refuse)


def include_name(path: Path) -> str:
    """The name by which games include a rule file that comes with Shadowmate."""
    return path.relative_to(folders.builtin_root().resolve()).as_posix()


def _roots(folder: Path) -> tuple[Path, ...]:
    """The folders in which the includes of a game are looked up."""
    return folder.resolve(), folders.builtin_root().resolve()


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n\0]", " ", match.group())


def _blank_comment(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith('"') else _blank(match)


def _blank_string(match: re.Match[str]) -> str:
    return _blank(match) if match.group().startswith('"') else match.group()


@dataclass(frozen=True, slots=True)
class _Text:
    """A rule file before parsing. If it is not the `whole` file, its text has the same line numbers."""

    path: Path
    text: str
    whole: bool = True


@dataclass(frozen=True, slots=True)
class _Scanned:
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
def _scan(text: str) -> _Scanned:
    foreign = _FOREIGN.search(text) and _FOREIGN.search(_STRING_OR_COMMENT.sub(_blank, text))
    if foreign:
        return _Scanned(fault=(_line(text, foreign), _not_here(foreign.group())))
    if not _DIRECTIVE.search(text):
        return _Scanned(text)
    code = _STRING_OR_COMMENT.sub(_blank_comment, text)
    includes = tuple((_line(code, found), found[1], found[2]) for found in _INCLUDE.finditer(code))
    code = _INCLUDE.sub(_blank, code)
    directive = _DIRECTIVE.search(_STRING_OR_COMMENT.sub(_blank_string, code))
    fault = directive and (_line(code, directive), _MISPLACED[directive.group(1)])
    return _Scanned(code if includes else text, includes, fault)


def _read(path: Path, roots: tuple[Path, ...], done: set[Path], complain: Complain, depth: int = 0) -> Iterator[_Text]:
    done.add(path)
    scanned = _scan(load(path))
    for line, written, name in scanned.includes:
        if name is None:
            complain(path, line, f'{written} is not a rule file; write #include "file.lp".')
            continue
        target = _resolve(name, path, roots)
        if target is None:
            there = "there is no such file beside it, in the game's folder or in rules/"
            complain(path, line, f'#include "{name}": {there}')
        elif not any(target.is_relative_to(root) for root in roots):
            complain(path, line, f'#include "{name}" is outside of the rules; copy the file into the game\'s folder')
        elif target not in done and depth == _DEEPEST:
            complain(path, line, f"files include each other more than {_DEEPEST} levels deep")
        elif target not in done:
            yield from _read(target, roots, done, complain, depth + 1)
    if scanned.fault:
        complain(path, *scanned.fault)
    else:
        yield _Text(path, scanned.code, whole=not scanned.includes)


def includes(path: Path, folder: Path) -> Iterator[tuple[int, str, Path]]:
    """The files that a file of a game includes: the line of each, its name as written there, and its path.

    Args:
        path: the file; it and all it includes can be read.
        folder: the game's own folder.
    """
    roots = (folder.resolve(), folders.builtin_root().resolve())
    for line, _, name in _scan(load(path)).includes:
        if name is not None and (target := _resolve(name, path, roots)) is not None:
            yield line, name, target


def _not_here(sign: str) -> str:
    """The mistake of a forbidden character, with its number and name because its looks may mislead."""
    known_by = ", ".join(filter(None, (f"U+{ord(sign):04X}", unicodedata.name(sign, ""))))
    shown = f"'{sign}' " if sign.isprintable() else ""
    why = "is allowed in strings and comments only" if ord(sign) else "is not allowed in a text"
    return f"the character {shown}({known_by}) {why}"


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def _resolve(name: str, path: Path, roots: tuple[Path, ...]) -> Path | None:
    for base in (path.parent, *roots):
        with suppress(OSError):  # a name that is too long for a file, or a folder without access
            if (base / name).is_file():
                return (base / name).resolve()
    return None


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


def _parse(file: _Text, complain: Complain) -> Source:
    source, mistakes = _parsed(file)
    for mistake in mistakes:
        complain(*mistake)
    return source


@lru_cache(maxsize=KEPT_FILES)
def _parsed(file: _Text) -> tuple[Source, tuple[tuple[Path, int, str], ...]]:
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
    found = (s for s in statements if s.ast_type != ASTType.Comment)
    return Source(path, text, tuple(found if whole else map(_Relocate(path).visit, found))), tuple(mistakes)
