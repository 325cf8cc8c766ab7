"""Extreme 3D Chess once more, by brute force, from the document alone: what the tests hold the rules against.

Nothing here is shared with `rules/` or `solver/`. A position is the pieces, army and parts by cell, and the army to
move; how parts move, and the readings, are in `oracles.areas`. No King is ever captured: a position in which the army
to move could capture one does not occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from oracles.areas import AXES, BITS, FORWARD, LEVELS, USUAL, Cell, Reads, between, seen, ways

Parts = frozenset[str]
Piece = tuple[str, Parts]
Pieces = dict[Cell, Piece]

FAR = {"white": 8, "black": 1}
OTHER = {"white": "black", "black": "white"}
ROYAL, HEIR, PAWN = frozenset({"king"}), frozenset({"heir"}), frozenset({"pawn"})

ABBREVIATIONS = {
    "linear_rook": "lR", "planar_rook": "pR", "cubic_rook": "cR",
    "linear_bishop": "lB", "planar_bishop": "pB", "cubic_bishop": "cB",
    "linear_unicorn": "lU", "planar_unicorn": "pU", "cubic_unicorn": "cU",
    "knight": "N", "hippogriff": "H", "wyvern": "W",
    "king": "K", "heir": "HA", "stride": "S", "pawn": "P", "pace": "Pp",
}  # fmt: skip

PLANE = """
lR  N   W   pR  pR  W   N   lR
N   lU  H   pU  pU  H   lU  N
W   H   lB  pB  pB  lB  H   W
cR  cU  cB  HA  HA  cB  cU  cR
cR  cU  cB  K   HA  cB  cU  cR
W   H   lB  pB  pB  lB  H   W
N   lU  H   pU  pU  H   lU  N
lR  N   W   pR  pR  W   N   lR
"""
"""Either army's first tier, row 8 first; the document's "pu" is a pU (X12)."""


class Move(NamedTuple):
    """A legal move, and the pieces when all is done; where the crown is passed, from the King to the Heir."""

    start: Cell
    end: Cell
    crown: bool
    after: Pieces


def name(cell: Cell) -> str:
    return f"{'?ABCDEFGH'[cell[2]]}{'?abcdefgh'[cell[0]]}{cell[1]}"


def text(pieces: Pieces, turn: str) -> str:
    """The position in Shadowmate's notation, the parts of a piece as `ABBREVIATIONS` orders them."""
    words = ["extreme:"]
    for army in FORWARD:
        words.append(army)
        for cell, (owner, parts) in pieces.items():
            if owner == army:
                words.append("+".join(short for part, short in ABBREVIATIONS.items() if part in parts) + name(cell))
    return " ".join([*words, "turn", turn])


def array() -> tuple[Pieces, str]:
    """The position at the start: like faces like along the tiers, Pawns before all (X1)."""
    kinds = {short: kind for kind, short in ABBREVIATIONS.items()}
    pieces = {}
    for row, line in zip(range(8, 0, -1), PLANE.strip().splitlines(), strict=True):
        for column, short in enumerate(line.split(), 1):
            for army, first, second in (("white", 1, 2), ("black", 8, 7)):
                pieces[column, row, first] = (army, frozenset({kinds[short]}))
                pieces[column, row, second] = (army, PAWN)
    return pieces, "white"


def lines(pieces: Pieces, cell: Cell, by: str, reads: Reads = USUAL) -> list[tuple[Cell, int]]:
    """The pieces of an army that would go to a cell if an area were empty: where each stands, and that area."""
    return [
        (start, area)
        for start, (army, parts) in pieces.items()
        if army == by
        for part in parts
        for area in between(part, by, start, cell, reads)
    ]


def occupied(pieces: Pieces) -> int:
    return sum(BITS[cell] for cell in pieces)


def attacked(pieces: Pieces, cell: Cell, by: str, reads: Reads = USUAL) -> bool:
    """Whether a piece of an army could go to a cell that is not its own."""
    full = occupied(pieces)
    return any(not area & seen(full, start) for start, area in lines(pieces, cell, by, reads))


def in_check(pieces: Pieces, army: str, reads: Reads = USUAL) -> bool:
    """Whether the army's King is attacked; without a King there is no check."""
    kings = [cell for cell, (owner, parts) in pieces.items() if owner == army and "king" in parts]
    return any(attacked(pieces, cell, OTHER[army], reads) for cell in kings)


def absorbed(mover: Parts, victim: Parts) -> Parts:
    """What a piece is after it captures another: levels add up to three, all else joins as a set (X5 to X8, X15).

    King and Heir go one cell any way themselves, so that another piece's step adds nothing to theirs.
    """
    left = {"heir": "stride", "pawn": "pace"}
    parts = set(mover) | {left.get(part, part) for part in victim}
    if parts & {"king", "heir"}:
        parts -= {"stride", "pace"}
    for what in AXES:
        level = sum(LEVELS.index(part.partition("_")[0]) for part in [*mover, *victim] if part.endswith(what))
        parts = {part for part in parts if not part.endswith(what)}
        if level:
            parts.add(f"{LEVELS[min(level, 3)]}_{what}")
    return frozenset(parts)


def becomes(army: str, mover: Parts, victim: Parts | None, end: Cell) -> set[Parts]:
    """What the piece that arrives may be; Pawns become what they capture, or Heirs on the far tier (X10, X14, X17)."""
    if mover != PAWN:
        return {absorbed(mover, victim) if victim else mover}
    captured = {victim} if victim else set()
    return captured | {HEIR} if end[2] == FAR[army] else captured or {PAWN}


def legal_moves(pieces: Pieces, turn: str, reads: Reads = USUAL) -> list[Move]:
    """Every legal move."""
    full = occupied(pieces)
    kings = [cell for cell, (army, parts) in pieces.items() if army == turn and "king" in parts]

    @cache
    def against(cell: Cell) -> list[tuple[Cell, int]]:
        return lines(pieces, cell, OTHER[turn], reads)

    moves = []
    for start, (army, parts) in pieces.items():
        if army != turn:
            continue
        view, ends = seen(full, start), dict[Cell, list[int]]()
        for part in parts:
            for end, free in ways(part, turn, start, reads).items():
                ends.setdefault(end, []).extend(free)
        for end, free in ends.items():
            owner, victim = pieces.get(end, (None, None))
            if owner == turn or all(area & view for area in free):
                continue
            then = full & ~BITS[start] | BITS[end]
            royals = [end if king == start else king for king in kings]
            if any(cell != end and not area & seen(then, cell) for royal in royals for cell, area in against(royal)):
                continue
            for new in becomes(turn, parts, victim, end):
                after = {cell: piece for cell, piece in pieces.items() if cell != start}
                after[end] = (turn, new)
                moves.append(Move(start, end, False, after))
    return moves + [move for king in kings for move in _crownings(pieces, king, reads)]


def _crownings(pieces: Pieces, king: Cell, reads: Reads) -> Iterator[Move]:
    """In check the crown may go to an Heir that is not attacked; both keep the rest, and their cells (X9, X16)."""
    turn, parts = pieces[king]
    if not attacked(pieces, king, OTHER[turn], reads):
        return
    for cell, (army, others) in pieces.items():
        if army == turn and "heir" in others and not attacked(pieces, cell, OTHER[turn], reads):
            swapped = {king: (turn, parts - ROYAL | HEIR), cell: (turn, others - HEIR | ROYAL)}
            yield Move(king, cell, True, {**pieces, **swapped})


def outcome(pieces: Pieces, turn: str, reads: Reads = USUAL) -> str | None:
    """`checkmate`, `stalemate` or None; passing the crown is a move (X11)."""
    if legal_moves(pieces, turn, reads):
        return None
    return "checkmate" if in_check(pieces, turn, reads) else "stalemate"


def perft(pieces: Pieces, turn: str, depth: int, reads: Reads = USUAL) -> int:
    """The number of lines of this many moves; by `crown_free` the turn stays when the crown is passed (X9)."""
    if depth == 0:
        return 1
    moves = legal_moves(pieces, turn, reads)
    if depth == 1:
        return len(moves)
    return sum(
        perft(move.after, turn if move.crown and "crown_free" in reads else OTHER[turn], depth - 1, reads)
        for move in moves
    )
