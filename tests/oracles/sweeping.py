"""The small game `blast` (tests/data) by brute force, from its description: moves that capture what is around them."""

from __future__ import annotations

from oracles.flat import DIAGONAL, ORTHOGONAL, Cell, Pieces, _ends

SIZE = 5
Found = set[tuple[Cell, Cell, frozenset[tuple[Cell, str, str]], bool]]


def after(pieces: Pieces, start: Cell, end: Cell) -> Pieces:
    """The pieces after a move."""
    kind, army = pieces[start]
    is_capture = end in pieces
    left = {cell: piece for cell, piece in pieces.items() if cell not in (start, end)}
    swept = set[Cell]()
    if kind == "R" and is_capture:
        swept |= {cell for cell in _around(end, ORTHOGONAL) if cell in left and left[cell][0] != "M"}
    if kind == "Q":
        swept |= {cell for cell in _around(start, DIAGONAL) if cell in left and left[cell][0] == "M"}
    if kind == "M" and is_capture:
        swept |= {cell for cell in _around(end, ORTHOGONAL + DIAGONAL) if cell in left}
    left = {cell: piece for cell, piece in left.items() if cell not in swept}
    if not (kind == "M" and is_capture):
        left[end] = (kind, army)
    return left


def moves(pieces: Pieces, turn: str) -> Found:
    """Every legal move: start, end, the pieces after it, and whether it wins."""
    found = set()
    for start, (_, army) in pieces.items():
        if army != turn:
            continue
        for end in set(_ends(pieces, start, SIZE)):
            if end in pieces and pieces[end][1] == turn:
                continue
            then = after(pieces, start, end)
            if not kings(then, turn):
                continue
            wins = not kings(then, other(turn))
            if wins or not in_check(then, turn):
                found.add((start, end, frozenset((cell, *piece) for cell, piece in then.items()), wins))
    return found


def in_check(pieces: Pieces, turn: str) -> bool:
    """Whether an opponent could capture the King of a player, without sweeping its own."""
    for start, (_, army) in pieces.items():
        if army == turn:
            continue
        for king in kings(pieces, turn) & set(_ends(pieces, start, SIZE)):
            if kings(after(pieces, start, king), army) or pieces[start][0] == "K":
                return True
    return False


def kings(pieces: Pieces, army: str) -> set[Cell]:
    """The cells of the Kings of an army."""
    return {cell for cell, piece in pieces.items() if piece == ("K", army)}


def other(army: str) -> str:
    """The other army."""
    return "black" if army == "white" else "white"


def _around(cell: Cell, steps: list[Cell]) -> set[Cell]:
    return {(cell[0] + a, cell[1] + b) for a, b in steps}
