"""The small game `bell` (tests/data) by brute force, from its description: what a position has besides pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracles.flat import Cell, Pieces, _ends

Board = tuple[tuple[str, str, str], ...]
SIZE = 5


@dataclass(frozen=True)
class Stated:
    """Whether the bell has rung, which players have dropped a piece, the last cell of each army, and the hands."""

    rung: bool
    dropped: frozenset[str]
    last: dict[str, str]
    hands: dict[str, tuple[str, ...]]

    def words(self) -> tuple[str, ...]:
        """All of it, each as a position writes it."""
        found = ["bell rung"] if self.rung else []
        found += [f"dropped {army}" for army in self.dropped]
        found += [f"last_{army} {cell}" for army, cell in self.last.items()]
        return tuple(sorted([*found, *(f"hand {army} {kind}" for army, held in self.hands.items() for kind in held)]))


def text(pieces: Pieces, turn: str, stated: Stated) -> str:
    """The position as one line."""
    words = []
    for side in ("white", "black"):
        words += [side, *(f"{kind}{name(cell)}" for cell, (kind, army) in pieces.items() if army == side)]
    return " ".join([*words, "turn", turn, *stated.words()])


def name(cell: Cell) -> str:
    """What a cell is called."""
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def moves(pieces: Pieces, turn: str, stated: Stated) -> set[tuple[str, str, Board, tuple[str, ...]]]:
    """Every legal move: start ("" for a drop), end, the board after it, and what it has besides pieces."""
    found = set()
    for start, end, after, then in _pseudo(pieces, turn, stated):
        royals = {cell for cell, piece in after.items() if piece == ("K", turn)}
        others = [cell for cell, (_, army) in after.items() if army != turn]
        if not any(royals & set(_ends(after, cell, SIZE)) for cell in others):
            board = tuple(sorted((name(cell), *piece) for cell, piece in after.items()))
            found.add((start, end, board, then.words()))
    return found


def _pseudo(pieces: Pieces, turn: str, stated: Stated) -> Iterator[tuple[str, str, Pieces, Stated]]:
    for start, (kind, army) in pieces.items():
        if army != turn or (kind != "K" and stated.last.get(turn) == name(start)):
            continue
        if kind == "M" and start[0] == 1 and not stated.rung:
            continue
        for end in _ends(pieces, start, SIZE):
            if end in pieces and (pieces[end][1] == turn or (stated.rung and kind != "K")):
                continue
            after = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: (kind, army)}
            rung = (stated.rung and not (kind == "Q" and end[0] == 1)) or (kind == "R" and end[0] == 5)
            yield (
                name(start),
                name(end),
                after,
                Stated(rung, stated.dropped, {**stated.last, turn: name(end)}, stated.hands),
            )
    for kind in set(stated.hands.get(turn, ())) if turn not in stated.dropped else ():
        held = list(stated.hands[turn])
        held.remove(kind)
        for end in ((x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)):
            if end not in pieces:
                rung = stated.rung or (kind == "R" and end[0] == 5)
                last, hands = {**stated.last, turn: name(end)}, {**stated.hands, turn: tuple(held)}
                yield "", name(end), pieces | {end: (kind, turn)}, Stated(rung, stated.dropped | {turn}, last, hands)
