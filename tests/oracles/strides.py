"""Kings, Rooks, and Pawns that go up to three steps from their second row, on five by eight squares, in plain Python.

A Pawn that passes cells can be captured in passing on each of them, by a Pawn and on the next move only. A Pawn on the
last row becomes a Rook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Cell = tuple[int, int]
COLUMNS, ROWS = 5, 8
AHEAD = {"white": 1, "black": -1}
SECOND = {"white": 2, "black": ROWS - 1}
LAST = {"white": ROWS, "black": 1}
LINES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*LINES, (1, 1), (1, -1), (-1, 1), (-1, -1))

Board = Mapping[Cell, tuple[str, str]]
"""By cell the army and the letter of a piece: K, R or P."""


class Move(NamedTuple):
    """A move: its ends, the cell where it captures, what the mover is then, and the first cell that it passes."""

    start: Cell
    end: Cell
    captured: Cell | None
    letter: str
    first: Cell | None = None


def moves(board: Board, army: str, first: Cell | None) -> set[Move]:
    """The legal moves, if the last move passed over a cell first."""
    return {move for move in pseudo(board, army, first) if not exposed(played(board, move), army)}


def exposed(board: Board, army: str) -> bool:
    """Whether a King of an army is attacked."""
    hit = {board[move.captured] for move in pseudo(board, other(army), None) if move.captured}
    return (army, "K") in hit


def played(board: Board, move: Move) -> dict[Cell, tuple[str, str]]:
    """The board after a move."""
    after = {cell: piece for cell, piece in board.items() if cell not in (move.captured, move.start)}
    after[move.end] = (board[move.start][0], move.letter)
    return after


def passer(board: Board, first: Cell, army: str) -> tuple[Cell, list[Cell]] | None:
    """The Pawn of an army that has just passed over a cell first, and all cells that it passed; None without one."""
    column, row = first
    ahead, start = AHEAD[army], (column, SECOND[army])
    if row != SECOND[army] + ahead or start in board or first in board:
        return None
    if board.get((column, row + ahead)) == (army, "P"):
        return (column, row + ahead), [first]
    if (column, row + ahead) not in board and board.get((column, row + 2 * ahead)) == (army, "P"):
        return (column, row + 2 * ahead), [first, (column, row + ahead)]
    return None


def pseudo(board: Board, army: str, first: Cell | None) -> Iterator[Move]:
    """The moves of an army, whatever they expose."""
    passed = passer(board, first, other(army)) if first else None
    for start, (whose, letter) in board.items():
        if whose != army:
            continue
        if letter == "P":
            yield from _pawn(board, start, army, passed)
            continue
        for step in LINES if letter == "R" else AROUND:
            end = _add(start, step)
            while end:
                if board.get(end, ("", ""))[0] != army:
                    yield Move(start, end, end if end in board else None, letter)
                end = _add(end, step) if letter == "R" and end not in board else None


def _pawn(board: Board, start: Cell, army: str, passed: tuple[Cell, list[Cell]] | None) -> Iterator[Move]:
    ahead, end, over = AHEAD[army], start, list[Cell]()
    for _ in range(3 if start[1] == SECOND[army] else 1):
        end = (end[0], end[1] + ahead)
        if not 1 <= end[1] <= ROWS or end in board:
            break
        yield Move(start, end, None, "R" if end[1] == LAST[army] else "P", over[0] if over else None)
        over.append(end)
    for side in (-1, 1):
        aside = _add(start, (side, ahead))
        if aside and board.get(aside, (army, ""))[0] != army:
            yield Move(start, aside, aside, "R" if aside[1] == LAST[army] else "P")
        if aside and passed and aside in passed[1]:
            yield Move(start, aside, passed[0], "P")


def other(army: str) -> str:
    """The opponent."""
    return "black" if army == "white" else "white"


def _add(cell: Cell, step: Cell) -> Cell | None:
    x, y = cell[0] + step[0], cell[1] + step[1]
    return (x, y) if 1 <= x <= COLUMNS and 1 <= y <= ROWS else None
