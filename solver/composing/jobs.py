"""Composing with limits and jobs: the way in."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from queue import Empty
from typing import Any

from ..arguments import checked
from ..errors import ShadowmateError
from ..solving.search.limits import Limits
from .compose import Composer, Opener, opened
from .composed import Composed
from .maker_choice import AUTO, chosen, maker_of
from .makers import Improvement
from .specification import Specification, read_specification, specified
from .tally import Ended, Refusal, Tally

_LOOKS = 0.2
"""Seconds between looks at whether to stop."""

Progress = Callable[[Tally], None]


class Composing(Iterator[Composed]):
    """Problems as they are found. Made by `shadowmate.compose`.

    Args:
        some: the problems.
        tally: what is done to find them, as it grows.
        count: as many are enough; None: there is no such number.
        limits: when it ends.

    Attributes:
        tally: what has been done so far: `candidates`, those of them that were `sound`, `problems`, `given_up`,
            `refused`, which has how many sound candidates were refused by each condition, or for another reason, and
            `left`, which is how many of them were not looked at further. Every sound candidate is counted once.
        ended: why there are no more: `count` of them were found, `time` is up, it was `stopped`, or all candidates were
            tried, `exhausted`; None as long as it goes on.
    """

    def __init__(self, some: Generator[Composed, None, None], tally: Tally, count: int | None, limits: Limits) -> None:
        self._some, self._left, self._limits = some, count, limits
        self.tally = tally
        self.ended: Ended | None = None

    def __repr__(self) -> str:
        ended = f"; {self.ended.words}" if self.ended else ""
        return f"<Composing: {self.tally}{ended}>"

    def __next__(self) -> Composed:
        if self.ended:
            self._some.close()
            raise StopIteration
        try:
            found = next(self._some)
        except StopIteration:
            self.ended = self._limit() or Ended.EXHAUSTED
            raise
        if self._left is not None:
            self._left -= 1
            if not self._left:
                self.ended = Ended.COUNT
        return found

    def _limit(self) -> Ended | None:
        """Which limit was reached."""
        limits = self._limits
        if limits.most_seconds is not None and limits.seconds > limits.most_seconds:
            return Ended.TIME
        return Ended.STOPPED if limits.reached else None


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
    diverse: bool | None = None,
) -> Composing:
    """Problems that a specification describes, as they are found, none twice up to the board's symmetry.

    Args:
        specification: the path of a file, or what stands in it.
        count: how many problems to find; without it, and without limits, it goes on as long as more are asked for.
        seed: the same seed and one job give the same problems.
        jobs: how many processes share the work. Each imports the program's main module, so with more than one a script
            has to call this below `if __name__ == "__main__":`.
        limits: when to end.
        every: list every problem of these pieces, in place of searching by chance.
        maker: what makes candidates: `chance`, `clingo`, `tables` or `listing`; `auto` chooses.
        diverse: give only one of problems with the same first moves and the same mates, up to the board's symmetry;
            by default unless every problem is asked for.

    Raises:
        SpecificationError: if the specification cannot be read, or asks for what there is not, or what the maker cannot
                make.
        RulesError: if the game cannot be compiled.

    >>> import shadowmate as sm
    >>> pieces = {"white": ["K", "Q", "N"], "black": ["K", "P"]}
    >>> wanted = {"game": "fide", "stipulation": "#2", "pieces": pieces, "conditions": ["quiet key"]}
    >>> some = sm.compose(wanted, count=2)
    >>> [problem.stipulation for problem in some]
    ['#2', '#2']
    >>> some.ended.value, some.tally.problems, some.tally.refused["quiet key"] > 0
    ('count', 2, True)
    """
    given = specification
    read = read_specification(Path(given)) if isinstance(given, str | Path) else specified(given)
    composer = Composer(read, diverse=not every if diverse is None else diverse)
    return run(composer, count, seed, jobs, limits or Limits(), every=every, maker=maker)


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
) -> Composing:
    """Compose problems with a composer; `progress` is called with the tally now and then."""
    name = chosen(composer, maker, every, jobs)
    tally = composer.tally
    if jobs > 1:
        return Composing(_shared(composer, seed, jobs, limits, opener, progress), tally, count, limits)

    def report(doing: str) -> None:
        tally.doing = doing
        progress(tally)

    made = maker_of(name, composer, seed, limits, every, report)
    return Composing(_numbered(composer.run(made, limits, progress), seed), tally, count, limits)


def _numbered(some: Iterable[Composed], seed: int) -> Generator[Composed, None, None]:
    for number, each in enumerate(some, 1):
        yield replace(each, seed=seed, number=number)


def _shared(
    composer: Composer, seed: int, jobs: int, limits: Limits, opener: Opener, progress: Progress
) -> Generator[Composed, None, None]:
    """Problems that several processes find, each with a seed of its own."""
    context = multiprocessing.get_context("spawn")
    results: Any = context.Queue()
    stop = context.Event()
    arguments = composer.specification, opener, composer.diverse, results, stop, os.getpid()
    workers = [context.Process(target=_work, args=(seed + each, *arguments), daemon=True) for each in range(jobs)]
    for worker in workers:
        worker.start()
    known, tally = set[bytes](), composer.tally
    try:
        while not limits.reached:
            # Asked before the queue is: what a process has found it may have put there just before it ended.
            alive = any(worker.is_alive() for worker in workers)
            try:
                found = results.get(timeout=_LOOKS)
            except Empty:
                if alive:
                    continue
                codes = ", ".join(str(worker.exitcode) for worker in workers)
                raise ShadowmateError(
                    f"all processes have ended (exit codes {codes}); was there enough memory?"
                ) from None
            if isinstance(found, Tally):
                tally.add(found)
                progress(tally)
            elif found.identity in known:
                tally.refuse(Refusal.KNOWN)
            elif found.play in known:
                tally.refuse(Refusal.ALIKE)
            else:
                known |= {found.identity, found.play} - {b""}
                tally.problems += 1
                yield found
    finally:
        stop.set()
        results.cancel_join_thread()
        for worker in workers:
            worker.join(timeout=5)
            if worker.is_alive():
                worker.terminate()


def _work(
    seed: int, specification: Specification, opener: Opener, diverse: bool, results: Any, stop: Any, parent: int
) -> None:
    """The work of one process. It ends when its queue asks for that, or when the process that started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limits = Limits(stop=lambda: bool(stop.is_set()) or os.getppid() != parent)
    composer, reported = Composer(specification, opener, diverse), Tally()

    def report(tally: Tally) -> None:
        nonlocal reported
        results.put(tally.since(reported))
        reported = tally.copy()

    for each in _numbered(composer.run(Improvement(composer.setting, seed), limits, report), seed):
        report(composer.tally)  # first, so that no problem is counted before its candidate
        results.put(each)
    results.cancel_join_thread()
