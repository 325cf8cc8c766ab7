"""The small game `parry` (tests/data) by brute force, from its text: a piece in check must capture what gives check."""

from __future__ import annotations

from collections.abc import Iterator

from oracles.flat import Cell, Pieces, _ends

SIZE = 5
AHEAD = {"white": 1, "black": -1}
HOME = {"white": 2, "black": 4}
FREE = "M"
"""The kind that may go between."""


def attackers(pieces: Pieces, army: str) -> set[Cell]:
    """The pieces that attack a King of an army."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return {cell for cell, (_, owner) in pieces.items() if owner != army and kings & set(attacks(pieces, cell))}


def attacks(pieces: Pieces, cell: Cell) -> Iterator[Cell]:
    """Where a piece may capture."""
    kind, army = pieces[cell]
    if kind == "P":
        yield from ((cell[0] + side, cell[1] + AHEAD[army]) for side in (1, -1))
    else:
        yield from _ends(pieces, cell, SIZE)


def _tries(pieces: Pieces, start: Cell, passed: Cell | None) -> Iterator[tuple[Cell, Cell | None]]:
    """Where a piece may go, and the cell of what it captures there."""
    kind, army = pieces[start]
    for end in attacks(pieces, start):
        if end in pieces and pieces[end][1] != army:
            yield end, end
        elif kind != "P" and end not in pieces:
            yield end, None
        elif kind == "P" and end == passed:
            yield end, (end[0], start[1])
    if kind == "P":
        one, two = (start[0], start[1] + AHEAD[army]), (start[0], start[1] + 2 * AHEAD[army])
        if 1 <= one[1] <= SIZE and one not in pieces:
            yield one, None
            if start[1] == HOME[army] and two not in pieces:
                yield two, None


def moves(pieces: Pieces, turn: str, passed: Cell | None = None) -> list[tuple[Cell, Cell]]:
    """Every legal move: start and end, in order; `passed` is the cell over which a Pawn has just gone."""
    found, checks = [], attackers(pieces, turn)
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end, victim in _tries(pieces, start, passed):
            after = {cell: piece for cell, piece in pieces.items() if cell not in (start, victim)} | {
                end: pieces[start]
            }
            if not attackers(after, turn) and (kind == FREE or checks <= {victim}):
                found.append((start, end))
    return sorted(found)
