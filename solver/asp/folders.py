"""Finds the rules of games: those that come with Shadowmate, and those in the user's folders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..errors import RulesError, UnknownGameError, meant, quoted, same_word, some_of
from ..files import read_text

ENTRY = "game.lp"
"""The file that makes a folder a game. It includes all others."""

CLAIMS = "claims.yaml"
"""The file of claims about the game, beside its rules."""


_TITLE = re.compile(r'^game\("([^"\\]+)"\)\.', re.MULTILINE)
_TITLED = 4
"""Number of games that an error names for a word of their titles."""


@cache
def builtin_root() -> Path:
    """The folder of the rules that come with Shadowmate."""
    return Path(str(files("shadowmate.rules")))


def is_builtin(folder: Path) -> bool:
    """Whether a folder comes with Shadowmate. Its files stay as they are while the program runs."""
    return folder.resolve().is_relative_to(builtin_root().resolve())


def game_folders(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """The folders of games, by name: those that come with Shadowmate, without its variants, and those in `extra`.

    A folder in `extra` is a game itself if it holds a `game.lp`, else a folder of such folders.

    Raises:
        RulesError: if it is neither.
    """
    found = {**_built_in(builtin_root(), "games")}
    for folder in extra:
        if (folder / ENTRY).is_file():
            found[folder.resolve().name] = folder
        elif folder.is_dir():
            if not (inside := _games_in(folder)):
                raise RulesError(f"{folder}: no {ENTRY} in this folder, nor in its subfolders")
            found |= inside
        else:
            raise RulesError(f"{folder}: there is no such folder")
    return found


def _games_in(folder: Path) -> dict[str, Path]:
    """The folders of games in a folder, by name."""
    return {path.parent.name: path.parent for path in sorted(folder.glob(f"*/{ENTRY}"))}


def variant_folders() -> dict[str, Path]:
    """The folders of the variants that come with Shadowmate, by name. Lists of games leave them out: they are many,
    and each is a small change to another game.
    """
    return {**_built_in(builtin_root(), "variants")}


def all_folders(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """The folders of games and variants, by name.

    Raises:
        RulesError: if a folder in `extra` holds no game.
    """
    return variant_folders() | game_folders(extra)


@cache
def _built_in(root: Path, inside: str) -> dict[str, Path]:
    return _games_in(root / inside)


def default_game() -> str:
    """The game of texts that name none."""
    return _default_in(builtin_root())


@cache
def _default_in(root: Path) -> str:
    return (root / "games" / "default").read_text(encoding="utf-8").strip()


def find_game(name: str, extra: Iterable[Path] = ()) -> Path:
    """The folder of the game called `name`.

    Raises:
        UnknownGameError: if there is none.
    """
    found = all_folders(extra)
    if name not in found:
        word = name.removesuffix(":")
        hint = (not same_word(word, found) and _titled(word, extra)) or meant(word, found, 0.6)
        if hint:
            raise UnknownGameError(f"there is no game {quoted(name)}{hint} `shadowmate games` lists all")
        own = "" if extra else "; a game of your own needs its folder: --rules, or rules= in Python"
        raise UnknownGameError(f"there is no game {quoted(name)}; there are {_known(extra)}{own}")
    return found[name]


def _titled(word: str, extra: Iterable[Path]) -> str:
    """The end of an error: the game that has this title, or else those with this word in their title, the shortest
    first. Variants are named if no other game has it.
    """
    plain, variants = (
        {name: _title(each) for name, each in some.items()} for some in (game_folders(extra), variant_folders())
    )
    titles = variants | plain
    exact = [name for name, title in titles.items() if title.casefold() == word.casefold()]
    inside = ([name for name in some if word.casefold() in _words(some[name])] for some in (plain, variants))
    close = sorted(next(filter(None, (exact, *inside)), ()), key=lambda name: (len(titles[name]), name))
    *some, last = [f"{quoted(name)} ({titles[name]})" for name in close[:_TITLED]] or [""]
    return last and f"; do you mean {' or '.join(filter(None, (', '.join(some), last)))}?"


def _words(title: str) -> list[str]:
    """The words of a title, but those that say little, such as `of`."""
    return [word for word in title.casefold().split() if len(word) > 3]


def _title(folder: Path) -> str:
    """The title in the files of a game's folder; they are not grounded, as this is for an error."""
    for path in filter(Path.is_file, sorted(folder.glob("*.lp"))):
        with suppress(OSError):
            if found := _TITLE.search(read_text(path)):
                return found[1]
    return ""


def _known(extra: Iterable[Path]) -> str:
    """The games of an error, and the number of variants."""
    return f"{some_of(sorted(game_folders(extra)))}, and {len(variant_folders())} variants (`shadowmate games`)"
