"""What a process does with a slice: it reads files of the folder, and writes one or two. A task done twice writes the
same bytes.

The kernel's functions are those of tables in memory. They see arrays of the whole table; only the slices that are read
are ever touched, so only they need memory.

| file | content |
|---|---|
| `legal-SLICE` | for each side to move, a plane of illegal placements, and of images of others |
| `later-SIDE-SLICE` | the values of captures and promotions, and a plane of stalemates |
| `found-SIDE-SLICE-PLY` | a plane of the entries that are found at this ply; those of ply 0 are mates |
| `so_far-SIDE-SLICE-PLY` | a plane of all entries that are decided at this ply, and one of those won or illegal |
| `worth-SLICE` | the finished entries of both sides |
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..compiled.kernel import retrograde as kernel
from ..compiled.kernel.endgame_facts import ROOM, Endgame
from ..compiled.kernel.entries import ILLEGAL, MARKED, MATED, STALEMATE, UNKNOWN, Entries
from ..compiled.packed import int64
from ..endgame.store import Stored
from ..endgame.untouched import untouched
from ..sweeping.identity import check_program
from .slice_files import plane, put, read, write

FACTS = "facts"
"""The name of the file with the facts of the table, and the entries of those that it leads to."""

SO_FAR = "so_far"
"""The names of files about all that is known at a ply begin so."""


class Stage(StrEnum):
    """What a task does."""

    LEGAL = "legal"
    MATES = "later"
    PLY = "found"
    WORTH = "worth"


class Near(NamedTuple):
    """A slice that moves lead to, with the opponent to move.

    Attributes:
        number: its number.
        so_far: the ply of its `so_far`.
        found: how many entries were found there at the last ply.
    """

    number: int
    so_far: int = 0
    found: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """What a process needs to do a task; the rest is in the folder.

    Attributes:
        folder: the folder.
        program: the version of the program.
        stage: what is done.
        slice: the number of the slice.
        width: how many entries it has.
        side: the side to move.
        ply: the ply.
        wide: whether entries have 16 bits.
        nearby: the slices whose entries are needed, with the opponent to move: at an odd ply those where something was
            found at the last one; otherwise all that moves lead to.
        so_far: the ply of the slice's own `so_far`.
        plies: of the finished table, for each side to move, the plies at which something was found.
    """

    folder: str
    program: str
    stage: Stage
    slice: int
    width: int
    side: int = 0
    ply: int = 0
    wide: bool = False
    nearby: tuple[Near, ...] = ()
    so_far: int = 0
    plies: tuple[tuple[int, ...], ...] = ()

    @property
    def path(self) -> Path:
        """The file that is written last: when it is there, the task is done."""
        if self.stage in (Stage.LEGAL, Stage.WORTH):
            return self.file(self.stage, self.slice)
        return self.of_side(self.stage, self.side) if self.stage is Stage.MATES else self.found(self.side, self.ply)

    @property
    def span(self) -> tuple[int, int]:
        """The first entry of the slice in the table, and the one after the last."""
        return self.slice * self.width, (self.slice + 1) * self.width

    def file(self, *name: object) -> Path:
        """A file of the folder."""
        return Path(self.folder, "-".join(map(str, name)))

    def of_side(self, name: str, side: int, *rest: object) -> Path:
        """A file about one side to move of the slice."""
        return self.file(name, side, self.slice, *rest)

    def found(self, side: int, ply: int) -> Path:
        """The file of what is found at a ply."""
        return self.of_side(Stage.PLY, side, ply)

    def __str__(self) -> str:
        return f"slice {self.slice + 1}, ply {self.ply}" if self.stage is Stage.PLY else f"slice {self.slice + 1}"


class _Table:
    """The facts of a table, from its folder."""

    def __init__(self, folder: str) -> None:
        stored = Stored(Path(folder, FACTS))
        numbers, words, self.subs = (np.array(stored.array(number)) for number in range(3))
        self.facts, self.size = Endgame(numbers, words, np.zeros(0, np.int64)), int(stored.facts["size"])

    def entries(self, kind: Any) -> Entries:
        """Entries for all of the table, that need no memory until they are touched."""
        return untouched(self.size, kind)

    def with_room(self) -> Endgame:
        """The facts, with room to work in."""
        return self.facts._replace(work=np.zeros(ROOM, np.int64))


_table = lru_cache(maxsize=1)(_Table)


def work(task: Task) -> dict[str, Any]:
    """Do a task.

    Returns:
        The facts of the file that is written last.

    Raises:
        SweepError: if this is another version of the program.
        EndgameError: if a file is missing.
        OSError: if a file cannot be written.
    """
    check_program(task.program)
    table = _table(task.folder)
    return {Stage.LEGAL: _legal, Stage.MATES: _mates, Stage.PLY: _ply, Stage.WORTH: _worth}[task.stage](task, table)


def _legal(task: Task, table: _Table) -> dict[str, Any]:
    """Find the illegal placements."""
    (a, b), first, second = task.span, table.entries(np.uint8), table.entries(np.uint8)
    kernel.mark_illegal(table.with_room(), first, second, a, b)
    write(task.path, {}, *(plane(each[a:b] == ILLEGAL) for each in (first, second)))
    return {}


def _mates(task: Task, table: _Table) -> dict[str, Any]:
    """Find the mates of a side, and what its captures and promotions are worth."""
    (a, b), kind = task.span, table.subs.dtype
    mine, theirs, later = (table.entries(kind) for _ in range(3))
    put(mine[a:b], read(task.file(Stage.LEGAL, task.slice))[task.side], ILLEGAL)
    for near in task.nearby:
        start = near.number * task.width
        illegal = read(task.file(Stage.LEGAL, near.number))[1 - task.side]
        put(theirs[start : start + task.width], illegal, ILLEGAL)
    half = kernel.Half(task.side, mine, theirs, later)
    most = int(kernel.settle(table.with_room(), half, table.subs, a, b))
    found = _keep(task, mine[a:b], int(MATED), plane(mine[a:b] == ILLEGAL))
    values = np.flatnonzero(np.bincount(later[a:b])).tolist()
    undecided = int(np.count_nonzero(mine[a:b] == UNKNOWN))
    facts = {**found, "most": most, "later": values, "undecided": undecided}
    write(task.path, facts, later[a:b], plane(mine[a:b] == STALEMATE))
    return facts


def _ply(task: Task, table: _Table) -> dict[str, Any]:
    """Find the entries that are won or lost at a ply.

    As in `endgame.build`, either the moves that led to what was found at the last ply are unmade, or all that is
    undecided is looked at: whichever is less.
    """
    (a, b), now, kind = task.span, int64(task.ply + MATED), np.uint16 if task.wide else table.subs.dtype
    mine, theirs, later = (table.entries(kind) for _ in range(3))
    later[a:b] = read(task.of_side(Stage.MATES, task.side))[0]
    decided, won = read(task.of_side(SO_FAR, task.side, task.so_far))
    put(mine[a:b], decided, ILLEGAL)
    wins = task.ply % 2 == 1
    for near in task.nearby:
        some = theirs[near.number * task.width : (near.number + 1) * task.width]
        if not wins:
            put(some, read(task.file(SO_FAR, 1 - task.side, near.number, near.so_far))[1], MATED + 1)
        if near.found:
            put(some, read(task.file(Stage.PLY, 1 - task.side, near.number, task.ply - 1))[0], now - 1)
    half, facts = kernel.Half(task.side, mine, theirs, later), table.with_room()
    asked = UNKNOWN
    if sum(near.found for near in task.nearby) < np.count_nonzero(mine[a:b] == UNKNOWN):
        asked = MARKED
        for number in {task.slice, *(near.number for near in task.nearby if near.found)}:
            start = number * task.width
            kernel.spread(facts, half, now - 1, now, now if wins else asked, start, start + task.width)
    if not (wins and asked == MARKED):
        kernel.judge(facts, half, asked, now, a, b)
    return _keep(task, mine[a:b], int(now), won)


def _keep(task: Task, mine: Entries, now: int, won: Any) -> dict[str, Any]:
    """Write what is found at a ply, after what is decided so far."""
    found = mine == now
    bits, number = plane(found), int(np.count_nonzero(found))
    write(task.of_side(SO_FAR, task.side, task.ply), {}, plane(mine != UNKNOWN), won | bits if task.ply % 2 else won)
    write(task.found(task.side, task.ply), {"found": number}, bits)
    return {"found": number}


def _worth(task: Task, table: _Table) -> dict[str, Any]:
    """Put together the entries of both sides, and give those that were not in use their values."""
    (a, b), kind = task.span, np.uint16 if task.wide else table.subs.dtype
    first, second = table.entries(kind), table.entries(kind)
    illegal = read(task.file(Stage.LEGAL, task.slice))
    for side, array in enumerate((first, second)):
        put(array[a:b], illegal[side], ILLEGAL)
        put(array[a:b], read(task.of_side(Stage.MATES, side))[1], STALEMATE)
        for ply in task.plies[side]:
            put(array[a:b], read(task.found(side, ply))[0], MATED + ply)
    kernel.fill_images(table.with_room(), first, second, a, b)
    write(task.path, {}, first[a:b], second[a:b])
    return {}
