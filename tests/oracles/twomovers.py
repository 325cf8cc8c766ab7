"""Orthodox mates in two by brute force: attacks, all legal moves, and solutions. There is no castling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]
Pieces = dict[Cell, tuple[str, str]]

LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
RIDES = {"R": LINES, "B": SLANTS, "Q": LINES + SLANTS}
STEPS = {"K": LINES + SLANTS, "S": LEAPS}
UP = {"white": 1, "black": -1}
OTHER = {"white": "black", "black": "white"}


class Move(NamedTuple):
    start: Cell
    end: Cell
    becomes: str = ""
    captured: Cell | None = None


class Board(NamedTuple):
    pieces: Pieces
    turn: str
    passed: Cell | None = None


def name(cell: Cell) -> str:
    return "abcdefgh"[cell[0] - 1] + str(cell[1])


def on_board(cell: Cell) -> bool:
    return 1 <= cell[0] <= 8 and 1 <= cell[1] <= 8


def reach(pieces: Pieces, start: Cell, kind: str) -> Iterator[Cell]:
    x, y = start
    for a, b in STEPS.get(kind, ()):
        yield x + a, y + b
    for a, b in RIDES.get(kind, ()):
        end = x + a, y + b
        while on_board(end):
            yield end
            if end in pieces:
                break
            end = end[0] + a, end[1] + b


def attacked(pieces: Pieces, cell: Cell, by: str) -> bool:
    """Whether a piece of a side attacks a cell: looks from there as every kind of piece would."""
    for kind in "KSQRB":
        if any(pieces.get(end) == (kind, by) for end in reach(pieces, cell, kind)):
            return True
    return any(pieces.get((cell[0] + a, cell[1] - UP[by])) == ("P", by) for a in (-1, 1))


def in_check(pieces: Pieces, side: str) -> bool:
    king = next(cell for cell, piece in pieces.items() if piece == ("K", side))
    return attacked(pieces, king, OTHER[side])


def raw(board: Board) -> Iterator[Move]:
    pieces, turn, passed = board
    for start, (kind, owner) in list(pieces.items()):
        if owner != turn:
            continue
        if kind != "P":
            ends = reach(pieces, start, kind)
            yield from (Move(start, end) for end in ends if on_board(end) and pieces.get(end, ("", ""))[1] != turn)
            continue
        x, y, up = *start, UP[turn]
        ends = [end for end in [(x - 1, y + up), (x + 1, y + up)] if pieces.get(end, ("", turn))[1] != turn]
        ends += [(x, y + up)] if (x, y + up) not in pieces else []
        for end in ends:
            yield from (Move(start, end, become) for become in ("QRBS" if end[1] in (1, 8) else [""]))
        if y == (2 if up == 1 else 7) and not pieces.keys() & {(x, y + up), (x, y + 2 * up)}:
            yield Move(start, (x, y + 2 * up))
        if passed in [(x - 1, y + up), (x + 1, y + up)]:
            yield Move(start, passed, "", (passed[0], y))


def made(board: Board, move: Move) -> Board:
    pieces = dict(board.pieces)
    kind, side = pieces.pop(move.start)
    pieces.pop(move.captured or move.end, None)
    pieces[move.end] = (move.becomes or kind, side)
    leaps = kind == "P" and abs(move.end[1] - move.start[1]) == 2
    return Board(pieces, OTHER[side], (move.start[0], (move.start[1] + move.end[1]) // 2) if leaps else None)


def legal(board: Board) -> Iterator[tuple[Move, Board]]:
    for move in raw(board):
        after = made(board, move)
        if not in_check(after.pieces, board.turn):
            yield move, after


def mating(board: Board) -> Iterator[Move]:
    for move in raw(board):
        after = made(board, move)
        if in_check(after.pieces, after.turn) and not in_check(after.pieces, board.turn) and not any(legal(after)):
            yield move


def mates(board: Board) -> set[Move]:
    return set(mating(board))


def keys(board: Board) -> set[Move]:
    """The moves that mate in at most two."""
    found = set()
    for move, after in legal(board):
        replies = [then for _, then in legal(after)]
        if all(any(mating(then)) for then in replies) and (replies or in_check(after.pieces, after.turn)):
            found.add(move)
    return found


def play(board: Board, key: Move) -> tuple[object, ...]:
    """The threats of a key, and the mates after every defence that no threat meets."""
    after = made(board, key)
    passed = Board(after.pieces, board.turn)
    threats = set() if in_check(after.pieces, after.turn) else mates(passed)
    answers = {reply: mates(then) for reply, then in legal(after)}
    return frozenset(threats), {reply: some for reply, some in answers.items() if not some & threats}


def judged(pieces: Pieces) -> tuple[set[str], set[str]]:
    """What is wrong with a mate in two by White, in the words of `verify`, and the pieces that are not needed."""
    board = Board(pieces, "white")
    found = keys(board)
    wrong = {"unsolved"} if not found else {"cook"} if len(found) > 1 else set()
    if mates(board):
        wrong.add("short")
    if wrong:
        return wrong, set()
    (key,) = found
    spare = set()
    for cell, (kind, _) in pieces.items():
        fewer = Board({each: piece for each, piece in pieces.items() if each != cell}, "white")
        if kind == "K" or cell == key.start or in_check(fewer.pieces, "black"):
            continue
        if not mates(fewer) and keys(fewer) == {key} and play(fewer, key) == play(board, key):
            spare.add(name(cell))
    return {"needless"} if spare else set(), spare
