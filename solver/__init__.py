"""Shadowmate: a rule laboratory for chess variants.

>>> import shadowmate as sm
>>> position = sm.position("prince: white PrDd4 black KiHf7")
>>> len(position.legal_moves("Dd4"))
355
"""

from .errors import (
    MoveError,
    PositionError,
    ReadingError,
    RulesError,
    ShadowmateError,
    UnknownGameError,
)
from .moves import Move
from .position import Check, Game, Outcome, Piece, Position, game, position

__all__ = [
    "Check",
    "Game",
    "Move",
    "MoveError",
    "Outcome",
    "Piece",
    "Position",
    "PositionError",
    "ReadingError",
    "RulesError",
    "ShadowmateError",
    "UnknownGameError",
    "game",
    "position",
]
