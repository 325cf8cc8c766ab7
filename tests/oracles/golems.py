"""Golem Chess without Pawns and castling by brute force, from its page's rules for capturing Golems.

A piece that captures a Golem is gone, and the Golem is a Half-Golem; a Golem that captures one becomes a Half-Golem
itself. A King would be gone, so it captures none. Neither Golem nor Half-Golem captures another two squares away that
is defended: where the captor could be captured. In the turn after a Golem is captured (`struck`) none is. Golems beside
each other may always capture.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
Pieces = dict[Cell, tuple[str, str]]

ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
ALL = (*ROOK, (1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
PATTERNS = {"K": (ALL, 1), "R": (ROOK, 7), "N": (KNIGHT, 1), "G": (ALL, 2), "H": (ALL, 2)}
OTHER = {"white": "black", "black": "white"}


def read(position: str) -> tuple[Pieces, str, bool]:
    """The pieces of a position, whose turn it is, and whether a Golem was struck."""
    before, _, after = position.partition(" turn ")
    pieces, army = Pieces(), ""
    for word in before.split():
        if word in OTHER:
            army = word
        else:
            pieces[" abcdefgh".index(word[1]), int(word[2])] = (word[0], army)
    return pieces, after.split()[0], "struck" in after


def reached(pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """Where a piece can go, or capture, whatever army is there."""
    steps, most = PATTERNS[pieces[start][0]]
    for a, b in steps:
        for n in range(1, most + 1):
            end = start[0] + n * a, start[1] + n * b
            if not (1 <= end[0] <= 8 and 1 <= end[1] <= 8):
                break
            yield end
            if end in pieces:
                break


def is_attacked(pieces: Pieces, cell: Cell, by: str) -> bool:
    """Whether a piece of a side could capture on a cell."""
    return any(
        army == by and cell in reached(pieces, start) and not (kind == "K" and pieces[cell][0] == "G")
        for start, (kind, army) in pieces.items()
    )


def is_won(pieces: Pieces, turn: str) -> bool:
    """Whether the player to move could capture the King, which no game comes to."""
    return any(is_attacked(pieces, cell, turn) for cell, piece in pieces.items() if piece == ("K", OTHER[turn]))


def legal(pieces: Pieces, turn: str, struck: bool) -> Iterator[tuple[Cell, Cell, Pieces, bool]]:
    """The legal moves, each with the pieces after it, and whether it strikes a Golem."""
    for start, (kind, army) in pieces.items():
        for end in set(reached(pieces, start)) if army == turn else ():
            victim, own = pieces.get(end, ("", ""))
            if own == turn or (kind == "K" and victim == "G"):
                continue
            piece = (kind, turn) if victim != "G" else ("H", turn if kind == "G" else OTHER[turn])
            after = {**pieces, end: piece}
            del after[start]
            strikes, clay = victim in ("G", "H"), kind in "GH"
            near = max(abs(end[0] - start[0]), abs(end[1] - start[1])) == 1
            traded = clay and piece[1] == turn and is_attacked(after, end, OTHER[turn])
            if strikes and not (clay and near) and (struck or traded):
                continue
            king = next(cell for cell, each in after.items() if each == ("K", turn))
            if not is_attacked(after, king, OTHER[turn]):
                yield start, end, after, strikes


def moves(position: str) -> list[str]:
    """The legal moves of a position: `c3e5`, each as often as it can be made."""
    return sorted("".join(f"{' abcdefgh'[x]}{y}" for x, y in move[:2]) for move in legal(*read(position)))


def lines(pieces: Pieces, turn: str, struck: bool, depth: int) -> int:
    """The number of lines of this many moves."""
    if depth == 0:
        return 1
    return sum(lines(after, OTHER[turn], hit, depth - 1) for _, _, after, hit in legal(pieces, turn, struck))
