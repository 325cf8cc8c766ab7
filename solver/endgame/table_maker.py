"""Where tables come from: read from disk, or made after those that they lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from time import perf_counter
from typing import Any

import numpy as np

from ..arguments import checked
from ..asp.ruleset import load
from ..compiled.engine_choice import compiled_game
from ..compiled.kernel.entries import Entries
from ..files import mark_used
from ..play.game import Game
from ..play.material import Material
from ..play.position import Position
from . import store
from .build import Builder, Progress, Values, check_memory, needed, why_wide
from .counts import Counts, count
from .errors import EndgameError, Interrupted
from .estimate import Course
from .game_symmetry import Orbits
from .leads import Method
from .lookahead_boards import Ahead
from .plan import Plan, Planner
from .shape import Shape
from .successors import Kinds, reachable, read_exact
from .table import Probe, Table
from .table_layout import lay_out, route_bytes

MEMORY = 4.0
"""How many gigabytes a table may use while it is made, by default."""


@checked(jobs=1, memory=0)
def table(
    game: Game | str,
    material: Material | str,
    *,
    jobs: int | None = None,
    memory: float = MEMORY,
    progress: Progress | None = None,
    planned: Callable[[Plan], None] | None = None,
) -> Table:
    """The endgame table of some material; it is made if it is not kept on disk.

    A table holds every placement of the material with either side to move: no rights to castle, and no
    regard for draws by repetition or by moves without progress.

    Args:
        game: the game or its name.
        material: such as `white Ki Qu black Ki`.
        jobs: how many threads make it, no more than there are processors; by default as many.
        memory: how many gigabytes that may use.
        progress: receives how much of the layer in work is done.
        planned: receives, before the first table is begun, what has to be made.

    Raises:
        EndgameError: if there can be no such table, or it or one that it leads to would need too much memory.
        RulesError: if the game cannot be compiled.

    >>> from shadowmate.endgame.table_maker import table
    >>> from shadowmate.endgame.table_report import report
    >>> rook = table("fide", "white K R black K")
    >>> report(rook).longest
    16
    """
    found = Game(load(game)) if isinstance(game, str) else game
    maker = Maker(found, jobs, memory, progress, planned)
    return maker.get(read_exact(found, material) if isinstance(material, str) else material)


def known(position: Position) -> Probe | None:
    """The result of the table of a position's material, if it is on disk with those it leads to; else None."""
    with suppress(EndgameError, store.DamagedError):
        found = Shelf(position.game).find(Material.on(position))
        return found.probe(position) if found else None
    return None


class Shelf:
    """The tables of a game that are on disk. They are looked for once, and read where something is asked of them.

    Args:
        game: the game; the compiled engine answers for it.
    """

    def __init__(self, game: Game) -> None:
        self.game = compiled_game(game)
        self._tables: dict[Material, Table | None] = {}

    def find(self, material: Material) -> Table | None:
        """The table of some material if it is on disk."""
        if material not in self._tables:
            self._tables[material] = self._read(material)
        return self._tables[material]

    def get(self, material: Material) -> Table:
        """The table of some material.

        Raises:
            EndgameError: if there is none.
        """
        found = self.find(material)
        if found is None:
            raise EndgameError(f"{material.text(self.game)}: there is no such table on disk")
        return found

    def _read(self, material: Material) -> Table | None:
        with suppress(store.DamagedError):
            stored = store.Stored(store.path_of(self.game, material.text(self.game)))
            form = Shape(material, tuple(stored.facts["order"]), Orbits(stored.array(2)))
            mark_used(stored.path)
            return Table(self.game, form, stored, self.get)
        return None


class Maker(Shelf):
    """Makes the tables that are not on disk, or not whole; the arguments are those of `table`."""

    def __init__(
        self,
        game: Game,
        jobs: int | None = None,
        memory: float = MEMORY,
        progress: Progress | None = None,
        planned: Callable[[Plan], None] | None = None,
    ) -> None:
        super().__init__(game)
        processors = len(os.sched_getaffinity(0))
        self.jobs = min(jobs or processors, processors)
        self.memory, self.progress, self.planned = memory, progress, planned
        self._seconds: dict[Material, float] = {}

    def get(self, material: Material) -> Table:
        """The table of some material, from disk or made now."""
        if self.find(material) is None:
            plan = self.plan([material])
            if self.planned:
                self.planned(plan)
            course = Course(plan.times)
            for form in plan.tables:
                if self.find(form.material) is None:
                    try:
                        self._make(plan.kinds, form, course)
                    except KeyboardInterrupt as error:
                        raise Interrupted(self._kept(plan, form.material)) from error
        return super().get(material)

    def _kept(self, plan: Plan, material: Material) -> str:
        """What is on disk of the tables of a plan, of which one was in work."""
        made = [self._tables.get(form.material) for form in plan.tables]
        finished = sum(bool(one and isinstance(one.stored, store.Stored)) for one in made)
        begun = store.find(store.path_of(self.game, material.text(self.game), unfinished=True))
        plies = f", and {begun.facts['ply']:,} plies of {material.text(self.game)}" if begun else ""
        return f"{finished:,} of {len(made):,} tables{plies}"

    def plan(self, materials: Sequence[Material]) -> Plan:
        """What has to be made for the tables of some materials.

        Raises:
            EndgameError: if that cannot be made.
        """
        kinds = Kinds(self.game, *materials)
        return Planner(kinds, self.memory, self.jobs).plan(materials, lambda one: self.find(one) is not None)

    def _read(self, material: Material) -> Table | None:
        found = super()._read(material)
        with suppress(store.DamagedError):
            if found:
                found.entries(0), found.entries(1)
                # What was killed when it had just written the table has left what it was made from.
                store.remove(store.path_of(self.game, material.text(self.game), unfinished=True))
            return found
        return None

    def _make(self, kinds: Kinds, form: Shape, course: Course) -> None:
        """Make a table, when there are those that it leads to."""
        started = perf_counter()
        course.begin(form.material)
        material = form.material
        name = material.text(self.game)
        others, subs = self.led_to(kinds, material, lambda made, side: made.entries(side))
        facts = lay_out(kinds, form, others)
        routes = route_bytes(kinds, material)

        def widen() -> None:
            wide = needed(form.size, subs.nbytes, routes, wide=True)
            check_memory(wide, self.memory, f"{self.game.name}: {name}", why_wide())

        ahead = None if kinds.way(material) is Method.TRACED else Ahead(kinds, material)
        part, path = (store.path_of(self.game, name, unfinished) for unfinished in (True, False))
        store.prepare(path, 2 * form.size * subs.itemsize)

        def keep(values: Values) -> None:
            spent = earlier + perf_counter() - started
            known = {"ply": values.ply, "most": values.most, "seconds": spent}
            store.keep(part, known, [*values.worth, *values.later])

        def advance(done: int, total: int | None, what: object) -> None:
            if self.progress:
                left = course.left(None if builder.undecided is None else sum(builder.undecided))
                self.progress(done, total, f"{name}: {what}, {left} left")

        begun, earlier = _begun(part)
        if max(subs.itemsize, begun.worth[0].itemsize if begun else 1) > 1:
            widen()
        builder = Builder(facts, form.size, subs, self.jobs, advance, keep, ahead, widen)
        worth = builder.run(begun)
        counts = count(form, worth)
        course.end()
        if isinstance(self.keep(kinds, form, worth, counts, earlier + perf_counter() - started).stored, store.Stored):
            store.remove(part)

    def keep(self, kinds: Kinds, form: Shape, worth: list[Entries], counts: Counts, own: float) -> Table:
        """Write a table that is made, and have it at hand.

        Args:
            kinds: the game.
            form: how its placements are numbered.
            worth: its entries.
            counts: what is in it.
            own: how many seconds it needed, those before it apart.
        """
        material = form.material
        self._seconds[material] = own
        written: dict[str, Any] = {
            "game": self.game.name, "material": material.text(self.game), "order": form.order,
            "counts": asdict(counts),
            "seconds": round(sum(self._seconds.get(one, 0.0) for one in reachable(kinds, material)), 3),
        }  # fmt: skip
        path = store.path_of(self.game, written["material"])
        kept = store.keep(path, written, [*worth, form.orbits.permutations])
        found = self._tables[material] = Table(self.game, form, kept, self.get)
        return found

    def led_to(
        self, kinds: Kinds, material: Material, of: Callable[[Table, int], Entries]
    ) -> tuple[dict[Material, tuple[Shape, int]], Entries]:
        """What moves lead to from some material, and something `of` all those tables and sides, one after another."""
        parts: list[Entries] = []
        found = {}
        place = 0
        for other in kinds.led_to(material):
            made = super().get(other)
            found[other] = (made.shape, place)
            parts += [of(made, 0), of(made, 1)]
            place += 2 * made.shape.size
        return found, np.concatenate(parts) if parts else np.zeros(1, np.uint8)


def _begun(path: Any) -> tuple[Values | None, float]:
    """The parts of an unfinished table that were kept, and the seconds spent on it."""
    stored = store.find(path)
    if stored is None:
        return None, 0.0
    try:
        arrays = [np.array(stored.array(number)) for number in range(4)]
    except store.DamagedError:
        return None, 0.0
    return Values(arrays[:2], arrays[2:], stored.facts["ply"], stored.facts["most"]), stored.facts["seconds"]
