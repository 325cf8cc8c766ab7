"""Which routes are open (core/open.lp).

A set of cells is given by the start of its row in `Board.sets`.
"""

from __future__ import annotations

from ..named_values import (
    CAPTURES,
    CAPTURES_OWN,
    CAPTURES_TWICE,
    FIRST,
    GOES,
    GOES_ON,
    IS_STRICT,
    LISTED,
    NOTHING,
    NOWHERE,
    ON_THE_WAY,
    OVER,
)
from ..packed import Packed, int64
from ..tables import (
    ALTERNATIVE_WIDTH,
    ALTERNATIVES,
    ATTACK_LINES,
    ATTACK_RANKS,
    ATTACK_ROUTES,
    ATTACKS,
    CELL,
    CELLS,
    HOW,
    MASK,
    MASKS,
    MORE_PATTERNS,
    NOT_HURDLES,
    ONE,
    PASSED,
    PASSED_TOO,
    PATTERN,
    PATTERN_FLAGS,
    PATTERN_LISTS,
    ROYAL,
    SKIP,
    SPANS,
    STEP_WIDTH,
    STEPS,
    THREE,
    TWO,
    TYPE_COUNT,
    USE,
    WORDS,
)
from .bits import fill, has, lowest, popcount
from .board import (
    TURN,
    Board,
    army_row,
    occupied_row,
    player_of,
    type_fact,
)
from .decorators import kernel, seldom

OPEN = int64(-2)
"""In the place of the cell of a piece that closes a line: there is none."""


@kernel
def mask_row(tables: Packed, mask: int) -> int:
    """Where in `Packed.words` a mask is."""
    return int64(tables.numbers[MASKS]) + mask * tables.numbers[WORDS]


@kernel
def blocked(tables: Packed, board: Board, mask: int, occupied: int) -> bool:
    """Whether any cell of a mask is occupied."""
    start = mask_row(tables, mask)
    for word in range(tables.numbers[WORDS]):
        if tables.words[start + word] & board.sets[occupied + word]:
            return True
    return False


@kernel
def blockers_of(tables: Packed, board: Board, mask: int, occupied: int) -> tuple[int, int]:
    """How many cells of a mask are occupied, not exactly if several are, and one of them."""
    start = mask_row(tables, mask)
    count, blocker = 0, NOWHERE
    for word in range(tables.numbers[WORDS]):
        there = tables.words[start + word] & board.sets[occupied + word]
        if there:
            count += popcount(there)
            blocker = (word << 6) + lowest(there)
            if count > 1:
                break
    return count, blocker


@kernel
def closed_by(tables: Packed, board: Board, mask: int) -> int:
    """The piece of the player to move that alone stands in a mask: its cell, OPEN if none does, else NOWHERE."""
    count, blocker = blockers_of(tables, board, mask, occupied_row(tables))
    if count == 0:
        return OPEN
    alone = count == 1 and has(board.sets, army_row(tables, board.state[TURN]), blocker)
    return blocker if alone else NOWHERE


@kernel
def next_pattern(tables: Packed, more: int) -> int:
    """A further move pattern of a type, -1 after the last.

    All move patterns of a type are gone through so, which costs a type with one only the test if `more` is 0:

        move pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
        while move pattern >= 0:
            ...
            move pattern, more = next_pattern(tables, more), more + 1
    """
    return int64(tables.numbers[tables.numbers[PATTERN_LISTS] + more]) if more else NOWHERE


@kernel
def reach_row(tables: Packed, pattern: int, cell: int) -> int:
    """The row of an attack table for a move pattern and a cell, in words."""
    numbers = tables.numbers
    return (pattern * numbers[CELLS] + cell) * numbers[WORDS]


@kernel
def reach_word(tables: Packed, start: int, kind: int, cell: int, word: int) -> int:
    """A word of an attack table, which starts at `start`, for a type and a cell."""
    found = NOTHING
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        found |= tables.words[start + reach_row(tables, pattern, cell) + word]
        pattern, more = next_pattern(tables, more), more + 1
    return found


@kernel
def reaches(tables: Packed, pattern: int, origin: int, target: int) -> bool:
    """Whether the move pattern's capturing routes lead there on an empty board."""
    return has(tables.words, tables.numbers[ATTACKS] + reach_row(tables, pattern, origin), target)


@kernel
def is_strict(tables: Packed, pattern: int) -> bool:
    """Whether each step of a move pattern is open just when some cells are empty."""
    return tables.numbers[tables.numbers[PATTERN_FLAGS] + pattern] & IS_STRICT != 0


@kernel
def use_of(tables: Packed, pattern: int) -> int:
    """The number of the custom use of which a move pattern is, 0 if it is of none."""
    return int64(tables.numbers[tables.numbers[PATTERN_FLAGS] + pattern]) >> 1


@kernel
def routes_to(tables: Packed, pattern: int, origin: int, target: int) -> tuple[int, int]:
    """Where in `Packed.numbers` the masks of the capturing routes to a reached cell start, and where they end."""
    numbers = tables.numbers
    row = reach_row(tables, pattern, origin) + (target >> 6)
    below = tables.words[numbers[ATTACKS] + row] & ((1 << (target & 63)) - 1)
    line = numbers[ATTACK_LINES] + numbers[numbers[ATTACK_RANKS] + row] + popcount(below)
    return numbers[ATTACK_ROUTES] + numbers[line], numbers[ATTACK_ROUTES] + numbers[line + 1]


@kernel
def opens(tables: Packed, board: Board, pattern: int, origin: int, target: int, occupied: int) -> bool:
    """Whether one of the move pattern's capturing routes to a reached cell is open."""
    if not is_strict(tables, pattern):
        return loosely_opens(tables, board, pattern, origin, target, occupied)
    first, end = routes_to(tables, pattern, origin, target)
    for route in range(first, end):
        if not blocked(tables, board, int64(tables.numbers[route]), occupied):
            return True
    return False


@kernel
def attacks_cell(tables: Packed, board: Board, kind: int, origin: int, target: int, occupied: int) -> bool:
    """Whether one of the type's capturing routes to a cell is open."""
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if reaches(tables, pattern, origin, target) and opens(tables, board, pattern, origin, target, occupied):
            return True
        pattern, more = next_pattern(tables, more), more + 1
    return False


@kernel
def span_of(tables: Packed, pattern: int, origin: int) -> int:
    """The place in `Packed.numbers` of the start of a move pattern from a cell."""
    numbers = tables.numbers
    return numbers[SPANS] + pattern * (numbers[CELLS] + 1) + origin


@kernel
def find_open(tables: Packed, board: Board, pattern: int, origin: int, occupied: int) -> None:
    """Find the open (1) and clear (3) steps of a pattern that is not strict, for the start of `board.work`."""
    numbers = tables.numbers
    span = span_of(tables, pattern, origin)
    for step in range(numbers[span], numbers[span + 1]):
        row = numbers[STEPS] + STEP_WIDTH * step
        way = numbers[ALTERNATIVES] + ALTERNATIVE_WIDTH * numbers[row + MASK]
        is_open = False
        while not is_open and numbers[way + HOW] >= 0:
            is_open = follows(tables, board, numbers[span], way, occupied)
            way += ALTERNATIVE_WIDTH
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
        if board.work[one] == 0 or cell < 0 or not has(board.sets, occupied, cell):
            return False
        hopper = int64(numbers[way + TWO])
        return hopper < 0 or not numbers[numbers[NOT_HURDLES] + hopper * numbers[TYPE_COUNT] + board.cells[cell]]
    for column in range(ONE, THREE + 1):
        if numbers[way + column] >= 0 and board.work[numbers[way + column]] != 3:
            return False
    return True


@kernel
def loosely_opens(tables: Packed, board: Board, pattern: int, origin: int, target: int, occupied: int) -> bool:
    """The same as `opens`, for move patterns that are not strict."""
    numbers = tables.numbers
    find_open(tables, board, pattern, origin, occupied)
    span = span_of(tables, pattern, origin)
    for step in range(numbers[span], numbers[span + 1]):
        row = numbers[STEPS] + STEP_WIDTH * step
        if numbers[row + USE] & ON_THE_WAY:
            if board.work[step - numbers[span]] and snaps(tables, board, row, origin, target, occupied):
                return True
        elif numbers[row + CELL] == target and numbers[row + USE] & CAPTURES and board.work[step - numbers[span]]:
            return True
    return False


@seldom
def snaps(tables: Packed, board: Board, row: int, origin: int, target: int, occupied: int) -> bool:
    """Whether the piece on a cell may capture the piece on another, on the way or after that."""
    numbers = tables.numbers
    over, also = int64(numbers[row + PASSED]) - 1, int64(numbers[row + PASSED_TOO]) - 1
    end, use = int64(numbers[row + CELL]), numbers[row + USE]
    if over != target and not is_victim(tables, board, origin, over):
        return False
    if also >= 0 and also != target and not is_victim(tables, board, origin, also):
        return False
    if over != target and also != target:
        return end == target and use & CAPTURES_TWICE != 0
    if end < 0:
        return False
    if end in (origin, over, also) or not has(board.sets, occupied, end):
        return use & GOES_ON != 0
    return use & CAPTURES_TWICE != 0 and is_victim(tables, board, origin, end)


@kernel
def is_victim(tables: Packed, board: Board, origin: int, cell: int) -> bool:
    """Whether the pieces on two cells are opponents."""
    other = board.cells[cell]
    return other != 0 and player_of(tables, board, other) != player_of(tables, board, board.cells[origin])


@kernel
def targets(tables: Packed, board: Board, origin: int, mine: int, occupied: int, found: int) -> int:
    """Where the piece on a cell can go, the safety of the royal apart.

    Args:
        tables: the game.
        board: the position.
        origin: the cell.
        mine: the cells of its own side.
        occupied: all occupied cells.
        found: receives the cells where it can go or capture, double steps apart.

    Returns:
        How many double steps it has; their targets, and after each the cell it passes, are in the second
        half of `board.work`.
    """
    fill(board.sets, found, tables.numbers[WORDS], NOTHING)
    doubles = NOTHING
    kind = board.cells[origin]
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if not use_of(tables, pattern):
            doubles = add_targets(tables, board, pattern, origin, mine, occupied, found, doubles)
        pattern, more = next_pattern(tables, more), more + 1
    return doubles


@kernel
def add_targets(
    tables: Packed, board: Board, pattern: int, origin: int, mine: int, occupied: int, found: int, doubles: int
) -> int:
    """Add where one move pattern of the piece leads, and say how many double steps there are now."""
    numbers, sets = tables.numbers, board.sets
    strict = is_strict(tables, pattern)
    if not strict:
        find_open(tables, board, pattern, origin, occupied)
    span = span_of(tables, pattern, origin)
    step, end = numbers[span], numbers[span + 1]
    while step < end:
        row = numbers[STEPS] + STEP_WIDTH * step
        cell, mask, use = int64(numbers[row + CELL]), int64(numbers[row + MASK]), numbers[row + USE]
        if strict:
            closed = mask >= 0 and blocked(tables, board, mask, occupied)
        else:
            closed = board.work[step - numbers[span]] == 0
        if closed:
            step = numbers[row + SKIP]
            continue
        if cell >= 0:
            word, bit = cell >> 6, 1 << (cell & 63)
            if sets[occupied + word] & bit:
                if sets[mine + word] & bit:
                    if use & CAPTURES_OWN and not type_fact(tables, board.cells[cell], ROYAL):
                        sets[found + word] |= bit
                elif use & CAPTURES:
                    sets[found + word] |= bit
                step = numbers[row + SKIP]
                continue
            if use & GOES:
                sets[found + word] |= bit
            if use & FIRST:
                doubles = add_double(board, cell, int64(numbers[row + PASSED]) - 1, doubles)
        step += 1
    return doubles


@kernel
def add_double(board: Board, cell: int, passed: int, doubles: int) -> int:
    """Add a double step to those in the second half of `board.work`, each once, and say how many there are now."""
    start = len(board.work) // 2
    for place in range(start, start + 2 * doubles, 2):
        if board.work[place] == cell and board.work[place + 1] == passed:
            return doubles
    board.work[start + 2 * doubles] = cell
    board.work[start + 2 * doubles + 1] = passed
    return doubles + 1
