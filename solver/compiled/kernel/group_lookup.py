"""Which rows a move may have, by the group of its arrival; and what happens where nobody has asked that yet.

A group has two numbers, how far apart its entries are for the class of the cell where a move starts and for the
type on the cell where its victim stands, and then its entries: each says where a list of rows starts. A row is one
move; several are a choice, and where there are none the move is prohibited.

Where a game has too many types to ask about every pair of them, the second number is -1, the first entries hold for
what is not asked, and those of a pair that is are found in `Tables.pairs`. When the kernel meets another pair it notes
that on the board, with all pieces on it, and goes on with what is usual. Whatever it finds then is of no use: the caller
has the tables made larger and asks again (`CompiledEngine.complete`).

A group of special moves is a tree. Its first number says whether it goes on in the same way for all numbers that come next, or
for each in its own, or whether `Tables.pairs` says how; then comes where it goes on, in the end to a list of rows.
"""

from __future__ import annotations

from ..packed import Packed, int64
from ..tables import (
    BY_NUMBER,
    BY_PAIR,
    CELL_CLASSES,
    GROUPS,
    MAY_PROHIBIT,
    NOWHERE,
    PAIR_KEY,
    PAIR_PLACE,
    PAIR_SLOTS,
    PAIR_WIDTH,
    PAIRS,
    PATTERN_FLAGS,
    PLAIN,
    TARGET_STRIDE,
)
from .board import UNKNOWN, Board
from .decorators import kernel
from .rows import END, custom_group, group_of

_MIX = 0x1E3779B97F4A7C15


@kernel
def note_unknown(board: Board) -> None:
    """Note that what is found on a board from now on is of no use, and which pieces were on it when that began."""
    if board.state[UNKNOWN]:
        return
    board.state[UNKNOWN] = 1
    cells = len(board.cells)
    start = len(board.state) - cells
    for cell in range(cells):
        board.state[start + cell] = board.cells[cell]


@kernel
def pair_place(tables: Packed, group: int, victim: int) -> int:
    """Where in `Tables.groups` the lists of a group for a type of victim start, -1 if that has not been asked."""
    start, slots = int64(tables.numbers[PAIRS]), int64(tables.numbers[PAIR_SLOTS])
    key = group << 32 | victim
    slot = ((key * _MIX) >> 32) & (slots - 1)
    while True:
        found = tables.words[start + PAIR_WIDTH * slot + PAIR_KEY]
        if found == key:
            return tables.words[start + PAIR_WIDTH * slot + PAIR_PLACE]
        if found == 0:
            return NOWHERE
        slot = (slot + 1) & (slots - 1)


@kernel
def rows_in(tables: Packed, board: Board, group: int, origin: int, target: int, victim: int) -> int:
    """Where in `Packed.numbers` the rows are that a group has for a move.

    Args:
        tables: the game.
        board: the position, which takes the note if nobody has asked about this victim.
        group: the group.
        origin: where the move starts.
        target: where it ends.
        victim: the type of its victim, 0 if it has none.
    """
    numbers = tables.numbers
    groups = int64(numbers[GROUPS])
    start = groups + group
    by_origin, by_victim = int64(numbers[start]), int64(numbers[start + 1])
    if by_origin:
        by_origin *= numbers[numbers[CELL_CLASSES] + numbers[TARGET_STRIDE] * target + origin]
    if by_victim < 0:
        place = pair_place(tables, group, victim)
        if place < 0:
            note_unknown(board)
            place = group + 2
        return groups + numbers[groups + place + by_origin]
    return groups + numbers[start + 2 + by_origin + by_victim * victim]


@kernel
def branch(tables: Packed, group: int, number: int) -> int:
    """Where in `Tables.groups` a group of special moves goes on for a number; -1 if nobody has asked about that."""
    start = int64(tables.numbers[GROUPS]) + group
    how = tables.numbers[start]
    if how == BY_PAIR:
        return pair_place(tables, group, number)
    return int64(tables.numbers[start + 1 + (number if how == BY_NUMBER else 0)])


@kernel
def is_prohibited(tables: Packed, board: Board, pattern: int, kind: int, origin: int, target: int, victim: int) -> bool:
    """Whether a type must not go from one cell to another by a move pattern; then it does not attack there either."""
    if not tables.numbers[MAY_PROHIBIT]:
        return False
    use = int64(tables.numbers[tables.numbers[PATTERN_FLAGS] + pattern]) >> 1
    group = custom_group(tables, kind, use, target) if use else group_of(tables, kind, PLAIN, target)
    return group != 0 and tables.numbers[rows_in(tables, board, group, origin, target, victim)] == END
