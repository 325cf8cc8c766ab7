"""Alice Chess by brute force, from its description: two boards, and each move ends on the other one.

A piece moves as in chess on its own board, and goes on to the same square of the other board, which must be empty. The
move must be legal on the board where it is played, and the own King must be safe after it. There is no capture in
passing.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int, int]
Pieces = dict[Cell, tuple[str, str]]
Move = tuple[Cell, Cell, str]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
STEPS = {"K": STRAIGHT + ASLANT, "Q": STRAIGHT + ASLANT, "R": STRAIGHT, "B": ASLANT, "N": KNIGHT}
ROWS = {"white": (1, 2, 1, 8), "black": (8, 7, -1, 1)}
"""Of each army the first row, that of its Pawns, the way ahead, and the last row."""


def array() -> Pieces:
    """The initial array."""
    found: Pieces = {}
    for army, (first, second, _, _) in ROWS.items():
        for x, kind in enumerate("RNBQKBNR", 1):
            found[x, first, 1], found[x, second, 1] = (kind, army), ("P", army)
    return found


def beyond(cell: Cell) -> Cell:
    """The same square of the other board."""
    return cell[0], cell[1], 3 - cell[2]


def ends(pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """The squares of its own board to which a piece goes as in chess."""
    kind, army = pieces[start]
    x, y, z = start
    if kind == "P":
        _, second, ahead, _ = ROWS[army]
        one, two = (x, y + ahead, z), (x, y + 2 * ahead, z)
        if 1 <= one[1] <= 8 and one not in pieces:
            yield one
            if y == second and two not in pieces:
                yield two
        for side in (-1, 1):
            aslant = x + side, y + ahead, z
            if aslant in pieces and pieces[aslant][1] != army:
                yield aslant
        return
    for a, b in STEPS[kind]:
        for n in range(1, 2 if kind in "KN" else 8):
            end = x + a * n, y + b * n, z
            if not (1 <= end[0] <= 8 and 1 <= end[1] <= 8):
                break
            if end not in pieces or pieces[end][1] != army:
                yield end
            if end in pieces:
                break


def attacked(pieces: Pieces, cell: Cell, army: str) -> bool:
    """Whether an opponent of an army could capture its piece on a square, and go on to the other board."""
    if beyond(cell) in pieces:
        return False
    return any(cell in ends(pieces, start) for start, piece in pieces.items() if piece[1] != army)


def in_check(pieces: Pieces, army: str) -> bool:
    """Whether the King of an army is attacked."""
    return any(attacked(pieces, cell, army) for cell, piece in pieces.items() if piece == ("K", army))


def moves(pieces: Pieces, turn: str, rights: frozenset[Cell] = frozenset()) -> set[Move]:
    """Every legal move: start, end on the other board, and what a Pawn becomes."""
    found = set()
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end in ends(pieces, start):
            if beyond(end) in pieces:
                continue
            left = {cell: piece for cell, piece in pieces.items() if cell != start}
            on_board = left | {end: (kind, army)}
            if any(
                attacked(on_board, cell, turn)
                for cell, piece in on_board.items()
                if piece == ("K", turn) and cell[2] == start[2]
            ):
                continue
            left.pop(end, None)
            if in_check(left | {beyond(end): (kind, army)}, turn):
                continue
            promoted = "QRBN" if kind == "P" and end[1] == ROWS[army][3] else [""]
            found |= {(start, beyond(end), each) for each in promoted}
    return found | set(castlings(pieces, turn, rights))


def castlings(pieces: Pieces, turn: str, rights: frozenset[Cell]) -> Iterator[Move]:
    """Legal castling, with the Rooks that have the right: the King's move."""
    row = ROWS[turn][0]
    king = (5, row, 1)
    for partner, to, beside, between in ((8, 7, 6, (6, 7)), (1, 3, 4, (2, 3, 4))):
        if (partner, row, 1) not in rights or in_check(pieces, turn):
            continue
        passed = (6, 7) if partner == 8 else (3, 4)
        if any((x, row, 1) in pieces for x in between) or any((x, row, 2) in pieces for x in (to, beside)):
            continue
        left = {cell: piece for cell, piece in pieces.items() if cell not in (king, (partner, row, 1))}
        on_way = {cell: piece for cell, piece in pieces.items() if cell != king}
        if any(attacked(on_way | {(x, row, 1): ("K", turn)}, (x, row, 1), turn) for x in passed):
            continue
        after = left | {(to, row, 2): ("K", turn), (beside, row, 2): ("R", turn)}
        if not in_check(after, turn):
            yield king, (to, row, 2), ""
