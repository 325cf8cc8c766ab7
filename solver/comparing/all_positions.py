"""Every position of some pieces that two games share, a batch at a time, once for each class of symmetric ones.

Each player that has pieces is to move in turn. Every right to castle that the cells of the pieces permit is tried, held
and not held; so is every cell that an opponent's piece may have just passed over, and none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TypeAlias

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ..asp.terms import Vector, vector
from ..compiled.kernel.candidates import (
    CANDIDATE_PIECES,
    CANDIDATE_RIGHTS,
    PIECE_COLUMNS,
)
from ..endgame.errors import EndgameError
from ..endgame.game_symmetry import symmetries
from ..endgame.placement_batches import Castling, Cells, castlings, placements
from ..endgame.successors import Kinds
from ..play.game import Game
from ..play.material import Material
from ..play.piece import Type

Row: TypeAlias = NDArray[np.int64]
"""A number for each of some positions."""

_NO_CELL = -1


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions of the same pieces.

    Attributes:
        turn: the number of the player to move.
        cells: the cells of the pieces.
        passed: the cell just passed over, -1 if none.
        landed: the cell of the piece that passed over it, if the position has to give it.
        rights: the rights to castle, as bits: the numbers of `Shared.castlings`.
        weight: how many positions each stands for that symmetries make the same.
    """

    turn: int
    cells: Cells
    passed: Row
    landed: Row
    rights: Row
    weight: Row

    def only(self, kept: NDArray[np.bool_] | Row) -> Batch:
        """The positions that are kept."""
        parts = (self.cells, self.passed, self.landed, self.rights, self.weight)
        return Batch(self.turn, *(part[kept] for part in parts))


class Shared:
    """What two games have in common, as far as positions are about it.

    Args:
        games: the two, with the same board and players.

    Raises:
        RulesError: if one of them cannot be compiled.
    """

    def __init__(self, games: tuple[Game, Game]) -> None:
        self.games = games
        self.kinds = Kinds(games[0]), Kinds(games[1])
        self.engines = tuple(each.engine for each in self.kinds)
        left, right = ({(c.army, c.royal, c.partner): c for c in castlings(engine)} for engine in self.engines)
        self.castlings: list[tuple[Castling, Castling]] = [(left[key], right[key]) for key in left if key in right]
        rulesets = [game.ruleset for game in games]
        starts, passages, crossroads, passers = (
            frozenset.intersection(*(frozenset(map(str, ruleset.facts(name, size))) for ruleset in rulesets))
            for name, size in (("passage_from", 4), ("on_passage", 4), ("crossroads", 1), ("in_passing", 1))
        )
        facts = games[0].ruleset.facts
        self._passages = [s.arguments for s in facts("passage_from", 4) if str(s) in starts]
        self._passed: dict[tuple[Symbol, ...], list[Vector]] = defaultdict(list)
        for *whole, cell in (s.arguments for s in facts("on_passage", 4) if str(s) in passages):
            self._passed[tuple(whole)].append(vector(cell))
        self._crossroads = {vector(s.arguments[0]) for s in facts("crossroads", 1) if str(s) in crossroads}
        self._passers = {str(s.arguments[0]) for s in facts("in_passing", 1) if str(s) in passers}

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in the order of their turns."""
        return self.games[0].ruleset.players

    def meet(self, types: Iterable[Type]) -> None:
        """Make some types of pieces known to both."""
        for each in self.kinds:
            each.meet(Material.of(each.game, types))

    def cells_of(self, each: Type) -> Cells:
        """The numbers of the cells where a piece may be in both."""
        misplaced = {cell for kinds in self.kinds for cell in kinds.misplaced(each)}
        return np.array([n for n in range(len(self.engines[0].cells)) if n not in misplaced], np.int64)

    def passing(self, each: Type) -> list[tuple[Row, Row, list[Row]]]:
        """By the cell of a piece: the cell it may have passed first, its own if it matters, and which are empty."""
        army, kinds = each
        number = self.engines[0].number
        if not self._passers.intersection(kinds):
            return []
        found: dict[int, list[list[int]]] = {}
        for owner, over, to, start in self._passages:
            passed, end = vector(over), vector(to)
            if str(owner) == army and passed in number and end in number:
                landed = number[end] if passed in self._crossroads else _NO_CELL
                empty = [number.get(cell, _NO_CELL) for cell in (vector(start), *self._passed[owner, over, to])]
                found.setdefault(number[end], []).append([number[passed], landed, *empty])
        some = []
        width = max((len(way) for ways in found.values() for way in ways), default=0)
        for place in range(max(map(len, found.values()), default=0)):
            columns = np.full((width, len(number)), _NO_CELL, np.int64)
            for cell, ways in found.items():
                if place < len(ways):
                    columns[: len(ways[place]), cell] = ways[place]
            some.append((columns[0], columns[1], [*columns[2:]]))
        return some

    def symmetries(self, types: Sequence[Type]) -> NDArray[np.int32]:
        """(symmetries, cells): the image of each cell under the symmetries of both games; the identity first.

        Only the identity where it is not known what the pieces may become.
        """
        found = []
        for kinds in self.kinds:
            try:
                found.append(symmetries(kinds, kinds.closure(Material.of(kinds.game, types))))
            except EndgameError:
                return np.arange(len(kinds.engine.cells), dtype=np.int32)[None]
        right = {image.tobytes() for image in found[1]}
        return np.array([image for image in found[0] if image.tobytes() in right], np.int32)


class Placing:
    """Every position of some pieces.

    Args:
        shared: the games.
        material: the pieces.
    """

    def __init__(self, shared: Shared, material: Material) -> None:
        self.shared, self.material = shared, material
        self.types = material.types
        self.alike = [self.types.index(each) for each in self.types]
        self._columns = [shared.cells_of(each) for each in self.types]
        self._castling = [(number, pair) for number in range(len(shared.castlings)) for pair in self._castlers(number)]
        self.turns = [n for n, player in enumerate(shared.players) if any(army == player for army, _ in self.types)]

    @cached_property
    def symmetries(self) -> NDArray[np.int32]:
        """As `Shared.symmetries` has them."""
        return self.shared.symmetries(self.types)

    def _castlers(self, number: int) -> list[tuple[int, int]]:
        return self.shared.castlings[number][0].castlers(self.shared.games[0].ruleset, self.types)

    @cached_property
    def _head(self) -> int:
        """The piece, the only one of its type, that has the fewest cells up to symmetry."""
        single = [number for number, place in enumerate(self.alike) if self.alike.count(place) == 1]
        return min(single, key=lambda number: len(self._heads(number)), default=_NO_CELL)

    def _heads(self, number: int) -> Cells:
        return np.unique(self.symmetries.min(axis=0)[self._columns[number]]).astype(np.int64)

    @property
    def size(self) -> int:
        """How many placements are looked at, or more: those that symmetries make the same once."""
        lengths = [len(column) for column in self._columns]
        if self._head >= 0:
            lengths[self._head] = len(self._heads(self._head))
        return prod(lengths) * len(self.turns)

    def batches(self) -> Iterator[Batch]:
        """All positions, in batches."""
        columns, first = list(self._columns), self.symmetries.min(axis=0)
        weights = np.ones(len(first), np.int64)
        if self._head >= 0:
            weights = np.bincount(first, minlength=len(first))
            columns[self._head] = self._heads(self._head)
        for turn in self.turns:
            for cells in placements(columns, self.alike):
                none = np.full(len(cells), _NO_CELL, np.int64)
                weight = weights[cells[:, max(self._head, 0)]]
                yield from self._with_passed(Batch(turn, cells, none, none, np.zeros_like(none), weight))
            for place, (number, (royal, partner)) in enumerate(self._castling):
                yield from self._castled(turn, place, number, royal, partner)

    def _castled(self, turn: int, place: int, number: int, royal: int, partner: int) -> Iterator[Batch]:
        """The positions with some right to castle, and none of those before it."""
        columns, castling = list(self._columns), self.shared.castlings[number][0]
        columns[royal], columns[partner] = np.array([castling.royal]), np.array([castling.partner])
        later = [(other, pair) for other, pair in self._castling[place + 1 :] if other != number]
        for cells in placements(columns, self.alike):
            none = np.full(len(cells), _NO_CELL, np.int64)
            for count in range(len(later) + 1):
                for more in combinations(later, count):
                    held = np.ones(len(cells), np.bool_)
                    for other, (one, two) in more:
                        needed = self.shared.castlings[other][0]
                        held &= (cells[:, one] == needed.royal) & (cells[:, two] == needed.partner)
                    if held.any():
                        rights = np.full(len(cells), (1 << number) | sum(1 << other for other, _ in more), np.int64)
                        whole = Batch(turn, cells, none, none, rights, np.ones_like(none))
                        yield from self._with_passed(whole.only(held))

    def _with_passed(self, batch: Batch) -> Iterator[Batch]:
        """Positions, and after them the same when a piece has just passed over a cell."""
        yield batch
        for piece, each in enumerate(self.types):
            if each[0] == self.shared.players[batch.turn]:
                continue
            for over, landed, empty in self.shared.passing(each):
                passed = over[batch.cells[:, piece]]
                free = passed >= 0
                for cells in (row[batch.cells[:, piece]] for row in empty):
                    free &= (cells < 0) | (batch.cells != cells[:, None]).all(axis=1)
                if free.any():
                    yield replace(batch, passed=passed, landed=landed[batch.cells[:, piece]]).only(free)

    def rows(self, side: int, batch: Batch) -> NDArray[np.int64]:
        """Positions as the kernel has them, by the rules of one side."""
        engine = self.shared.engines[side]
        rows = np.full((len(batch.cells), CANDIDATE_PIECES + PIECE_COLUMNS * len(self.types)), -1, np.int64)
        states = engine.effects.states
        rows[:, CANDIDATE_RIGHTS] = states.of_cells("ep", batch.passed) | states.of_cells("landed", batch.landed)
        for number, castling in enumerate(self.shared.castlings):
            rows[:, CANDIDATE_RIGHTS] |= (batch.rights >> number & 1) * castling[side].bits
        rows[:, CANDIDATE_PIECES::PIECE_COLUMNS] = batch.cells
        rows[:, CANDIDATE_PIECES + 1 :: PIECE_COLUMNS] = [engine.types.index(each) + 1 for each in self.types]
        rows[:, CANDIDATE_PIECES + 2 :: PIECE_COLUMNS] = 0
        return rows

    def canonical(self, batch: Batch) -> NDArray[np.void]:
        """For each position a key that is the same for those that symmetries make the same."""
        cells, count = batch.cells, self.symmetries.shape[1]
        # Rights to castle are kept by the identity only.
        ways = self.symmetries[: 1 if batch.rights.any() else None]
        least: NDArray[np.int64] | None = None
        for way in ways:
            wide = np.append(way, [_NO_CELL]).astype(np.int64)  # whose last is for no cell
            pieces = wide[cells] + np.array(self.alike) * count
            pieces.sort(axis=1)
            fixed = np.stack([np.full(len(cells), batch.turn), batch.rights, wide[batch.passed], wide[batch.landed]], 1)
            image = np.ascontiguousarray(np.concatenate([fixed, pieces], axis=1))
            least = image if least is None else _smaller(image, least)
        assert least is not None
        return least.view(np.dtype((np.void, least.dtype.itemsize * least.shape[1]))).ravel()


def _smaller(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each two rows the one that comes first."""
    differ = one != other
    first = differ.argmax(axis=1)
    rows = np.arange(len(one))
    less = one[rows, first] < other[rows, first]
    return np.ascontiguousarray(np.where(less[:, None], one, other))


def parts_of(game: Game, material: Material, most: int | None) -> list[Material]:
    """Some pieces, and every part of them, the smallest first; no more than `most` pieces."""
    size = len(material.types) if most is None else min(most, len(material.types))
    parts = (part for number in range(1, size + 1) for part in combinations(material.types, number))
    return list(dict.fromkeys(Material.of(game, part) for part in parts))
