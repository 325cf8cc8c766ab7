"""Pieces that a move puts onto the board: captured ones (core/rebirth.lp), and new ones (core/entering.lp)."""

from __future__ import annotations

from ..named_values import NOTHING, NOWHERE
from ..packed import Packed, int64
from ..tables import CELLS, ENTERS, ENTERS_AT, SITES, TYPE_COUNT
from .board import REMOVED, REMOVED_FROM, REVIVED, Board, lift, put
from .decorators import seldom
from .encoded_move import origin_of, row_of
from .rows import other_cell, row_fact


@seldom
def revive(tables: Packed, board: Board, sites: int, place: int) -> None:
    """Put the victim of a move back where it comes back, if that is empty; its record in the history is at `place`.

    The victim is the first of the other pieces of the move, and all pieces of the move are where they end.
    """
    state, numbers = board.state, tables.numbers
    kind, cell = state[place + REMOVED], state[place + REMOVED_FROM]
    state[place + REVIVED] = NOWHERE
    if kind == NOTHING:
        return
    site = int64(numbers[numbers[SITES] + ((sites - 1) * numbers[TYPE_COUNT] + kind) * numbers[CELLS] + cell])
    if site >= 0 and board.cells[site] == 0:
        put(tables, board, site, kind)
        state[place + REVIVED] = site


@seldom
def remove_revived(tables: Packed, board: Board, place: int) -> None:
    """Remove what the move of a record of the history has put onto the board."""
    if board.state[place + REVIVED] >= 0:
        lift(tables, board, board.state[place + REVIVED])


@seldom
def enter(tables: Packed, board: Board, move: int, place: int) -> None:
    """Put the piece that enters beside a move on its cell, if that is empty; the record of the move is at `place`."""
    row = row_of(move)
    at = row_fact(tables, row, ENTERS_AT)
    cell = origin_of(move) if at == 0 else other_cell(tables, move, at - 1)
    board.state[place + REVIVED] = NOWHERE
    if board.cells[cell] == 0:
        put(tables, board, cell, row_fact(tables, row, ENTERS))
        board.state[place + REVIVED] = cell
