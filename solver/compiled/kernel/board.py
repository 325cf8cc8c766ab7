"""A position of the kernel: `Board`, and its parts.

`Board.state` is a stack: the first entries are the state now, and one record for each move made follows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..named_values import FREE, MOST_OTHERS, MOST_SWEPT, NOTHING
from ..packed import Numbers, Packed, Words, int64, integers
from ..tables import (
    ACTOR_WIDTH,
    ACTORS,
    ARMIES,
    ARMY,
    CELLS,
    ENDINGS,
    EVENT_COUNT,
    EXPOSURE,
    LONGEST,
    NEXT_PLAYER,
    PIECE_KEYS,
    ROYAL,
    SPECIAL_MOVES,
    SPECIAL_WIDTH,
    STATE_KEYS,
    TYPE_WIDTH,
    TYPES,
    WORDS,
)
from .bits import lowest
from .decorators import entry, kernel, seldom

# Board.state: whose turn, rights and other fields as bits (compile/state_fields.py), moves without progress, wins as
# bits (WINS of tables.ROWS), what stores hold, the commander of each army, what is still to be judged after the last
# move (unions, as bits; in bit CLAIM_TALLIES all tallies; from bit CLAIM_ARMY on the army; winning.py), hash key,
# number of moves made. FREELY: whether moves may leave royals attacked. Then a record for each move made: the same
# state without FREELY, the move, the type of the mover, and for each other piece of the move, there or not, its type
# and its cell. Events count as moves made.
TURN, RIGHTS, QUIET, WON, STOCK, STOCK_MORE, OWNERS, CLAIMED, HASH, PLY = range(10)
HEAD = OWNERS + 1  # how many of them a position has, from the first on
FREELY = 10
MADE, MOVED, REMOVED = range(11, 14)
CLAIM_TALLIES, CLAIM_ARMY = 31, 32

# OWNERS has four bits for each army, the number of its commander; but for the bits of this, by which each player
# commands the own army. So 0 means that all do.
THEIR_OWN = 0xFEDCBA9876543210 - (1 << 64)
MOST_PLAYERS = 15

# The commander of pieces without a player: they can be captured, and attack nothing.
NO_PLAYER = int64(15)
REMOVED_FROM = REMOVED + MOST_OTHERS

# In such a record of a move that sweeps pieces: how many, then the type and the cell of each.
SWEPT_COUNT = REMOVED_FROM + MOST_OTHERS
SWEPT = SWEPT_COUNT + 1
SWEPT_FROM = SWEPT + MOST_SWEPT

# In the record of a move whose victim may come back: on which cell it has, or -1.
REVIVED = SWEPT_FROM + MOST_SWEPT
PAST_WIDTH = REVIVED + 1

# 1 if the kernel needed a pair of types that the tables lack (group_lookup.py). `unmake` leaves it. The pieces on the
# board at that time are the end of the state, by cells.
UNKNOWN = MOVED

# The hash key of the position whose lines decide which moves expose a royal (`safety.look_around`), and of the one
# whose SCREENING is known, with the cell of the lone royal of the other player; -1 if moves must be made (foreseen.py).
LOOKED, SCREENED, FOE = range(REMOVED, REMOVED + 3)

# Rows of Board.sets to work in, after those of the armies.
(
    WORLD, TARGETS, SAFE, PINNED, SCREENS, ABLE, FLIGHTS, HELD, ONCE, TWICE, TRAPS, SNARES, VENTURED, LIVELY, SCREENING
) = integers(15)  # fmt: skip
_WORK_ROWS = 15


class Board(NamedTuple):
    """A position that is changed in place.

    Attributes:
        cells: the type on each cell.
        state: the rest of the position, and its history.
        sets: rows of words: for each player the cells of the pieces under its command, then all occupied cells,
            then for each player the cells of its royals, rows to work in, for each cell where a piece there may
            go without exposing a royal, and for each event the cells of its victims now.
        work: in its first half a number for each step of a move pattern, in its second two for each double step.
    """

    cells: Words
    state: Words
    sets: Words
    work: Words


def new_board(tables: Packed, plies: int = 256) -> Board:
    """An empty board on which at most this number of moves can be made, one more be tried with a reply; and events."""
    armies, cells, words = (int(tables.numbers[column]) for column in (ARMIES, CELLS, WORDS))
    # Each event removes its victim, and several events may have the same victim.
    events = int(tables.numbers[EVENT_COUNT])
    state = np.zeros((plies + events * cells + 3) * PAST_WIDTH + cells, np.int64)
    state[FREELY] = tables.numbers[EXPOSURE] == FREE
    return Board(
        np.zeros(cells, np.int64),
        state,
        np.zeros((2 * armies + 1 + _WORK_ROWS + cells + events) * words, np.int64),
        np.zeros(2 * int(tables.numbers[LONGEST]), np.int64),
    )


@kernel
def type_fact(tables: Packed, kind: int, column: int) -> int:
    """A column of TYPES."""
    return int64(tables.numbers[tables.numbers[TYPES] + TYPE_WIDTH * kind + column])


@kernel
def special_fact(tables: Packed, number: int, column: int) -> int:
    """A column of SPECIAL_MOVES."""
    return int64(tables.numbers[tables.numbers[SPECIAL_MOVES] + SPECIAL_WIDTH * number + column])


@kernel
def actor_fact(tables: Packed, number: int, column: int) -> int:
    """A column of ACTORS."""
    return int64(tables.numbers[tables.numbers[ACTORS] + ACTOR_WIDTH * number + column])


@kernel
def commander(board: Board, army: int) -> int:
    """The commander of an army, a player."""
    return ((board.state[OWNERS] ^ THEIR_OWN) >> (4 * army)) & 15


@kernel
def decided(tables: Packed, board: Board, wins: int) -> int:
    """What is decided, as bits, when armies win: for their commanders."""
    if wins == 0 or board.state[OWNERS] == 0:
        return wins
    found, endings = NOTHING, int64(tables.numbers[ENDINGS])
    for army in range(int64(tables.numbers[ARMIES])):
        own = (wins >> (endings * army)) & ((1 << endings) - 1)
        found |= own << (endings * commander(board, army))
    return found


@kernel
def player_of(tables: Packed, board: Board, kind: int) -> int:
    """The commander of pieces of a type."""
    return commander(board, type_fact(tables, kind, ARMY))


@kernel
def player_after(tables: Packed, board: Board, player: int) -> int:
    """The player to move after a player: the next one in play."""
    found = int64(tables.numbers[tables.numbers[NEXT_PLAYER] + player])
    while found != player and commander(board, found) != found:
        found = int64(tables.numbers[tables.numbers[NEXT_PLAYER] + found])
    return found


@kernel
def army_row(tables: Packed, player: int) -> int:
    """Where in `Board.sets` the cells of the pieces that a player commands are."""
    return player * tables.numbers[WORDS]


@kernel
def occupied_row(tables: Packed) -> int:
    """Where in `Board.sets` the occupied cells are."""
    return int64(tables.numbers[ARMIES]) * tables.numbers[WORDS]


@kernel
def royals_row(tables: Packed, player: int) -> int:
    """Where in `Board.sets` the cells of its royal pieces are."""
    return (tables.numbers[ARMIES] + 1 + player) * tables.numbers[WORDS]


@kernel
def work_row(tables: Packed, number: int) -> int:
    """Where in `Board.sets` a row to work in is."""
    return (2 * tables.numbers[ARMIES] + 1 + number) * tables.numbers[WORDS]


@kernel
def pin_row(tables: Packed, cell: int) -> int:
    """Where in `Board.sets` the cells are to which a pinned piece may go."""
    return (2 * tables.numbers[ARMIES] + 1 + _WORK_ROWS + cell) * tables.numbers[WORDS]


@kernel
def victims_row(tables: Packed, event: int) -> int:
    """Where in `Board.sets` the victims of an event are."""
    numbers = tables.numbers
    return (2 * numbers[ARMIES] + 1 + _WORK_ROWS + numbers[CELLS] + event) * numbers[WORDS]


@kernel
def toggle(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Add a piece to the sets of cells and to the hash key, or remove it; `Board.cells` stays."""
    numbers = tables.numbers
    board.sets[occupied_row(tables) + (cell >> 6)] ^= 1 << (cell & 63)
    assign(tables, board, cell, kind)
    board.state[HASH] ^= tables.words[numbers[PIECE_KEYS] + kind * numbers[CELLS] + cell]


@kernel
def assign(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Add a piece to the pieces of its commander, or remove it."""
    player = player_of(tables, board, kind)
    if player == NO_PLAYER:
        return
    word, bit = cell >> 6, 1 << (cell & 63)
    board.sets[army_row(tables, player) + word] ^= bit
    if type_fact(tables, kind, ROYAL):
        board.sets[royals_row(tables, player) + word] ^= bit


@seldom
def reassign(tables: Packed, board: Board) -> None:
    """Assign every piece to its commander again, after armies have changed hands."""
    width, armies = tables.numbers[WORDS], tables.numbers[ARMIES]
    for player in range(armies):
        for word in range(width):
            board.sets[army_row(tables, player) + word] = 0
            board.sets[royals_row(tables, player) + word] = 0
    for cell in range(tables.numbers[CELLS]):
        if board.cells[cell]:
            assign(tables, board, cell, board.cells[cell])


@kernel
def put(tables: Packed, board: Board, cell: int, kind: int) -> None:
    """Set a piece on an empty cell."""
    board.cells[cell] = kind
    toggle(tables, board, cell, kind)


@kernel
def lift(tables: Packed, board: Board, cell: int) -> int:
    """Remove the piece from a cell. Returns its type."""
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
    found = words[numbers[STATE_KEYS] + state[place + TURN]]
    if state[place + STOCK] | state[place + STOCK_MORE]:
        found ^= mixed(state[place + STOCK] * 2 + 1) ^ mixed(state[place + STOCK_MORE] * 2)
    if state[place + OWNERS]:
        found ^= mixed(state[place + OWNERS] * 2 + 1)
    if state[place + WON]:
        found ^= words[numbers[STATE_KEYS]] * (2 * state[place + WON] + 1)
    rights = state[place + RIGHTS]
    first = numbers[STATE_KEYS] + numbers[ARMIES]
    while rights:
        found ^= words[first + lowest(rights)]
        rights &= rights - 1
    return found


@entry
def set_up(tables: Packed, board: Board, cells: Numbers, kinds: Numbers, state: Words) -> None:
    """Set pieces of some types on some cells of an empty board, and the state from TURN to OWNERS."""
    for column in range(len(state)):
        board.state[column] = state[column]
    for number in range(len(cells)):
        put(tables, board, int64(cells[number]), int64(kinds[number]))
    board.state[HASH] ^= state_hash(tables, board)


@entry
def restore(tables: Packed, board: Board, cells: Words, state: Words) -> None:
    """Have a board hold a type on each cell, and the state from TURN to OWNERS, whatever it has held before."""
    for word in range((2 * tables.numbers[ARMIES] + 1) * tables.numbers[WORDS]):
        board.sets[word] = 0
    for column in range(len(state)):
        board.state[column] = state[column]
    board.state[CLAIMED], board.state[HASH], board.state[PLY], board.state[UNKNOWN] = 0, 0, 0, 0
    board.state[FREELY] = tables.numbers[EXPOSURE] == FREE
    for cell in range(tables.numbers[CELLS]):
        board.cells[cell] = 0
        if cells[cell]:
            put(tables, board, int64(cell), cells[cell])
    board.state[HASH] ^= state_hash(tables, board)
