"""The small game `tithe` (tests/data) by brute force, from its description: counts, and moves that look alike."""

from __future__ import annotations

from collections.abc import Iterator

from oracles.flat import Cell, Pieces, _ends

Board = tuple[tuple[Cell, str, str], ...]
Counts = dict[str, int]
Found = tuple[Cell, Cell, Board, tuple[tuple[str, int], ...], str, bool]
"""Start and end, the board after it, the count of each army, the word of the move, and whether it wins."""

SIZE, MOST = 5, 3


def moves(pieces: Pieces, turn: str, counts: Counts, vow: str) -> list[Found]:
    """Every legal move, in no order; moves with different words are different."""
    found = []
    for start, end, after in _pseudo(pieces, turn, counts[turn]):
        royals = {cell for cell, piece in after.items() if piece == ("K", turn)}
        others = [cell for cell, (_, army) in after.items() if army != turn]
        if any(royals & set(_ends(after, cell, SIZE)) for cell in others):
            continue
        kind, rival = pieces[start][0], next(army for army in counts if army != turn)
        captured = min(counts[turn] + (end in pieces), MOST)
        then = {turn: captured, rival: 0 if kind == "K" else counts[rival]}
        board = tuple(sorted((cell, *piece) for cell, piece in after.items()))
        for word in ("high", "low") if kind == "Q" else (vow,):
            wins = captured == MOST and end in pieces and counts[turn] < MOST
            found.append((start, end, board, tuple(sorted(then.items())), word, wins))
    return found


def _pseudo(pieces: Pieces, turn: str, captured: int) -> Iterator[tuple[Cell, Cell, Pieces]]:
    for start, (kind, army) in pieces.items():
        if army != turn or (kind == "C" and captured != MOST - 1) or (kind == "M" and captured == 1):
            continue
        for end in _ends(pieces, start, SIZE):
            if pieces.get(end, ("", ""))[1] != turn:
                yield start, end, {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
