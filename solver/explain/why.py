"""Why a move is or is not legal, with the facts that cause it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..asp.terms import Vector, add, vector
from ..errors import MoveError, quoted
from ..notation.moves import DROP, PASS, WrittenMove
from ..play.move import Move
from ..play.move_lookup import ambiguous, besides, does_besides, fitting_before, fitting_moves, some_of, written_moves
from ..play.position import Position
from .becoming import changes_of_other, not_that
from .route_text import Route, piece_at, routes_by
from .sentences import listed, sentences


@dataclass(frozen=True, slots=True)
class Why:
    """Whether a move is legal, and why.

    Attributes:
        move: the user's text, or Shadowmate's own if the move is legal.
        legal: whether it is legal.
        reasons: sentences, the most important first.
        routes: every route of the piece to the target, with the blocking pieces.
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
        stated = [route for route in self.routes if self.legal or not route.open]
        return "\n".join([head + reasons, *dict.fromkeys(f"  route {route}" for route in stated)])


def why(position: Position, move: str) -> Why:
    """Whether a move is legal in a position, and the reason, from the rules.

    Args:
        position: the position.
        move: a move with at least its two cells: `PrDd4-Ee5`, `Dd4Ee5`.

    Raises:
        MoveError: if the text has no two cells, or if several legal moves between different cells fit it.
    """
    position = position.begun()
    found = fitting_moves(position.game, position.turn, position.legal_moves(), move)
    if not found:
        return _why_not(position, move)
    first, *others = found
    routes = _routes_by(position, first)
    if not others:
        return Why(str(first), True, _praise(position, first, move), routes)
    if {(each.origin, each.target) for each in others} == {(first.origin, first.target)}:
        return Why(move, False, (_unsaid(found),), routes)
    raise ambiguous(move, found)


def refusal(position: Position, move: str) -> str:
    """What an error reports of a text that denotes no legal move: the reasons from the rules."""
    try:
        reasons = why(position, move).reasons
    except MoveError as error:  # it is not legal either, but the text names no two cells
        ended = position.outcome()
        if ended is not None and not position.legal_moves():
            return f"{move.strip()} is not legal, because the game is over: {ended.text}"
        return str(error)
    return f"{move.strip()} is not legal" + (f": {'; '.join(reasons)}" if reasons else "")


def _unsaid(moves: Sequence[Move]) -> str:
    """What is missing in a text that may mean any of several moves between the same cells."""
    choices = sorted(each.promotion or "none" for each in moves)
    if len(set(choices)) == len(moves):
        return f"the new kind of the piece is missing: ={', '.join(choices)}"
    return f"there are several such moves: {', '.join(sorted(map(str, moves)))}"


def _not_besides(position: Position, moves: Sequence[Move], move: str) -> tuple[str, ...]:
    """Why none of some legal moves does what a text states behind `&`."""
    there = f"there is {some_of(moves)}"
    for part in besides(position.game.moves.plain(move)):
        exact = [each for each in moves if does_besides(each, part)]
        if not exact:
            return (*(_not_with(position, moves, part) or ("the part behind & does not fit",)), there)
        moves = exact
    return (there,)


def _not_with(position: Position, moves: Sequence[Move], part: str) -> tuple[str, ...]:
    """Why none of some moves changes another piece as stated; empty if the part is about something else."""
    one, _, becoming = part.partition("=")
    cell = max((name for name in position.game.vectors if one.endswith(name)), key=len, default=None)
    if not cell or not becoming or len({(move.origin, move.target) for move in moves}) > 1:
        return ()
    if made := changes_of_other(moves, cell):
        return () if becoming in made else (f"{piece_at(position, cell)} becomes {listed(made)}, not {becoming}",)
    return _reasons(position, moves[0].origin, moves[0].target, aide=cell)


def _why_not(position: Position, move: str) -> Why:
    """Why a readable move is not legal."""
    game = position.game
    if others := fitting_before(game, position.turn, position.legal_moves(), move):
        return Why(move, False, _not_besides(position, others, move), ())
    if move.strip() == PASS:
        return Why(move, False, _reasons(position, "", ""), ())
    dropped = next((each for each in game.moves.read(move) if each.origin == DROP), None)
    if dropped is not None:
        kind = game.reader.kinds.get(dropped.piece)
        if kind is None:
            return Why(move, False, ("only a piece of one kind can be dropped",), ())
        return Why(move, False, _reasons(position, "", dropped.target, item=kind), ())
    piece, origin, target, promotion, title = _in_full(position, move)
    standing = position.pieces.get(origin)
    if piece and standing and piece != game.piece_name(standing.kinds):
        return Why(move, False, (f"the piece on {origin} is {piece_at(position, origin)}, not {piece}",), ())
    routes = _routes_to(position, origin, target) if standing and not title else ()
    there = [each for each in position.legal_moves(origin) if each.target == target] if promotion else []
    if promotion and there:
        along = [
            each for each in there if not each.partner
        ]  # changes of pieces by a special move in place need not be written
        reasons = not_that(position, along, promotion) if along else (f"there is {some_of(there)}",)
        return Why(move, False, reasons, routes)
    return Why(move, False, _reasons(position, origin, target, title=title), routes)


def _in_full(position: Position, move: str) -> WrittenMove:
    """A move that is not legal, with the cell from which it starts.

    Raises:
        MoveError: if the text does not determine that cell.
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
    if len({each.origin for each in found}) > 1:  # then pieces with blocked routes are possible
        found = [each for each in found if each.origin in position.pieces and _ends(position, each.origin, each.target)]
        if not found:
            raise MoveError(f"{quoted(move)} is not legal: no piece that this can mean has a route to that cell")
    starts = sorted({each.origin for each in found})
    if len(starts) != 1:
        legal = set(map(str, position.legal_moves()))
        drops = [drop for each in written if (drop := f"{each.piece}{DROP}{each.target}") in legal and not starts]
        if drops:
            raise MoveError(
                f"{quoted(move)} is not legal: no such piece on the board can go there; a drop is written {drops[0]}"
            )
        where = f"it may start from {', '.join(starts)}" if starts else "the mover has no such piece"
        raise MoveError(f"{quoted(move)} is not legal, and {where}; write the piece and its cell")
    return found[0]


def _reasons(
    position: Position,
    origin: str,
    target: str,
    *,
    item: str | None = None,
    title: str | None = None,
    aide: str | None = None,
) -> tuple[str, ...]:
    """The rules' reasons against every move from one cell to another, or against the drop of a kind.

    With a title, against the special move of that name; with an aide, against moves that change the piece on that
    cell, too.
    """
    game, vectors = position.game, position.game.vectors
    cells = vectors.get(origin), vectors.get(target)
    answer = game.reference.why(position.placement(), *cells, item, title, vectors[aide] if aide else None)
    reasons = sentences(answer("because", 3), position)
    reasons += [
        _exposed(position, vector(royal), vector(by), point.number) for _, royal, by, point in answer("exposes", 4)
    ]
    return tuple(dict.fromkeys(reasons))


def _exposed(position: Position, royal: Vector, by: Vector, point: int) -> str:
    """By which route to a point a piece would attack a royal piece."""
    names, routes = position.game.names, position.game.ruleset.routes
    attacker = piece_at(position, names[by])
    if royal in routes.cells_captured(by, point):
        return f"{attacker} captures on {names[royal]} as it goes to {names[add(by, routes.places[point])]}"
    along = sorted(names[cell] for cell in routes.cells_before(by, point))
    way = f"along {', '.join(along)}" if along else "in one step"
    return f"{attacker} reaches {names[royal]} {way}"


def _ends(position: Position, origin: str, target: str) -> set[int]:
    """The points by which routes of the piece on `origin` end on `target`, open or not."""
    game, piece = position.game, position.pieces[origin]
    ends = game.ruleset.routes.ends_from(game.vectors[origin], piece.kinds, piece.army)
    return {point for point, end, _ in ends if end == game.vectors[target]}


def _routes_to(position: Position, origin: str, target: str) -> tuple[Route, ...]:
    game, points, standing = position.game, _ends(position, origin, target), position.pieces.get(target)
    opened = game.reference.open_routes(position.placement(), ((game.vectors[origin], point) for point in points))
    uses = game.ruleset.goes
    if standing is not None:
        is_own = position.commander(standing.army) == position.commander(position.pieces[origin].army)
        uses = game.ruleset.captures_own if is_own else game.ruleset.captures
    return routes_by(position, origin, dict.fromkeys(points, uses), opened)


def _routes_by(position: Position, move: Move) -> tuple[Route, ...]:
    """The routes of a legal move; a special move has none."""
    is_special = not move.origin or move.special in position.game.ruleset.special_names
    return () if is_special else _routes_to(position, move.origin, move.target)


def _praise(position: Position, move: Move, asked: str) -> tuple[str, ...]:
    """The remarks on a legal move: its route, its effects, and why it does not win."""
    after = position.push(move)
    words = _remarks(position, after, move, asked)
    words += ["it gives check"] if after.is_check() else []
    outcome = after.ending()
    return (*words, *([f"it ends the game: {'+'.join(outcome.by) or outcome.reason}"] if outcome else []))


def _remarks(position: Position, after: Position, move: Move, asked: str) -> list[str]:
    """The rules' remarks on a legal move."""
    game = position.game
    wins = [reason for reason in game.ruleset.endings if reason in asked.partition("(")[2]]
    stated = wins or game.ruleset.facts("unassailed", 1) or move.special in game.ruleset.special_names
    if not stated or move.wins:
        return []
    begun = position.begun()
    answer = game.reference.remarks(begun.placement(), game.vectors.get(move.origin), game.engine.term(move), wins)
    return sentences(answer("remark", 3), begun, after)
