"""Emperor's Nobility 3d Latrunculi once more, by brute force, from the document alone.

Nothing here is shared with `rules/` or `solver/`. A cell is (file, rank, level), from 1; a position is the pieces, army
and kind by cell, and the army to move. "Forward" is one rank towards the enemy (READINGS N1, N2). The names in `reads`
ask for what is not the default: `standing_counts` (a piece that is promoted indirectly where its next rank is goes on
to be promoted, N4, and another follows it, perhaps one of those promoted before) and `both_safe` (in a marriage the
Empress must not be attacked either, N7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

Cell = tuple[int, int, int]
Piece = tuple[str, str]
Pieces = dict[Cell, Piece]

FIELD = list(product(range(1, 6), range(1, 11), range(1, 6)))
UNITS = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
FORWARD = {"white": 1, "black": -1}
OTHER = {"white": "black", "black": "white"}

ROOK, BISHOP, UNICORN = 1, 2, 3
"""Directions, by how many coordinates change."""

PIECES: dict[str, list[tuple[str, str, set[int]]]] = {
    "emperor": [("step", "any", {ROOK, BISHOP, UNICORN})],
    "heir": [("step", "forward", {BISHOP, UNICORN})],
    "rook": [("slide", "any", {ROOK})],
    "baron": [("step", "any", {BISHOP, UNICORN})],
    "baroness": [("slide", "any", {ROOK}), ("step", "any", {BISHOP, UNICORN})],
    "count": [("step", "forward", {ROOK, UNICORN})],
    "countess": [("slide", "forward", {ROOK, UNICORN})],
    "duke": [("step", "any", {ROOK, UNICORN})],
    "duchess": [("slide", "any", {ROOK, UNICORN})],
    "prince": [("step", "any", {ROOK, BISHOP})],
    "princess": [("slide", "forward", {ROOK, BISHOP})],
    "archduke": [("step", "any", {ROOK, BISHOP, UNICORN})],
    "empress": [("slide", "any", {ROOK, BISHOP, UNICORN})],
}
"""How a kind goes, whether only forward, and in which directions; the Baroness is Rook and Baron (N8)."""

ABBREVIATIONS = {
    "emperor": "Em", "heir": "He", "rook": "Ro", "baron": "Ba", "baroness": "Bs", "count": "Co", "countess": "Cs",
    "duke": "Du", "duchess": "Ds", "prince": "Pr", "princess": "Ps", "archduke": "Ar", "empress": "Es",
}  # fmt: skip

LONG_RANGE = {"rook", "baroness", "countess", "duchess", "princess"}

OWN_HEIRS, ENEMY_HEIRS, ENEMY_ROOKS = 3, 8, 10
"""The promotion ranks, as their player counts the ranks."""


class Promotion(NamedTuple):
    """The rank that promotes a kind, to what; which other kinds are then promoted, and to what."""

    rank: int
    to: str
    aides: set[str]
    aide_to: str


PROMOTIONS = {
    "baron": Promotion(OWN_HEIRS, "count", {"rook", "baroness"}, "countess"),
    "count": Promotion(ENEMY_HEIRS, "duke", {"countess"}, "duchess"),
    "countess": Promotion(ENEMY_ROOKS, "duchess", {"count"}, "duke"),
    "duke": Promotion(OWN_HEIRS, "prince", {"duchess"}, "princess"),
    "heir": Promotion(ENEMY_HEIRS, "baron", {"rook"}, "baroness"),
    "prince": Promotion(ENEMY_HEIRS, "archduke", LONG_RANGE, "empress"),
    "princess": Promotion(ENEMY_ROOKS, "empress", set(), ""),
}


class Move(NamedTuple):
    """A legal move: the cells of the pieces promoted indirectly, in order, and the pieces when all is done."""

    start: Cell
    end: Cell
    aides: tuple[Cell, ...]
    after: Pieces


def name(cell: Cell) -> str:
    return f"{'?ABCDE'[cell[2]]}{'?abcde'[cell[0]]}{cell[1]}"


def text(pieces: Pieces, turn: str) -> str:
    """The position in Shadowmate's notation."""
    words = ["latrunculi:"]
    for army in FORWARD:
        words += [army, *(f"{ABBREVIATIONS[kind]}{name(cell)}" for cell, (own, kind) in pieces.items() if own == army)]
    return " ".join([*words, "turn", turn])


def array() -> tuple[Pieces, str]:
    """The position at the start: Rooks round the Emperor on the first rank, Heirs on the third."""
    pieces = {}
    for army, first, third in (("white", 1, 3), ("black", 10, 8)):
        for file, level in product(range(1, 6), repeat=2):
            pieces[file, first, level] = (army, "emperor" if (file, level) == (3, 3) else "rook")
            pieces[file, third, level] = (army, "heir")
    return pieces, "white"


def own_rank(army: str, cell: Cell) -> int:
    """The rank of a cell as an army counts it: the enemy's first is the tenth."""
    return cell[1] if army == "white" else 11 - cell[1]


@cache
def ways(army: str, kind: str, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Where a kind goes from a cell of the empty board, and the cells that it passes."""
    found = {}
    for how, whither, directions in PIECES[kind]:
        for step in UNITS:
            if sum(map(abs, step)) not in directions or (whither == "forward" and step[1] != FORWARD[army]):
                continue
            passed: list[Cell] = []
            for times in range(1, 2 if how == "step" else 10):
                end = (start[0] + times * step[0], start[1] + times * step[1], start[2] + times * step[2])
                if not (1 <= end[0] <= 5 and 1 <= end[1] <= 10 and 1 <= end[2] <= 5):
                    break
                found[end] = tuple(passed)
                passed.append(end)
    return found


def lines(pieces: Pieces, cell: Cell, by: str) -> list[tuple[Cell, tuple[Cell, ...]]]:
    """The pieces of an army that would go to a cell if all between were empty: its cell, and what it passes."""
    found = [(start, ways(army, kind, start).get(cell)) for start, (army, kind) in pieces.items() if army == by]
    return [(start, passed) for start, passed in found if passed is not None]


def attacked(pieces: Pieces, cell: Cell, by: str) -> bool:
    """Whether a piece of an army could go to a cell that is not its own."""
    return any(pieces.keys().isdisjoint(passed) for _, passed in lines(pieces, cell, by))


def in_check(pieces: Pieces, army: str) -> bool:
    """Whether the army's Emperor is attacked; without an Emperor there is no check."""
    emperors = [cell for cell, piece in pieces.items() if piece == (army, "emperor")]
    return any(attacked(pieces, cell, OTHER[army]) for cell in emperors)


def promoted(
    pieces: Pieces, start: Cell, end: Cell, reads: Collection[str] = ()
) -> Iterator[tuple[tuple[Cell, ...], Pieces]]:
    """All results for the pieces when one has gone from start to end, with the cells of those promoted indirectly."""
    army, kind = pieces[end]
    way = PROMOTIONS.get(kind)
    if way and own_rank(army, start) != way.rank == own_rank(army, end):
        yield from _promotions(pieces, end, way, reads)
    else:
        yield (), pieces


def _promotions(
    pieces: Pieces, cell: Cell, way: Promotion, reads: Collection[str]
) -> Iterator[tuple[tuple[Cell, ...], Pieces]]:
    """The piece on the cell first, then another: the hindmost in the own camp, the foremost in the enemy's (N3, N6)."""
    army = pieces[cell][0]
    pieces = {**pieces, cell: (army, way.to)}
    ranks = {
        other: own_rank(army, other)
        for other, (owner, kind) in pieces.items()
        if owner == army and kind in way.aides and other != cell
    }
    if not ranks:
        yield (), pieces
        return
    chosen = min(ranks.values()) if way.rank == OWN_HEIRS else max(ranks.values())
    for aide in (other for other, rank in ranks.items() if rank == chosen):
        after = {**pieces, aide: (army, way.aide_to)}
        onward = PROMOTIONS.get(way.aide_to) if "standing_counts" in reads else None
        if onward and onward.rank == chosen:
            yield from (((aide, *aides), last) for aides, last in _promotions(after, aide, onward, reads))
        else:
            yield (aide,), after


@cache
def stands(army: str, standing: bool = False) -> dict[str, set[Cell]]:
    """Cells that pieces of each kind but the Emperor can have reached from the array, whatever else is on the board.

    Args:
        army: the army of the pieces.
        standing: whether those promoted indirectly where their next rank is go on.
    """
    found: dict[str, set[Cell]] = {kind: set() for kind in PIECES.keys() - {"emperor"}}
    fresh = [(kind, cell) for cell, (owner, kind) in array()[0].items() if owner == army and kind in found]
    while fresh:
        kind, cell = fresh.pop()
        if cell in found[kind]:
            continue
        found[kind].add(cell)
        for way in PROMOTIONS.values():
            onward = PROMOTIONS.get(way.aide_to) if standing else None
            goes_on = onward is not None and onward.rank == own_rank(army, cell)
            if kind in way.aides:
                fresh.append((onward.to if onward and goes_on else way.aide_to, cell))
        for end in ways(army, kind, cell):
            after = next(pieces for _, pieces in promoted({end: (army, kind)}, cell, end))
            fresh.append((after[end][1], end))
    return found


def married(pieces: Pieces, army: str, reads: Collection[str] = ()) -> bool:
    """Whether the army's Emperor stands unattacked beside an Empress of its own: it has won if it has just moved."""
    emperors = [cell for cell, piece in pieces.items() if piece == (army, "emperor")]
    empresses = [cell for cell, piece in pieces.items() if piece == (army, "empress")]
    return any(
        max(abs(a - b) for a, b in zip(emperor, empress, strict=True)) == 1
        and not attacked(pieces, emperor, OTHER[army])
        and not ("both_safe" in reads and attacked(pieces, empress, OTHER[army]))
        for emperor, empress in product(emperors, empresses)
    )


def legal_moves(pieces: Pieces, turn: str, reads: Collection[str] = ()) -> list[Move]:
    """Every legal move, also where a marriage has already ended the game."""
    emperors = [cell for cell, piece in pieces.items() if piece == (turn, "emperor")]

    @cache
    def against(cell: Cell) -> list[tuple[Cell, tuple[Cell, ...]]]:
        return lines(pieces, cell, OTHER[turn])

    moves = []
    for start, (army, kind) in pieces.items():
        if army != turn:
            continue
        for end, passed in ways(army, kind, start).items():
            if (end in pieces and pieces[end][0] == turn) or not pieces.keys().isdisjoint(passed):
                continue
            moved = dict(pieces)
            moved[end] = moved.pop(start)
            royals = [end if emperor == start else emperor for emperor in emperors]
            if any(c != end and moved.keys().isdisjoint(on) for royal in royals for c, on in against(royal)):
                continue
            different: list[Pieces] = []
            for aides, after in promoted(moved, start, end, reads):
                if after not in different:
                    different.append(after)
                    moves.append(Move(start, end, aides, after))
    return moves


def outcome(pieces: Pieces, turn: str, reads: Collection[str] = ()) -> str | None:
    """`marriage` (of the army that has just moved), `checkmate`, `stalemate` or None."""
    if married(pieces, OTHER[turn], reads):
        return "marriage"
    if legal_moves(pieces, turn, reads):
        return None
    return "checkmate" if in_check(pieces, turn) else "stalemate"


def perft(pieces: Pieces, turn: str, depth: int, reads: Collection[str] = ()) -> int:
    """The number of lines of this many moves; none goes on after a marriage."""
    if depth == 0:
        return 1
    if married(pieces, OTHER[turn], reads):
        return 0
    moves = legal_moves(pieces, turn, reads)
    if depth == 1:
        return len(moves)
    return sum(perft(move.after, OTHER[turn], depth - 1, reads) for move in moves)
