"""Changed mates: defences with another answer after the key than in the set play or after a try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...play.game import Game
from .kind import Kind
from .play import Node, Play


@dataclass(frozen=True, slots=True)
class Change:
    """A defence with another answer after the key.

    Attributes:
        defence: the defence.
        attempt: the try of the other phase; None for the set play.
        before: the answers in that phase.
        after: the answers after the key.
        mates: whether all these moves reach the goal.
    """

    defence: str
    attempt: str | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    mates: bool

    def as_json(self) -> dict[str, Any]:
        """The change as documented for `--json`."""
        return {"defence": self.defence, "try": self.attempt, "before": list(self.before), "after": list(self.after)}


def changes(game: Game, play: Play, key: str) -> Iterator[Change]:
    """The changes from the set play and the tries to a key, where the attacker's moves reach the goal.

    A defence that does not parry the threat is not included. A piece that the first move has moved is the same
    piece: if it goes to the same cell as without that move, nothing has changed.

    Args:
        game: the game.
        play: the play of a solution.
        key: the key.
    """
    actual = _answers(play, next(after for move, after, _ in play.moves(play.root, Kind.KEY) if move == key))
    set_play = ((None, after) for _, after, _ in play.moves(play.root, Kind.PASS))
    tries = ((move, after) for move, after, _ in play.moves(play.root, Kind.TRY))
    for attempt, start in (*set_play, *tries):
        for defence, before in _answers(play, start).items():
            after = actual.get(defence, {})
            if after and not pieces(game, before, attempt) & pieces(game, after, key):
                mates = all((*before.values(), *after.values()))
                yield Change(defence, attempt, tuple(before), tuple(after), mates)


def _answers(play: Play, start: Node) -> dict[str, dict[str, bool]]:
    """The answers to each defence, and whether they reach the goal; without defences that a threat answers."""
    # Other play may come to the first position of the set play, and have threats there.
    is_set = any(node is start for _, node, _ in play.moves(play.root, Kind.PASS))
    passed = [] if is_set else [node for _, node, _ in play.moves(start, Kind.PASS)]
    threats = {move for node in passed for move, *_ in play.moves(node, Kind.THREAT, Kind.ATTACK, Kind.DUAL)}
    found = {}
    for defence, node, _ in play.moves(start, Kind.SET, Kind.DEFENCE):
        met = {move: reached for move, _, reached in play.moves(node, Kind.ATTACK, Kind.DUAL)}
        if met and not threats & met.keys():
            found[defence] = met
    return found


def pieces(game: Game, moves: dict[str, bool], first: str | None) -> set[tuple[str, str, str | None]]:
    """The pieces that some moves move, by their cell before the first move, with their targets and what they
    become.
    """
    moved = {target: origin for origin, target, _ in _parts(game, first or "")}
    parts = (part for move in moves for part in _parts(game, move))
    return {(moved.get(origin, origin), target, kind) for origin, target, kind in parts}


def _parts(game: Game, move: str) -> Iterator[tuple[str, str, str | None]]:
    """The parts of a move's text: origin, target, and what the piece becomes; then the same for a partner."""
    for part in move.split("&"):
        for read in game.moves.read(part):
            if read.origin in game.vectors:
                yield read.origin, read.target, read.promotion
                break
