"""Small flat games by brute force: pieces of one letter on a square board; no royal piece may be left attacked."""

from __future__ import annotations

import re
from collections.abc import Iterator

Cell = tuple[int, int]
Pieces = dict[Cell, tuple[str, str]]

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
SIZES = {"small": 5, "commanded": 5, "parametric": 8}
OWNERS = {"commanded": {"red": "white"}}
"""Armies that another player moves."""


def name(cell: Cell) -> str:
    """A cell as positions have it."""
    return f"{'?abcdefgh'[cell[0]]}{cell[1]}"


def read(position: str) -> tuple[Pieces, str]:
    """The pieces of a position, whose parts are joined by `+`, and whose turn it is."""
    pieces: Pieces = {}
    before, _, turn = position.partition(" turn ")
    army = ""
    for word in before.split():
        if word.islower():
            army = word
        else:
            kinds, column, row = re.fullmatch(r"(.+)([a-h])(\d+)", word).groups()
            pieces["?abcdefgh".index(column), int(row)] = (kinds, army)
    return pieces, turn or "white"


def _ends(pieces: Pieces, start: Cell, size: int) -> Iterator[Cell]:
    """Where a piece's own way of moving leads, pieces of its own army on the end left in."""
    kind, army = pieces[start]
    x, y = start
    leaps = {
        "K": ORTHOGONAL + DIAGONAL, "M": ORTHOGONAL,
        "P": [(0, 1 if army == "white" else -1)], "X": [(0, 1 if army == "white" else -1), (1, 0), (-1, 0)],
    }  # fmt: skip
    lame = {
        "H": [((a // 2, 0) if abs(a) == 2 else (0, b // 2), (a, b)) for a, b in KNIGHT],  # straight first
        "E": [((a, b), (2 * a, 2 * b)) for a, b in DIAGONAL],
    }
    slides = {"R": (ORTHOGONAL, 9), "Q": (ORTHOGONAL + DIAGONAL, 9), "G": (ORTHOGONAL + DIAGONAL, 2)}
    found = [(x + a, y + b) for a, b in leaps.get(kind, [])]
    found += [(x + a, y + b) for (c, d), (a, b) in lame.get(kind, []) if (x + c, y + d) not in pieces]
    steps, most = slides.get(kind, ([], 0))
    for a, b in steps:
        for n in range(1, most + 1):
            found.append((x + n * a, y + n * b))
            if found[-1] in pieces:
                break
    if kind == "C":  # over exactly one piece
        for a, b in ORTHOGONAL:
            line = [(x + n * a, y + n * b) for n in range(1, size)]
            found += [end for n, end in enumerate(line) if sum(cell in pieces for cell in line[:n]) == 1]
    yield from (end for end in found if 1 <= end[0] <= size and 1 <= end[1] <= size)


def moves(game: str, position: str) -> str:
    """The legal moves of a position, in order."""
    pieces, turn = read(position)
    owner, size = OWNERS.get(game, {}), SIZES[game]

    def side(cell: Cell) -> str:
        return owner.get(pieces[cell][1], pieces[cell][1])

    found = []
    for start, piece in pieces.items():
        if side(start) != turn:
            continue
        for end in _ends(pieces, start, size):
            if end in pieces and side(end) == turn:
                continue
            after = {cell: each for cell, each in pieces.items() if cell not in (start, end)} | {end: piece}
            royals = {cell for cell, (kind, army) in after.items() if kind == "K" and owner.get(army, army) == turn}
            others = [cell for cell, (_, army) in after.items() if owner.get(army, army) != turn]
            if not any(royals & set(_ends(after, cell, size)) for cell in others):
                name = f"{piece[0]}{'?abcdefgh'[start[0]]}{start[1]}{'x' if end in pieces else '-'}"
                found.append(f"{name}{'?abcdefgh'[end[0]]}{end[1]}")
    return " ".join(sorted(found))
