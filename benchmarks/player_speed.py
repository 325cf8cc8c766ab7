"""How many positions a second the computer player searches, in each game of two players.

    python benchmarks/player_speed.py [--old OLD/.venv/bin/python] [--turns 3] [--only NAME] [--seconds 2]

Each game has a process of its own, which searches positions of random games one after another. A line states the
processor time that the player needs before its first search, and the positions per second of processor time after
that, with the time in which the tables grow. With --old, another checkout does the same in turns with this one, and
the median of the turns' ratios is stated too: the clocks of shared machines wander.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from statistics import median

import shadowmate as sm
from shadowmate.asp.folders import game_folders

WORKER = """
import json, random, sys, time
import shadowmate as sm
from shadowmate.playing.player import Player

name, nodes, seconds = json.loads(sys.argv[1])
game = sm.game(name, engine="compiled")

def chance(seed):
    lot, position = random.Random(seed), game.start()
    for _ in range(8):
        if position.outcome():
            return chance(seed + 1000)
        position = position.push(lot.choice(position.legal_moves()))
    return position if not position.outcome() else chance(seed + 1000)

Player(sm.game("koth", engine="compiled"), seconds=None, nodes=5_000).choose(sm.position("koth: start"))
searched, used, seed, first = 0, 0.0, 0, game.start()
begun = time.process_time()
player = Player(game, seconds=None, nodes=1)
player.choose(first)
before = time.process_time() - begun
player.nodes = nodes
while used < seconds:
    position = chance(seed)
    begun = time.process_time()
    searched += player.choose(position).nodes
    used += time.process_time() - begun
    seed += 1
print(json.dumps([before, searched / used]))
"""


def measured(python: str, name: str, nodes: int, seconds: float) -> tuple[float, float]:
    """The seconds before the first search, and the positions per second, of a checkout."""
    command = [python, "-c", WORKER, json.dumps([name, nodes, seconds])]
    before, speed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return before, speed


def main() -> None:
    """Read the arguments, measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", help="the Python of another checkout")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="", help="only games with this in their names")
    parser.add_argument("--nodes", type=int, default=3000, help="positions of a search")
    parser.add_argument("--seconds", type=float, default=2.0, help="the least processor time for each game")
    wanted = parser.parse_args()
    pythons = [*([wanted.old] if wanted.old else []), sys.executable]
    for name in game_folders():
        if wanted.only not in name or len(sm.game(name).ruleset.players) != 2:
            continue
        found: dict[str, list[tuple[float, float]]] = {each: [] for each in pythons}
        for turn in range(wanted.turns):
            for each in pythons if turn % 2 else pythons[::-1]:
                found[each].append(measured(each, name, wanted.nodes, wanted.seconds))
        texts = [
            f"{median(before for before, _ in some):.2f} s, {median(speed for _, speed in some):,.0f} positions/s"
            for some in found.values()
        ]
        ratios = [after / before for (_, before), (_, after) in zip(found[pythons[0]], found[pythons[-1]], strict=True)]
        print(f"{name}: {'; then '.join(texts)}{f'; ratio {median(ratios):.2f}' if wanted.old else ''}", flush=True)


if __name__ == "__main__":
    main()
