"""The pieces that attack a cell, and those that are blocked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..asp.terms import NO_COMMANDER
from ..errors import MoveError
from ..play.position import Position
from .route_text import Route, are_opponents, piece_at, routes_by


@dataclass(frozen=True, slots=True)
class Attack:
    """A piece whose capturing routes end on a cell: it attacks the cell if one of them is open."""

    piece: str
    player: str
    routes: tuple[Route, ...]

    def as_json(self) -> dict[str, Any]:
        """The attack as documented for `--json`."""
        return {"piece": self.piece, "player": self.player, "routes": [route.as_json() for route in self.routes]}


@dataclass(frozen=True, slots=True)
class Attackers:
    """The pieces that attack a cell.

    Attributes:
        cell: the cell.
        attackers: the pieces that attack it.
        shadowed: the pieces whose routes to it are all blocked.
    """

    cell: str
    attackers: tuple[Attack, ...]
    shadowed: tuple[Attack, ...]

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        return {
            "cell": self.cell,
            "attackers": [attack.as_json() for attack in self.attackers],
            "shadowed": [attack.as_json() for attack in self.shadowed],
        }

    def __str__(self) -> str:
        lines = [] if self.attackers else [f"nothing attacks {self.cell}"]
        for attacks, verb in ((self.attackers, "attacks"), (self.shadowed, "would attack")):
            for attack in attacks:
                lines.append(f"{attack.piece} ({attack.player}) {verb} {self.cell}")
                lines += [f"  route {route}" for route in attack.routes]
        return "\n".join(lines)


def attackers(position: Position, cell: str) -> Attackers:
    """The pieces of all sides that attack a cell, and those that are blocked.

    A piece attacks a cell where one of its capturing routes ends, whatever is there. Where it captures on its way, it
    attacks only opponents' pieces. A piece without a commander attacks nothing.

    Raises:
        MoveError: if there is no such cell.
    """
    game = position.game
    if cell not in game.vectors:
        raise MoveError(game.reader.no_cell(cell))
    position = position.begun()
    captures, goes = game.ruleset.captures, game.ruleset.goes
    points = {
        name: dict.fromkeys(_ending(position, name, cell), captures)
        | dict.fromkeys(_capturing_on_way(position, name, cell), captures | goes)
        for name, piece in position.pieces.items()
        if position.commander(piece.army) != NO_COMMANDER
    }
    lines = [(game.vectors[name], point) for name, some in points.items() for point in some]
    if not lines:
        return Attackers(cell, (), ())
    opened = game.reference.open_routes(position.placement(), lines)
    attacking: list[Attack] = []
    shadowed: list[Attack] = []
    for name, some in points.items():
        if some:
            routes = routes_by(position, name, some, opened)
            attack = Attack(piece_at(position, name), position.commander(position.pieces[name].army), routes)
            (attacking if any(route.open for route in routes) else shadowed).append(attack)
    return Attackers(cell, tuple(attacking), tuple(shadowed))


def _ending(position: Position, name: str, cell: str) -> Iterator[int]:
    """The points on a cell where capturing routes of a piece end, without captures on the way."""
    game, piece = position.game, position.pieces[name]
    rules, vectors = game.ruleset, game.vectors
    for point, use in rules.routes.uses_at(vectors[name], piece.kinds, piece.army, vectors[cell]):
        if use in rules.captures and not rules.captures_on_way(point):
            yield point


def _capturing_on_way(position: Position, name: str, cell: str) -> Iterator[int]:
    """The points to which a piece goes capturing an opponent's piece on a cell, where it can end its move there."""
    game, piece = position.game, position.pieces[name]
    rules, start, target = game.ruleset, game.vectors[name], game.vectors[cell]
    if not rules.has_locusts or not are_opponents(position, name, cell):
        return
    for point, end, use in rules.routes.ends_from(start, piece.kinds, piece.army):
        if not rules.captures_on_way(point):
            continue
        captured = rules.routes.cells_captured(start, point)
        if game.names[end] not in position.pieces or end in (start, *captured):
            if use in rules.goes and target in captured:
                yield point
        elif use in rules.captures and target in (end, *captured) and are_opponents(position, name, game.names[end]):
            yield point
