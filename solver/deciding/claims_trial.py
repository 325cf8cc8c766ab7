"""Grounds the rules of all claims beside a game; the exit code reports whether that ends.

`checking/outside.py` starts it, as it does `checking/rules_trial.py`, because rules from outside the package may
never end.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..asp.rule_files import read_game
from ..asp.ruleset import Ruleset
from ..checking.rules_trial import tried
from .claims_file import Rules, read_claims
from .decide import names_of
from .query import ground


def main(seconds: str, gigabytes: str, folder: str, name: str) -> int:
    """Ground them, and give the exit code: 0 if that comes to an end, right or wrong."""
    return tried(seconds, gigabytes, lambda: _ground_all(Path(folder), Path(folder, name)))


def _ground_all(folder: Path, path: Path) -> None:
    files = read_game(folder)
    for claim in read_claims(path).claims:
        for query, reading in claim.asked:
            if isinstance(query, Rules):
                ground(query, Ruleset(files, names_of(reading)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
