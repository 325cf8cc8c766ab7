"""Glinski's and McCooey's hexagonal chess by brute force, from public descriptions of their rules.

A hex is (column, height): columns count from the left, heights in halves of a hex, so a step up the column is two. The
board has 11 columns, the middle one of 11 hexes. Pieces move as in chess along sides (Rook) and corners (Bishop). A
Pawn steps up its column, from its start two; Glinski's captures to the two hexes that touch ahead, McCooey's to the two
nearest along corners ahead, and its middle Pawn has no double step. It is promoted at the end of any column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

Hex = tuple[int, int]

COLUMNS = "abcdefghikl"
STRAIGHT = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]
ASLANT = [(2, 0), (-2, 0), (1, 3), (1, -3), (-1, 3), (-1, -3)]
LEAPS = [(a * x, b * y) for x, y in ((1, 5), (2, 4), (3, 1)) for a in (1, -1) for b in (1, -1)]
SLIDERS = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT}
STEPPERS = {"N": LEAPS, "K": STRAIGHT + ASLANT}
CAPTURES = {"glinski": [(-1, 1), (1, 1)], "mccooey": [(-1, 3), (1, 3)]}
STARTS = {
    "glinski": "Kg1 Qe1 Bf1 Bf2 Bf3 Nd1 Nh1 Rc1 Ri1 Pb1 Pc2 Pd3 Pe4 Pf5 Pg4 Ph3 Pi2 Pk1",
    "mccooey": "Kg1 Qe1 Bf1 Bf2 Bf3 Ne2 Ng2 Rd1 Rh1 Pc1 Pd2 Pe3 Pf4 Pg3 Ph2 Pi1",
}
AHEAD = {"white": 1, "black": -1}


class Move(NamedTuple):
    """A move: the hexes, and the letter of a promotion, or nothing."""

    start: Hex
    end: Hex
    promotion: str = ""


def length(column: int) -> int:
    """How many hexes a column has."""
    return 11 - abs(column - 6)


def hex_of(name: str) -> Hex:
    """The hex of this name."""
    column = COLUMNS.index(name[0]) + 1
    return column, 2 * int(name[1:]) + abs(column - 6)


def name_of(cell: Hex) -> str:
    """The name of a hex."""
    return f"{COLUMNS[cell[0] - 1]}{(cell[1] - abs(cell[0] - 6)) // 2}"


ALL = {hex_of(f"{letter}{n}") for column, letter in enumerate(COLUMNS, 1) for n in range(1, length(column) + 1)}


@dataclass(frozen=True)
class Position:
    """A position of one of the games; `passed` is the hex that the last double step passed."""

    game: str
    board: dict[Hex, tuple[str, str]]
    turn: str = "white"
    passed: Hex | None = None

    @property
    def other(self) -> str:
        """The player that is not to move."""
        return "black" if self.turn == "white" else "white"

    def text(self) -> str:
        """The position in Shadowmate's notation."""
        words = [self.game + ":"]
        for army in AHEAD:
            words += [army, *(f"{kind}{name_of(cell)}" for cell, (owner, kind) in self.board.items() if owner == army)]
        return " ".join([*words, "turn", self.turn, *(["ep", name_of(self.passed)] if self.passed else [])])

    def _reached(self, cell: Hex) -> Iterator[Hex]:
        """What the piece there, no Pawn, could go to or capture."""
        army, kind = self.board[cell]
        for dx, dy in SLIDERS.get(kind, []) + STEPPERS.get(kind, []):
            x, y = cell[0] + dx, cell[1] + dy
            while (x, y) in ALL:
                if (x, y) not in self.board or self.board[x, y][0] != army:
                    yield x, y
                if (x, y) in self.board or kind in STEPPERS:
                    break
                x, y = x + dx, y + dy

    def _struck(self, cell: Hex) -> Iterator[Hex]:
        """What the Pawn there could capture."""
        for dx, dy in CAPTURES[self.game]:
            yield cell[0] + dx, cell[1] + dy * AHEAD[self.board[cell][0]]

    def _pawn_moves(self, cell: Hex) -> Iterator[Move]:
        ahead = 2 * AHEAD[self.turn]
        once, twice = (cell[0], cell[1] + ahead), (cell[0], cell[1] + 2 * ahead)
        ends = [end for end in self._struck(cell) if self.board.get(end, (self.turn,))[0] != self.turn]
        ends += [end for end in self._struck(cell) if end == self.passed]
        if once in ALL and once not in self.board:
            ends.append(once)
            if cell in homes(self.game, self.turn) and twice not in self.board:
                ends.append(twice)
        for end in ends:
            beyond = end[0], end[1] + ahead
            yield from (Move(cell, end, letter) for letter in ("QRBN" if beyond not in ALL else [""]))

    def after(self, move: Move) -> Position:
        """The position after the move."""
        board = dict(self.board)
        army, kind = board.pop(move.start)
        ahead = 2 * AHEAD[army]
        if kind == "P" and move.end == self.passed:
            del board[move.end[0], move.end[1] - ahead]
        board[move.end] = army, move.promotion or kind
        doubled = kind == "P" and move.end == (move.start[0], move.start[1] + 2 * ahead)
        return Position(self.game, board, self.other, (move.end[0], move.end[1] - ahead) if doubled else None)

    def is_attacked(self, army: str) -> bool:
        """Whether the King of the army is attacked."""
        king = next(cell for cell, piece in self.board.items() if piece == (army, "K"))
        hostile = [(cell, kind) for cell, (owner, kind) in self.board.items() if owner != army]
        return any(king in (self._struck(cell) if kind == "P" else self._reached(cell)) for cell, kind in hostile)

    def moves(self) -> list[Move]:
        """The legal moves."""
        found: list[Move] = []
        for cell, (army, kind) in self.board.items():
            if army == self.turn:
                found += self._pawn_moves(cell) if kind == "P" else (Move(cell, end) for end in self._reached(cell))
        return [move for move in found if not self.after(move).is_attacked(self.turn)]

    def leaves(self, depth: int) -> int:
        """How many lines of this many plies there are."""
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.after(move).leaves(depth - 1) for move in moves)


def start(game: str) -> Position:
    """The initial array: Black's pieces stand in White's columns, as far from the other end."""
    board: dict[Hex, tuple[str, str]] = {}
    for word in STARTS[game].split():
        column, height = hex_of(word[1:])
        board[column, height] = "white", word[0]
        board[column, 24 - height] = "black", word[0]
    return Position(game, board)


def homes(game: str, army: str) -> set[Hex]:
    """The hexes from which Pawns make a double step."""
    return {
        cell
        for cell, piece in start(game).board.items()
        if piece == (army, "P") and not (game == "mccooey" and cell[0] == 6)
    }
