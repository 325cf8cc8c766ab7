"""The small game `muster` (tests/data) by brute force, from its description: moves with one or two aides."""

from __future__ import annotations

from collections.abc import Iterator

from oracles.flat import Cell, Pieces, _ends

Board = tuple[tuple[Cell, str, str], ...]
SIZE = 5


def moves(pieces: Pieces, turn: str) -> list[tuple[Cell, Cell, Board]]:
    """Every legal move: start, end and the board after it; equal ones once, in no order."""
    found = set()
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end in _ends(pieces, start, SIZE):
            if pieces.get(end, ("", ""))[1] == turn:
                continue
            went = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
            for after in _mustered(went, kind, turn, start, end, end in pieces):
                royals = {cell for cell, piece in after.items() if piece == ("K", turn)}
                others = [cell for cell, (_, own) in after.items() if own != turn]
                if not any(royals & set(_ends(after, cell, SIZE)) for cell in others):
                    found.add((start, end, tuple(sorted((cell, *piece) for cell, piece in after.items()))))
    return sorted(found)


def _mustered(pieces: Pieces, kind: str, turn: str, start: Cell, end: Cell, captures: bool) -> Iterator[Pieces]:
    """The pieces after what the aides of a move do, in every way if several are equal."""
    sought = {"R": "MC", "Q": "M", "M": "C" if captures else ""}.get(kind, "")
    some = _foremost(pieces, sought, turn, {end})
    if not some:
        yield pieces
    for first in some:
        if kind == "M":
            yield {cell: piece for cell, piece in pieces.items() if cell != first} | {start: pieces[first]}
            continue
        helped = pieces | {first: (_other(pieces[first][0]) if kind == "R" else "R", turn)}
        more = _foremost(pieces, sought, turn, {end, first})
        if not more:
            yield helped
        for second in more:
            if kind == "R":
                yield helped | {second: (_other(pieces[second][0]), turn)}
            else:
                yield {cell: piece for cell, piece in helped.items() if cell != second}


def _other(kind: str) -> str:
    return {"M": "C", "C": "M"}[kind]


def _foremost(pieces: Pieces, kinds: str, turn: str, without: set[Cell]) -> list[Cell]:
    """Which of a player's pieces of some kinds are furthest ahead, without some cells."""
    ahead = {
        cell: cell[1] if turn == "white" else -cell[1]
        for cell, (kind, army) in pieces.items()
        if army == turn and kind in kinds and cell not in without
    }
    return [cell for cell, far in ahead.items() if far == max(ahead.values())]
