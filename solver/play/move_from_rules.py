"""From the rules' description of a legal move to a `Move`: the same for every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..asp.ruleset import Ruleset
from ..errors import RulesError
from .move import Change, Code, Move
from .piece import Piece


@dataclass(slots=True)
class MoveFacts:
    """The rules' description of a legal move. Cells are names.

    Attributes:
        code: the engine's own reference to the move.
        origin, target: where it starts and ends; "" if nowhere.
        special: its name in the rules, if it has one.
        removed: the cells of the pieces that it captures.
        carried: other pieces that it moves: from where, and to where.
        remade: the pieces whose kinds or army change, by the cells where they end.
        halts: where the mover ends, if that is not the target.
        perishes: whether the mover is removed.
        dropped: the kinds of a piece that comes from a store.
        chosen: whether the last attribute of the move was a choice.
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


def made_move(ruleset: Ruleset, pieces: Mapping[str, Piece], facts: MoveFacts, wins: str | None = None) -> Move:
    """The move that the rules describe.

    Args:
        ruleset: the rules.
        pieces: the pieces on the cells that the move concerns.
        stated: the description.
        wins: the reason for which it wins (`reason_of`), if it does.
    """
    origin, target = facts.origin, facts.target
    mover = pieces[origin] if origin else None
    piece = ruleset.piece_name(mover.kinds if mover else facts.dropped)
    captures = tuple(sorted(facts.removed))
    if not (facts.carried or facts.remade or facts.halts or facts.perishes):
        return Move(origin, target, piece, captures, None, facts.special, wins=wins, code=facts.code)
    gone = target in facts.removed or any(start == target for start, _ in facts.carried)
    other = pieces.get(target) if facts.halts and not gone else None
    arrived = captures if other else (*captures, target)
    return Move(
        origin,
        target,
        piece,
        captures,
        None if other else _promotion(ruleset, mover, facts),
        facts.special,
        _changes(ruleset, pieces, facts, arrived),
        ruleset.piece_name(other.kinds) if other else None,
        wins,
        code=facts.code,
    )


def _promotion(ruleset: Ruleset, mover: Piece | None, facts: MoveFacts) -> str | None:
    if facts.perishes:
        return "none"
    new = facts.remade.get(facts.halts or facts.target)
    # A piece that becomes the same kind has not changed, unless there was a choice.
    if new is None or (new == mover and not facts.chosen):
        return None
    name = ruleset.piece_name(new.kinds)
    return name if mover is None or new.army == mover.army else f"{new.army} {name}"


def _changes(
    ruleset: Ruleset, pieces: Mapping[str, Piece], facts: MoveFacts, arrived: Sequence[str]
) -> tuple[Change, ...]:
    after: dict[str, Piece | None] = {}
    for start, end in facts.carried:
        after.setdefault(start, None)
        after[end] = pieces[start]
    after.update(facts.remade)
    # A piece that enters where another leaves is a change, also if it is of the same kind.
    left = {facts.origin if not facts.halts else "", *(start for start, _ in facts.carried)}

    def named(piece: Piece | None) -> str | None:
        return None if piece is None else f"{piece.army} {ruleset.piece_name(piece.kinds)}"

    return tuple(
        Change(cell, named(pieces.get(cell)), named(piece))
        for cell, piece in sorted(after.items(), key=lambda each: each[0])
        if cell not in arrived
        and (piece != pieces.get(cell) or cell in left & facts.remade.keys())
        and (cell != facts.origin or piece)
    )


def reason_of(ruleset: Ruleset, turn: str, decided: Iterable[Sequence[str]]) -> str | None:
    """The reason for which a move wins, with the winner if another player than the mover wins, or `both` if both do for
    one reason; None if it does not win.

    Args:
        ruleset: the rules.
        turn: the player to move.
        decided: the players that win by it, each with a reason.

    Raises:
        RulesError: if several players win.
    """
    players, reasons = set[str](), set[str]()
    for player, reason in decided:
        players.add(player)
        reasons.add(reason)
    if not players:
        return None
    if len(players) > 1 and ruleset.names("drawn_if_both").isdisjoint(reasons):
        raise RulesError(f"the rules of {ruleset.name} have a move win for {' and '.join(sorted(players))}")
    name = "+".join(sorted(reasons))
    return name if players == {turn} else f"{players.pop() if len(players) == 1 else 'both'} {name}"


class Hidden(NamedTuple):
    """The difference between a move and others with the same text.

    Attributes:
        unseen: its effects that cannot be seen on the board.
        choices: its choices, and its use if that is the game's own, as they are written.
    """

    unseen: tuple[str, ...]
    choices: Sequence[str]


def by_text(ruleset: Ruleset, moves: Sequence[Move], hidden: Callable[[Move], Hidden]) -> dict[str, Move]:
    """Some moves by their text, in its order, each once.

    Args:
        ruleset: the rules.
        moves: all moves of a position.
        hidden: returns the difference between a move and others with the same text.

    Raises:
        RulesError: if two moves differ, but their texts do not.
    """
    found = {move.text: move for move in moves}
    if len(found) < len(moves):
        found = {move.text: move for move in _distinguished(ruleset, moves, hidden)}
    return dict(sorted(found.items()))


def _distinguished(ruleset: Ruleset, moves: Sequence[Move], hidden: Callable[[Move], Hidden]) -> list[Move]:
    """The moves, with their choices in the text where other moves look the same."""
    alike: dict[str, list[Move]] = {}
    for move in moves:
        alike.setdefault(move.text, []).append(move)
    facts = list[Move]()
    for name, some in alike.items():
        if len(some) == 1:
            facts += some
            continue
        different = {(move, *sorted(hidden(move).unseen)): move for move in some}
        if len(different) == 1:
            facts.append(some[0])
            continue
        choices = [hidden(move).choices for move in different.values()]
        same = set(choices[0]).intersection(*choices)
        chosen = ["&".join(each for each in some if each not in same) for some in choices]
        if len(set(chosen)) < len(chosen):
            raise RulesError(f"the rules of {ruleset.name} have two moves with the text {name} and the same choices")
        facts += (replace(move, chosen=words) for move, words in zip(different.values(), chosen, strict=True))
    return facts
