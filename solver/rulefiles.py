"""Reads the `.lp` files of a game into program parts, and refuses what a rule file may not contain.

Rule files are data from anyone: they may include files of their own folder and of the rules that
come with Shadowmate, and nothing else; scripts are refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from clingo import MessageCode
from clingo.ast import AST, ASTType, parse_string

from .errors import RulesError, UnknownGameError

ENTRY = "game.lp"
_INCLUDE = re.compile(r'^[ \t]*#include\s+("([^"\n]*)"|<[^>\n]*>)\s*\.', re.MULTILINE)
_SCRIPT = re.compile(r"^[ \t]*#script\b", re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"%\*.*?\*%", re.DOTALL)


def builtin_root() -> Path:
    """The folder of the rules that come with Shadowmate."""
    return Path(str(files(f"{__package__}.rules")))


@dataclass(frozen=True, slots=True)
class Source:
    """One rule file: where it is and the statements in it, in order."""

    path: Path
    text: str
    statements: tuple[AST, ...]


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The rule files of one game.

    Attributes:
        folder: the game's own folder.
        sources: every file read, each once, in the order of inclusion.
        parts: the statements of each program part (`base`, `position`, ...), by the part's name.
        parameters: the names of each part's parameters.
    """

    folder: Path
    sources: tuple[Source, ...]
    parts: dict[str, tuple[AST, ...]] = field(repr=False)
    parameters: dict[str, tuple[str, ...]] = field(repr=False)


def game_folders(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """The folders of all games, by name: those that come with Shadowmate, and those in `extra`.

    A folder in `extra` is a game itself if it holds a `game.lp`, else a folder of such folders.
    """
    found = {path.parent.name: path.parent for path in sorted((builtin_root() / "games").glob(f"*/{ENTRY}"))}
    for folder in extra:
        if (folder / ENTRY).is_file():
            found[folder.resolve().name] = folder
        elif folder.is_dir():
            found |= {path.parent.name: path.parent for path in sorted(folder.glob(f"*/{ENTRY}"))}
        else:
            raise RulesError(f"{folder}: no such folder of rules")
    return found


def find_game(name: str, extra: Iterable[Path] = ()) -> Path:
    """The folder of the game called `name`.

    Raises:
        UnknownGameError: if there is none.
    """
    found = game_folders(extra)
    if name not in found:
        raise UnknownGameError(f"there is no game '{name}'; there are {', '.join(sorted(found))}")
    return found[name]


def read_game(folder: Path) -> RuleFiles:
    """Read a game's `game.lp` and everything it includes.

    Raises:
        RulesError: for a missing file, a script, an include that leads out of the rules, or a
            syntax error; the message names file and line.
    """
    entry = folder / ENTRY
    if not entry.is_file():
        raise RulesError(f"{folder}: a game's folder holds a file {ENTRY}, and this one does not")
    sources = tuple(_read(entry.resolve(), (folder.resolve(), builtin_root().resolve()), set()))
    return collect(folder, sources)


def collect(folder: Path, sources: tuple[Source, ...]) -> RuleFiles:
    """Sort the statements of some files by program part."""
    parts: dict[str, list[AST]] = defaultdict(list)
    parameters: dict[str, tuple[str, ...]] = {}
    for source in sources:
        part = "base"
        for statement in source.statements:
            if statement.ast_type == ASTType.Program:
                part = statement.name
                parameters[part] = tuple(parameter.name for parameter in statement.parameters)
            elif statement.ast_type == ASTType.Script:
                raise RulesError(f"{source.path}:{statement.location.begin.line}: a rule file may not hold a #script")
            else:
                parts[part].append(statement)
    return RuleFiles(folder, sources, {name: tuple(body) for name, body in parts.items()}, parameters)


def read_file(path: Path) -> Source:
    """Read one rule file alone, without what it includes.

    Raises:
        RulesError: if it cannot be read or has a syntax error.
    """
    return _parse(path, _load(path))


def _load(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: cannot be read: {error}") from error


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _read(path: Path, roots: tuple[Path, ...], done: set[Path]) -> Iterator[Source]:
    done.add(path)
    text = _load(path)
    code = _BLOCK_COMMENT.sub(_blank, text)
    script = _SCRIPT.search(code)
    if script:
        raise RulesError(f"{path}:{_line(code, script)}: a rule file may not hold a #script")
    for match in _INCLUDE.finditer(code):
        where = f"{path}:{_line(code, match)}"
        if match.group(2) is None:
            raise RulesError(f"{where}: {match.group(1)} is not a rule file; write #include \"file.lp\".")
        target = _resolve(match.group(2), path, roots, where)
        if target not in done:
            yield from _read(target, roots, done)
    yield _parse(path, _INCLUDE.sub(_blank, code))


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def _resolve(name: str, path: Path, roots: tuple[Path, ...], where: str) -> Path:
    for base in (path.parent, *roots):
        target = (base / name).resolve()
        if target.is_file():
            if any(target.is_relative_to(root) for root in roots):
                return target
            raise RulesError(f'{where}: #include "{name}" leads out of the rules; copy the file into the game\'s folder')
    raise RulesError(f'{where}: #include "{name}": there is no such file beside it, in the game\'s folder or in rules/')


def _parse(path: Path, text: str) -> Source:
    statements: list[AST] = []
    messages: list[str] = []

    def log(_code: MessageCode, message: str) -> None:
        messages.append(message.strip().replace("<string>", str(path)))

    try:
        parse_string(text, statements.append, logger=log)
    except RuntimeError as error:
        raise RulesError("\n".join(messages) or f"{path}: {error}") from error
    return Source(path, text, tuple(s for s in statements if s.ast_type != ASTType.Comment))
