"""How fast the reference engine answers: legal moves, pushes, mates, and a cold start.

Run it with `python benchmarks/reference_engine.py`. Every time is also given as a multiple of a fixed
loop of plain Python, run between the measurements, so that a slow or busy machine shows.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import shadowmate as sm

ARRAY = "prince: start"
THREE = "prince: white KiAa1 PrDd4 black KiHf7"
LONE = "prince: white PrDd4 black KiHh8"
NEEDS_TWO = "prince: white PrCh3 black KiDb2"


def calibrate() -> float:
    """Seconds for a fixed loop."""
    begin = time.perf_counter()
    total = 0
    for number in range(200_000):
        total += number * number % 7
    return time.perf_counter() - begin


def measure(label: str, run: Callable[[], object], times: int, goal: float | None = None) -> None:
    """Print the least and the median time of some runs."""
    spent, loops = [], []
    for _ in range(times):
        loops.append(calibrate())
        begin = time.perf_counter()
        run()
        spent.append(time.perf_counter() - begin)
    ratio = min(spent) / min(loops)
    verdict = "" if goal is None else f"  goal {goal * 1000:.0f} ms: {'met' if min(spent) < goal else 'not met'}"
    print(
        f"{label:<42} min {min(spent) * 1000:9.1f} ms  median {median(spent) * 1000:9.1f} ms  "
        f"{ratio:8.1f} loops  noise {median(loops) / min(loops):4.2f}{verdict}",
        flush=True,
    )


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="runs of each quick measurement")
    parser.add_argument("--all-keys", action="store_true", help="also search for every key of a mate in two")
    options = parser.parse_args()
    for text in (ARRAY, THREE):
        sm.position(text).legal_moves()
    measure("legal moves, full array", lambda: sm.position(ARRAY).legal_moves(), options.times, 0.15)
    measure("legal moves, three pieces", lambda: sm.position(THREE).legal_moves(), options.times, 0.015)
    position = sm.position(THREE)
    first = position.legal_moves()[0]
    measure("a move made, three pieces", lambda: position.push(first), options.times)
    lone, array, needs_two = map(sm.position, (LONE, ARRAY, NEEDS_TWO))
    sm.solve(lone, "#1")
    measure("mate in 1, lone Prince, all keys", lambda: sm.solve(lone, "#1"), 5)
    measure("mate in 1, full array (none)", lambda: sm.solve(array, "#1"), 5)
    measure("mate in 2, lone Prince, first key", lambda: sm.solve(needs_two, "#2", max_solutions=1), 1, 20.0)
    if options.all_keys:
        measure("mate in 2, lone Prince, all keys", lambda: sm.solve(needs_two, "#2"), 1)
    command = shutil.which("shadowmate")
    cold = [command] if command else [sys.executable, "-m", "shadowmate.commands.app"]
    try:
        measure(
            "cold process: shadowmate moves",
            lambda: subprocess.run([*cold, "moves", THREE], check=True, capture_output=True),
            3,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"cold process: shadowmate moves                not measured: {error}")


if __name__ == "__main__":
    main()
