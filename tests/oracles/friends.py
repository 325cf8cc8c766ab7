"""The game `merge` by brute force: which pieces capture pieces of their own side, and what they become.

A Bishop and a Rook of one side make a Queen where one captures the other ("Parametrizing chess variants").
"""

from __future__ import annotations

from collections.abc import Iterator

from oracles.five import ASLANT, SIZE, STRAIGHT, Board, Cell, Piece, Pieces, board, inside, name, read

LINES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT}
FOES = {"white": "black", "black": "white"}


def _ways(pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """Where a piece may go or capture as usual; own pieces on the end are left in."""
    kind, (x, y) = pieces[start][0], start
    if kind == "K":
        yield from ((x + a, y + b) for a, b in STRAIGHT + ASLANT)
    if kind == "M":
        yield from ((x + a, y + b) for a, b in ASLANT)
    for a, b in LINES.get(kind, []):
        for n in range(1, SIZE):
            yield x + n * a, y + n * b
            if (x + n * a, y + n * b) in pieces:
                break


def _merged(kind: str, friend: str) -> str:
    """What a piece becomes that captures a friend in its usual way; a small letter is one of the opponent's."""
    return {"KM": "K", "RR": "R", "RB": "Q", "BR": "Q", "QM": "m"}.get(kind + friend, "")


def _plays(pieces: Pieces, start: Cell) -> Iterator[tuple[Cell, Piece]]:
    """Where a piece goes, and what stands there then."""
    kind, army = pieces[start]
    for end in _ways(pieces, start):
        friend = end in pieces and pieces[end][1] == army
        new = _merged(kind, pieces[end][0]) if friend else kind
        if new:
            yield end, (new.upper(), FOES[army] if new.islower() else army)
    if kind == "M":
        for a, b in STRAIGHT:
            end = start[0] + 2 * a, start[1] + 2 * b
            if end in pieces and pieces[end][1] == army and pieces[end][0] not in "KB":
                yield end, (kind, army)


def _attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent could capture the King of an army."""
    return any(
        pieces.get(end) == ("K", army)
        for cell, piece in pieces.items()
        if piece[1] != army
        for end in _ways(pieces, cell)
    )


def positions(text: str) -> set[tuple[str, str, Board]]:
    """Every legal move: start, end, and the board after it."""
    pieces, turn = read(text)
    found = set()
    for start, piece in pieces.items():
        for end, new in _plays(pieces, start) if piece[1] == turn else ():
            if not inside(end):
                continue
            after = {cell: each for cell, each in pieces.items() if cell not in (start, end)} | {end: new}
            if not _attacked(after, turn):
                found.add((name(start), name(end), board(after)))
    return found


def check(text: str) -> bool:
    """Whether the player to move is in check."""
    pieces, turn = read(text)
    return _attacked(pieces, turn)
