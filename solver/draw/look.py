"""The options of a position's picture, and the text below it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from ..errors import OptionError, quoted, shortened
from ..notation.moves import WrittenMove
from ..play.move import Move
from ..play.position import Position
from ..solving.problem.stipulation import Stipulation
from .themes import DEFAULT_THEME, THEMES, Theme

_UNDRAWABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What is no character of an XML document."""

SMALLEST, LARGEST = 50, 10_000
"""How many pixels wide a picture may be."""


@dataclass(frozen=True, slots=True)
class Look:
    """What may be chosen of a picture.

    Attributes:
        caption: a line to print below it.
        figurines: whether to draw the symbols that the game gives its kinds; None if all kinds have one. Text shows
            them only if this is True.
        stipulation: what the position asks for, such as `#2`; it is printed below with the number of pieces.
        last: the move that has led to the position, which is marked.
        size: how many pixels wide the picture is; None for a cell of 44.
        theme: the name of its colours, one of `THEMES`.
        empty: whether panels without pieces and marks are drawn.
        above: lines above the picture, the first in bold.
        below: lines below all else.

    Raises:
        OptionError: if there is no such theme, no picture has that size, or a text has a character that no picture has.
        StipulationError: if the stipulation cannot be read.
    """

    caption: str = ""
    figurines: bool | None = None
    stipulation: str | None = None
    last: str | Move | None = None
    size: int | None = None
    theme: str = DEFAULT_THEME
    empty: bool = True
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise OptionError(f"there is no theme {quoted(self.theme)}; there are {', '.join(THEMES)}")
        if self.size is not None and not SMALLEST <= self.size <= LARGEST:
            raise OptionError(f"a picture is {SMALLEST} to {LARGEST:,} pixels wide, not {self.size}")
        for text in (self.caption, *self.above, *self.below):
            if wrong := _UNDRAWABLE.search(text):
                raise OptionError(
                    f"a picture cannot have the character {wrong.group()!r}, which is in {shortened(repr(text))}"
                )
        if self.stipulation is not None:
            Stipulation.parse(self.stipulation)

    @property
    def colours(self) -> Theme:
        """The theme."""
        return THEMES[self.theme]

    def captions(self, position: Position) -> list[str]:
        """The text below the picture: the stipulation, with the number of pieces of each player, and the caption.

        Raises:
            StipulationError: if the game has not what is asked for.
        """
        if self.stipulation is None:
            return [self.caption] if self.caption else []
        asked = Stipulation.parse(self.stipulation).checked(position.game)
        some_pieces = Counter(piece.army for piece in position.pieces.values())
        count = "+".join(str(some_pieces[player]) for player in position.game.ruleset.players)
        return [str(asked), f"({count})", *([self.caption] if self.caption else [])]


def beside(position: Position) -> list[str]:
    """What a position has beside the board: armies under another player's command, stores, flags and counts."""
    ruleset = position.game.ruleset
    owned = [(army, position.commander(army)) for army in ruleset.players]
    words = [f"{army}: under {player}" for army, player in owned if army != player]
    for store in ruleset.stores:
        held = [(ruleset.items[store][item], number) for where, item, number in position.stores if where == store]
        items = [f"{number} {item}" if number > 1 else item for item, number in held]
        words += [f"{store}: {', '.join(items)}"] if items else []
    for name in sorted(ruleset.flags):
        values = [value for field, value in position.state if field == name]
        words += [f"{name}: {', '.join(values)}"] if values else []
    return words


def last_move(position: Position, last: str | Move) -> tuple[str, tuple[str, ...]]:
    """The move that led to a position: its text, and its first and last cell.

    Raises:
        OptionError: if it does not name two cells, or cannot have led there.
    """
    if isinstance(last, Move):
        return str(last), (last.origin, last.target, *(each.cell for each in last.changes))
    read = [each for each in position.game.moves.read(last) if each.origin in position.game.vectors]
    if not read:
        raise OptionError(f"the last move {quoted(last)} should name the cell it began on and the one it ended on")
    fitting = [each for each in read if not _objection(position, each)]
    if not fitting:
        raise OptionError(f"the last move cannot have been {quoted(last)}: {_objection(position, read[0])}")
    return last.strip(), (fitting[0].origin, fitting[0].target)


def _objection(position: Position, move: WrittenMove) -> str:
    """Why a move cannot have led to a position, as far as its two cells show."""
    moved = position.pieces.get(move.target)
    if moved is None:
        return f"there is no piece on {move.target}"
    if position.commander(moved.army) == position.turn:
        return f"the piece on {move.target} is {position.turn}'s, the player to move"
    if move.origin in position.pieces and move.origin != move.target:
        return f"there is a piece on {move.origin}"
    name = position.game.piece_name(moved.kinds)
    return "" if (move.promotion or move.piece or name) == name else f"the piece on {move.target} is {name}"
