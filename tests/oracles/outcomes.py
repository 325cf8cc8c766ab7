"""What moves do in the small games of effects (tests/data), by brute force from the description of each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import DIAGONAL, ORTHOGONAL, Cell, Pieces, _ends, read

Piece = tuple[str, str]
Board = tuple[tuple[str, str, str], ...]

SIZE = 5
GAMES = (
    "plunder", "iron", "doomed", "swap", "convert", "desert", "choose", "crown", "herald", "wary", "screens",
    "ventures", "calm",
)  # fmt: skip


class Effect(NamedTuple):
    """What becomes of the mover and of the piece on the cell where it arrives, and where that one stands then.

    For the roles in `wary`, `mover` or `victim`, no opponent may be able to capture the piece then. Those in `calm` may
    not be able to capture a piece of an opponent. A captured piece comes back on the cell `back`, if that is empty.
    """

    mover: Piece | None
    victim: Piece | None = None
    at: str = ""
    wary: tuple[str, ...] = ()
    calm: tuple[str, ...] = ()
    back: Cell | None = None


def effects(game: str, mover: Piece, victim: Piece | None, start: Cell, end: Cell, use: str = "") -> list[Effect]:
    """What the move may do: one thing, or several to choose from, or none if it is blocked."""
    kind, army = mover
    if use == "strike":
        return [Effect(None)] if victim and victim[0] + kind != "KM" else []
    if use == "charge":
        return [] if victim else [Effect(("C", army))]
    other = "black" if army == "white" else "white"
    captured = victim[0] if victim else ""
    if game == "plunder" and kind == "M" and captured and captured != "K":
        return [Effect((captured, army))]
    if game == "iron" and (kind + captured == "QQ" or (kind == "R" and captured not in ("", "M"))):
        return []
    if game == "doomed" and kind == "R" and captured:
        return [Effect(None)]
    if game == "swap" and kind == "M" and victim:
        return [Effect(mover, victim, "start")]
    if game == "convert" and kind == "K" and captured and captured != "K":
        return [Effect(mover, (captured, army), "start")]
    if game == "desert" and kind == "M" and end[0] == 3 and start[0] != 3:
        return [Effect((kind, other))]
    if game == "choose" and kind == "M" and captured:
        return [Effect(("M", army)), Effect(("C", army)), Effect(("R", army)), Effect(("R", other))]
    if game == "crown" and kind == "M" and end[1] == (5 if army == "white" else 1):
        return [Effect(("K", army))]
    if game == "crown" and kind == "K" and captured == "R":
        return [Effect(("M", army))]
    if game == "wary":
        return _wary(mover, victim, (abs(end[0] - start[0]), abs(end[1] - start[1])))
    if game == "calm":
        return _calm(mover, victim)
    if game == "screens" and kind == "M" and end[0] == 3:
        return [Effect(("C", army))]
    if game == "screens" and kind + captured == "CC":
        return []
    return [Effect(mover)]


def _wary(mover: Piece, victim: Piece | None, way: Cell) -> list[Effect]:
    """The same for wary pieces, by how far they go."""
    kind, army = mover
    captured = victim[0] if victim else ""
    if kind == "Q" and captured in ("M", "K") and way == (1, 1):
        return []
    if kind == "M" and captured and captured != "K":
        return [Effect(mover, (captured, army), "start", ("victim",))]
    apart = kind == "Q" and captured == "Q" and max(way) > 1
    return [Effect(mover, wary=("mover",) if kind == "C" or (kind == "R" and captured) or apart else ())]


def _calm(mover: Piece, victim: Piece | None) -> list[Effect]:
    """The same for calm pieces."""
    kind, army = mover
    captured = victim[0] if victim else ""
    if kind + captured == "QM":
        return []
    if kind == "M" and captured and captured != "K":
        return [Effect(mover, (captured, army), "start", calm=("victim",))]
    if kind == "C" and captured:
        return [Effect(("Q", army), calm=("mover",))]
    if kind + captured == "RM":
        return [Effect(mover, calm=("mover",), back=(1, 1) if army == "black" else (SIZE, SIZE))]
    return [Effect(mover, calm=("mover",) if kind == "R" or (kind == "Q" and captured) else ())]


def _reach(game: str, pieces: Pieces, start: Cell) -> Iterator[Cell]:
    """Where a piece's way of moving leads; in one game Cannons hop over no Cannon, and no King but their own."""
    for end in _ends(pieces, start, SIZE):
        x, y = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
        between = [
            (start[0] + n * x, start[1] + n * y) for n in range(1, max(abs(end[0] - start[0]), abs(end[1] - start[1])))
        ]
        passed = {pieces[cell] for cell in between if cell in pieces}
        banned = any(kind == "C" or (kind == "K" and army != pieces[start][1]) for kind, army in passed)
        if game != "screens" or pieces[start][0] != "C" or not banned:
            yield end


def _ways(game: str, pieces: Pieces, start: Cell) -> Iterator[tuple[Cell, str]]:
    """Where a piece may go and, in one game, by which sort of move."""
    yield from ((end, "") for end in _reach(game, pieces, start))
    kind, army = pieces[start]
    if game == "ventures":
        leaps = {"M": (DIAGONAL, "strike"), "Q": (ORTHOGONAL, "strike"), "C": (DIAGONAL, ""), "K": (ORTHOGONAL, "")}
        steps, use = leaps.get(kind, ([], ""))
        ends = [(start[0] + a, start[1] + b) for a, b in steps]
        yield from ((end, use) for end in ends if set(end) <= set(range(1, SIZE + 1)))
        if kind == "R":
            bishop = {**pieces, start: ("Q", army)}
            straight = set(_ends({**pieces, start: ("R", army)}, start, SIZE))
            yield from ((end, "charge") for end in _ends(bishop, start, SIZE) if end not in straight)


def _worlds(game: str, pieces: Pieces, start: Cell, end: Cell, use: str) -> Iterator[Pieces]:
    for each in effects(game, pieces[start], pieces.get(end), start, end, use):
        after = {cell: piece for cell, piece in pieces.items() if cell not in (start, end)}
        if each.mover:
            after[end] = each.mover
        if each.victim:
            after[start if each.at == "start" else end] = each.victim
        if each.back and each.back not in after:
            after[each.back] = pieces[end]
        cells = {"mover": end, "victim": start if each.at == "start" else end}
        if any(_is_attacked(game, after, cells[piece], pieces[start][1]) for piece in each.wary):
            continue
        if any(_attacks_some(game, after, cells[piece]) for piece in each.calm):
            continue
        yield from _called(game, pieces, after, start, end)


def _called(game: str, pieces: Pieces, after: Pieces, start: Cell, end: Cell) -> Iterator[Pieces]:
    """What the piece that a move calls may become: the foremost, any of several."""
    kind, army = pieces[start]
    called = {"M": ["R"], "C": ["Q", "M"]} if game == "herald" and kind == "M" and end in pieces else {}
    some = {
        cell: piece[0] for cell, piece in pieces.items() if piece[1] == army and cell != start and piece[0] in called
    }
    row = max((_progress(cell, army) for cell in some), default=0)
    if not some:
        yield after
    for cell, piece in some.items():
        if _progress(cell, army) == row:
            yield from ({**after, cell: (new, army)} for new in called[piece])


def _progress(cell: Cell, army: str) -> int:
    return cell[1] if army == "white" else SIZE + 1 - cell[1]


def _is_attacked(game: str, pieces: Pieces, royal: Cell, army: str) -> bool:
    """Whether an opponent could capture what stands there: a move that is blocked is no attack."""
    return any(
        piece[1] != army and end == royal and effects(game, piece, pieces[royal], cell, royal, use)
        for cell, piece in pieces.items()
        for end, use in _ways(game, pieces, cell)
    )


def _attacks_some(game: str, pieces: Pieces, start: Cell) -> bool:
    """Whether the piece there could capture one of an opponent."""
    kind, army = pieces[start]
    return any(
        end in pieces and pieces[end][1] != army and effects(game, (kind, army), pieces[end], start, end, use)
        for end, use in _ways(game, pieces, start)
    )


def _name(cell: Cell) -> str:
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def _board(pieces: Pieces) -> Board:
    return tuple(sorted((_name(cell), kind, army) for cell, (kind, army) in pieces.items()))


def positions(game: str, position: str) -> set[tuple[str, str, Board]]:
    """Every legal move: start, end, and the board after it."""
    pieces, turn = read(position)
    found = set()
    for start, (_, army) in pieces.items():
        if army != turn:
            continue
        for end, use in _ways(game, pieces, start):
            if end in pieces and pieces[end][1] == turn:
                continue
            for after in _worlds(game, pieces, start, end, use):
                royals = [cell for cell, piece in after.items() if piece == ("K", turn)]
                if not any(_is_attacked(game, after, royal, turn) for royal in royals):
                    found.add((_name(start), _name(end), _board(after)))
    return found
