"""The numbers of placements in endgame tables.

The number of a placement (`rank`) has mixed radix: the orbit of the first piece's cell, then the cell of each other
piece. Pieces that are alike have one digit, the number of their set of cells. The values of placements are in two
arrays, one for each side to move, and a move leads from an entry of one to an entry of the other. It is legal if that
entry is. So checks need no other test: an entry is illegal if the player that is not to move is in check.
"""

from __future__ import annotations

from ..packed import int64
from ..tables import NOTHING
from .decorators import kernel
from .endgame_facts import (
    ALIKE,
    BINOMIALS,
    BINOMIALS_WIDTH,
    CELLS,
    FIRST_ALIKE,
    FORM_ORBIT,
    FORM_ORDER,
    FORM_PERMUTATIONS,
    FORM_PIECES,
    FORM_WAY,
    HEADS,
    OWN,
    PIECES,
    TURNED,
    Endgame,
    header,
    look_up,
    piece_fact,
    stride_of,
)


@kernel
def choose(endgame: Endgame, some: int, alike: int) -> int:
    """The binomial coefficient: in how many ways some can be chosen of several."""
    return endgame.words[header(endgame, BINOMIALS) + some * header(endgame, BINOMIALS_WIDTH) + alike]


@kernel
def rank(endgame: Endgame, start: int, alike: int) -> int:
    """The number of the set of some cells in the work area, or -1 if two are the same.

    Sets are in the order of their largest cell, then of the next, and so on: before one whose n-th cell,
    from the smallest on, is c stand all those whose n largest are below c.
    """
    work = endgame.work
    found = int64(0)
    for one in range(start, start + alike):
        place = int64(1)
        for other in range(start, start + alike):
            if other != one and work[other] == work[one]:
                return -1
            place += work[other] < work[one]
        found += choose(endgame, work[one], place)
    return found


@kernel
def find_set(endgame: Endgame, start: int, alike: int, number: int) -> None:
    """Write the cells of a set to the room to work in, the smallest first; what `rank` does, backwards."""
    for place in range(alike, 0, -1):
        low, high = int64(place - 1), header(endgame, CELLS) - 1
        while low < high:
            middle = (low + high + 1) >> 1
            if choose(endgame, middle, place) <= number:
                low = middle
            else:
                high = middle - 1
        endgame.work[start + place - 1] = low
        number -= choose(endgame, low, place)


@kernel
def find_cells(endgame: Endgame, index: int) -> None:
    """Write the cells of a placement to the start of the room to work in."""
    cells, piece = header(endgame, CELLS), header(endgame, PIECES)
    while piece > 1:
        alike = piece_fact(endgame, piece - 1, ALIKE)
        piece -= alike
        if alike == 1:
            index, endgame.work[piece] = index // cells, index % cells
        else:
            sets = choose(endgame, cells, alike)
            find_set(endgame, piece, alike, index % sets)
            index //= sets
    endgame.work[0] = look_up(endgame, HEADS, index)


@kernel
def turn(endgame: Endgame, form: int) -> None:
    """Turn a placement so that the first piece stands on a head; the orbit is written in the place of its cell."""
    numbers, work = endgame.numbers, endgame.work
    head = work[numbers[form + FORM_ORDER]]
    way = header(endgame, CELLS) * look_up(endgame, form + FORM_WAY, head)
    work[TURNED] = look_up(endgame, form + FORM_ORBIT, head)
    for piece in range(1, numbers[form + FORM_PIECES]):
        cell = work[numbers[form + FORM_ORDER + 2 * piece]]
        work[TURNED + piece] = look_up(endgame, form + FORM_PERMUTATIONS, way + cell)


@kernel
def entry_at(endgame: Endgame, form: int, start: int) -> int:
    """The entry of the orbit and the cells in the room to work in from `start` on, or -1 if there is none."""
    cells, piece = header(endgame, CELLS), int64(1)
    index = endgame.work[start]
    while piece < endgame.numbers[form + FORM_PIECES]:
        alike = int64(endgame.numbers[form + FORM_ORDER + 2 * piece + 1])
        if alike == 1:
            index = index * cells + endgame.work[start + piece]
        else:
            number = rank(endgame, start + piece, alike)
            if number < 0:
                return -1
            index = index * choose(endgame, cells, alike) + number
        piece += alike
    return index


@kernel
def lone_stride(endgame: Endgame, piece: int) -> int:
    """How far apart the entries of a piece's neighbouring cells are; 0 for the first, or if another is alike."""
    return stride_of(endgame, piece) if piece_fact(endgame, piece, ALIKE) == 1 else NOTHING


@kernel
def moved(endgame: Endgame, index: int, piece: int, stride: int, target: int) -> int:
    """The entry of a placement after a piece has gone to another cell, or -1 if there is none.

    There is none where it goes to the cell of one that is alike. Where it goes to that of another, there is
    one, which is illegal.

    Args:
        endgame: the facts, and the cells of the placement.
        index: its number.
        piece: the piece.
        stride: its `lone_stride`; most have one, and for them a call would take longer than this.
        target: the cell.
    """
    if stride:
        return index + (target - endgame.work[piece]) * stride
    return moved_among(endgame, index, piece, target)


@kernel
def moved_among(endgame: Endgame, index: int, piece: int, target: int) -> int:
    """The same for the first piece, and for one of several that are alike."""
    work = endgame.work
    origin = work[piece]
    work[piece] = target
    if piece:
        first, alike = piece_fact(endgame, piece, FIRST_ALIKE), piece_fact(endgame, piece, ALIKE)
        found = rank(endgame, first, alike)
        work[piece] = origin
        if found >= 0:
            found = index + (found - rank(endgame, first, alike)) * stride_of(endgame, piece)
    else:
        turn(endgame, header(endgame, OWN))
        found = entry_at(endgame, header(endgame, OWN), TURNED)
    work[piece] = origin
    return found
