"""The small game `deploy` (tests/data) by brute force, from its description: drops come before all other moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import Cell, Pieces, _ends

SIZE = 5
FIRST = {"white": 1, "black": 5}
NEAR = {"white": (1, 2), "black": (5, 4)}
KING, ROOK = 3, 5
"""The columns where castling starts."""


class Deploy(NamedTuple):
    """A position: the pieces, the hands as sorted letters by army, the armies that may castle, and whose turn it is."""

    pieces: frozenset[tuple[Cell, str, str]]
    hands: tuple[tuple[str, str], ...]
    castling: frozenset[str]
    turn: str


START = Deploy(frozenset(), (("black", "KMMR"), ("white", "KMMR")), frozenset(), "white")
Step = tuple[str, Cell | None, Cell, Deploy]
"""A move: the letter of its piece, where it starts and ends, and what it leads to."""


def other(army: str) -> str:
    """The other army."""
    return "black" if army == "white" else "white"


def steps(position: Deploy) -> list[Step]:
    """Every legal move. A drop is legal only on the own rows; if there is a legal drop, nothing else is legal."""
    found = [each for each in _drops(position) if _is_safe(each[3], position.turn)]
    return found or [each for each in _moves(position) if _is_safe(each[3], position.turn)]


def in_check(position: Deploy) -> bool:
    """Whether the King of the player to move is attacked."""
    return not _is_safe(position, position.turn)


def _is_safe(position: Deploy, army: str) -> bool:
    pieces = {cell: (kind, owner) for cell, kind, owner in position.pieces}
    return not any(_attacked(pieces, cell, army) for cell, piece in pieces.items() if piece == ("K", army))


def _attacked(pieces: Pieces, cell: Cell, army: str) -> bool:
    """A capture with a Rook of an army without a Mason is not legal; but it is an attack."""
    return any(cell in set(_ends(pieces, start, SIZE)) for start, piece in pieces.items() if piece[1] != army)


def _number(pieces: Pieces, kind: str, army: str) -> int:
    return sum(piece == (kind, army) for piece in pieces.values())


def _drops(position: Deploy) -> Iterator[Step]:
    pieces = {cell: (kind, owner) for cell, kind, owner in position.pieces}
    army, hands = position.turn, dict(position.hands)
    for kind in sorted(set(hands[army])):
        for cell in ((x, y) for x in range(1, 6) for y in NEAR[army]):
            if cell in pieces:
                continue
            alike = [each for each, piece in pieces.items() if piece == ("M", army) and sum(each) % 2 == sum(cell) % 2]
            if kind == "M" and any(y in NEAR[army] for _, y in alike):
                continue
            then = {**pieces, cell: (kind, army)}
            home = {"K": (KING, FIRST[army]), "R": (ROOK, FIRST[army])}
            complete = all(then.get(where) == (each, army) for each, where in home.items())
            rights = position.castling | ({army} if complete and cell in home.values() else set())
            left = {**hands, army: hands[army].replace(kind, "", 1)}
            yield kind, None, cell, _position(then, left, rights, other(army))


def _moves(position: Deploy) -> Iterator[Step]:
    pieces = {cell: (kind, owner) for cell, kind, owner in position.pieces}
    army, hands = position.turn, dict(position.hands)
    for start, (kind, owner) in pieces.items():
        if owner != army:
            continue
        for end in set(_ends(pieces, start, SIZE)):
            is_capture = end in pieces
            if is_capture and pieces[end][1] == army:
                continue
            if kind == "R" and is_capture and not 1 <= _number(pieces, "M", army) <= 2:
                continue
            then = {cell: piece for cell, piece in pieces.items() if cell != start}
            rights = frozenset(
                each for each in position.castling if not {start, end} & {(KING, FIRST[each]), (ROOK, FIRST[each])}
            )
            become = [kind]
            if kind == "M" and end[1] == FIRST[other(army)] and not _number(pieces, "Q", army):
                become.append("Q")
            for new in become:
                yield kind, start, end, _position({**then, end: (new, army)}, hands, rights, other(army))
    yield from _castling(position, pieces)


def _castling(position: Deploy, pieces: Pieces) -> Iterator[Step]:
    army = position.turn
    king, end, rook = ((x, FIRST[army]) for x in (KING, KING + 1, ROOK))
    if army in position.castling and end not in pieces and not _attacked(pieces, king, army):
        then = {cell: piece for cell, piece in pieces.items() if cell not in (king, rook)}
        then |= {end: ("K", army), king: ("R", army)}
        hands, rights = dict(position.hands), position.castling - {army}
        yield "K", king, end, _position(then, hands, rights, other(army))


def _position(pieces: Pieces, hands: dict[str, str], castling: frozenset[str], turn: str) -> Deploy:
    placed = frozenset((cell, kind, army) for cell, (kind, army) in pieces.items())
    return Deploy(placed, tuple(sorted(hands.items())), castling, turn)
