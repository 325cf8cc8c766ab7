"""Games so long that the compiled engine has no room left for all types of piece that have occurred."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..errors import CrowdedError
from .move import Move
from .placement import Placement
from .position import Position

RENEWALS = 2
"""A full engine is followed by one that others use too. If that becomes full at once, a new one follows."""

P = TypeVar("P", bound=Position)
Found = TypeVar("Found")


def pushed(position: P, move: Move | str) -> tuple[Move, P]:
    """A move of a game, and the position after it, about whose moves its engine has room to answer.

    Args:
        position: the position.
        move: a legal move, or its text.

    Raises:
        MoveError: if the move is not legal, or the text denotes several.
        CrowdedError: if there is no room for the types of piece of one position, and of those after it.
    """

    def push(now: P) -> tuple[Move, P]:
        found = now.move(move)
        return found, now.push(found)

    _, (found, after) = _with_room(position, push)
    return found, _with_room(after, lambda now: now.outcome())[0]


def _with_room(position: P, ask: Callable[[P], Found]) -> tuple[P, Found]:
    """A position with what is found about it; with an engine that has room, if its own has none for more."""
    for _ in range(RENEWALS):
        try:
            return position, ask(position)
        except CrowdedError:
            position = _renewed(position)
    return position, ask(position)


def _renewed(position: P) -> P:
    """A position, with its past, with another engine."""
    now, game = position.placement(), position.game
    plain = Placement(now.pieces, now.turn, now.state, now.quiet, now.seen, now.stores)
    fresh = type(game)(game.ruleset, game.engine.renewed(), game.may_compile)
    return type(position).of(fresh, plain, next(position.earlier(), None))
