"""clingo's search for positions: one after another, or ever better ones with a bound that nears them from below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from clingo import Control, Model, SolveResult

from ..asp.terms import vector
from ..play.game import Game
from ..play.piece import Piece
from ..play.position import Position
from .grounding import Grounded
from .mate_check import Judge

_LOOKS = 0.05  # seconds between looks at whether to stop
Advance = Callable[[int, int | None, object], None]
Stopped = Callable[[], bool]


@dataclass(slots=True)
class Search:
    """What a search has found.

    Attributes:
        positions: the positions; where there is a best one, only those as good as the best so far.
        cost: what clingo has minimised, of these.
        bound: no position has less.
        is_whole: whether nothing is left to be found.
    """

    positions: list[Position] = field(default_factory=list)
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    is_whole: bool = False
    _seen: set[Position] = field(default_factory=set)

    def add(self, position: Position, cost: tuple[int, ...]) -> None:
        """Note a position; where what it costs is another than before, it is less, and those before are forgotten."""
        if cost != self.cost:
            self.positions.clear()
            self._seen.clear()
            self.cost = cost
        if position not in self._seen:
            self._seen.add(position)
            self.positions.append(position)


def search(
    game: Game,
    grounded: Grounded,
    count: int | None,
    aim: str | None,
    limit: int | None,
    judge: Judge | None,
    seconds: float | None,
    advance: Advance,
    stopped: Stopped,
) -> Search:
    """Look for positions.

    Args:
        game: their game.
        grounded: what is asked.
        count: how many positions to find; all if it is None.
        aim: `least` or `most`, if only the best are wanted.
        limit: what is minimised cannot be less, whatever else is asked; if anything is known of that.
        judge: decides about the ends of games.
        seconds: the time limit.
        advance: called with each position, and with better bounds.
        stopped: whether to stop.
    """
    control, found = grounded.control, Search(bound=() if limit is None else (limit,))
    optimises = aim is not None
    _configure(control, count, optimises)
    if judge:
        control.register_propagator(judge)  # type: ignore[arg-type]

    def bounded(bound: Sequence[int]) -> None:
        found.bound = max(found.bound, tuple(bound))

    end = None if seconds is None else monotonic() + seconds

    def over() -> bool:
        return stopped() or (end is not None and monotonic() > end)

    with control.solve(yield_=True, async_=True, on_unsat=bounded) as handle:
        while True:
            handle.resume()
            while not (arrived := handle.wait(_LOOKS)) and not over():
                advance(len(found.positions), count, _so_far(found, aim))
            if not arrived or over():
                handle.cancel()
                return _ended(found, None)
            model = handle.model()
            if model is None:
                return _ended(found, handle.get())
            is_proved = bool(model.optimality_proven)
            found.add(read(game, model), tuple(model.cost) if optimises else ())
            advance(len(found.positions), count, _so_far(found, aim))
            is_best = not optimises or is_proved or found.cost == (limit,)
            if count is not None and len(found.positions) >= count and is_best:
                found.is_whole = optimises
                return _ended(found, None)


def _configure(control: Control, count: int | None, optimises: bool) -> None:
    configuration: Any = control.configuration
    configuration.solve.models = 0
    configuration.solve.opt_mode = "ignore" if not optimises else "opt" if count == 1 else "optN"


def read(game: Game, model: Model) -> Position:
    """The position of an answer set."""
    pieces: dict[str, Piece] = {}
    turn = game.ruleset.players[0]
    for symbol in model.symbols(atoms=True):
        if symbol.match("piece", 3):
            cell, kind, army = symbol.arguments
            pieces[game.names[vector(cell)]] = Piece((str(kind),), str(army))
        elif symbol.match("turn", 1):
            turn = str(symbol.arguments[0])
    return Position(game, pieces, turn)


def _so_far(found: Search, aim: str | None) -> str:
    """What is known of the best so far."""
    sign, bound = (-1, "at most") if aim == "most" else (1, "at least")
    costs = [("best", found.cost), (bound, found.bound)]
    return ", ".join(f"{word} {' '.join(str(sign * each) for each in cost)}" for word, cost in costs if cost)


def _ended(found: Search, result: SolveResult | None) -> Search:
    found.is_whole = found.is_whole or (result is not None and bool(result.exhausted))
    if found.is_whole and found.cost:
        found.bound = found.cost
    return found
