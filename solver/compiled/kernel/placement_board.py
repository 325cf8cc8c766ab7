"""A board with the pieces of an endgame table's placement."""

from __future__ import annotations

from ..packed import Packed
from .board import TURN, Board, lift, put
from .decorators import kernel
from .endgame_facts import KIND, PIECES, Endgame, header, piece_fact


@kernel
def set_pieces(tables: Packed, board: Board, endgame: Endgame, side: int) -> None:
    """Set the pieces of the placement in the room to work in on an empty board, with a side to move."""
    board.state[TURN] = side
    for piece in range(header(endgame, PIECES)):
        put(tables, board, endgame.work[piece], piece_fact(endgame, piece, KIND))


@kernel
def lift_pieces(tables: Packed, board: Board, endgame: Endgame) -> None:
    """Remove them."""
    for piece in range(header(endgame, PIECES)):
        lift(tables, board, endgame.work[piece])
