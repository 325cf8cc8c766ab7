"""Why a move is or is not legal: an answer with the facts that cause it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clingo import Symbol

from ..asp.terms import is_vector, text, vector
from ..errors import MoveError
from ..notation.moves import read_move
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
    written = read_move(position.game.reader, move)
    if written is None:
        raise MoveError(f"'{move}' names no move; a move is a piece and two cells, such as {_examples(position)}")
    piece, origin, target, promotion = written
    standing = position.pieces.get(origin)
    if piece and standing and piece != position.game.piece_name(standing.kinds):
        return Why(move, False, (f"on {origin} stands {piece_at(position, origin)}, not {piece}",), ())
    routes = _routes_to(position, origin, target) if standing else ()
    legal = [found for found in position.legal_moves(origin) if found.target == target]
    chosen = [found for found in legal if found.promotion == promotion]
    if len(chosen) == 1:
        return Why(str(chosen[0]), True, _praise(position, str(chosen[0])), routes)
    if legal and promotion:
        return Why(move, False, (f"{piece_at(position, origin)} cannot become '{promotion}' there",), routes)
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
            f"{piece_at(position, names[vector(by)])} reaches {names[vector(royal)]}"
            + (f" along {', '.join(along)}" if along else " in one step")
        )
    return Why(move, False, tuple(dict.fromkeys(reasons)), routes)


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
    return routes_by(position, origin, points, opened)


def _sentence(position: Position, sentence: Symbol, arguments: Symbol) -> str:
    names = position.game.names
    words = [piece_at(position, names[vector(a)]) if is_vector(a) else text(a) for a in arguments.arguments]
    return text(sentence).format(*words)


def _praise(position: Position, move: str) -> tuple[str, ...]:
    after = position.push(move)
    words = ["it gives check"] if after.is_check() else []
    outcome = after.outcome()
    # A player without a royal piece, in a game that has such, is not there to play: the position is a study.
    royal = position.game.ruleset.royal
    plays = not royal or any(each.army == after.turn and royal & set(each.kinds) for each in after.pieces.values())
    told = outcome and (outcome.winner or plays)
    return (*words, *([f"it ends the game: {outcome.reason}"] if outcome and told else []))
