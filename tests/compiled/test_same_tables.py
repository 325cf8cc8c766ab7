"""A game has the same tables in every process, whatever order Python's sets have there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import GAMES_OF_TESTS

OPEN = "import sys, shadowmate as sm; sm.game(sys.argv[1], rules=sys.argv[2:], engine='compiled')"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["locust", "strings", "absorb", "extreme"])
def test_tables_are_the_same_in_every_process(game: str, tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        environment = {**os.environ, "SHADOWMATE_CACHE": str(tmp_path / seed), "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", OPEN, game, str(GAMES_OF_TESTS)], env=environment, check=True)
        (path,) = (tmp_path / seed / "tables").glob("*.tables")
        made.append((path.name, path.read_bytes()))
    assert made[0] == made[1]
