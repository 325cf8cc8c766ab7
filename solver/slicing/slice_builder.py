"""Makes a table slice by slice: the same entries as `endgame.build` makes, by tasks that several machines share.

Each ply of each slice and side to move is a task. What a task finds is in a file that does not change any more, so a
build that was killed goes on where it was. `slice_work.py` has the files and what a task does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ..compiled.kernel.entries import MATED
from ..endgame import build
from ..endgame.estimate import Span
from ..sweeping.identity import program
from ..sweeping.team import Stop, Team
from ..sweeping.workers import Workers
from .slice_course import SliceCourse
from .slice_files import facts_of
from .slice_work import SO_FAR, Near, Stage, Task, work
from .slices import Slices

Progress = Callable[[int, int | None, object], None]

_SIDES = range(2)


class StoppedError(Exception):
    """The build was stopped before its end; the text has what was in work, and what is left."""


class SliceBuilder:
    """Makes the slices of one table.

    Args:
        folder: the folder, with the facts of the table.
        slices: the slices.
        wide: whether the tables that it leads to have entries of 16 bits.
        workers: what runs the tasks.
        progress: receives the progress.
        course: the time that it needs.
        stop: whether to stop.
        widen: is called before entries get 16 bits; what it raises ends the work.
    """

    def __init__(
        self,
        folder: Path,
        slices: Slices,
        wide: bool,
        workers: Workers,
        progress: Progress,
        course: SliceCourse,
        stop: Stop,
        widen: Callable[[], object],
    ) -> None:
        self.folder, self.slices, self.wide, self.widen = folder, slices, wide, widen
        self.progress, self.course = progress, course
        self._team = Team(workers, work, stop, str)
        self._undecided = 0  # how many entries are neither won nor lost so far
        self._found: dict[tuple[int, int], list[int]] = {}  # by side and slice, how many entries at each ply
        self._later: dict[tuple[int, int], frozenset[int]] = {}  # by side and slice, the values of its exchanges
        self._so_far: dict[tuple[int, int], int] = {}  # by side and slice, the last ply with a file

    def run(self) -> list[Path]:
        """Make all slices, or go on where the folder ends.

        Returns:
            For each slice the file with its entries.

        Raises:
            StoppedError: if it was stopped.
            SweepError: if a task cannot be done.
            EndgameError: if a file is damaged.
            OSError: if a file cannot be written.
        """
        finished = [self._task(Stage.WORTH, number) for number in range(self.slices.number)]
        if any(facts_of(task.path) is None for task in finished):
            finished = self._make()
            for _ in self._done(finished, "entries"):
                pass
        for name in (Stage.LEGAL, Stage.MATES, Stage.PLY, SO_FAR):  # other files may be the user's
            for path in self.folder.glob(f"{name}-*"):
                path.unlink()
        return [task.path for task in finished]

    def _make(self) -> list[Task]:
        """Find what is won and lost at each ply; then the tasks that put it together."""
        numbers, most = range(self.slices.number), 0
        if self.wide:
            self.widen()
        for _ in self._done((self._task(Stage.LEGAL, number) for number in numbers), "legality"):
            pass
        mates = [
            self._task(Stage.MATES, number, side, nearby=map(Near, self._nearby(side, number)))
            for side in _SIDES
            for number in numbers
        ]
        for task, facts in self._done(mates, "mates"):
            key = task.side, task.slice
            self._found[key], self._later[key], self._so_far[key] = [facts["found"]], frozenset(facts["later"]), 0
            most = max(most, facts["most"])
            self._undecided += facts["undecided"]
        ply, fresh = 0, [1, 1]
        while any(fresh) or ply < most - int(MATED):
            ply += 1
            if self._wide(ply) > self._wide(ply - 1):
                self.widen()
            fresh = [fresh[1], self._layer(ply)]
        wide = self._wide(ply)
        plies = [{number: _some(self._found[side, number]) for number in numbers} for side in _SIDES]
        return [
            self._task(Stage.WORTH, number, wide=wide, plies=tuple(each[number] for each in plies))
            for number in numbers
        ]

    def _layer(self, ply: int) -> int:
        """Find the entries of both sides that are won or lost at a ply; returns how many."""
        before = dict(self._so_far)
        tasks = []
        for key, found in self._found.items():
            side, number = key
            sources = [each for each in self._nearby(side, number) if self._found[1 - side, each][ply - 1]]
            found.append(0)
            if sources or ply + MATED in self._later[key]:
                needed = sources if ply % 2 else self._nearby(side, number)
                nearby = [Near(each, before[1 - side, each], self._found[1 - side, each][ply - 1]) for each in needed]
                tasks.append(
                    self._task(
                        Stage.PLY, number, side, ply=ply, wide=self._wide(ply), nearby=nearby, so_far=before[key]
                    )
                )
        total = 0
        for task, facts in self._done(tasks, f"ply {ply}"):
            key = task.side, task.slice
            self._found[key][ply] = facts["found"]
            self._so_far[key] = ply
            total += facts["found"]
            self._undecided -= facts["found"]
        for task in tasks:  # no task needs them any more
            task.of_side(SO_FAR, task.side, before[task.side, task.slice]).unlink(missing_ok=True)
        return total

    def _done(self, tasks: Iterable[Task], what: str) -> Iterator[tuple[Task, dict[str, Any]]]:
        """Have tasks done that are not done yet; with each what is known of its file."""
        todo, done = list[Task](), list[Task]()
        for task in tasks:
            if (facts := facts_of(task.path)) is None:
                todo.append(task)
            else:
                done.append(task)
                yield task, facts
        if not todo:
            return
        self.course.begin(done, todo, self._undecided)
        total, finished = len(done) + len(todo), 0
        left = self._report(done, todo, finished, what)
        for task, facts in self._team.answers((task, task) for task in todo):
            finished += 1
            self.course.done(task)
            yield task, facts
            left = self._report(done, todo, finished, what)
        if finished < len(todo):
            raise StoppedError(f"in {what} with {len(done) + finished} of {total} slices finished, {left} left")

    def _report(self, done: list[Task], todo: list[Task], finished: int, what: str) -> Span:
        """Report the progress; returns what is left."""
        left = self.course.left(todo[0].stage, finished, self._undecided)
        self.progress(len(done) + finished, len(done) + len(todo), f"{what}, {left} left")
        return left

    def _nearby(self, side: int, number: int) -> tuple[int, ...]:
        return self.slices.nearby[side][number]

    def _wide(self, ply: int) -> bool:
        """Whether the entries have 16 bits when a ply is found."""
        return self.wide or ply - 1 + MATED > build.LARGEST

    def _task(self, stage: Stage, number: int, side: int = 0, nearby: Iterable[Near] = (), **rest: Any) -> Task:
        return Task(str(self.folder), program(), stage, number, self.slices.width, side, nearby=tuple(nearby), **rest)


def _some(found: list[int]) -> tuple[int, ...]:
    """The plies at which something was found."""
    return tuple(ply for ply, number in enumerate(found) if number)
