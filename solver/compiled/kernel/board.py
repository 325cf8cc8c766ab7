"""A position in the kernel, and how a move changes it and is taken back (core/after.lp)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..tables import (
    ARMIES,
    ARMY,
    BECOMES,
    CELLS,
    CROSSROADS,
    DEED_WIDTH,
    DEEDS,
    DROP,
    EVENT,
    EXPOSURE,
    FATE,
    FREE,
    GONE,
    GUARDED,
    ITEM_TYPE,
    ITEM_WIDTH,
    ITEMS,
    LONGEST,
    LOST,
    MEN,
    NOTHING,
    OTHER,
    PASS,
    PLAIN,
    PROGRESS,
    ROYAL,
    SALTS,
    SEATS,
    SHADOW,
    SURRENDERS,
    TRADE,
    TRADE_WIDTH,
    TRADES,
    TURNS,
    TYPE_WIDTH,
    TYPES,
    UNIONS,
    WAY,
    WINS,
    WORDS,
    Numbers,
    Packed,
    Words,
    int64,
    integers,
)
from .decorators import entry, kernel
from .move import NO_CELL, companion_of, encode, origin_of, row_of, target_of
from .rows import is_taken, man_cell, man_end, man_fact, mover_end, row_fact
from .unions import decided_by, unions_of

# Board.state: whose turn, the cell and the piece of a double step (-1 if none), rights as bits, moves without
# progress, who has won for what as bits (Tables.rows, WINS), what stores hold, who commands which army, unions of the
# last move that are still to be judged, as bits, and whose from bit CLAIM_ARMY on (winning.py), hash, number of moves
# made; then whether it does not matter now what a move leaves attacked; then for each move made the same, that apart,
# and what it did: the move, the type of the mover, and for each of the other men, there or not, his type and his cell.
# Events count as moves made.
TURN, EP, LANDED, RIGHTS, QUIET, WON, STOCK, STOCK_MORE, OWNERS, CLAIMED, HASH, PLY = range(12)
FREELY = 12
_MOVE, _MOVED, _TAKEN = range(13, 16)
CLAIM_ARMY = 32

# OWNERS has four bits for each army, the number of its commander; but for the bits of this, by which each player
# commands his own. So 0 says that they do.
THEIR_OWN = 0xFEDCBA9876543210 - (1 << 64)
MOST_PLAYERS = 15
_CELLS = _TAKEN + MEN
_ROW = _CELLS + MEN

# Whether a pair of men was met that nobody has asked about (pairs.py): not taken back with moves. The men on the board
# at that time are the end of the state, by cells.
MISSED = _MOVED

# Rows of Board.sets to work in, after those of the armies.
WORLD, TARGETS, SAFE, PINNED, SCREENS, ABLE, FLIGHTS, HELD, ONCE, TWICE, TRAPS, PREY, VENTURED = integers(13)
_WORK_ROWS = 13


class Board(NamedTuple):
    """A position that is changed in place.

    Attributes:
        cells: the type on each cell.
        state: the rest of the position, and its history.
        sets: rows of words: for each player the cells of the men whom he commands, then all occupied cells,
            then for each player the royal ones of his, rows to work in, and for each cell where a piece
            there may go without exposing a royal.
        work: in its first half a number for each step of a walk, in its second two for each double step.
    """

    cells: Words
    state: Words
    sets: Words
    work: Words


def new_board(tables: Packed, plies: int = 256) -> Board:
    """An empty board on which so many moves can be made, and one more be tried; and events, one for each player."""
    armies, cells, words = (int(tables.numbers[column]) for column in (ARMIES, CELLS, WORDS))
    state = np.zeros((plies + armies + 2) * _ROW + cells, np.int64)
    state[[EP, LANDED]] = -1
    state[FREELY] = tables.numbers[EXPOSURE] == FREE
    return Board(
        np.zeros(cells, np.int64),
        state,
        np.zeros((2 * armies + 1 + _WORK_ROWS + cells) * words, np.int64),
        np.zeros(2 * int(tables.numbers[LONGEST]), np.int64),
    )


@kernel
def type_fact(tables: Packed, kind: int, column: int) -> int:
    """A column of `Tables.types`."""
    return int64(tables.numbers[tables.numbers[TYPES] + TYPE_WIDTH * kind + column])


@kernel
def deed_fact(tables: Packed, number: int, column: int) -> int:
    """A column of `Tables.deeds`."""
    return int64(tables.numbers[tables.numbers[DEEDS] + DEED_WIDTH * number + column])


@kernel
def commander(board: Board, army: int) -> int:
    """The player who commands an army."""
    return ((board.state[OWNERS] ^ THEIR_OWN) >> (4 * army)) & 15


@kernel
def player_of(tables: Packed, board: Board, kind: int) -> int:
    """The player who commands men of a type."""
    return commander(board, type_fact(tables, kind, ARMY))


@kernel
def player_after(tables: Packed, board: Board, player: int) -> int:
    """Who moves after a player: the next who is in play."""
    found = int64(tables.numbers[tables.numbers[SEATS] + player])
    while found != player and commander(board, found) != found:
        found = int64(tables.numbers[tables.numbers[SEATS] + found])
    return found


@kernel
def army_row(tables: Packed, player: int) -> int:
    """Where in `Board.sets` the cells of the men whom a player commands are."""
    return player * tables.numbers[WORDS]


@kernel
def occupied_row(tables: Packed) -> int:
    """Where in `Board.sets` the occupied cells are."""
    return int64(tables.numbers[ARMIES]) * tables.numbers[WORDS]


@kernel
def crowns_row(tables: Packed, player: int) -> int:
    """Where in `Board.sets` the cells of his royal men are."""
    return (tables.numbers[ARMIES] + 1 + player) * tables.numbers[WORDS]


@kernel
def work_row(tables: Packed, number: int) -> int:
    """Where in `Board.sets` a row to work in is."""
    return (2 * tables.numbers[ARMIES] + 1 + number) * tables.numbers[WORDS]


@kernel
def pin_row(tables: Packed, cell: int) -> int:
    """Where in `Board.sets` it says where a pinned piece on a cell may go."""
    return (2 * tables.numbers[ARMIES] + 1 + _WORK_ROWS + cell) * tables.numbers[WORDS]


@kernel
def toggle(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Set a piece on an empty cell, or take it off; `Board.cells` apart."""
    numbers = tables.numbers
    board.sets[occupied_row(tables) + (cell >> 6)] ^= 1 << (cell & 63)
    assign(tables, board, cell, kind)
    board.state[HASH] ^= tables.words[numbers[SALTS] + kind * numbers[CELLS] + cell]


@kernel
def assign(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Count a man on a cell among those of his commander, or no longer."""
    player = player_of(tables, board, kind)
    word, bit = cell >> 6, 1 << (cell & 63)
    board.sets[army_row(tables, player) + word] ^= bit
    if type_fact(tables, kind, ROYAL):
        board.sets[crowns_row(tables, player) + word] ^= bit


@kernel
def reassign(tables: Packed, board: Board) -> None:
    """Count every man among those of his commander, after armies have passed from one to another."""
    width, armies = tables.numbers[WORDS], tables.numbers[ARMIES]
    for player in range(armies):
        for word in range(width):
            board.sets[army_row(tables, player) + word] = 0
            board.sets[crowns_row(tables, player) + word] = 0
    for cell in range(tables.numbers[CELLS]):
        if board.cells[cell]:
            assign(tables, board, cell, board.cells[cell])


@kernel
def hand_over(tables: Packed, board: Board, army: int) -> None:
    """Give the player to move all that the commander of an army commands."""
    loser, player, owners = commander(board, army), board.state[TURN], board.state[OWNERS]
    for other in range(tables.numbers[ARMIES]):
        if commander(board, other) == loser:
            owners ^= (loser ^ player) << (4 * other)
    board.state[OWNERS] = owners
    reassign(tables, board)


@kernel
def put(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Set a piece on an empty cell."""
    board.cells[cell] = kind
    toggle(tables, board, cell, kind)


@kernel
def lift(tables: Packed, board: Board, cell: int) -> int:
    """Take the piece off a cell, and say its type."""
    kind = board.cells[cell]
    board.cells[cell] = 0
    toggle(tables, board, cell, kind)
    return kind


@kernel
def mixed(word: int) -> int:
    """A word whose every bit depends on all bits of another."""
    word = (word ^ (word >> 31)) * 0x1B03738712FAD5C9
    word = (word ^ (word >> 29)) * 0x3C6EF372FE94F82B
    return word ^ (word >> 32)


@kernel
def state_hash(tables: Packed, board: Board) -> int:
    """The part of the hash that is not about pieces."""
    return state_hash_at(tables, board.state, NOTHING)


@kernel
def state_hash_at(tables: Packed, state: Words, place: int) -> int:
    """The same of the state at some place of its history."""
    numbers, words = tables.numbers, tables.words
    found = words[numbers[TURNS] + state[place + TURN]]
    salts = numbers[SALTS]
    if state[place + EP] >= 0:
        found ^= words[salts + state[place + EP]]
    if state[place + LANDED] >= 0:
        found ^= words[salts + state[place + LANDED]] * 3
    if state[place + STOCK] | state[place + STOCK_MORE]:
        found ^= mixed(state[place + STOCK] * 2 + 1) ^ mixed(state[place + STOCK_MORE] * 2)
    if state[place + OWNERS]:
        found ^= mixed(state[place + OWNERS] * 2 + 1)
    if state[place + WON]:
        found ^= words[numbers[TURNS]] * (2 * state[place + WON] + 1)
    rights = state[place + RIGHTS]
    number = numbers[TURNS] + numbers[ARMIES]
    while rights:
        if rights & 1:
            found ^= words[number]
        rights >>= 1
        number += 1
    return found


@entry
def set_up(tables: Packed, board: Board, cells: Numbers, kinds: Numbers, state: Words) -> None:
    """Set pieces of some types on some cells of an empty board, and the state from TURN to OWNERS."""
    for column in range(state.shape[0]):
        board.state[column] = state[column]
    for number in range(cells.shape[0]):
        put(tables, board, int64(cells[number]), int64(kinds[number]))
    board.state[HASH] ^= state_hash(tables, board)


@kernel
def remember_state(state: Words) -> int:
    """Copy the state to the end of its history, and say where that is."""
    row = (state[PLY] + 1) * _ROW
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
    numbers, words, state = tables.numbers, tables.words, board.state
    origin, target, row = origin_of(move), target_of(move), row_of(move)
    place = remember_state(state)
    if row != PLAIN and row_fact(tables, row, WAY) >= PASS:
        make_without_origin(tables, board, move, place)
        return
    state[HASH] ^= state_hash(tables, board)
    lost = words[numbers[LOST] + origin]
    moved = lift(tables, board, origin)
    state[place + _MOVE], state[place + _MOVED] = move, moved
    passed = NO_CELL
    if row == PLAIN:
        taken = NOTHING
        if board.cells[target]:
            taken = lift(tables, board, target)
            lost |= words[numbers[LOST] + target]
        progress = taken != 0
        state[place + _TAKEN], state[place + _CELLS] = taken, target
        put(tables, board, target, moved)
    else:
        lost |= lift_others(tables, board, move, place)
        progress = settle(tables, board, move, moved, place)
        trade(tables, state, row)
        state[WON] |= row_fact(tables, row, WINS)
        if row_fact(tables, row, SHADOW):
            passed = companion_of(move)
        if row_fact(tables, row, SURRENDERS):
            hand_over(tables, board, row_fact(tables, row, SURRENDERS) - 1)
    if numbers[UNIONS]:
        claim_unions(tables, board)
    state[RIGHTS] &= ~lost
    state[EP] = passed if passed != NO_CELL else -1
    state[LANDED] = target if passed != NO_CELL and numbers[numbers[CROSSROADS] + passed] else -1
    state[QUIET] = 0 if progress or type_fact(tables, moved, PROGRESS) else state[QUIET] + 1
    state[TURN] = player_after(tables, board, state[TURN])
    state[PLY] += 1
    state[HASH] ^= state_hash(tables, board)


@kernel
def befall(tables: Packed, board: Board, cell: int) -> None:
    """Have the event happen that befalls the man on a cell, who is gone then."""
    state = board.state
    place, row = remember_state(state), type_fact(tables, board.cells[cell], FATE)
    state[HASH] ^= state_hash(tables, board)
    state[place + _MOVE] = encode(cell, cell, NOTHING, row)
    state[place + _TAKEN], state[place + _CELLS] = lift(tables, board, cell), cell
    trade(tables, state, row)
    if row_fact(tables, row, SURRENDERS):
        hand_over(tables, board, row_fact(tables, row, SURRENDERS) - 1)
    state[RIGHTS] &= ~tables.words[tables.numbers[LOST] + cell]
    state[QUIET] = 0
    state[PLY] += 1
    state[HASH] ^= state_hash(tables, board)


@kernel
def claim_unions(tables: Packed, board: Board) -> None:
    """Note what the unions of the player to move decide, and those that are still to be judged."""
    army = board.state[TURN]
    unions, guarded = unions_of(tables, board.cells, board.sets, army), int64(tables.numbers[GUARDED])
    board.state[WON] |= decided_by(tables, unions & ~guarded, army)
    claims = unions & guarded
    board.state[CLAIMED] = claims | army << CLAIM_ARMY if claims else 0


@kernel
def make_without_origin(tables: Packed, board: Board, move: int, place: int) -> None:
    """Make a pass or a drop; `place` is where in the history the state before it is."""
    state, row = board.state, row_of(move)
    state[place + _MOVE] = move
    state[QUIET] += 1
    state[RIGHTS] &= ~tables.words[tables.numbers[LOST] + tables.numbers[CELLS]]
    if row_fact(tables, row, WAY) == DROP:
        kind = row_fact(tables, row, BECOMES)
        put(tables, board, target_of(move), kind)
        if type_fact(tables, dropped(tables, move), PROGRESS):
            state[QUIET] = 0
        trade(tables, state, row)
        state[WON] |= row_fact(tables, row, WINS)
    if tables.numbers[UNIONS]:
        claim_unions(tables, board)
    turn_over(tables, board, place)


@kernel
def dropped(tables: Packed, move: int) -> int:
    """The type of the man that a drop takes from a hand."""
    item = tables.numbers[ITEMS] + ITEM_WIDTH * companion_of(move)
    return int64(tables.numbers[item + ITEM_TYPE])


@kernel
def trade(tables: Packed, state: Words, row: int) -> None:
    """Let stores gain and spend what a row says."""
    number = row_fact(tables, row, TRADE)
    if number:
        entry = tables.numbers[TRADES] + TRADE_WIDTH * (number - 1)
        state[STOCK] += tables.words[entry] - tables.words[entry + 2]
        state[STOCK_MORE] += tables.words[entry + 1] - tables.words[entry + 3]


@kernel
def lift_others(tables: Packed, board: Board, move: int, place: int) -> int:
    """Take the other men of a move off the board, note them in the history, and say which rights that ends."""
    state, lost = board.state, NOTHING
    for man in range(MEN):
        cell, taken = man_cell(tables, move, man), NOTHING
        if cell >= 0 and board.cells[cell]:
            taken = lift(tables, board, cell)
            lost |= tables.words[tables.numbers[LOST] + cell]
        state[place + _TAKEN + man], state[place + _CELLS + man] = taken, cell
    return lost


@kernel
def settle(tables: Packed, board: Board, move: int, moved: int, place: int) -> bool:
    """Put the men of a move where its row says, and say whether that is progress.

    Args:
        tables: the game.
        board: the position, without them.
        move: the move.
        moved: the type of the mover before it.
        place: where in the history the other men are.
    """
    row = row_of(move)
    becomes = row_fact(tables, row, BECOMES)
    progress = becomes == GONE
    if not progress:
        put(tables, board, mover_end(tables, move), becomes if becomes else moved)
    for man in range(MEN):
        taken = board.state[place + _TAKEN + man]
        if taken == 0:
            continue
        other = man_fact(tables, row, man, OTHER)
        if other == GONE:
            progress = True
            continue
        put(tables, board, man_end(tables, move, man), other if other else taken)
        progress |= type_fact(tables, taken, PROGRESS) != 0
    return progress


@kernel
def last_move(board: Board) -> int:
    """The last move made on the board, which has been made; it may be an event."""
    return board.state[board.state[PLY] * _ROW + _MOVE]


@entry
def unmake(tables: Packed, board: Board) -> None:
    """Take back the last move."""
    state = board.state
    place = state[PLY] * _ROW
    move, moved, taken = state[place + _MOVE], state[place + _MOVED], state[place + _TAKEN]
    row = row_of(move)
    if row != PLAIN and row_fact(tables, row, WAY) >= PASS:
        if row_fact(tables, row, WAY) == DROP:
            lift(tables, board, target_of(move))
        elif row_fact(tables, row, WAY) == EVENT:
            put(tables, board, state[place + _CELLS], taken)
    elif row == PLAIN:
        lift(tables, board, target_of(move))
        put(tables, board, origin_of(move), moved)
        if taken:
            put(tables, board, state[place + _CELLS], taken)
    else:
        put_back(tables, board, move, place)
    owners = state[OWNERS]
    recall_state(state, place)
    if state[OWNERS] != owners:
        reassign(tables, board)


@kernel
def put_back(tables: Packed, board: Board, move: int, place: int) -> None:
    """Put the men of a move that does more than is usual back where they were."""
    state = board.state
    if row_fact(tables, row_of(move), BECOMES) != GONE:
        lift(tables, board, mover_end(tables, move))
    for man in range(MEN):
        if state[place + _TAKEN + man] and not is_taken(tables, move, man):
            lift(tables, board, man_end(tables, move, man))
    put(tables, board, origin_of(move), state[place + _MOVED])
    for man in range(MEN):
        if state[place + _TAKEN + man]:
            put(tables, board, state[place + _CELLS + man], state[place + _TAKEN + man])


@entry
def make_pass(tables: Packed, board: Board) -> None:
    """Let the player to move not move, which is no move of the game."""
    turn_over(tables, board, remember_state(board.state))


@kernel
def turn_over(tables: Packed, board: Board, place: int) -> None:
    """Give the turn to the next player; `place` is where in the history the state before it is."""
    state = board.state
    state[EP] = -1
    state[LANDED] = -1
    state[TURN] = player_after(tables, board, state[TURN])
    state[PLY] += 1
    state[HASH] ^= state_hash_at(tables, state, place) ^ state_hash(tables, board)


@entry
def unmake_pass(board: Board) -> None:
    """Take back a pass."""
    recall_state(board.state, board.state[PLY] * _ROW)


@entry
def men_after(tables: Packed, board: Board, moves: Words, men: int, found: Words) -> None:
    """Write down who stands where after each of some legal moves.

    Args:
        tables: the game.
        board: the position.
        moves: the moves.
        men: how many pieces there are before them.
        found: takes as many numbers for each move, type * cells + cell for each piece, and 0 for one that is gone.
    """
    cells = board.cells.shape[0]
    for number in range(moves.shape[0]):
        make(tables, board, moves[number])
        place = number * men
        for cell in range(cells):
            if board.cells[cell]:
                found[place] = board.cells[cell] * cells + cell
                place += 1
        unmake(tables, board)
