"""The pieces that attack a cell, and those that are blocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..asp.terms import NO_COMMANDER
from ..errors import MoveError
from ..play.position import Position
from .route_text import Route, piece_at, routes_by


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

    Captures on the way are left out. A piece without a commander attacks nothing.

    Raises:
        MoveError: if there is no such cell.
    """
    game = position.game
    if cell not in game.vectors:
        raise MoveError(game.reader.no_cell(cell))
    rules, end = game.ruleset, game.vectors[cell]
    lines = [
        (name, piece, point)
        for name, piece in position.pieces.items()
        if position.commander(piece.army) != NO_COMMANDER
        for point, use in rules.routes.uses_at(game.vectors[name], piece.kinds, piece.army, end)
        if use in rules.captures and not rules.captures_on_way(point)
    ]
    if not lines:
        return Attackers(cell, (), ())
    opened = game.reference.open_routes(position.placement(), ((game.vectors[name], point) for name, _, point in lines))
    attacking: list[Attack] = []
    shadowed: list[Attack] = []
    for name in dict.fromkeys(name for name, _, _ in lines):
        piece = position.pieces[name]
        points = {point: game.ruleset.captures for other, _, point in lines if other == name}
        routes = routes_by(position, name, points, opened)
        attack = Attack(piece_at(position, name), position.commander(piece.army), routes)
        (attacking if any(route.open for route in routes) else shadowed).append(attack)
    return Attackers(cell, tuple(attacking), tuple(shadowed))
