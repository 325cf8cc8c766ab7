"""Random positions of any game: from play, and such as no game would ever reach.

Only the facts of a game are used (its kinds, routes, castlings, double steps, promotions), so this works for
every game, and makes the positions in which its rules meet: lines closed by one piece, Pawns about to be
promoted, rights to castle, a double step just made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from shadowmate import Game, Move, Position
from shadowmate.asp.terms import Value, Vector, is_vector, vector
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.endgame.leads import Leads
from shadowmate.play.placement import Placement, Stores

Kinds = tuple[str, ...]

QUIET = (0, 0, 0, 3, 59, 60, 99, 100, 199, 200, 300)
SEEN = (1, 1, 1, 2, 3, 4)


class RandomPositions:
    """An endless supply of positions of a game.

    Args:
        game: whose positions they are; its engine plays the moves of random play.
        seed: the same seed gives the same positions.
        compounds: pieces of several kinds that are used beside the kinds of the game.
        crowded: the most pieces on the board.
    """

    def __init__(self, game: Game, seed: int | str, compounds: Sequence[Kinds] = (), crowded: int = 100) -> None:
        rules = game.ruleset
        self.game, self.random, self.crowded = game, Random(seed), crowded
        self.cells = list(rules.cells)
        self.kinds: list[Kinds] = [
            *((kind,) for kind in rules.abbreviations),
            *(tuple(sorted(kinds)) for kinds in compounds),
        ]
        facts = {name: [s.arguments for s in rules.facts(name, arity)] for name, arity in _FACTS}
        self.royal = [str(kind) for (kind,) in facts["royal"]]
        self.partners = [str(kind) for (kind,) in facts["castling_partner"]]
        self.passers = [str(kind) for (kind,) in facts["in_passing"]]
        self.captures = {str(use) for (use,) in facts["captures"]}
        self.castlings = [(str(army), *map(vector, cells)) for army, *cells in facts["castling"]]
        self.between: dict[tuple[str, Vector], set[Vector]] = defaultdict(set)
        for army, partner, cell in facts["castling_empty"]:
            self.between[str(army), vector(partner)].add(vector(cell))
        self.passages = [
            (str(army), vector(passed), vector(to), vector(start))
            for army, passed, to, start in facts["passage_from"]
            if {vector(passed), vector(to)} <= rules.cells.keys()
        ]
        self.passed: dict[tuple[str, Vector, Vector], list[Vector]] = defaultdict(list)
        for army, passed, to, cell in facts["on_passage"]:
            self.passed[str(army), vector(passed), vector(to)].append(vector(cell))
        self.crossroads = {vector(cell) for (cell,) in facts["crossroads"]}
        leads = Leads(engine_of(game))
        self.near: list[tuple[str, str, Vector]] = []
        for army, kind in product(rules.players, rules.abbreviations):
            changing = leads.changing((army, (kind,)))
            goals = {cell for cell, changes in zip(leads.engine.cells, changing, strict=True) if changes}
            self.near += [(army, kind, cell) for cell in self.cells if goals and goals & self.reached(army, kind, cell)]

    def reached(self, army: str, kind: str, cell: Vector) -> set[Vector]:
        """Where a kind's routes end, on an empty board."""
        return {end for _, end, _ in self.game.ruleset.routes.ends_from(cell, (kind,), army)}

    def unreachable(self) -> Position:
        """Random pieces on random cells, so that the position is valid; and no more is asked of it."""
        random, setup = self.random, _Setup()
        several = 0.35 if self.game.ruleset.shares_armies else 0
        for add, chance in (
            (self._castling, 0.35), (self._passing, 0.35), (self._promotion, 0.5), (self._with_armies, several),
        ):  # fmt: skip
            if random.random() < chance:
                add(setup)
        crowned = {(army, kind) for kinds, army in setup.pieces.values() for kind in kinds}
        for army in self.game.ruleset.players:
            for kind in self.royal:
                if (army, kind) not in crowned and random.random() < 0.9 / len(self.royal) ** 0.5:
                    setup.put(random.choice(self.cells), (kind,), army)
        for _ in range(random.choice((0, 0, 1, 3))):
            self._line(setup)
        most = min(self.crowded, len(self.cells) * 2 // 3)
        for _ in range(int(most ** random.random())):
            kinds = random.choice(self.kinds)
            if random.random() < 0.1 or not set(kinds) & set(self.royal):
                setup.put(random.choice(self.cells), kinds, random.choice(self.game.ruleset.players))
        turns = [army for army in self.game.ruleset.players if army != setup.passed_by]
        found = self._valid(setup, random.choice(turns))
        return found if found.pieces else self.unreachable()

    def played(self) -> Iterator[Position]:
        """Positions on the way of one random game, from the array or from pieces on random cells."""
        position = self.game.start() if self.random.random() < 0.5 else self.unreachable()
        gap = self.random.randint(1, 8)
        for _ in range(self.random.choice((10, 40, 150))):
            moves = position.legal_moves()
            if not moves:
                yield position
                return
            gap -= 1
            if gap == 0:
                yield position
                gap = self.random.randint(1, 8)
            position = position.push(self._choose(moves))

    def reachable(self) -> Iterator[Position]:
        """Positions of one random game after another."""
        while True:
            yield from self.played()

    def _choose(self, moves: Sequence[Move]) -> Move:
        """Any move, but special ones and captures now and then."""
        groups = [
            moves,
            [move for move in moves if move.special],
            [move for move in moves if move.special in ("castling", "en passant") or move.promotion],
            [move for move in moves if move.captures],
        ]
        return self.random.choice(self.random.choice([group for group in groups if group]))

    def _castling(self, setup: _Setup) -> None:
        """Set royals, or anything in a game without them, and partners where some castlings start, with the rights."""
        for army, start, _, partner, _ in self.random.sample(
            self.castlings, self.random.randint(0, len(self.castlings))
        ):
            setup.put(start, (self.random.choice(self.royal),) if self.royal else self.random.choice(self.kinds), army)
            setup.put(partner, (self.random.choice(self.partners),), army)
            setup.state.add(("castle", partner))
            if self.random.random() < 0.8:
                setup.clear(self.between[army, partner])

    def _passing(self, setup: _Setup) -> None:
        """Set a piece that has just made a double step or a longer one, and one that may capture it."""
        if not self.passages:
            return
        army, passed, to, start = self.random.choice(self.passages)
        cells = self.passed[army, passed, to]
        setup.put(to, (self.random.choice(self.passers),), army)
        setup.clear({*cells, start})
        setup.state |= {("ep", passed), *([("landed", to)] if passed in self.crossroads else [])}
        setup.passed_by = army
        for _ in range(self.random.randint(0, 3)):
            other, kind = self.random.choice(self.game.ruleset.players), self.random.choice(self.passers)
            cell = self._taker(other, kind, self.random.choice(cells) if len(cells) > 1 else passed)
            if other != army and cell:
                setup.put(cell, (kind,), other)

    def _taker(self, army: str, kind: str, target: Vector) -> Vector | None:
        """A cell from which a kind captures on another, on an empty board."""
        routes = self.game.ruleset.routes
        ends = [number for number, uses in routes.ends.get((army, kind), {}).items() if uses & self.captures]
        cells = [tuple(a - b for a, b in zip(target, routes.places[number], strict=True)) for number in ends]
        found = [cell for cell in cells if cell in self.game.ruleset.cells]
        return self.random.choice(found) if found else None

    def _promotion(self, setup: _Setup) -> None:
        """Set pieces that can be promoted, or change otherwise where they arrive."""
        for _ in range(self.random.randint(1, 6) if self.near else 0):
            army, kind, cell = self.random.choice(self.near)
            setup.put(cell, (kind,), army)

    def _with_armies(self, setup: _Setup) -> None:
        """Give an army to another player."""
        army, player = self.random.sample(self.game.ruleset.players, 2)
        setup.state.add(("owner", (army, player)))

    def _held(self) -> Stores:
        """Some items in stores that no player has."""
        stores = self.game.ruleset.items.items()
        some = [(store, item) for store, items in stores if " " not in store for item in items]
        chosen = self.random.sample(some, self.random.choice((0, min(1, len(some)), len(some) // 2))) if some else []
        return tuple((store, item, self.random.randint(1, 2)) for store, item in sorted(chosen))

    def _line(self, setup: _Setup) -> None:
        """Set a piece with a route to a royal, and perhaps one between."""
        royals = [(cell, army) for cell, (kinds, army) in setup.pieces.items() if set(kinds) & set(self.royal)]
        if not royals:
            return
        royal, army = self.random.choice(royals)
        kinds = self.random.choice(self.kinds)
        others = [other for other in self.game.ruleset.players if other != army]
        by = self.random.choice(others) if others else army
        origin = self._taker(by, self.random.choice(kinds), royal)
        if origin is None:
            return
        setup.put(origin, kinds, by)
        routes = self.game.ruleset.routes
        along = [routes.cells_before(origin, number) for number, _ in routes.uses_at(origin, kinds, by, royal)]
        way = sorted(self.random.choice(along)) if along else []
        setup.clear(set(way))
        if way and self.random.random() < 0.7:
            blocker = self.random.choice([army, army, by])
            setup.put(self.random.choice(way), self.random.choice(self.kinds), blocker, anywhere=True)

    def _valid(self, setup: _Setup, turn: str) -> Position:
        """The position without whatever makes it impossible."""
        quiet, seen = self.random.choice(QUIET), self.random.choice(SEEN)
        while True:
            pieces = tuple((cell, kinds, army) for cell, (kinds, army) in sorted(setup.pieces.items()))
            found = Placement(pieces, turn, tuple(sorted(setup.state)), quiet, seen, self._held())
            flaws = self.game.reference.flaws(found)("flaw", 2)
            if not flaws:
                return position_of(self.game, found)
            for place, _ in flaws:
                if is_vector(place):
                    setup.pieces.pop(vector(place), None)
                    continue
                name, value = place.arguments
                names = tuple(map(str, value.arguments))
                setup.state.discard((str(name), vector(value) if is_vector(value) else names))


class _Setup:
    """A position in the making.

    Attributes:
        pieces: kinds and army by cell.
        state: rights and what else there is.
        free: cells that are to stay empty.
        passed_by: the army that made the last move, if the text has it.
    """

    def __init__(self) -> None:
        self.pieces: dict[Vector, tuple[Kinds, str]] = {}
        self.state: set[tuple[str, Value]] = set()
        self.free: set[Vector] = set()
        self.passed_by: str | None = None

    def put(self, cell: Vector, kinds: Kinds, army: str, anywhere: bool = False) -> None:
        """Set a piece, if the cell is empty."""
        if cell not in self.pieces and (anywhere or cell not in self.free):
            self.pieces[cell] = (kinds, army)

    def clear(self, cells: set[Vector]) -> None:
        """Leave cells empty."""
        self.free |= cells


_FACTS = (
    ("royal", 1), ("castling_partner", 1), ("in_passing", 1), ("captures", 1), ("castling", 5), ("castling_empty", 3),
    ("passage_from", 4), ("on_passage", 4), ("crossroads", 1),
)  # fmt: skip


def position_of(game: Game, placement: Placement) -> Position:
    """The position that a placement is, of a game that may have another engine."""
    return Position.of(game, placement)
