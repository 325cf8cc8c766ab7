"""Small games of tests, each the game in `tests/data/small` and some rules more."""

from __future__ import annotations

from pathlib import Path

import shadowmate as sm
from support.paths import GAMES_OF_TESTS

BEGINNING = (GAMES_OF_TESTS / "small" / "game.lp").read_text(encoding="utf-8")


def write(folder: Path, rules: str = "", name: str = "small") -> None:
    """Make a game's folder in another."""
    (folder / name).mkdir()
    (folder / name / "game.lp").write_text(f"{BEGINNING}{rules}\n", encoding="utf-8")


def small(folder: Path, rules: str = "", name: str = "small") -> sm.Game:
    """The game by the reference engine."""
    write(folder, rules, name)
    return sm.game(name, rules=[folder])
