"""What the tasks of a sweep cost besides their cases, and how much faster two processes are: on the pool and on Dask.

Run it with `python benchmarks/sweeps.py`; it needs about a minute of processor time. Each sweep is a command of its
own, about the same random placements. All of them must give the same bytes. Processor time is that of the command
and of all its processes, so other work on the machine hardly changes it.

- *A task*: the cases in many chunks by one worker, and in a single chunk: the difference for each further chunk.
- *Speed-up by the clock*: one worker's seconds divided by those of two. *By processor time*: what that would be if
  nothing else ran, and both processors were always busy: twice the processor seconds of one worker divided by those
  of two. A second worker starts and reads the rules too, so both grow with the number of cases.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import shadowmate as sm
from shadowmate.play.material import read_material
from shadowmate.play.placement import Placement
from shadowmate.play.position import Position

GAME, MATERIAL = "fide", "KRvK"
COMMAND = "mate --in 3 --no-tables"
POOL, DASK = (), ("--dask", "local")


@dataclass(frozen=True, slots=True)
class Run:
    """One sweep: seconds by the clock and of the processors, and the SHA-256 of its results."""

    clock: float
    processor: float
    digest: str


def cases(number: int) -> list[str]:
    """Random positions of the material that are possible, with the first player to move."""
    game, random = sm.game(GAME, engine="compiled"), Random(0)
    types, cells = read_material(game, MATERIAL).types, sorted(game.vectors.values())
    found: dict[str, None] = {}
    while len(found) < number:
        chosen = random.sample(cells, len(types))
        pieces = sorted((cell, kinds, army) for cell, (army, kinds) in zip(chosen, types, strict=True))
        first, second = (Position.of(game, Placement(tuple(pieces), player)) for player in game.ruleset.players)
        if not second.is_check():
            found[str(first)] = None
    return list(found)


def sweep(file: Path, folder: Path, chunk: int, workers: int, where: tuple[str, ...]) -> Run:
    """Run a sweep.

    Raises:
        RuntimeError: if it fails.
    """
    command = [
        sys.executable, "-m", "shadowmate", "sweep", COMMAND, str(file), "--output", str(folder),
        "--chunk", str(chunk), "--workers", str(workers), *where,
    ]  # fmt: skip
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    results = (folder / "results.jsonl").read_bytes()
    return Run(clock, usage.ru_utime + usage.ru_stime, sha256(results).hexdigest())


def main() -> None:
    """Measure the pool, and Dask where it is installed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=2000, help="number of cases (default 2000)")
    parser.add_argument("--chunks", type=int, default=200, help="number of chunks for the cost of one (default 200)")
    parser.add_argument("--times", type=int, default=3, help="runs of which the least counts for a chunk (default 3)")
    options = parser.parse_args()
    digests = set()
    with tempfile.TemporaryDirectory() as place:
        folder, file = Path(place), Path(place) / "cases.txt"
        file.write_text("\n".join(cases(options.cases)) + "\n", encoding="utf-8")
        for name, where in (("processes", POOL), ("Dask", DASK)):
            # The least of some runs in turn: caches and other work on the machine matter more than a task.
            runs: dict[int, list[Run]] = {options.cases: [], options.cases // options.chunks: []}
            for number in range(options.times):
                for chunk, found in runs.items():
                    found.append(sweep(file, folder / f"{name}-{chunk}-{number}", chunk, 1, where))
            single, many = (min(found, key=lambda run: run.processor) for found in runs.values())
            one, two = (sweep(file, folder / f"{name}-{n}-workers", options.cases // 20, n, where) for n in (1, 2))
            digests |= {each.digest for found in (*runs.values(), [one, two]) for each in found}
            task = (many.processor - single.processor) / (options.chunks - 1)
            print(f"{name}: {options.cases:,} cases in one chunk {single.processor:.2f} s of the processor")
            print(f"  a task: {1000 * task:.2f} ms of the processor, {100 * task / 1.5:.2f} % of one of 1.5 seconds")
            print(
                f"  20 chunks, one worker {one.clock:.2f} s ({one.processor:.2f} s of the processor), two workers "
                f"{two.clock:.2f} s ({two.processor:.2f} s)"
            )
            print(
                f"  speed-up by the clock {one.clock / two.clock:.2f}, "
                f"by processor time {2 * one.processor / two.processor:.2f}",
                flush=True,
            )
    print("all results are the same bytes" if len(digests) == 1 else f"{len(digests)} different results")


if __name__ == "__main__":
    main()
