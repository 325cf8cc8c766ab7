"""Changed mates: defences that another move answers after the key than in the set play or after a try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...play.game import Game
from .kind import Kind
from .play import Node, Play


@dataclass(frozen=True, slots=True)
class Change:
    """A defence that is met in another way after the key.

    Attributes:
        defence: the defence.
        attempt: the try after which it was met so; None if in the set play.
        before: what met it there: of several moves, each.
        after: what meets it after the key.
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

    A defence that does not meet the threat is none. A man that the first move has moved is the same man: where it goes
    to the same cell as without that move, nothing is changed.

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
            if after and not men(game, before, attempt) & men(game, after, key):
                mates = all((*before.values(), *after.values()))
                yield Change(defence, attempt, tuple(before), tuple(after), mates)


def _answers(play: Play, start: Node) -> dict[str, dict[str, bool]]:
    """By defence what answers it, and whether that reaches the goal; without those that a threat meets."""
    passed = [node for _, node, _ in play.moves(start, Kind.PASS)]
    threats = {move for node in passed for move, *_ in play.moves(node, Kind.THREAT, Kind.ATTACK, Kind.DUAL)}
    found = {}
    for defence, node, _ in play.moves(start, Kind.SET, Kind.DEFENCE):
        met = {move: reached for move, _, reached in play.moves(node, Kind.ATTACK, Kind.DUAL)}
        if met and not threats & met.keys():
            found[defence] = met
    return found


def men(game: Game, moves: dict[str, bool], first: str | None) -> set[tuple[str, str, str | None]]:
    """Which men some moves move, by the cell where each stood before the first move, where to, and what they become."""
    moved = {target: origin for origin, target, _ in _parts(game, first or "")}
    parts = (part for move in moves for part in _parts(game, move))
    return {(moved.get(origin, origin), target, kind) for origin, target, kind in parts}


def _parts(game: Game, move: str) -> Iterator[tuple[str, str, str | None]]:
    """A move as Shadowmate writes it: from where, to where, and what it becomes; then of a partner the same."""
    for part in move.split("&"):
        for read in game.moves.read(part):
            if read.origin in game.vectors:
                yield read.origin, read.target, read.promotion
                break
