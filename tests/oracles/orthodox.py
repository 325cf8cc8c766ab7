"""Chess by brute force, with castling, capture in passing and promotion: the rules as `stipulations.py` asks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracles.stipulations import Step

Cell = tuple[int, int]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = {"K": STRAIGHT + SLANTED, "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]}
SLIDES = {"Q": STRAIGHT + SLANTED, "R": STRAIGHT, "B": SLANTED}
FORWARD = {"white": 1, "black": -1}
RANK = {"white": 1, "black": 8}


@dataclass(frozen=True)
class Chess:
    """A position: kinds and armies by cell, the army to move, Rooks that may castle, the cell passed over."""

    pieces: frozenset[tuple[Cell, str, str]]
    turn: str
    rights: frozenset[Cell] = frozenset()
    passed_over: Cell | None = None

    @property
    def enemy(self) -> str:
        """The player that is not to move."""
        return "black" if self.turn == "white" else "white"

    def text(self) -> str:
        """The position as Shadowmate reads it."""
        words = ["fide:"]
        for army in ("white", "black"):
            words += [army, *sorted(kind + name(cell) for cell, kind, owner in self.pieces if owner == army)]
        words += ["turn", self.turn]
        words += ["castle", *sorted(map(name, self.rights))] if self.rights else []
        return " ".join([*words, *(["ep", name(self.passed_over)] if self.passed_over else [])])

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return _attacked_king({cell: (kind, army) for cell, kind, army in self.pieces}, self.turn)

    def passed(self) -> Chess:
        """The same with the other to move."""
        return Chess(self.pieces, self.enemy, self.rights)

    def steps(self) -> Iterator[Step[Chess]]:
        """The legal moves."""
        board = {cell: (kind, army) for cell, kind, army in self.pieces}
        for start, (_, army) in board.items():
            if army == self.turn:
                for end in _ends(board, start, self.passed_over):
                    yield from self._moved(board, start, end)
        yield from self._castlings(board)

    def _moved(self, board: dict[Cell, tuple[str, str]], start: Cell, end: Cell) -> Iterator[Step[Chess]]:
        kind, army = board[start]
        in_passing = kind == "P" and end not in board and end[0] != start[0]
        captured = (end[0], start[1]) if in_passing else end
        after = {cell: piece for cell, piece in board.items() if cell not in (start, captured)}
        if _attacked_king(after | {end: (kind, army)}, army):
            return
        double = kind == "P" and abs(end[1] - start[1]) == 2
        passed_over = (start[0], (start[1] + end[1]) // 2) if double else None
        home = {(1, RANK[army]), (8, RANK[army])} if kind == "K" else set()
        rights = self.rights - {start, end} - home
        facts = {"captures"} if captured in board else set()
        facts |= {"en passant"} if in_passing else set()
        facts |= {f"to {name(end)}"}
        for becomes in "BNQR" if kind == "P" and end[1] == 9 - RANK[army] else kind:
            text = f"{kind}{name(start)}{'x' if captured in board else '-'}{name(end)}{'ep' * in_passing}"
            text += f"={becomes}" if becomes != kind else ""
            pieces = frozenset((cell, *piece) for cell, piece in (after | {end: (becomes, army)}).items())
            yield Step(text, Chess(pieces, self.enemy, rights, passed_over), frozenset(facts))

    def _castlings(self, board: dict[Cell, tuple[str, str]]) -> Iterator[Step[Chess]]:
        rank, army = RANK[self.turn], self.turn
        king = (5, rank)
        for rook, end, beside in (((8, rank), (7, rank), (6, rank)), ((1, rank), (3, rank), (4, rank))):
            between = range(min(rook[0], 5) + 1, max(rook[0], 5))
            if rook not in self.rights or board.get(king) != ("K", army) or board.get(rook) != ("R", army):
                continue
            if any((file, rank) in board for file in between):
                continue
            if any(_attacked_king(board | {cell: ("K", army)}, army) for cell in (king, beside, end)):
                continue
            after = {cell: piece for cell, piece in board.items() if cell not in (king, rook)}
            after |= {end: ("K", army), beside: ("R", army)}
            pieces = frozenset((cell, *piece) for cell, piece in after.items())
            rights = self.rights - {(1, rank), (8, rank)}
            text = f"K{name(king)}-{name(end)}&R{name(rook)}-{name(beside)}"
            facts = frozenset({"castling", f"to {name(end)}", f"to {name(beside)}"})
            yield Step(text, Chess(pieces, self.enemy, rights), facts)


def name(cell: Cell) -> str:
    """What a cell is called."""
    return f"{'?abcdefgh'[cell[0]]}{cell[1]}"


def _ends(board: dict[Cell, tuple[str, str]], start: Cell, passed_over: Cell | None = None) -> Iterator[Cell]:
    """Where a piece may go, without castling, even if that exposes its King."""
    kind, army = board[start]
    x, y = start
    if kind == "P":
        ahead = FORWARD[army]
        if (x, y + ahead) not in board:
            yield (x, y + ahead)
            if y == RANK[army] + ahead and (x, y + 2 * ahead) not in board:
                yield (x, y + 2 * ahead)
        for end in ((x - 1, y + ahead), (x + 1, y + ahead)):
            if (end in board and board[end][1] != army) or end == passed_over:
                yield end
        return
    for a, b in LEAPS.get(kind, SLIDES.get(kind, [])):
        for n in range(1, 2 if kind in LEAPS else 8):
            end = (x + n * a, y + n * b)
            if not (1 <= end[0] <= 8 and 1 <= end[1] <= 8) or (end in board and board[end][1] == army):
                break
            yield end
            if end in board:
                break


def _attacked_king(board: dict[Cell, tuple[str, str]], army: str) -> bool:
    """Whether the King of an army is attacked."""
    kings = {cell for cell, piece in board.items() if piece == ("K", army)}
    for cell, (kind, owner) in board.items():
        if owner != army and (
            kings & {(cell[0] + d, cell[1] + FORWARD[owner]) for d in (-1, 1)}
            if kind == "P"
            else kings & set(_ends(board, cell))
        ):
            return True
    return False
