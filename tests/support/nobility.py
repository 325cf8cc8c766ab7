"""Positions of Emperor's Nobility as the oracle and an engine see them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import shadowmate as sm
from oracles import nobility as oracle

Board: TypeAlias = list[tuple[str, str, str]]
Found: TypeAlias = list[tuple[str, str, Board]]
"""Moves: where each starts and ends, and the pieces after it."""


def expected(pieces: oracle.Pieces, turn: str, reads: Collection[str] = ()) -> Found:
    """The oracle's moves."""
    moves = oracle.legal_moves(pieces, turn, reads)
    return sorted((oracle.name(move.start), oracle.name(move.end), board(move.after)) for move in moves)


def found(position: sm.Position, moves: list[sm.Move]) -> Found:
    """An engine's moves."""
    return sorted((str(move.origin), str(move.target), board(pieces_of(position.push(move)))) for move in moves)


def board(pieces: oracle.Pieces) -> Board:
    """The pieces in the order of their cells."""
    return sorted((oracle.name(cell), army, kind) for cell, (army, kind) in pieces.items())


def pieces_of(position: sm.Position) -> oracle.Pieces:
    """The pieces of a position, for the oracle."""
    names = {oracle.name(cell): cell for cell in oracle.FIELD}
    return {names[cell]: (piece.army, piece.kinds[0]) for cell, piece in position.pieces.items()}
