"""Which plain moves leave no royal of the player to move attacked (core/check.lp).

This is known before a move is made. A move must block each open line to the royal, or capture its piece. A piece that
alone blocks a line is pinned to it. A royal may go to a cell that no opponent's line reaches with the royal removed.
Special moves, and moves of one of several royals while one is in check, are judged one by one, in the occupancy after
them.
"""

from __future__ import annotations

from ..named_values import LINGERS, NOTHING, NOWHERE, TRIED
from ..packed import Packed, int64
from ..tables import ATTACKS, MORE_PATTERNS, PATTERN, ROYAL, SWEEP_COUNT, VARIES, WORDS
from .attacks import has_spare_royal, lone_royal, needs_one_safe, opponents, royals, royals_attacked
from .bits import add, copy, fill, has, intersect, remove
from .board import (
    FREELY,
    HASH,
    LOOKED,
    PINNED,
    SAFE,
    TARGETS,
    TURN,
    WORLD,
    Board,
    army_row,
    occupied_row,
    pin_row,
    royals_row,
    type_fact,
    work_row,
)
from .cells import cells_common, cells_of
from .decorators import kernel
from .group_lookup import is_prohibited
from .open_routes import (
    OPEN,
    closed_by,
    is_strict,
    mask_row,
    next_pattern,
    opens,
    reach_row,
    reaches,
    routes_to,
    targets,
)


@kernel
def look_around(tables: Packed, board: Board) -> bool:
    """Find what keeps the pieces of the player to move from moving freely.

    Fills the cells where any piece but a royal must go (to end every check), the pinned pieces, and
    where each of them may go.

    Returns:
        Whether each move must be tried. It must be if a piece without strict patterns may attack a royal, or if one
        royal of several must be safe. It must be where moves may sweep pieces, too: what is around the royal decides
        whether such a move attacks it. Then there may be fewer checks and pins than are found here.
    """
    width, army = tables.numbers[WORDS], board.state[TURN]
    fill(board.sets, work_row(tables, SAFE), width, -1)
    fill(board.sets, work_row(tables, PINNED), width, NOTHING)
    loose = False
    if needs_one_safe(tables, army) and lone_royal(tables, board, army) < 0:
        loose = True
    elif not has_spare_royal(tables, board, army):
        for royal in royals(tables, board, army):
            loose |= look_from(tables, board, army, royal)
    board.state[LOOKED] = ~board.state[HASH] if loose else board.state[HASH]
    return loose or tables.numbers[SWEEP_COUNT] != 0


@kernel
def look_from(tables: Packed, board: Board, army: int, royal: int) -> bool:
    """Note all lines to a royal of an army. Returns whether there may be others, by a piece without strict patterns."""
    loose = False
    for origin in opponents(tables, board, army):
        kind = board.cells[origin]
        pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
        while pattern >= 0:
            if reaches(tables, pattern, origin, royal) and not is_prohibited(
                tables, board, pattern, kind, origin, royal, board.cells[royal]
            ):
                if is_strict(tables, pattern):
                    look_along(tables, board, pattern, origin, royal)
                else:
                    loose = True
            pattern, more = next_pattern(tables, more), more + 1
    return loose


@kernel
def look_along(tables: Packed, board: Board, pattern: int, origin: int, royal: int) -> None:
    """Note the lines to a royal, by one pattern of an opponent, that are open or blocked by one piece."""
    sets, pinned = board.sets, work_row(tables, PINNED)
    first, end = routes_to(tables, pattern, origin, royal)
    for route in range(first, end):
        mask = int64(tables.numbers[route])
        blocker = closed_by(tables, board, mask)
        if blocker == OPEN:
            confine(tables, board, work_row(tables, SAFE), mask, origin)
        elif blocker != NOWHERE:
            row = pin_row(tables, blocker)
            if not has(sets, pinned, blocker):
                add(sets, pinned, blocker)
                fill(sets, row, tables.numbers[WORDS], -1)
            confine(tables, board, row, mask, origin)


@kernel
def confine(tables: Packed, board: Board, row: int, mask: int, origin: int) -> None:
    """Leave in a set only the cells where a piece closes a line or captures the piece on its origin."""
    start = mask_row(tables, mask)
    for word in range(tables.numbers[WORDS]):
        capture = 1 << (origin & 63) if word == origin >> 6 else 0
        board.sets[row + word] &= tables.words[start + word] | capture


@kernel
def see_gone(tables: Packed, board: Board, origin: int) -> int:
    """Make the world to work in that of the position without the piece on a cell, and say where it is.

    A royal that lingers is not gone.
    """
    world = work_row(tables, WORLD)
    copy(board.sets, world, tables.numbers[WORDS], occupied_row(tables))
    if type_fact(tables, board.cells[origin], ROYAL) != LINGERS:
        remove(board.sets, world, origin)
    return world


@kernel
def exposes(tables: Packed, board: Board, origin: int, target: int, victim: int) -> bool:
    """Whether a move leaves a royal piece of its side attacked.

    Args:
        tables: the game.
        board: the position before the move.
        origin: where the move starts.
        target: where it ends.
        victim: the cell that it captures on, -1 if none.
    """
    world = see_gone(tables, board, origin)
    if victim >= 0:
        remove(board.sets, world, victim)
    add(board.sets, world, target)
    return royals_attacked(tables, board, board.state[TURN], origin, target, world, victim)


@kernel
def safe_targets(tables: Packed, board: Board, origin: int, loose: bool) -> int:
    """Where a piece can legally go by plain moves, in the row for it; if its moves are to be tried, where it can go.

    Returns:
        How many double steps it has, likewise.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    found = work_row(tables, TARGETS)
    doubles = targets(tables, board, origin, army_row(tables, board.state[TURN]), occupied_row(tables), found)
    if board.state[FREELY] or type_fact(tables, board.cells[origin], VARIES) == TRIED:
        return doubles
    royal = type_fact(tables, board.cells[origin], ROYAL) != 0
    royal &= not has_spare_royal(tables, board, board.state[TURN])
    # A royal that lingers still blocks the lines that it blocks.
    lingers = type_fact(tables, board.cells[origin], ROYAL) == LINGERS
    unchecked = royal and not lingers and is_unchecked(tables, board)
    if not royal or unchecked:
        intersect(sets, found, width, work_row(tables, SAFE))
        if has(sets, work_row(tables, PINNED), origin):
            intersect(sets, found, width, pin_row(tables, origin))
    if royal and not loose and (unchecked or is_only_royal(tables, board, origin)):
        leave_attacked(tables, board, origin)
    elif royal or loose:
        for target in cells_of(sets, found, width):
            victim = target if board.cells[target] else NOWHERE
            if exposes(tables, board, origin, target, victim):
                remove(sets, found, target)
    return safe_doubles(tables, board, origin, doubles, royal or loose)


@kernel
def safe_doubles(tables: Packed, board: Board, origin: int, doubles: int, tried: bool) -> int:
    """Keep of the double steps found those that leave no royal piece attacked, and say how many those are.

    Args:
        tables: the game.
        board: the position.
        origin: where they start.
        doubles: how many there are.
        tried: whether to judge each in the occupancy after it; else the result of `look_around` is enough.
    """
    work, kept = board.work, len(board.work) // 2
    for place in range(kept, kept + 2 * doubles, 2):
        target = work[place]
        if tried:
            safe = not exposes(tables, board, origin, target, NOWHERE)
        else:
            safe = is_on_lines(tables, board, origin, target)
        if safe:
            work[kept], work[kept + 1] = target, work[place + 1]
            kept += 2
    return (kept - len(work) // 2) // 2


@kernel
def is_on_lines(tables: Packed, board: Board, origin: int, target: int) -> bool:
    """Whether a move, not by a royal piece, ends every check that `look_around` has found, and stays on a pin."""
    if not has(board.sets, work_row(tables, SAFE), target):
        return False
    return not has(board.sets, work_row(tables, PINNED), origin) or has(board.sets, pin_row(tables, origin), target)


@kernel
def is_unchecked(tables: Packed, board: Board) -> bool:
    """Whether `look_around` has found no check: then a royal piece needs only its own safety, and respects pins."""
    row = work_row(tables, SAFE)
    for word in range(tables.numbers[WORDS]):
        if board.sets[row + word] != -1:
            return False
    return True


@kernel
def is_only_royal(tables: Packed, board: Board, cell: int) -> bool:
    """Whether the royal piece on a cell is the only one of the player to move."""
    row = royals_row(tables, board.state[TURN])
    for word in range(tables.numbers[WORDS]):
        if board.sets[row + word] != (1 << (cell & 63) if word == cell >> 6 else 0):
            return False
    return True


@kernel
def leave_attacked(tables: Packed, board: Board, origin: int) -> None:
    """Remove the cells where it would be attacked from the targets of a royal piece.

    It is no obstacle any more where it stood, unless it lingers, and none to a line that ends where it arrives.
    """
    found, world = work_row(tables, TARGETS), see_gone(tables, board, origin)
    for other in opponents(tables, board, board.state[TURN]):
        kind = board.cells[other]
        pattern, more = type_fact(tables, kind, PATTERN), type_fact(tables, kind, MORE_PATTERNS)
        while pattern >= 0:
            reach = tables.numbers[ATTACKS] + reach_row(tables, pattern, other)
            for target in cells_common(board.sets, found, tables.words, reach, tables.numbers[WORDS]):
                if opens(tables, board, pattern, other, target, world) and not is_prohibited(
                    tables, board, pattern, kind, other, target, board.cells[origin]
                ):
                    remove(board.sets, found, target)
            pattern, more = next_pattern(tables, more), more + 1
