"""Why a move does not change a piece, or other pieces, as a text states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import RulesError
from ..play.move import Move
from ..play.position import Position
from .route_text import are_opponents, piece_at
from .sentences import listed

if TYPE_CHECKING:
    import networkx as nx


def not_that(position: Position, moves: Sequence[Move], promotion: str) -> tuple[str, ...]:
    """Why a piece cannot become what a text states by a move that is otherwise legal.

    Args:
        position: the position.
        moves: the legal moves between the same cells.
        promotion: the piece that the text states.
    """
    origin, target = moves[0].origin, moves[0].target
    made = sorted({move.promotion for move in moves if move.promotion})
    becomes = f"it becomes {listed(made)}" if made else "it stays what it is"
    one, kinds = piece_at(position, origin), position.pieces[origin].kinds
    if promotion == position.game.piece_name(kinds):
        stays = f"{one} does not become another kind: leave out '={promotion}'"
        return (f"{one} cannot stay what it is: {becomes}" if made else stays,)
    reasons = [f"{one} cannot become '{promotion}' there: {becomes}"]
    new = position.game.reader.kinds.get(promotion)
    if new is None or len(kinds) > 1:
        return tuple(reasons)
    try:
        causes = _causes(position, origin, new)
    except RulesError:  # the rules cannot be asked about classes of moves
        return tuple(reasons)
    if any(_holds(position, cause, origin, target) for cause in causes):
        return tuple(reasons)  # the causes lack other conditions, such as a piece in a store
    ways = list(dict.fromkeys(str(cause["words"]) for cause in causes))
    only = f"it becomes '{promotion}' only {' or '.join(ways)}"
    reasons.append(only if ways else f"no move along its routes makes it '{promotion}'")
    zones = dict.fromkeys(zone for cause in causes for zone in _left_out(position, cause, origin, target))
    reasons += [f"{origin} lies in {zone} already" for zone in zones]
    return tuple(reasons)


def changes_of_other(moves: Iterable[Move], cell: str) -> list[str]:
    """The pieces, as moves write them, that some moves make of the other piece on a cell."""
    changes = (change for move in moves for change in move.changes if change.cell == cell and change.before)
    return sorted({change.after.rpartition(" ")[2] for change in changes if change.after})


def _causes(position: Position, origin: str, new: str) -> list[Mapping[str, object]]:
    """The causes for which the piece on a cell, which is of one kind, becomes another."""
    from .promotions import promotions  # this import takes longer than many answers

    piece = position.pieces[origin]
    graph: nx.MultiDiGraph[str] = promotions(position.game.ruleset, piece.army)
    return list((graph.get_edge_data(piece.kinds[0], new) or {}).values())


def _holds(position: Position, cause: Mapping[str, object], origin: str, target: str) -> bool:
    """Whether a move between two cells meets a cause, as far as the captured piece and zones decide."""
    from .promotions import OWN

    victim = position.pieces.get(target)
    captured = [""] if victim is None else list(victim.kinds)
    if victim is not None and not are_opponents(position, origin, target):
        captured = [OWN + kind for kind in captured]
    captures = _several(cause, "captures")
    end, start = _zones(position, origin, target), _zones(position, origin, origin)
    return (
        (not captures or not set(captures).isdisjoint(captured))
        and end.issuperset(_several(cause, "to"))
        and end.isdisjoint(_several(cause, "not_to"))
        and start.issuperset(_several(cause, "start"))
        and start.isdisjoint(_several(cause, "not_start"))
    )


def _left_out(position: Position, cause: Mapping[str, object], origin: str, target: str) -> list[str]:
    """The zones that a move between two cells ends in, but would have to enter from outside."""
    both = _zones(position, origin, target) & _zones(position, origin, origin)
    entered = set(_several(cause, "not_start"))
    return [zone for zone in _several(cause, "to") if zone in entered and zone in both]


def _several(cause: Mapping[str, object], aspect: str) -> tuple[str, ...]:
    found = cause[aspect]
    assert isinstance(found, tuple)
    return found


def _zones(position: Position, origin: str, cell: str) -> set[str]:
    """The zones of a cell, as causes name them for the piece on `origin`."""
    army, symbol = position.pieces[origin].army, position.game.names_by_symbol
    zones = (fact.arguments for fact in position.game.ruleset.facts("zone", 3))
    return {
        str(zone) if str(owner) == army else f"{zone} of {owner}" for owner, zone, each in zones if symbol[each] == cell
    }
