"""The small game `muster` (tests/data), by brute force from what it says in words: moves with one or two aides."""

from __future__ import annotations

from collections.abc import Iterator

from oracles.flat import Cell, Pieces, _ends

Board = tuple[tuple[Cell, str, str], ...]
SIZE = 5


def moves(pieces: Pieces, turn: str) -> list[tuple[Cell, Cell, Board]]:
    """Every legal move: start, end and who stands where then; equal ones once, in no order."""
    found = set()
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end in _ends(pieces, start, SIZE):
            if pieces.get(end, ("", ""))[1] == turn:
                continue
            went = {cell: man for cell, man in pieces.items() if cell != start} | {end: (kind, army)}
            for after in _mustered(went, kind, turn, start, end, end in pieces):
                royals = {cell for cell, man in after.items() if man == ("K", turn)}
                others = [cell for cell, (_, own) in after.items() if own != turn]
                if not any(royals & set(_ends(after, cell, SIZE)) for cell in others):
                    found.add((start, end, tuple(sorted((cell, *man) for cell, man in after.items()))))
    return sorted(found)


def _mustered(men: Pieces, kind: str, turn: str, start: Cell, end: Cell, takes: bool) -> Iterator[Pieces]:
    """The men with what the aides of a move do, in every way if several are equal."""
    sought = {"R": "MC", "Q": "M", "M": "C" if takes else ""}.get(kind, "")
    some = _foremost(men, sought, turn, {end})
    if not some:
        yield men
    for first in some:
        if kind == "M":
            yield {cell: man for cell, man in men.items() if cell != first} | {start: men[first]}
            continue
        helped = men | {first: (_other(men[first][0]) if kind == "R" else "R", turn)}
        more = _foremost(men, sought, turn, {end, first})
        if not more:
            yield helped
        for second in more:
            if kind == "R":
                yield helped | {second: (_other(men[second][0]), turn)}
            else:
                yield {cell: man for cell, man in helped.items() if cell != second}


def _other(kind: str) -> str:
    return {"M": "C", "C": "M"}[kind]


def _foremost(men: Pieces, kinds: str, turn: str, without: set[Cell]) -> list[Cell]:
    """Which of a player's men of some kinds are furthest ahead, some cells left out."""
    ahead = {
        cell: cell[1] if turn == "white" else -cell[1]
        for cell, (kind, army) in men.items()
        if army == turn and kind in kinds and cell not in without
    }
    return [cell for cell, far in ahead.items() if far == max(ahead.values())]
