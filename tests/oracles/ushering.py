"""The small game `usher` (tests/data) by brute force, from its description: held pieces enter beside first moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import Cell, Pieces, _ends

SIZE = 5
FIRST = {"white": 1, "black": 5}


class Usher(NamedTuple):
    """A position: pieces, hands as sorted letters by army, cells of pieces that have not moved, the armies that may
    castle, and whose turn it is."""

    pieces: frozenset[tuple[Cell, str, str]]
    hands: tuple[tuple[str, str], ...]
    fresh: frozenset[Cell]
    castling: frozenset[str]
    turn: str


Step = tuple[str, Cell, Cell, Usher]


def other(army: str) -> str:
    """The other army."""
    return "black" if army == "white" else "white"


def has_won(position: Usher) -> bool:
    """Whether the army that has moved has five Masons or more."""
    return any(sum(each[1:] == ("M", army) for each in position.pieces) >= 5 for army in FIRST)


def in_check(position: Usher) -> bool:
    """Whether the King of the player to move is attacked."""
    return _is_exposed(_board(position), position.turn)


def steps(position: Usher) -> list[Step]:
    """Every legal move: the letter of its piece, where it starts and ends, and what it leads to.

    A move is legal if it is so without the piece that enters, and if the cell where that enters is empty then.
    """
    if has_won(position):
        return []
    found = list[Step]()
    for kind, start, end, then, left in (*_moves(position), *_castling(position)):
        if _is_exposed(then, position.turn):
            continue
        fresh = position.fresh - left
        rooks = {each for each in position.castling if not left & {(3, FIRST[each]), (5, FIRST[each])}}
        found.append((kind, start, end, _after(position, then, {}, fresh, rooks)))
        entrances = [start, *(cell for cell in sorted(left) if cell not in (start, end) and kind == "K")]
        for cell in entrances:
            if cell not in position.fresh or cell in then or cell[1] != FIRST[position.turn]:
                continue
            for entrant in dict(position.hands)[position.turn]:
                found.append((kind, start, end, _after(position, then, {cell: entrant}, fresh, rooks)))
    return found


def _after(position: Usher, then: Pieces, enters: dict[Cell, str], fresh: frozenset[Cell], rooks: set[str]) -> Usher:
    army, hands = position.turn, dict(position.hands)
    for kind in enters.values():
        hands[army] = hands[army].replace(kind, "", 1)
    whole = {**then, **{cell: (kind, army) for cell, kind in enters.items()}}
    pieces = frozenset((cell, *piece) for cell, piece in whole.items())
    return Usher(pieces, tuple(sorted(hands.items())), frozenset(fresh), frozenset(rooks), other(army))


def _moves(position: Usher) -> Iterator[tuple[str, Cell, Cell, Pieces, set[Cell]]]:
    """Moves along routes: with the board after them, and the cells that they touch."""
    pieces = _board(position)
    for start, (kind, army) in pieces.items():
        if army != position.turn:
            continue
        for end in set(_ends(pieces, start, SIZE)):
            is_capture = end in pieces
            if is_capture and (pieces[end][1] == army or (kind == "R" and start in position.fresh)):
                continue
            stays = kind == "C" and is_capture
            then = {cell: piece for cell, piece in pieces.items() if cell not in (start, end)}
            then[start if stays else end] = (kind, army)
            yield kind, start, end, then, {start, end} if is_capture else {start}


def _castling(position: Usher) -> Iterator[tuple[str, Cell, Cell, Pieces, set[Cell]]]:
    pieces, army = _board(position), position.turn
    king, end, rook = ((x, FIRST[army]) for x in (3, 4, 5))
    if army in position.castling and end not in pieces and not in_check(position):
        then = {cell: piece for cell, piece in pieces.items() if cell not in (king, rook)}
        yield "K", king, end, {**then, end: ("K", army), king: ("R", army)}, {king, rook}


def _board(position: Usher) -> Pieces:
    return {cell: (kind, army) for cell, kind, army in position.pieces}


def _is_exposed(pieces: Pieces, army: str) -> bool:
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(kings & set(_ends(pieces, start, SIZE)) for start, piece in pieces.items() if piece[1] != army)
