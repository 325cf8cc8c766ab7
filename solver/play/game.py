"""A game: its rules, the engine that answers about them, and the names of cells and pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..asp.ruleset import Ruleset
from ..asp.stages import STAGES
from ..errors import RulesError
from ..notation.fen import Fen
from ..notation.line import Reader
from ..notation.moves import MoveReader
from .engine import Engine
from .reference import ReferenceEngine
from .rules_engine import RulesEngine


class Game:
    """A game.

    Args:
        ruleset: the rules.
        engine: the engine that answers about positions; by default the reference engine.
        may_compile: whether questions about many positions go to the compiled engine, where it can play the game
            (`compiled.engine_choice.for_many`).

    Attributes:
        names: the names of cells by vector.
        vectors: the vectors of cells by name.
        names_by_symbol: the names of cells by the rules' terms for them.
        reader: reads positions written in one line.
        fen: reads and writes FENs.
        lettered: this game in the letters of other languages, as far as it was asked for (`lettering.py`).

    Raises:
        RulesError: if the rules have no player, no cell, no kind or no rule about moves, or a point of a route is
            malformed.
    """

    def __init__(self, ruleset: Ruleset, engine: Engine | None = None, may_compile: bool = False) -> None:
        for needed, what in (
            (ruleset.players, "player"),
            (ruleset.cells, "cell"),
            (ruleset.abbreviations, "kind"),
            (ruleset.files.parts.get(STAGES[-1][0]), "rule about moves"),
        ):
            if not needed:
                raise RulesError(f"{ruleset.name} has no {what}; `shadowmate check-rules` lists what is missing")
        self.ruleset = ruleset
        ruleset.check_routes()  # not everything that is asked of a game reads them
        self.engine = engine or RulesEngine(ruleset)
        self.may_compile = may_compile
        self.names = ruleset.cells
        self.vectors = ruleset.vectors
        self.names_by_symbol = ruleset.names_by_symbol
        self.reader = Reader(ruleset)
        self.fen = Fen(ruleset)
        self.lettered: dict[str, Game] = {}

    def __repr__(self) -> str:
        chosen = "".join(f", {name!r}" for name in self.ruleset.chosen)
        chosen += f", letters={self.ruleset.letters!r}" if self.ruleset.letters else ""
        return f"game({self.name!r}{chosen})"

    @cached_property
    def moves(self) -> MoveReader:
        """The reader of moves."""
        return MoveReader(self.ruleset)

    @property
    def name(self) -> str:
        """The name before the colon of a position."""
        return self.ruleset.name

    @property
    def reference(self) -> ReferenceEngine:
        """The reference engine, which gives reasons."""
        return self.engine.reference

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled engine answers."""
        return self.engine.is_compiled

    def piece_name(self, kinds: Iterable[str]) -> str:
        """The abbreviation of a piece, parts joined by `+`."""
        return self.ruleset.piece_name(kinds)
