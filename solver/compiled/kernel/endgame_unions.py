"""Unions in endgame tables (core/together.lp): the placements and moves that need a look ahead because of them.

Where no union can arise, moves that keep the material do no more than usual.
"""

from __future__ import annotations

from ..named_values import GOES, NOTHING, PLAIN
from ..packed import Packed, int64, integers
from ..tables import AS_ONE, AS_OTHER, UNIONS
from .bits import has
from .board import Board
from .decorators import kernel
from .encoded_move import encode
from .endgame_facts import (
    CELLS,
    JOINS,
    KIND,
    PIECES,
    SIDE,
    STARTS,
    TARGETS,
    USES,
    Endgame,
    header,
    look_up,
    piece_fact,
    piece_row,
    stays,
)
from .endgame_steps import is_open
from .entries import ILLEGAL
from .make_move import make, unmake
from .placement_board import lift_pieces, set_pieces
from .placements import lone_stride, moved, rest_of
from .retrograde import Half
from .unions import beside_row, bonds_of
from .winning import is_over

NEVER_JOINED, MAYBE_JOINED, JOINED = integers(3)
"""Whether moves of a side that keep the material win by a union: none does, some may, one does."""


@kernel
def joining(tables: Packed, board: Board, endgame: Endgame, half: Half, index: int) -> int:
    """Whether moves of the side to move that keep the material win by a union; the board is empty."""
    if not (header(endgame, JOINS) >> half.side) & 1:
        return int64(NEVER_JOINED)
    found = int64(MAYBE_JOINED if stands_joined(tables, endgame, half.side) else NEVER_JOINED)
    for one in range(header(endgame, PIECES)):
        for other in range(header(endgame, PIECES)):
            unions = shared(tables, endgame, one, other, half.side)
            if unions:
                found = max(found, steps_join(tables, board, endgame, half, index, one, other, unions))
                if found == JOINED:
                    return found
    return found


@kernel
def steps_join(
    tables: Packed, board: Board, endgame: Endgame, half: Half, index: int, one: int, other: int, unions: int
) -> int:
    """Whether steps of the one or of the other win by some of the unions that these two make."""
    found = int64(NEVER_JOINED)
    for piece in (one, other):
        row, line = piece_row(endgame, piece), endgame.work[piece] * header(endgame, CELLS)
        first, end = (
            look_up(endgame, row + STARTS, line),
            look_up(endgame, row + STARTS, line + header(endgame, CELLS)),
        )
        for step in range(first, end):
            target = look_up(endgame, row + TARGETS, step)
            cell = target if piece == one else endgame.work[one]
            there = endgame.work[other] if piece == one else target
            if are_joined(tables, cell, there, unions) and is_open(endgame, piece, step - first):
                if look_up(endgame, row + USES, step) & GOES and step_wins(
                    tables, board, endgame, half, index, piece, target
                ):
                    return JOINED
                found = int64(MAYBE_JOINED)
    return found


@kernel
def step_wins(tables: Packed, board: Board, endgame: Endgame, half: Half, index: int, piece: int, target: int) -> bool:
    """Whether a plain move of a piece to a cell is legal, and wins."""
    stride = lone_stride(endgame, piece)
    place = moved(endgame, rest_of(endgame, index, piece, stride), piece, stride, target)
    if place < 0 or half.theirs[place] == ILLEGAL or not stays(endgame, piece, target):
        return False
    set_pieces(tables, board, endgame, half.side)
    make(tables, board, encode(endgame.work[piece], target, NOTHING, PLAIN))
    won = is_over(tables, board)
    unmake(tables, board)
    lift_pieces(tables, board, endgame)
    return won


@kernel
def stands_joined(tables: Packed, endgame: Endgame, side: int) -> bool:
    """Whether two pieces of a side stand together as a union has them."""
    for one in range(header(endgame, PIECES)):
        for other in range(header(endgame, PIECES)):
            unions = shared(tables, endgame, one, other, side)
            if unions and are_joined(tables, endgame.work[one], endgame.work[other], unions):
                return True
    return False


@kernel
def would_join(tables: Packed, endgame: Endgame, side: int, origin: int, target: int) -> bool:
    """Whether the piece of a side on a cell would make a union with another if it were on a target."""
    for one in range(header(endgame, PIECES)):
        for other in range(header(endgame, PIECES)):
            unions = shared(tables, endgame, one, other, side)
            if unions and endgame.work[one] == origin:
                if are_joined(tables, target, endgame.work[other], unions):
                    return True
            elif unions and endgame.work[other] == origin and are_joined(tables, endgame.work[one], target, unions):
                return True
    return False


@kernel
def shared(tables: Packed, endgame: Endgame, one: int, other: int, side: int) -> int:
    """The unions, as bits, in which two pieces of a side may be the one and the other."""
    if one == other or piece_fact(endgame, one, SIDE) != side or piece_fact(endgame, other, SIDE) != side:
        return NOTHING
    return bonds_of(tables, piece_fact(endgame, one, KIND), AS_ONE) & bonds_of(
        tables, piece_fact(endgame, other, KIND), AS_OTHER
    )


@kernel
def are_joined(tables: Packed, cell: int, there: int, unions: int) -> bool:
    """Whether two cells are where some of these unions have the one and the other."""
    for union in range(int64(tables.numbers[UNIONS])):
        if (unions >> union) & 1 and has(tables.words, beside_row(tables, union, cell), there):
            return True
    return False
