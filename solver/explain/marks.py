"""Marks of a picture: the cells that a piece reaches, and the pieces that block its routes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..arguments import checked
from ..errors import PositionError
from ..play.position import Position

if TYPE_CHECKING:
    from ..asp.terms import Vector

    Routes: TypeAlias = list[tuple[int, Vector, str, bool]]


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to mark in a picture.

    Attributes:
        origin: the cell of the piece.
        reached: the empty cells that it can move to along an open route.
        captures: the cells of the other armies' pieces that it attacks; of a kind by itself, the empty cells that it
            could go to only to capture.
        shadowed: the cells whose routes are all blocked, each with the cells of the blockers.
        guarded: the cells of its own army's pieces that it would recapture on.
        noted: further marked cells.
        noted_as: what these are called.
    """

    origin: str | None = None
    reached: frozenset[str] = frozenset()
    captures: frozenset[str] = frozenset()
    shadowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    guarded: frozenset[str] = frozenset()
    noted: frozenset[str] = frozenset()
    noted_as: str = "noted"

    def captured(self, position: Position) -> frozenset[str]:
        """The cells of `captures` but the empty ones to which the piece on the origin could go only to capture."""
        return self.captures & position.pieces.keys() if self.origin else self.captures

    @property
    def blockers(self) -> tuple[str, ...]:
        """The cells of the blocking pieces, in order."""
        return tuple(sorted({cell for cells in self.shadowed.values() for cell in cells}))


def marked(position: Position, marks: Marks, moved: Iterable[str] = ()) -> set[str]:
    """The cells with something on them: a piece, a mark, or an end of the last move."""
    return {*position.pieces, *marks.reached, *marks.captures, *marks.shadowed, *marks.noted, *moved}


@checked()
def marks(position: Position, cell: str) -> Marks:
    """The cells that the piece on a cell reaches by its routes, whichever player is to move, and by special moves.

    Routes count even if the move would leave a royal piece in check. Special moves, such as castling, and captures on
    the way count if they are legal moves of the player to move. A cell with an open route is not shadowed, even if
    other routes to it are blocked.

    Raises:
        PositionError: if there is no such cell, or no piece on it.
    """
    game = position.game
    if cell not in game.vectors:
        raise PositionError([game.reader.no_cell(cell)])
    position = position.begun()
    if cell not in position.pieces:
        raise PositionError([f"there is no piece on {cell}"])
    return _marks(position, cell, game.reference.routes(position.placement(), game.vectors[cell]))


def every_marks(position: Position) -> dict[str, tuple[Marks, Routes]]:
    """The cells that each piece reaches, by its own cell, with its routes as the engine gives them."""
    game, position = position.game, position.begun()
    position.legal_moves()
    found = game.reference.routes_from(position.placement(), {game.vectors[cell] for cell in position.pieces})
    by_cell = {cell: found[game.vectors[cell]] for cell in position.pieces}
    return {cell: (_marks(position, cell, routes), routes) for cell, routes in by_cell.items()}


def _marks(position: Position, cell: str, routes: Routes) -> Marks:
    """The cells that a piece reaches by its routes, and by legal moves that its routes do not show."""
    game = position.game
    origin, player = game.vectors[cell], position.commander(position.pieces[cell].army)
    found: dict[str, set[str]] = defaultdict(set)
    shadows: dict[str, set[str]] = defaultdict(set)
    for point, end, use, is_open in routes:
        if game.ruleset.captures_on_way(point):
            continue
        name = game.names[end]
        piece = position.pieces.get(name)
        is_own = piece is not None and position.commander(piece.army) == player
        devours = is_own and use in game.ruleset.captures_own
        if not devours and use not in (game.ruleset.captures if piece else game.ruleset.goes):
            continue
        if not is_open:
            shadows[name] |= _occupied(position, game.ruleset.routes.cells_before(origin, point))
        elif piece is None:
            found["reached"].add(name)
        else:
            found["guarded" if is_own and not devours else "captures"].add(name)
    for move in position.legal_moves(cell) if player == position.turn else ():
        on_the_way = not move.special and set(move.captures) - {move.target}
        if move.special or on_the_way:
            found["captures" if move.target in move.captures else "reached"].add(move.target)
            found["captures"] |= on_the_way or set()
    seen = set().union(*found.values())
    return Marks(
        cell,
        frozenset(found["reached"]),
        frozenset(found["captures"]),
        {name: tuple(sorted(by)) for name, by in sorted(shadows.items()) if by and name not in seen},
        frozenset(found["guarded"]),
    )


def _occupied(position: Position, cells: set[Vector]) -> set[str]:
    return {position.game.names[cell] for cell in cells} & position.pieces.keys()
