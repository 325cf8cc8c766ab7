"""What confines a royal piece: the guards of the cells around it, pinned pieces, and those that shadows hold back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..asp.terms import Vector
from ..play.piece import Piece
from ..play.position import Position

_REMEMBERED = 1024
"""The number of positions for which the answers are kept, for play comes to the same ones in many ways."""


@dataclass(frozen=True, slots=True)
class Net:
    """A royal piece of the player to move that cannot move, and what is around it; cells are names.

    Attributes:
        royal: its cell.
        field: the cells where it could go on an empty board, whatever is between.
        guards: for each of these cells, and its own, the pieces that could attack it there.
    """

    royal: str
    field: frozenset[str]
    guards: dict[str, frozenset[str]]


def royals(position: Position, player: str) -> list[str]:
    """Where a player's royal pieces stand."""
    kinds = position.game.ruleset.royal
    return [
        cell
        for cell, piece in position.pieces.items()
        if kinds & set(piece.kinds) and position.commander(piece.army) == player
    ]


@lru_cache(maxsize=_REMEMBERED)
def net(position: Position, royal: str) -> Net:
    """What confines a royal piece. The piece itself is off the board meanwhile, so that it hides nothing behind it."""
    game, piece = position.game, position.pieces[royal]
    routes = game.ruleset.routes.ends_from(game.vectors[royal], piece.kinds, piece.army)
    field = frozenset(game.names[end] for _, end, use in routes if use not in game.ruleset.captures_own)
    guards = attacks(without(position, [royal]), position.commander(piece.army), field | {royal})
    return Net(royal, field, guards)


def attacks(position: Position, player: str, cells: Iterable[str]) -> dict[str, frozenset[str]]:
    """Which of a player's opponents attack each of some cells."""
    game = position.game
    wanted = {game.vectors[cell]: cell for cell in cells}
    lines = [(start, point, end) for start, point, end in _capturing(position, player) if end in wanted]
    opened = game.reference.open_routes(position.placement(), [(start, point) for start, point, _ in lines])
    found: dict[str, set[str]] = {cell: set() for cell in wanted.values()}
    for start, point, end in lines:
        if (start, point) in opened:
            found[wanted[end]].add(game.names[start])
    return {cell: frozenset(each) for cell, each in found.items()}


def _capturing(position: Position, player: str) -> Iterator[tuple[Vector, int, Vector]]:
    """The routes by which a player's opponents capture: from where, which, and to where."""
    rules = position.game.ruleset
    for cell, piece in position.pieces.items():
        if position.commander(piece.army) == player:
            continue
        start = position.game.vectors[cell]
        for point, end, use in rules.routes.ends_from(start, piece.kinds, piece.army):
            if use in rules.captures and not rules.captures_on_way(point):
                yield start, point, end


@lru_cache(maxsize=_REMEMBERED)
def pins(position: Position, player: str) -> frozenset[tuple[str, str]]:
    """The pinned pieces of a player, each with the attacker of a royal piece if the pinned piece were not there."""
    game = position.game
    names, vectors = game.names, game.vectors
    targets = {vectors[cell] for cell in royals(position, player)}
    own = {cell for cell, piece in position.pieces.items() if position.commander(piece.army) == player}
    hidden: dict[str, list[tuple[Vector, int]]] = {}
    for start, point, end in _capturing(position, player):
        if end in targets:
            between = {names[cell] for cell in game.ruleset.routes.cells_before(start, point)} & own
            for cell in between:
                hidden.setdefault(cell, []).append((start, point))
    found = set()
    for one, lines in hidden.items():
        now = game.reference.open_routes(position.placement(), lines)
        then = game.reference.open_routes(without(position, [one]).placement(), lines)
        found |= {(one, names[start]) for start, _ in then - now}
    return frozenset(found)


@lru_cache(maxsize=_REMEMBERED)
def binds(position: Position, one: str, pinner: str) -> bool:
    """Whether a pinned piece could move if the pinner were not there: without the pin, there is no mate."""
    return bool(without(position, [pinner]).legal_moves(one))


@lru_cache(maxsize=_REMEMBERED)
def shadows(position: Position, player: str) -> tuple[tuple[str, str, str], ...]:
    """The pieces that block a move which would parry the mate: the blocker, the blocked piece, and where it would go.

    Asked about are ways for which several cells have to be empty that do not lie on one line, as a planar move has.
    """
    game = position.game
    rules, vectors, names = game.ruleset, game.vectors, game.names
    checks = position.checks()
    inside = {cell for check in checks for route in check.along for cell in route} | {each.checker for each in checks}
    crowned = set(royals(position, player))
    found: list[tuple[str, str, str]] = []
    for cell, piece in position.pieces.items():
        if position.commander(piece.army) != player:
            continue
        ends = [
            (point, names[end])
            for point, end, use in rules.routes.ends_from(vectors[cell], piece.kinds, piece.army)
            if _may_use(position, player, names[end], use) and (names[end] in inside or cell in crowned)
        ]
        opened = game.reference.open_routes(position.placement(), [(vectors[cell], point) for point, _ in ends])
        for point, end in ends:
            if (vectors[cell], point) in opened or not _is_wide(position, point):
                continue
            blockers = {names[each] for each in rules.routes.cells_before(vectors[cell], point)} & set(position.pieces)
            if blockers and not moved(position, cell, end).is_check():
                found += [(blocker, cell, end) for blocker in sorted(blockers)]
    return tuple(found)


def _may_use(position: Position, player: str, end: str, use: str) -> bool:
    """Whether a route of the use may end there."""
    rules, standing = position.game.ruleset, position.pieces.get(end)
    if standing is None:
        return use in rules.goes
    return use in rules.captures and position.commander(standing.army) != player


def _is_wide(position: Position, point: int) -> bool:
    """Whether a route comes somewhere after two points or more that all have to be empty."""
    routes = position.game.ruleset.routes
    waiting, seen = [point], {point}
    while waiting:
        for name, before in routes.alternatives(waiting.pop()):
            if not name and len(before) > 1:
                return True
            waiting += set(before) - seen
            seen.update(before)
    return False


def without(position: Position, cells: Iterable[str]) -> Position:
    """The position without the pieces on some cells."""
    return _with(position, {cell: piece for cell, piece in position.pieces.items() if cell not in set(cells)})


def moved(position: Position, start: str, end: str) -> Position:
    """The position with a piece elsewhere, and the same player to move."""
    pieces = {cell: piece for cell, piece in position.pieces.items() if cell != start}
    return _with(position, pieces | {end: position.pieces[start]})


def replaced(position: Position, cell: str, piece: Piece) -> Position:
    """The position with another piece on a cell."""
    return _with(position, {**position.pieces, cell: piece})


def _with(position: Position, pieces: dict[str, Piece]) -> Position:
    return type(position)(position.game, pieces, position.turn, position.state, stores=position.stores)
