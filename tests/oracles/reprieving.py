"""The small game `reprieve` (tests/data) by brute force, from its description: the replies that moves leave."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracles.flat import Cell, Pieces, _ends

Found = tuple[Cell, Cell, tuple[tuple[Cell, str, str], ...], tuple[str, ...]]
"""Start (NOWHERE of a drop) and end, board after it, flags that hang."""

SIZE = 4
NOWHERE = (0, 0)
RIVAL = {"white": "black", "black": "white"}


def moves(pieces: Pieces, turn: str, hung: Collection[str], hands: Collection[str]) -> list[Found]:
    """Every legal move, in no order.

    Args:
        pieces: the pieces.
        turn: whose turn it is.
        hung: the armies whose flags hang.
        hands: the armies that have a Mason in their hand.
    """
    found = []
    for start, end, kind, after in possible(pieces, turn, hands):
        mates, stalemates = ends(after, turn, hands)
        captures = end in pieces
        if start == NOWHERE and mates:
            continue
        if kind == "R" and stalemates:
            continue
        if kind == "C" and captures and not mates:
            continue
        hangs = kind == "Q" and (stalemates or (captures and not mates))
        flags = tuple(sorted({*hung, turn} if hangs else {*hung}))
        found.append((start, end, tuple(sorted((cell, *piece) for cell, piece in after.items())), flags))
    return found


def ends(after: Pieces, turn: str, hands: Collection[str]) -> tuple[bool, bool]:
    """Whether a move of a player has checkmated the other, and whether it has stalemated it.

    A reply counts whatever it leaves.
    """
    rival = RIVAL[turn]
    answered = any(True for _ in possible(after, rival, hands))
    return attacked(after, rival) and not answered, not attacked(after, rival) and not answered


def attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent attacks a King of an army."""
    royals = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(royals & set(_ends(pieces, cell, SIZE)) for cell, (_, own) in pieces.items() if own != army)


def possible(pieces: Pieces, turn: str, hands: Collection[str]) -> Iterator[tuple[Cell, Cell, str, Pieces]]:
    """The moves that leave no own King attacked, whatever replies they leave: start, end, kind and board after each."""
    return (each for each in _pseudo(pieces, turn, turn in hands) if not attacked(each[-1], turn))


def _pseudo(pieces: Pieces, turn: str, holds: bool) -> Iterator[tuple[Cell, Cell, str, Pieces]]:
    for start, (kind, army) in pieces.items():
        for end in _ends(pieces, start, SIZE) if army == turn else ():
            if pieces.get(end, ("", ""))[1] != turn:
                after = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
                yield start, end, kind, after
    for end in ((x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)):
        if holds and end not in pieces:
            yield NOWHERE, end, "M", pieces | {end: ("M", turn)}
