"""Guards: what must hold before a move is made (core/guards.lp), and after it (core/after_guards.lp)."""

from __future__ import annotations

from ..named_values import ANY_CHECK, AT_START, IN_CHECK, MOST_NUMBERS, MOST_OTHERS, NO_PLACE, NOTHING, NOWHERE
from ..packed import Packed, int64
from ..tables import (
    ARMIES,
    ASKED_BITS,
    ASKED_PLACE,
    ASKED_SHIFT,
    CELL_RIGHT,
    CELL_RIGHT_PLACE,
    CELL_RIGHTS,
    CELLS,
    CHECK,
    CHECK_THEN,
    GUARD,
    GUARD_WIDTH,
    GUARDS,
    ITEM_BITS,
    LACKS,
    LEAST_NUMBER,
    MOST_NUMBER,
    MUST_ATTACK,
    MUST_HOLD,
    MUST_LACK,
    NEEDS,
    NUMBER,
    NUMBERED_TYPES,
    NUMBERS,
    PARRIES,
    PATH,
    SECURE,
    TYPE_COUNT,
    VACANT,
    WORDS,
)
from .attacks import attacked, in_check, pieces_of, royals, royals_attacked, strikes
from .bits import add, lowest
from .board import RIGHTS, STOCK, TURN, Board, occupied_row
from .cells import cells_of
from .decorators import kernel
from .encoded_move import origin_of, row_of, target_of
from .open_routes import blocked, mask_row
from .rows import other_cell, row_fact
from .safety import see_gone


@kernel
def permits(tables: Packed, board: Board, move: int) -> bool:
    """Whether the guard of a move holds, if it has one."""
    guard = row_fact(tables, row_of(move), GUARD)
    return guard == 0 or holds(tables, board, move, tables.numbers[GUARDS] + GUARD_WIDTH * (guard - 1))


@kernel
def holds(tables: Packed, board: Board, move: int, guard: int) -> bool:
    """The same, given where in `Packed.words` the guard is."""
    words = tables.words
    if not may_hold(tables, board, guard):
        return False
    if not names_cell(tables, board, move, guard) or not has_items(tables, board, guard):
        return False
    if words[guard + CELL_RIGHT] and not has_cell(tables, board, move, guard):
        return False
    if words[guard + NUMBER] and not is_within(tables, board, guard):
        return False
    check = words[guard + CHECK]
    if check != ANY_CHECK and in_check(tables, board, board.state[TURN]) != (check == IN_CHECK):
        return False
    if words[guard + PARRIES] and is_checked_without(tables, board, other_cell(tables, move, 0)):
        return False
    if words[guard + MUST_ATTACK] and not is_attacked_by_mover(tables, board, target_of(move)):
        return False
    return is_secure(tables, board, move, guard) and is_way_safe(tables, board, origin_of(move), guard)


@kernel
def is_checked_without(tables: Packed, board: Board, victim: int) -> bool:
    """Whether a piece gives check to the player to move, other than the victim on a cell; -1 if there is none."""
    return royals_attacked(tables, board, board.state[TURN], NOWHERE, NOWHERE, occupied_row(tables), victim)


@kernel
def leaves(tables: Packed, board: Board, move: int, player: int) -> bool:
    """Whether what must hold after a player's move does, which has just been made."""
    wrong = wrong_checks(tables, row_of(move))
    return wrong == 0 or (wrong >> int64(gives_check(tables, board, player))) & 1 == 0


@kernel
def wrong_checks(tables: Packed, row: int) -> int:
    """CHECK_THEN of the guard of a row; 0 without one."""
    guard = row_fact(tables, row, GUARD)
    return tables.words[tables.numbers[GUARDS] + GUARD_WIDTH * (guard - 1) + CHECK_THEN] if guard else NOTHING


@kernel
def gives_check(tables: Packed, board: Board, player: int) -> bool:
    """Whether a piece of a player attacks a royal piece of an opponent."""
    for other in range(int64(tables.numbers[ARMIES])):
        if other == player:
            continue
        for royal in royals(tables, board, other):
            for origin in pieces_of(tables, board, player):
                kind = board.cells[origin]
                if strikes(tables, board, kind, origin, royal, occupied_row(tables), board.cells[royal]):
                    return True
    return False


@kernel
def may_hold(tables: Packed, board: Board, guard: int) -> bool:
    """Whether it holds as far as rights and empty cells decide, whatever the move is."""
    words, rights = tables.words, board.state[RIGHTS]
    if rights & words[guard + NEEDS] != words[guard + NEEDS] or rights & words[guard + LACKS]:
        return False
    return words[guard + VACANT] < 0 or not blocked(tables, board, words[guard + VACANT], occupied_row(tables))


@kernel
def names_cell(tables: Packed, board: Board, move: int, guard: int) -> bool:
    """Whether a field names the cell of the move that it must name, and not the one that it must not."""
    words = tables.words
    place = words[guard + ASKED_PLACE]
    if place == NO_PLACE:
        return True
    cell = origin_of(move) if abs(place) == AT_START else target_of(move)
    is_named = (board.state[RIGHTS] & words[guard + ASKED_BITS]) >> words[guard + ASKED_SHIFT] == cell + 1
    return is_named == (place > 0)


@kernel
def has_cell(tables: Packed, board: Board, move: int, guard: int) -> bool:
    """Whether a field of cells has the cell of the move that it must have, or lacks it if it must."""
    words, numbers = tables.words, tables.numbers
    place = words[guard + CELL_RIGHT_PLACE]
    cell = origin_of(move) if abs(place) == AT_START else target_of(move)
    bit = words[numbers[CELL_RIGHTS] + (words[guard + CELL_RIGHT] - 1) * numbers[CELLS] + cell]
    return (board.state[RIGHTS] & bit != 0) == (place > 0)


@kernel
def has_items(tables: Packed, board: Board, guard: int) -> bool:
    """Whether stores hold one of each item that they must hold, and none of those that they must lack."""
    for half in range(2):
        there, wanted = board.state[STOCK + half], tables.words[guard + MUST_HOLD + half]
        if there & tables.words[guard + MUST_LACK + half]:
            return False
        while wanted:
            if (there >> lowest(wanted)) & ((1 << int64(tables.numbers[ITEM_BITS])) - 1) == 0:
                return False
            wanted &= wanted - 1
    return True


@kernel
def is_within(tables: Packed, board: Board, guard: int) -> bool:
    """Whether the numbers of pieces are within their limits (core/numbers.lp)."""
    words = tables.words
    for place in range(MOST_NUMBERS):
        number = words[guard + NUMBER + place]
        if number == 0:
            break
        count = present(tables, board, number - 1)
        if count < words[guard + LEAST_NUMBER + place] or count > words[guard + MOST_NUMBER + place]:
            return False
    return True


@kernel
def present(tables: Packed, board: Board, number: int) -> int:
    """How many pieces one of NUMBERS counts."""
    numbers, count = tables.numbers, NOTHING
    kinds = int64(numbers[NUMBERED_TYPES]) + number * numbers[TYPE_COUNT]
    for cell in cells_of(tables.words, mask_row(tables, numbers[numbers[NUMBERS] + number]), numbers[WORDS]):
        count += int64(numbers[kinds + board.cells[cell]])
    return count


@kernel
def is_secure(tables: Packed, board: Board, move: int, guard: int) -> bool:
    """Whether no opponent attacks the pieces of the move, where they are, that must be secure."""
    pieces = tables.words[guard + SECURE]
    if pieces == 0:
        return True
    if pieces & 1 and is_attacked(tables, board, origin_of(move)):
        return False
    for piece in range(MOST_OTHERS):
        if (pieces >> (piece + 1)) & 1 and is_attacked(tables, board, other_cell(tables, move, piece)):
            return False
    return True


@kernel
def is_way_safe(tables: Packed, board: Board, start: int, guard: int) -> bool:
    """Whether the mover is not attacked on its way, where it must not be."""
    if tables.words[guard + PATH] < 0:
        return True
    army, path = board.state[TURN], mask_row(tables, tables.words[guard + PATH])
    for cell in cells_of(tables.words, path, tables.numbers[WORDS]):
        world = see_gone(tables, board, start)
        add(board.sets, world, cell)
        if attacked(tables, board, cell, board.cells[start], army, world, NOWHERE):
            return False
    return True


@kernel
def is_attacked(tables: Packed, board: Board, cell: int) -> bool:
    """Whether an opponent attacks the piece on a cell."""
    return attacked(tables, board, cell, board.cells[cell], board.state[TURN], occupied_row(tables), NOWHERE)


@kernel
def is_attacked_by_mover(tables: Packed, board: Board, cell: int) -> bool:
    """Whether the player to move attacks the piece on a cell."""
    piece = board.cells[cell]
    for origin in pieces_of(tables, board, board.state[TURN]):
        if strikes(tables, board, board.cells[origin], origin, cell, occupied_row(tables), piece):
            return True
    return False
