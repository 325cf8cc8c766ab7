"""What an engine says of a position, turned into moves, checks and outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clingo import Symbol

from ..asp.session import Answer
from ..asp.terms import text, vector
from ..errors import RulesError
from .game import Game
from .move import Move
from .piece import Piece

State: TypeAlias = tuple[tuple[str, str], ...]
"""What else belongs to a position: names and cells, such as ("castle", "Aa1")."""


@dataclass(frozen=True, slots=True)
class Check:
    """A royal piece under attack.

    Attributes:
        checker: the cell of the attacking piece.
        royal: the cell of the royal piece.
        along: for each open route, the cells that it passes through.
    """

    checker: str
    royal: str
    along: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: `checkmate`, `stalemate`, `repetition`, ...; and who has won, if anyone."""

    reason: str
    winner: str | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine says of a position.

    Attributes:
        moves: the legal moves, sorted.
        by_text: the same by what is written.
        checks: attacks on royal pieces of the player to move.
        outcome: how the game has ended, if it has.
        same: what of the state counts when positions are compared for repetition.
    """

    moves: tuple[Move, ...]
    by_text: dict[str, Move]
    checks: tuple[Check, ...]
    outcome: Outcome | None
    same: State


def read_analysis(game: Game, pieces: Mapping[str, Piece], answer: Answer) -> Analysis:
    """Turn an engine's answer about the position of some pieces into an analysis.

    Raises:
        RulesError: if two moves are written alike.
    """
    by_text: dict[str, Move] = {}
    for move in read_moves(game, pieces, answer):
        same = by_text.setdefault(str(move), move)
        if same is not move:
            raise RulesError(f"the rules of {game.name} have two moves that are written {move}")
    reasons = [text(reason) for (reason,) in answer("outcome", 1)]
    winners = [str(player) for (player,) in answer("winner", 1)]
    return Analysis(
        tuple(by_text[name] for name in sorted(by_text)),
        by_text,
        _checks(game, answer),
        Outcome(reasons[0], winners[0] if winners else None) if reasons else None,
        tuple(sorted((str(name), game.names_by_symbol[cell]) for name, cell in answer("same", 2))),
    )


def read_moves(
    game: Game, pieces: Mapping[str, Piece], atoms: Callable[[str, int], list[Sequence[Symbol]]]
) -> Iterator[Move]:
    """The legal moves among the atoms derived from a position, given its pieces by cell."""
    names = game.names_by_symbol
    removed = {move: names[cell] for move, cell in atoms("removes", 2)}
    special = {move: text(name) for move, name in atoms("special", 2)}
    standing = {cell: game.piece_name(piece.kinds) for cell, piece in pieces.items()}
    partners = {
        move: (standing[names[origin]], names[origin], names[target]) for move, origin, target in atoms("carries", 3)
    }
    for move, origin, target, choice in atoms("legal", 4):
        yield Move(
            names[origin],
            names[target],
            standing[names[origin]],
            removed.get(move),
            game.choice_name(choice),
            special.get(move),
            partners.get(move),
            (move, choice),
        )


def _checks(game: Game, answer: Answer) -> tuple[Check, ...]:
    routes: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for checker, royal, point in answer("gives_check", 3):
        passed = game.ruleset.routes.cells_before(vector(checker), point.number)
        key = (game.names[vector(checker)], game.names[vector(royal)])
        routes.setdefault(key, []).append(tuple(sorted(game.names[cell] for cell in passed)))
    return tuple(Check(*key, tuple(sorted(set(along)))) for key, along in sorted(routes.items()))
