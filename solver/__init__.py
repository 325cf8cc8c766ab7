"""Shadowmate: a rule laboratory for chess variants.

>>> import shadowmate as sm
>>> position = sm.position("prince: white PrDd4 black KiHf7")
>>> len(position.legal_moves("Dd4"))
355
>>> sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1").key
'Ra1-a8'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .api import Game, Position, game, position
from .errors import (
    MoveError,
    NotKeptWarning,
    PositionError,
    ReadingError,
    RulesError,
    ShadowmateError,
    UnknownGameError,
)
from .play.analysis import Check, Outcome
from .play.move import Move
from .play.piece import Piece

if TYPE_CHECKING:
    from .solving.problem.solution import Solution
    from .solving.proof.check import check_proof
    from .solving.search.limits import Limits
    from .solving.solver import solve

__all__ = [
    "Check",
    "Game",
    "Limits",
    "Move",
    "MoveError",
    "NotKeptWarning",
    "Outcome",
    "Piece",
    "Position",
    "PositionError",
    "ReadingError",
    "RulesError",
    "ShadowmateError",
    "Solution",
    "UnknownGameError",
    "check_proof",
    "game",
    "position",
    "solve",
]

_SOLVING = {"Limits": "search.limits", "Solution": "problem.solution", "check_proof": "proof.check", "solve": "solver"}
"""Where the names of the problem solver are, which is imported only when it is used."""


def __getattr__(name: str) -> Any:
    if name not in _SOLVING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".solving.{_SOLVING[name]}", __name__), name)
