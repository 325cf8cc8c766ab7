"""Make and unmake: how a move changes a position, and how it is undone (core/after.lp)."""

from __future__ import annotations

from ..named_values import DROP, GONE, NOTHING, NOWHERE, PASS, PLAIN
from ..packed import Packed, Words, int64
from ..tables import (
    ARMY,
    BECOMES,
    CELLS,
    EN_PASSANT,
    ENTERS,
    GUARDED_TALLIES,
    GUARDED_UNIONS,
    ITEM_TYPE,
    ITEM_WIDTH,
    ITEMS,
    LANDED_SHIFT,
    LOST_RIGHTS,
    OTHER_BECOMES,
    PASSAGE_ARMY,
    PASSAGE_END,
    PASSAGE_SPANS,
    PASSAGE_WIDTH,
    PASSAGES,
    PASSED_SHIFT,
    PASSING_COUNT,
    PASSING_FIELDS,
    PASSING_WIDTH,
    PROGRESS,
    REVIVES,
    SUBJECT,
    SWEEP,
    TALLY_COUNT,
    UNIONS,
    WAY,
    WINS,
)
from .actions import act, action_of, keeps_turn
from .board import (
    CLAIM_ARMY,
    CLAIM_TALLIES,
    CLAIMED,
    HASH,
    MADE,
    MOVED,
    OWNERS,
    PAST_WIDTH,
    PLY,
    QUIET,
    REMOVED,
    REMOVED_FROM,
    RIGHTS,
    TURN,
    WON,
    Board,
    decided,
    lift,
    player_after,
    put,
    reassign,
    state_hash,
    type_fact,
)
from .decorators import entry, kernel, seldom
from .encoded_move import encode, origin_of, row_of, target_of
from .rebirth import enter, remove_revived, revive
from .rows import (
    is_removed,
    landed_cell,
    mover_end,
    other_cell,
    other_count,
    other_end,
    other_fact,
    passed_cell,
    row_fact,
)
from .sweeps import has_swept, restore_swept, sweep_away
from .tallies import fitting, tallied_by
from .unions import decided_by, unions_of


@kernel
def remember_state(state: Words) -> int:
    """Copy the state to the end of its history, and say where that is."""
    row = (state[PLY] + 1) * PAST_WIDTH
    for column in range(PLY + 1):
        state[row + column] = state[column]
    return row


@kernel
def recall_state(state: Words, row: int) -> None:
    """Copy the state back from there."""
    for column in range(PLY + 1):
        state[column] = state[row + column]


@entry
def make(tables: Packed, board: Board, move: int) -> None:
    """Make a move that `generate` gave."""
    words, state = tables.words, board.state
    target, row = target_of(move), row_of(move)
    place = remember_state(state)
    state[HASH] ^= state_hash(tables, board)
    moved, lost = leave(tables, board, move)
    state[place + MADE], state[place + MOVED] = move, moved
    action, fields = NOWHERE, state[RIGHTS]
    if row == PLAIN:
        captured = NOTHING
        if board.cells[target]:
            captured = lift(tables, board, target)
            lost |= words[tables.numbers[LOST_RIGHTS] + target]
        progress = captured != 0
        state[place + REMOVED], state[place + REMOVED_FROM] = captured, target
        put(tables, board, target, moved)
    else:
        lost |= lift_others(tables, board, move, place)
        if row_fact(tables, row, SWEEP):
            lost |= sweep_away(tables, board, move, place)
        progress = settle(tables, board, move, moved, place) or has_swept(tables, board, row, place)
        if row_fact(tables, row, REVIVES):
            revive(tables, board, row_fact(tables, row, REVIVES), place)
        if row_fact(tables, row, ENTERS):
            enter(tables, board, move, place)
        state[WON] |= decided(tables, board, row_fact(tables, row, WINS))
        action = action_of(tables, move)
    again = keeps_turn(tables, action)
    if not again:
        lost |= words[tables.numbers[LOST_RIGHTS] + tables.numbers[CELLS]]
    state[RIGHTS] &= ~lost
    if action >= 0:
        act(tables, board, move, action)
    if tables.numbers[UNIONS]:
        claim_unions(tables, board)
    if tables.numbers[TALLY_COUNT]:
        count_pieces(tables, board)
    state[QUIET] = 0 if progress or type_fact(tables, moved, PROGRESS) else state[QUIET] + 1
    if not again:
        if tables.numbers[PASSING_COUNT] > 1:
            keep_passed(tables, board, fields)
        state[TURN] = player_after(tables, board, state[TURN])
    state[PLY] += 1
    state[HASH] ^= state_hash(tables, board)


@seldom
def keep_passed(tables: Packed, board: Board, fields: int) -> None:
    """Say for a turn more which cell was passed, unless its passer is gone, or this move passes it again.

    `fields` are those before the move.
    """
    numbers = tables.numbers
    cell, landed = passed_cell(tables, fields, NOTHING), landed_cell(tables, fields, NOTHING)
    if cell < 0 or cell == passed_cell(tables, board.state[RIGHTS], NOTHING):
        return
    for passage in range(numbers[numbers[PASSAGE_SPANS] + cell], numbers[numbers[PASSAGE_SPANS] + cell + 1]):
        row = numbers[PASSAGES] + PASSAGE_WIDTH * passage
        end = int64(numbers[row + PASSAGE_END])
        piece = board.cells[end]
        passer = (
            piece != 0
            and type_fact(tables, piece, ARMY) == numbers[row + PASSAGE_ARMY]
            and type_fact(tables, piece, EN_PASSANT) != 0
        )
        if passer and (landed < 0 or landed == end):
            row = numbers[PASSING_FIELDS] + PASSING_WIDTH
            board.state[RIGHTS] |= (cell + 1) << int64(numbers[row + PASSED_SHIFT])
            if landed >= 0:
                board.state[RIGHTS] |= (landed + 1) << int64(numbers[row + LANDED_SHIFT])
            return


@kernel
def leave(tables: Packed, board: Board, move: int) -> tuple[int, int]:
    """Remove the mover from the board. Returns its type, 0 without a mover, and the rights that end."""
    row, origin = row_of(move), origin_of(move)
    if row != PLAIN and row_fact(tables, row, WAY) >= PASS:
        moved = dropped(tables, row) if row_fact(tables, row, WAY) == DROP else NOTHING
        return moved, NOTHING
    return lift(tables, board, origin), tables.words[tables.numbers[LOST_RIGHTS] + origin]


@kernel
def make_event(tables: Packed, board: Board, cell: int, row: int) -> None:
    """Make an event, by its row, with the piece on a cell as its victim. What ends with a turn stays."""
    state = board.state
    place = remember_state(state)
    state[HASH] ^= state_hash(tables, board)
    move = encode(cell, cell, NOTHING, row)
    state[place + MADE], state[place + MOVED] = move, NOTHING
    lost = lift_others(tables, board, move, place)
    settle(tables, board, move, NOTHING, place)
    state[QUIET] = 0
    state[RIGHTS] &= ~lost
    action = action_of(tables, move)
    if action >= 0:
        act(tables, board, move, action)
    state[PLY] += 1
    state[HASH] ^= state_hash(tables, board)


@seldom
def claim_unions(tables: Packed, board: Board) -> None:
    """Note what the unions of the player to move decide, and those that are still to be judged."""
    army = board.state[TURN]
    unions, guarded = unions_of(tables, board.cells, board.sets, army), int64(tables.numbers[GUARDED_UNIONS])
    board.state[WON] |= decided_by(tables, unions & ~guarded, army)
    claims = unions & guarded
    board.state[CLAIMED] = claims | army << CLAIM_ARMY if claims else 0


@seldom
def count_pieces(tables: Packed, board: Board) -> None:
    """Note what the number of pieces decides, or that it is still to be judged."""
    mover, fitted, state = board.state[TURN], fitting(tables, board.cells), board.state
    claims = state[CLAIMED] if tables.numbers[UNIONS] else NOTHING
    if fitted & int64(tables.numbers[GUARDED_TALLIES]):
        state[CLAIMED] = claims | 1 << CLAIM_TALLIES | mover << CLAIM_ARMY
        return
    state[CLAIMED] = claims
    state[WON] |= tallied_by(tables, board, fitted, mover)


@kernel
def dropped(tables: Packed, row: int) -> int:
    """The type of the piece that is dropped."""
    item = tables.numbers[ITEMS] + ITEM_WIDTH * row_fact(tables, row, SUBJECT)
    return int64(tables.numbers[item + ITEM_TYPE])


@kernel
def lift_others(tables: Packed, board: Board, move: int, place: int) -> int:
    """Remove the other pieces of a move from the board, and store them in the history. Returns the rights that end."""
    state, lost = board.state, NOTHING
    for piece in range(other_count(tables, move)):
        cell, captured = other_cell(tables, move, piece), NOTHING
        if board.cells[cell]:
            captured = lift(tables, board, cell)
            lost |= tables.words[tables.numbers[LOST_RIGHTS] + cell]
        state[place + REMOVED + piece], state[place + REMOVED_FROM + piece] = captured, cell
    return lost


@kernel
def settle(tables: Packed, board: Board, move: int, moved: int, place: int) -> bool:
    """Put the pieces of a move where they end. Returns whether that is progress.

    Args:
        tables: the game.
        board: the position, without them.
        move: the move.
        moved: the type of the mover before it, 0 without one.
        place: where in the history the other pieces are.
    """
    row = row_of(move)
    becomes = row_fact(tables, row, BECOMES)
    progress = becomes == GONE
    if moved and not progress:
        put(tables, board, mover_end(tables, move), becomes if becomes else moved)
    for piece in range(other_count(tables, move)):
        captured = board.state[place + REMOVED + piece]
        if captured == 0:
            continue
        other = other_fact(tables, row, piece, OTHER_BECOMES)
        if other == GONE:
            progress = True
            continue
        put(tables, board, other_end(tables, move, piece), other if other else captured)
        progress |= type_fact(tables, captured, PROGRESS) != 0
    return progress


@kernel
def last_move(board: Board) -> int:
    """The last move made on the board, which has been made; it may be an event."""
    return board.state[board.state[PLY] * PAST_WIDTH + MADE]


@entry
def unmake(tables: Packed, board: Board) -> None:
    """unmake the last move."""
    state = board.state
    place = state[PLY] * PAST_WIDTH
    move = state[place + MADE]
    if row_of(move) == PLAIN:
        lift(tables, board, target_of(move))
        put(tables, board, origin_of(move), state[place + MOVED])
        if state[place + REMOVED]:
            put(tables, board, state[place + REMOVED_FROM], state[place + REMOVED])
    else:
        put_back(tables, board, move, place)
    owners = state[OWNERS]
    recall_state(state, place)
    if state[OWNERS] != owners:
        reassign(tables, board)


@kernel
def put_back(tables: Packed, board: Board, move: int, place: int) -> None:
    """Put the pieces of a move that does more than is usual back where they were."""
    state, row, pieces = board.state, row_of(move), other_count(tables, move)
    moved = state[place + MOVED]
    if row_fact(tables, row, REVIVES) or row_fact(tables, row, ENTERS):
        remove_revived(tables, board, place)
    if moved and row_fact(tables, row, BECOMES) != GONE:
        lift(tables, board, mover_end(tables, move))
    for piece in range(pieces):
        if state[place + REMOVED + piece] and not is_removed(tables, move, piece):
            lift(tables, board, other_end(tables, move, piece))
    if moved and row_fact(tables, row, WAY) < PASS:
        put(tables, board, origin_of(move), moved)
    for piece in range(pieces):
        if state[place + REMOVED + piece]:
            put(tables, board, state[place + REMOVED_FROM + piece], state[place + REMOVED + piece])
    if row_fact(tables, row, SWEEP):
        restore_swept(tables, board, place)


@entry
def pieces_after(tables: Packed, board: Board, moves: Words, pieces: int, found: Words) -> None:
    """Write down which piece is where after each of some legal moves.

    Args:
        tables: the game.
        board: the position.
        moves: the moves.
        pieces: how many pieces there are before them.
        found: receives as many numbers for each move, type * cells + cell for each piece, and 0 for one that is gone.
    """
    cells = len(board.cells)
    for number in range(len(moves)):
        make(tables, board, moves[number])
        place = number * pieces
        for cell in range(cells):
            if board.cells[cell]:
                found[place] = board.cells[cell] * cells + cell
                place += 1
        unmake(tables, board)
