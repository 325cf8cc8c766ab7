"""Folders of rules that are made for a user: written whole or not at all, and copied from another game."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from clingo.ast import AST, ASTType

from ..errors import RulesError
from .folders import builtin_root
from .rule_files import RuleFiles, includes
from .rule_text import load
from .syntax import atoms, signature

_NAME = ("game", 1)
"""The predicate that gives a game's name for readers."""


def refuse_to_overwrite(folder: Path, instead: str) -> None:
    """Refuse what is there already, a link that leads nowhere too.

    Args:
        folder: the folder to be made.
        instead: what would be right, for the message.

    Raises:
        RulesError: if something is.
    """
    if os.path.lexists(folder):
        raise RulesError(f"{folder}: is there already, and nothing is overwritten; {instead}")


def write_rules(files: dict[str, str], folder: Path) -> None:
    """Write the files of a game to a new folder, all of them or none.

    Args:
        files: the text of each file, by its path inside the folder.
        folder: the folder to be made.

    Raises:
        RulesError: if there is something of that name, or it cannot be written.
    """
    refuse_to_overwrite(folder, "choose another folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
            made = Path(place) / "made"
            for name, text in files.items():
                (made / name).parent.mkdir(parents=True, exist_ok=True)
                (made / name).write_text(text, encoding="utf-8")
            made.rename(folder)
    except OSError as error:
        raise RulesError(f"{folder}: cannot be written: {error}") from error


def copied(rules: RuleFiles, title: str) -> dict[str, str]:
    """The files of a copy of a game, by their paths in its folder. Files that games share are included, not copied.

    Args:
        rules: the game.
        title: the name of the copy for readers, in place of the game's own.
    """
    folder = rules.folder.resolve()
    found = {}
    for source in rules.sources:
        if not rules.owns(source.path):
            continue
        lines = load(source.path).splitlines(keepends=True)
        for line, written, target in includes(source.path, folder):
            if not rules.owns(target):  # its name may lead there from the game's own folder only
                shared = target.relative_to(builtin_root().resolve()).as_posix()
                lines[line - 1] = lines[line - 1].replace(f'"{written}"', f'"{shared}"')
        for statement in reversed(source.statements):
            heads = atoms(statement.head) if statement.ast_type == ASTType.Rule else ()
            for atom in heads:
                if signature(atom) == _NAME:
                    _replace(lines, atom.arguments[0], f'"{title}"')
        found[source.path.relative_to(folder).as_posix()] = "".join(lines)
    return found


def _replace(lines: list[str], term: AST, text: str) -> None:
    """Put a text in the place of a term of one line. Columns count bytes."""
    begin, end = term.location.begin, term.location.end
    line = lines[begin.line - 1].encode()
    lines[begin.line - 1] = (line[: begin.column - 1] + text.encode() + line[end.column - 1 :]).decode()
