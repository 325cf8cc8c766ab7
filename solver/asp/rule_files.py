"""The rule files of a game, with all that they include, and their statements by program part.

Rule files may come from anyone. They may include files of their own folder and of the rules that come with
Shadowmate, and no others. Scripts are refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path

from clingo.ast import AST

from ..errors import RulesError
from . import folders
from .folders import ENTRY
from .program_parts import as_before, is_for_readings, sections
from .rule_text import Complain, Source, Text, load, parse, refuse, scan

_DEEPEST = 50
"""Greatest depth of files that include each other."""


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
        return _is_under(path, self.home)

    def is_shared(self, path: Path) -> bool:
        """Whether a file is in `core/`, which all games share."""
        return not self.owns(path) and _is_within(path, folders.builtin_root() / "core")

    def included_at(self, path: Path) -> tuple[Path, int]:
        """The file and line where the game's own files include a shared file; the entry if only other files do."""
        roots = _roots(self.folder)
        for source in self.sources:
            if self.owns(source.path):
                for line, _, name in scan(load(source.path)).includes:
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


@lru_cache(maxsize=1 << 12)
def _is_under(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder or in a folder there; asked for every rule of every game."""
    return path.is_relative_to(folder)


@cache
def _is_within(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder, wherever links lead; asked for every rule of every game."""
    return path.resolve().parent == folder.resolve()


def read_game(folder: Path, complain: Complain = refuse) -> RuleFiles:
    """Read a game's `game.lp` and everything it includes.

    Args:
        folder: the game's own folder.
        complain: called for each script, include of no file or of a forbidden file, and syntax error.

    Raises:
        RulesError: for what cannot be read at all, and by default for the first mistake.
    """
    texts = _read(_entry(folder), _roots(folder), set(), complain)
    return collect(folder, tuple(parse(each, complain) for each in texts), complain)


def shared() -> tuple[Source, ...]:
    """The rules that all games share, parsed."""
    root = folders.builtin_root().resolve()
    found = tuple(parse(each, refuse) for each in _read(root / "core" / ENTRY, (root,), set(), refuse))
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
        for section in sections(source):
            names = parameters.setdefault(section.part, section.parameters)
            if names != section.parameters:
                complain(source.path, section.line, as_before(section.part, names))
            for line, fault in section.faults:
                complain(source.path, line, fault)
            if section.statements:
                parts[section.part] += section.statements
    return RuleFiles(folder, sources, {name: tuple(body) for name, body in parts.items()}, parameters)


def optional_files() -> Iterator[Source]:
    """The rule files that come with Shadowmate and that a game may include besides those of all games."""
    for folder in ("boards", "parameters"):
        yield from beside(folders.builtin_root().resolve() / folder / ENTRY)


def beside(path: Path) -> Iterator[Source]:
    """The rule files in the folder of a file that comes with Shadowmate, each without the files that it includes."""
    for each in sorted(path.parent.glob("*.lp")):
        scanned = scan(load(each))
        yield parse(Text(each, scanned.code, whole=not scanned.includes), refuse)


def include_name(path: Path) -> str:
    """The name by which games include a rule file that comes with Shadowmate."""
    return path.relative_to(folders.builtin_root().resolve()).as_posix()


def _roots(folder: Path) -> tuple[Path, ...]:
    """The folders in which the includes of a game are looked up."""
    return folder.resolve(), folders.builtin_root().resolve()


def _read(path: Path, roots: tuple[Path, ...], done: set[Path], complain: Complain, depth: int = 0) -> Iterator[Text]:
    done.add(path)
    scanned = scan(load(path))
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
        yield Text(path, scanned.code, whole=not scanned.includes)


def includes(path: Path, folder: Path) -> Iterator[tuple[int, str, Path]]:
    """The files that a file of a game includes: the line of each, its name as written there, and its path.

    Args:
        path: the file; it and all it includes can be read.
        folder: the game's own folder.
    """
    roots = (folder.resolve(), folders.builtin_root().resolve())
    for line, _, name in scan(load(path)).includes:
        if name is not None and (target := _resolve(name, path, roots)) is not None:
            yield line, name, target


def _resolve(name: str, path: Path, roots: tuple[Path, ...]) -> Path | None:
    for base in (path.parent, *roots):
        with suppress(OSError):  # a name that is too long for a file, or a folder without access
            if (base / name).is_file():
                return (base / name).resolve()
    return None
