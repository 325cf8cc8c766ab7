"""Where the pieces of a game can come: at least the cells that they reach, as no piece blocks another here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import chain

from ..asp.ruleset import Ruleset
from ..compiled.compile.outcomes import GONE
from ..compiled.compile.store_items import HAND
from ..compiled.named_values import DOUBLE
from ..shorthand.needs import TooManyNeedsError
from ..shorthand.ways import Step
from .described import ON_THE_WAY, PASSING, Cell, Description
from .kind_ways import DOUBLE_STEP

Piece = tuple[int, str]
"""The number of an army, and a kind."""

HOLES = "a board with holes"
"""What is not written of a game whose board is not whole."""


class ReachedGame(Description):
    """A game with where its pieces can come.

    Args:
        ruleset: the rules.

    Raises:
        RulesError: as for `Description`.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._known_steps: dict[Piece, set[tuple[str, Step]]] = {}
        self._known_made: dict[tuple[str, Piece, tuple[int, int]], frozenset[Piece]] = {}

    @property
    def has_holes(self) -> bool:
        """Whether some squares of the board are missing."""
        return len(self.cells) != self.size[0] * self.size[1]

    @cached_property
    def reachable(self) -> frozenset[Piece]:
        """The kinds that each army can have, from the array on."""
        found = {(army, kind) for army in (0, 1) for kind in self.kinds if self.cells_of(army, kind)}
        if self.has_hands:
            found |= {(army, kind) for army in (0, 1) for kind in self.kinds if self.held(army, kind)}
        waiting = sorted(found)
        while waiting:
            army, kind = waiting.pop()
            new = set(self._made(army, kind)) - found
            found |= new
            waiting += sorted(new)
        return frozenset(found)

    def _made(self, army: int, kind: str) -> Iterator[Piece]:
        """What a piece of a kind can become, and what its captures bring."""
        piece = (self.players[army], (kind,))
        for way in self.effects.ways:
            if not self.effects.arrives(way, piece):
                continue
            for cells in self.effects.cells(way, piece):
                for victim in (None, *(self._types if self.effects.by_victim and way != DOUBLE else ())):
                    if victim and not self.effects.may_capture(piece, victim):
                        continue
                    for each in self.effects.outcomes(way, piece, victim, *cells, self._types):
                        arrival = self._arrival(each, army, kind)
                        if arrival.kind:
                            yield arrival.army, arrival.kind
                        yield from (
                            (owner, item)
                            for (store, owner), item in arrival.gains
                            if store == HAND and owner is not None and item in self.kinds
                        )

    @cached_property
    def standing(self) -> dict[Piece, set[Cell]]:
        """The cells where the pieces of each army and kind may stand; what is not there is never on the board."""
        found: dict[Piece, set[Cell]] = defaultdict(set)
        waiting: list[tuple[Piece, Cell]] = []

        def add(piece: Piece, cell: Cell) -> None:
            if cell not in found[piece]:
                found[piece].add(cell)
                waiting.append((piece, cell))

        for piece, cell in self._first():
            add(piece, cell)
        while waiting:
            piece, cell = waiting.pop()
            for way, start, end in self.moves_from(piece, cell):
                for new in self._made_by(way, piece, start, end):
                    add(new, end)
        return {piece: cells for piece, cells in found.items() if cells}

    @cached_property
    def standing_kinds(self) -> list[str]:
        """The kinds of the pieces that may stand somewhere, in order."""
        return [kind for kind in self.kinds if any((army, kind) in self.standing for army in (0, 1))]

    def army_of(self, kind: str) -> int:
        """The number of an army that has pieces of a kind: the first army if both have some, or neither."""
        return next((army for army in (0, 1) if (army, kind) in self.standing), 0)

    def _first(self) -> Iterator[tuple[Piece, Cell]]:
        """Where pieces stand at the start, or after a drop or castling."""
        for army in (0, 1):
            for kind in self.kinds:
                yield from (((army, kind), cell) for cell in self.cells_of(army, kind))
                if self.has_hands and (army, kind) in self.reachable:
                    for cell in self.cells:
                        yield from (((each.army, each.kind), cell) for each in self.drops(army, kind, cell))
        for castling in self.castlings:
            for _, kinds, _, end in castling.pieces:
                yield from (((castling.army, kind), end) for kind in kinds)

    def moves_from(self, piece: Piece, cell: Cell) -> Iterator[tuple[str, Cell, Cell]]:
        """The moves of a piece on a cell if no other were there: how it arrives, its start and its end."""
        sign = 1 if piece[0] == 0 else -1
        for way, step in self._steps(piece):
            end = cell[0] + sign * step[0], cell[1] + sign * step[1]
            if end in self.numbers:
                yield way, cell, end
        for (step, number), homes in self.double_steps(*piece).items():
            end = cell[0] + number * sign * step[0], cell[1] + number * sign * step[1]
            if cell in homes and end in self.numbers:
                yield DOUBLE_STEP, cell, end

    def _steps(self, piece: Piece) -> set[tuple[str, Step]]:
        """The ends of a kind's ways, each with how it arrives."""
        if piece not in self._known_steps:
            found = set[tuple[str, Step]]()
            try:
                ways = self.ways(*piece)
            except TooManyNeedsError:
                ways = {}
            for use, some in ways.items():
                for end, needs in some:
                    found.add((use if use in self.ways_to_arrive else "", end))
                    if any(word == "captured" for _, word in needs):
                        found |= {(way, end) for way in ON_THE_WAY}
                    if use in ("any", "capture") and piece[1] in self.ruleset.names("in_passing"):
                        found.add((PASSING, end))
            self._known_steps[piece] = {each for each in found if self.arrives(each[0], *piece)}
        return self._known_steps[piece]

    def _made_by(self, way: str, piece: Piece, start: Cell, end: Cell) -> frozenset[Piece]:
        """What a move may make of its mover; nothing if it is never legal."""
        key = (way, piece, self.class_of(start, end))
        if key not in self._known_made:
            # Where it could capture a royal piece it never comes.
            royal = self.ruleset.royal
            others = (each for each in sorted(self.reachable) if each[1] not in royal)
            victims = [None, *(each for each in others if self.effects.by_victim and self.may_capture(piece, each))]
            self._known_made[key] = frozenset(chain(*(self._becoming(way, piece, each, *key[2]) for each in victims)))
        return self._known_made[key]

    def _becoming(self, way: str, piece: Piece, victim: Piece | None, start: int, end: int) -> Iterator[Piece]:
        """What moves of a class may make of their mover."""
        mover, captured = (each and (self.players[each[0]], (each[1],)) for each in (piece, victim))
        assert mover
        for each in self.effects.outcomes(self.ways_to_arrive[way], mover, captured, start, end, self._types):
            army, kinds = each.mover or mover
            if (army, kinds) != GONE:
                yield self.players.index(army), "+".join(kinds)


@lru_cache(maxsize=1)
def reached_game(ruleset: Ruleset) -> ReachedGame:
    """The game of some rules, kept for the next form in which it is written."""
    return ReachedGame(ruleset)
