"""The game `fences` by brute force: pieces that hop and capture on the same way, and what they may not hop over.

The way of an Acrobat along a row is a free part, a piece that it hops over, a free part, an opponent's piece that it
captures, and a free part of one cell or more, on whose end it may capture another. A Brigand's diagonal way has the two
pieces in the other order.
"""

from __future__ import annotations

from collections.abc import Iterator

from oracles.five import ASLANT, STRAIGHT, Board, Cell, Pieces, board, inside, name, read

Move = tuple[Cell, Cell | None, Cell]

FENCES = {("A", False): "R", ("A", True): "A", ("B", False): "A", ("B", True): "R"}
"""What a piece does not hop over: of the other side, and of its own."""


def moves(pieces: Pieces, start: Cell) -> Iterator[Move]:
    """All moves of the piece on a cell, without regard to the turn and to check."""
    kind, army = pieces[start]
    for step in STRAIGHT + ASLANT if kind == "K" else STRAIGHT if kind in "RA" else ASLANT:
        line = list(_line(start, step))
        placed = [cell for cell in line if cell in pieces]
        if kind in "AB":
            if line and line[0] not in pieces:
                yield start, None, line[0]
            yield from _over(pieces, start, line, placed)
            continue
        for end in line[:1] if kind == "K" else line:
            if end not in pieces or pieces[end][1] != army:
                yield start, None, end
            if end in pieces:
                break


def _over(pieces: Pieces, start: Cell, line: list[Cell], hurdles: list[Cell]) -> Iterator[Move]:
    """Hops with a capture on the way."""
    if len(hurdles) < 2:
        return
    kind, army = pieces[start]
    mount, captured = (hurdles[0], hurdles[1]) if kind == "A" else (hurdles[1], hurdles[0])
    if pieces[captured][1] == army or pieces[mount][0] == FENCES[kind, pieces[mount][1] == army]:
        return
    for end in line[line.index(hurdles[1]) + 1 :]:
        if end not in pieces or pieces[end][1] != army:
            yield start, captured, end
        if end in pieces:
            return


def _line(start: Cell, step: Cell) -> Iterator[Cell]:
    cell = start[0] + step[0], start[1] + step[1]
    while inside(cell):
        yield cell
        cell = cell[0] + step[0], cell[1] + step[1]


def attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent could capture the King of an army, at the end or on the way."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(
        not kings.isdisjoint(move[1:])
        for cell, piece in pieces.items()
        if piece[1] != army
        for move in moves(pieces, cell)
    )


def positions(text: str) -> set[tuple[str, str, Board]]:
    """Every legal move: start, end, and the board after it."""
    pieces, turn = read(text)
    found = set()
    for start, piece in pieces.items():
        for _, over, end in set(moves(pieces, start)) if piece[1] == turn else ():
            then = {cell: each for cell, each in pieces.items() if cell not in (start, over)} | {end: piece}
            if not attacked(then, turn):
                found.add((name(start), name(end), board(then)))
    return found


def check(text: str) -> bool:
    """Whether the player to move is in check."""
    pieces, turn = read(text)
    return attacked(pieces, turn)
