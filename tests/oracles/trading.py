"""Lions by brute force, from the rules of "Parametrizing chess variants" and Chu Shogi for trading Lions.

A Lion may not capture a protected Lion: one where, after the capture, some piece of the other side could go, whatever
that would leave attacked. A Lion beside it may always be captured. And when another piece than a Lion has captured one,
no other piece than a Lion captures one in the next turn (`struck`).
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
Pieces = dict[Cell, tuple[str, str]]

SIZE = 7
ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
KING = (*ROOK, (1, 1), (1, -1), (-1, 1), (-1, -1))
LION = tuple((a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0))
OTHER = {"white": "black", "black": "white"}


def read(position: str) -> tuple[Pieces, str, bool]:
    """The pieces of a position, whose turn it is, and whether a Lion was struck."""
    pieces, army, words = Pieces(), "", position.split()
    turn = words[words.index("turn") + 1] if "turn" in words else "white"
    struck = words[-2:] == ["struck", "lion"]
    words = words[:-2] if struck else words
    for word in words[: words.index("turn")] if "turn" in words else words:
        if word in OTHER:
            army = word
        else:
            pieces[" abcdefg".index(word[1]), int(word[2])] = (word[0], army)
    return pieces, turn, struck


def reached(pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """Where a piece can go, or capture; own pieces on the end are left in."""
    kind, army = pieces[start]
    up = 1 if army == "white" else -1
    gold = (*ROOK, (-1, up), (1, up))
    steps = {"K": KING, "L": LION, "G": gold, "P": ((0, up),), "R": ROOK}[kind]
    for a, b in steps:
        for n in range(1, SIZE if kind == "R" else 2):
            end = start[0] + n * a, start[1] + n * b
            if not (1 <= end[0] <= SIZE and 1 <= end[1] <= SIZE):
                break
            yield end
            if end in pieces:
                break


def is_attacked(pieces: Pieces, cell: Cell, by: str) -> bool:
    """Whether a piece of a side could go to a cell."""
    return any(army == by and cell in reached(pieces, start) for start, (_, army) in pieces.items())


def legal(pieces: Pieces, turn: str, struck: bool) -> Iterator[tuple[Cell, Cell, Pieces, bool]]:
    """The legal moves, each with the pieces after it, and whether it strikes a Lion."""
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end in set(reached(pieces, start)):
            victim, own = pieces.get(end, ("", ""))
            if own == turn:
                continue
            after = {**pieces, end: (kind, turn)}
            del after[start]
            strikes = victim == "L" and kind != "L"
            if strikes and struck:
                continue
            apart = max(abs(end[0] - start[0]), abs(end[1] - start[1])) > 1
            if kind == victim == "L" and apart and is_attacked(after, end, OTHER[turn]):
                continue
            kings = [cell for cell, piece in after.items() if piece == ("K", turn)]
            if not any(is_attacked(after, king, OTHER[turn]) for king in kings):
                yield start, end, after, strikes


def moves(position: str) -> list[str]:
    """The legal moves of a position: `c3e5`."""
    return sorted(f"{_name(start)}{_name(end)}" for start, end, _, _ in legal(*read(position)))


def lines(pieces: Pieces, turn: str, struck: bool, depth: int) -> int:
    """The number of lines of this many moves."""
    if depth == 0:
        return 1
    return sum(lines(after, OTHER[turn], now, depth - 1) for _, _, after, now in legal(pieces, turn, struck))


def is_mate(pieces: Pieces, turn: str, struck: bool) -> bool:
    """Whether a side is checkmated."""
    kings = [cell for cell, piece in pieces.items() if piece == ("K", turn)]
    return any(is_attacked(pieces, king, OTHER[turn]) for king in kings) and not any(legal(pieces, turn, struck))


def mates(position: str, moves: int) -> list[str]:
    """The moves by which the side to move forces mate in this many moves."""
    pieces, turn, struck = read(position)
    found = []
    for start, end, after, strikes in legal(pieces, turn, struck):
        if _is_lost(after, OTHER[turn], strikes, moves - 1):
            found.append(f"{_name(start)}{_name(end)}")
    return sorted(found)


def _is_lost(pieces: Pieces, turn: str, struck: bool, moves: int) -> bool:
    """Whether a side is mated, or will be in this many moves of the other."""
    replies = [(after, now) for _, _, after, now in legal(pieces, turn, struck)]
    if not replies:
        return is_mate(pieces, turn, struck)
    return moves > 0 and all(
        any(_is_lost(then, turn, now, moves - 1) for _, _, then, now in legal(after, OTHER[turn], struck))
        for after, struck in replies
    )


def _name(cell: Cell) -> str:
    return f"{' abcdefg'[cell[0]]}{cell[1]}"
