"""Estimates of the time of tables, beside what they needed: of several games and sizes.

Run it with `python benchmarks/estimates.py`; it needs about a minute of processor time, or name material as arguments.
Each table is made by one thread, with all that it leads to, and thrown away. Some are made slice by slice too.
Estimates are of processor time, and so is what they are held against. The plan before the start and what was left
after a part of the time are both shown.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.endgame import estimate, store
from shadowmate.endgame.estimate import Span
from shadowmate.endgame.plan import Plan
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker, table
from shadowmate.slicing import slice_course
from shadowmate.slicing.sliced_table import SlicedTable

TABLES = (
    "fide: KQvKR",
    "fide: KBNvK",
    "fide: KRRvK",
    "fide: KNPvK",
    "fide: KPPvK",
    "raumschach: KQvK",
    "raumschach: KRRvK",
    "raumschach: KQBvK",
    "prince: white Ki Pr black Ki",
    "extreme: white K pR black K",
    "koth: KRNvK",
    "makruk: KRNvK",
    "slices of fide: KBNvK",
    "slices of fide: KQvKR",
    "slices of raumschach: KRRvK",
    "slices of raumschach: KRNvK",
    "slices of prince: white Ki Qu black Ki",
)

SLICES = "slices of "
"""Before material whose table is made slice by slice."""


class Here:
    """Tasks done in this process, as `sweeping.workers` has others do them."""

    lost: tuple[type[Exception], ...] = ()
    room = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def renew(self) -> None:
        """Nothing."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Do a task at once."""
        found = Future[Any]()
        found.set_result(function(*arguments))
        return found


def measure(text: str) -> bool:
    """Make a table, print its estimate and its time, and say whether the one holds the other."""
    name, material = text.removeprefix(SLICES).split(": ")
    game = sm.game(name, engine="compiled")
    engine_of(game).warm_up()
    plans: list[Span] = []
    course: list[tuple[float, str]] = []
    begun = spent = 0.0

    def planned(plan: Plan) -> None:
        nonlocal begun
        plans.append(plan.time)
        begun = time.process_time()

    def advance(_done: int, _total: int | None, what: object) -> None:
        course.append((time.process_time() - begun, str(what)))

    for module in (estimate, slice_course):
        module.perf_counter = time.process_time  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        store.folder = lambda: Path(folder)  # type: ignore[attr-defined]
        started = time.process_time()
        if text.startswith(SLICES):
            asked = SlicedTable(Maker(game, 1), read_exact(game, material), Path(folder, "slices"), 1)
            plans, begun = [asked.time], time.process_time()
            asked.make(Here(), advance, lambda: False)
        else:
            table(game, material, jobs=1, progress=advance, planned=planned)
        spent = time.process_time() - begun
    least, most = plans[0]
    holds = least <= spent <= most
    print(
        f"{text:<38} estimate {least:6.2f} to {most:6.2f} s in "
        f"{begun - started:5.2f} s, needed {spent:6.2f} s: {'held' if holds else 'not held'}"
    )
    for share in (0.25, 0.5, 0.75):
        when, what = next(each for each in course if each[0] >= share * course[-1][0])
        print(f"    after {when:6.2f} s, with {spent - when:6.2f} s left: {what}", flush=True)
    return holds


def main() -> None:
    """Measure the tables, or those that are named."""
    parser = argparse.ArgumentParser(description="How well are the times of endgame tables estimated?")
    parser.add_argument("tables", nargs="*", help="by default all")
    found = [measure(text) for text in parser.parse_args().tables or TABLES]
    print(f"{sum(found)} of {len(found)} estimates held")


if __name__ == "__main__":
    main()
