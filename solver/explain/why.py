"""Why a move is or is not legal, and what attacks a cell: answers with the facts that cause them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from ..asp.terms import Vector, is_vector, text, vector
from ..errors import MoveError

if TYPE_CHECKING:
    from ..play.game import Game
    from ..play.position import Piece, Position

_SEPARATORS = re.compile(r"[-x=&]|ep$")


@dataclass(frozen=True, slots=True)
class Route:
    """One route of a piece to a cell.

    Attributes:
        by: the directions that span it, each with the number of its steps: `(1,1,0) x2, (1,0,1) x1`.
        cells: the cells that it passes through.
        blockers: the pieces on those cells, such as `KnCc3`.
        open: whether the rules let the piece through.
    """

    by: str
    cells: tuple[str, ...]
    blockers: tuple[str, ...]
    open: bool

    def as_json(self) -> dict[str, Any]:
        """The route as documented for `--json`."""
        return {"by": self.by, "cells": list(self.cells), "blockers": list(self.blockers), "open": self.open}

    def __str__(self) -> str:
        if not self.blockers:
            return f"{self.by}: open" if self.open else f"{self.by}: closed"
        return f"{self.by}: {'open, over' if self.open else 'blocked by'} {', '.join(self.blockers)}"


@dataclass(frozen=True, slots=True)
class Why:
    """Whether a move is legal, and why.

    Attributes:
        move: the move as it was asked for, or as Shadowmate writes it if it is legal.
        legal: whether it is legal.
        reasons: sentences, the most telling first.
        routes: every route of the piece to the target, with what blocks it.
    """

    move: str
    legal: bool
    reasons: tuple[str, ...]
    routes: tuple[Route, ...]

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        return {
            "move": self.move,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "routes": [route.as_json() for route in self.routes],
        }

    def __str__(self) -> str:
        head = f"{self.move} is {'' if self.legal else 'not '}legal"
        reasons = f": {'; '.join(self.reasons)}" if self.reasons else ""
        told = [route for route in self.routes if self.legal or not route.open]
        return "\n".join([head + reasons, *(f"  route {route}" for route in told)])


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
    """What attacks a cell.

    Attributes:
        cell: the cell.
        attackers: the pieces that attack it.
        shadowed: the pieces that would, but for what stands on their routes.
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


def why(position: Position, move: str) -> Why:
    """Whether a move is legal in a position, and the reason, from the rules.

    Args:
        position: the position.
        move: a move with at least its two cells: `PrDd4-Ee5`, `Dd4Ee5`.

    Raises:
        MoveError: if the text names no two cells, or another piece than the one that stands there.
    """
    piece, origin, target, promotion = read_move(position, move)
    standing = position.pieces.get(origin)
    if piece and standing and piece != position.game.piece_name(standing.kinds):
        return Why(move, False, (f"on {origin} stands {_piece_at(position, origin)}, not {piece}",), ())
    routes = _routes_to(position, origin, target) if standing else ()
    legal = [found for found in position.legal_moves(origin) if found.target == target]
    chosen = [found for found in legal if found.promotion == promotion]
    if len(chosen) == 1:
        return Why(str(chosen[0]), True, _praise(position, str(chosen[0])), routes)
    if legal and promotion:
        return Why(move, False, (f"{_piece_at(position, origin)} cannot become '{promotion}' there",), routes)
    if legal:
        choices = ", ".join(sorted(found.promotion or "none" for found in legal))
        return Why(move, False, (f"it must say what the piece becomes: ={choices}",), routes)
    vectors, names = position.game.vectors, position.game.names
    answer = position.game.engine.why(position.placement(), vectors[origin], vectors[target])
    reasons = [
        _sentence(position, sentence, arguments)
        for _, sentence, arguments in sorted(answer("because", 3), key=lambda b: (b[0].number, str(b)))
    ]
    for _, royal, by, point in answer("exposes", 4):
        along = sorted(names[cell] for cell in position.game.ruleset.routes.cells_before(vector(by), point.number))
        reasons.append(
            f"{_piece_at(position, names[vector(by)])} reaches {names[vector(royal)]}"
            + (f" along {', '.join(along)}" if along else " in one step")
        )
    return Why(move, False, tuple(dict.fromkeys(reasons)), routes)


def attackers(position: Position, cell: str) -> Attackers:
    """What attacks a cell, of all sides, and what would but for a blocker.

    Raises:
        MoveError: if there is no such cell.
    """
    game = position.game
    if cell not in game.vectors:
        raise MoveError(f"there is no cell '{cell}'")
    lines = [
        (name, piece, point)
        for name, piece in position.pieces.items()
        for point, end, use in game.ruleset.routes.ends_from(game.vectors[name], piece.kinds, piece.army)
        if end == game.vectors[cell] and use in game.ruleset.takes
    ]
    opened = game.engine.open_routes(position.placement(), ((game.vectors[name], point) for name, _, point in lines))
    attacking: list[Attack] = []
    shadowed: list[Attack] = []
    for name in dict.fromkeys(name for name, _, _ in lines):
        piece = position.pieces[name]
        points = {point for other, _, point in lines if other == name}
        routes = _describe(position, name, points, opened)
        attack = Attack(_piece_at(position, name), piece.army, routes)
        (attacking if any(route.open for route in routes) else shadowed).append(attack)
    return Attackers(cell, tuple(attacking), tuple(shadowed))


def read_move(position: Position, move: str) -> tuple[str, str, str, str | None]:
    """The piece (or ''), the two cells and the promotion that a text names.

    Raises:
        MoveError: if it does not name two cells of the board.
    """
    body, _, promotion = move.strip().partition("&")[0].partition("=")
    body = body.removesuffix("ep")
    found = _split(position, body)
    if found:
        return (*found, promotion or None)
    for cut in range(len(body) - 1, 0, -1):
        becomes = position.game.reader.abbreviation(body[cut:])
        if becomes and _split(position, body[:cut]):
            raise MoveError(f"'{move}': what a piece becomes stands after '=', such as {body[:cut]}={becomes}")
    raise MoveError(f"'{move}' names no move; a move is a piece and two cells, such as {_examples(position)}")


def _split(position: Position, body: str) -> tuple[str, str, str] | None:
    """The piece (or '') and the two cells that a text consists of."""
    cells = position.game.vectors
    for cut in range(1, len(body)):
        if body[cut:] not in cells:
            continue
        before = body[:cut].rstrip("-x")
        for start in range(len(before)):
            if before[start:] in cells and (start == 0 or _is_piece(position, before[:start])):
                return before[:start], before[start:], body[cut:]
    return None


def _is_piece(position: Position, name: str) -> bool:
    known = set(position.game.ruleset.abbreviations.values())
    return all(part in known for part in name.split("+"))


def _examples(position: Position) -> str:
    """How moves are written: one that is legal, if any is, and one of two pieces if there is such."""
    moves = position.legal_moves()
    double = next((f", or of two pieces {move}" for move in moves if move.partner), "")
    cells = sorted(position.game.vectors)
    single = next((str(move) for move in moves if not move.partner), f"{cells[0]}-{cells[-1]}")
    return single + double


def _routes_to(position: Position, origin: str, target: str) -> tuple[Route, ...]:
    game, piece = position.game, position.pieces[origin]
    ends = game.ruleset.routes.ends_from(game.vectors[origin], piece.kinds, piece.army)
    points = {point for point, end, _ in ends if end == game.vectors[target]}
    opened = game.engine.open_routes(position.placement(), ((game.vectors[origin], point) for point in points))
    return _describe(position, origin, points, opened)


def _describe(
    position: Position, origin: str, points: Iterable[int], opened: set[tuple[Vector, int]]
) -> tuple[Route, ...]:
    game = position.game
    start = game.vectors[origin]
    routes = []
    for point in points:
        cells = sorted(game.names[cell] for cell in game.ruleset.routes.cells_before(start, point))
        blockers = tuple(_piece_at(position, cell) for cell in cells if cell in position.pieces)
        by = _by(game, game.ruleset.routes.terms[point])
        routes.append(Route(by, tuple(cells), blockers, (start, point) in opened))
    return tuple(sorted(set(routes), key=lambda route: (not route.open, route.by)))


def _by(game: Game, term: Symbol) -> str:
    """A route's term as its directions and numbers of steps."""
    words: list[str] = []
    for argument in term.arguments:
        if is_vector(argument):
            shown = [str(argument.arguments[axis]) for axis in game.ruleset.axes]
            words.append(f"({','.join(shown)})")
        elif words:
            words[-1] += f" x{argument}"
    return f"{term.name} {' + '.join(words)}"


def _piece_at(position: Position, cell: str) -> str:
    piece: Piece | None = position.pieces.get(cell)
    return f"{position.game.piece_name(piece.kinds)}{cell}" if piece else cell


def _sentence(position: Position, sentence: Symbol, arguments: Symbol) -> str:
    names = position.game.names
    words = [_piece_at(position, names[vector(a)]) if is_vector(a) else text(a) for a in arguments.arguments]
    return text(sentence).format(*words)


def _praise(position: Position, move: str) -> tuple[str, ...]:
    after = position.push(move)
    words = ["it gives check"] if after.is_check() else []
    outcome = after.outcome()
    return (*words, *([f"it ends the game: {outcome.reason}"] if outcome else []))
