"""Which cells are attacked (core/check.lp).

A set of cells is given by the start of its row in `Board.sets`.
"""

from __future__ import annotations

from ..named_values import NOTHING, NOWHERE
from ..packed import Numbers, Packed, int64
from ..tables import ARMIES, LAST_ROYAL, MORE_PATTERNS, ONE_SAFE, PATTERN, SWEEP_COUNT, WORDS
from .bits import fill, lowest
from .board import (
    LIVELY,
    OWNERS,
    TURN,
    Board,
    army_row,
    occupied_row,
    royals_row,
    type_fact,
    work_row,
)
from .cells import Cells, cells_of, cells_without
from .decorators import entry, kernel, seldom
from .group_lookup import is_prohibited, sweeps_own
from .open_routes import next_pattern, opens, reaches


@kernel
def pieces_of(tables: Packed, board: Board, army: int) -> Cells:
    """The cells of an army's pieces."""
    return cells_of(board.sets, army_row(tables, army), tables.numbers[WORDS])


@kernel
def royals(tables: Packed, board: Board, army: int) -> Cells:
    """The cells of an army's royal pieces."""
    return cells_of(board.sets, royals_row(tables, army), tables.numbers[WORDS])


@kernel
def lone_royal(tables: Packed, board: Board, army: int) -> int:
    """The cell of an army's royal piece if it has just one, else -1."""
    royals = royals_row(tables, army)
    found = -1
    for word in range(tables.numbers[WORDS]):
        there = board.sets[royals + word]
        if there:
            if found >= 0 or there & (there - 1):
                return -1
            found = (word << 6) + lowest(there)
    return found


@kernel
def has_spare_royal(tables: Packed, board: Board, army: int) -> bool:
    """Whether no royal piece of an army must be safe: all but the last may be lost, and it has not just one."""
    return (int64(tables.numbers[LAST_ROYAL]) >> army) & 1 != 0 and lone_royal(tables, board, army) < 0


@kernel
def needs_one_safe(tables: Packed, army: int) -> bool:
    """Whether of several royal pieces of an army one must be safe: it may lose another one."""
    return (int64(tables.numbers[ONE_SAFE]) >> army) & 1 != 0


@kernel
def opponents(tables: Packed, board: Board, army: int) -> Cells:
    """The cells of all pieces that other players command. Pieces without a commander are left out."""
    row = lively_row(tables, board) if board.state[OWNERS] else occupied_row(tables)
    return cells_without(board.sets, row, army_row(tables, army), tables.numbers[WORDS])


@seldom
def lively_row(tables: Packed, board: Board) -> int:
    """Find the cells of the pieces that some player commands, and say in which row they are."""
    row, width = work_row(tables, LIVELY), int64(tables.numbers[WORDS])
    fill(board.sets, row, width, NOTHING)
    for player in range(int64(tables.numbers[ARMIES])):
        for word in range(width):
            board.sets[row + word] |= board.sets[army_row(tables, player) + word]
    return row


@kernel
def attacked(tables: Packed, board: Board, target: int, royal: int, army: int, occupied: int, absent: int) -> bool:
    """Whether an opponent of an army attacks a cell where a royal piece stands.

    Args:
        tables: the game.
        board: the position; the pieces are where it has them.
        target: the cell.
        royal: the type of that piece.
        army: whose opponents are asked about.
        occupied: which cells are occupied, in the position or another world.
        absent: the cell of a piece that has been captured in that world; -1 if none has.
    """
    for origin in opponents(tables, board, army):
        kind = board.cells[origin]
        if origin != absent and strikes(tables, board, kind, origin, target, occupied, royal):
            return True
    return False


@kernel
def strikes(tables: Packed, board: Board, kind: int, origin: int, target: int, occupied: int, victim: int) -> bool:
    """Whether a capturing route of the type to a cell is open, and may capture a victim of some type there."""
    pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
    while pattern >= 0:
        if (
            reaches(tables, pattern, origin, target)
            and opens(tables, board, pattern, origin, target, occupied)
            and not is_prohibited(tables, board, pattern, kind, origin, target, victim)
            and not (tables.numbers[SWEEP_COUNT] and sweeps_own(tables, board, pattern, kind, origin, target, victim))
        ):
            return True
        pattern, more = next_pattern(tables, more), more + 1
    return False


@entry
def in_check(tables: Packed, board: Board, army: int) -> bool:
    """Whether a royal piece of an army is attacked, and the army has none to spare."""
    return royals_attacked(tables, board, army, NOWHERE, NOWHERE, occupied_row(tables), NOWHERE)


@kernel
def royals_attacked(
    tables: Packed, board: Board, army: int, origin: int, target: int, occupied: int, absent: int
) -> bool:
    """Whether royals of an army are attacked, in the position or another world (see `attacked`).

    A royal that was on `origin` is on `target` there.
    """
    if has_spare_royal(tables, board, army):
        return False
    found, one = False, needs_one_safe(tables, army)
    for royal in royals(tables, board, army):
        cell = target if royal == origin else royal
        found = attacked(tables, board, cell, board.cells[royal], army, occupied, absent)
        if found != one:
            return found
    return found


@entry
def checkers(tables: Packed, board: Board, pairs: Numbers) -> int:
    """Write down which piece attacks which royal of the player to move, and say how many such pairs there are."""
    army, count = board.state[TURN], 0
    if has_spare_royal(tables, board, army) or (needs_one_safe(tables, army) and not in_check(tables, board, army)):
        return count
    for royal in royals(tables, board, army):
        for origin in opponents(tables, board, army):
            kind = board.cells[origin]
            if strikes(tables, board, kind, origin, royal, occupied_row(tables), board.cells[royal]):
                pairs[2 * count], pairs[2 * count + 1] = origin, royal
                count += 1
    return count
