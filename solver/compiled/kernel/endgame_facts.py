"""The facts of an endgame table, as the kernel has them.

They are in two arrays, like the tables of a game: `Endgame.numbers` starts with the header below.
"""

from __future__ import annotations

from typing import NamedTuple

from ..packed import Numbers, Words, int64
from .decorators import kernel

# The header of `numbers`: counts, how wide the table of binomials is, and then where things start: that table and the
# strides (how far apart the entries of a piece's neighbouring cells are, 0 for the first), in `words`; the cells that
# are heads of orbits; how placements are numbered; the lists of symmetries that leave the pieces in place that decide
# how placements are turned; exchanges; and pieces. For tables made by looking ahead there are besides: how many
# materials a move may lead to, where the forms of these are, and in `words` by which number each is known; of which
# sides, as bits, two pieces may win by their union; and of which any placement has to be looked ahead from.
(PIECES, CELLS, CHOICES, BINOMIALS_WIDTH, BINOMIALS, STRIDES, HEADS, OWN, FIXING, EXCHANGES, PIECE) = range(11)
(FORMS, PLACES, KEYS, JOINS, ALWAYS) = range(11, 16)
HEADER = 16

# What is known of a piece: its side; whether it is royal; the first of those that are alike and follow each other, and
# how many those are; where the steps of its routes from each cell to each start, their targets and uses, the sets of
# steps that blockers close, and of how many words those are; the same for steps traced back; for each cell
# whether it stays what it is when it arrives there (-1: it never stands there), and where its choices start; whether it
# has any; and its type in the game.
(SIDE, ROYAL, FIRST_ALIKE, ALIKE, STARTS, TARGETS, USES, CLOSED, WIDTH) = range(9)
(BACK, ORIGINS, BACK_CLOSED, BACK_WIDTH, KEEPS, CHOOSES, ASPIRES, KIND) = range(9, 17)
PIECE_WIDTH = 17

# How the placements of a table, this one's or one that an exchange leads to, are numbered: its pieces, the orbits of
# cells; the number of the piece, 0 if there is none, whose cell decides with that of the first by which symmetry a
# placement is turned, and that symmetry for all cells of these; the symmetries; where in `words` it is written how
# many entries there are and where they start; then for each piece its number here, and how many are alike from it on.
# In a form of looking ahead the numbers are places from AFTER on, and then come the types of the pieces; the table's
# own entries start at -1.
(FORM_PIECES, FORM_ORBIT, FORM_PARTNER, FORM_WAY, FORM_PERMUTATIONS, FORM_ENTRIES, FORM_ORDER) = range(7)

# Where in the room to work in cells are written, after those of the placement: turned by a symmetry, and once more;
# those of the pieces after a move, in the order of a form; their types as they come, and their cells; and what was
# found to be wrong.
TURNED, TURNED_AGAIN, AFTER, FOUND_TYPES, FOUND_CELLS, FAULT = range(16, 112, 16)
ROOM = 97
MOST_PIECES = 16


class Endgame(NamedTuple):
    """The facts of a table, and room to work in.

    Attributes:
        numbers: see the names of its columns.
        words: binomials, strides, and sets of steps.
        work: the cells of a placement, those of its images, and of pieces after a move; each thread has its own.
    """

    numbers: Numbers
    words: Words
    work: Words


@kernel
def header(endgame: Endgame, column: int) -> int:
    """A column of the header."""
    return int64(endgame.numbers[column])


@kernel
def look_up(endgame: Endgame, place: int, number: int) -> int:
    """A number of an array, given where in `numbers` it is written where the array starts."""
    return int64(endgame.numbers[endgame.numbers[place] + number])


@kernel
def piece_row(endgame: Endgame, piece: int) -> int:
    """Where in `numbers` the columns of a piece are."""
    return int64(endgame.numbers[PIECE]) + PIECE_WIDTH * piece


@kernel
def piece_fact(endgame: Endgame, piece: int, column: int) -> int:
    """A column of a piece."""
    return int64(endgame.numbers[piece_row(endgame, piece) + column])


@kernel
def stride_of(endgame: Endgame, piece: int) -> int:
    """How far apart the entries of a piece's neighbouring cells are; 0 for the first piece."""
    return endgame.words[header(endgame, STRIDES) + piece]


@kernel
def entries_of(endgame: Endgame, form: int) -> int:
    """How many entries for each side to move a table has, given how its placements are numbered."""
    return endgame.words[endgame.numbers[form + FORM_ENTRIES]]


@kernel
def start_of(endgame: Endgame, form: int) -> int:
    """Where among all tables that moves lead to its entries start; -1 for the table's own."""
    return endgame.words[endgame.numbers[form + FORM_ENTRIES] + 1]


@kernel
def stays(endgame: Endgame, piece: int, cell: int) -> bool:
    """Whether a piece may stay what it is when it arrives on a cell."""
    return look_up(endgame, piece_row(endgame, piece) + KEEPS, cell) > 0
