"""The small game `hail` (tests/data) by brute force, from its description: moves that give check."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracles.flat import Cell, Pieces, _ends

Found = tuple[Cell, Cell, tuple[tuple[Cell, str, str], ...], tuple[tuple[str, int], ...], tuple[str, ...], bool]
"""Start (NOWHERE of a drop) and end, board after it, checks of each army, flags that hang, whether it wins."""

SIZE, MOST = 5, 3
NOWHERE = (0, 0)


def moves(
    pieces: Pieces, turn: str, given: dict[str, int], hung: Collection[str], hands: Collection[str]
) -> list[Found]:
    """Every legal move, in no order.

    Args:
        pieces: the pieces.
        turn: whose turn it is.
        given: how many checks each army has given.
        hung: the armies whose flags hang.
        hands: the armies that have a Cannon in their hand.
    """
    found = []
    rival = next(army for army in given if army != turn)
    for start, end, kind, after in _pseudo(pieces, turn, turn in hands):
        if _attacked(after, turn) or (kind == "K" and rival in hung):
            continue
        checks = _attacked(after, rival)
        if (kind == "R" and checks) or (kind == "Q" and end in pieces and not checks):
            continue
        count = min(given[turn] + checks, MOST)
        then = tuple(sorted({turn: count, rival: given[rival]}.items()))
        flags = tuple(sorted({*hung, turn} if checks else {*hung} - {turn}))
        board = tuple(sorted((cell, *piece) for cell, piece in after.items()))
        found.append((start, end, board, then, flags, checks and given[turn] == MOST - 1))
    return found


def _attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent attacks a King of an army."""
    royals = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(royals & set(_ends(pieces, cell, SIZE)) for cell, (_, own) in pieces.items() if own != army)


def _pseudo(pieces: Pieces, turn: str, holds: bool) -> Iterator[tuple[Cell, Cell, str, Pieces]]:
    for start, (kind, army) in pieces.items():
        for end in _ends(pieces, start, SIZE) if army == turn else ():
            victim, owner = pieces.get(end, ("", ""))
            if owner != turn:
                after = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
                if kind == "M" and victim not in ("", "K"):
                    after[start] = (victim, turn)
                yield start, end, kind, after
    for end in ((x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)):
        if holds and end not in pieces:
            yield NOWHERE, end, "C", pieces | {end: ("C", turn)}
