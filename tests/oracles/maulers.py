"""The game `maulers` by brute force: pieces that capture several others on their way, by the strings of their moves.

Each move is simulated leg by leg (`oracles/betza.py`). A Mower becomes a Turncoat if its victim is one: the piece on
the end, or else that on the least cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from oracles import betza
from oracles.five import SIZE, Board, Cell, Pieces, board, name, read

STRINGS = {"K": "K", "T": "KcaKcacaK", "M": "mR[cR-scR-sR]", "J": "mWcafcafW", "C": "F"}

Move = tuple[Cell, Cell, frozenset[Cell]]


def moves(pieces: Pieces, army: str) -> Iterator[Move]:
    """All moves of an army, without regard to check: start, end, and where it captures."""
    for start, (kind, own) in pieces.items():
        if own == army:
            others = {cell: "own" if other == army else "foe" for cell, (_, other) in pieces.items() if cell != start}
            for end, dead in betza.moves(STRINGS[kind], others, start, SIZE, unmoved=False):
                yield start, end, dead


def after(pieces: Pieces, move: Move) -> Pieces:
    """The pieces by cell after a move."""
    start, end, dead = move
    kind, army = pieces[start]
    victim = end if end in dead else min(dead, default=None)
    if kind == "M" and victim and pieces[victim][0] == "C":
        kind = "C"
    return {cell: piece for cell, piece in pieces.items() if cell != start and cell not in dead} | {end: (kind, army)}


def attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent could capture the King of an army, at the end or on the way."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(kings & dead for other in ("white", "black") if other != army for _, _, dead in moves(pieces, other))


def positions(text: str) -> set[tuple[str, str, Board]]:
    """Every legal move: start, end, and the board after it."""
    pieces, turn = read(text)
    found = [(move, after(pieces, move)) for move in moves(pieces, turn)]
    return {(name(start), name(end), board(then)) for (start, end, _), then in found if not attacked(then, turn)}


def check(text: str) -> bool:
    """Whether the player to move is in check."""
    pieces, turn = read(text)
    return attacked(pieces, turn)
