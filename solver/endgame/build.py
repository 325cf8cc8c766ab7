"""Makes a table: the kernel over all placements, layer by layer, on several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from threading import local
from time import monotonic

import numpy as np

from ..compiled.kernel import entries
from ..compiled.kernel import retrograde as kernel
from ..compiled.kernel.endgame_facts import Endgame
from ..compiled.kernel.entries import Entries
from ..compiled.packed import int64
from ..signals import wait_for
from .counts import number_of, pieces
from .errors import EndgameError
from .lookahead_boards import Ahead

Progress = Callable[[int, int | None, object], None]
"""Receives how much is done, how much there is to do, and a description of it."""

Work = Callable[[Endgame, int, int], int]
"""Does something with a range of placements, given the facts, and returns how much came of it."""

_CHUNK = 1 << 18
LARGEST = 240
"""The largest entry of a ply that leaves the entries at 8 bits: after it they get 16."""

_CHECKPOINT = 30.0  # seconds between what is kept of an unfinished table, at least
_WHOLE = "an entry and its exchanges for each placement and side, the tables it leads to, and the routes"
_SHARE = 20  # and this many times as long as keeping it


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

    def half(self, side: int) -> kernel.Half:
        """The table as one side to move sees it."""
        return kernel.Half(side, self.worth[side], self.worth[1 - side], self.later[side])


def why_wide() -> str:
    """Why a table needs twice the memory."""
    return f"its entries have 16 bits, because a win has more than {(LARGEST - int(entries.MATED)) // 2} moves"


def needed(size: int, led_to: int, routes: int = 0, wide: bool = False) -> int:
    """How many bytes a table needs while it is made: for each placement and side an entry, and the values of exchanges.

    Args:
        size: how many placements it holds.
        led_to: how many bytes the tables have together that it leads to.
        routes: how many bytes the routes of its pieces need.
        wide: whether an entry has 16 bits.
    """
    return (8 if wide else 4) * size + led_to + routes


class Builder:
    """Makes one table.

    Args:
        facts: its facts.
        size: how many placements there are.
        subs: the entries of all tables that it leads to, one after another.
        jobs: how many threads share the work.
        progress: receives how many entries of a layer have been looked at, and how many there are.
        keep: is given what there is now and then, to go on from it another time.
        ahead: looks ahead, if the moves of the material are not such as can be traced back.
        widen: is called before entries get 16 bits; what it raises ends the work.

    Attributes:
        undecided: for each side, about how many entries are neither won nor lost so far; None before the layers.
    """

    def __init__(
        self,
        facts: Endgame,
        size: int,
        subs: Entries,
        jobs: int,
        progress: Progress | None = None,
        keep: Callable[[Values], None] | None = None,
        ahead: Ahead | None = None,
        widen: Callable[[], None] | None = None,
    ) -> None:
        self.facts, self.size, self.subs, self.jobs = facts, size, subs, jobs
        self.progress, self.keep, self.ahead, self.widen = progress, keep, ahead, widen
        self.undecided: list[int] | None = None
        self._found = [0, 0]  # for each side, about how many entries the last layer has
        self._local = local()

    def run(self, values: Values | None = None) -> list[Entries]:
        """Make the table, or go on where `values` ends.

        Returns:
            The entries for each side to move.
        """
        values = values or self._begin()
        due = monotonic() + _CHECKPOINT
        fresh = [1, 1]
        last = int64(values.ply + entries.MATED)
        self.undecided = [number_of(array, entries.UNKNOWN) for array in values.worth]
        self._found = [number_of(array, last) for array in values.worth]
        while any(fresh) or values.ply < values.most - int(entries.MATED):
            try:
                fresh = [fresh[1], self._layer(values)]
            except BaseException:
                # Ctrl-C, or a progress function that raises, ends it.
                # A layer that was begun is done again, so what it has found is forgotten.
                for _, piece in chain(*map(pieces, values.worth)):
                    piece[(piece == entries.MARKED) | (piece > values.ply + entries.MATED)] = entries.UNKNOWN
                self._keep(values)
                raise
            values.ply += 1
            if (began := monotonic()) > due:
                self._keep(values)
                ended = monotonic()
                due = ended + max(_CHECKPOINT, _SHARE * (ended - began))
        self._fill(values.worth)
        return values.worth

    def _fill(self, worth: Sequence[Entries]) -> None:
        """Give entries that were not in use their values: see `turning.py`."""

        first, second = worth

        def fill(facts: Endgame, a: int, b: int) -> int:
            kernel.fill_images(facts, first, second, a, b)
            return 0

        self._share("images", fill)

    def _keep(self, values: Values) -> None:
        if self.keep:
            self.keep(values)

    def _begin(self) -> Values:
        """Find the illegal placements, the mates, and what captures and promotions are worth."""
        kind = self.subs.dtype
        values = Values(self._legality(), [np.zeros(self.size, kind) for _ in range(2)])
        for side in range(2):
            values.most = max(values.most, *self._share("mates", self.settles(values.half(side))))
        return values

    def legality(self) -> list[Entries]:
        """Entries for each side to move in which only illegal placements are marked."""
        worth = self._legality()
        self._fill(worth)
        return worth

    def _legality(self) -> list[Entries]:
        """Entries for each side to move in which illegal placements are marked, and images of others."""
        worth = [np.zeros(self.size, self.subs.dtype) for _ in range(2)]
        self._share("legality", self.finds_illegal(worth))
        return worth

    def finds_illegal(self, worth: Sequence[Entries]) -> Work:
        """The work of marking illegal placements, and images of others."""
        mark, (first, second) = self.ahead.mark_illegal if self.ahead else kernel.mark_illegal, worth

        def illegal(facts: Endgame, a: int, b: int) -> int:
            mark(facts, first, second, a, b)
            return 0

        return illegal

    def settles(self, half: kernel.Half) -> Work:
        """The work of finding the mates and exchanges of one side."""
        settle = self.ahead.settle if self.ahead else kernel.settle
        return lambda facts, a, b: int(settle(facts, half, self.subs, a, b))

    def spreads(self, half: kernel.Half, now: int, mark: int) -> Work:
        """The work of unmaking the moves that led to the entries of the last layer."""
        return lambda facts, a, b: int(kernel.spread(facts, half, now - 1, now, mark, a, b))

    def judges(self, half: kernel.Half, asked: int, now: int) -> Work:
        """The work of judging entries, those marked or all that are unknown."""
        if self.ahead and self.ahead.sweeps:
            judge = self.ahead.judge
            return lambda facts, a, b: judge(facts, half, now, a, b)
        return lambda facts, a, b: int(kernel.judge(facts, half, asked, now, a, b))

    def _layer(self, values: Values) -> int:
        """Find what is won or lost in one more move of both together than is done, and say how much that is."""
        if values.ply + entries.MATED > LARGEST and values.worth[0].dtype == np.uint8:
            if self.widen:
                self.widen()
            for some in (values.worth, values.later):
                for side in range(2):  # one after the other: that needs the least memory
                    some[side] = some[side].astype(np.uint16)
        self._found = [self._half(values, side) for side in range(2)]
        self.undecided = [max(0, some - new) for some, new in zip(self.undecided or [], self._found, strict=True)]
        return sum(self._found)

    def _half(self, values: Values, side: int) -> int:
        """Find what is won or lost in one more move with one side to move.

        Either the moves that led to the entries of the last layer are unmade, or all that is still
        unknown is looked at: whichever is less.
        """
        half, ply, now = values.half(side), values.ply + 1, int64(values.ply + 1 + entries.MATED)
        wins = ply % 2 == 1
        seen, unknown = self._found[1 - side], (self.undecided or [0, 0])[side]
        if not (seen or now <= values.most):
            return 0

        what = f"ply {ply}"
        sweeps = self.ahead is not None and self.ahead.sweeps
        asked = entries.UNKNOWN if sweeps or unknown <= seen else entries.MARKED
        if asked == entries.MARKED:
            marked = sum(self._share(what, self.spreads(half, now, now if wins else entries.MARKED)))
            if wins or not marked:
                return marked
        return sum(self._share(what, self.judges(half, asked, now)))

    def _share(self, what: str, work: Work) -> list[int]:
        """Share the placements among threads, and collect what each part gives."""
        chunk = max(1, min(_CHUNK, -(-self.size // (4 * self.jobs))))
        starts = range(0, self.size, chunk)

        def run(start: int) -> int:
            room = self._local.__dict__.setdefault("room", np.zeros_like(self.facts.work))
            return int(work(self.facts._replace(work=room), start, min(start + chunk, self.size)))

        pool = ThreadPoolExecutor(self.jobs)
        try:
            waiting = {pool.submit(run, start) for start in starts}
            found: list[int] = []
            while waiting:
                done, waiting = wait_for(waiting, 0.2, first=True)
                found += [each.result() for each in done]
                if self.progress:
                    self.progress(len(found), len(starts), what)
            return found
        finally:
            pool.shutdown(cancel_futures=True)


def in_gigabytes(size: int) -> str:
    """A number of bytes, in words, of two digits."""
    rounded = float(f"{size / 1e9:.2g}")
    return f"{rounded:,.0f} GB" if rounded >= 10 else f"{rounded:g} GB"


def installed() -> int:
    """How many bytes of memory this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def check_memory(bytes_needed: int, gigabytes: float, name: str, what: str = _WHOLE) -> None:
    """Refuse a table that would need too much memory.

    Args:
        bytes_needed: how much it needs.
        gigabytes: how much is allowed.
        name: the table.
        what: what needs it.

    Raises:
        EndgameError: with the memory that it needs.
    """
    if bytes_needed > min(gigabytes * 1e9, installed()):
        limit = f"{gigabytes:g} GB are allowed (--memory)"
        if gigabytes * 1e9 > installed():
            limit = f"this machine has {in_gigabytes(installed())}"
        raise EndgameError(f"the table of {name} needs {in_gigabytes(bytes_needed)} ({what}), and {limit}")
