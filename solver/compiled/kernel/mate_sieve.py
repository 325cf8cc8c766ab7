"""A sieve for mates in one: where a royal may be mated, by attack tables alone, without making a move.

A *flight* is a cell that the royal can go to on any board, unless a piece of its own side is there: its route needs no
empty cell, and it may both move and capture there. A mate leaves each flight attacked, or occupied by a piece of the
royal's side. No piece attacks a cell that its attack table lacks. So a royal can only be mated by a piece that goes to
a cell such that

1. the royal's cell is in its attack table there, or in that of another piece where it is;
2. so is each flight, or a piece of the royal's side is on it. The cell that the piece goes to counts too: it may be a
   flight, and must be attacked by another piece.

Captures and blockers only make a mate harder. So the sieve works before the last move of the royal's side, too: a move
of the royal is judged by its target, and another piece may occupy one flight more, if it has a route to it.

The sieve gives no answer where special moves are possible, which move two pieces at once, nor with several royals, more
than two armies, a royal that may change its type, or moves that are not routine (`tables.ROUTINE`). Where a piece may
become royal, it gives none ahead.
"""

from __future__ import annotations

from ..named_values import CAPTURES, GOES, NOTHING, PLAIN
from ..packed import Packed, int64
from ..tables import (
    ARMIES,
    ATTACKERS,
    ATTACKS,
    BECOMES,
    CELL,
    DESTINATIONS,
    MASK,
    MORE_PATTERNS,
    PATTERN,
    ROUTINE,
    SKIP,
    STEP_WIDTH,
    STEPS,
    USE,
    VARIES,
    WORDS,
)
from .attacks import lone_royal, opponents
from .bits import add, fill, has, lowest
from .board import (
    FLIGHTS,
    HELD,
    ONCE,
    SNARES,
    TRAPS,
    TURN,
    TWICE,
    Board,
    army_row,
    player_after,
    player_of,
    royals_row,
    type_fact,
    work_row,
)
from .cells import cells_in, cells_without
from .decorators import kernel
from .emit_special import may_have_special_moves
from .encoded_move import origin_of, target_of
from .group_lookup import rows_in
from .open_routes import is_strict, mask_row, next_pattern, reach_word, span_of
from .rows import END, group_of, row_fact

_BOTH = GOES | CAPTURES
ONE_PIECE = int64(1)


@kernel
def is_empty(tables: Packed, mask: int) -> bool:
    """Whether a mask is of no cells."""
    start = mask_row(tables, mask)
    for word in range(tables.numbers[WORDS]):
        if tables.words[start + word]:
            return False
    return True


@kernel
def find_flights(tables: Packed, board: Board, kind: int, cell: int, left: int, mine: int) -> None:
    """Find the flights of a royal on a cell that no piece of its own holds.

    Args:
        tables: the game.
        board: the position.
        kind: the type of the royal.
        cell: the cell.
        left: where the royal stands on the board, which is not held when it has gone to the cell.
        mine: the row of the cells that its own pieces hold.
    """
    fill(board.sets, work_row(tables, FLIGHTS), tables.numbers[WORDS], NOTHING)
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if is_strict(tables, pattern):
            add_flights(tables, board, pattern, cell, left, mine)
        pattern, more = next_pattern(tables, more), more + 1


@kernel
def add_flights(tables: Packed, board: Board, pattern: int, cell: int, left: int, mine: int) -> None:
    """Add the flights by one move pattern; `mine` is the royal's own pieces."""
    numbers, sets, flights = tables.numbers, board.sets, work_row(tables, FLIGHTS)
    span = span_of(tables, pattern, cell)
    step, end = numbers[span], numbers[span + 1]
    while step < end:
        row = numbers[STEPS] + STEP_WIDTH * step
        to, mask = int64(numbers[row + CELL]), int64(numbers[row + MASK])
        if mask >= 0 and not is_empty(tables, mask):
            step = numbers[row + SKIP]
        elif to < 0:
            step += 1
        else:
            if numbers[row + USE] & _BOTH == _BOTH and (to == left or not has(sets, mine, to)):
                add(sets, flights, to)
            step = numbers[row + SKIP]


@kernel
def is_sifted(tables: Packed, board: Board, royal: int) -> bool:
    """Whether the sieve applies to a royal, given by its cell, -1 if there are several or none."""
    numbers, turn = tables.numbers, board.state[TURN]
    if royal < 0 or may_have_special_moves(tables, board) or not numbers[ROUTINE]:
        return False
    if numbers[ARMIES] != 2 or player_after(tables, board, turn) == turn:
        return False
    return not type_fact(tables, board.cells[royal], VARIES)


@kernel
def look_at_reaches(tables: Packed, board: Board, prey: int) -> None:
    """Find the cells in reach of one opponent of an army at least, and of two; and where its pieces have routes to."""
    numbers, sets = tables.numbers, board.sets
    width = numbers[WORDS]
    once, twice, held = work_row(tables, ONCE), work_row(tables, TWICE), work_row(tables, HELD)
    for row in (once, twice, held):
        fill(sets, row, width, NOTHING)
    for origin in opponents(tables, board, prey):
        for word in range(width):
            reach = reach_word(tables, numbers[ATTACKS], board.cells[origin], origin, word)
            sets[twice + word] |= sets[once + word] & reach
            sets[once + word] |= reach
    for origin in cells_without(sets, army_row(tables, prey), royals_row(tables, prey), width):
        for word in range(width):
            sets[held + word] |= reach_word(tables, numbers[DESTINATIONS], board.cells[origin], origin, word)


@kernel
def snares(tables: Packed, board: Board, hunter: int, cell: int, spare: int, word: int) -> int:
    """The cells of a word from which a piece may catch the royal, having moved there.

    `look_at_reaches` and `find_flights` must have been called.

    Args:
        tables: the game.
        board: the position.
        hunter: the cell of the piece.
        cell: the cell of the royal.
        spare: how many flights more the royal's pieces may hold, at most one.
        word: the word.
    """
    numbers = tables.numbers
    kind = board.cells[hunter]
    among = reach_word(tables, numbers[DESTINATIONS], kind, hunter, word)
    found = 0
    if type_fact(tables, kind, VARIES):
        for target in cells_in(among, word):
            group = group_of(tables, kind, PLAIN, target)
            if not group:
                continue
            bit = 1 << (target & 63)
            among ^= bit
            place = rows_in(tables, board, group, hunter, target, board.cells[target])
            while numbers[place] != END:
                becomes = row_fact(tables, int64(numbers[place]), BECOMES)
                found |= catching(tables, board, hunter, becomes if becomes else kind, cell, spare, word, bit)
                place += 1
    return found | catching(tables, board, hunter, kind, cell, spare, word, among)


@kernel
def catching(tables: Packed, board: Board, hunter: int, kind: int, cell: int, spare: int, word: int, among: int) -> int:
    """The cells among some of a word from which a piece may catch the royal, having become a type."""
    numbers, sets, stands = tables.numbers, board.sets, board.cells[hunter]
    once, twice = work_row(tables, ONCE), work_row(tables, TWICE)
    flights, held = work_row(tables, FLIGHTS), work_row(tables, HELD)
    reach = reach_word(tables, numbers[ATTACKS], stands, hunter, cell >> 6)
    if not has(sets, twice, cell) and (not has(sets, once, cell) or (reach >> (cell & 63)) & 1):
        among &= reach_word(tables, numbers[ATTACKERS], kind, cell, word)
    lacking = 0  # cells from which one flight is not attacked that may be held
    for other in range(numbers[WORDS]):
        if among | lacking == 0:
            return 0
        reach = reach_word(tables, numbers[ATTACKS], stands, hunter, other)
        left = sets[flights + other] & ~(sets[twice + other] | (sets[once + other] & ~reach))
        while left and among | lacking:
            flight = (other << 6) + lowest(left)
            bit = left & -left
            left ^= bit
            attackers = reach_word(tables, numbers[ATTACKERS], kind, flight, word)
            lacking &= attackers
            if spare and sets[held + other] & bit:
                lacking |= among & ~attackers & ~(bit if other == word else 0)
            among &= attackers
    return among | lacking


@kernel
def find_snares(tables: Packed, board: Board, hunter: int, cell: int) -> bool:
    """Find the cells from which a piece may catch the royal on a cell, of which `may_be_caught` has been asked."""
    row, found = work_row(tables, SNARES), False
    for word in range(tables.numbers[WORDS]):
        board.sets[row + word] = snares(tables, board, hunter, cell, NOTHING, word)
        found = found or board.sets[row + word] != 0
    return found


@kernel
def may_be_caught(tables: Packed, board: Board, kind: int, cell: int, left: int, spare: int) -> bool:
    """Whether the royal of an army could be mated by one move, if it were on a cell.

    Args:
        tables: the game.
        board: the position, of which `look_at_reaches` knows.
        kind: the royal.
        cell: the cell.
        left: where it stands on the board.
        spare: how many flights more the royal's pieces may hold.
    """
    player = player_of(tables, board, kind)
    find_flights(tables, board, kind, cell, left, army_row(tables, player))
    for hunter in opponents(tables, board, player):
        if hunter != cell:
            for word in range(tables.numbers[WORDS]):
                if snares(tables, board, hunter, cell, spare, word):
                    return True
    return False


@kernel
def find_traps(tables: Packed, board: Board) -> bool:
    """Find the cells where the royal of the player to move may be mated after its move. Returns whether there are any.

    The cell where it stands is one of them if it may be after a move of another piece.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    prey = board.state[TURN]
    royal = lone_royal(tables, board, prey)
    traps = work_row(tables, TRAPS)
    if not is_sifted(tables, board, royal):
        fill(sets, traps, width, -1)
        return True
    fill(sets, traps, width, NOTHING)
    look_at_reaches(tables, board, prey)
    kind = board.cells[royal]
    found = may_be_caught(tables, board, kind, royal, royal, ONE_PIECE)
    if found:
        add(sets, traps, royal)
    for word in range(width):
        free = (
            reach_word(tables, tables.numbers[DESTINATIONS], kind, royal, word) & ~sets[army_row(tables, prey) + word]
        )
        for cell in cells_in(free, word):
            if may_be_caught(tables, board, kind, cell, royal, NOTHING):
                add(sets, traps, cell)
                found = True
    return found


@kernel
def goes_into_trap(tables: Packed, board: Board, move: int) -> bool:
    """Whether the royal of the player to move may be mated after a move; `find_traps` must have been called."""
    royal, traps = lone_royal(tables, board, board.state[TURN]), work_row(tables, TRAPS)
    if royal < 0:
        return True
    return has(board.sets, traps, target_of(move) if origin_of(move) == royal else royal)
