"""Statistics of games for inventors: their length, results, special rules, and values of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from ..asp.terms import text
from ..compiled.engine_choice import compiled_game, engine_of
from ..play.game import Game
from ..play.move import Move
from .estimates import Estimate, estimates
from .self_play import Played

CAPTURE, PROMOTION, UNFINISHED = "capture", "promotion", "unfinished"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """How often a rule mattered.

    Attributes:
        name: the rule's name, such as `castling`.
        times: the number of moves or events.
        games: the number of games with them.
    """

    name: str
    times: int
    games: int

    def as_json(self) -> dict[str, Any]:
        """What is counted, as documented for `--json`."""
        return {"rule": self.name, "times": self.times, "games": self.games}


@dataclass(frozen=True, slots=True)
class Report:
    """Statistics of games.

    Attributes:
        games: the number of games.
        lengths: the number of moves of all players in each, random first moves included.
        branching: the mean number of legal moves in a position.
        won: the number of games that each player has won.
        ends: the number of games that ended for each reason, `unfinished` if they did not.
        rules: how often special rules mattered, including those that never did.
        promotions: how often which kind became which.
        values: the values of kinds, from the results.
    """

    games: int
    lengths: tuple[int, ...]
    branching: float
    won: dict[str, int]
    ends: dict[str, int]
    rules: tuple[Occurrence, ...]
    promotions: dict[str, int]
    values: tuple[Estimate, ...]

    @property
    def drawn(self) -> int:
        """The number of games that ended without a winner."""
        return self.games - sum(self.won.values()) - self.ends.get(UNFINISHED, 0)

    def as_json(self) -> dict[str, Any]:
        """The report as documented for `--json`."""
        return {
            "games": self.games,
            "length": {
                "mean": round(mean(self.lengths), 1), "median": median(self.lengths),
                "least": min(self.lengths), "most": max(self.lengths),
            } if self.lengths else None,
            "branching": round(self.branching, 1),
            "won": self.won,
            "drawn": self.drawn,
            "ends": self.ends,
            "rules": [each.as_json() for each in self.rules],
            "promotions": self.promotions,
            "values": [each.as_json() for each in self.values],
        }  # fmt: skip


def report(game: Game, games: Sequence[Played]) -> Report:
    """The statistics of games of a game."""
    times, seen, ends, promotions = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    won = dict.fromkeys(game.ruleset.players, 0)
    for each in games:
        happened = Counter(name for move in (*each.opening, *each.moves) for name in _names(move))
        happened.update(event.name for position in each.positions for event in position.events())
        times += happened
        seen.update(happened.keys())
        promotions.update(
            f"{move.piece}={move.promotion}" for move in (*each.opening, *each.moves) if _is_promotion(move)
        )
        outcome = each.outcome
        ends[outcome.reason if outcome else UNFINISHED] += 1
        if outcome and outcome.winner:
            won[outcome.winner] += 1
    rules = dict.fromkeys([CAPTURE, PROMOTION, *sorted(_titles(game)), *sorted(times)])
    choices = [len(position.legal_moves()) for each in games for position in each.positions if not position.outcome()]
    return Report(
        len(games),
        tuple(len(each.opening) + len(each.moves) for each in games),
        mean(choices) if choices else 0.0,
        won,
        dict(ends.most_common()),
        tuple(Occurrence(name, times[name], seen[name]) for name in rules),
        dict(promotions.most_common()),
        tuple(estimates(games)),
    )


def _is_promotion(move: Move) -> bool:
    """Whether the piece becomes another kind; a drop may name the kind that the piece has."""
    return move.promotion not in (None, move.piece)


def _names(move: Move) -> list[str]:
    """The special rules in a move."""
    found = [CAPTURE] if move.captures else []
    found += [PROMOTION] if _is_promotion(move) else []
    found += [move.special] if move.special else []
    return found + ([f"win by {move.wins}"] if move.wins else [])


def _titles(game: Game) -> set[str]:
    """The rules' names of special moves that the game has, and of events."""
    engine = engine_of(compiled_game(game))
    effects, found = engine.effects, set()
    for symbol in game.ruleset.facts("title", 2):
        ways = [way for way, use in effects.uses.items() if use == symbol.arguments[0]]
        if not ways or any(effects.arrives(way, piece) for way in ways for piece in engine.types):
            found.add(text(symbol.arguments[1]))
    return found
