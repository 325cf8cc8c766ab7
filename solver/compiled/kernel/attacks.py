"""Which routes are open, and which cells are attacked (core/open.lp, core/check.lp).

A set of cells is given by where its row starts in `Board.sets`.
"""

from __future__ import annotations

from ..tables import (
    ARMY,
    BEFORE,
    BEFORE_WIDTH,
    CELL,
    CELLS,
    FIRST,
    GOES,
    HOW,
    LINES,
    LISTED,
    LOOSE,
    MASK,
    MASKS,
    NOWHERE,
    ONE,
    OVER,
    PASSED,
    RANKS,
    REACH,
    ROUTES,
    SKIP,
    SPANS,
    STEP_WIDTH,
    STEPS,
    TAKES,
    THREE,
    USE,
    WALKS,
    WORDS,
    Numbers,
    Packed,
    int64,
)
from .bits import entry, kernel, lowest, popcount
from .board import TURN, Board, crowns_row, has, occupied_row, type_fact


@kernel
def blocked(tables: Packed, board: Board, mask: int, occupied: int) -> bool:
    """Whether any cell of a mask is occupied."""
    width = tables.numbers[WORDS]
    start = tables.numbers[MASKS] + mask * width
    for word in range(width):
        if tables.words[start + word] & board.sets[occupied + word]:
            return True
    return False


@kernel
def in_the_way(tables: Packed, board: Board, mask: int, occupied: int) -> tuple[int, int]:
    """How many cells of a mask are occupied, not exactly if several are, and one of them."""
    width = tables.numbers[WORDS]
    start = tables.numbers[MASKS] + mask * width
    count, blocker = 0, NOWHERE
    for word in range(width):
        there = tables.words[start + word] & board.sets[occupied + word]
        if there:
            count += popcount(there)
            blocker = (word << 6) + lowest(there)
            if count > 1:
                break
    return count, blocker


@kernel
def reach_row(tables: Packed, kind: int, origin: int) -> int:
    """Which row of `Tables.reach` is about a type on a cell, in words."""
    numbers = tables.numbers
    return (type_fact(tables, kind, WALKS) * numbers[CELLS] + origin) * numbers[WORDS]


@kernel
def reaches(tables: Packed, kind: int, origin: int, target: int) -> bool:
    """Whether the type's capturing routes lead there on an empty board."""
    return has(tables.words, tables.numbers[REACH] + reach_row(tables, kind, origin), target)


@kernel
def first_line(tables: Packed, kind: int, origin: int, target: int) -> int:
    """Where in `Packed.numbers` it says where the routes to a reached cell start."""
    numbers = tables.numbers
    row = reach_row(tables, kind, origin) + (target >> 6)
    below = tables.words[numbers[REACH] + row] & ((1 << (target & 63)) - 1)
    return numbers[LINES] + numbers[numbers[RANKS] + row] + popcount(below)


@kernel
def opens(tables: Packed, board: Board, kind: int, origin: int, target: int, occupied: int) -> bool:
    """Whether one of the type's capturing routes to a reached cell is open."""
    if type_fact(tables, kind, LOOSE):
        return loosely_opens(tables, board, kind, origin, target, occupied)
    numbers = tables.numbers
    line = first_line(tables, kind, origin, target)
    for route in range(numbers[ROUTES] + numbers[line], numbers[ROUTES] + numbers[line + 1]):
        if not blocked(tables, board, int64(numbers[route]), occupied):
            return True
    return False


@kernel
def span_of(tables: Packed, kind: int, origin: int) -> int:
    """Where in `Packed.numbers` it says where the walk of a type from a cell starts."""
    numbers = tables.numbers
    return numbers[SPANS] + type_fact(tables, kind, WALKS) * (numbers[CELLS] + 1) + origin


@kernel
def walk(tables: Packed, board: Board, kind: int, origin: int, occupied: int) -> None:
    """Find the open (1) and clear (3) steps of a walk that is not strict; they are the start of `board.work`."""
    numbers = tables.numbers
    span = span_of(tables, kind, origin)
    for step in range(numbers[span], numbers[span + 1]):
        row = numbers[STEPS] + STEP_WIDTH * step
        way = numbers[BEFORE] + BEFORE_WIDTH * numbers[row + MASK]
        is_open = False
        while not is_open and numbers[way + HOW] >= 0:
            is_open = follows(tables, board, numbers[span], way, occupied)
            way += BEFORE_WIDTH
        cell = int64(numbers[row + CELL])
        is_clear = is_open and (cell < 0 or not has(board.sets, occupied, cell))
        board.work[step - numbers[span]] = 3 if is_clear else 1 if is_open else 0


@kernel
def follows(tables: Packed, board: Board, start: int, way: int, occupied: int) -> bool:
    """Whether what one alternative of a step wants holds."""
    numbers = tables.numbers
    how, one = numbers[way + HOW], int64(numbers[way + ONE])
    if how == LISTED:
        return not blocked(tables, board, one, occupied)
    if how == OVER:
        cell = int64(numbers[numbers[STEPS] + STEP_WIDTH * (start + one) + CELL])
        return board.work[one] != 0 and cell >= 0 and has(board.sets, occupied, cell)
    for column in range(ONE, THREE + 1):
        if numbers[way + column] >= 0 and board.work[numbers[way + column]] != 3:
            return False
    return True


@kernel
def loosely_opens(tables: Packed, board: Board, kind: int, origin: int, target: int, occupied: int) -> bool:
    """The same as `opens`, for walks that are not strict."""
    numbers = tables.numbers
    walk(tables, board, kind, origin, occupied)
    span = span_of(tables, kind, origin)
    for step in range(numbers[span], numbers[span + 1]):
        row = numbers[STEPS] + STEP_WIDTH * step
        if numbers[row + CELL] == target and numbers[row + USE] & TAKES and board.work[step - numbers[span]]:
            return True
    return False


@kernel
def targets(tables: Packed, board: Board, origin: int, mine: int, occupied: int, found: int) -> int:
    """Where the piece on a cell can go, the safety of the royal apart.

    Args:
        tables: the game.
        board: the position.
        origin: the cell.
        mine: the cells of its own side.
        occupied: all occupied cells.
        found: takes the cells where it can go or capture, double steps apart.

    Returns:
        How many double steps it has; their targets, and after each the cell it passes, are in the second
        half of `board.work`.
    """
    numbers, sets = tables.numbers, board.sets
    for word in range(numbers[WORDS]):
        sets[found + word] = 0
    kind = board.cells[origin]
    loose = type_fact(tables, kind, LOOSE)
    if loose:
        walk(tables, board, kind, origin, occupied)
    span = span_of(tables, kind, origin)
    step, end = numbers[span], numbers[span + 1]
    half = board.work.shape[0] // 2
    doubles = 0
    while step < end:
        row = numbers[STEPS] + STEP_WIDTH * step
        cell, mask, use = int64(numbers[row + CELL]), int64(numbers[row + MASK]), numbers[row + USE]
        if loose:
            closed = board.work[step - numbers[span]] == 0
        else:
            closed = mask >= 0 and blocked(tables, board, mask, occupied)
        if closed:
            step = numbers[row + SKIP]
            continue
        if cell >= 0:
            word, bit = cell >> 6, 1 << (cell & 63)
            if sets[occupied + word] & bit:
                if use & TAKES and not sets[mine + word] & bit:
                    sets[found + word] |= bit
                step = numbers[row + SKIP]
                continue
            if use & GOES:
                sets[found + word] |= bit
            if use & FIRST:
                board.work[half + 2 * doubles] = cell
                board.work[half + 2 * doubles + 1] = numbers[row + PASSED] - 1
                doubles += 1
        step += 1
    return doubles


@kernel
def attacked(tables: Packed, board: Board, target: int, army: int, occupied: int, absent: int) -> bool:
    """Whether an opponent of an army attacks a cell.

    Args:
        tables: the game.
        board: the position; the pieces are where it has them.
        target: the cell.
        army: whose opponents are asked about.
        occupied: which cells are occupied, in the position or another world.
        absent: the cell of a piece that has been captured in that world; -1 if none has.
    """
    everything, mine = occupied_row(tables), army * tables.numbers[WORDS]
    for word in range(tables.numbers[WORDS]):
        theirs = board.sets[everything + word] & ~board.sets[mine + word]
        while theirs:
            origin = (word << 6) + lowest(theirs)
            theirs &= theirs - 1
            kind = board.cells[origin]
            if (
                reaches(tables, kind, origin, target)
                and origin != absent
                and opens(tables, board, kind, origin, target, occupied)
            ):
                return True
    return False


@entry
def in_check(tables: Packed, board: Board, army: int) -> bool:
    """Whether a royal piece of an army is attacked."""
    crowns = crowns_row(tables, army)
    for word in range(tables.numbers[WORDS]):
        left = board.sets[crowns + word]
        while left:
            cell = (word << 6) + lowest(left)
            left &= left - 1
            if attacked(tables, board, cell, army, occupied_row(tables), NOWHERE):
                return True
    return False


@entry
def checkers(tables: Packed, board: Board, pairs: Numbers) -> int:
    """Write down which piece attacks which royal of the player to move, and say how many such pairs there are."""
    army = board.state[TURN]
    count = 0
    cells = int64(tables.numbers[CELLS])
    for royal in range(cells):
        if has(board.sets, crowns_row(tables, army), royal):
            for origin in range(cells):
                kind = board.cells[origin]
                if (
                    kind
                    and type_fact(tables, kind, ARMY) != army
                    and reaches(tables, kind, origin, royal)
                    and opens(tables, board, kind, origin, royal, occupied_row(tables))
                ):
                    pairs[count, 0], pairs[count, 1] = origin, royal
                    count += 1
    return count
