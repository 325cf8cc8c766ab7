"""Moves and passes by the reference engine, and its answers about goals, as a checker needs them."""

from __future__ import annotations

from ...play.move import Move
from ...play.placement import Placement
from ...play.position import Position
from .plays import PLAY_FORMS, Obliged
from .stipulation import Aim, Goal, Stipulation


def is_over(position: Position) -> bool:
    """Whether the game is won, so that no more moves are made even if some are legal."""
    outcome = position.outcome()
    return outcome is not None and outcome.winner is not None


def out(position: Position) -> frozenset[str]:
    """The players that are eliminated when the turn has begun."""
    begun = position.begun()
    return frozenset(player for player in begun.game.ruleset.players if begun.commander(player) != player)


def pass_turn(position: Position) -> Position:
    """The position after a pass of the player to move, which changes nothing by the rules."""
    now = position.placement()
    after = position.game.engine.passed(now)
    return Position.of(position.game, Placement(now.pieces, after.turn, after.state, stores=now.stores))


def reaches(move: Move, after: Position, goal: Goal) -> bool:
    """Whether a move that led to the position `after` has reached a goal."""
    match goal.aim:
        case Aim.CAPTURE:
            return bool(move.captures)
        case Aim.TARGET:
            return goal.cell in move.arrivals
        case Aim.CHECK:
            return after.is_check()
        case Aim.ANY:
            return True
        case Aim.EN_PASSANT | Aim.CASTLING:
            return move.special == goal.aim.called
        case Aim.AUTOSTALEMATE:
            return not is_over(after) and _is_stalemated_too(after)
        case Aim.DOUBLE_STALEMATE:
            return _ended(after) == "stalemate" and _is_stalemated_too(after)
    outcome = after.outcome()
    if outcome is None:
        return False
    if goal.aim is Aim.WIN:
        players = after.game.ruleset.players
        own = outcome.winner == players[players.index(after.turn) - 1]
        return own and goal.reason in (None, *outcome.by)
    return outcome.reason in _ENDS[goal.aim]


def forced_at_once(position: Position, stipulation: Stipulation) -> Move | None:
    """A move by which the first player of reflex play reaches the goal itself at the start: it must, and has failed."""
    if PLAY_FORMS[stipulation.play].obliged is not Obliged.BOTH or stipulation.half:
        return None
    goal = stipulation.goal
    return next((move for move in position.legal_moves() if reaches(move, position.push(move), goal)), None)


_ENDS = {
    Aim.MATE: ("checkmate",),
    Aim.STALEMATE: ("stalemate",),
    Aim.MATE_OR_STALEMATE: ("checkmate", "stalemate"),
}


def _ended(position: Position) -> str | None:
    outcome = position.outcome()
    return outcome.reason if outcome else None


def _is_stalemated_too(position: Position) -> bool:
    """Whether the other player would be stalemated if the player to move, which is not in check, passed."""
    return not position.is_check() and _ended(pass_turn(position)) == "stalemate"
