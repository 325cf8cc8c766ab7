"""How the small games of endings end (tests/data), by brute force from the description of each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import ORTHOGONAL, Cell, Pieces, _ends, read

Piece = tuple[str, str]
Board = tuple[tuple[str, str, str], ...]
Wins = tuple[tuple[str, str], ...]

SIZE = 5
GAMES = ("throne", "wedding", "elope", "starve", "rash", "cornered", "regicide", "gorge", "forlorn")


class Made(NamedTuple):
    """A move along a route: start, end, the board after it, the winners, and whether it is careful."""

    start: Cell
    end: Cell
    after: Pieces
    wins: Wins
    careful: bool


def _other(army: str) -> str:
    return "black" if army == "white" else "white"


def _becomes(game: str, kind: str, captured: str) -> str:
    if game == "wedding" and kind + captured in ("MR", "RM"):
        return captured
    return kind


def _is_blocked(game: str, kind: str, captured: str) -> bool:
    return game == "elope" and kind + captured == "QM"


def _attackers(game: str, pieces: Pieces, cell: Cell) -> Iterator[Cell]:
    """The cells from which the piece on a cell could be captured."""
    kind, army = pieces[cell]
    for start, piece in pieces.items():
        if piece[1] != army and cell in _ends(pieces, start, SIZE) and not _is_blocked(game, piece[0], kind):
            yield start


def _is_married(game: str, pieces: Pieces, army: str) -> bool:
    for (x, y), piece in pieces.items():
        for a, b in ORTHOGONAL:
            beside = (x + a, y + b)
            if piece == ("M", army) and pieces.get(beside) == ("Q", army):
                attacked = any(any(_attackers(game, pieces, cell)) for cell in ((x, y), beside))
                if game == "wedding" or not attacked:
                    return True
    return False


def _wins(game: str, kind: str, army: str, captured: str, end: Cell, after: Pieces) -> Wins:
    found = []
    if game == "throne" and kind == "K" and end == (3, 3):
        found.append((army, "throne"))
    if game in ("wedding", "elope") and _is_married(game, after, army):
        found.append((army, "wedding"))
    if game == "rash" and kind + captured == "KQ":
        found.append((army, "ransom"))
    if game == "rash" and kind + captured == "KR":
        found.append((_other(army), "blunder"))
    if game in ("cornered", "regicide") and captured == "K":
        found.append((army, "regicide"))
    if game == "regicide" and kind + captured == "MQ":
        found.append((army, "scandal"))
    return tuple(sorted(found))


def _made(game: str, pieces: Pieces, turn: str) -> Iterator[Made]:
    for start, (kind, army) in pieces.items():
        if army != turn:
            continue
        for end in _ends(pieces, start, SIZE):
            captured, owner = pieces.get(end, ("", ""))
            if owner == turn or _is_blocked(game, kind, captured):
                continue
            after = {cell: piece for cell, piece in pieces.items() if cell not in (start, end)}
            after[end] = (_becomes(game, kind, captured), army)
            royals = [cell for cell, piece in after.items() if piece == ("K", turn)]
            safe = not any(any(_attackers(game, after, royal)) for royal in royals)
            careful = safe or game == "regicide" or (game == "rash" and captured == "R")
            yield Made(start, end, after, _wins(game, kind, army, captured, end, after), careful)


def _is_compulsory(pieces: Pieces, made: Made) -> bool:
    """Whether a move captures by a Mason or a Queen, or captures a Rook."""
    captured = pieces.get(made.end, ("", ""))[0]
    return captured == "R" or (captured != "" and pieces[made.start][0] in "MQ")


def _legal(game: str, pieces: Pieces, turn: str) -> list[Made]:
    every = list(_made(game, pieces, turn))
    careful = [each for each in every if each.careful]
    if game == "gorge":
        return [each for each in careful if _is_compulsory(pieces, each)] or careful
    return careful or (every if game == "cornered" else [])


def _name(cell: Cell) -> str:
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def moves(game: str, position: str) -> set[tuple[str, str, Board, Wins]]:
    """Every legal move: start, end, the board after it, and the winners with their reasons."""
    pieces, turn = read(position)
    return {
        (
            _name(each.start), _name(each.end),
            tuple(sorted((_name(cell), kind, army) for cell, (kind, army) in each.after.items())), each.wins,
        )
        for each in _legal(game, pieces, turn)
    }  # fmt: skip


def outcome(game: str, position: str) -> tuple[str, str | None] | None:
    """How a game stands that no move has won: the end, if it is one, and the winner."""
    pieces, turn = read(position)
    if _legal(game, pieces, turn):
        return None
    royals = [cell for cell, piece in pieces.items() if piece == ("K", turn)]
    if any(any(_attackers(game, pieces, royal)) for royal in royals):
        return "checkmate", turn if game == "forlorn" else _other(turn)
    return "stalemate", {"starve": _other(turn), "forlorn": turn}.get(game)


def forces(game: str, position: str, moves: int, reason: str) -> set[tuple[str, str]]:
    """The first moves by which the player to move wins for a reason, or for any (""), in this many own moves."""
    pieces, turn = read(position)
    return {
        (_name(each.start), _name(each.end))
        for each in _legal(game, pieces, turn)
        if _works(game, each, turn, moves, reason)
    }


def _works(game: str, made: Made, army: str, moves: int, reason: str) -> bool:
    if made.wins:
        return any(player == army and reason in ("", why) for player, why in made.wins)
    replies = _legal(game, made.after, _other(army))
    if not replies:
        text = _text(made.after, _other(army))
        return not reason and outcome(game, text) in (("checkmate", army), ("stalemate", army))
    if moves == 1:
        return False
    return all(
        not reply.wins and any(_works(game, each, army, moves - 1, reason) for each in _legal(game, reply.after, army))
        for reply in replies
    )


def _text(pieces: Pieces, turn: str) -> str:
    armies = (
        " ".join([army, *(kind + _name(cell) for cell, (kind, owner) in pieces.items() if owner == army)])
        for army in ("white", "black")
    )
    return " ".join([*armies, "turn", turn])
