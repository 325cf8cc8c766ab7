"""Other ways of writing moves than Popeye's: short, with figurines, with the letters of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..draw.symbols import symbol
from ..play.move import Move
from ..play.position import Position
from ..solving.problem.kind import PASS
from ..verification.customs import CASTLINGS, Spelling
from ..verification.phases import Phase
from .move_style import MoveStyle

_HEADING = re.compile(r"\+?\w+\)")
_SPACED = re.compile(r" (?=[+#=!?])")
_PARTS = re.compile(r"\d+|\D")
"""The parts of a cell's name: letters, and a number of one digit or more."""


@dataclass(frozen=True, slots=True)
class ShortSpelling(Spelling):
    """Short algebraic: `Rg3+`, `Nbd2`, `dxe3 ep.`, `e8=Q`; with figurines, or letters.

    Attributes:
        figurines: whether kinds have the symbols of the game, where it gives them, rather than letters.
    """

    figurines: bool = False

    def written(self, position: Position, text: str) -> str:
        """A legal move, which Shadowmate writes so, as short as it is without doubt.

        Moves with further effects, as in games with special moves, cannot be written so: they have the long form.
        """
        if text == PASS:
            return text
        move = position.move(text)
        written = super(ShortSpelling, self).written(position, text)
        if written in CASTLINGS or move.changes or len(move.captures) > 1:
            return written
        sign = "x" if move.captures else ""
        rest = f"={self._kind(move.promotion)}" if move.promotion else ""
        passing = " ep." if move.captures and move.target not in move.captures else ""
        kind = "" if move.piece in self.game.moves.unlettered else self._kind(move.piece)
        return f"{kind}{self._origin(position, move)}{sign}{move.target}{rest}{passing}"

    def _kind(self, name: str) -> str:
        """A kind, by its abbreviation."""
        if not self.figurines:
            return self.written_piece(name)
        ruleset = self.game.ruleset
        kinds = [kind for kind, abbreviation in ruleset.abbreviations.items() if abbreviation == name]
        found = [symbol(ruleset, (kind,), ruleset.players[0]) for kind in kinds]
        return next(filter(None, found), self.written_piece(name))

    def _origin(self, position: Position, move: Move) -> str:
        """As much of the piece's start as is needed: a part of the cell, or all of it."""
        others = {
            other.origin
            for other in position.legal_moves()
            if (other.piece, other.target, other.promotion) == (move.piece, move.target, move.promotion)
        } - {move.origin}
        unlettered = move.piece in self.game.moves.unlettered
        if unlettered and move.captures:
            others |= {cell for cell in self.game.vectors if cell[:1] != move.origin[:1]}
        if not others:
            return ""
        named = {part for other in others for part in _PARTS.findall(other)}
        parts = [part for part in _PARTS.findall(move.origin) if part not in named]
        return parts[0] if parts else move.origin


def in_style(phase: Phase, style: MoveStyle, own_letters: bool) -> Phase:
    """A problem whose moves are written in another way.

    Args:
        phase: the problem.
        way: how.
        own_letters: whether kinds have the letters that the game gives them, rather than those of its file.
    """
    spelling = phase.spelling
    letters = "" if own_letters else spelling.letters
    if style is MoveStyle.long:
        other = replace(spelling, letters=letters)
    else:
        other = ShortSpelling(spelling.game, letters, spelling.is_olive, style is MoveStyle.figurines)
    return replace(phase, diagram=replace(phase.diagram, spelling=other))


def closed_up(lines: list[str]) -> list[str]:
    """Lines of a solution without the spaces before signs, as books have them; headings of twins stay."""
    return [line if _HEADING.match(line) else _SPACED.sub("", line) for line in lines]
