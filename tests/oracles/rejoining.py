"""The small game `rejoin` (tests/data) by brute force, from its description: moves that depend on an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import Cell, Pieces, _ends

SIZE = 5
RIVAL = {"white": "black", "black": "white"}
LAST_ROW = {"white": 5, "black": 1}


class Made(NamedTuple):
    """A move that leaves no own King attacked: its piece, where it goes, whether it captures, and the board then."""

    kind: str
    start: Cell
    end: Cell
    captures: bool
    after: Pieces


def moves(pieces: Pieces, turn: str) -> list[tuple[Cell, Cell, bool]]:
    """Every legal move: start, end, and whether it wins; in order."""
    found = []
    for made in _made(pieces, turn):
        answered = is_answered(made.after, RIVAL[turn])
        if (made.kind == "R" and answered) or (made.kind == "C" and made.captures and not answered):
            continue
        wins = made.kind == "K" and made.end[1] == LAST_ROW[turn] and not answered
        found.append((made, wins))
    kept = [each for each in found if _must(each[0], turn)] or found
    return sorted((made.start, made.end, wins) for made, wins in kept)


def is_answered(pieces: Pieces, turn: str) -> bool:
    """Whether a player has a legal capture, whatever answer that leaves."""
    replies = list(_made(pieces, turn))
    return any(each.captures for each in [each for each in replies if _must(each, turn)] or replies)


def _must(made: Made, turn: str) -> bool:
    return made.kind == "M" and made.end[1] == LAST_ROW[turn]


def _made(pieces: Pieces, turn: str) -> Iterator[Made]:
    for start, (kind, army) in pieces.items():
        for end in _ends(pieces, start, SIZE) if army == turn else ():
            if pieces.get(end, ("", ""))[1] != turn:
                after = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
                if not _attacked(after, turn):
                    yield Made(kind, start, end, end in pieces, after)


def _attacked(pieces: Pieces, army: str) -> bool:
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(kings & set(_ends(pieces, cell, SIZE)) for cell, (_, own) in pieces.items() if own != army)
