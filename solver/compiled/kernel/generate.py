"""Legal moves (core/moves.lp, double_step.lp, castling.lp, promotion.lp, check.lp).

Whether a move exposes a royal piece is known before it is made: each line to the royal that is open must
be closed by the move or lose its piece, and a line that one piece closes pins that piece to it. Moves
of royal pieces and special moves are looked at one by one, in the occupancy that they lead to.
"""

from __future__ import annotations

from ..tables import (
    ARMY,
    ASPIRES,
    CASTLINGS_COUNT,
    CELLS,
    EMPTY,
    KING_FROM,
    KING_TO,
    LOOSE,
    MASKS,
    NOTHING,
    NOWHERE,
    OWNER,
    PARTNER,
    PARTNER_FROM,
    PARTNER_TO,
    PASSAGES,
    PASSED_AT,
    PASSING,
    PATH,
    PROMOTES,
    PROMOTIONS,
    REACH,
    RIGHT,
    ROUTES,
    ROYAL,
    WORDS,
    Packed,
    Words,
    int64,
)
from .attacks import attacked, blocked, first_line, in_the_way, opens, reach_row, reaches, targets
from .bits import entry, kernel, lowest, popcount
from .board import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    EP,
    LANDED,
    PINNED,
    PLAIN,
    RIGHTS,
    SAFE,
    TARGETS,
    TURN,
    WORLD,
    Board,
    castling_fact,
    choice_of,
    crowns_row,
    encode,
    has,
    occupied_row,
    origin_of,
    pin_row,
    sort_of,
    target_of,
    type_fact,
    work_row,
)


@kernel
def look_around(tables: Packed, board: Board) -> bool:
    """Find what keeps the pieces of the player to move from moving freely.

    Fills the cells where any piece but a royal must go (to end every check), the pinned pieces, and
    where each of them may go.

    Returns:
        Whether a piece whose walks are not strict bears on a royal: then each move is to be tried.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    army = board.state[TURN]
    mine, occupied, crowns = army * width, occupied_row(tables), crowns_row(tables, army)
    for word in range(width):
        sets[work_row(tables, SAFE) + word] = -1
        sets[work_row(tables, PINNED) + word] = 0
    loose = False
    for word in range(width):
        left = sets[crowns + word]
        while left:
            royal = (word << 6) + lowest(left)
            left &= left - 1
            for other in range(width):
                theirs = sets[occupied + other] & ~sets[mine + other]
                while theirs:
                    origin = (other << 6) + lowest(theirs)
                    theirs &= theirs - 1
                    kind = board.cells[origin]
                    if reaches(tables, kind, origin, royal):
                        if type_fact(tables, kind, LOOSE):
                            loose = True
                        else:
                            look_along(tables, board, kind, origin, royal)
    return loose


@kernel
def look_along(tables: Packed, board: Board, kind: int, origin: int, royal: int) -> None:
    """Take note of the lines of one opponent to a royal that are open, or closed by one piece alone."""
    numbers, sets = tables.numbers, board.sets
    width = numbers[WORDS]
    mine, occupied = board.state[TURN] * width, occupied_row(tables)
    safe, pinned = work_row(tables, SAFE), work_row(tables, PINNED)
    line = first_line(tables, kind, origin, royal)
    for route in range(numbers[ROUTES] + numbers[line], numbers[ROUTES] + numbers[line + 1]):
        mask = numbers[MASKS] + numbers[route] * width
        count, blocker = in_the_way(tables, board, int64(numbers[route]), occupied)
        if count == 0:
            for word in range(width):
                sets[safe + word] &= allowed(tables, mask, word, origin)
        elif count == 1 and has(sets, mine, blocker):
            row = pin_row(tables, blocker)
            fresh = not has(sets, pinned, blocker)
            sets[pinned + (blocker >> 6)] |= 1 << (blocker & 63)
            for word in range(width):
                known = -1 if fresh else sets[row + word]
                sets[row + word] = known & allowed(tables, mask, word, origin)


@kernel
def allowed(tables: Packed, mask: int, word: int, origin: int) -> int:
    """A word of the cells where a piece closes a line or captures the piece on its origin."""
    return tables.words[mask + word] | (1 << (origin & 63) if word == origin >> 6 else 0)


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
    sets, world = board.sets, work_row(tables, WORLD)
    for word in range(tables.numbers[WORDS]):
        sets[world + word] = sets[occupied_row(tables) + word]
    sets[world + (origin >> 6)] &= ~(1 << (origin & 63))
    if victim >= 0:
        sets[world + (victim >> 6)] &= ~(1 << (victim & 63))
    sets[world + (target >> 6)] |= 1 << (target & 63)
    return crowns_attacked(tables, board, origin, target, victim)


@kernel
def crowns_attacked(tables: Packed, board: Board, origin: int, target: int, victim: int) -> bool:
    """Whether a royal piece is attacked in the world to work in; one that stood on `origin` is on `target` there."""
    army = board.state[TURN]
    crowns, world = crowns_row(tables, army), work_row(tables, WORLD)
    for word in range(tables.numbers[WORDS]):
        left = board.sets[crowns + word]
        while left:
            royal = (word << 6) + lowest(left)
            left &= left - 1
            cell = target if royal == origin else royal
            if attacked(tables, board, cell, army, world, victim):
                return True
    return False


@kernel
def safe_targets(tables: Packed, board: Board, origin: int, loose: bool) -> int:
    """Where a piece can legally go by plain moves, in the row for it.

    Returns:
        How many double steps it has, their safety not yet looked at.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    mine, occupied, found = board.state[TURN] * width, occupied_row(tables), work_row(tables, TARGETS)
    doubles = targets(tables, board, origin, mine, occupied, found)
    royal = type_fact(tables, board.cells[origin], ROYAL) != 0
    if not royal:
        safe = work_row(tables, SAFE)
        for word in range(width):
            sets[found + word] &= sets[safe + word]
        if has(sets, work_row(tables, PINNED), origin):
            for word in range(width):
                sets[found + word] &= sets[pin_row(tables, origin) + word]
    if royal and not loose and is_only_crown(tables, board, origin):
        leave_attacked(tables, board, origin)
    elif royal or loose:
        for word in range(width):
            left = sets[found + word]
            while left:
                target = (word << 6) + lowest(left)
                left &= left - 1
                victim = target if board.cells[target] else NOWHERE
                if exposes(tables, board, origin, target, victim):
                    sets[found + word] &= ~(1 << (target & 63))
    return doubles


@kernel
def is_only_crown(tables: Packed, board: Board, cell: int) -> bool:
    """Whether the royal piece on a cell is the only one of the player to move."""
    crowns = crowns_row(tables, board.state[TURN])
    for word in range(tables.numbers[WORDS]):
        if board.sets[crowns + word] != (1 << (cell & 63) if word == cell >> 6 else 0):
            return False
    return True


@kernel
def leave_attacked(tables: Packed, board: Board, origin: int) -> None:
    """Take the cells where it would be attacked out of the targets of the only royal piece.

    It is no obstacle any more where it stood, and none to a line that ends where it arrives.
    """
    sets, width = board.sets, tables.numbers[WORDS]
    mine, occupied = board.state[TURN] * width, occupied_row(tables)
    found, world = work_row(tables, TARGETS), work_row(tables, WORLD)
    for word in range(width):
        sets[world + word] = sets[occupied + word]
    sets[world + (origin >> 6)] &= ~(1 << (origin & 63))
    for word in range(width):
        theirs = sets[occupied + word] & ~sets[mine + word]
        while theirs:
            other = (word << 6) + lowest(theirs)
            theirs &= theirs - 1
            kind = board.cells[other]
            reach = tables.numbers[REACH] + reach_row(tables, kind, other)
            for goal in range(width):
                bearing = tables.words[reach + goal] & sets[found + goal]
                while bearing:
                    target = (goal << 6) + lowest(bearing)
                    bearing &= bearing - 1
                    if opens(tables, board, kind, other, target, world):
                        sets[found + goal] &= ~(1 << (target & 63))


@kernel
def emit(tables: Packed, out: Words, count: int, kind: int, origin: int, target: int, sort: int, companion: int) -> int:
    """Write down a move, once for each choice it has, and say how many there are now."""
    numbers = tables.numbers
    choices = numbers[numbers[PROMOTES] + kind * numbers[CELLS] + target]
    if choices == 0:
        out[count] = encode(origin, target, sort, companion, NOTHING)
        return count + 1
    place = numbers[PROMOTIONS] + choices
    while numbers[place]:
        out[count] = encode(origin, target, sort, companion, int64(numbers[place]))
        place += 1
        count += 1
    return count


@entry
def generate(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down the legal moves from `out[count]` on, and say where they end."""
    sets, width = board.sets, tables.numbers[WORDS]
    loose = look_around(tables, board)
    mine, found = board.state[TURN] * width, work_row(tables, TARGETS)
    for word in range(width):
        left = sets[mine + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            kind = board.cells[origin]
            doubles = safe_targets(tables, board, origin, loose)
            for goal in range(width):
                there = sets[found + goal]
                while there:
                    target = (goal << 6) + lowest(there)
                    there &= there - 1
                    count = emit(tables, out, count, kind, origin, target, PLAIN, NOTHING)
            count = special(tables, board, out, count, origin, doubles)
    return castlings(tables, board, out, count)


@kernel
def count_moves(tables: Packed, board: Board, out: Words, start: int) -> int:
    """How many legal moves there are; `out` is written to from `start` on."""
    sets, width = board.sets, tables.numbers[WORDS]
    loose = look_around(tables, board)
    mine, row = board.state[TURN] * width, work_row(tables, TARGETS)
    found = 0
    for word in range(width):
        left = sets[mine + word]
        while left:
            origin = (word << 6) + lowest(left)
            left &= left - 1
            doubles = safe_targets(tables, board, origin, loose)
            aspires = type_fact(tables, board.cells[origin], ASPIRES) != 0
            for goal in range(width):
                there = sets[row + goal]
                found += popcount(there)
                if aspires:
                    found += further_choices(tables, board.cells[origin], goal, there)
            found += special(tables, board, out, start, origin, doubles) - start
    return found + castlings(tables, board, out, start) - start


@kernel
def is_legal(tables: Packed, board: Board, move: int) -> bool:
    """Whether a move known from another position is a legal plain move here; special moves never are."""
    origin, target = origin_of(move), target_of(move)
    kind = board.cells[origin]
    if sort_of(move) != PLAIN or choice_of(move) or not kind or type_fact(tables, kind, ARMY) != board.state[TURN]:
        return False
    if tables.numbers[tables.numbers[PROMOTES] + kind * tables.numbers[CELLS] + target]:
        return False
    safe_targets(tables, board, origin, look_around(tables, board))
    return has(board.sets, work_row(tables, TARGETS), target)


@kernel
def further_choices(tables: Packed, kind: int, word: int, there: int) -> int:
    """How many moves to the cells of a word there are beyond one each, for the choices they have."""
    numbers = tables.numbers
    found = 0
    while there:
        choices = numbers[numbers[PROMOTES] + kind * numbers[CELLS] + (word << 6) + lowest(there)]
        there &= there - 1
        if choices:
            place = numbers[PROMOTIONS] + choices + 1
            while numbers[place]:
                place += 1
                found += 1
    return found


@kernel
def special(tables: Packed, board: Board, out: Words, count: int, origin: int, doubles: int) -> int:
    """Write down double steps and captures in passing."""
    numbers, state = tables.numbers, board.state
    kind = board.cells[origin]
    half = board.work.shape[0] // 2
    for number in range(doubles):
        target, passed = board.work[half + 2 * number], board.work[half + 2 * number + 1]
        if not exposes(tables, board, origin, target, NOWHERE):
            count = emit(tables, out, count, kind, origin, target, DOUBLE, passed)
    goal = state[EP]
    if goal < 0 or not type_fact(tables, kind, PASSING) or board.cells[goal]:
        return count
    if not reaches(tables, kind, origin, goal):
        return count
    if not opens(tables, board, kind, origin, goal, occupied_row(tables)):
        return count
    for passage in range(numbers[numbers[PASSED_AT] + goal], numbers[numbers[PASSED_AT] + goal + 1]):
        army = numbers[numbers[PASSAGES] + 2 * passage]
        victim = int64(numbers[numbers[PASSAGES] + 2 * passage + 1])
        other = board.cells[victim]
        if (
            other
            and type_fact(tables, other, ARMY) == army
            and army != state[TURN]
            and type_fact(tables, other, PASSING)
            and (state[LANDED] < 0 or state[LANDED] == victim)
            and not exposes(tables, board, origin, goal, victim)
        ):
            count = emit(tables, out, count, kind, origin, goal, EN_PASSANT, victim)
    return count


@kernel
def castlings(tables: Packed, board: Board, out: Words, count: int) -> int:
    """Write down castlings."""
    if board.state[RIGHTS] == 0:
        return count
    for number in range(int64(tables.numbers[CASTLINGS_COUNT])):
        if (board.state[RIGHTS] >> castling_fact(tables, number, RIGHT)) & 1 and may_castle(tables, board, number):
            start, target = castling_fact(tables, number, KING_FROM), castling_fact(tables, number, KING_TO)
            count = emit(tables, out, count, board.cells[start], start, target, CASTLING, number)
    return count


@kernel
def is_own(tables: Packed, board: Board, cell: int, column: int) -> bool:
    """Whether a piece of the player to move stands there whose type has a mark."""
    kind = board.cells[cell]
    return kind != 0 and type_fact(tables, kind, ARMY) == board.state[TURN] and type_fact(tables, kind, column) != 0


@kernel
def may_castle(tables: Packed, board: Board, number: int) -> bool:
    """Whether royal and partner are there, the cells between empty, and the royal safe throughout."""
    sets, width = board.sets, tables.numbers[WORDS]
    army = board.state[TURN]
    occupied, world = occupied_row(tables), work_row(tables, WORLD)
    start, target = castling_fact(tables, number, KING_FROM), castling_fact(tables, number, KING_TO)
    partner, end = castling_fact(tables, number, PARTNER_FROM), castling_fact(tables, number, PARTNER_TO)
    if castling_fact(tables, number, OWNER) != army:
        return False
    if not is_own(tables, board, start, ROYAL) or not is_own(tables, board, partner, PARTNER):
        return False
    if blocked(tables, board, castling_fact(tables, number, EMPTY), occupied):
        return False
    if attacked(tables, board, start, army, occupied, NOWHERE):
        return False
    path = tables.numbers[MASKS] + castling_fact(tables, number, PATH) * width
    for word in range(width):
        left = tables.words[path + word]
        while left:
            cell = (word << 6) + lowest(left)
            left &= left - 1
            for each in range(width):
                sets[world + each] = sets[occupied + each]
            sets[world + (start >> 6)] &= ~(1 << (start & 63))
            sets[world + (cell >> 6)] |= 1 << (cell & 63)
            if attacked(tables, board, cell, army, world, NOWHERE):
                return False
    for each in range(width):
        sets[world + each] = sets[occupied + each]
    sets[world + (start >> 6)] &= ~(1 << (start & 63))
    sets[world + (partner >> 6)] &= ~(1 << (partner & 63))
    sets[world + (target >> 6)] |= 1 << (target & 63)
    sets[world + (end >> 6)] |= 1 << (end & 63)
    return not crowns_attacked(tables, board, start, target, NOWHERE)
