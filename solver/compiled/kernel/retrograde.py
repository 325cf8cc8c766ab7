"""Retrograde analysis: legal placements, mates, and the wins and losses that follow.

Each function does a range of the placements, so several threads share the work. Where they write to the same entry,
they write the same number.
"""

from __future__ import annotations

from typing import NamedTuple

from ..named_values import CAPTURES
from ..packed import int64, integers
from .cells import cells_in
from .decorators import entry, kernel
from .endgame_facts import (
    BACK,
    BACK_CLOSED,
    BACK_WIDTH,
    CELLS,
    CLOSED,
    FIXING,
    FORM_PERMUTATIONS,
    KEEPS,
    ORIGINS,
    OWN,
    PIECES,
    ROYAL,
    SIDE,
    STARTS,
    TARGETS,
    TURNED,
    TURNED_AGAIN,
    USES,
    WIDTH,
    Endgame,
    header,
    look_up,
    piece_fact,
    piece_row,
    stays,
)
from .endgame_steps import open_steps, strikes
from .entries import ILLEGAL, MATED, STALEMATE, UNKNOWN, Entries, loses, wins
from .exchanges import exchange
from .placements import (
    decides,
    entry_at,
    find_cells,
    is_image,
    lone_stride,
    moved,
    moved_deciding,
    partner_of,
    rest_of,
    turn,
)

ANY, ESCAPE = integers(2)
"""Moves that are looked for: any, or one that does not lose; from MATED on, one to entries that say so."""


class Half(NamedTuple):
    """A table as the side to move sees it.

    Attributes:
        side: the side to move.
        mine: the entries with that side to move.
        theirs: those with its opponent to move.
        later: what its captures and promotions are worth.
    """

    side: int
    mine: Entries
    theirs: Entries
    later: Entries


@entry
def mark_illegal(endgame: Endgame, first: Entries, second: Entries, start: int, end: int) -> None:
    """Mark the placements that are illegal with one side or the other to move, and those that are images of others.

    Args:
        endgame: the facts.
        first: what placements are worth with the first side to move.
        second: the same with the second side to move.
        start: the placements are those from here ...
        end: ... to here.
    """
    for index in range(start, end):
        find_cells(endgame, index)
        if not is_possible(endgame) or is_image(endgame):
            first[index] = second[index] = ILLEGAL
            continue
        for royal in range(header(endgame, PIECES)):
            if piece_fact(endgame, royal, ROYAL):
                mark_attacked(endgame, royal, first, second, index)


@entry
def fill_images(endgame: Endgame, first: Entries, second: Entries, start: int, end: int) -> None:
    """Give the placements that are images of others the values of those.

    The arguments are those of `mark_illegal`.
    """
    for index in range(start, end):
        find_cells(endgame, index)
        if is_image(endgame):
            turn(endgame, header(endgame, OWN))
            place = entry_at(endgame, header(endgame, OWN), TURNED)
            first[index], second[index] = first[place], second[place]


@kernel
def is_possible(endgame: Endgame) -> bool:
    """Whether each piece may stand on its cell, and no other piece does."""
    for piece in range(header(endgame, PIECES)):
        cell = endgame.work[piece]
        if look_up(endgame, piece_row(endgame, piece) + KEEPS, cell) < 0:
            return False
        for other in range(piece):
            if endgame.work[other] == cell:
                return False
    return True


@kernel
def mark_attacked(endgame: Endgame, royal: int, first: Entries, second: Entries, index: int) -> None:
    """Mark a placement as illegal for the sides to move that attack a royal piece."""
    target, prey = endgame.work[royal], piece_fact(endgame, royal, SIDE)
    for piece in range(header(endgame, PIECES)):
        side = piece_fact(endgame, piece, SIDE)
        if side != prey and strikes(endgame, piece, target):
            if side == 0:
                first[index] = ILLEGAL
            else:
                second[index] = ILLEGAL


@entry
def settle(endgame: Endgame, half: Half, subs: Entries, start: int, end: int) -> int:
    """Find the mates and stalemates of a side, and what its captures and promotions are worth.

    Args:
        endgame: the facts.
        half: the table with that side to move.
        subs: all the tables that captures and promotions lead to.
        start: the placements are those from here ...
        end: ... to here.

    Returns:
        The largest of what captures and promotions are worth.
    """
    most = int64(0)
    for index in range(start, end):
        if half.mine[index] == ILLEGAL:
            continue
        find_cells(endgame, index)
        found = exchange(endgame, half.side, subs, False)
        half.later[index] = found
        most = max(most, found)
        if found == UNKNOWN and not finds(endgame, half, index, ANY):
            half.mine[index] = MATED if half.theirs[index] == ILLEGAL else STALEMATE
    return most


@entry
def spread(endgame: Endgame, half: Half, seen: int, due: int, mark: int, start: int, end: int) -> int:
    """Mark what a side's moves lead from to entries of its opponent's.

    Args:
        endgame: the facts.
        half: the table with that side to move, whose moves are unmade.
        seen: the entries of the opponent's that are wanted.
        due: entries of one's own that are marked too where captures and promotions are worth this.
        mark: what is written to entries of one's own that are still unknown.
        start: the entries of both are those from here ...
        end: ... to here.

    Returns:
        How many entries were marked, about.
    """
    count = 0
    for index in range(start, end):
        if half.later[index] == due:
            count += mark_entry(half, index, mark)
        if half.theirs[index] != seen:
            continue
        find_cells(endgame, index)
        for piece in range(header(endgame, PIECES)):
            if piece_fact(endgame, piece, SIDE) == half.side and stays(endgame, piece, endgame.work[piece]):
                count += unmake_all(endgame, half, index, piece, mark)
    return count


@kernel
def unmake_all(endgame: Endgame, half: Half, index: int, piece: int, mark: int) -> int:
    """Mark what the moves of a piece lead from to a placement, and say how many entries were marked."""
    row, here, stride = piece_row(endgame, piece), endgame.work[piece], lone_stride(endgame, piece)
    closed, width = piece_fact(endgame, piece, BACK_CLOSED), piece_fact(endgame, piece, BACK_WIDTH)
    rest = rest_of(endgame, index, piece, stride)
    first, end = look_up(endgame, row + BACK, here), look_up(endgame, row + BACK, here + 1)
    count = 0
    for number in range(width):
        for step in cells_in(open_steps(endgame, piece, number, closed, width), number):
            if first + step >= end:
                break
            origin = look_up(endgame, row + ORIGINS, first + step)
            if decides(endgame, piece):
                count += mark_images(endgame, half, rest, piece, origin, mark)
            else:
                count += mark_entry(half, moved(endgame, rest, piece, stride, origin), mark)
    return count


@kernel
def mark_images(endgame: Endgame, half: Half, rest: int, piece: int, origin: int, mark: int) -> int:
    """Mark the placement with a piece that decides on a cell, and all images of it that leave such pieces in place."""
    found = moved_deciding(endgame, rest, piece, origin)
    # Its images are marked when it is, or by the images of the placement that it was found from.
    if found < 0 or half.mine[found] != UNKNOWN:
        return 0
    work, own, cells = endgame.work, header(endgame, OWN), header(endgame, CELLS)
    permutations = int64(endgame.numbers[own + FORM_PERMUTATIONS])
    here = work[piece]
    work[piece] = origin
    turn(endgame, own)
    work[piece] = here
    kept = work[TURNED_AGAIN] = work[TURNED]
    partner = partner_of(endgame)
    if partner:
        kept = kept * cells + work[TURNED + partner]
    count = 0
    for place in range(look_up(endgame, FIXING, kept), look_up(endgame, FIXING, kept + 1)):
        image = permutations + cells * look_up(endgame, FIXING, place)
        for other in range(1, header(endgame, PIECES)):
            work[TURNED_AGAIN + other] = endgame.numbers[image + work[TURNED + other]]
        count += mark_entry(half, entry_at(endgame, own, TURNED_AGAIN), mark)
    return count


@kernel
def mark_entry(half: Half, index: int, mark: int) -> int:
    """Mark an entry that is still unknown, if there is such, and say how many were marked."""
    if index < 0 or half.mine[index] != UNKNOWN:
        return 0
    half.mine[index] = mark
    return 1


@entry
def judge(endgame: Endgame, half: Half, asked: int, now: int, start: int, end: int) -> int:
    """Judge which of the entries asked about are won or lost in this number of moves.

    Won are those that have a move to an entry which the opponent loses one move sooner; lost are those whose
    every legal move leads to an entry won for the opponent.

    Args:
        endgame: the facts.
        half: the table with one side to move, whose entries are judged.
        asked: which entries are asked about, MARKED or UNKNOWN; the others of them are UNKNOWN then.
        now: what is written to those that are won or lost, one of the two.
        start: the entries are those from here ...
        end: ... to here.

    Returns:
        How many are.
    """
    count, winning = 0, wins(now)
    for index in range(start, end):
        if half.mine[index] != asked:
            continue
        value = int64(half.later[index])
        holds = winning and value == now
        if not holds and (winning or value == UNKNOWN or (value > MATED and loses(value) and value <= now)):
            find_cells(endgame, index)
            holds = finds(endgame, half, index, now - 1 if winning else ESCAPE) == winning
        half.mine[index] = now if holds else UNKNOWN
        count += holds
    return count


@kernel
def finds(endgame: Endgame, half: Half, index: int, wanted: int) -> bool:
    """Whether the side to move has a legal move that keeps the material and is wanted."""
    for piece in range(header(endgame, PIECES)):
        if piece_fact(endgame, piece, SIDE) == half.side and piece_finds(endgame, half, index, piece, wanted):
            return True
    return False


@kernel
def piece_finds(endgame: Endgame, half: Half, index: int, piece: int, wanted: int) -> bool:
    """Whether a piece has such a move."""
    row, stride = piece_row(endgame, piece), lone_stride(endgame, piece)
    rest = rest_of(endgame, index, piece, stride)
    closed, width = piece_fact(endgame, piece, CLOSED), piece_fact(endgame, piece, WIDTH)
    line = endgame.work[piece] * header(endgame, CELLS)
    first, end = look_up(endgame, row + STARTS, line), look_up(endgame, row + STARTS, line + header(endgame, CELLS))
    for number in range(width):
        for step in cells_in(open_steps(endgame, piece, number, closed, width), number):
            if first + step >= end:
                break
            target = look_up(endgame, row + TARGETS, first + step)
            if not look_up(endgame, row + USES, first + step) & ~CAPTURES or not stays(endgame, piece, target):
                continue
            place = moved(endgame, rest, piece, stride, target)
            if place >= 0 and is_wanted(int64(half.theirs[place]), wanted):
                return True
    return False


@kernel
def is_wanted(value: int, wanted: int) -> bool:
    """Whether a move to an entry of the opponent's is wanted."""
    if wanted >= MATED:
        return value == wanted
    return value != ILLEGAL and (wanted == ANY or not wins(value))
