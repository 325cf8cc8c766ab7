"""Exchanges of Warlocks, from the words of a rule reminder of Elven Chess; on six by six squares, in plain Python.

A Warlock makes two King's steps a turn, the first of which may capture too, or leaps over what is between. It may
not capture another Warlock if that exposes it to recapture, even if that is illegal for checking reasons. If another
piece captures a Warlock, the opponent may not capture a Warlock in the following half-move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Cell = tuple[int, int]
SIZE = 6
NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
WITHIN_TWO = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]


class Move(NamedTuple):
    """A move: its ends, and the cells where it captures."""

    start: Cell
    end: Cell
    captured: frozenset[Cell]


Board = Mapping[Cell, tuple[str, str]]
"""By cell the army and the letter of a piece: K, R or W."""


def moves(board: Board, army: str, *, struck: bool) -> set[Move]:
    """The legal moves; `struck`: another piece has just captured a Warlock of the army."""
    found = set()
    for move in pseudo(board, army):
        warlocks = [each for each in move.captured if board[each][1] == "W"]
        after = played(board, move)
        threatened = {cell for reply in pseudo(after, _other(army)) for cell in reply.captured}
        king = next(cell for cell, piece in after.items() if piece == (army, "K"))
        if king in threatened or (warlocks and struck):
            continue
        if warlocks and board[move.start][1] == "W" and move.end in threatened:
            continue
        found.add(move)
    return found


def strikes(board: Board, move: Move) -> bool:
    """Whether a move of another piece captures a Warlock."""
    return board[move.start][1] != "W" and any(board[cell][1] == "W" for cell in move.captured)


def played(board: Board, move: Move) -> dict[Cell, tuple[str, str]]:
    """The board after a move."""
    after = {cell: piece for cell, piece in board.items() if cell not in move.captured and cell != move.start}
    after[move.end] = board[move.start]
    return after


def pseudo(board: Board, army: str) -> Iterator[Move]:
    """The moves of an army, whatever they expose."""
    for start, (whose, letter) in board.items():
        if whose != army:
            continue
        steps = {"K": NEAR, "W": WITHIN_TWO, "R": []}[letter]
        ends = [end for step in steps if (end := _add(start, step))]
        if letter == "R":
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                end = _add(start, step)
                while end:
                    ends.append(end)
                    end = _add(end, step) if end not in board else None
        for end in ends:
            if end not in board or board[end][0] != army:
                yield Move(start, end, frozenset({end} & board.keys()))
        for first in (cell for step in NEAR if letter == "W" and (cell := _add(start, step))):
            if board.get(first, (army, ""))[0] == army:
                continue
            for second in (cell for step in NEAR if (cell := _add(first, step))):
                if second == start or second not in board or board[second][0] != army:
                    yield Move(start, second, frozenset({first, second} & board.keys() - {start}))


def _add(cell: Cell, step: Cell) -> Cell | None:
    x, y = cell[0] + step[0], cell[1] + step[1]
    return (x, y) if 1 <= x <= SIZE and 1 <= y <= SIZE else None


def _other(army: str) -> str:
    return "black" if army == "white" else "white"
