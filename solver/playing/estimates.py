"""What kinds are worth by the results of games: how much the odds of winning grow with a piece more.

A logistic regression of results on material. Positions of a game depend on each other, so the errors are those of
games, not of positions (the cluster-robust, or sandwich, estimate: Liang and Zeger, Biometrika 73, 1986).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..compiled.compile.store_items import HAND
from ..play.position import Position
from .self_play import Played

_CAUTION = 0.5
"""How sure it is before any game that a piece makes no difference: as sure as so many games would make it."""

_ROUNDS = 50
_ENOUGH = 3
"""Of fewer games in which the players did not have the same number of a kind nothing is said."""

_Reals = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a kind is worth.

    Attributes:
        kind: its abbreviation, of a piece of several kinds joined by `+`.
        value: by how much a piece more raises the logarithm of the odds of winning.
        error: the standard error of that.
        games: in how many games the players did not have the same number of them for a while.
    """

    kind: str
    value: float
    error: float
    games: int

    def as_json(self) -> dict[str, Any]:
        """The estimate as documented for `--json`."""
        return {"kind": self.kind, "value": self.value, "error": self.error, "games": self.games}


def estimates(games: Sequence[Played]) -> list[Estimate]:
    """What kinds are worth by the results of games, the most first; kinds of which there is too little to see left out.

    Only positions count in which nothing has just been captured, and nothing is captured next; and games that ended.
    """
    rows = [(number, row, result) for number, game in enumerate(games) for row, result in _rows(game)]
    seen = Counter(kind for kind, _ in {(kind, number) for number, row, _ in rows for kind in row})
    kinds = sorted(kind for kind, count in seen.items() if count >= _ENOUGH)
    if not kinds:
        return []
    of_game = np.array([number for number, _, _ in rows])
    weights = 1 / np.bincount(of_game)[of_game]
    material = np.array([[row.get(kind, 0.0) for kind in kinds] for _, row, _ in rows])
    values, errors = _fitted(material, np.array([result for *_, result in rows]), weights, of_game)
    found = [
        Estimate(kind, round(float(value), 4), round(float(error), 4), seen[kind])
        for kind, value, error in zip(kinds, values, errors, strict=True)
    ]
    return sorted(found, key=lambda each: -each.value)


def _rows(game: Played) -> list[tuple[dict[str, float], float]]:
    """For quiet positions and each player what it has more than the others have on the mean, and its result."""
    if game.outcome is None:
        return []
    found = []
    players = game.positions[0].game.ruleset.players
    captures = [bool(move.captures) for move in game.moves]
    for number, position in enumerate(game.positions[:-1]):
        if captures[number] or (number and captures[number - 1]):
            continue
        have = {player: _material(position, player) for player in players}
        for player in players:
            others = [have[each] for each in players if each != player]
            lead = {
                kind: have[player][kind] - sum(each[kind] for each in others) / len(others)
                for kind in set().union(*have.values())
            }
            winner = game.outcome.winner
            result = 1 / len(players) if winner is None else float(winner == player)
            found.append(({kind: by for kind, by in lead.items() if by}, result))
    return found


def _material(position: Position, player: str) -> Counter[str]:
    """How many pieces of each kind a player has, on the board and in its hand, royal ones apart."""
    game = position.game
    found: Counter[str] = Counter()
    for piece in position.pieces.values():
        if position.commander(piece.army) == player and not game.ruleset.royal.intersection(piece.kinds):
            found[game.piece_name(piece.kinds)] += 1
    for store, kind, count in position.stores:
        if store == f"{HAND} {player}":
            found[game.piece_name((kind,))] += count
    return found


def _fitted(material: _Reals, results: _Reals, weights: _Reals, of_game: NDArray[Any]) -> tuple[_Reals, _Reals]:
    """The values of kinds by which results are likeliest, and their errors."""
    values = np.zeros(material.shape[1])
    bread: _Reals = np.eye(len(values))
    for _ in range(_ROUNDS):
        chances = 1 / (1 + np.exp(-material @ values))
        gradient = material.T @ (weights * (results - chances)) - _CAUTION * values
        curvature = (material * (weights * chances * (1 - chances))[:, None]).T @ material
        bread = np.linalg.inv(curvature + _CAUTION * np.eye(len(values)))
        step = bread @ gradient
        values += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    scores = np.zeros((int(of_game.max()) + 1, len(values)))
    chances = 1 / (1 + np.exp(-material @ values))
    np.add.at(scores, of_game, material * (weights * (results - chances))[:, None])
    return values, np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread))
