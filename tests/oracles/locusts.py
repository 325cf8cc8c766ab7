"""The game `locust` by brute force: pieces that capture on the way, besides the end, and the effects of that.

A move is a start, the cell of a piece captured on the way or none, and an end, which may be the start (a Lion that
captures beside itself and stays). The Lion's double move is that of Chu Shogi. All but the King become Werewolves when
they capture one ("Parametrizing chess variants"). Of two captured pieces the one on the end decides what the captor
becomes.
"""

from __future__ import annotations

from collections.abc import Iterator

from oracles.five import ASLANT, SIZE, STRAIGHT, Board, Cell, Pieces, board, inside, name, read

Move = tuple[Cell, Cell | None, Cell]

AROUND = STRAIGHT + ASLANT


def _plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def _slide(pieces: Pieces, start: Cell, steps: list[Cell], most: int) -> Iterator[Cell]:
    for step in steps:
        for n in range(1, most + 1):
            end = _plus(start, step, n)
            if not inside(end):
                break
            yield end
            if end in pieces:
                break


def moves(pieces: Pieces, start: Cell) -> Iterator[Move]:
    """All moves of the piece on a cell, without regard to the turn and to check."""
    kind, army = pieces[start]

    def foe(cell: Cell) -> bool:
        return cell in pieces and pieces[cell][1] != army

    ends: list[Cell] = []
    if kind == "K":
        ends = [_plus(start, step) for step in AROUND]
    if kind == "R":
        ends = list(_slide(pieces, start, STRAIGHT, SIZE))
    if kind == "W":
        ends = [*_slide(pieces, start, AROUND, 3), *(_plus(start, step, 2) for step in AROUND)]
    if kind == "L":
        ends = [(start[0] + x, start[1] + y) for x in range(-2, 3) for y in range(-2, 3)]
    for end in ends:
        if inside(end) and end != start and (end not in pieces or foe(end)):
            yield start, None, end
    ahead = 1 if army == "white" else -1
    if kind == "D":
        for side in (-1, 1):
            near, far = _plus(start, (side, ahead)), _plus(start, (side, ahead), 2)
            if inside(near) and near not in pieces:
                yield start, None, near
            if foe(near) and inside(far) and far not in pieces:
                yield start, near, far
    if kind == "W":
        for step in AROUND:
            over, end = _plus(start, step), _plus(start, step, 2)
            if foe(over) and inside(end) and (end not in pieces or foe(end)):
                yield start, over, end
    if kind == "L":
        for first in AROUND:
            over = _plus(start, first)
            for second in AROUND if foe(over) else ():
                end = _plus(over, second)
                if inside(end) and (end not in pieces or end == start or foe(end)):
                    yield start, over, end
    if kind == "O":
        yield from ((start, None, end) for end in (_plus(start, s) for s in STRAIGHT) if _free(pieces, end))
        for over in _slide(pieces, start, STRAIGHT, SIZE):
            if foe(over):
                aside = [(a, b) for a, b in STRAIGHT if a * (over[0] - start[0]) + b * (over[1] - start[1]) == 0]
                for end in _slide(pieces, over, aside, SIZE):
                    if end not in pieces or foe(end):
                        yield start, over, end
    for step in STRAIGHT if kind in ("A", "E") else ():
        yield from _struck(pieces, start, step)
    if kind == "C":
        yield from ((start, None, end) for end in _bent(pieces, start) if end not in pieces or foe(end))


def _struck(pieces: Pieces, start: Cell, step: Cell) -> Iterator[Move]:
    """An Archer along a row, which shoots and stays, or an Egret, which goes back from where it captured."""
    kind, army = pieces[start]
    for size, over in enumerate(_slide(pieces, start, [step], SIZE), 1):
        if over not in pieces:
            if kind == "A" or size == 1:
                yield start, None, over
        elif pieces[over][1] != army and kind == "A":
            yield start, over, start
        elif pieces[over][1] != army:
            left = {cell: piece for cell, piece in pieces.items() if cell not in (start, over)}
            for end in _slide(left, over, [(-step[0], -step[1])], SIZE):
                if end not in left or left[end][1] != army:
                    yield start, over, end


def _bent(pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """Where a Crane ends, its way being free."""
    for x, y in STRAIGHT:
        for size in range(1, SIZE):
            way = [(start[0] + x * n, start[1] + y * n) for n in range(1, size + 1)]
            for side in (-1, 1):
                aslant = (x or side, y or side)
                bent = [*way, *(_plus(way[-1], aslant, n) for n in range(1, size + 1))]
                if all(_free(pieces, cell) for cell in bent[:-1]) and inside(bent[-1]):
                    yield bent[-1]


def _free(pieces: Pieces, cell: Cell) -> bool:
    return inside(cell) and cell not in pieces


def after(pieces: Pieces, move: Move) -> Pieces:
    """The pieces by cell after a move."""
    start, over, end = move
    kind, army = pieces[start]
    last = end if end in pieces and end != start else over
    if last is not None and pieces[last][0] == "W" and kind != "K":
        kind = "W"
    gone = (start, over, end)
    return {cell: piece for cell, piece in pieces.items() if cell not in gone} | {end: (kind, army)}


def attacked(pieces: Pieces, army: str) -> bool:
    """Whether an opponent could capture the King of an army, at the end or on the way."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    return any(
        not kings.isdisjoint(move[1:])
        for cell, piece in pieces.items()
        if piece[1] != army
        for move in moves(pieces, cell)
    )


def positions(text: str) -> set[tuple[str, str, Board]]:
    """Every legal move: start, end, and the board after it."""
    pieces, turn = read(text)
    found = set()
    for start, piece in pieces.items():
        for move in set(moves(pieces, start)) if piece[1] == turn else ():
            then = after(pieces, move)
            if not attacked(then, turn):
                found.add((name(start), name(move[2]), board(then)))
    return found


def check(text: str) -> bool:
    """Whether the player to move is in check."""
    pieces, turn = read(text)
    return attacked(pieces, turn)
