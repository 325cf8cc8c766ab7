"""Special moves in the small games that have them (tests/data), by brute force from the description of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from oracles.flat import Cell, Pieces
from oracles.flat import _ends as _single_ends

Rest = frozenset[tuple[str, str, int]]
Board = tuple[tuple[str, str, str], ...]

SIZE = 5
OTHER = {"white": "black", "black": "white"}


class World(NamedTuple):
    """The pieces by cell, whose turn it is, and what else there is: words by the keyword that they follow."""

    pieces: Pieces
    turn: str
    rest: Rest


class Listed(NamedTuple):
    """A move as a game lists it: start, end, name, the board after it, and the rest."""

    start: str | None
    end: str | None
    name: str | None
    board: Board
    rest: Rest


def read(position: str) -> World:
    """A position in one line: players with their pieces, then the turn, then keywords with words."""
    pieces: Pieces = {}
    turn, key = "white", ""
    rest: Counter[tuple[str, str]] = Counter()
    for word in position.split():
        if key in ("hand", "purse") and word in OTHER:
            key = f"{key} {word}"
        elif word.isalpha() and word.islower():
            key = word if key != "turn" else ""
            turn = word if not key else turn
        elif key in OTHER:
            pieces[cell(word[-2:])] = (word[:-2], key)
        else:
            rest[key, word] += 1
    return World(pieces, turn, counted(rest))


def counted(rest: Counter[tuple[str, str]]) -> Rest:
    """How often each word follows each keyword."""
    return frozenset((key, word, number) for (key, word), number in rest.items() if number > 0)


def changed(rest: Rest, *changes: tuple[str, str, int]) -> Rest:
    """The same with some numbers raised or lowered."""
    found = Counter({(key, word): number for key, word, number in rest})
    for key, word, number in changes:
        found[key, word] += number
    return counted(found)


def _ends(pieces: Pieces, start: Cell, size: int) -> Iterator[Cell]:
    """Where the parts of a piece lead it; an Heir moves as a King does."""
    kinds, army = pieces[start]
    found = set()
    for kind in kinds.split("+"):
        found |= set(_single_ends(pieces | {start: ("K" if kind == "H" else kind, army)}, start, size))
    yield from found


def cell(name: str) -> Cell:
    return "?abcde".index(name[0]), int(name[1:])


def name_of(where: Cell) -> str:
    return f"{'?abcde'[where[0]]}{where[1]}"


def board_of(pieces: Pieces) -> Board:
    """The pieces by cell; the parts of a piece in alphabetical order."""
    return tuple(
        sorted((name_of(where), "+".join(sorted(kinds.split("+"))), army) for where, (kinds, army) in pieces.items())
    )


def attackers(pieces: Pieces, where: Cell, army: str) -> list[Cell]:
    """The opponents of an army that could capture what stands there."""
    return [each for each, piece in pieces.items() if piece[1] != army and where in _ends(pieces, each, SIZE)]


def in_check(pieces: Pieces, army: str) -> bool:
    return any(attackers(pieces, each, army) for each, piece in pieces.items() if "K" in piece[0] and piece[1] == army)


Done = Iterator[tuple[Cell | None, Cell | None, str | None, Pieces, Rest]]


def plain_moves(world: World) -> Done:
    for start, (_, army) in world.pieces.items():
        if army != world.turn:
            continue
        for end in _ends(world.pieces, start, SIZE):
            if world.pieces.get(end, ("", ""))[1] != army:
                after = {each: piece for each, piece in world.pieces.items() if each not in (start, end)}
                touched = {("flight", name_of(each), 1) for each in (start, end)}
                yield start, end, None, after | {end: world.pieces[start]}, world.rest - touched


def rites(world: World) -> Done:
    """A King in check leaps; a Rook leaves its corner to a Mason, which becomes a Cannon."""
    pieces, army = world.pieces, world.turn
    row, ahead = (1, 1) if army == "white" else (5, -1)
    home, end = (3, row), (3, row + 2 * ahead)
    right = ("flight", name_of(home), 1)
    if pieces.get(home) == ("K", army) and right in world.rest and end not in pieces and in_check(pieces, army):
        after = {each: piece for each, piece in pieces.items() if each != home} | {end: ("K", army)}
        yield home, end, "flight", after, world.rest - {right}
    near, far, passed, end = (1, row), (5, row), (1, row + ahead), (2, row + 2 * ahead)
    corners = pieces.get(near), pieces.get(far)
    if (
        corners == (("R", army), ("M", army))
        and passed not in pieces
        and end not in pieces
        and not in_check(pieces, army)
    ):
        others = {each: piece for each, piece in pieces.items() if each not in (near, far)}
        on_way = {each: piece for each, piece in pieces.items() if each != near} | {passed: ("R", army)}
        if not attackers(on_way, passed, army):
            yield near, end, "relay", others | {end: ("R", army), near: ("C", army)}, world.rest


def regent(world: World) -> Done:
    """A King in check and an Heir that is not attacked exchange their royal parts."""
    pieces, army = world.pieces, world.turn
    for king, (one, owner) in pieces.items():
        for heir, (other, second) in pieces.items():
            if owner != army or second != army or "K" not in one or "H" not in other or king == heir:
                continue
            if in_check(pieces, army) and not attackers(pieces, heir, army):
                parts = "+".join(sorted({*one.split("+")} - {"K"} | {"H"}))
                more = "+".join(sorted({*other.split("+")} - {"H"} | {"K"}))
                yield king, heir, "crown", pieces | {king: (parts, army), heir: (more, army)}, world.rest


def idle(world: World) -> Done:
    """Nothing happens."""
    yield None, None, None, world.pieces, world.rest


def stuck(world: World) -> Done:
    """The same, for a player that has no other move."""
    others = (after for _, _, _, after, _ in plain_moves(world))
    if all(in_check(after, world.turn) for after in others):
        yield from idle(world)


def pocket_moves(world: World) -> Done:
    """A player that captures a piece has it in hand."""
    for start, end, name, after, rest in plain_moves(world):
        captured = world.pieces.get(end)
        yield start, end, name, after, changed(rest, (f"hand {world.turn}", captured[0], 1)) if captured else rest


def pocket(world: World) -> Done:
    """A piece in hand is dropped on any empty cell; a Mason not on the last row."""
    last = 5 if world.turn == "white" else 1
    for store, kind, _ in world.rest:
        for end in ((x, y) for x in range(1, 6) for y in range(1, 6)):
            if store == f"hand {world.turn}" and end not in world.pieces and not (kind == "M" and end[1] == last):
                after = world.pieces | {end: (kind, world.turn)}
                yield None, end, None, after, changed(world.rest, (store, kind, -1))


def reserve_moves(world: World) -> Done:
    """A Mason becomes on the last row what there is; a captured Queen or Rook is there at once."""
    last = 5 if world.turn == "white" else 1
    for start, end, name, after, rest in plain_moves(world):
        captured = world.pieces.get(end, ("", ""))[0]
        there = changed(rest, ("reserve", captured, 1)) if captured in ("Q", "R") else rest
        if world.pieces[start][0] != "M" or end[1] != last:
            yield start, end, name, after, there
            continue
        for _, kind, _ in there:
            yield start, end, name, after | {end: (kind, world.turn)}, changed(there, ("reserve", kind, -1))


def foremost(pieces: Pieces, kind: str, army: str, but: tuple[Cell, ...] = ()) -> list[Cell]:
    """The cells of the pieces of a kind that are further ahead than all others of it."""
    some = [each for each, piece in pieces.items() if piece == (kind, army) and each not in but]
    rows = [y if army == "white" else -y for _, y in some]
    return [each for each, row in zip(some, rows, strict=True) if row == max(rows)]


def helped(pieces: Pieces, aides: list[Cell], kind: str, army: str) -> list[Pieces]:
    """What stands there once one of some aides has become a kind; if there are none, nothing has changed."""
    return [pieces | {each: (kind, army)} for each in aides] or [pieces]


def drill_moves(world: World) -> Done:
    """A Mason goes to the last row only for a Queen in the purse, and becomes a Queen."""
    army, last = world.turn, 5 if world.turn == "white" else 1
    for start, end, name, after, rest in plain_moves(world):
        assert start is not None and end is not None
        if world.pieces[start][0] != "M" or end[1] != last:
            yield start, end, name, after, rest
        elif any(store == f"purse {army}" for store, _, _ in rest):
            yield start, end, name, after | {end: ("Q", army)}, changed(rest, (f"purse {army}", "Q", -1))


def drill(world: World) -> Done:
    """Three pieces go round, a Queen blesses a Mason, and a pass brings a Queen."""
    pieces, army = world.pieces, world.turn
    first, last = (1, 5) if army == "white" else (5, 1)
    a, b, c = ((x, first) for x in (1, 2, 3))
    trio = pieces.get(a), pieces.get(b), pieces.get(c)
    poor = not any(store == f"purse {army}" for store, _, _ in world.rest)
    third = trio[2] in (("M", army), ("C", army))
    ready = trio[:2] == (("M", army), ("R", army)) and third and poor
    if ready and not in_check(pieces, army) and not attackers(pieces, c, army):
        turned = pieces | {a: ("R", army), b: ("C", army), c: ("M", army)}
        for after in helped(turned, foremost(pieces, "M", army, (a, b, c)), "R", army):
            yield a, c, "wheel", after, world.rest
    for queen, piece in pieces.items():
        for mason, other in pieces.items():
            if piece == ("Q", army) and other == ("M", army) and (mason[1] == last or queen[1] == first):
                becomes = "R" if mason[1] == last else "C"
                yield queen, mason, "bless", pieces | {mason: (becomes, army)}, world.rest
    yield None, None, None, pieces, changed(world.rest, (f"purse {army}", "Q", 1))


def levy(world: World) -> Done:
    """A dropped Rook makes the foremost Mason a Queen, a dropped Cannon is gone; a Queen is dropped heedlessly."""
    army = world.turn
    for store, kind, _ in world.rest:
        for end in ((x, y) for x in range(1, 6) for y in range(1, 6)):
            if store == f"hand {army}" and end not in world.pieces:
                rest = changed(world.rest, (store, kind, -1))
                dropped = world.pieces if kind == "C" else world.pieces | {end: (kind, army)}
                aides = foremost(world.pieces, "M", army) if kind == "R" else []
                for after in helped(dropped, aides, "Q", army):
                    yield None, end, "heedless" if kind == "Q" else None, after, rest


def nothing(world: World) -> Done:
    """Plain moves only."""
    yield from ()


GAMES = {
    "rites": rites, "regent": regent, "idle": idle, "stuck": stuck, "pocket": pocket, "reserve": nothing,
    "drill": drill, "levy": levy,
}  # fmt: skip
PLAIN_MOVES = {"pocket": pocket_moves, "reserve": reserve_moves, "drill": drill_moves, "levy": pocket_moves}


def listed(game: str, position: str) -> set[Listed]:
    """Every legal move of a position."""
    world = read(position)
    found = set()
    for start, end, name, after, rest in (*PLAIN_MOVES.get(game, plain_moves)(world), *GAMES[game](world)):
        if name == "heedless" or not in_check(after, world.turn):
            board = board_of(after)
            name = None if name == "heedless" else name
            found.add(Listed(start and name_of(start), end and name_of(end), name, board, rest))
    return found
