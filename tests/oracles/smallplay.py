"""A small game in plain Python: Kings, Rooks and Masons on a square board, under rules that can be altered.

A position is a tuple of pieces, (letter, player, cell), and the player to move; a move leads to the pieces after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

Cell = tuple[int, int]
Piece = tuple[str, int, Cell]
Pieces = frozenset[Piece]
Moves = frozenset[tuple[Cell, Cell, Pieces]]

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True)
class Rules:
    """What may be altered.

    Attributes:
        king: where Kings step.
        reach: how far Rooks go.
        stalemate: the result of a player that cannot move: `draw` or `loss`.
        crowned: what a Mason becomes on its last row.
        spent: whether a Rook that captures is gone too.
    """

    king: tuple[Cell, ...] = (*ORTHOGONAL, *DIAGONAL)
    reach: int = 9
    stalemate: str = "draw"
    crowned: str = "M"
    spent: bool = False


@dataclass(frozen=True)
class Board:
    """The game on a board of this many rows and columns."""

    size: int
    rules: Rules

    def _ends(self, pieces: Pieces, piece: Piece) -> Iterator[Cell]:
        """The cells that a piece may go to, or capture on."""
        letter, player, (x, y) = piece
        standing = {cell: owner for _, owner, cell in pieces}
        steps, reach = {
            "K": (self.rules.king, 1), "R": (ORTHOGONAL, self.rules.reach), "M": (ORTHOGONAL, 1)
        }[letter]  # fmt: skip
        for a, b in steps:
            for far in range(1, reach + 1):
                cell = x + a * far, y + b * far
                if not all(0 <= each < self.size for each in cell) or standing.get(cell) == player:
                    break
                yield cell
                if cell in standing:
                    break

    def in_check(self, pieces: Pieces, player: int) -> bool:
        """Whether a player's King is attacked."""
        kings = {cell for letter, owner, cell in pieces if letter == "K" and owner == player}
        return any(end in kings for piece in pieces if piece[1] != player for end in self._ends(pieces, piece))

    def moves(self, pieces: Pieces, player: int) -> Moves:
        """The legal moves, and what each leads to."""
        found = set()
        for piece in pieces:
            letter, owner, start = piece
            if owner != player:
                continue
            for end in self._ends(pieces, piece):
                captured = {each for each in pieces if each[2] == end}
                if any(each[0] == "K" for each in captured):
                    continue
                last = self.size - 1 if player == 0 else 0
                after = self.rules.crowned if letter == "M" and end[1] == last else letter
                left = set(pieces - {piece} - captured)
                if not (self.rules.spent and letter == "R" and captured):
                    left.add((after, player, end))
                if not self.in_check(frozenset(left), player):
                    found.add((start, end, frozenset(left)))
        return frozenset(found)

    def listed(self, pieces: Pieces, player: int) -> tuple[Moves, str]:
        """All that is compared of a position."""
        moves = self.moves(pieces, player)
        if moves:
            return moves, ""
        return moves, "mate" if self.in_check(pieces, player) else self.rules.stalemate


def differing(size: int, rules: tuple[Rules, Rules], pieces: list[tuple[str, int]]) -> tuple[int, int]:
    """The number of positions of some pieces, with each player to move that has one, and where the two rules differ.

    Positions with the player that is not to move in check by the rules of both do not count.
    """
    boards = [Board(size, each) for each in rules]
    cells = list(product(range(size), repeat=2))
    seen, apart = set(), 0
    for places in permutations(cells, len(pieces)):
        placed = frozenset((letter, owner, cell) for (letter, owner), cell in zip(pieces, places, strict=True))
        for player in sorted({owner for _, owner in pieces}):
            if (placed, player) in seen or all(board.in_check(placed, 1 - player) for board in boards):
                continue
            seen.add((placed, player))
            apart += boards[0].listed(placed, player) != boards[1].listed(placed, player)
    return len(seen), apart
