"""A finished table: what placements are worth, which moves are best, and how many of each there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import checked
from ..compiled.engine_choice import engine_of
from ..compiled.kernel import entries as kernel
from ..errors import OptionError
from ..play.game import Game
from ..play.material import Material
from ..play.piece import Piece
from ..play.position import Position, bare, unsuited
from .counts import Counts, is_won, moves_to_mate
from .errors import EndgameError
from .leads import Leads
from .shape import Shape
from .store import Held


class Result(StrEnum):
    """How a position ends if both sides play well, for the player to move."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    CHECKMATED = "checkmated"
    """Checkmated; or without a move where that loses."""
    STALEMATED = "stalemated"
    ILLEGAL = "illegal"


_OTHERS = {
    int(kernel.MATED): Result.CHECKMATED,
    int(kernel.STALEMATE): Result.STALEMATED,
    int(kernel.ILLEGAL): Result.ILLEGAL,
}


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth for the player to move.

    Attributes:
        result: how it ends.
        moves: how many moves the winner needs to win, by mate or however else the game is won; None in a draw.
    """

    result: Result
    moves: int | None = None

    def __str__(self) -> str:
        return f"{self.result} in {self.moves}" if self.result in (Result.WON, Result.LOST) else str(self.result)

    @staticmethod
    def of(entry: int) -> Value:
        """The value of an entry of a table."""
        if is_won(entry):
            return Value(Result.WON, moves_to_mate(entry))
        if entry > kernel.MATED:
            return Value(Result.LOST, moves_to_mate(entry))
        result = _OTHERS.get(entry, Result.DRAWN)
        return Value(result, 0 if result is Result.CHECKMATED else None)

    def as_json(self) -> dict[str, Any]:
        """The value as documented for `--json`."""
        return {"value": str(self.result), "distance": self.moves}

    def before(self) -> Value:
        """The value of a move to such a position for the player that makes it."""
        if self.result in (Result.LOST, Result.CHECKMATED):
            return Value(Result.WON, (self.moves or 0) + 1)
        return Value(Result.LOST, self.moves) if self.result is Result.WON else Value(Result.DRAWN)

    @property
    def rank(self) -> int:
        """The greater, the better for the player to move."""
        moves = self.moves or 0
        return {Result.WON: 100_000 - moves, Result.LOST: moves - 100_000}.get(self.result, 0)


@dataclass(frozen=True, slots=True)
class Probe:
    """The result of a table for a position.

    Attributes:
        position: the position.
        value: what it is worth for the player to move.
        moves: every legal move and its value for the player that makes it, the best first.
    """

    position: Position
    value: Value
    moves: tuple[tuple[str, Value], ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are as good as any."""
        return tuple(move for move, value in self.moves if value.rank == self.moves[0][1].rank)

    def as_json(self) -> dict[str, Any]:
        """The probe as documented for `--json`."""
        return {
            "position": str(self.position),
            **self.value.as_json(),
            "best": list(self.best),
            "moves": [{"move": move, **value.as_json()} for move, value in self.moves],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The probe as text: moves of one value in a line."""
        groups: dict[str, list[str]] = {}
        for move, value in self.moves:
            groups.setdefault(str(value), []).append(move)
        return [f"{self.position.turn} to move: {self.value}", *(f"{k}: {' '.join(v)}" for k, v in groups.items())]


def check_same(material: Material, position: Position) -> None:
    """Refuse a position that has other pieces than a table.

    Raises:
        EndgameError: saying which.
    """
    if (there := Material.on(position)) != material:
        mine, other = (each.text(position.game) for each in (material, there))
        raise EndgameError(f"{position}: this is the table of {mine}, and the position has {other}")


def position_of(game: Game, shape: Shape, entry: int, side: int) -> Position:
    """The position of an entry, with one side to move."""
    cells = [game.names[engine_of(game).cells[cell]] for cell in shape.placement(entry)]
    pieces = {cell: Piece(kinds, army) for cell, (army, kinds) in zip(cells, shape.material.types, strict=True)}
    return Position(game, pieces, game.ruleset.players[side])


class Table:
    """What all placements of some material are worth. Made by `shadowmate.table`.

    Args:
        game: the game, with the compiled engine.
        shape: how its placements are numbered.
        stored: its file, or what would be in it.
        other: gives the table of other material, which captures and promotions lead to.
    """

    def __init__(self, game: Game, shape: Shape, stored: Held, other: Callable[[Material], Table]) -> None:
        self.game, self.shape, self.stored = game, shape, stored
        self.material = shape.material
        self._other = other

    def __repr__(self) -> str:
        return f"table({self.game.name!r}, {self.material.text(self.game)!r})"

    @property
    def counts(self) -> Counts:
        """How many placements are won, lost and drawn."""
        facts = dict(self.stored.facts["counts"])
        return Counts(**{**facts, "longest": tuple(facts["longest"]) if facts["longest"] else None})

    @checked()
    def entries(self, side: int) -> kernel.Entries:
        """What is kept for one side to move, checked.

        Args:
            side: the number of the player to move.

        Raises:
            OptionError: if there is no such player.
            DamagedError: if the file is damaged.
        """
        self._check_side(side)
        return self.stored.array(side)

    def worth(self, side: int, cells: NDArray[np.int64]) -> kernel.Entries:
        """What is kept of placements with one side to move.

        Args:
            side: the number of the player to move.
            cells: (placements, pieces), in the order of the material.

        Raises:
            OptionError: if there is no such player, or the cells are others.
            DamagedError: if the file is damaged there.
        """
        self._check_side(side)
        return self.stored.some(side, self.shape.entries(cells))

    @checked()
    def value(self, position: Position) -> Value:
        """What a position is worth for the player to move.

        Raises:
            EndgameError: if the table does not hold it.
            DamagedError: if the file is damaged there.
        """
        self._check_game(position)
        check_same(self.material, position)
        kept = sorted({name for name, _ in position.state if self._matters(name)})
        if kept and all(self.game.ruleset.fields[name] == "ending" for name in kept):
            ended = position.outcome()
            return Value(Result.WON if ended and ended.winner == position.turn else Result.LOST, 0)
        if kept:
            raise EndgameError(f"{position}: '{kept[0]}': tables hold no positions with such rights")
        standing = [engine_of(self.game).number[self.game.vectors[cell]] for cell in position.pieces]
        matched = self.material.matched([(piece.army, piece.kinds) for piece in position.pieces.values()])
        side = self.game.ruleset.players.index(position.turn)
        value = Value.of(int(self.worth(side, np.array(standing)[None, matched])[0]))
        if value.result is Result.ILLEGAL:
            raise EndgameError(f"{position}: impossible, for the player that is not to move could be captured")
        return value

    def _check_game(self, position: Position) -> None:
        if wrong := unsuited(position, self.game, "a table"):
            raise EndgameError(wrong)

    def _matters(self, name: str) -> bool:
        """Whether a field of the position matters to the pieces of the table."""
        ruleset = self.game.ruleset
        if name in ruleset.flags or ruleset.fields.get(name) == "cell":
            return Leads(engine_of(self.game)).matters(name, self.material.types)
        return True

    @checked()
    def probe(self, position: Position) -> Probe:
        """The value of a position and of every move.

        Raises:
            EndgameError: if the table does not hold it.
        """
        self._check_game(position)
        position = bare(position, self.game)
        value = self.value(position)
        moves = []
        for move in position.legal_moves():
            after = position.push(move)
            moves.append((str(move), self.of(Material.on(after)).value(after).before()))
        moves.sort(key=lambda each: -each[1].rank)
        return Probe(position, value, tuple(moves))

    @checked()
    def of(self, material: Material) -> Table:
        """The table of other material that moves lead to, or this one."""
        return self if material == self.material else self._other(material)

    @checked(entry=0)
    def position(self, side: int, entry: int) -> Position:
        """The placement of an entry, with one side to move.

        Some entries are no positions: their value is "illegal". In these, pieces may stand on one cell, which then has
        one of them.

        Raises:
            OptionError: if there is no such player or entry.
        """
        self._check_side(side)
        if entry >= (total := self.shape.size):
            raise OptionError(f"entry: expected at most {total - 1}, not {entry}")
        return position_of(self.game, self.shape, entry, side)

    def _check_side(self, side: int) -> None:
        if side not in range(len(players := self.game.ruleset.players)):
            there_are = ", ".join(f"{number} ({player})" for number, player in enumerate(players))
            raise OptionError(f"side: expected one of {there_are}, not {side!r}")

    @checked()
    def line(self, position: Position) -> list[str]:
        """Best play from a position to its end: the first of the best moves each time.

        Raises:
            EndgameError: if the table does not hold it.
        """
        moves: list[str] = []
        table = self
        while True:
            probe = table.probe(position)
            if not probe.moves or probe.value.moves is None:
                return moves
            moves.append(probe.moves[0][0])
            position = probe.position.push(moves[-1])
            table = table.of(Material.on(position))
