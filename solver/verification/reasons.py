"""Why stated play does not reach the goal, in the words of faults."""

from __future__ import annotations

from ..play.position import Position
from ..solving.problem.plays import PLAY_FORMS, Ending
from ..solving.problem.replay import reaches
from ..solving.problem.stipulation import Aim
from .phases import Phase

_ABOUT_THE_OTHER = {Aim.MATE, Aim.STALEMATE, Aim.MATE_OR_STALEMATE, Aim.DOUBLE_STALEMATE, Aim.CHECK}
"""The goals that depend on checks to the other player, or on its moves."""


def unreached(phase: Phase, after: Position) -> str:
    """Why the move that led to a position does not reach the goal, as a sentence whose subject is the move."""
    goal = phase.stipulation.goal
    statement = f"does not reach the goal ({goal.name})"
    outcome = after.outcome()
    if outcome is not None and outcome.winner is not None:
        if goal.aim in (Aim.MATE, Aim.MATE_OR_STALEMATE) and outcome.reason == "checkmate":
            return f"reaches the goal ({goal.name}), but not by the rules of {phase.stipulation}"
        return f"{statement}, because the game is over, {outcome.text}"
    if goal.aim not in _ABOUT_THE_OTHER:
        return statement
    return f"{statement}, because {after.turn} {_check(after)} and {_moves(phase, after)}"


def unforced(phase: Phase, after: Position) -> str:
    """Why the player to move need not reach the goal, or cannot, after a line of play that is to bring it about."""
    goal = phase.stipulation.goal
    replies = after.legal_moves()
    reaching = [move for move in replies if reaches(move, after.push(move), goal)]
    others = [move for move in replies if move not in reaching]
    is_forced = PLAY_FORMS[phase.stipulation.play].ending is Ending.FORCED
    reason = ""
    if not replies:
        reason = f", because {after.turn} has no move"
    elif not reaching:
        reason = f", because no reply of {after.turn} reaches it"
    elif is_forced and others:
        reason = f", because {after.turn} can reply {phase.spelling.written(after, str(others[0]))}"
    return f"does not {'force' if is_forced else 'reach'} the goal ({goal.name}){reason}"


def without_moves(after: Position) -> str:
    """That the player to move has no move, if so; else nothing."""
    return "" if after.legal_moves() else f", because {after.turn} {_check(after)} and has no move"


def _check(position: Position) -> str:
    return "is in check" if position.is_check() else "is not in check"


def _moves(phase: Phase, after: Position) -> str:
    replies = after.legal_moves()
    return f"can reply {phase.spelling.written(after, str(replies[0]))}" if replies else "has no move"
