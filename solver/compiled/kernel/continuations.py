"""How many lines lead on from the placements of an endgame table.

The count of a placement is the sum of the counts of the placements that its legal moves lead to.
"""

from __future__ import annotations

from ..named_values import CAPTURES
from ..packed import int64
from .cells import cells_in
from .decorators import entry, kernel
from .endgame_facts import (
    CELLS,
    CLOSED,
    PIECES,
    SIDE,
    STARTS,
    TARGETS,
    USES,
    WIDTH,
    Endgame,
    header,
    look_up,
    piece_fact,
    piece_row,
    stays,
)
from .endgame_steps import open_steps
from .entries import ILLEGAL, Entries
from .exchanges import exchange
from .placements import find_cells, lone_stride, moved, rest_of
from .retrograde import Half


@entry
def count_continuations(endgame: Endgame, half: Half, subs: Entries, most: int, start: int, end: int) -> None:
    """Add up for a side's placements the numbers that its legal moves lead to.

    Args:
        endgame: the facts.
        half: the table with that side to move; `theirs` has a number for each placement with the opponent to move, 0 if
            it is illegal, and the sums go to `later`.
        subs: such numbers for all the tables that captures and promotions lead to.
        most: a sum that is greater is this.
        start: the placements are those from here ...
        end: ... to here.
    """
    for index in range(start, end):
        if half.mine[index] == ILLEGAL:
            continue
        find_cells(endgame, index)
        total = exchange(endgame, half.side, subs, True)
        for piece in range(header(endgame, PIECES)):
            if total < most and piece_fact(endgame, piece, SIDE) == half.side:
                total += continuations_of(endgame, half, index, piece)
        half.later[index] = min(total, most)


@kernel
def continuations_of(endgame: Endgame, half: Half, index: int, piece: int) -> int:
    """The same of the moves of a piece that keep the material."""
    row, stride = piece_row(endgame, piece), lone_stride(endgame, piece)
    closed, width = piece_fact(endgame, piece, CLOSED), piece_fact(endgame, piece, WIDTH)
    line = endgame.work[piece] * header(endgame, CELLS)
    first, end = look_up(endgame, row + STARTS, line), look_up(endgame, row + STARTS, line + header(endgame, CELLS))
    total, last, rest = int64(0), int64(-1), rest_of(endgame, index, piece, stride)
    for number in range(width):
        for step in cells_in(open_steps(endgame, piece, number, closed, width), number):
            if first + step >= end:
                break
            target = look_up(endgame, row + TARGETS, first + step)
            # Steps are in the order of their targets; several to one are one move.
            if target == last or not look_up(endgame, row + USES, first + step) & ~CAPTURES:
                continue
            if not stays(endgame, piece, target):
                continue
            last = target
            place = moved(endgame, rest, piece, stride, target)
            if place >= 0:
                total += int64(half.theirs[place])
    return total
