"""Kinds by name, and a single piece of a kind on an empty board."""

from __future__ import annotations

from ..errors import PositionError, meant, quoted
from .game import Game
from .piece import Piece
from .position import Position


def find_kind(game: Game, name: str) -> str:
    """The kind of that name or abbreviation.

    Raises:
        PositionError: if there is none.
    """
    known = game.ruleset.abbreviations
    wanted = name.lower().replace(" ", "_").replace("-", "_")
    for kind, abbreviation in known.items():
        if name == abbreviation or wanted == kind:
            return kind
    parts = name.split("+")
    if len(parts) > 1 and set(parts) <= set(known.values()):
        raise PositionError([f"{quoted(name)}: expected one kind, but this is a compound of {len(parts)}"])
    hint = meant(name, {*known, *known.values()})
    raise PositionError([f"{game.name} has no kind {quoted(name)}{hint}; it has {', '.join(known)}"])


def middle(game: Game) -> str:
    """The cell nearest to the middle of the board, the lower one of a tie."""
    cells = list(game.names)
    centre = [sum(axis) / len(cells) for axis in zip(*cells, strict=True)]
    return game.names[min(cells, key=lambda c: (sum((a - b) ** 2 for a, b in zip(c, centre, strict=True)), c))]


def lone(game: Game, kind: str, cell: str) -> Position:
    """A position with a single piece of a kind, of the first player's army, on a cell."""
    player = game.ruleset.players[0]
    return Position(game, {cell: Piece((kind,), player)}, player)
