"""Placements of endgame tables in the kernel: their numbers, and what can be done from them.

A placement is a number: the orbit of the first piece's cell, then the cells of the others, in mixed radix.
What it is worth is kept in two arrays, one for each side to move. A move leads from an entry of one to an
entry of the other; it is legal if that entry is legal. So nothing has to be known about checks but
which entries are illegal: those in which the player who is not to move is attacked.

All facts are in two arrays, as for the rest of the kernel: `numbers` starts with the header below.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numpy.typing import NDArray

from .bits import entry, kernel, lowest
from .board import Board, make, unmake
from .tables import CELL, MASK, SKIP, STEP_WIDTH, TAKES, Numbers, Packed, Words, int64, names

Values: TypeAlias = NDArray[Any]
"""Entries, of 8 or 16 bits."""

# What an entry says; from MATED on, how many moves of both sides together lead to mate. MARKED is an
# entry that may be lost; and for what captures and promotions lead to it says that they hold a draw.
UNKNOWN, MARKED, ILLEGAL, STALEMATE, MATED = names(5)
HELD = MARKED

# The header of `numbers`: counts, then where things start.
(PIECES, CELLS, HEADS, ORBIT, WAY, PERMUTATIONS, FIXING, EXCHANGES, CHOICES, PIECE) = range(10)
HEADER = 10

# What is known of a piece: its side; whether it is royal; where the steps of its routes from each cell to
# each start, their targets and uses, the sets of steps that pieces in the way close, and of how many words
# those are; the same for steps traced back; for each cell whether it stays what it is when it arrives
# there (-1: it never stands there), and where its choices start; and whether it has any.
(SIDE, ROYAL, STARTS, TARGETS, USES, CLOSED, WIDTH, BACK, ORIGINS, BACK_CLOSED, BACK_WIDTH, KEEPS, CHOOSES, ASPIRES) = (
    range(14)
)
PIECE_WIDTH = 14

# A table that an exchange leads to: its pieces, how its cells are numbered, its size, and then for each
# piece its number here.
(SUB_PIECES, SUB_ORBIT, SUB_WAY, SUB_PERMUTATIONS, SUB_SIZE, SUB_START, SUB_ORDER) = range(7)

ANY, ESCAPE = names(2)


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
                        if forth[later - base] >= 0:
                            bit = forth[later - base]
                            closed[(origin * cells + cell) * width + (bit >> 6)] |= 1 << (bit & 63)
                        if back[later - base] >= 0:
                            bit, target = back[later - base], steps[STEP_WIDTH * later + CELL]
                            back_closed[(target * cells + cell) * back_width + (bit >> 6)] |= 1 << (bit & 63)
            cell = int64(steps[row + CELL])
            for later in range(step + 1, end if cell >= 0 else step):
                if forth[later - base] >= 0:
                    bit = forth[later - base]
                    closed[(origin * cells + cell) * width + (bit >> 6)] |= 1 << (bit & 63)
                if back[later - base] >= 0:
                    bit, target = back[later - base], steps[STEP_WIDTH * later + CELL]
                    back_closed[(target * cells + cell) * back_width + (bit >> 6)] |= 1 << (bit & 63)
    return selves


@entry
def men_after(tables: Packed, board: Board, moves: Words, men: int, found: Words) -> None:
    """Write down who stands where after each of some legal moves.

    Args:
        tables: the game.
        board: the position.
        moves: the moves.
        men: how many pieces there are before them.
        found: takes as many numbers for each move, type * cells + cell for each piece, and 0 for one that is gone.
    """
    cells = board.cells.shape[0]
    for number in range(moves.shape[0]):
        make(tables, board, moves[number])
        place = number * men
        for cell in range(cells):
            if board.cells[cell]:
                found[place] = board.cells[cell] * cells + cell
                place += 1
        unmake(tables, board)


@kernel
def find_cells(numbers: Numbers, work: Words, index: int) -> None:
    """Write the cells of a placement to the start of `work`."""
    cells = int64(numbers[CELLS])
    for piece in range(numbers[PIECES] - 1, 0, -1):
        index, work[piece] = index // cells, index % cells
    work[0] = numbers[numbers[HEADS] + index]


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
def sub_value(numbers: Numbers, work: Words, place: int, theirs: int, subs: Values) -> int:
    """What the cells in `work` are worth in another table, whose description is at `place`."""
    cells = int64(numbers[CELLS])
    head = work[numbers[place + SUB_ORDER]]
    turn = numbers[place + SUB_PERMUTATIONS] + cells * numbers[numbers[place + SUB_WAY] + head]
    index = int64(numbers[numbers[place + SUB_ORBIT] + head])
    for piece in range(1, numbers[place + SUB_PIECES]):
        index = index * cells + numbers[turn + work[numbers[place + SUB_ORDER + piece]]]
    return int64(subs[numbers[place + SUB_START] + theirs * int64(numbers[place + SUB_SIZE]) + index])


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
                    found = better(found, sub_value(numbers, work, numbers[table + victim + 1], 1 - side, subs))
                choice = numbers[numbers[row + CHOOSES] + target]
                while choice and numbers[choice]:
                    place = numbers[table + numbers[choice] * per_choice + victim + 1]
                    found = better(found, sub_value(numbers, work, place, 1 - side, subs))
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
                    found = better(found, sub_value(numbers, work, place, 1 - side, subs))
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
        origin, width = work[piece], numbers[row + WIDTH]
        line = numbers[row + STARTS] + origin * cells
        end = numbers[line + cells]
        for word in range(width):
            left = int64(-1)
            for other in range(pieces):
                if other != piece:
                    left &= ~words[numbers[row + CLOSED] + (origin * cells + work[other]) * width + word]
            while left:
                step = numbers[line] + (word << 6) + lowest(left)
                left &= left - 1
                if step >= end:
                    break
                target = int64(numbers[numbers[row + TARGETS] + step])
                if not numbers[numbers[row + USES] + step] & ~TAKES or numbers[numbers[row + KEEPS] + target] <= 0:
                    continue
                if piece:
                    place = index + (target - origin) * strides[piece]
                else:
                    turn = numbers[PERMUTATIONS] + cells * numbers[numbers[WAY] + target]
                    place = int64(numbers[numbers[ORBIT] + target])
                    for other in range(1, pieces):
                        place = place * cells + numbers[turn + work[other]]
                value = int64(theirs[place])
                if wanted >= MATED:
                    if value == wanted:
                        return True
                elif value != ILLEGAL and (wanted == ANY or value < MATED or (value - MATED) & 1 == 0):
                    return True
    return False
