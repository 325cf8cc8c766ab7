"""Turns: a move, and then the events with which the next turn begins (core/events.lp).

Events are made and unmade like moves, before the next player moves.
"""

from __future__ import annotations

from ..named_values import EVENT, NOTHING
from ..packed import Packed, int64
from ..tables import ARMIES, CELLS, EVENT_COUNT, EVENT_ROWS, EVENT_WIDTH, EVENTS, ROYALS_ONLY, TYPE_COUNT, WAY, WORDS
from .bits import add, fill, has
from .board import TURN, Board, army_row, royals_row, victims_row
from .cells import cells_of
from .decorators import entry, kernel
from .encoded_move import encode, row_of
from .guards import permits
from .make_move import last_move, make, make_event, unmake
from .rows import row_fact


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
def happens_to(tables: Packed, board: Board, event: int, cell: int) -> bool:
    """Whether an event happens to the piece on a cell."""
    row = row_of_event(tables, event, board.cells[cell])
    return row != 0 and permits(tables, board, encode(cell, cell, NOTHING, row))


@kernel
def find_victims(tables: Packed, board: Board) -> bool:
    """Find the victims of events now. Returns whether there are any."""
    found, width = False, int64(tables.numbers[WORDS])
    for event in range(int64(tables.numbers[EVENT_COUNT])):
        row = victims_row(tables, event)
        fill(board.sets, row, width, NOTHING)
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
