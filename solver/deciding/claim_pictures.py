"""What shows why a claim is so: the position it names, or the counterexample that was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clingo import Symbol, SymbolType

from ..api.game_objects import Game, Position
from ..asp.terms import is_vector, vector
from ..explain.marks import Marks, marks
from ..play.piece import Piece
from .decide import Decided


def shown(result: Decided) -> tuple[Position, Marks] | None:
    """The position to be shown for a claim, and what to point out there; None if there is nothing to see."""
    if result.picture:
        return result.picture
    for found in result.found.values():
        picture = _of_counterexample(result.game, found.counterexample)
        if picture:
            return picture
    return None


def _of_counterexample(game: Game, arguments: Sequence[Symbol]) -> tuple[Position, Marks] | None:
    """The men and cells of a counterexample; of the first man, how far he reaches."""
    cells = {game.names.get(vector(cell)) for term in _terms(arguments) for cell in _cells(term, "at")}
    noted = frozenset(cell for cell in cells if cell)
    pieces: dict[str, Piece] = {}
    for term in _terms(arguments):
        for cell in _cells(term, "piece"):
            name, kind, army = game.names.get(vector(cell)), str(term.arguments[1]), str(term.arguments[2])
            if name and kind in game.ruleset.abbreviations and army in game.ruleset.names("army"):
                pieces[name] = Piece((kind,), army)
    if not pieces and not noted:
        return None
    position = Position(game, pieces, game.ruleset.players[0])
    found = marks(position, next(iter(pieces))) if pieces else Marks()
    return position, replace(found, noted=noted)


def _cells(term: Symbol, name: str) -> Iterator[Symbol]:
    """The cell that a term `at(Cell)` or `piece(Cell,Kind,Army)` is about."""
    if term.match(name, {"at": 1, "piece": 3}[name]) and is_vector(term.arguments[0]):
        yield term.arguments[0]


def _terms(arguments: Sequence[Symbol]) -> Iterator[Symbol]:
    """All terms, and those within tuples."""
    for term in arguments:
        yield term
        if term.type == SymbolType.Function and not term.name:
            yield from _terms(term.arguments)
