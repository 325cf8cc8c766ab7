"""A table from its slices: the folder is prepared, the slices are made in it, and the table is put together of them."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

import numpy as np

from ..compiled.kernel.entries import Entries
from ..endgame import store
from ..endgame.build import check_memory, in_gigabytes, why_wide
from ..endgame.counts import count
from ..endgame.errors import EndgameError
from ..endgame.estimate import Span
from ..endgame.leads import Method
from ..endgame.plan import Planner
from ..endgame.successors import Kinds
from ..endgame.table import Table
from ..endgame.table_layout import lay_out
from ..endgame.table_maker import Maker
from ..files import alone, sweep, write_whole
from ..play.material import Material
from ..sweeping.folder import check_free
from ..sweeping.identity import program
from ..sweeping.team import Stop
from ..sweeping.workers import Workers
from .slice_builder import Progress, SliceBuilder
from .slice_course import BESIDES, SliceCourse, in_slices
from .slice_files import read
from .slice_work import FACTS
from .slices import slices

_MANIFEST, LOCK, _WHOLE = "table.json", ".lock", ".whole"

_NEEDED = "for each process, the entries of a slice and of those that its moves lead to, and the tables it leads to"


class SlicedTable:
    """A table that is made slice by slice.

    Args:
        maker: makes the tables that it leads to, and stores it.
        material: the material.
        folder: where the slices are, and what they are made from; made if it is missing.
        processes: how many processes of this machine make it.

    Raises:
        EndgameError: if it cannot be made so, or needs too much memory, or the folder has slices of something else.
        SweepError: if the folder has something else.
    """

    def __init__(self, maker: Maker, material: Material, folder: Path, processes: int) -> None:
        self.maker, self.folder = maker, folder
        self.name = f"{maker.game.name}: {material.text(maker.game)}"
        self.kinds = Kinds(maker.game, material)
        if self.kinds.way(material) is not Method.TRACED:
            raise EndgameError(f"{self.name}: its moves cannot be traced back, so there are no slices of its table")
        planner = Planner(self.kinds, maker.memory, 1)
        self.form = planner.shape_of(material)
        self._check_folder()
        self.slices = slices(self.kinds, self.form)
        self.processes = processes
        self.led_to = planner.led_to(material)
        self._check_memory(1, _NEEDED)  # before smaller tables are made
        self.led_to = sum(
            maker.get(other).entries(side).nbytes for other in self.kinds.led_to(material) for side in (0, 1)
        )
        self.memory = self._check_memory(1, _NEEDED)
        self._parts = in_slices(planner.parts(material), self.slices)

    def _check_memory(self, entry: int, what: str) -> int:
        """The memory that the processes need, given the bytes of an entry; refused if it is too much."""
        found = self.processes * ((self.slices.most_nearby + BESIDES) * self.slices.width * entry + self.led_to)
        check_memory(found, self.maker.memory, self.name, what)
        return found

    def __str__(self) -> str:
        processes = "1 process" if self.processes == 1 else f"{self.processes} processes"
        return (
            f"{self.name}: {self.slices.number} slices of {self.slices.width:,} entries for either side, "
            f"{in_gigabytes(self.memory)}, {self.time} with {processes}"
        )

    @property
    def time(self) -> Span:
        """The time that it needs, without the tables that it leads to."""
        return self._parts.span.times(1 / self.processes, 1 / self.processes)

    def make(self, workers: Workers, progress: Progress, stop: Stop) -> Table:
        """Make the slices that are missing, and put the table together.

        Args:
            workers: what runs the tasks.
            progress: receives the progress.
            stop: whether to stop.

        Raises:
            StoppedError: if it was stopped; what is finished is kept.
            SweepError: if a task cannot be done.
            EndgameError: if a file is damaged.
            OSError: if a file cannot be written.
        """
        started = perf_counter()
        self.folder.mkdir(exist_ok=True)
        with alone(self.folder / LOCK):
            sweep(self.folder)
            wide = self._prepare()
            with workers:
                course = SliceCourse(self._parts, self.slices.number, max(1, workers.room // 2))
                builder = SliceBuilder(
                    self.folder.absolute(), self.slices, wide, workers, progress, course, stop,
                    lambda: self._check_memory(2, why_wide()),
                )  # fmt: skip
                files = builder.run()
            return self._put_together(files, perf_counter() - started)

    def _check_folder(self) -> None:
        """Refuse a folder of something else."""
        try:
            facts = json.loads((self.folder / _MANIFEST).read_bytes())
            if not isinstance(facts, dict):
                raise ValueError("it is no JSON object")
        except (FileNotFoundError, NotADirectoryError):
            check_free(self.folder, "slices")
            return
        except (OSError, ValueError) as error:
            raise EndgameError(f"{self.folder / _MANIFEST}: cannot be read: {error}") from error
        for key, mine in self._identity.items():
            if facts.get(key) != mine:
                raise EndgameError(
                    f"{self.folder}: has slices of {facts.get(key)}, and this is {mine}. Give another folder"
                )

    @property
    def _identity(self) -> dict[str, str]:
        """What the folder is known by."""
        return {
            "material": self.name, "readings": " ".join(map(str, self.maker.game.ruleset.chosen)),
            "program": program(), "table": self._path.stem,
        }  # fmt: skip

    @property
    def _path(self) -> Path:
        """Where the table is stored; its name depends on the rules too."""
        return store.path_of(self.maker.game, self.form.material.text(self.maker.game))

    def _prepare(self) -> bool:
        """Write the facts of the table for the processes, unless they are there.

        Returns:
            Whether the tables that it leads to have entries of 16 bits.
        """
        self._check_folder()  # another process may have begun meanwhile
        others, subs = self.maker.led_to(self.kinds, self.form.material, lambda made, side: made.entries(side))
        write_whole(self.folder / _MANIFEST, json.dumps(self._identity, indent=1).encode() + b"\n")
        path = self.folder / FACTS
        try:
            stored = store.Stored(path)
            for number in range(len(stored.facts["arrays"])):
                stored.array(number)
        except store.DamagedError:
            facts = lay_out(self.kinds, self.form, others)
            store.write(path, {"size": self.form.size}, [facts.numbers, facts.words, subs])
        return subs.itemsize > 1

    def _put_together(self, files: list[Path], seconds: float) -> Table:
        """The table from its slices. They are written to a file, so that memory need not hold them."""
        width, path = self.slices.width, self.folder / _WHOLE
        whole: list[Entries] = []
        try:
            for number, file in enumerate(files):
                both = read(file)
                if not whole:
                    whole = list(np.memmap(path, both[0].dtype, "w+", shape=(2, self.form.size)))
                for side, array in enumerate(both):
                    whole[side][number * width : (number + 1) * width] = array
            store.prepare(self._path, 2 * self.form.size * whole[0].itemsize)
            return self.maker.keep(self.kinds, self.form, whole, count(self.form, whole), seconds)
        finally:
            path.unlink(missing_ok=True)
