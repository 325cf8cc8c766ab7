"""Makes a table: the kernel over all placements, layer by layer, on several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import local
from time import monotonic

import numpy as np

from ..compiled.kernel import placements as entries
from ..compiled.kernel import retrograde as kernel
from ..compiled.kernel.placements import Values as Entries
from ..compiled.tables import Words, int64
from .errors import EndgameError
from .plan import Plan

Progress = Callable[[int, int | None, object], None]
"""Takes how much is done, of how much, and what to say of it."""

_CHUNK = 1 << 18
_LARGEST = 240  # above this the entries of 8 bits are made 16 bits wide
_CHECKPOINT = 30.0  # seconds between what is kept of an unfinished table, at least
_SHARE = 20  # and so many times as long as it takes to keep it


@dataclass(slots=True)
class Values:
    """What the placements of a table are worth, while it is made.

    Attributes:
        worth: for each side to move, the entries.
        later: for each side, what its captures and promotions are worth.
        ply: the last layer that is finished; 0 when the mates are found.
        most: the largest number in `later`.
    """

    worth: list[Entries]
    later: list[Entries]
    ply: int = 0
    most: int = 0


def needed(size: int, plan: Plan, subs: Entries) -> int:
    """How many bytes it takes to make a table: for each placement and side an entry and what exchanges are worth."""
    return 4 * size * subs.itemsize + plan.size + subs.nbytes


class Builder:
    """Makes one table.

    Args:
        plan: its facts.
        size: how many placements there are.
        subs: the entries of all tables that it leads to, one after another.
        jobs: how many threads share the work.
        progress: is told how many entries of how many have been looked at in a layer.
        keep: is given what there is now and then, to go on from it another time.
    """

    def __init__(
        self,
        plan: Plan,
        size: int,
        subs: Entries,
        jobs: int,
        progress: Progress | None = None,
        keep: Callable[[Values], None] | None = None,
    ) -> None:
        self.plan, self.size, self.subs, self.jobs = plan, size, subs, jobs
        self.progress, self.keep = progress, keep
        self._local = local()

    def run(self, values: Values | None = None) -> list[Entries]:
        """Make the table, or go on where `values` ends.

        Returns:
            The entries for each side to move.
        """
        values = values or self._begin()
        due = monotonic() + _CHECKPOINT
        fresh = [1, 1]
        while any(fresh) or values.ply < values.most - int(entries.MATED):
            try:
                fresh = [fresh[1], self._layer(values)]
            except KeyboardInterrupt:
                # A layer that was begun is done again: what it has found it will find once more.
                for array in values.worth:
                    array[array == entries.MARKED] = entries.UNKNOWN
                self._keep(values)
                raise
            values.ply += 1
            if (began := monotonic()) > due:
                self._keep(values)
                ended = monotonic()
                due = ended + max(_CHECKPOINT, _SHARE * (ended - began))
        return values.worth

    def _keep(self, values: Values) -> None:
        if self.keep:
            self.keep(values)

    def _begin(self) -> Values:
        """Find the illegal placements, the mates, and what captures and promotions are worth."""
        kind, facts = self.subs.dtype, self.plan
        first, second = worth = [np.zeros(self.size, kind) for _ in range(2)]

        def legality(a: int, b: int, room: Words) -> int:
            kernel.mark_illegal(facts.numbers, facts.words, room, a, b, first, second)
            return 0

        self._share("legality", legality)
        values = Values(worth, [np.zeros(self.size, kind) for _ in range(2)])
        for side in range(2):
            self._settle(values, side)
        return values

    def _settle(self, values: Values, side: int) -> None:
        """The mates and exchanges of one side."""
        mine, theirs, then = values.worth[side], values.worth[1 - side], values.later[side]
        facts = self.plan

        def settle(a: int, b: int, room: Words) -> int:
            return kernel.settle(
                facts.numbers, facts.words, room, facts.strides, a, b, side, mine, theirs, then, self.subs
            )

        values.most = max(values.most, *self._share("mates", settle))

    def _layer(self, values: Values) -> int:
        """Find what is won or lost in one more move of both together than is done, and say how much that is."""
        if values.ply + entries.MATED > _LARGEST and values.worth[0].dtype == np.uint8:
            values.worth = [array.astype(np.uint16) for array in values.worth]
            values.later = [array.astype(np.uint16) for array in values.later]
        return sum(self._half(values, side) for side in range(2))

    def _half(self, values: Values, side: int) -> int:
        """The same with one side to move.

        Either the moves that led to what was found in the last layer are taken back, or all that is still
        unknown is looked at: whichever is less.
        """
        mine, theirs, then = values.worth[side], values.worth[1 - side], values.later[side]
        facts, ply, now = self.plan, values.ply + 1, int64(values.ply + 1 + entries.MATED)
        wins = ply % 2 == 1
        unknown, seen = np.count_nonzero(mine == entries.UNKNOWN), np.count_nonzero(theirs == now - 1)
        if not unknown or not (seen or now <= values.most):
            return 0

        def spread(a: int, b: int, room: Words) -> int:
            mark = now if wins else entries.MARKED
            return kernel.spread(
                facts.numbers, facts.words, room, facts.strides, a, b, side, theirs, mine, then, now - 1, now, mark
            )

        def judge(a: int, b: int, room: Words) -> int:
            return kernel.judge(
                facts.numbers, facts.words, room, facts.strides, a, b, side, mine, theirs, then, asked, now
            )

        what = f"ply {ply}"
        asked = entries.UNKNOWN if unknown <= seen else entries.MARKED
        if asked == entries.MARKED:
            marked = sum(self._share(what, spread))
            if wins or not marked:
                return marked
        return sum(self._share(what, judge))

    def _share(self, what: str, work: Callable[[int, int, Words], int]) -> list[int]:
        """Share the placements among threads, and collect what each part gives."""
        chunk = max(1, min(_CHUNK, -(-self.size // (4 * self.jobs))))
        starts = range(0, self.size, chunk)

        def run(start: int) -> int:
            room = self._local.__dict__.setdefault("room", np.zeros(entries.ROOM, np.int64))
            return int(work(start, min(start + chunk, self.size), room))

        pool = ThreadPoolExecutor(self.jobs)
        try:
            waiting = {pool.submit(run, start) for start in starts}
            found: list[int] = []
            while waiting:
                done, waiting = wait(waiting, 0.2, "FIRST_COMPLETED")
                found += [each.result() for each in done]
                if self.progress:
                    self.progress(len(found), len(starts), what)
            return found
        finally:
            pool.shutdown(cancel_futures=True)


def check_memory(bytes_needed: int, gigabytes: float, name: str) -> None:
    """Refuse a table that would take too much memory.

    Raises:
        EndgameError: saying how much it takes.
    """
    if bytes_needed > gigabytes * 1e9:
        raise EndgameError(
            f"the table of {name} takes {bytes_needed / 1e9:.2g} GB (an entry and its exchanges for each placement "
            f"and side, and the routes), and {gigabytes:g} GB are allowed (--memory)"
        )
