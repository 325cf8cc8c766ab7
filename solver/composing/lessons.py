"""What is learnt from a placement that failed: which men are to blame, so that others fail with it.

Who can mate at once has a shorter solution than a mate in two or more, and who can do so by two moves has one too
many in a mate in one. Both stay so if men of his move elsewhere who have no part in it, as long as they do not come in
the way: of the move, or of what attacks the royal man and the cells around him after it. Men of the other side may be
what is captured, or what takes a flight away, and are all to blame.

That holds where moves are barred by nothing but check, and a man's attacks by nothing but men in his way (`is_routine`
of `finding/wanted.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..compiled.kernel.candidates import CANDIDATE_RIGHTS
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
        there: who stands where in all of them: types and the numbers of cells.
        clear: where the player who begins has no others; None if it is just those who are there.
    """

    there: frozenset[tuple[Type, int]]
    clear: frozenset[int] | None = None


class Teacher:
    """Finds who is to blame.

    Args:
        setting: the men, of a direct mate.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @staticmethod
    def teaches(setting: Setting) -> bool:
        """Whether something can be said of such problems."""
        return setting.stipulation.play is Play.DIRECT and setting.stipulation.goal.aim is Aim.MATE

    def lesson(self, row: Cells) -> Lesson | None:
        """What a placement that failed teaches; None if no more than that it did."""
        setting = self.setting
        if setting.rows(row[None])[0, CANDIDATE_RIGHTS]:
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
        """The cells of the mover's men who may have no part in it."""
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
                    if to in about and use in game.ruleset.takes:
                        yield from routes.cells_before(vectors[name], point)
