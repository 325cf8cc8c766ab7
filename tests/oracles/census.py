"""The small game `census` (tests/data) by brute force, from its description: numbers of pieces decide the winner."""

from __future__ import annotations

from oracles.flat import Cell, _ends

Pieces = dict[Cell, tuple[str, str]]
"""The kinds of a piece, joined by `+`, and its army, by cell."""

Board = tuple[tuple[Cell, str, str], ...]
Wins = tuple[tuple[str, str], ...]
SIZE = 5
RIVAL = {"white": "black", "black": "white"}


def moves(pieces: Pieces, turn: str) -> list[tuple[Cell, Cell, Board, Wins]]:
    """Every move: start, end, the board after it, and the winners with their reasons; each once, in order."""
    found = set()
    for start, (kinds, army) in pieces.items():
        if army != turn:
            continue
        for kind in kinds.split("+"):
            for end in _ends(pieces | {start: (kind, army)}, start, SIZE):
                if pieces.get(end, ("", ""))[1] == turn:
                    continue
                after = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: pieces[start]}
                found.add(
                    (start, end, tuple(sorted((cell, *piece) for cell, piece in after.items())), _won(after, turn))
                )
    return sorted(found)


def _won(pieces: Pieces, turn: str) -> Wins:
    wins = []
    for army, rival in RIVAL.items():
        own = {cell: set(kinds.split("+")) for cell, (kinds, owner) in pieces.items() if owner == army}
        if not own:
            wins.append((rival, "bare"))
        camp = (4, 5) if army == "white" else (1, 2)
        if sum("M" in kinds and cell[1] in camp for cell, kinds in own.items()) >= 3:
            wins.append((army, "camp"))
        if not any(kinds & {"R", "Q"} for kinds in own.values()):
            wins.append((rival, "disarmed"))
    return tuple(sorted([win for win in wins if win[0] == turn] or wins))
