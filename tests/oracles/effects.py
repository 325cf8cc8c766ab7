"""Flat games whose captures have effects, by brute force: pieces of several letters on a board of six rows.

A game is a function that gives what a move does, as a list of choices: what the mover and the other piece become, as
an army and letters, or None for one that is gone, and whether the other piece then stands where the mover started. The
list is empty where the move is blocked, and then the mover does not attack there. Kings must not be left attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

Cell = tuple[int, int]
Piece = tuple[str, str]
"""An army, and letters in alphabetical order."""

Choice = tuple[Piece | None, Piece | None, bool]
Does = Callable[[str, Piece, Piece | None, bool, bool], list[Choice]]
"""What a move does, by how it goes (plain, double, passing), its mover, its victim if it has one, and whether it starts
and ends in its own camp: the two rows next to its player."""

SIZE = 6
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
SLIDES = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ORTHOGONAL + DIAGONAL}
LEAPS = {"K": ORTHOGONAL + DIAGONAL, "N": KNIGHT}
AHEAD = {"white": 1, "black": -1}


@dataclass(frozen=True)
class Position:
    """The pieces by cell, whose turn it is, and the cell that a double step has just passed over."""

    pieces: frozenset[tuple[Cell, Piece]]
    turn: str
    passed: Cell | None = None


def usual(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """The victim is gone, and nothing else happens."""
    return [(mover, None, False)]


def absorbing(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """A piece that captures, but for a King, gets its victim's way of moving too, if each has only one."""
    if victim is None or "K" in mover[1] or len(mover[1]) > 1 or len(victim[1]) > 1:
        return usual(way, mover, victim, starts, ends)
    return [((mover[0], "".join(sorted({*mover[1], *victim[1]}))), None, False)]


def dying(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """Knights and Pawns that capture are gone too; Queens that capture are gone alone, and leave their victim."""
    if victim is not None and mover[1] in ("N", "P"):
        return [(None, None, False)]
    if victim is not None and mover[1] == "Q":
        return [(None, victim, False)]
    return usual(way, mover, victim, starts, ends)


def swapping(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """Rooks, Kings and Pawns change places with their victims; a Queen's victim joins her, where she came from."""
    if victim is not None and mover[1] in ("R", "K", "P"):
        return [(mover, victim, True)]
    if victim is not None and mover[1] == "Q":
        return [(mover, (mover[0], victim[1]), True)]
    return usual(way, mover, victim, starts, ends)


def barring(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """No piece that moves as a Bishop captures one that moves as a Rook; Knights do not capture in their own camp."""
    if victim is not None and "B" in mover[1] and "R" in victim[1]:
        return []
    return [] if victim is not None and mover[1] == "N" and ends else usual(way, mover, victim, starts, ends)


def leaving(way: str, mover: Piece, victim: Piece | None, starts: bool, ends: bool) -> list[Choice]:
    """Knights that leave their camp may become Bishops, Pawns in a double step Rooks, and must in passing."""
    army = mover[0]
    if mover[1] == "N" and starts and not ends:
        return [((army, "B"), None, False), (mover, None, False)]
    if mover[1] == "P" and way == "double":
        return [((army, "R"), None, False), (mover, None, False)]
    if mover[1] == "P" and way == "passing":
        return [((army, "R"), None, False)]
    return usual(way, mover, victim, starts, ends)


GAMES: dict[str, Does] = {
    each.__name__: each for each in (usual, absorbing, dying, swapping, barring, leaving)
}  # fmt: skip


def in_camp(army: str, cell: Cell) -> bool:
    """Whether a cell is in the camp of an army."""
    return cell[1] <= 2 if army == "white" else cell[1] >= SIZE - 1


def _other(army: str) -> str:
    return "black" if army == "white" else "white"


def _on_board(cell: Cell) -> bool:
    return 1 <= cell[0] <= SIZE and 1 <= cell[1] <= SIZE


def _captures(pieces: dict[Cell, Piece], start: Cell) -> set[Cell]:
    """Where a piece could capture, whatever stands there."""
    army, letters = pieces[start]
    x, y = start
    found = {(x + a, y + b) for letter in letters for a, b in LEAPS.get(letter, [])}
    if "P" in letters:
        found |= {(x + side, y + AHEAD[army]) for side in (-1, 1)}
    for a, b in {step for letter in letters for step in SLIDES.get(letter, [])}:
        for n in range(1, SIZE):
            found.add((x + n * a, y + n * b))
            if (x + n * a, y + n * b) in pieces:
                break
    return {cell for cell in found if _on_board(cell)}


def _goes(pieces: dict[Cell, Piece], start: Cell) -> set[Cell]:
    """Where a piece can go without capturing, by steps that are no double steps."""
    army, letters = pieces[start]
    only = {**pieces, start: (army, letters.replace("P", ""))}
    found = _captures(only, start) - pieces.keys()
    ahead = (start[0], start[1] + AHEAD[army])
    return found | {ahead} if "P" in letters and _on_board(ahead) and ahead not in pieces else found


def _pseudo(position: Position) -> Iterator[tuple[str, Cell, Cell, Cell, Cell | None]]:
    """How a move goes, where it starts and ends, where its victim would stand, and the cell that it passes over."""
    pieces = dict(position.pieces)
    for start, (army, letters) in pieces.items():
        if army != position.turn:
            continue
        for end in _captures(pieces, start):
            if end in pieces and pieces[end][0] != army:
                yield "plain", start, end, end, None
            if end == position.passed and end not in pieces and "P" in letters:
                victim = (end[0], end[1] - AHEAD[army])
                # Any of the mover's routes will do, as Pawns capture in passing with all that they are.
                if victim in pieces and pieces[victim][0] != army and "P" in pieces[victim][1]:
                    yield "passing", start, end, victim, None
        for end in _goes(pieces, start):
            yield "plain", start, end, end, None
        home = start[1] == (2 if army == "white" else SIZE - 1)
        passed, end = (start[0], start[1] + AHEAD[army]), (start[0], start[1] + 2 * AHEAD[army])
        if "P" in letters and home and passed not in pieces and end not in pieces:
            yield "double", start, end, end, passed


def attacked(does: Does, position: Position, army: str) -> bool:
    """Whether a King of an army is attacked."""
    pieces = dict(position.pieces)
    for start, mover in pieces.items():
        if mover[0] != army:
            for end in _captures(pieces, start):
                if end in pieces and pieces[end][0] == army and "K" in pieces[end][1]:
                    camps = in_camp(mover[0], start), in_camp(mover[0], end)
                    if does("plain", mover, pieces[end], *camps):
                        return True
    return False


def moves(does: Does, position: Position) -> list[tuple[Cell, Cell, Position]]:
    """The legal moves: where each starts and ends, and the position after it."""
    found = []
    for way, start, end, at, passed in _pseudo(position):
        pieces = dict(position.pieces)
        mover, victim = pieces.pop(start), pieces.pop(at, None)
        camps = in_camp(mover[0], start), in_camp(mover[0], end)
        for mover_then, other_then, goes in does(way, mover, victim, *camps):
            then = dict(pieces)
            if mover_then is not None:
                then[end] = mover_then
            if victim is not None and other_then is not None:
                then[start if goes else at] = other_then
            after = Position(frozenset(then.items()), _other(position.turn), passed)
            if not attacked(does, after, position.turn):
                found.append((start, end, after))
    return found


def gives_check(does: Does, position: Position) -> bool:
    """Whether a legal move checks."""
    return any(attacked(does, after, after.turn) for _, _, after in moves(does, position))


def mates(does: Does, position: Position) -> bool:
    """Whether a legal move mates."""
    every = (after for _, _, after in moves(does, position))
    return any(attacked(does, after, after.turn) and not moves(does, after) for after in every)


def lines(does: Does, position: Position, depth: int) -> int:
    """The number of lines of this many moves."""
    if depth == 0:
        return 1
    return sum(lines(does, after, depth - 1) for _, _, after in moves(does, position))


def with_turn(position: Position) -> Position:
    """The same with the other player to move, and nothing to capture in passing."""
    return replace(position, turn=_other(position.turn), passed=None)
