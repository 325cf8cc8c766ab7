"""Placements of endgame tables in the kernel: their numbers, and what can be done from them.

A placement is a number: the orbit of the first piece's cell, then for each piece its cell, or for pieces that are
alike the number of the set of their cells, in mixed radix (`rank`). What it is worth is kept in two arrays, one for
each side to move. A move leads from an entry of one to an entry of the other; it is legal if that entry is legal. So
nothing has to be known about checks but which entries are illegal: those in which the player who is not to move is
attacked.

All facts are in two arrays, as for the rest of the kernel: `numbers` starts with the header below.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numpy.typing import NDArray

from ..tables import CELL, MASK, SKIP, STEP_WIDTH, TAKES, Numbers, Words, int64, names
from .bits import lowest
from .decorators import entry, kernel

Values: TypeAlias = NDArray[Any]
"""Entries, of 8 or 16 bits."""

# What an entry says; from MATED on, how many moves of both sides together lead to mate. MARKED is an
# entry that may be lost; and for what captures and promotions lead to it says that they hold a draw.
UNKNOWN, MARKED, ILLEGAL, STALEMATE, MATED = names(5)
HELD = MARKED

# The header of `numbers`: counts, how wide the table of binomials is, and then where things start: that table, in
# `words`; the cells that are heads of orbits; how placements are numbered; the lists of symmetries that leave heads in
# place; exchanges; and pieces.
(PIECES, CELLS, CHOICES, BINOMIALS_WIDTH, BINOMIALS, HEADS, OWN, FIXING, EXCHANGES, PIECE) = range(10)
HEADER = 10

# What is known of a piece: its side; whether it is royal; the first of those that are alike and follow each other, and
# how many those are; where the steps of its routes from each cell to each start, their targets and uses, the sets of
# steps that pieces in the way close, and of how many words those are; the same for steps traced back; for each cell
# whether it stays what it is when it arrives there (-1: it never stands there), and where its choices start; and
# whether it has any.
(SIDE, ROYAL, FIRST_ALIKE, ALIKE, STARTS, TARGETS, USES, CLOSED, WIDTH) = range(9)
(BACK, ORIGINS, BACK_CLOSED, BACK_WIDTH, KEEPS, CHOOSES, ASPIRES) = range(9, 16)
PIECE_WIDTH = 16

# How the placements of a table, this one's or one that an exchange leads to, are numbered: its pieces, the orbits of
# cells, the symmetries that take them to their heads, how many entries there are and where they start; then
# for each piece its number here, and how many are alike from it on.
(FORM_PIECES, FORM_ORBIT, FORM_WAY, FORM_PERMUTATIONS, FORM_SIZE, FORM_START, FORM_ORDER) = range(7)

# Where in the room to work in cells are written, after those of the placement: turned by a symmetry, and once more.
TURNED, TURNED_AGAIN = 16, 32
ROOM = 48
MOST_PIECES = 16

ANY, ESCAPE = names(2)


@kernel
def close_step(rows: Words, row: int, bit: int) -> None:
    """Note in a row of bits that a step is closed; one without a bit leads nowhere."""
    if bit >= 0:
        rows[row + (bit >> 6)] |= 1 << (bit & 63)


@entry
def close_steps(
    steps: Numbers, masks: Words, wide: int, span: Numbers, forth: Numbers, back: Numbers,
    closed: Words, width: int, back_closed: Words, back_width: int,
) -> int:  # fmt: skip
    """Write down which pieces close which steps of a walk, in both directions.

    Args:
        steps: the rows of `Tables.steps`.
        masks: those of `Tables.masks`, of `wide` words each.
        wide: see there.
        span: where the steps from each cell start.
        forth: for each step of the walk its bit in the rows of its origin, or -1.
        back: the same for the rows of its target.
        closed: takes the rows: for each origin and piece in the way, `width` words.
        width: see there.
        back_closed: the same by target.
        back_width: see there.

    Returns:
        How many steps a piece closes by standing where the step starts.
    """
    cells, base, selves = span.shape[0] - 1, span[0], 0
    for origin in range(cells):
        for step in range(span[origin], span[origin + 1]):
            row = STEP_WIDTH * step
            end = int64(steps[row + SKIP])
            for word in range(wide if steps[row + MASK] >= 0 else 0):
                left = masks[steps[row + MASK] * wide + word]
                while left:
                    cell = (word << 6) + lowest(left)
                    left &= left - 1
                    selves += cell == origin
                    for later in range(step, end):
                        target = int64(steps[STEP_WIDTH * later + CELL])
                        close_step(closed, (origin * cells + cell) * width, forth[later - base])
                        close_step(back_closed, (target * cells + cell) * back_width, back[later - base])
            cell = int64(steps[row + CELL])
            for later in range(step + 1, end if cell >= 0 else step):
                target = int64(steps[STEP_WIDTH * later + CELL])
                close_step(closed, (origin * cells + cell) * width, forth[later - base])
                close_step(back_closed, (target * cells + cell) * back_width, back[later - base])
    return selves


@kernel
def choose(numbers: Numbers, words: Words, some: int, alike: int) -> int:
    """In how many ways so many can be chosen of some."""
    return words[numbers[BINOMIALS] + some * numbers[BINOMIALS_WIDTH] + alike]


@kernel
def rank(numbers: Numbers, words: Words, work: Words, start: int, alike: int) -> int:
    """The number of the set of so many cells in `work`, or -1 if two are the same.

    Sets are in the order of their largest cell, then of the next, and so on: before one whose n-th cell,
    from the smallest on, is c stand all those whose n largest are below c.
    """
    found = int64(0)
    for one in range(start, start + alike):
        place = int64(1)
        for other in range(start, start + alike):
            if other != one and work[other] == work[one]:
                return -1
            place += work[other] < work[one]
        found += choose(numbers, words, work[one], place)
    return found


@kernel
def find_set(numbers: Numbers, words: Words, work: Words, start: int, alike: int, number: int) -> None:
    """Write the cells of a set to `work`, the smallest first; what `rank` does, backwards."""
    for place in range(alike, 0, -1):
        low, high = int64(place - 1), int64(numbers[CELLS]) - 1
        while low < high:
            middle = (low + high + 1) >> 1
            if choose(numbers, words, middle, place) <= number:
                low = middle
            else:
                high = middle - 1
        work[start + place - 1] = low
        number -= choose(numbers, words, low, place)


@kernel
def find_cells(numbers: Numbers, words: Words, work: Words, index: int) -> None:
    """Write the cells of a placement to the start of `work`."""
    cells, piece = int64(numbers[CELLS]), int64(numbers[PIECES])
    while piece > 1:
        alike = int64(numbers[numbers[PIECE] + PIECE_WIDTH * (piece - 1) + ALIKE])
        piece -= alike
        if alike == 1:
            index, work[piece] = index // cells, index % cells
        else:
            sets = choose(numbers, words, cells, alike)
            find_set(numbers, words, work, piece, alike, index % sets)
            index //= sets
    work[0] = numbers[numbers[HEADS] + index]


@kernel
def turn(numbers: Numbers, work: Words, form: int) -> None:
    """Turn a placement so that the first piece stands on a head; the orbit is written in the place of its cell."""
    head = work[numbers[form + FORM_ORDER]]
    way = numbers[form + FORM_PERMUTATIONS] + int64(numbers[CELLS]) * numbers[numbers[form + FORM_WAY] + head]
    work[TURNED] = numbers[numbers[form + FORM_ORBIT] + head]
    for piece in range(1, numbers[form + FORM_PIECES]):
        work[TURNED + piece] = numbers[way + work[numbers[form + FORM_ORDER + 2 * piece]]]


@kernel
def entry_at(numbers: Numbers, words: Words, work: Words, form: int, start: int) -> int:
    """The entry of the orbit and the cells that are written in `work` from `start` on, or -1 if there is none."""
    cells, piece = int64(numbers[CELLS]), int64(1)
    index = work[start]
    while piece < numbers[form + FORM_PIECES]:
        alike = int64(numbers[form + FORM_ORDER + 2 * piece + 1])
        if alike == 1:
            index = index * cells + work[start + piece]
        else:
            number = rank(numbers, words, work, start + piece, alike)
            if number < 0:
                return -1
            index = index * choose(numbers, words, cells, alike) + number
        piece += alike
    return index


@kernel
def moved(numbers: Numbers, words: Words, work: Words, strides: Words, index: int, piece: int, target: int) -> int:
    """The entry of a placement after a piece has gone to another cell, or -1 if there is none.

    There is none where it goes to the cell of one that is alike. Where it goes to that of another, there is
    one, which is illegal.
    """
    row = numbers[PIECE] + PIECE_WIDTH * piece
    origin = work[piece]
    work[piece] = target
    if piece:
        first, alike = int64(numbers[row + FIRST_ALIKE]), int64(numbers[row + ALIKE])
        found = rank(numbers, words, work, first, alike)
        work[piece] = origin
        if found >= 0:
            found = index + (found - rank(numbers, words, work, first, alike)) * strides[piece]
    else:
        turn(numbers, work, int64(numbers[OWN]))
        found = entry_at(numbers, words, work, int64(numbers[OWN]), TURNED)
    work[piece] = origin
    return found


@kernel
def open_steps(numbers: Numbers, words: Words, work: Words, piece: int, word: int, closed: int, width: int) -> int:
    """One word of the steps of a piece that no other closes; the sets of those are at `closed`, of `width` words."""
    left = int64(-1)
    for other in range(numbers[PIECES]):
        if other != piece:
            left &= ~words[closed + (work[piece] * numbers[CELLS] + work[other]) * width + word]
    return left


@kernel
def strikes(numbers: Numbers, words: Words, work: Words, piece: int, target: int) -> bool:
    """Whether a capturing route of a piece to a cell is open."""
    row, cells = numbers[PIECE] + PIECE_WIDTH * piece, int64(numbers[CELLS])
    origin, width = work[piece], numbers[row + WIDTH]
    line = numbers[row + STARTS] + origin * cells
    first = numbers[line]
    for step in range(numbers[line + target], numbers[line + target + 1]):
        if numbers[numbers[row + USES] + step] & TAKES:
            bit, is_open = step - first, True
            for other in range(int64(numbers[PIECES])):
                if other != piece:
                    place = (origin * cells + work[other]) * width + (bit >> 6)
                    if (words[numbers[row + CLOSED] + place] >> (bit & 63)) & 1:
                        is_open = False
                        break
            if is_open:
                return True
    return False


@kernel
def sub_value(numbers: Numbers, words: Words, work: Words, place: int, theirs: int, subs: Values) -> int:
    """What the cells in `work` are worth in another table, whose description is at `place`."""
    turn(numbers, work, int64(place))
    index = entry_at(numbers, words, work, int64(place), TURNED)
    return int64(subs[numbers[place + FORM_START] + theirs * int64(numbers[place + FORM_SIZE]) + index])


@kernel
def better(one: int, value: int) -> int:
    """The better for the mover of what is known and a move to an entry of the opponent's; see `exchange`."""
    if value == ILLEGAL:
        return one
    other = int64(HELD) if value < MATED else value + 1
    if one == UNKNOWN:
        return other
    won, other_won = one > MATED and (one - MATED) & 1 != 0, other > MATED and (other - MATED) & 1 != 0
    if won and other_won:
        return min(one, other)
    if won or other_won:
        return one if won else other
    if one == HELD or other == HELD:
        return int64(HELD)
    return max(one, other)


@kernel
def exchange(numbers: Numbers, words: Words, work: Words, side: int, subs: Values) -> int:
    """What captures and promotions are worth to the side to move: UNKNOWN if there are none, HELD, or as an entry."""
    cells, pieces = int64(numbers[CELLS]), int64(numbers[PIECES])
    found = int64(UNKNOWN)
    for piece in range(pieces):
        row = numbers[PIECE] + PIECE_WIDTH * piece
        if numbers[row + SIDE] != side:
            continue
        origin = work[piece]
        per_choice = pieces + 1
        table = numbers[EXCHANGES] + piece * numbers[CHOICES] * per_choice
        for victim in range(pieces):
            other_row = numbers[PIECE] + PIECE_WIDTH * victim
            if numbers[other_row + SIDE] == side or numbers[other_row + ROYAL]:
                continue
            target = work[victim]
            if strikes(numbers, words, work, piece, target):
                work[piece] = target
                if numbers[numbers[row + KEEPS] + target] > 0:
                    found = better(found, sub_value(numbers, words, work, numbers[table + victim + 1], 1 - side, subs))
                choice = numbers[numbers[row + CHOOSES] + target]
                while choice and numbers[choice]:
                    place = numbers[table + numbers[choice] * per_choice + victim + 1]
                    found = better(found, sub_value(numbers, words, work, place, 1 - side, subs))
                    choice += 1
                work[piece] = origin
        line = numbers[row + STARTS] + origin * cells
        for step in range(numbers[line], numbers[line + cells] if numbers[row + ASPIRES] else numbers[line]):
            target = int64(numbers[numbers[row + TARGETS] + step])
            choice = numbers[numbers[row + CHOOSES] + target]
            if not choice or not numbers[numbers[row + USES] + step] & ~TAKES:
                continue
            bit, is_open = step - numbers[line], True
            for other in range(pieces):
                if other != piece:
                    closed = (origin * cells + work[other]) * numbers[row + WIDTH] + (bit >> 6)
                    if work[other] == target or (words[numbers[row + CLOSED] + closed] >> (bit & 63)) & 1:
                        is_open = False
            if is_open:
                work[piece] = target
                while numbers[choice]:
                    place = numbers[table + numbers[choice] * per_choice]
                    found = better(found, sub_value(numbers, words, work, place, 1 - side, subs))
                    choice += 1
                work[piece] = origin
    return found


@kernel
def finds(
    numbers: Numbers, words: Words, work: Words, strides: Words, index: int, side: int, theirs: Values, wanted: int
) -> bool:
    """Whether the side to move has a legal move that keeps the material and is wanted.

    That is any move (ANY), one that does not lose (ESCAPE), or one to entries that say `wanted`.
    """
    cells, pieces = int64(numbers[CELLS]), int64(numbers[PIECES])
    for piece in range(pieces):
        row = numbers[PIECE] + PIECE_WIDTH * piece
        if numbers[row + SIDE] != side:
            continue
        origin, stride, width = work[piece], strides[piece], int64(numbers[row + WIDTH])
        single = piece > 0 and numbers[row + ALIKE] == 1
        line = numbers[row + STARTS] + origin * cells
        end = numbers[line + cells]
        for word in range(width):
            left = open_steps(numbers, words, work, piece, word, numbers[row + CLOSED], width)
            while left:
                step = numbers[line] + (word << 6) + lowest(left)
                left &= left - 1
                if step >= end:
                    break
                target = int64(numbers[numbers[row + TARGETS] + step])
                if not numbers[numbers[row + USES] + step] & ~TAKES or numbers[numbers[row + KEEPS] + target] <= 0:
                    continue
                # Most pieces have no other that is alike; for them a call would take longer than this.
                place = index + (target - origin) * stride
                if not single:
                    place = moved(numbers, words, work, strides, index, piece, target)
                if place < 0:
                    continue
                value = int64(theirs[place])
                if wanted >= MATED:
                    if value == wanted:
                        return True
                elif value != ILLEGAL and (wanted == ANY or value < MATED or (value - MATED) & 1 == 0):
                    return True
    return False
