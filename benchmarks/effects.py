"""How fast games with rules of their own are: lines of play a CPU second, by the compiled engine and by the reference.

Of the small games of `tests/data/` that each show a rule, and of `examples/mutiny`, which has one of each sort. Lines
are counted from the array, or where a game has none from random positions of nine pieces, always the same; the
reference engine counts fewer of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import shadowmate as sm  # noqa: E402 - the path above leads there
from oracles import endings, outcomes, special_moves  # noqa: E402
from support.five_by_five import position  # noqa: E402

FOLDERS = [ROOT / "tests" / "data", ROOT / "examples"]
GAMES = (
    *outcomes.GAMES, *endings.GAMES, *special_moves.GAMES,
    "march", "plague", "bell", "absorb", "locust", "merge", "mutiny", "lions",
)  # fmt: skip
LEAST = 200_000
"""The least number of lines to count."""


def starts(name: str, engine: str) -> list[sm.Position]:
    """Where lines begin."""
    game = sm.game(name, rules=FOLDERS, engine=engine)
    try:
        return [game.start()]
    except sm.PositionError:
        rng = Random(name)
        texts = [position(rng, least=9) for _ in range(5)]
        queens = "Q" in game.ruleset.abbreviations.values()
        return [game.position(text if queens else text.replace("Q", "R")) for text in texts]


def counted(positions: list[sm.Position], least: int) -> tuple[int, float]:
    """Lines of the first depth that has enough of them, and the CPU seconds of counting them."""
    for depth in range(1, 9):
        began = time.process_time()
        lines = sum(sm.perft(each, depth) for each in positions)
        if lines >= least:
            break
    return lines, time.process_time() - began


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="How fast are games with rules of their own?")
    parser.add_argument("games", nargs="*", help="by default all")
    chosen = parser.parse_args().games
    print(f"{'game':12} {'compiled':>12} {'reference':>10} {'ratio':>8}   lines a CPU second")
    for name in chosen or GAMES:
        fast = starts(name, "compiled")
        counted(fast, 1)
        lines, seconds = counted(fast, LEAST)
        few, long = counted(starts(name, "reference"), 20)
        quick, slow = lines / seconds, few / long
        print(f"{name:12} {quick:12,.0f} {slow:10,.0f} {quick / slow:8,.0f}", flush=True)


if __name__ == "__main__":
    main()
