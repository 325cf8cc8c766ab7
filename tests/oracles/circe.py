"""Circe Chess by brute force, on orthodox chess: a captured piece comes back on its home square if that is empty then.

A Pawn comes back in its column, a Rook, Knight or Bishop on the home square of the colour of the square of its capture.
A Rook that has come back may not castle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracles.orthodox import FORWARD, RANK, Cell, Chess, _attacked_king, _ends, name
from oracles.stipulations import Step

HOMES = {"R": (1, 8), "N": (2, 7), "B": (3, 6), "Q": (4,)}


def home(kind: str, army: str, captured: Cell) -> Cell:
    """Where a piece comes back that is captured on a square."""
    if kind == "P":
        return captured[0], RANK[army] + FORWARD[army]
    columns = HOMES[kind]
    same = (column for column in columns if (column + RANK[army]) % 2 == sum(captured) % 2)
    return (columns[0] if kind == "Q" else next(same)), RANK[army]


@dataclass(frozen=True)
class Circe(Chess):
    """A position of Circe Chess."""

    def text(self) -> str:
        """The position as Shadowmate reads it."""
        return super().text().replace("fide:", "circe:", 1)

    def steps(self) -> Iterator[Step[Chess]]:
        """The legal moves; their texts are those of chess, without the piece that comes back."""
        board = {cell: (kind, army) for cell, kind, army in self.pieces}
        for step in self._castlings(board):
            after = step.after
            yield Step(step.text, Circe(after.pieces, after.turn, after.rights), step.facts)
        for start, (_, army) in board.items():
            if army == self.turn:
                for end in _ends(board, start, self.passed_over):
                    yield from self._ending(board, start, end)

    def _ending(self, board: dict[Cell, tuple[str, str]], start: Cell, end: Cell) -> Iterator[Step[Chess]]:
        kind, army = board[start]
        in_passing = kind == "P" and end not in board and end[0] != start[0]
        captured = (end[0], start[1]) if in_passing else end
        victim = board.get(captured)
        if victim and victim[0] == "K":
            return
        for becomes in "BNQR" if kind == "P" and end[1] == 9 - RANK[army] else kind:
            after = {cell: piece for cell, piece in board.items() if cell not in (start, captured)}
            after[end] = (becomes, army)
            if victim:
                after.setdefault(home(*victim, captured), victim)
            if _attacked_king(after, army):
                continue
            double = kind == "P" and abs(end[1] - start[1]) == 2
            passed_over = (start[0], (start[1] + end[1]) // 2) if double else None
            moved = {(1, RANK[army]), (8, RANK[army])} if kind == "K" else set[Cell]()
            pieces = frozenset((cell, *piece) for cell, piece in after.items())
            text = f"{name(start)}{name(end)}{becomes}"
            yield Step(text, Circe(pieces, self.enemy, self.rights - {start, end} - moved, passed_over), frozenset())
