"""How fast two checkouts of Shadowmate count moves: each in a process of its own, in turns, by CPU time.

    python benchmarks/pairs.py OLD/.venv/bin/python NEW/.venv/bin/python [--rounds 5]

The best of a round's calls counts, and the best of all rounds is compared: the clocks of shared machines wander.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

COUNTED = {
    "FIDE, start, 5": ("fide: start", 5),
    "Kiwipete, 4": ("fide: fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    "Prince, start, 3": ("prince: start", 3),
    "Raumschach, start, 4": ("raumschach: start", 4),
}
PROGRAM = """
import json, sys, time
import shadowmate as sm
asked, calls = json.loads(sys.argv[1]), int(sys.argv[2])
found = {}
for name, (text, depth) in asked.items():
    position = sm.position(text, engine="compiled")
    sm.perft(position, 1)
    times = []
    for _ in range(calls):
        begun = time.process_time()
        leaves = sm.perft(position, depth)
        times.append(time.process_time() - begun)
    found[name] = [leaves, min(times)]
print(json.dumps(found))
"""


def counted(python: str, calls: int) -> dict[str, tuple[int, float]]:
    """The leaves and the best CPU seconds of each, by one of the checkouts."""
    asked = [python, "-c", PROGRAM, json.dumps(COUNTED), str(calls)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return {name: tuple(each) for name, each in json.loads(done.stdout.splitlines()[-1]).items()}


def main() -> None:
    """Read the arguments, count, and print a line for each position."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=3)
    wanted = parser.parse_args()
    best: dict[str, dict[str, float]] = {name: {} for name in COUNTED}
    for number in range(wanted.rounds):
        print(f"round {number + 1} of {wanted.rounds}", file=sys.stderr)
        both = {side: counted(getattr(wanted, side), wanted.calls) for side in ("old", "new")}
        for name in COUNTED:
            if both["old"][name][0] != both["new"][name][0]:
                sys.exit(f"{name}: {both['old'][name][0]} and {both['new'][name][0]} are not the same")
            for side, found in both.items():
                best[name][side] = min(best[name].get(side, found[name][1]), found[name][1])
    for name, times in best.items():
        old, new = times["old"], times["new"]
        print(f"{name}: {old:.3f} s and {new:.3f} s, {new / old:.2f} of the old time")


if __name__ == "__main__":
    main()
