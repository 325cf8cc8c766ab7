"""Captures and promotions in endgame tables: moves that lead to entries of other tables.

The result is either the best of these entries for the mover, or the sum of numbers (`adds`).
"""

from __future__ import annotations

from ..named_values import CAPTURES, NOTHING
from ..packed import int64
from .decorators import kernel
from .endgame_facts import (
    ASPIRES,
    CELLS,
    CHOICES,
    CHOOSES,
    EXCHANGES,
    PIECES,
    ROYAL,
    SIDE,
    STARTS,
    TARGETS,
    TURNED,
    USES,
    Endgame,
    entries_of,
    header,
    look_up,
    piece_fact,
    piece_row,
    start_of,
    stays,
)
from .endgame_steps import is_open, strikes
from .entries import UNKNOWN, Entries, better
from .placements import entry_at, turn


@kernel
def exchange(endgame: Endgame, side: int, subs: Entries, adds: bool) -> int:
    """What captures and promotions are worth to the side to move: UNKNOWN if there are none, HELD, or as an entry.

    Of numbers it is their sum.
    """
    found = int64(UNKNOWN)
    for piece in range(header(endgame, PIECES)):
        if piece_fact(endgame, piece, SIDE) == side:
            found = captures(endgame, piece, subs, found, adds)
            if piece_fact(endgame, piece, ASPIRES):
                found = promotions(endgame, piece, subs, found, adds)
    return found


@kernel
def captures(endgame: Endgame, piece: int, subs: Entries, found: int, adds: bool) -> int:
    """What is known, and the captures of a piece."""
    side = piece_fact(endgame, piece, SIDE)
    for victim in range(header(endgame, PIECES)):
        if piece_fact(endgame, victim, SIDE) == side or piece_fact(endgame, victim, ROYAL):
            continue
        target = endgame.work[victim]
        if strikes(endgame, piece, target):
            found = arrive(endgame, piece, target, victim + 1, subs, found, adds)
    return found


@kernel
def promotions(endgame: Endgame, piece: int, subs: Entries, found: int, adds: bool) -> int:
    """What is known, and the promotions of a piece that capture nothing."""
    row, line = piece_row(endgame, piece), endgame.work[piece] * header(endgame, CELLS)
    first, end = (look_up(endgame, row + STARTS, line), look_up(endgame, row + STARTS, line + header(endgame, CELLS)))
    last = int64(-1)
    for step in range(first, end):
        target = look_up(endgame, row + TARGETS, step)
        # Steps are in the order of their targets; several to one are one move.
        if (
            target != last
            and look_up(endgame, row + CHOOSES, target)
            and look_up(endgame, row + USES, step) & ~CAPTURES
            and is_open(endgame, piece, step - first)
            and is_free(endgame, piece, target)
        ):
            last = target
            found = arrive(endgame, piece, target, NOTHING, subs, found, adds)
    return found


@kernel
def is_free(endgame: Endgame, piece: int, cell: int) -> bool:
    """Whether no other piece stands on a cell."""
    for other in range(header(endgame, PIECES)):
        if other != piece and endgame.work[other] == cell:
            return False
    return True


@kernel
def arrive(endgame: Endgame, piece: int, target: int, captured: int, subs: Entries, found: int, adds: bool) -> int:
    """What is known, and what a piece may be when it arrives on a cell, in other tables.

    Args:
        endgame: the facts, and the cells of the placement.
        piece: the piece.
        target: the cell.
        captured: 1 + the number of the piece that it captures, or 0 for none.
        subs: the entries of all those tables, or the numbers.
        found: what is known.
        adds: whether they are numbers.
    """
    origin = endgame.work[piece]
    endgame.work[piece] = target
    if captured and stays(endgame, piece, target):
        found = joined(found, sub_value(endgame, piece, NOTHING, captured, subs), adds)
    place = look_up(endgame, piece_row(endgame, piece) + CHOOSES, target)
    while place and endgame.numbers[place]:
        found = joined(found, sub_value(endgame, piece, int64(endgame.numbers[place]), captured, subs), adds)
        place += 1
    endgame.work[piece] = origin
    return found


@kernel
def joined(found: int, value: int, adds: bool) -> int:
    """The better of what is known and a move to an entry; of numbers, their sum."""
    return found + value if adds else better(found, value)


@kernel
def sub_value(endgame: Endgame, piece: int, choice: int, captured: int, subs: Entries) -> int:
    """What the placement is worth to the opponent after an exchange: `choice` is 0 if the piece stays what it is."""
    row = (piece * header(endgame, CHOICES) + choice) * (header(endgame, PIECES) + 1)
    form, theirs = look_up(endgame, EXCHANGES, row + captured), 1 - piece_fact(endgame, piece, SIDE)
    turn(endgame, form)
    index = entry_at(endgame, form, TURNED)
    return int64(subs[start_of(endgame, form) + theirs * entries_of(endgame, form) + index])
