"""Retrograde analysis: which placements are legal, which are mates, and what is won and lost because of them.

Each function does a part of the placements, so that several threads share the work: they write the same
numbers where they write to the same entries.
"""

from __future__ import annotations

from ..tables import Numbers, Words, int64
from .bits import lowest
from .decorators import entry
from .placements import (
    ALIKE,
    ANY,
    BACK,
    BACK_CLOSED,
    BACK_WIDTH,
    CELLS,
    ESCAPE,
    FIXING,
    FORM_PERMUTATIONS,
    ILLEGAL,
    KEEPS,
    MATED,
    ORIGINS,
    OWN,
    PIECE,
    PIECE_WIDTH,
    PIECES,
    ROYAL,
    SIDE,
    STALEMATE,
    TURNED,
    TURNED_AGAIN,
    UNKNOWN,
    Values,
    entry_at,
    exchange,
    find_cells,
    finds,
    moved,
    open_steps,
    strikes,
    turn,
)


@entry
def mark_illegal(
    numbers: Numbers, words: Words, work: Words, start: int, end: int, first: Values, second: Values
) -> None:
    """Mark the placements that are illegal with one side or the other to move.

    Args:
        numbers: the facts.
        words: the facts.
        work: room to work in.
        start: the placements are those from here ...
        end: ... to here.
        first: what placements are worth with the first side to move.
        second: the same with the second side to move.
    """
    pieces = int64(numbers[PIECES])
    for index in range(start, end):
        find_cells(numbers, words, work, index)
        possible = True
        for piece in range(pieces):
            row = numbers[PIECE] + PIECE_WIDTH * piece
            if numbers[numbers[row + KEEPS] + work[piece]] < 0:
                possible = False
            for other in range(piece):
                if work[piece] == work[other]:
                    possible = False
        if not possible:
            first[index] = second[index] = ILLEGAL
            continue
        for royal in range(pieces):
            row = numbers[PIECE] + PIECE_WIDTH * royal
            if not numbers[row + ROYAL]:
                continue
            for piece in range(pieces):
                side = numbers[numbers[PIECE] + PIECE_WIDTH * piece + SIDE]
                if side != numbers[row + SIDE] and strikes(numbers, words, work, piece, work[royal]):
                    if side == 0:
                        first[index] = ILLEGAL
                    else:
                        second[index] = ILLEGAL


@entry
def settle(
    numbers: Numbers, words: Words, work: Words, strides: Words, start: int, end: int,
    side: int, mine: Values, theirs: Values, later: Values, subs: Values,
) -> int:  # fmt: skip
    """Find the mates and stalemates of a side, and what its captures and promotions are worth.

    Args:
        numbers: the facts.
        words: the facts.
        work: room to work in.
        strides: how far apart the entries of a piece's neighbouring cells are.
        start: the placements are those from here ...
        end: ... to here.
        side: who is to move.
        mine: what placements are worth with that side to move.
        theirs: the same with the other side to move.
        later: takes what captures and promotions are worth.
        subs: all the tables that they lead to.

    Returns:
        The largest of what captures and promotions are worth.
    """
    most = int64(0)
    for index in range(start, end):
        if mine[index] == ILLEGAL:
            continue
        find_cells(numbers, words, work, index)
        found = exchange(numbers, words, work, side, subs)
        later[index] = found
        most = max(most, found)
        if found == UNKNOWN and not finds(numbers, words, work, strides, index, side, theirs, ANY):
            mine[index] = MATED if theirs[index] == ILLEGAL else STALEMATE
    return most


@entry
def spread(
    numbers: Numbers, words: Words, work: Words, strides: Words, start: int, end: int,
    side: int, source: Values, target: Values, later: Values, seen: int, due: int, mark: int,
) -> int:  # fmt: skip
    """Mark what a side's moves lead from to entries of its opponent's.

    Args:
        numbers: the facts.
        words: the facts.
        work: room to work in.
        strides: how far apart the entries of a piece's neighbouring cells are.
        start: the entries of the opponent's are those from here ...
        end: ... to here.
        side: whose moves are taken back.
        source: the entries of its opponent.
        target: its own.
        later: what its captures and promotions are worth.
        seen: the entries of the opponent's that are wanted.
        due: entries of one's own that are marked too where captures and promotions are worth this.
        mark: what is written to entries of one's own that are still unknown.

    Returns:
        How many entries were marked, about.
    """
    cells, pieces, own = int64(numbers[CELLS]), int64(numbers[PIECES]), int64(numbers[OWN])
    count = 0
    for index in range(start, end):
        if later[index] == due and target[index] == UNKNOWN:
            target[index] = mark
            count += 1
        if source[index] != seen:
            continue
        find_cells(numbers, words, work, index)
        for piece in range(pieces):
            row = numbers[PIECE] + PIECE_WIDTH * piece
            here = work[piece]
            if numbers[row + SIDE] != side or numbers[numbers[row + KEEPS] + here] <= 0:
                continue
            stride, width = strides[piece], int64(numbers[row + BACK_WIDTH])
            single = piece > 0 and numbers[row + ALIKE] == 1
            first, last = numbers[numbers[row + BACK] + here], numbers[numbers[row + BACK] + here + 1]
            for word in range(width):
                left = open_steps(numbers, words, work, piece, word, numbers[row + BACK_CLOSED], width)
                while left:
                    step = first + (word << 6) + lowest(left)
                    left &= left - 1
                    if step >= last:
                        break
                    origin = int64(numbers[numbers[row + ORIGINS] + step])
                    if piece:
                        place = index + (origin - here) * stride
                        if not single:
                            place = moved(numbers, words, work, strides, index, piece, origin)
                        if place >= 0 and target[place] == UNKNOWN:
                            target[place] = mark
                            count += 1
                        continue
                    # All images of the placement that leave the first piece on its head are entries.
                    work[piece] = origin
                    turn(numbers, work, own)
                    work[piece] = here
                    orbit = work[TURNED_AGAIN] = work[TURNED]
                    fixing = numbers[FIXING] + numbers[numbers[FIXING] + orbit]
                    for number in range(fixing, numbers[FIXING] + numbers[numbers[FIXING] + orbit + 1]):
                        image = numbers[own + FORM_PERMUTATIONS] + cells * numbers[number]
                        for other in range(1, pieces):
                            work[TURNED_AGAIN + other] = numbers[image + work[TURNED + other]]
                        place = entry_at(numbers, words, work, own, TURNED_AGAIN)
                        if place >= 0 and target[place] == UNKNOWN:
                            target[place] = mark
                            count += 1
    return count


@entry
def judge(
    numbers: Numbers, words: Words, work: Words, strides: Words, start: int, end: int,
    side: int, mine: Values, theirs: Values, later: Values, asked: int, now: int,
) -> int:  # fmt: skip
    """Say of the entries asked about which are won or lost in so many moves.

    Won are those that have a move to an entry which the opponent loses one move sooner; lost are those whose
    every legal move leads to an entry won for the opponent.

    Args:
        numbers: the facts.
        words: the facts.
        work: room to work in.
        strides: how far apart the entries of a piece's neighbouring cells are.
        start: the entries are those from here ...
        end: ... to here.
        side: who is to move.
        mine: the entries.
        theirs: those of the opponent.
        later: what captures and promotions are worth.
        asked: which entries are asked about, MARKED or UNKNOWN; the others of them are UNKNOWN then.
        now: what is written to those that are won or lost in so many moves; which it is, this says.

    Returns:
        How many are.
    """
    count = 0
    wins = (now - MATED) & 1 != 0
    for index in range(start, end):
        if mine[index] != asked:
            continue
        value = int64(later[index])
        holds = wins and value == now
        if not holds and (wins or value == UNKNOWN or (value > MATED and (value - MATED) & 1 == 0 and value <= now)):
            find_cells(numbers, words, work, index)
            holds = finds(numbers, words, work, strides, index, side, theirs, now - 1 if wins else ESCAPE) == wins
        mine[index] = now if holds else UNKNOWN
        count += holds
    return count
