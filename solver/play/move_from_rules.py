"""From what the rules say of a legal move to the move: the same for every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..asp.ruleset import Ruleset
from ..errors import RulesError
from .move import Change, Code, Move
from .piece import Piece


@dataclass(slots=True)
class Told:
    """What the rules say of a legal move. Cells are names.

    Attributes:
        code: how the engine knows the move.
        origin, target: where it starts and ends; "" if nowhere.
        special: what the rules call it, if they have a name for it.
        removed: the cells of the pieces that it captures.
        carried: other pieces that it moves: from where, and to where.
        remade: the pieces that are of other kinds or of another army afterwards, by the cells where they end.
        halts: where the mover ends, if that is not the target.
        perishes: whether the mover is gone afterwards.
        dropped: the kinds of a piece that comes from a store.
        chosen: whether the last thing to be said of the move was a choice.
    """

    code: Code
    origin: str
    target: str
    special: str | None = None
    removed: Sequence[str] = ()
    carried: Sequence[tuple[str, str]] = ()
    remade: dict[str, Piece] = field(default_factory=dict)
    halts: str | None = None
    perishes: bool = False
    dropped: Sequence[str] = ()
    chosen: bool = False


def made_move(ruleset: Ruleset, pieces: Mapping[str, Piece], told: Told, wins: str | None = None) -> Move:
    """The move of which the rules say something.

    Args:
        ruleset: the rules.
        pieces: the pieces on the cells that the move has to do with.
        told: what the rules say of it.
        wins: for what it wins the game (`reason_of`), if it does.
    """
    origin, target = told.origin, told.target
    mover = pieces[origin] if origin else None
    piece = ruleset.piece_name(mover.kinds if mover else told.dropped)
    captures = tuple(sorted(told.removed))
    if not (told.carried or told.remade or told.halts or told.perishes):
        return Move(origin, target, piece, captures, None, told.special, wins=wins, code=told.code)
    gone = target in told.removed or any(start == target for start, _ in told.carried)
    other = pieces.get(target) if told.halts and not gone else None
    arrived = captures if other else (*captures, target)
    return Move(
        origin,
        target,
        piece,
        captures,
        None if other else _promotion(ruleset, mover, told),
        told.special,
        _changes(ruleset, pieces, told, arrived),
        ruleset.piece_name(other.kinds) if other else None,
        wins,
        code=told.code,
    )


def _promotion(ruleset: Ruleset, mover: Piece | None, told: Told) -> str | None:
    if told.perishes:
        return "none"
    new = told.remade.get(told.halts or told.target)
    # A piece that becomes what it is has not changed, unless there was a choice what to become.
    if new is None or (new == mover and not told.chosen):
        return None
    name = ruleset.piece_name(new.kinds)
    return name if mover is None or new.army == mover.army else f"{new.army} {name}"


def _changes(ruleset: Ruleset, pieces: Mapping[str, Piece], told: Told, arrived: Sequence[str]) -> tuple[Change, ...]:
    after: dict[str, Piece | None] = {}
    for start, end in told.carried:
        after.setdefault(start, None)
        after[end] = pieces[start]
    after.update(told.remade)

    def named(piece: Piece | None) -> str | None:
        return None if piece is None else f"{piece.army} {ruleset.piece_name(piece.kinds)}"

    return tuple(
        Change(cell, named(pieces.get(cell)), named(piece))
        for cell, piece in sorted(after.items(), key=lambda each: each[0])
        if cell not in arrived and piece != pieces.get(cell) and (cell != told.origin or piece)
    )


def reason_of(ruleset: Ruleset, turn: str, decided: Iterable[Sequence[str]]) -> str | None:
    """For what a move wins, with the winner if that is another than who makes it; None if it does not.

    Args:
        ruleset: the rules.
        turn: the player to move.
        decided: the players who win by it, each with a reason.

    Raises:
        RulesError: if several players win.
    """
    players, reasons = set[str](), set[str]()
    for player, reason in decided:
        players.add(player)
        reasons.add(reason)
    if not players:
        return None
    if len(players) > 1:
        raise RulesError(f"the rules of {ruleset.name} have a move win for {' and '.join(sorted(players))}")
    name = "+".join(sorted(reasons))
    return name if players == {turn} else f"{players.pop()} {name}"


class Hidden(NamedTuple):
    """What tells a move from others that look like it.

    Attributes:
        unseen: what it does that cannot be seen on the board.
        choices: its choices, and its use if that is the game's own, as they are written.
    """

    unseen: tuple[str, ...]
    choices: Sequence[str]


def by_text(ruleset: Ruleset, moves: Sequence[Move], hidden: Callable[[Move], Hidden]) -> dict[str, Move]:
    """Some moves by what is written, in that order, each once.

    Args:
        ruleset: the rules.
        moves: all moves of a position.
        hidden: what tells a move from others that look like it.

    Raises:
        RulesError: if two moves differ, and nothing that is written tells them apart.
    """
    found = {move.text: move for move in moves}
    if len(found) < len(moves):
        found = {move.text: move for move in _told_apart(ruleset, moves, hidden)}
    return dict(sorted(found.items()))


def _told_apart(ruleset: Ruleset, moves: Sequence[Move], hidden: Callable[[Move], Hidden]) -> list[Move]:
    """Moves that look alike and are not the same with the choices by which they differ; others as they are."""
    alike: dict[str, list[Move]] = {}
    for move in moves:
        alike.setdefault(move.text, []).append(move)
    told = list[Move]()
    for name, some in alike.items():
        if len(some) == 1:
            told += some
            continue
        different = {(move, *sorted(hidden(move).unseen)): move for move in some}
        if len(different) == 1:
            told.append(some[0])
            continue
        choices = [hidden(move).choices for move in different.values()]
        same = set(choices[0]).intersection(*choices)
        chosen = ["&".join(each for each in some if each not in same) for some in choices]
        if len(set(chosen)) < len(chosen):
            raise RulesError(f"the rules of {ruleset.name} have two moves that are written {name}, by the same choices")
        told += (replace(move, chosen=words) for move, words in zip(different.values(), chosen, strict=True))
    return told
