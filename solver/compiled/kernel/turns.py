"""What a turn begins with (core/events.lp): moves made so that the next player can move."""

from __future__ import annotations

from ..tables import ARMIES, EVENT, EVENTS, FATE, NOTHING, WAY, WORDS, Packed
from .attacks import bears_on, crowns, pieces_of
from .bits import add, fill
from .board import PREY, TURN, Board, occupied_row, type_fact, work_row
from .cells import cells_of
from .decorators import entry, kernel
from .making import befall, last_move, make, unmake
from .move import row_of
from .rows import row_fact


@kernel
def is_struck(tables: Packed, board: Board, cell: int) -> bool:
    """Whether the player to move attacks the man on a cell."""
    for origin in pieces_of(tables, board, board.state[TURN]):
        if bears_on(tables, board, board.cells[origin], origin, cell, occupied_row(tables)):
            return True
    return False


@kernel
def note_prey(tables: Packed, board: Board) -> bool:
    """Note the royals whom events befall now, and say whether there are any."""
    row, found = work_row(tables, PREY), False
    fill(board.sets, row, tables.numbers[WORDS], NOTHING)
    for player in range(tables.numbers[ARMIES]):
        if player == board.state[TURN]:
            continue
        for cell in crowns(tables, board, player):
            if type_fact(tables, board.cells[cell], FATE) and is_struck(tables, board, cell):
                add(board.sets, row, cell)
                found = True
    return found


@entry
def begin(tables: Packed, board: Board) -> None:
    """Have all happen that the turn begins with, until nothing more does."""
    while note_prey(tables, board):
        for cell in cells_of(board.sets, work_row(tables, PREY), tables.numbers[WORDS]):
            befall(tables, board, cell)


@entry
def make_turn(tables: Packed, board: Board, move: int) -> None:
    """Make a move that `generate` gave, and what the next turn begins with."""
    make(tables, board, move)
    if tables.numbers[EVENTS]:
        begin(tables, board)


@entry
def unmake_turn(tables: Packed, board: Board) -> None:
    """Take that back."""
    while tables.numbers[EVENTS] and row_fact(tables, row_of(last_move(board)), WAY) == EVENT:
        unmake(tables, board)
    unmake(tables, board)
