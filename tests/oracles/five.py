"""Pieces on a board of five by five, as the oracles of small games write and read them."""

from __future__ import annotations

Cell = tuple[int, int]
Piece = tuple[str, str]
Pieces = dict[Cell, Piece]
Board = tuple[tuple[str, str, str], ...]

SIZE = 5
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def inside(cell: Cell) -> bool:
    """Whether a cell is on the board."""
    return min(cell) >= 1 and max(cell) <= SIZE


def name(cell: Cell) -> str:
    """What a cell is called."""
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def board(pieces: Pieces) -> Board:
    """The pieces by cell."""
    return tuple(sorted((name(cell), *piece) for cell, piece in pieces.items()))


def read(text: str) -> tuple[Pieces, str]:
    """The pieces of a line of text, and whose turn it is."""
    before, _, turn = text.partition(" turn ")
    pieces: Pieces = {}
    army = ""
    for word in before.split():
        if word.islower():
            army = word
        else:
            pieces["?abcde".index(word[1]), int(word[2:])] = (word[0], army)
    return pieces, turn
