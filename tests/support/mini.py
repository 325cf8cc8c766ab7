"""The game of `tests/data/mini` on a larger board."""

from __future__ import annotations

from pathlib import Path

import shadowmate as sm
from support.paths import GAMES_OF_TESTS


def larger(folder: Path, side: int) -> sm.Game:
    """The game on a board of that many cells a side, written to a folder."""
    text = (GAMES_OF_TESTS / "mini" / "game.lp").read_text(encoding="utf-8")
    (folder / "larger").mkdir()
    (folder / "larger" / "game.lp").write_text(text.replace("size(3,3,1)", f"size({side},{side},1)"), encoding="utf-8")
    return sm.game("larger", rules=folder, engine="compiled")
