"""The small game `retort` (tests/data) by brute force, from its text: ends that the opponent can still answer."""

from __future__ import annotations

from oracles.flat import Cell, Pieces, _ends

Board = tuple[tuple[Cell, str, str], ...]
Wins = tuple[tuple[str, str], ...]
SIZE = 5
RIVAL = {"white": "black", "black": "white"}
LAST_ROW = {"white": 5, "black": 1}
MIDDLE = (3, 3)


def moves(pieces: Pieces, turn: str) -> list[tuple[Cell, Cell, Board, Wins]]:
    """Every move: start, end, the board after it, and the winners with their reasons; each once, in order."""
    found = set()
    for start, (_, army) in pieces.items():
        if army != turn:
            continue
        for end in _ends(pieces, start, SIZE):
            if pieces.get(end, ("", ""))[1] == turn:
                continue
            after = {cell: piece for cell, piece in pieces.items() if cell not in (start, end)} | {end: pieces[start]}
            board = tuple(sorted((cell, *piece) for cell, piece in after.items()))
            found.add((start, end, board, _won(after, turn)))
    return sorted(found)


def _won(pieces: Pieces, moved: str) -> Wins:
    """The winners in a position to which a move of a player has led."""
    wins = [(army, reason) for army in RIVAL for reason in _reasons(pieces, army, army == moved)]
    own = [reason for army, reason in wins if army == moved]
    if own:
        wins = [(army, reason) for army, reason in wins if army == moved or (reason == "home" and "home" in own)]
    return tuple(sorted(wins))


def _reasons(pieces: Pieces, army: str, has_moved: bool) -> list[str]:
    """Why a player would win."""
    own = [cell for cell, (_, owner) in pieces.items() if owner == army]
    others = [cell for cell in pieces if cell not in own]
    attacked = {end for cell in others for end in _ends(pieces, cell, SIZE)}
    kings = [cell for cell in own if pieces[cell][0] == "K" and cell[1] == LAST_ROW[army]]
    found = []
    if any(cell not in attacked for cell in kings):
        found.append("home")
    if not has_moved and pieces.get(MIDDLE) == ("M", army):
        found.append("middle")
    if len(others) <= 1 and len(own) >= 3:
        found.append("robbed")
    if not has_moved and len(others) <= 1 and len(own) >= 2:
        found.append("bare")
    return found
