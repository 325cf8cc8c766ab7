"""Many positions at once, with their moves, checks and outcomes as lists or as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ..arguments import checked
from ..checking.outside import DEFAULT_LIMITS
from ..errors import PositionError
from ..notation.line import split_game
from ..play.engine import Outcome
from ..play.move import Move
from .game_objects import EngineName, Game, Position, game

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Positions(Sequence[Position]):
    """Positions in the order of their texts. Made by `shadowmate.positions`.

    Args:
        found: the positions.
    """

    def __init__(self, found: Iterable[Position]) -> None:
        self._found = tuple(found)

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Position: ...

    @overload
    def __getitem__(self, at: slice) -> Positions: ...

    def __getitem__(self, at: int | slice) -> Position | Positions:
        return Positions(self._found[at]) if isinstance(at, slice) else self._found[at]

    def __repr__(self) -> str:
        return f"<{len(self)} {'position' if len(self) == 1 else 'positions'}>"

    def legal_moves(self) -> list[list[Move]]:
        """The legal moves of each position, sorted."""
        return [each.legal_moves() for each in self._found]

    def outcomes(self) -> list[Outcome | None]:
        """How the game has ended in each position, or None while it is in play."""
        return [each.outcome() for each in self._found]

    def checks(self) -> NDArray[Any]:
        """(positions,): whether the player to move is in check, as truth values."""
        import numpy as np  # its import takes longer than many answers

        return np.array([each.is_check() for each in self._found], np.bool_)

    def moves(self) -> NDArray[Any]:
        """(moves, 3): all legal moves in order: the number of the position, and the origin and target of the move.

        Cells are indices of `list(position.game.vectors)`; -1 is none, as for a pass.
        """
        import numpy as np

        numbers: dict[int, dict[str, int]] = {}
        rows = []
        for place, each in enumerate(self._found):
            cells = numbers.get(id(each.game))
            if cells is None:
                cells = numbers[id(each.game)] = {name: number for number, name in enumerate(each.game.vectors)}
            rows += [(place, cells.get(move.origin, -1), cells.get(move.target, -1)) for move in each.legal_moves()]
        return np.array(rows, np.int64).reshape(-1, 3)


@checked(rules_time=0, rules_memory=0)
def positions(
    texts: Sequence[str],
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    engine: EngineName = "auto",
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
    letters: str = "",
) -> Positions:
    """The positions that texts describe, of the games they name; the other arguments are those of `game`.

    By default the compiled engine answers about them, if it can play the game.

    Args:
        texts: one position each.
        readings, rules, engine, rules_time, rules_memory, letters: as for `game`.

    Raises:
        PositionError: naming the first text that is no position, by its number from 1, and its mistake.
        UnknownGameError, ReadingError, RulesError, OptionError: see `shadowmate.errors`.

    >>> found = positions(["fide: start", "fide: white Kg6 Ra8 black Kg8 turn black"])
    >>> [len(moves) for moves in found.legal_moves()], found.checks().tolist(), found.outcomes()[1].reason
    ([20, 0], [False, True], 'checkmate')
    """
    games: dict[str | None, Game] = {}
    found = []
    for number, text in enumerate(texts, 1):
        name = split_game(text)[0]
        if name not in games:
            games[name] = _for_many(game(name, readings, rules, engine, rules_time, rules_memory, letters))
        try:
            found.append(games[name].position(text))
        except PositionError as error:
            raise PositionError([f"position {number}: {each}" for each in error.problems]) from None
    return Positions(found)


def _for_many(asked: Game) -> Game:
    """The game with the engine for many positions."""
    if asked.is_compiled or not asked.may_compile:
        return asked
    from ..compiled.engine_choice import for_many

    return Game(asked.ruleset, for_many(asked).engine, asked.may_compile)
