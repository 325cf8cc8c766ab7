"""Why a move does not make of a piece what a text says, or what it makes of other men."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import RulesError
from ..play.move import Move
from ..play.position import Position
from .routes import piece_at
from .sentences import listed

if TYPE_CHECKING:
    import networkx as nx


def not_that(position: Position, moves: Sequence[Move], promotion: str) -> tuple[str, ...]:
    """Why a piece cannot become something by a move that is legal otherwise.

    Args:
        position: the position.
        moves: the legal moves from the same cell to the same.
        promotion: what the piece is said to become.
    """
    origin, target = moves[0].origin, moves[0].target
    made = sorted({move.promotion for move in moves if move.promotion})
    becomes = f"it becomes {listed(made)}" if made else "it stays what it is"
    man, kinds = piece_at(position, origin), position.pieces[origin].kinds
    if promotion == position.game.piece_name(kinds):
        return (f"{man} cannot stay what it is: {becomes}" if made else f"{man} stays what it is: that is not written",)
    reasons = [f"{man} cannot become '{promotion}' there: {becomes}"]
    new = position.game.reader.kinds.get(promotion)
    if new is None or len(kinds) > 1:
        return tuple(reasons)
    try:
        causes = _causes(position, kinds[0], new)
    except RulesError:  # the rules cannot be asked about classes of moves
        return tuple(reasons)
    ways = list(dict.fromkeys(str(cause["words"]) for cause in causes))
    only = f"it becomes '{promotion}' only {' or '.join(ways)}"
    reasons.append(only if ways else f"no move along its routes makes it '{promotion}'")
    zones = dict.fromkeys(zone for cause in causes for zone in _left_out(position, cause, origin, target))
    reasons += [f"{origin} lies in {zone} already" for zone in zones]
    return tuple(reasons)


def besides_made(moves: Iterable[Move], cell: str) -> list[str]:
    """What some moves make of the man on a cell besides, each a piece as moves write it."""
    changes = (change for move in moves for change in move.changes if change.cell == cell and change.before)
    return sorted({change.after.rpartition(" ")[2] for change in changes if change.after})


def _causes(position: Position, kind: str, new: str) -> list[dict[str, object]]:
    """By what a piece of one kind becomes another."""
    from .promotions import promotions  # its imports take longer than many an answer

    graph: nx.MultiDiGraph[str] = promotions(position.game.ruleset)
    return list((graph.get_edge_data(kind, new) or {}).values())


def _left_out(position: Position, cause: dict[str, object], origin: str, target: str) -> set[str]:
    """The zones to which a move from one cell to another goes, and which it would have to enter from elsewhere."""
    army, names = position.pieces[origin].army, position.game.names_by_symbol
    lying = {
        (str(zone), names[cell])
        for owner, zone, cell in (symbol.arguments for symbol in position.game.ruleset.facts("zone", 3))
        if str(owner) == army
    }
    to, not_start = cause["to"], cause["not_start"]
    assert isinstance(to, tuple) and isinstance(not_start, tuple)
    return {zone for zone in to if zone in not_start and (zone, origin) in lying and (zone, target) in lying}
