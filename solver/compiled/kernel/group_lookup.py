"""Which rows a move may have: the lookup of groups in `tables.GROUPS`.

A group starts with two strides: of its entries by the class of the origin, and by the type of the victim. Then come the
entries, each the start of a list of rows. One row is one move, several are a choice, and an empty list means that the
move is prohibited.

A game with too many types for all pairs has open groups. Their second stride is -1, and their first entries are for
pairs that have not been asked about; `tables.PAIRS` has the others. If the kernel needs a pair that is missing, it
stores the pieces of the board and goes on with a usual row. The result is wrong then, and the caller extends the tables
and asks again (`Boards.complete`).

A group of special moves is a tree. Its first number is how it branches: the same for all numbers, by number, or by
`tables.PAIRS`. The leaves are lists of rows.
"""

from __future__ import annotations

from ..named_values import BY_NUMBER, BY_PAIR, NOWHERE, PLAIN
from ..packed import Packed, int64
from ..tables import (
    CELL_CLASSES,
    GROUPS,
    MAY_PROHIBIT,
    PAIR_KEY,
    PAIR_PLACE,
    PAIR_SLOTS,
    PAIR_WIDTH,
    PAIRS,
    PATTERN_FLAGS,
    TARGET_STRIDE,
)
from .board import UNKNOWN, Board
from .decorators import kernel, seldom
from .rows import END, custom_group, group_of
from .sweeps import backfires

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
    """The place in GROUPS of the lists of a group for a type of victim; -1 if the tables lack it."""
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
    """The place in `Packed.numbers` of the rows that a group has for a move.

    Args:
        tables: the game.
        board: the position, on which it is noted if the tables lack the pair.
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
    """The branch of a group of special moves for a number, as a place in `tables.GROUPS`; -1 if the tables lack it."""
    start = int64(tables.numbers[GROUPS]) + group
    how = tables.numbers[start]
    if how == BY_PAIR:
        return pair_place(tables, group, number)
    return int64(tables.numbers[start + 1 + (number if how == BY_NUMBER else 0)])


@kernel
def is_prohibited(tables: Packed, board: Board, pattern: int, kind: int, origin: int, target: int, victim: int) -> bool:
    """Whether a rule prohibits that a type goes from one cell to another by a move pattern.

    Then it does not attack there either.
    """
    if not tables.numbers[MAY_PROHIBIT]:
        return False
    group = group_by(tables, pattern, kind, target)
    return group != 0 and tables.numbers[rows_in(tables, board, group, origin, target, victim)] == END


@seldom
def sweeps_own(tables: Packed, board: Board, pattern: int, kind: int, origin: int, target: int, victim: int) -> bool:
    """Whether an attack by a move pattern, which no rule prohibits, would sweep a royal piece of its own side.

    An attack makes no choice among rows. Only `attacks.py` asks: where pieces sweep, `safety.py` and `screens.py` look
    at more than lines.
    """
    group = group_by(tables, pattern, kind, target)
    if group == 0:
        return False
    row = int64(tables.numbers[rows_in(tables, board, group, origin, target, victim)])
    return backfires(tables, board, row, kind, origin, target)


@kernel
def group_by(tables: Packed, pattern: int, kind: int, target: int) -> int:
    """The group of a type that arrives on a cell by a move pattern; 0 if it does what is usual."""
    use = int64(tables.numbers[tables.numbers[PATTERN_FLAGS] + pattern]) >> 1
    return custom_group(tables, kind, use, target) if use else group_of(tables, kind, PLAIN, target)
