"""What the endgame tables take to make, in time and memory, and how fast small problems are solved.

Run it with `python benchmarks/endgame.py`; on one processor the largest table takes some minutes. Each table is
made in a process of its own, with all that it leads to, and thrown away; the kernel is compiled before. Memory is
the most that the process had, Python and the kernel included. A problem's goal is held against processor seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.endgame import store
from shadowmate.endgame.table_maker import table
from shadowmate.play.material import Material

TABLES = (
    ("prince: white Pr black Ki", 2.0, 2.0),
    ("prince: white Ki Pr black Ki", 30.0, 2.0),
    ("raumschach: white K Q R black K", 300.0, 4.0),
)
"""Material, and how many seconds and gigabytes it should take at most."""

MATE_IN_TWO = "prince: white PrHe5 black KiBa2"
MATE_IN_ONE = "prince: white PrDd4 black KiHh8"


def make(text: str, jobs: int | None) -> dict[str, float]:
    """Make a table that is not on disk: seconds, processor seconds, and gigabytes."""
    name, material = text.split(": ")
    game = sm.game(name, engine="compiled")
    engine_of(game).warm_up()
    with tempfile.TemporaryDirectory() as folder:
        store.folder = lambda: Path(folder)  # type: ignore[attr-defined]
        begin, spent = time.perf_counter(), time.process_time()
        table(game, material, jobs=jobs)
        seconds, spent = time.perf_counter() - begin, time.process_time() - spent
        size = sum(path.stat().st_size for path in Path(folder).rglob("*"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"seconds": seconds, "processor": spent, "memory": most / 1e9, "disk": size / 1e9}


def measure_table(text: str, jobs: int | None, seconds: float, gigabytes: float) -> None:
    """Print what a table takes, made in a process of its own."""
    command = [sys.executable, __file__, "--table", text, *(["--jobs", str(jobs)] if jobs else [])]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    met = found["seconds"] < seconds and found["memory"] < gigabytes
    print(
        f"{text:<34} {found['seconds']:7.2f} s ({found['processor']:7.2f} s of processors)  {found['memory']:5.2f} GB  "
        f"{found['disk']:5.2f} GB on disk  goal {seconds:.0f} s, {gigabytes:.0f} GB: {'met' if met else 'not met'}",
        flush=True,
    )


def measure(label: str, run: Callable[[], object], times: int, goal: float | None = None) -> None:
    """Print the least time of some runs after a first, by the clock and of the processor."""
    run()
    clock, spent = [], []
    for _ in range(times):
        begin, work = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - begin)
        spent.append(time.process_time() - work)
    verdict = "" if goal is None else f"  goal {goal:g} s: {'met' if min(spent) < goal else 'not met'}"
    print(f"{label:<48} {min(clock):8.4f} s ({min(spent):8.4f} s of processors){verdict}", flush=True)


def with_one_more(game: sm.Game, cell: str) -> sm.Position:
    """The initial array and one more of the piece that mates alone, on an empty cell."""
    start = game.start()
    piece = next(piece for piece in game.position(MATE_IN_ONE).pieces.values() if piece.army == start.turn)
    assert cell not in start.pieces
    return sm.Position(game, {**start.pieces, cell: piece}, start.turn, start.state)


def main() -> None:
    """Run all measurements, or make one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", metavar="MATERIAL", help="make only this table, and print what it takes as JSON")
    parser.add_argument("--jobs", type=int, help="number of threads that make a table; by default one a processor")
    parser.add_argument("--times", type=int, default=5, help="runs of each problem")
    options = parser.parse_args()
    if options.table:
        print(json.dumps(make(options.table, options.jobs)))
        return
    print(f"{options.jobs or len(os.sched_getaffinity(0))} threads")
    for text, seconds, gigabytes in TABLES:
        measure_table(text, options.jobs, seconds, gigabytes)
    game = sm.game("prince", engine="compiled")
    engine_of(game).warm_up()
    lone, near, full = game.position(MATE_IN_TWO), game.position(MATE_IN_ONE), with_one_more(game, "Dd4")
    for what, position, problem, goal in (
        ("mate in 1, lone Prince", near, "#1", None),
        ("mate in 2, lone Prince", lone, "#2", 0.2),
    ):
        solve = partial(sm.solve, position, problem, max_solutions=1)
        measure(f"{what}, first key, searched", partial(solve, tables=False), options.times, goal)
        table(game, Material.on(position))
        measure(f"{what}, first key, from its table", solve, options.times, goal)
    measure("mate in 1, full array and a Prince (none)", partial(sm.solve, full, "#1"), options.times, 1.0)


if __name__ == "__main__":
    main()
