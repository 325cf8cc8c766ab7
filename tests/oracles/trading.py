"""Lions by brute force, from what "Parametrizing chess variants" and the rules of Chu Shogi say of trading Lions.

"The thus-labeled capture is only forbidden when the victim is protected": if, when the Lion stands there, some man of
the other side could go there, whatever that would leave attacked. A Lion beside it may always be taken.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
Men = dict[Cell, tuple[str, str]]

SIZE = 7
ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
KING = (*ROOK, (1, 1), (1, -1), (-1, 1), (-1, -1))
LION = tuple((a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0))
OTHER = {"white": "black", "black": "white"}


def read(position: str) -> tuple[Men, str]:
    """The men of a position, and whose turn it is."""
    men, army, words = Men(), "", position.split()
    turn = words[words.index("turn") + 1] if "turn" in words else "white"
    for word in words[: words.index("turn")] if "turn" in words else words:
        if word in OTHER:
            army = word
        else:
            men[" abcdefg".index(word[1]), int(word[2])] = (word[0], army)
    return men, turn


def reached(men: Men, start: Cell) -> Iterator[Cell]:
    """Where a man can go, or take, his own men on the end left in."""
    kind, army = men[start]
    up = 1 if army == "white" else -1
    gold = (*ROOK, (-1, up), (1, up))
    steps = {"K": KING, "L": LION, "G": gold, "P": ((0, up),), "R": ROOK}[kind]
    for a, b in steps:
        for n in range(1, SIZE if kind == "R" else 2):
            end = start[0] + n * a, start[1] + n * b
            if not (1 <= end[0] <= SIZE and 1 <= end[1] <= SIZE):
                break
            yield end
            if end in men:
                break


def is_attacked(men: Men, cell: Cell, by: str) -> bool:
    """Whether a man of a side could go to a cell."""
    return any(army == by and cell in reached(men, start) for start, (_, army) in men.items())


def legal(men: Men, turn: str) -> Iterator[tuple[Cell, Cell, Men]]:
    """The legal moves, each with the men after it."""
    for start, (kind, army) in men.items():
        if army != turn:
            continue
        for end in set(reached(men, start)):
            victim, own = men.get(end, ("", ""))
            if own == turn:
                continue
            after = {**men, end: (kind, turn)}
            del after[start]
            apart = max(abs(end[0] - start[0]), abs(end[1] - start[1])) > 1
            if kind == victim == "L" and apart and is_attacked(after, end, OTHER[turn]):
                continue
            kings = [cell for cell, man in after.items() if man == ("K", turn)]
            if not any(is_attacked(after, king, OTHER[turn]) for king in kings):
                yield start, end, after


def moves(position: str) -> list[str]:
    """The legal moves of a position: `c3e5`."""
    return sorted(f"{_name(start)}{_name(end)}" for start, end, _ in legal(*read(position)))


def lines(men: Men, turn: str, depth: int) -> int:
    """How many lines of so many moves there are."""
    if depth == 0:
        return 1
    return sum(lines(after, OTHER[turn], depth - 1) for _, _, after in legal(men, turn))


def is_mate(men: Men, turn: str) -> bool:
    """Whether a side is checkmated."""
    kings = [cell for cell, man in men.items() if man == ("K", turn)]
    return any(is_attacked(men, king, OTHER[turn]) for king in kings) and not any(True for _ in legal(men, turn))


def mates(position: str, moves: int) -> list[str]:
    """The moves by which the side to move forces mate in so many moves."""
    men, turn = read(position)
    found = []
    for start, end, after in legal(men, turn):
        if _is_lost(after, OTHER[turn], moves - 1):
            found.append(f"{_name(start)}{_name(end)}")
    return sorted(found)


def _is_lost(men: Men, turn: str, moves: int) -> bool:
    """Whether a side is mated, or will be in so many moves of the other."""
    replies = [after for _, _, after in legal(men, turn)]
    if not replies:
        return is_mate(men, turn)
    return moves > 0 and all(
        any(_is_lost(then, turn, moves - 1) for _, _, then in legal(after, OTHER[turn])) for after in replies
    )


def _name(cell: Cell) -> str:
    return f"{' abcdefg'[cell[0]]}{cell[1]}"
