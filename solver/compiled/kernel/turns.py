"""Turns: a move, and then the events with which the next turn begins (core/events.lp).

Events are made and unmade like moves, before the next player moves.
"""

from __future__ import annotations

from ..packed import Packed, int64
from ..tables import (
    ARMIES,
    CELLS,
    EVENT,
    EVENT_COUNT,
    EVENT_RIGHTS,
    EVENT_ROWS,
    EVENT_WIDTH,
    EVENTS,
    MUST_ATTACK,
    NOTHING,
    ROYALS_ONLY,
    TYPE_COUNT,
    VACANT,
    WAY,
    WORDS,
)
from .attacks import pieces_of, strikes
from .bits import add, fill, has
from .board import RIGHTS, TURN, Board, army_row, occupied_row, royals_row, victims_row
from .cells import cells_of
from .decorators import entry, kernel
from .emit import affords
from .encoded_move import row_of
from .make_move import last_move, make, make_event, unmake
from .open_routes import blocked
from .rows import row_fact


@kernel
def is_attacked_by_mover(tables: Packed, board: Board, cell: int) -> bool:
    """Whether the player to move attacks the piece on a cell."""
    piece = board.cells[cell]
    for origin in pieces_of(tables, board, board.state[TURN]):
        if strikes(tables, board, board.cells[origin], origin, cell, occupied_row(tables), piece):
            return True
    return False


@kernel
def event_fact(tables: Packed, event: int, column: int) -> int:
    """A column of EVENTS."""
    return int64(tables.numbers[tables.numbers[EVENTS] + EVENT_WIDTH * event + column])


@kernel
def row_of_event(tables: Packed, event: int, kind: int) -> int:
    """The row of what an event does to a piece of a type; 0 if that is no victim of it."""
    numbers = tables.numbers
    return int64(numbers[numbers[EVENT_ROWS] + event * numbers[TYPE_COUNT] + kind])


@kernel
def may_happen(tables: Packed, board: Board, event: int) -> bool:
    """Whether an event may happen to anybody: its rights are there, and the cells are empty that must be."""
    event_rights = tables.words[tables.numbers[EVENT_RIGHTS] + event]
    if (board.state[RIGHTS] & event_rights) != event_rights:
        return False
    return not blocked(tables, board, event_fact(tables, event, VACANT), occupied_row(tables))


@kernel
def happens_to(tables: Packed, board: Board, event: int, cell: int) -> bool:
    """Whether an event that may happen happens to the piece on a cell."""
    row = row_of_event(tables, event, board.cells[cell])
    if not row or not affords(tables, board, row):
        return False
    return not event_fact(tables, event, MUST_ATTACK) or is_attacked_by_mover(tables, board, cell)


@kernel
def find_victims(tables: Packed, board: Board) -> bool:
    """Find the victims of events now. Returns whether there are any."""
    found, width = False, int64(tables.numbers[WORDS])
    for event in range(int64(tables.numbers[EVENT_COUNT])):
        row = victims_row(tables, event)
        fill(board.sets, row, width, NOTHING)
        if not may_happen(tables, board, event):
            continue
        for player in range(int64(tables.numbers[ARMIES])):
            if player == board.state[TURN]:
                continue
            crowned = event_fact(tables, event, ROYALS_ONLY)
            pieces = royals_row(tables, player) if crowned else army_row(tables, player)
            for cell in cells_of(board.sets, pieces, width):
                if happens_to(tables, board, event, cell):
                    add(board.sets, row, cell)
                    found = True
    return found


@entry
def begin(tables: Packed, board: Board) -> None:
    """Have all happen that the turn begins with, until nothing more does."""
    while find_victims(tables, board):
        for cell in range(int64(tables.numbers[CELLS])):
            kind = board.cells[cell]
            for event in range(int64(tables.numbers[EVENT_COUNT])):
                if has(board.sets, victims_row(tables, event), cell):
                    make_event(tables, board, cell, row_of_event(tables, event, kind))


@entry
def make_turn(tables: Packed, board: Board, move: int) -> None:
    """Make a move that `generate` gave, and what the next turn begins with."""
    make(tables, board, move)
    if tables.numbers[EVENT_COUNT]:
        begin(tables, board)


@entry
def unmake_turn(tables: Packed, board: Board) -> None:
    """Unmake the last turn."""
    while tables.numbers[EVENT_COUNT] and row_fact(tables, row_of(last_move(board)), WAY) == EVENT:
        unmake(tables, board)
    unmake(tables, board)
