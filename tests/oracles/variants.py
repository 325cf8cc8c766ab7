"""Xiangqi, Makruk, King of the Hill, Werewolf Chess, Kyoto and Micro Shogi by brute force, as `stipulations.py` asks.

Without castling. The first three have their usual rules. The others are as in "Parametrizing chess variants": in Kyoto
Shogi a piece turns over with every move, in Micro Shogi with every capture, and a captured piece is dropped with either
side up on any empty cell. A piece that captures a Werewolf becomes one, but for the King; a Werewolf may capture what
it jumps over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from oracles.stipulations import Step

Cell = tuple[int, int]
Board = dict[Cell, tuple[str, str]]
Patterns = dict[str, list[tuple[list[Cell], int]]]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
AROUND = STRAIGHT + ASLANT
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
FORWARD = {"white": 1, "black": -1}
FAR = 9

CHESS: Patterns = {"K": [(AROUND, 1)], "R": [(STRAIGHT, FAR)], "B": [(ASLANT, FAR)], "N": [(KNIGHT, 1)]}
GOLD = [([*STRAIGHT, (-1, 1), (1, 1)], 1)]
SHOGI: Patterns = {
    **CHESS, "N": [([(-1, 2), (1, 2)], 1)], "G": GOLD, "T": GOLD, "S": [([*ASLANT, (0, 1)], 1)], "P": [([(0, 1)], 1)],
    "L": [([(0, 1)], FAR)],
}  # fmt: skip
PATTERNS: dict[str, Patterns] = {
    "koth": {**CHESS, "Q": [(AROUND, FAR)]},
    "werewolf": {**CHESS, "W": [(AROUND, 3), ([(2 * a, 2 * b) for a, b in AROUND], 1)]},
    "makruk": {**CHESS, "B": [], "M": [(ASLANT, 1)], "S": [([*ASLANT, (0, 1)], 1)]},
    "kyoto": SHOGI,
    "micro": SHOGI,
    "xiangqi": {"K": [(STRAIGHT, 1)], "A": [(ASLANT, 1)], "R": [(STRAIGHT, FAR)]},
}
"""What a piece always does, ahead being the second number; the steps, and how often each."""
SIZES = {"kyoto": (5, 5), "micro": (4, 5), "xiangqi": (9, 10)}
SIDES = {"kyoto": ("PR", "SB", "LT", "NG"), "micro": ("PN", "LS", "RG", "BT")}
"""What has two sides; the hand holds the first."""
PROMOTED = {"koth": (8, "BNQR"), "werewolf": (8, "BNRW"), "makruk": (6, "M")}
"""On which row a Pawn becomes what."""
HILL = {(x, y) for x in (4, 5) for y in (4, 5)}
STALEMATE_LOSES = ("xiangqi", "kyoto", "micro")


@dataclass(frozen=True)
class Position:
    """A position of one of these games; a piece in a hand is of that army."""

    game: str
    pieces: frozenset[tuple[Cell, str, str]]
    turn: str
    hands: tuple[tuple[str, str], ...] = ()
    passed_over: Cell | None = None
    won: bool = False

    @property
    def board(self) -> Board:
        """The pieces by cell."""
        return {cell: (kind, army) for cell, kind, army in self.pieces}

    @property
    def enemy(self) -> str:
        """The player that is not to move."""
        return "black" if self.turn == "white" else "white"

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return self._attacked(self.board, self.turn)

    def passed(self) -> Position:
        """The same with the other to move."""
        return replace(self, turn=self.enemy, passed_over=None)

    def steps(self) -> Iterator[Step[Position]]:
        """The legal moves."""
        if self.won:
            return
        board = self.board
        for start, (_, army) in board.items():
            if army == self.turn:
                for end, over in set(self.reached(board, start)):
                    if board.get(end, ("", ""))[1] != army:
                        yield from self._moved(board, start, end, over)
        for item in {item for army, item in self.hands if army == self.turn}:
            hands = list(self.hands)
            hands.remove((self.turn, item))
            (sides,) = (each for each in SIDES[self.game] if each[0] == item)
            for end in self._cells():
                if end not in board:
                    for kind in sides:
                        text = f"{item}@{name(end)}={kind}"
                        yield from self._done(text, board | {end: (kind, self.turn)}, tuple(hands), {f"to {name(end)}"})

    def _moved(self, board: Board, start: Cell, end: Cell, over: Cell | None) -> Iterator[Step[Position]]:
        kind, army = board[start]
        in_passing = over is not None and kind == "P"
        after = {cell: piece for cell, piece in board.items() if cell not in (start, over)}
        victim = board[end][0] if end in board else board[over][0] if over else ""
        hands = self.hands
        if victim and self.game in SIDES:
            hands = tuple(sorted([*hands, (army, next(each[0] for each in SIDES[self.game] if victim in each))]))
        facts = {f"to {name(end)}"} | ({"captures"} if victim else set()) | ({"en passant"} if in_passing else set())
        if self.game == "koth" and kind == "K" and end in HILL:
            facts |= {"wins", "wins goal"}
        double = kind == "P" and abs(end[1] - start[1]) == 2
        passed_over = (start[0], (start[1] + end[1]) // 2) if double else None
        text = f"{kind}{name(start)}{'x' if end in board or in_passing else '-'}{name(end)}{'ep' * in_passing}"
        text += f"&x{name(over)}" if over and not in_passing else ""
        for new in self._becomes(kind, army, victim, end):
            wolf = victim == "W" and new == "W" and kind == "P"
            listed = text + (f"={new}" if new != kind or wolf else "")
            yield from self._done(listed, after | {end: (new, army)}, hands, facts, passed_over)

    def _done(
        self, text: str, after: Board, hands: tuple[tuple[str, str], ...], facts: set[str], passed: Cell | None = None
    ) -> Iterator[Step[Position]]:
        if not self._attacked(after, self.turn):
            pieces = frozenset((cell, *piece) for cell, piece in after.items())
            yield Step(text, Position(self.game, pieces, self.enemy, hands, passed, "wins" in facts), frozenset(facts))

    def _becomes(self, kind: str, army: str, victim: str, end: Cell) -> str:
        """What a piece may be after its move."""
        for sides in SIDES.get(self.game, ()):
            if kind in sides and (self.game == "kyoto" or victim):
                return sides.replace(kind, "")
        if self.game == "werewolf" and victim == "W" and kind != "K":
            return "W"
        row, promoted = PROMOTED.get(self.game, (0, ""))
        last = row if army == "white" else 9 - row
        return promoted if promoted and kind == "P" and end[1] == last else kind

    def _cells(self) -> list[Cell]:
        columns, rows = SIZES.get(self.game, (8, 8))
        return [(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)]

    def _inside(self, cell: Cell) -> bool:
        columns, rows = SIZES.get(self.game, (8, 8))
        return 1 <= cell[0] <= columns and 1 <= cell[1] <= rows

    def _attacked(self, board: Board, army: str) -> bool:
        """Whether the King of an army is attacked."""
        kings = {cell for cell, piece in board.items() if piece == ("K", army)}
        return any(
            end in kings or over in kings
            for cell, piece in board.items()
            if piece[1] != army
            for end, over in self.reached(board, cell)
        )

    def _line(self, board: Board, start: Cell, step: Cell, most: int = FAR) -> Iterator[Cell]:
        """The cells in a direction, up to the first piece, which is included."""
        for n in range(1, most + 1):
            end = start[0] + n * step[0], start[1] + n * step[1]
            if not self._inside(end):
                return
            yield end
            if end in board:
                return

    def reached(self, board: Board, start: Cell) -> Iterator[tuple[Cell, Cell | None]]:
        """Where a piece could go, or capture, with what else it would capture; own pieces on the end are left in."""
        kind, army = board[start]
        ahead = FORWARD[army]
        if kind == "P" and self.game in PROMOTED:
            yield from self._pawn(board, start, ahead)
            return
        ends = [
            end
            for steps, most in PATTERNS[self.game].get(kind, ())
            for a, b in steps
            for end in self._line(board, start, (a, b * ahead), most)
        ]
        if self.game == "xiangqi":
            ends = [*self._chinese(board, start, ends)]
        yield from ((end, None) for end in ends)
        if kind == "W":
            for a, b in AROUND:
                over, end = (start[0] + a, start[1] + b), (start[0] + 2 * a, start[1] + 2 * b)
                if board.get(over, ("", army))[1] != army and self._inside(end):
                    yield end, over

    def _pawn(self, board: Board, start: Cell, ahead: int) -> Iterator[tuple[Cell, Cell | None]]:
        x, y = start
        near, far = (x, y + ahead), (x, y + 2 * ahead)
        if near not in board:
            yield near, None
            if self.game != "makruk" and y == (2 if ahead > 0 else 7) and far not in board:
                yield far, None
        for end in ((x - 1, y + ahead), (x + 1, y + ahead)):
            if end in board:
                yield end, None
            elif end == self.passed_over and board[start][1] == self.turn:
                yield end, (end[0], y)

    def _chinese(self, board: Board, start: Cell, ends: list[Cell]) -> Iterator[Cell]:
        """Of what a piece of Xiangqi always does, what is in its palace, and what needs the cells between."""
        kind, army = board[start]
        (x, y), own = start, FORWARD[army]

        def row(cell: Cell) -> int:
            return cell[1] if own > 0 else 11 - cell[1]

        if kind in "KA":
            yield from (end for end in ends if 4 <= end[0] <= 6 and row(end) <= 3)
        if kind == "K":
            *_, last = self._line(board, start, (0, own))
            if board.get(last, ("", army)) == ("K", "black" if army == "white" else "white"):
                yield last
        if kind == "R":
            yield from ends
        if kind == "B":
            for a, b in ASLANT:
                end = x + 2 * a, y + 2 * b
                if (x + a, y + b) not in board and self._inside(end) and row(end) <= 5:
                    yield end
        if kind == "N":
            for a, b in KNIGHT:
                straight = (x + a // 2, y) if abs(a) == 2 else (x, y + b // 2)
                if straight not in board and self._inside((x + a, y + b)):
                    yield x + a, y + b
        if kind == "P":
            steps = [(0, own), *([(1, 0), (-1, 0)] if row(start) > 5 else [])]
            yield from (end for a, b in steps if self._inside(end := (x + a, y + b)))
        if kind == "C":
            for step in STRAIGHT:
                for cell in self._line(board, start, step):
                    if cell not in board:
                        yield cell
                    else:
                        yield from (end for end in self._line(board, cell, step) if end in board)


def name(cell: Cell) -> str:
    """What a cell is called."""
    return f"{'?abcdefghi'[cell[0]]}{cell[1]}"


def read(game: str, text: str) -> Position:
    """A position as Shadowmate writes it: pieces, hands, whose turn it is, the cell passed over."""
    pieces, hands, army, turn, place = set(), [], "", "white", ""
    passed_over = None
    for word in text.split():
        if word in ("hand", "turn", "ep", "quiet"):
            place = word
        elif word in FORWARD:
            army, turn, place = (army, word, "") if place == "turn" else (word, turn, place)
        elif found := re.fullmatch(r"([A-Z])([a-i])(\d+)", word):
            pieces.add((("?abcdefghi".index(found[2]), int(found[3])), found[1], army))
        elif place == "hand":
            hands.append((army, word))
        elif place == "ep":
            passed_over = "?abcdefghi".index(word[0]), int(word[1])
    return Position(game, frozenset(pieces), turn, tuple(sorted(hands)), passed_over)
