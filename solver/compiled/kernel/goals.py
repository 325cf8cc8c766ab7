"""Which moves reach a goal: mate, stalemate, check, a capture, or a cell.

Most moves do not even give check. Whether one does is seen without making it: it attacks the royal from
where it arrives, or it leaves a line on which it was the only piece in the way.
"""

from __future__ import annotations

from ..tables import (
    ARMY,
    ASPIRES,
    BEARS,
    LOOSE,
    NOTHING,
    PARTNER_TO,
    PASSING,
    ROAMS,
    ROUTES,
    SEATS,
    WORDS,
    Packed,
    Words,
    int64,
)
from .attacks import first_line, in_check, in_the_way, opens, reach_row, reaches
from .bits import entry, kernel, lowest
from .board import (
    ABLE,
    CASTLING,
    EN_PASSANT,
    EP,
    PLAIN,
    RIGHTS,
    SCREENS,
    TARGETS,
    TURN,
    WORLD,
    Board,
    castling_fact,
    choice_of,
    companion_of,
    has,
    make,
    occupied_row,
    origin_of,
    sort_of,
    target_of,
    type_fact,
    unmake,
    work_row,
)
from .generate import castlings, emit, generate, look_around, safe_targets, special
from .nets import is_sifted, lone_royal, look_at_reaches, may_be_caught

MATE, STALEMATE, CHECK, CAPTURE, ARRIVAL = range(5)

ALL, ONE_IS_ENOUGH = int64(-1), int64(1)


@entry
def can_move(tables: Packed, board: Board, room: Words, start: int) -> bool:
    """Whether the player to move has a legal move; `room` is written to from `start` on."""
    sets, width = board.sets, tables.numbers[WORDS]
    loose = look_around(tables, board)
    mine, found = board.state[TURN] * width, work_row(tables, TARGETS)
    for word in range(width):
        left = sets[mine + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            doubles = safe_targets(tables, board, origin, loose)
            for goal in range(width):
                if sets[found + goal]:
                    return True
            if special(tables, board, room, start, origin, doubles) > start:
                return True
    return castlings(tables, board, room, start) > start


@kernel
def fulfils(tables: Packed, board: Board, move: int, goal: int, cell: int, room: Words, start: int) -> bool:
    """Whether a legal move reaches a goal.

    Args:
        tables: the game.
        board: the position before the move.
        move: the move.
        goal: MATE, STALEMATE, CHECK, CAPTURE or ARRIVAL.
        cell: the cell of an ARRIVAL.
        room: written to from `start` on.
        start: where.
    """
    if goal == CAPTURE:
        sort = sort_of(move)
        return sort == EN_PASSANT or (sort != CASTLING and board.cells[target_of(move)] != 0)
    if goal == ARRIVAL:
        partner = castling_fact(tables, companion_of(move), PARTNER_TO) if sort_of(move) == CASTLING else -1
        return target_of(move) == cell or partner == cell
    make(tables, board, move)
    checked = in_check(tables, board, board.state[TURN])
    if goal == CHECK:
        found = checked
    elif checked != (goal == MATE):
        found = False
    else:
        found = not can_move(tables, board, room, start)
    unmake(tables, board)
    return found


@kernel
def screens(tables: Packed, board: Board, royal: int, row: int) -> bool:
    """Find the own pieces that alone stand between another piece and a royal that is its opponent's.

    Args:
        tables: the game.
        board: the position.
        royal: the cell of that royal.
        row: takes the cells of the pieces found.

    Returns:
        Whether that is all; not if a piece whose walks are not strict bears on the royal.
    """
    numbers, sets = tables.numbers, board.sets
    width = numbers[WORDS]
    mine, occupied = board.state[TURN] * width, occupied_row(tables)
    prey = type_fact(tables, board.cells[royal], ARMY) * width
    for word in range(width):
        sets[row + word] = 0
    for word in range(width):
        left = sets[occupied + word] & ~sets[prey + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            kind = board.cells[origin]
            if not reaches(tables, kind, origin, royal):
                continue
            if type_fact(tables, kind, LOOSE):
                return False
            line = first_line(tables, kind, origin, royal)
            for route in range(numbers[ROUTES] + numbers[line], numbers[ROUTES] + numbers[line + 1]):
                count, blocker = in_the_way(tables, board, int64(numbers[route]), occupied)
                if count == 1 and has(sets, mine, blocker):
                    sets[row + (blocker >> 6)] |= 1 << (blocker & 63)
                elif count == 0:
                    return False
    return True


@kernel
def may_check(tables: Packed, board: Board, move: int, royal: int, row: int) -> bool:
    """Whether a move may give check, by a piece that arrives or the piece it uncovers; False is sure."""
    origin, target = origin_of(move), target_of(move)
    if sort_of(move) != PLAIN or has(board.sets, row, origin):
        return True
    choice = choice_of(move)
    kind = choice if choice else board.cells[origin]
    if not reaches(tables, kind, target, royal):
        return False
    if type_fact(tables, kind, LOOSE):
        return True
    sets, world = board.sets, work_row(tables, WORLD)
    bit = 1 << (origin & 63)
    sets[world + (origin >> 6)] &= ~bit
    found = opens(tables, board, kind, target, royal, world)
    sets[world + (origin >> 6)] |= bit
    return found


@kernel
def can_bear(tables: Packed, board: Board, origin: int, royal: int, row: int) -> bool:
    """Whether a piece may give check by a plain move, by its own or by uncovering another; False is sure."""
    numbers, words = tables.numbers, tables.words
    kind = board.cells[origin]
    if has(board.sets, row, origin) or type_fact(tables, kind, ASPIRES) or type_fact(tables, kind, LOOSE):
        return True
    if board.state[EP] >= 0 and type_fact(tables, kind, PASSING):
        return True
    goes, bears = numbers[ROAMS] + reach_row(tables, kind, origin), numbers[BEARS] + reach_row(tables, kind, royal)
    for word in range(numbers[WORDS]):
        if words[goes + word] & words[bears + word]:
            return True
    return False


@kernel
def reaching(tables: Packed, board: Board, moves: Words, start: int, goal: int, cell: int, most: int) -> int:
    """Write down legal moves that reach a goal, at most so many, and say where they end."""
    if goal in (MATE, CHECK):
        prey = int64(tables.numbers[tables.numbers[SEATS] + board.state[TURN]])
        royal = lone_royal(tables, board, prey)
        if goal == MATE and is_sifted(tables, board, royal):
            look_at_reaches(tables, board, prey)
            if not may_be_caught(tables, board, board.cells[royal], royal, royal, NOTHING):
                return start
        row = work_row(tables, SCREENS)
        if royal >= 0 and screens(tables, board, royal, row):
            end = checking(tables, board, moves, start, royal, row)
            return keep_fulfilling(tables, board, moves, start, end, goal, cell, most)
    return keep_fulfilling(tables, board, moves, start, generate(tables, board, moves, start), goal, cell, most)


@kernel
def checking(tables: Packed, board: Board, moves: Words, start: int, royal: int, row: int) -> int:
    """Write down the legal moves that may give check, and say where they end.

    Args:
        tables: the game.
        board: the position.
        moves: written to from `start` on.
        start: where.
        royal: the cell of the only royal of the opponent.
        row: the pieces that `screens` found.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    mine, found, world = board.state[TURN] * width, work_row(tables, TARGETS), work_row(tables, WORLD)
    able, some = work_row(tables, ABLE), board.state[RIGHTS] != 0
    for word in range(width):
        sets[able + word] = sets[mine + word]
        left = sets[mine + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            if not can_bear(tables, board, origin, royal, row):
                sets[able + word] &= ~(1 << (origin & 63))
        some = some or sets[able + word] != 0
    if not some:
        return start
    loose = look_around(tables, board)
    count = start
    for word in range(width):
        left = sets[able + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            kind = board.cells[origin]
            doubles = safe_targets(tables, board, origin, loose)
            if not has(sets, row, origin) and not type_fact(tables, kind, ASPIRES):
                bears = tables.numbers[BEARS] + reach_row(tables, kind, royal)
                for goal in range(width):
                    sets[found + goal] &= tables.words[bears + goal]
            first = count
            for goal in range(width):
                there = sets[found + goal]
                while there:
                    target = (goal << 6) + lowest(there)
                    there &= there - 1
                    count = emit(tables, moves, count, kind, origin, target, PLAIN, NOTHING)
            for each in range(width):
                sets[world + each] = sets[occupied_row(tables) + each]
            kept = first
            for number in range(first, count):
                if may_check(tables, board, moves[number], royal, row):
                    moves[kept] = moves[number]
                    kept += 1
            count = special(tables, board, moves, kept, origin, doubles)
    return castlings(tables, board, moves, count)


@entry
def keep_fulfilling(
    tables: Packed, board: Board, moves: Words, start: int, end: int, goal: int, cell: int, most: int
) -> int:
    """Keep of some legal moves those that reach a goal.

    Args:
        tables: the game.
        board: the position.
        moves: the moves are `moves[start:end]`; what lies behind is written to.
        start: see there; the moves kept start here too.
        end: see there.
        goal: MATE, STALEMATE, CHECK, CAPTURE or ARRIVAL.
        cell: the cell of an ARRIVAL.
        most: so many are enough.

    Returns:
        Where the moves kept end.
    """
    kept = start
    for number in range(start, end):
        move = moves[number]
        if fulfils(tables, board, move, goal, cell, moves, end):
            moves[kept] = move
            kept += 1
            if kept - start == most:
                break
    return kept
