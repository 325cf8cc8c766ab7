"""The cost of a table with all those that it leads to: estimated, and refused if too high, before any is begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce

from ..compiled.kernel.endgame_facts import MOST_PIECES
from ..play.material import Material
from ..play.piece import Type
from .build import check_memory, in_gigabytes, needed
from .errors import EndgameError
from .estimate import NOTHING, Parts, Span, measured
from .game_symmetry import Orbits, symmetries
from .leads import Method
from .shape import Shape, shape
from .successors import Kinds, reachable
from .table_layout import route_bytes

_ENTRIES = {Method.TRACED: 1e6, Method.AHEAD: 1e6, Method.SWEPT: 4e4}
"""How many entries for either side to move a thread makes in a second, roughly: small tables are not measured."""

_PROMOTED = 0.36
"""The share of that speed with looking ahead and a promotion: two tables took 2.4 and 3.1 times as long."""

_LEAST = 0.05
"""Seconds for the smallest table."""

_FASTER = 0.15
"""Of these rough times, the part that a table needs that is drawn or won at once."""

_MEASURED, _SHARE, _MOST = 2.0, 0.9, 6
"""Above this many seconds this share of the work is measured, in at most this number of tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables that have to be there for those that were asked for.

    Attributes:
        kinds: the game.
        tables: how the placements of each are numbered, each after those that it leads to.
        missing: how many of them are still to be made.
        placements: how many placements those hold.
        memory: how many bytes the largest of those needs while it is made.
        times: an estimate of the time for each of those.
    """

    kinds: Kinds
    tables: tuple[Shape, ...]
    missing: int
    placements: int
    memory: int
    times: Mapping[Material, Span]

    @property
    def time(self) -> Span:
        """An estimate of the time for all of them."""
        return reduce(Span.plus, self.times.values(), NOTHING)

    def __str__(self) -> str:
        what = "1 table" if self.missing == 1 else f"{self.missing:,} tables"
        return f"{what} to make, {self.placements:,} placements, {in_gigabytes(self.memory)}, {self.time}"


class Planner:
    """Plans tables.

    Args:
        kinds: the game.
        memory: how many gigabytes a table may use while it is made.
        jobs: how many threads will make it.
    """

    def __init__(self, kinds: Kinds, memory: float, jobs: int) -> None:
        self.kinds, self.game, self.memory, self.jobs = kinds, kinds.game, memory, jobs
        self._asked: dict[Material, Material] = {}
        self._shapes: dict[Material, Shape] = {}
        self._orbits: dict[frozenset[Type], Orbits] = {}

    def plan(self, materials: Sequence[Material], is_made: Callable[[Material], bool]) -> Plan:
        """The tables to make for some materials, and their cost.

        Args:
            materials: what tables are asked for.
            is_made: whether the table of some material need not be made.

        Raises:
            EndgameError: if one of the tables cannot be made, or needs too much memory.
        """
        found: dict[Material, None] = {}
        for asked in materials:
            found |= dict.fromkeys(reachable(self.kinds, asked, partial(self._check_size, asked)))
        todo = [one for one in found if not is_made(one)]
        memory = max((self._check(one, route_bytes(self.kinds, one)) for one in todo), default=0)
        return Plan(
            kinds=self.kinds,
            tables=tuple(self.shape_of(one) for one in found),
            missing=len(todo),
            placements=sum(self.shape_of(one).placements for one in todo),
            memory=memory,
            times=self._times(todo),
        )

    def parts(self, material: Material) -> Parts:
        """The seconds that the parts of making a table need: roughly if it is small, otherwise measured."""
        rough = self._rough(material)
        if rough < _MEASURED:
            return Parts(0.3 * _FASTER * rough, 0.7 * _FASTER * rough, (1 - _FASTER) * rough)
        return measured(self.kinds, self.shape_of(material), self.shape_of, self.jobs)

    def _rough(self, material: Material) -> float:
        """Roughly the seconds that a table needs."""
        return _LEAST + self.shape_of(material).size / self._entries(material) / self.jobs

    def _times(self, todo: Sequence[Material]) -> dict[Material, Span]:
        """The time of each table: the largest are measured, and the others follow them."""
        rough = {one: self._rough(one) for one in todo}
        found, left = dict[Material, Span](), sum(rough.values())
        if left < _MEASURED:
            return {one: Span(_FASTER * seconds, seconds) for one, seconds in rough.items()}
        for one in sorted(todo, key=lambda each: -rough[each])[:_MOST]:
            if left > (1 - _SHARE) * sum(rough.values()):
                found[one] = measured(self.kinds, self.shape_of(one), self.shape_of, self.jobs).span
                left -= rough[one]
        total, asked = reduce(Span.plus, found.values()), sum(rough[one] for one in found)
        return {
            one: found.get(one, Span(seconds * total.least / asked, seconds * total.most / asked))
            for one, seconds in rough.items()
        }

    def _entries(self, material: Material) -> float:
        """How many entries of a table a thread makes in a second."""
        way = self.kinds.way(material)
        rises = way is Method.AHEAD and any(map(self.kinds.is_promoted, material.types))
        return _ENTRIES[way] * (_PROMOTED if rises else 1)

    def _check_size(self, asked: Material, material: Material) -> None:
        """Refuse material whose table is too large whatever its pieces do.

        It is asked about before what the material leads to is found: the dearest comes first.
        """
        self._asked.setdefault(material, asked)
        name = self._name(material)
        if len(material.types) > MOST_PIECES:
            raise EndgameError(f"{name}: tables hold no more than {MOST_PIECES} pieces")
        if not self.kinds.arrays.routine:
            # Its closure takes long to find: that has no more symmetries than its own pieces have.
            least = shape(self.kinds, material, self._symmetric(list(dict.fromkeys(material.types)))).size
            check_memory(needed(least, 0), self.memory, name)
        self._check(material, 0)

    def _check(self, material: Material, routes: int) -> int:
        """The memory that the table of some material needs; refused if it is too much."""
        found = needed(self.shape_of(material).size, self.led_to(material), routes)
        check_memory(found, self.memory, self._name(material))
        return found

    def _name(self, material: Material) -> str:
        text, asked = material.text(self.game), self._asked[material].text(self.game)
        reason = "" if text == asked else f", to which captures and promotions in {asked} lead,"
        return f"{self.game.name}: {text}{reason}"

    def led_to(self, material: Material) -> int:
        """How many bytes the tables need together that a move may lead to, if an entry of theirs is one byte."""
        return sum(2 * self.shape_of(other).size for other in self.kinds.led_to(material))

    def shape_of(self, material: Material) -> Shape:
        """How the placements of some material are numbered."""
        if material not in self._shapes:
            self._shapes[material] = shape(self.kinds, material, self._symmetric(self.kinds.closure(material)))
        return self._shapes[material]

    def _symmetric(self, types: list[Type]) -> Orbits:
        """The symmetries of some types."""
        key = frozenset(types)
        if key not in self._orbits:
            self._orbits[key] = Orbits(symmetries(self.kinds, types))
        return self._orbits[key]
