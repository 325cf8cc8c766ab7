"""A game as it is played: its rules, the engine that answers about them, and the names of cells and pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from clingo import Symbol

from ..asp.ruleset import STAGES, Ruleset
from ..asp.terms import Value, Vector, cell_symbol, state_value
from ..errors import RulesError
from ..notation.fen import Fen
from ..notation.line import Reader
from ..notation.moves import MoveReader
from .reference import ReferenceEngine


class Game:
    """A game.

    Args:
        ruleset: the rules.
        engine: what answers about positions; the reference engine if left out.

    Attributes:
        names: the cells by vector.
        vectors: the vectors of cells by name.
        names_by_symbol: the cells by the terms that the rules have for them.
        reader: reads positions written in one line.
        fen: reads and writes FENs.

    Raises:
        RulesError: if the rules have no player, no cell, no kind, say nothing of moves, or of a
            point of a route nothing that can be read.
    """

    def __init__(self, ruleset: Ruleset, engine: ReferenceEngine | None = None) -> None:
        for needed, what in (
            (ruleset.players, "player"),
            (ruleset.cells, "cell"),
            (ruleset.abbreviations, "kind"),
            (ruleset.files.parts.get(STAGES[-1][0]), "rule about moves"),
        ):
            if not needed:
                raise RulesError(f"{ruleset.name} has no {what}; `shadowmate check-rules` says what is missing")
        self.ruleset = ruleset
        _ = ruleset.routes  # which are read now, for not everything that is asked of a game needs them
        self.engine = engine or ReferenceEngine(ruleset)
        self.names: dict[Vector, str] = ruleset.cells
        self.vectors: dict[str, Vector] = {name: cell for cell, name in ruleset.cells.items()}
        self.names_by_symbol = {cell_symbol(cell): name for cell, name in ruleset.cells.items()}
        self.reader = Reader(ruleset)
        self.fen = Fen(ruleset)

    def __repr__(self) -> str:
        chosen = "".join(f", {name!r}" for name in self.ruleset.chosen)
        chosen += f", letters={self.ruleset.letters!r}" if self.ruleset.letters else ""
        return f"game({self.name!r}{chosen})"

    @cached_property
    def moves(self) -> MoveReader:
        """Reads moves."""
        return MoveReader(self.ruleset)

    def value(self, written: str) -> Value:
        """The value of a state as the engines have it, from how a position writes it."""
        return self.vectors.get(written) or tuple(written.split())

    def text_of(self, value: Value) -> str:
        """How a position writes the value of a state, the inverse of `value`."""
        return self.names.get(value) or " ".join(map(str, value))  # type: ignore[arg-type]

    def written(self, value: Symbol) -> str:
        """How a position writes the value of a state, from the term that the rules have for it."""
        return self.text_of(state_value(value))

    @property
    def name(self) -> str:
        """The name before the colon of a position."""
        return self.ruleset.name

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled engine answers."""
        return self.engine.is_compiled

    def piece_name(self, kinds: Iterable[str]) -> str:
        """The abbreviation of a piece, parts joined by `+`."""
        return self.ruleset.piece_name(kinds)
