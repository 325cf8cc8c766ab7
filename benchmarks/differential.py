"""Holds the compiled engine against the reference engine on many random positions.

Half of the positions come from random play (from the array, or from pieces on random cells), half are pieces
on random cells, valid but seldom reachable (`tests/support/random_positions.py`). In each, both engines give the
legal moves, checks, outcome and what counts as the same position. Then moves are made by both: all castlings
and captures in passing, but of the other sorts (plain moves, captures, double steps, promotions) only a few,
as the reference engine takes 10 ms and more for each.

With `--program` plain clingo, as a process of its own, is given each position as a program instead (`ground`), and its
answer is held against the reference engine's.

Ends with code 1 if there is any difference. With `--keep FILE` what has been compared is kept there, a line for every
hundred positions, and the next run with that file goes on where it ended; it is for one state of rules and engines.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import shadowmate as sm
from support.differences import SORTS, Pair, Tally  # the path above leads there
from support.grounded import answers, atoms_of, expected

CHUNK = 100
Task: TypeAlias = tuple[str, str, int, int]
"""A game with its readings, a seed, the number of positions, and N: moves are made in one of N positions."""

FEW = {"quiet": 1, "capture": 1, "double step": 1, "promotion": 1}


@cache
def pair(name: str) -> Pair:
    """A game with both engines; `name` may have readings after it."""
    game, *readings = name.split()
    found = Pair(game, readings, FEW)
    # What stays for good need not be looked through by the garbage collector again and again.
    gc.collect()
    gc.freeze()
    return found


def chunk(task: Task) -> tuple[Task, Tally, float]:
    """Compare the engines on some positions of a game, from a seed; with it the CPU seconds that it took."""
    name, seed, number, made = task
    engines = pair(name)
    begin = time.process_time()
    random, tally, positions = Random(seed), Tally(), engines.positions(seed)
    reachable = positions.reachable()
    for count in range(number):
        position = positions.unreachable() if count % 2 else next(reachable)
        engines.compare(position, random, tally, has_moves_made=count // 2 % made == 0)
    return task, tally, time.process_time() - begin


def kept_in(file: Path | None) -> dict[Task, tuple[Tally, float]]:
    """What an earlier run has compared."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file and file.exists() else ():
        text = json.loads(line)
        counts = {key: Counter(value) if isinstance(value, dict) else value for key, value in text["tally"].items()}
        found[tuple(text["task"])] = Tally(**counts), text["seconds"]
    return found


def compare(name: str, number: int, seed: int, made: int, jobs: int, keep: Path | None = None) -> Tally:
    """Compare the engines on all positions of a game, with progress on standard error."""
    total, spent = Tally(), 0.0
    starts = range(0, number, CHUNK)
    tasks: list[Task] = [(name, f"{seed} {name} {start}", min(CHUNK, number - start), made) for start in starts]
    kept = kept_in(keep)
    for tally, seconds in (kept[task] for task in tasks if task in kept):
        total.add(tally)
        spent += seconds
    # clingo never frees a symbol, so workers are renewed.
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=10) as pool:
        for task, tally, seconds in pool.imap_unordered(chunk, [task for task in tasks if task not in kept]):
            total.add(tally)
            spent += seconds
            if keep:
                with keep.open("a", encoding="utf-8") as stream:
                    print(json.dumps({"task": task, "tally": vars(tally), "seconds": seconds}), file=stream)
            for difference in tally.differences[:5]:
                print(f"DIFFERENCE {difference}", flush=True)
            text = f"{name}: {total.positions} of {number} positions, {len(total.differences)} differences"
            print(text, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    print(f"{name}: {'; '.join(summary(total, spent))}", flush=True)
    return total


def summary(tally: Tally, seconds: float) -> Iterator[str]:
    """The figures of a game, in words."""
    sorts = dict.fromkeys((*SORTS, *sorted(tally.legal)))
    yield f"{tally.positions:,} positions"
    yield f"{tally.checks:,} with check"
    yield ", ".join(f"{number:,} {end}" for end, number in tally.ends.most_common())
    yield f"{tally.moves:,} legal moves: " + ", ".join(f"{tally.legal[sort]:,} {sort}" for sort in sorts)
    yield f"{tally.played.total():,} made: " + ", ".join(f"{tally.played[sort]:,} {sort}" for sort in sorts)
    yield f"{len(tally.differences)} differences"
    yield f"{seconds:.0f} CPU s"


def programs(name: str, number: int, seed: int) -> int:
    """The number of positions whose program (`ground`) clingo answers differently from the reference engine."""
    game, *readings = name.split()
    source = Pair(game, readings, FEW).positions(f"{seed} {name} program")
    reachable, wrong = source.reachable(), 0
    begin = time.monotonic()
    with TemporaryDirectory() as folder:
        for count in range(number):
            position = source.unreachable() if count % 2 else next(reachable)
            asked = position_of_api(position, readings)
            file = Path(folder) / "program.lp"
            file.write_text(f"{asked.game.program(*atoms_of())}\n{asked.facts()}", encoding="utf-8")
            found, remarks = answers(file)
            if remarks or found != [expected(asked)]:
                wrong += 1
                print(f"{name}: {position}: {len(found)} answer sets {remarks}", file=sys.stderr)
    print(f"{name}: {number} positions as programs, {wrong} differences, {time.monotonic() - begin:.0f} s", flush=True)
    return wrong


def position_of_api(position: object, readings: Sequence[str]) -> sm.Position:
    """The same position, of a game that gives programs."""
    return sm.position(str(position), readings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; the exit code is 1 if the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000, metavar="N", help="of each game (default 10000)")
    parser.add_argument(
        "--games", nargs="+", default=["fide", "raumschach", "prince"], metavar="GAME",
        help="with readings after a space, such as 'prince some_path' (default: those that are complete)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--made", type=int, default=1, metavar="N", help="make moves in one of N positions (default: all)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes that share the work")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on from what is kept there, and keep what comes")
    parser.add_argument(
        "--program", action="store_true", help="hold plain clingo on the text of `ground` against the reference engine"
    )
    options = parser.parse_args(arguments)
    if options.program:
        return 1 if sum(programs(name, options.positions, options.seed) for name in options.games) else 0
    found = [
        compare(name, options.positions, options.seed, options.made, options.jobs, options.keep)
        for name in options.games
    ]
    return 1 if any(tally.differences for tally in found) else 0


if __name__ == "__main__":
    sys.exit(main())
