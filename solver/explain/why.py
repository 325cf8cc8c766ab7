"""Why a move is or is not legal: an answer with the facts that cause it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clingo import Symbol

from ..asp.terms import is_vector, text, vector
from ..errors import MoveError, quoted
from ..notation.moves import DROP, PASS, WrittenMove
from ..play.finding import ambiguous, fitting_before, fitting_moves, some_of, written_moves
from ..play.move import Move
from ..play.position import Position
from .routes import Route, piece_at, routes_by


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


def why(position: Position, move: str) -> Why:
    """Whether a move is legal in a position, and the reason, from the rules.

    Args:
        position: the position.
        move: a move with at least its two cells: `PrDd4-Ee5`, `Dd4Ee5`.

    Raises:
        MoveError: if the text names no two cells, or another piece than the one that stands there.
    """
    found = fitting_moves(position.game, position.turn, position.legal_moves(), move)
    if not found:
        return _why_not(position, move)
    first, *others = found
    routes = _routes_to(position, first.origin, first.target) if first.origin else ()
    if not others:
        return Why(str(first), True, _praise(position, first), routes)
    if {(each.origin, each.target) for each in others} == {(first.origin, first.target)}:
        choices = ", ".join(sorted(each.promotion or "none" for each in found))
        return Why(move, False, (f"it must say what the piece becomes: ={choices}",), routes)
    raise ambiguous(move, found)


def _why_not(position: Position, move: str) -> Why:
    """Why a move that can be read is not legal."""
    game = position.game
    if others := fitting_before(game, position.turn, position.legal_moves(), move):
        return Why(move, False, (f"what it says behind & is not so; there is {some_of(others)}",), ())
    if move.strip() == PASS:
        return Why(move, False, _reasons(position, "", ""), ())
    dropped = next((each for each in game.moves.read(move) if each.origin == DROP), None)
    if dropped is not None:
        kind = game.reader.kinds[dropped.piece]
        return Why(move, False, _reasons(position, "", dropped.target, kind), ())
    piece, origin, target, promotion, _ = _in_full(position, move)
    standing = position.pieces.get(origin)
    if piece and standing and piece != game.piece_name(standing.kinds):
        return Why(move, False, (f"on {origin} stands {piece_at(position, origin)}, not {piece}",), ())
    routes = _routes_to(position, origin, target) if standing else ()
    if promotion and any(each.target == target for each in position.legal_moves(origin)):
        return Why(move, False, (f"{piece_at(position, origin)} cannot become '{promotion}' there",), routes)
    return Why(move, False, _reasons(position, origin, target), routes)


def _in_full(position: Position, move: str) -> WrittenMove:
    """A move that is not legal, with the cell that it starts from.

    Raises:
        MoveError: if the text does not tell that cell, or may mean several.
    """
    game = position.game
    written = written_moves(game, position.turn, position.legal_moves(), move)
    found = [each for each in written if each.origin in game.vectors] or [
        each._replace(origin=cell)
        for each in written
        for cell, piece in position.pieces.items()
        if position.commander(piece.army) == position.turn
        and cell != each.target
        and game.moves.fits(each, game.piece_name(piece.kinds), cell, each.target)
    ]
    if len({each.origin for each in found}) > 1:  # then those are meant that could be without what is in the way
        found = [each for each in found if each.origin in position.pieces and _ends(position, each.origin, each.target)]
        if not found:
            raise MoveError(f"{quoted(move)} is not legal: no piece that may be meant has a route that ends there")
    starts = sorted({each.origin for each in found})
    if len(starts) != 1:
        where = f"it may start from {', '.join(starts)}" if starts else "no piece of the mover's is meant"
        raise MoveError(f"{quoted(move)} is not legal, and {where}; say the piece and its cell")
    return found[0]


def _reasons(position: Position, origin: str, target: str, item: str | None = None) -> tuple[str, ...]:
    """What the rules say against every move from one cell to another, or against the drop of a kind."""
    vectors, names = position.game.vectors, position.game.names
    answer = position.game.engine.why(position.placement(), vectors.get(origin), vectors.get(target), item)
    reasons = [
        _sentence(position, sentence, arguments)
        for _, sentence, arguments in sorted(answer("because", 3), key=lambda b: (b[0].number, str(b)))
    ]
    for _, royal, by, point in answer("exposes", 4):
        along = sorted(names[cell] for cell in position.game.ruleset.routes.cells_before(vector(by), point.number))
        reasons.append(
            f"{piece_at(position, names[vector(by)])} reaches {names[vector(royal)]}"
            + (f" along {', '.join(along)}" if along else " in one step")
        )
    return tuple(dict.fromkeys(reasons))


def _ends(position: Position, origin: str, target: str) -> set[int]:
    """The points by which routes of the piece on `origin` end on `target`, whatever stands in between."""
    game, piece = position.game, position.pieces[origin]
    ends = game.ruleset.routes.ends_from(game.vectors[origin], piece.kinds, piece.army)
    return {point for point, end, _ in ends if end == game.vectors[target]}


def _routes_to(position: Position, origin: str, target: str) -> tuple[Route, ...]:
    game, points = position.game, _ends(position, origin, target)
    opened = game.engine.open_routes(position.placement(), ((game.vectors[origin], point) for point in points))
    return routes_by(position, origin, points, opened)


def _sentence(position: Position, sentence: Symbol, arguments: Symbol) -> str:
    names = position.game.names
    words = [piece_at(position, names[vector(a)]) if is_vector(a) else text(a) for a in arguments.arguments]
    return text(sentence).format(*words)


def _praise(position: Position, move: Move) -> tuple[str, ...]:
    after = position.push(move)
    words = ["it gives check"] if after.is_check() else []
    outcome = after.ending()
    return (*words, *([f"it ends the game: {'+'.join(outcome.by) or outcome.reason}"] if outcome else []))
