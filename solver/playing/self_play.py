"""Games that are played to their end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from ..play.engine import Outcome
from ..play.long_games import pushed
from ..play.move import Move
from ..play.position import Position
from .player import Player, Strength

Chooser = Callable[[Position], Move | str]
"""Chooses a legal move of a position."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played.

    Attributes:
        strength: how far the player looks ahead; it plays for all sides.
        seconds: time limit for a move; None for no limit.
        nodes: the largest number of positions for a move; None for no limit.
        opening: the number of random moves of all players at the start, so that games differ.
        plies: the largest number of moves of all players in a game.
        seed: the seed of the random moves.
    """

    strength: Strength
    seconds: float | None
    nodes: int | None
    opening: int
    plies: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game.

    Attributes:
        number: its number for the seed.
        positions: its positions, the last one included, without those of the random moves.
        moves: the moves between them.
        opening: the random moves before.
        outcome: how it ended; None if it did not.
    """

    number: int
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    opening: tuple[Move, ...]
    outcome: Outcome | None


def by_lot(lot: random.Random) -> Chooser:
    """A player that makes any legal move."""
    return lambda position: lot.choice(position.legal_moves())


def played(start: Position, choosers: dict[str, Chooser], plies: int) -> Iterator[tuple[Move, Position]]:
    """The moves of a game, and the positions after them, until it ends or has the largest number of moves."""
    now = start
    for _ in range(plies):
        if now.outcome():
            return
        move, now = pushed(now, str(choosers[now.turn](now)))
        yield move, now


def play_game(start: Position, manner: Manner, number: int, stop: Callable[[], bool] = lambda: False) -> Played | None:
    """Have the player play a game against itself.

    Args:
        start: the first position.
        manner: how it is played.
        number: its number for the seed; the same number is the same game, if there is no time limit.
        stop: returns True to abandon the game; then the result is None.
    """
    players = start.game.ruleset.players
    lot = random.Random(f"{manner.seed}/{number}")
    opening = list(played(start, dict.fromkeys(players, by_lot(lot)), manner.opening))
    first = opening[-1][1] if opening else start
    player = Player(start.game, manner.strength, manner.seconds, manner.nodes)
    rest = []

    def chooser(now: Position) -> Move:
        return player.choose(now, stop).move

    for each in played(first, dict.fromkeys(players, chooser), manner.plies - len(opening)):
        if stop():
            return None
        rest.append(each)
    positions = (first, *(after for _, after in rest))
    moves = tuple(move for move, _ in rest)
    return Played(number, positions, moves, tuple(move for move, _ in opening), positions[-1].outcome())


def play_games(start: Position, manner: Manner, count: int, jobs: int, stop: Callable[[], bool]) -> Iterator[Played]:
    """Have the player play games against itself, and yield each as it ends; none is started once `stop` returns
    True.
    """

    def play(number: int) -> Played | None:
        return None if stop() else play_game(start, manner, number)

    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(play, number) for number in range(count)]
        try:
            for each in as_completed(running):
                if (found := each.result()) is not None:
                    yield found
        finally:
            for each in running:
                each.cancel()
