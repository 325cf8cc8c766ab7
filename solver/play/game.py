"""Games: their rules, their engines, and the reading and writing of their positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from clingo import Function, Symbol

from ..asp.files import default_game
from ..asp.ruleset import Ruleset, load
from ..asp.terms import Vector, cell_symbol, is_vector, text, vector
from ..errors import PositionError, RulesError
from ..notation.draft import Draft
from ..notation.fen import Fen, is_fen
from ..notation.line import Reader, split_game
from .position import Piece, Position
from .reference import ReferenceEngine

if TYPE_CHECKING:
    from ..compiled.engine import CompiledEngine

EngineName: TypeAlias = Literal["reference", "compiled"]
"""Which engine answers: clingo asked about every position, or tables that it made once."""


class Game:
    """A game: its rules, its engine, and the reading and writing of its positions.

    Args:
        ruleset: the rules.
        engine: which engine answers, `reference` or `compiled`; the answers are the same.

    Raises:
        RulesError: if the rules have no player, no cell or no kind, or the game cannot be compiled.
    """

    def __init__(self, ruleset: Ruleset, engine: EngineName = "reference") -> None:
        for needed, what in ((ruleset.players, "player"), (ruleset.cells, "cell"), (ruleset.abbreviations, "kind")):
            if not needed:
                raise RulesError(f"{ruleset.name} has no {what}; `shadowmate check-rules` says what is missing")
        self.ruleset = ruleset
        self.is_compiled = engine == "compiled"
        self.engine = self.compiled if self.is_compiled else ReferenceEngine(ruleset)
        self.names: dict[Vector, str] = ruleset.cells
        self.vectors: dict[str, Vector] = {name: cell for cell, name in ruleset.cells.items()}
        self.names_by_symbol = {cell_symbol(cell): name for cell, name in ruleset.cells.items()}
        self.symbols = {name: cell_symbol(cell) for cell, name in ruleset.cells.items()}
        self._choices = {Function(kind): abbreviation for kind, abbreviation in ruleset.abbreviations.items()}
        self.reader = Reader(ruleset)
        self.fen = Fen(ruleset)

    def __repr__(self) -> str:
        chosen = "".join(f", {name!r}" for name in self.ruleset.chosen)
        return f"game({self.name!r}{chosen})"

    @cached_property
    def compiled(self) -> CompiledEngine:
        """The compiled engine of this game, whichever answers.

        Raises:
            RulesError: if the game has rules that it does not carry out.
        """
        from ..compiled.engine import CompiledEngine

        return CompiledEngine(self.ruleset)

    @property
    def name(self) -> str:
        """The name before the colon of a position."""
        return self.ruleset.name

    def position(self, text: str) -> Position:
        """The position that a text describes, with or without `GAME:`; `fen ...` if the game has FEN.

        Raises:
            PositionError: naming every token that is wrong, or what makes the position impossible.
        """
        name, rest, offset = split_game(text)
        if offset and name != self.name:
            raise PositionError([f"'{name}:' (column 1): this is a position of {self.name}"])
        reader = self.fen if is_fen(rest) else self.reader
        return self._checked(reader.read(rest, offset))

    def start(self) -> Position:
        """The initial array."""
        return self.position("start")

    def piece_name(self, kinds: Iterable[str]) -> str:
        """The abbreviation of a piece, parts joined by `+`."""
        return "+".join(self.ruleset.abbreviations[kind] for kind in kinds)

    def choice_name(self, choice: Symbol) -> str | None:
        """The abbreviation of what a move makes of its piece; None where there is no choice."""
        return self._choices.get(choice)

    def _checked(self, draft: Draft) -> Position:
        position = Position(
            self,
            {cell: Piece(*piece) for cell, piece in draft.pieces.items()},
            draft.turn or self.ruleset.players[0],
            tuple(draft.state),
            draft.counts.get("quiet", 0),
            draft.counts.get("seen", 1),
        )
        problems = sorted(
            f"{self._place(position, draft, place)}: {text(words)}"
            for place, words in self.engine.flaws(position.placement())("flaw", 2)
        )
        if problems:
            raise PositionError(problems)
        return position

    def _place(self, position: Position, draft: Draft, place: Symbol) -> str:
        """The words that a flaw is about, and their column: of a piece, or of `state(Name, Cell)`."""
        if is_vector(place):
            cell = self.names[vector(place)]
            token, key = f"{self.piece_name(position.pieces[cell].kinds)}{cell}", ("", cell)
        else:
            field, cell = str(place.arguments[0]), self.names[vector(place.arguments[1])]
            token, key = f"{field} {cell}", (field, cell)
        return draft.places.get(key, f"'{token}'")


@lru_cache(maxsize=16)
def _ruleset(name: str, readings: tuple[str, ...], extra: tuple[Path, ...]) -> Ruleset:
    return load(name, readings, extra)


@lru_cache(maxsize=16)
def _game(name: str, readings: tuple[str, ...], extra: tuple[Path, ...], engine: EngineName) -> Game:
    return Game(_ruleset(name, readings, extra), engine)


def game(
    name: str | None = None,
    readings: Sequence[str] = (),
    rules: Sequence[str | Path] = (),
    engine: EngineName = "reference",
) -> Game:
    """A game, by the name of its folder of rules.

    Args:
        name: such as "prince"; by default the game that a position means when it names none.
        readings: names of readings to use instead of the defaults.
        rules: further folders to look for games in.
        engine: which engine answers, `reference` or `compiled`.

    Raises:
        UnknownGameError, ReadingError, RulesError: see `shadowmate.errors`.
    """
    return _game(name or default_game(), tuple(readings), tuple(Path(folder) for folder in rules), engine)


def position(
    text: str,
    readings: Sequence[str] = (),
    rules: Sequence[str | Path] = (),
    engine: EngineName = "reference",
) -> Position:
    """The position that a text describes, of the game it names; the arguments are those of `game`."""
    return game(split_game(text)[0], readings, rules, engine).position(text)
