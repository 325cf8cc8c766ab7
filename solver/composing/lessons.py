"""What a placement that failed teaches: the pieces that make it fail, so that other placements fail with them.

A position with a mate at once has a shorter solution than a mate in two or more, and a position with two such moves has
a cook as a mate in one. Both remain so if other pieces of the mover are elsewhere, as long as they do not block the
move, or the attacks on the royal piece and the cells around it after the move. The pieces of the other side may be
captured, or block a flight, so all of them count.

That holds where only check makes moves illegal, and only pieces on its route block an attack (`is_routine`
of `finding/wanted.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..endgame.placement_batches import Cells
from ..play.move import Move
from ..play.piece import Piece, Type
from ..play.position import Position
from ..solving.problem.stipulation import Aim, Play
from ..solving.solver import solve
from .search_space import Setting

_MATE_AT_ONCE = "#1"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Placements that are excluded.

    Attributes:
        there: the pieces of all these placements: types and the numbers of cells.
        clear: the cells where the player to move has no others; None if there are just these pieces.
    """

    there: frozenset[tuple[Type, int]]
    clear: frozenset[int] | None = None


class Teacher:
    """Finds the pieces that make a placement fail.

    Args:
        setting: the pieces, of a direct mate.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @staticmethod
    def teaches(setting: Setting) -> bool:
        """Whether there are lessons for such problems."""
        return setting.stipulation.play is Play.DIRECT and setting.stipulation.goal.aim is Aim.MATE

    def lesson(self, row: Cells) -> Lesson | None:
        """What a placement that failed teaches; None if no more than that it did."""
        setting = self.setting
        if setting.rights(row[None]).any() or setting.passed(row[None])[0] >= 0:
            return None
        names = setting.game.names
        standing = {
            names[setting.engine.cells[cell]]: (each, cell)
            for each, cell in zip(setting.pieces, row.tolist(), strict=True)
            if cell >= 0
        }
        position = self._position(standing)
        keys = [position.move(key) for key in sorted(solve(position, _MATE_AT_ONCE, tables=False).keys)]
        keys = keys[: 2 if setting.stipulation.moves == 1 else 1]
        if len(keys) < (2 if setting.stipulation.moves == 1 else 1) or any(move.special for move in keys):
            return None
        needed = dict(standing)
        for cell in self._others(standing, keys):
            fewer = {each: one for each, one in needed.items() if each != cell}
            if self._all_mate(self._position(fewer), keys):
                needed = fewer
        if len(needed) == len(standing):
            return None
        after = self._position(needed)
        clear = {cell for move in keys for cell in self._lines(after, move)}
        return Lesson(frozenset(needed.values()), frozenset(setting.engine.number[cell] for cell in clear))

    def _position(self, standing: dict[str, tuple[Type, int]]) -> Position:
        pieces = {cell: Piece(kinds, army) for cell, ((army, kinds), _) in standing.items()}
        return Position(self.setting.game, pieces, self.setting.player)

    def _others(self, standing: dict[str, tuple[Type, int]], keys: Iterable[Move]) -> Iterator[str]:
        """The cells of the mover's pieces that may take no part."""
        royal = self.setting.game.ruleset.royal
        origins = {move.origin for move in keys}
        for cell, ((army, kinds), _) in standing.items():
            if army == self.setting.player and royal.isdisjoint(kinds) and cell not in origins:
                yield cell

    def _all_mate(self, position: Position, keys: Iterable[Move]) -> bool:
        """Whether all the moves mate in a position."""
        legal = set(map(str, position.legal_moves()))
        for move in keys:
            if str(move) not in legal:
                return False
            outcome = position.push(str(move)).outcome()
            if outcome is None or outcome.reason != "checkmate":
                return False
        return True

    def _lines(self, position: Position, move: Move) -> Iterator[tuple[int, ...]]:
        """The cells that a mating move passes, and where it ends; and those on the way of attacks that matter then."""
        game = self.setting.game
        routes, vectors = game.ruleset.routes, game.vectors
        start, end, one = vectors[move.origin], vectors[move.target], position.pieces[move.origin]
        yield end
        for point, _ in routes.uses_at(start, one.kinds, one.army, end):
            yield from routes.cells_before(start, point)
        then = position.push(str(move)).pieces
        royals = [
            (vectors[cell], piece)
            for cell, piece in then.items()
            if piece.army != one.army and not game.ruleset.royal.isdisjoint(piece.kinds)
        ]
        about = {cell for cell, _ in royals}
        for at, royal in royals:
            about |= {to for _, to, _ in routes.ends_from(at, royal.kinds, royal.army)}
        for name, piece in then.items():
            if piece.army == one.army:
                for point, to, use in routes.ends_from(vectors[name], piece.kinds, piece.army):
                    if to in about and use in game.ruleset.captures:
                        yield from routes.cells_before(vectors[name], point)
