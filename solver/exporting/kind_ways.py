"""The ways of a game's kinds: where they lead, what they need on the way, and what they are for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ..asp.ruleset import Ruleset
from ..asp.terms import text, vector
from ..shorthand.needs import Needs, Way, by_use, joined, least
from ..shorthand.ways import Step
from ..shorthand.written import on_board

DOUBLE_STEP = "first"
"""The use of double steps, which are written by the cells where they start."""


class KindWays:
    """The ways of each kind of each army on a flat board, as seen by an army that goes forward.

    Args:
        ruleset: the rules.
        size: the number of columns and of rows.
        called: uses of the game's own that are other uses.
    """

    def __init__(self, ruleset: Ruleset, size: tuple[int, int], called: Mapping[str, str]) -> None:
        self._ruleset, self._routes, self._size, self._called = ruleset, ruleset.routes, size, called
        self._known: dict[int, frozenset[Needs]] = {}

    def of(self, army: str, kind: str) -> dict[str, set[Way]]:
        """The ways of a kind by use, double steps apart.

        Raises:
            TooManyNeedsError: if there are too many, as along planes.
        """
        sign = 1 if army == self._ruleset.players[0] else -1
        found: dict[str, set[Way]] = defaultdict(set)
        for point, uses in self._routes.ends.get((army, kind), {}).items():
            for use in uses - {DOUBLE_STEP}:
                x, y, *others = self._routes.places[point]
                if not any(others) and abs(x) < self._size[0] and abs(y) < self._size[1]:
                    found[self._called.get(use, use)] |= {
                        ((sign * x, sign * y), _turned(needs, sign)) for needs in self._needs(point)
                    }
        return by_use(on_board(found, *self._size))

    def double_steps(self, army: str, kind: str) -> dict[tuple[Step, int], set[tuple[int, int]]]:
        """The cells from which a kind makes a first move of two or more steps, by its single step and their number."""
        sign = 1 if army == self._ruleset.players[0] else -1
        homes = (symbol.arguments for symbol in self._ruleset.facts("home", 3))
        cells = {vector(cell)[:2] for whose, what, cell in homes if (str(whose), str(what)) == (army, kind)}
        ways = (symbol.arguments for symbol in self._ruleset.facts("way", 5))
        most = {
            way[3]: way[2].arguments[0].number
            for way in ways
            if (str(way[0]), str(way[1]), str(way[4])) == (army, kind, DOUBLE_STEP)
        }
        far = {
            (vector(start)[:2], vector(end)[:2])
            for whose, what, start, end in (symbol.arguments for symbol in self._ruleset.facts("too_far", 4))
            if (str(whose), str(what)) == (army, kind)
        }
        found: dict[tuple[Step, int], set[tuple[int, int]]] = {}
        for direction, step in (symbol.arguments for symbol in self._ruleset.facts("direction", 2)):
            x, y, *others = vector(step)
            for number in () if any(others) else range(2, most.get(direction, 1) + 1):
                ends = {(a, b): (a + number * x, b + number * y) for a, b in cells}
                on = {
                    start
                    for start, (a, b) in ends.items()
                    if 1 <= a <= self._size[0] and 1 <= b <= self._size[1] and (start, (a, b)) not in far
                }
                if on:
                    found[(sign * x, sign * y), number] = on
        return found

    def strings(self, kind: str) -> list[str]:
        """What the rules themselves state of a kind in the notation."""
        return [text(s.arguments[1]) for s in self._ruleset.facts("betza", 2) if str(s.arguments[0]) == kind]

    def _needs(self, point: int) -> frozenset[Needs]:
        if point not in self._known:
            self._known[point] = least(self._alternatives(point))
        return self._known[point]

    def _alternatives(self, point: int) -> Iterator[Needs]:
        for name, earlier in self._routes.alternatives(point):
            if name == "through":
                yield frozenset((self._place(each), "empty") for each in self._routes.through.get(point, ()))
                continue
            word = {"over": "occupied", "capturing": "captured"}.get(name, "empty")
            here = frozenset((self._place(self._routes.places[each]), word) for each in earlier)
            here |= {
                (self._place(self._routes.places[each]), "board") for each in earlier if each in self._routes.inside
            }
            yield from (here | needs for needs in joined(map(self._needs, earlier)))

    @staticmethod
    def _place(vector: Iterable[int]) -> Step:
        x, y, *_ = vector
        return x, y


def _turned(needs: Needs, sign: int) -> Needs:
    return frozenset(((sign * x, sign * y), word) for (x, y), word in needs)
