"""The numbers of placements in endgame tables.

The number of a placement (`rank`) has mixed radix: the orbit of the first piece's cell, then the cell of each other
piece. Pieces that are alike have one digit, the number of their set of cells. The values of placements are in two
arrays, one for each side to move, and a move leads from an entry of one to an entry of the other. It is legal if that
entry is. So checks need no other test: an entry is illegal if the player that is not to move is in check.

Where a symmetry leaves the first piece in place, a table has several entries for a placement and its images. While it
is made, only those are in use in which another piece, the first's partner, stands on the least of its cells. The others
are as if illegal, and get their values in the end (`retrograde.fill_images`).
"""

from __future__ import annotations

from ..named_values import NOTHING
from ..packed import int64
from .decorators import kernel
from .endgame_facts import (
    ALIKE,
    BINOMIALS,
    BINOMIALS_WIDTH,
    CELLS,
    FIRST_ALIKE,
    FORM_ORBIT,
    FORM_ORDER,
    FORM_PARTNER,
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
    """Turn a placement so that the first piece stands on a head; the orbit is written in the place of its cell.

    If it has a partner, that stands on the least cell that it can then have.
    """
    numbers, work = endgame.numbers, endgame.work
    head = work[numbers[form + FORM_ORDER]]
    deciding = head
    partner = int64(numbers[form + FORM_PARTNER])
    if partner:
        deciding = head * header(endgame, CELLS) + work[numbers[form + FORM_ORDER + 2 * partner]]
    way = header(endgame, CELLS) * look_up(endgame, form + FORM_WAY, deciding)
    work[TURNED] = look_up(endgame, form + FORM_ORBIT, head)
    for piece in range(1, numbers[form + FORM_PIECES]):
        cell = work[numbers[form + FORM_ORDER + 2 * piece]]
        work[TURNED + piece] = look_up(endgame, form + FORM_PERMUTATIONS, way + cell)


@kernel
def partner_of(endgame: Endgame) -> int:
    """The piece that decides with the first by which symmetry a placement of the table's own is turned, or 0."""
    return int64(endgame.numbers[header(endgame, OWN) + FORM_PARTNER])


@kernel
def decides(endgame: Endgame, piece: int) -> bool:
    """Whether the cell of a piece decides by which symmetry a placement of the table's own is turned."""
    return piece == 0 or piece == partner_of(endgame)


@kernel
def is_image(endgame: Endgame) -> bool:
    """Whether a placement whose first piece stands on a head would be turned: its entry is not in use meanwhile."""
    partner = partner_of(endgame)
    if not partner:
        return False
    deciding = endgame.work[0] * header(endgame, CELLS) + endgame.work[partner]
    return look_up(endgame, header(endgame, OWN) + FORM_WAY, deciding) != 0


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
    """How far apart the entries of a piece's neighbouring cells are; 0 if another is alike, or if it decides."""
    alone = piece_fact(endgame, piece, ALIKE) == 1 and not decides(endgame, piece)
    return stride_of(endgame, piece) if alone else NOTHING


@kernel
def rest_of(endgame: Endgame, index: int, piece: int, stride: int) -> int:
    """The number of a placement without the digit of a piece, for `moved`; no matter what if it is the first."""
    if stride:
        return index - endgame.work[piece] * stride
    first, alike = piece_fact(endgame, piece, FIRST_ALIKE), piece_fact(endgame, piece, ALIKE)
    return index - (rank(endgame, first, alike) if alike > 1 else endgame.work[piece]) * stride_of(endgame, piece)


@kernel
def moved(endgame: Endgame, rest: int, piece: int, stride: int, target: int) -> int:
    """The entry of a placement after a piece has gone to another cell, or -1 if there is none.

    There is none where it goes to the cell of one that is alike. Where it goes to that of another, there is
    one, which is illegal.

    Args:
        endgame: the facts, and the cells of the placement; those of pieces that are alike are sorted.
        rest: its `rest_of`.
        piece: the piece.
        stride: its `lone_stride`; most have one, and for them a call would take longer than this.
        target: the cell.
    """
    if stride:
        return rest + target * stride
    if decides(endgame, piece):
        return moved_deciding(endgame, rest, piece, target)
    found = rank_moved(endgame, piece, target)
    return rest + found * stride_of(endgame, piece) if found >= 0 else found


@kernel
def rank_moved(endgame: Endgame, piece: int, target: int) -> int:
    """The `rank` of the cells of pieces that are alike after one of them has gone to another cell."""
    first, found, place, below = piece_fact(endgame, piece, FIRST_ALIKE), int64(0), int64(1), int64(1)
    for other in range(first, first + piece_fact(endgame, piece, ALIKE)):
        cell = endgame.work[other]
        if other != piece:
            if cell == target:
                return -1
            above = int64(cell > target)
            found += choose(endgame, cell, place + above)
            place += 1
            below += 1 - above
    return found + choose(endgame, target, below)


@kernel
def moved_deciding(endgame: Endgame, rest: int, piece: int, target: int) -> int:
    """The same as `moved` for a piece that decides."""
    work, own = endgame.work, header(endgame, OWN)
    if piece and not look_up(endgame, own + FORM_WAY, work[0] * header(endgame, CELLS) + target):
        return rest + target * stride_of(endgame, piece)
    origin = work[piece]
    work[piece] = target
    turn(endgame, own)
    work[piece] = origin
    return entry_at(endgame, own, TURNED)
