"""Prince by the reference engine, and by the oracle."""

from __future__ import annotations

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import CELLS, FIELD

GAME = sm.game("prince")


def moves(text, origin=None):
    """The legal moves of a position, or of one piece."""
    return [str(move) for move in GAME.position(text).legal_moves(origin)]


def agree(text):
    """The engine's legal moves, checked against the oracle's, and check and outcome with them."""
    position, at = GAME.position(text), oracle.board(text)
    assert [str(move) for move in position.legal_moves()] == oracle.legal(at), text
    assert position.is_check() == (not oracle.safe(at.pieces, at.turn)), text
    outcome = position.outcome()
    assert (outcome.reason if outcome else None) == oracle.outcome(at), text
    return position


def search(text_of, wanted):
    """The first position of a family whose outcome the oracle calls `wanted`."""
    return next(text for text in text_of if oracle.outcome(oracle.board(text)) == wanted)


def lone_princes(king, turn="black"):
    """A Prince anywhere against a King."""
    for cell in FIELD:
        if cell != CELLS[king]:
            yield f"black Ki{king} white Pr{oracle.name(cell)} turn {turn}"
