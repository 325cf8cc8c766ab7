"""Composing with limits and jobs: the way in."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from queue import Empty
from typing import Any

from ..arguments import checked
from ..errors import ShadowmateError
from ..solving.search.limits import Limits
from .choosing import AUTO, chosen, maker_of
from .compose import Composer, Opener, Tally, opened
from .composed import Composed
from .makers import Improvement
from .specification import Specification, read_specification, specified

_PATIENCE = 0.2
"""Seconds between looks at whether to stop."""

Progress = Callable[[Tally], None]


@checked(count=1, seed=0, jobs=1)
def compose(
    specification: str | Path | Mapping[str, Any],
    *,
    count: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    limits: Limits | None = None,
    every: bool = False,
    maker: str = AUTO,
) -> Iterator[Composed]:
    """Problems that a specification describes, as they are found, none twice up to the board's symmetry.

    Args:
        specification: the path of a file, or what stands in it.
        count: so many are enough; without it, and without limits, it goes on until nobody asks for more.
        seed: the same seed and one job give the same problems.
        jobs: so many processes share the work. Each imports the program's main module, so with more than one a script
            has to call this below `if __name__ == "__main__":`.
        limits: when to end.
        every: list every problem of these men, in place of searching by chance.
        maker: who makes candidates: `chance`, `clingo`, `tables` or `listing`; `auto` chooses by what is asked.

    Raises:
        SpecificationError: if the specification cannot be read, or asks for what there is not, or what the maker cannot
                make.
        RulesError: if the game cannot be compiled.

    >>> import shadowmate as sm
    >>> men = {"white": ["K", "Q", "N"], "black": ["K", "P"]}
    >>> wanted = {"game": "fide", "stipulation": "#2", "men": men, "conditions": ["quiet key"]}
    >>> [problem.stipulation for problem in sm.compose(wanted, count=2)]
    ['#2', '#2']
    """
    given = specification
    read = read_specification(Path(given)) if isinstance(given, str | Path) else specified(given)
    return run(Composer(read), count, seed, jobs, limits or Limits(), every=every, maker=maker)


def run(
    composer: Composer,
    count: int | None,
    seed: int,
    jobs: int,
    limits: Limits,
    *,
    every: bool = False,
    maker: str = AUTO,
    opener: Opener = opened,
    progress: Progress = lambda _: None,
) -> Iterator[Composed]:
    """The same with a composer; `progress` is told of what was done now and then."""
    name = chosen(composer, maker, every, jobs)
    if jobs > 1:
        some = _shared(composer.specification, seed, jobs, limits, opener, progress)
    else:

        def tell(doing: str) -> None:
            composer.tally.doing = doing
            progress(composer.tally)

        made = maker_of(name, composer, seed, limits, every, tell)
        some = _numbered(composer.run(made, limits, progress), seed)
    return _first(some, count)


def _first(some: Iterator[Composed], count: int | None) -> Iterator[Composed]:
    for number, each in enumerate(some, 1):
        yield each
        if number == count:
            return


def _numbered(some: Iterator[Composed], seed: int) -> Iterator[Composed]:
    for number, each in enumerate(some, 1):
        yield replace(each, seed=seed, number=number)


def _shared(
    specification: Specification, seed: int, jobs: int, limits: Limits, opener: Opener, progress: Progress
) -> Iterator[Composed]:
    """Problems that several processes find, each with a seed of its own."""
    context = multiprocessing.get_context("spawn")
    results: Any = context.Queue()
    stop = context.Event()
    arguments = specification, opener, results, stop, os.getpid()
    workers = [context.Process(target=_work, args=(seed + each, *arguments), daemon=True) for each in range(jobs)]
    for worker in workers:
        worker.start()
    known, whole = set[bytes](), Tally()
    try:
        while not limits.reached:
            # Asked before the queue is: what a process has found it may have put there just before it ended.
            alive = any(worker.is_alive() for worker in workers)
            try:
                found = results.get(timeout=_PATIENCE)
            except Empty:
                if alive:
                    continue
                codes = ", ".join(str(worker.exitcode) for worker in workers)
                raise ShadowmateError(
                    f"all processes have ended (exit codes {codes}); was there enough memory?"
                ) from None
            if isinstance(found, Tally):
                whole.candidates += found.candidates
                whole.sound += found.sound
                whole.given_up += found.given_up
                progress(whole)
            elif found.identity not in known:
                known.add(found.identity)
                whole.problems += 1
                yield found
    finally:
        stop.set()
        results.cancel_join_thread()
        for worker in workers:
            worker.join(timeout=5)
            if worker.is_alive():
                worker.terminate()


def _work(seed: int, specification: Specification, opener: Opener, results: Any, stop: Any, parent: int) -> None:
    """What one process does: it ends when it is told to, or when there is nobody to tell it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limits = Limits(stop=lambda: bool(stop.is_set()) or os.getppid() != parent)
    composer, told = Composer(specification, opener), Tally()

    def tell(tally: Tally) -> None:
        more = (tally.candidates - told.candidates, tally.sound - told.sound)
        results.put(Tally(*more, given_up=tally.given_up - told.given_up))
        told.candidates, told.sound, told.given_up = tally.candidates, tally.sound, tally.given_up

    for each in _numbered(composer.run(Improvement(composer.setting, seed), limits, tell), seed):
        results.put(each)
    results.cancel_join_thread()
