"""Which legal moves may mate at once: the parts of `rules/core/mates.lp`, grounded round by round.

Every rule is in `rules/`; this file only hands over the routes of a piece from the cell where it
arrives, and says which flights to look at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Function, Number, Symbol

from ...asp.program import Stage
from ...asp.ruleset import MATE_STAGES, STAGES
from ...asp.session import Facts, Session, row
from ...asp.syntax import Signature
from ...asp.terms import Vector, cell_symbol, text, vector
from ...play.analysis import read_moves
from ...play.move import Move
from ...play.position import Position

_FEW = 3  # so many checks are tried out rather than sifted
_FIRST = 5  # so many flights are looked at before the others, which then concern few moves
_LATER: tuple[Signature, ...] = (
    ("point", 5), ("passes", 3), ("arrived", 3), ("walked", 3), ("reach", 4), ("tested", 2), ("survivor", 3),
)  # fmt: skip
_READ: tuple[Signature, ...] = (
    ("legal", 4), ("removes", 2), ("special", 2), ("carries", 3), ("aim", 1), ("arrives", 3), ("walks_to", 3),
    ("haven", 1), ("hopeful", 3), ("checking", 2), ("passes_round", 3),
)  # fmt: skip
_FIRST_ROUND, _SECOND_ROUND, *_CHECKS = MATE_STAGES[1:6]
_FLIGHTS = MATE_STAGES[6:]

Candidate = tuple[Symbol, Symbol]
"""The rules' terms for a move and for what its piece becomes."""

Place = tuple[Vector, tuple[str, ...], str]
"""A cell, and the kinds and army of a piece that would stand there."""


def candidates(position: Position) -> list[Move]:
    """The legal moves of a position that may mate: no other does."""
    return _Sifting(position).result()


class _Sifting:
    """The sifting of one position's moves."""

    def __init__(self, position: Position) -> None:
        engine = position.game.engine
        self._routes = engine.ruleset.routes
        facts = engine.position_facts(position.placement(), ["moves"])
        if engine.ruleset.restricted:
            facts["restricted", 0] = [Number(1)]
        self._session = Session(engine.ruleset, (*STAGES, *MATE_STAGES), _READ, facts, _LATER)
        self._session.ground(*STAGES, MATE_STAGES[0])
        self._moves = {move.term: move for move in read_moves(position.game, position.pieces, self._session.atoms)}
        self._aims = self._cells("aim")
        self._havens = _spread(self._cells("haven"))
        self._standing: dict[Candidate, Place] = {}
        for move, choice, to in self._session.atoms("arrives", 3):
            piece = position.pieces[self._moves[move, choice].origin]
            kinds = piece.kinds if self._moves[move, choice].promotion is None else (text(choice),)
            self._standing[move, choice] = (vector(to), kinds, piece.army)
        self._carried: dict[Candidate, Place] = {}
        for move, partner, to in self._session.atoms("walks_to", 3):
            piece = position.pieces[position.game.names[vector(partner)]]
            self._carried[move, partner] = (vector(to), piece.kinds, piece.army)

    def result(self) -> list[Move]:
        """The moves that are left when every sieve has been passed."""
        self._session.give(
            {
                ("arrived", 3): [row(*key, _name(place)) for key, place in self._standing.items()],
                ("walked", 3): [row(*key, _name(place)) for key, place in self._carried.items()],
            }
        )
        left = self._hopeful(_FIRST_ROUND, list(self._standing), self._havens[:_FIRST], self._aims)
        left = self._hopeful(_SECOND_ROUND, left, self._havens[_FIRST:], [])
        self._look("check", left, self._aims, _CHECKS)
        left = [(move, choice) for move, choice in self._session.atoms("checking", 2)]
        if len(left) > _FEW and self._havens:
            self._look("flight", left, self._havens, _FLIGHTS)
            left = [(move, choice) for _, move, choice in self._session.atoms("passes_round", 3)]
        return [self._moves[candidate] for candidate in left]

    def _cells(self, name: str) -> list[Vector]:
        return sorted({vector(cell) for (cell,) in self._session.atoms(name, 1)})

    def _hopeful(
        self, stage: Stage, left: list[Candidate], flights: Sequence[Vector], aims: Sequence[Vector]
    ) -> list[Candidate]:
        """The moves after which every cell that matters lies on some route, open or not."""
        facts = _survivors(str(stage[1]), left, flights)
        facts["reach", 4] = [
            row(_name(place), Number(number), cell_symbol(cell), Function(use))
            for place in self._places(left)
            for cell in (*aims, *flights)
            for number, use in self._routes.uses_at(*place, cell)
        ]
        self._session.give(facts)
        self._session.ground(stage)
        return [
            (move, choice) for round_, move, choice in self._session.atoms("hopeful", 3) if text(round_) == stage[1]
        ]

    def _look(self, name: str, left: list[Candidate], cells: Iterable[Vector], stages: Sequence[Stage]) -> None:
        """Ground the stages that look at the worlds after these moves, with the routes to these cells."""
        facts = _survivors(name, left, cells)
        points: list[Symbol] = []
        passes: list[Symbol] = []
        for place in self._places(left):
            more_points, more_passes = self._routes.points(*place, frozenset(cells), _name(place))
            points += more_points
            passes += more_passes
        self._session.give({**facts, ("point", 5): points, ("passes", 3): passes})
        self._session.ground(*stages)

    def _places(self, left: Iterable[Candidate]) -> set[Place]:
        return {self._standing[candidate] for candidate in left} | set(self._carried.values())


def _survivors(name: str, left: Iterable[Candidate], cells: Iterable[Vector]) -> Facts:
    round_ = Function(name)
    return {
        ("tested", 2): [row(round_, cell_symbol(cell)) for cell in cells],
        ("survivor", 3): [row(round_, *candidate) for candidate in left],
    }


def _name(place: Place) -> Symbol:
    """What the rules call such a piece on that cell after a move."""
    cell, kinds, army = place
    return Function("there", [cell_symbol(cell), Function(army), *(Function(kind) for kind in kinds)])


def _spread(cells: Iterable[Vector]) -> list[Vector]:
    """Cells far from each other first: one piece seldom guards them all."""
    waiting, found = list(cells), list[Vector]()
    while waiting:
        far = max(waiting, key=lambda cell: min((_distance(cell, other) for other in found), default=0))
        waiting.remove(far)
        found.append(far)
    return found


def _distance(cell: Vector, other: Vector) -> int:
    return sum((a - b) ** 2 for a, b in zip(cell, other, strict=True))
