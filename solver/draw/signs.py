"""The marks of a picture, on cells and in the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import drawsvg as svg

from ..explain.marks import Marks
from ..play.position import Position
from .glyphs import lifted
from .letters import text_width
from .look import beside
from .style import PAPER, TILE, Point, circle, hatching, polygon, words
from .themes import Livery, Theme

LIFTS = {"later": 1, "earlier": -1}
"""The signs of pieces that lead to later panels, or earlier ones."""

_FRAMES = {"origin": 0.1, "captured": 0.1, "guarded": 0.06, "last": 0.06, "noted": 0.1}
_SIZE, _LINE = 0.32 * TILE, 0.5 * TILE


def named(position: Position, cell: str) -> str:
    """A cell with the name of the piece on it before its own."""
    piece = position.pieces.get(cell)
    return f"{position.game.piece_name(piece.kinds)}{cell}" if piece else cell


class Signs:
    """The marks in the colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def frame(self, kind: str, corners: Sequence[Point], at: Point, inset: float = 0.0) -> svg.DrawingElement:
        """A line along the inside of a cell whose corners are around `at`, at a distance in tiles from its edge."""
        width = _FRAMES[kind]
        strokes = {"origin": self.theme.origin, "captured": self.theme.captured, "last": self.theme.last}
        strokes["noted"] = self.theme.origin
        share = 1 - (width + 2 * inset) / 1.05
        place = [(at[0] + x * share, at[1] + y * share) for x, y in corners]
        dashes = [part * TILE for part in self.theme.dashes.get(kind, ())]
        return polygon(place, "none", strokes.get(kind, self.theme.reached), width * TILE, dashes)

    def ruled(self, corners: Sequence[Point], density: float) -> svg.DrawingElement:
        """What covers a cell that is dark by lines."""
        return _filled(corners, hatching(TILE / density, self.theme.grid, 0.014 * TILE))

    def hatch(self, corners: Sequence[Point]) -> svg.DrawingElement:
        """What covers a shadowed cell."""
        angle = -45 if any(self.theme.ruled) else 45
        figure = _filled(corners, hatching(TILE / 32**0.5, self.theme.shadow, 0.032 * TILE, angle))
        figure.args["fill-opacity"] = 0.75
        return figure

    def dot(self, at: Point) -> svg.DrawingElement:
        """What stands on an empty cell that is reached."""
        return circle(at, 0.15 * TILE, self.theme.reached, PAPER, 0.03 * TILE)

    def tag(self, numbers: Sequence[str], at: Point, low: bool) -> list[svg.DrawingElement]:
        """The numbers of those that shadow a cell: in its middle, or below a piece."""
        text = ",".join(numbers)
        if len(text) > 7:
            text = text[:6].rpartition(",")[0] + ",+"
        size = 0.27 * TILE if len(text) < 4 else 0.21 * TILE
        x, y = at[0], at[1] + (0.38 * TILE if low else 0.0)
        wide, high = text_width(text, size, bold=True) / 2 + 0.07 * TILE, size * 0.62
        box = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]
        return [polygon(box, PAPER), words((x, y), text, size, self.theme.shadow, bold=True)]

    def badge(self, number: str, at: Point) -> list[svg.DrawingElement]:
        """The number of a piece that shadows others."""
        size = (0.24 if len(number) < 2 else 0.19) * TILE
        disc = circle(at, 0.16 * TILE, self.theme.shadow, PAPER, 0.03 * TILE)
        return [disc, words(at, number, size, PAPER, bold=True)]

    def swatch(self, sign: str, at: Point) -> Iterable[svg.DrawingElement]:
        """A sign beside its meaning."""
        half = 0.17 * TILE
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        box = [(at[0] + x, at[1] + y) for x, y in corners]
        if sign.isdigit():
            yield from self.badge(sign, at)
        elif sign in LIFTS:
            yield from lifted(LIFTS[sign], at)
        elif sign == "reached":
            yield self.dot(at)
        elif sign == "shadowed":
            yield self.hatch(box)
            yield polygon(box, "none", self.theme.shadow, 0.03 * TILE)
        else:
            yield self.frame(sign, corners, at)


def _filled(corners: Sequence[Point], pattern: svg.Pattern) -> svg.Path:
    figure = polygon(corners)
    figure.args["fill"] = pattern
    return figure


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the legend: a sign, by what it stands for or a blocker's number, or an army; and words."""

    sign: str | Livery
    text: str
    bold: bool = False

    @property
    def room(self) -> float:
        """How wide it is."""
        return text_width(self.text, _SIZE, self.bold) + (0.5 * TILE if self.sign else 0.0)


class Legend:
    """The text below a picture: its caption, the armies with the player to move, and the meaning of its signs."""

    def __init__(self, signs: Signs, entries: Iterable[Entry]) -> None:
        self._signs = signs
        self._entries = list(entries)

    @property
    def width(self) -> float:
        """The width of the longest entry."""
        return max((entry.room for entry in self._entries), default=0.0)

    def elements(self, left: float, top: float, right: float) -> tuple[list[svg.DrawingElement], float]:
        """The entries in as many lines as they need between two sides, and how high that is."""
        x, y = left, top + _LINE / 2
        found: list[svg.DrawingElement] = []
        for entry in self._entries:
            if x > left and x + entry.room > right:
                x, y = left, y + _LINE
            at = (x + 0.18 * TILE, y)
            if isinstance(entry.sign, Livery):
                found.append(circle(at, 0.15 * TILE, entry.sign.fill, entry.sign.edge, 0.03 * TILE))
            elif entry.sign:
                found += self._signs.swatch(entry.sign, at)
            start = x + (0.5 * TILE if entry.sign else 0.0)
            found.append(words((start, y), entry.text, _SIZE, self._signs.theme.ink, "start", entry.bold))
            x += entry.room + 0.5 * TILE
        return found, y + _LINE / 2 - top


def _armies(position: Position) -> list[str]:
    """The armies with pieces and that of the player to move: first those of players, in the order of their moves."""
    found = {position.turn, *(piece.army for piece in position.pieces.values())}
    players = position.game.ruleset.players
    return [*(army for army in players if army in found), *sorted(found.difference(players))]


def entries(
    position: Position,
    marks: Marks,
    numbers: dict[str, str],
    captions: Sequence[str],
    last: str,
    livery: Callable[[str], Livery],
) -> Iterator[Entry]:
    """The entries of a picture's legend.

    Args:
        position: what is shown.
        marks: what is pointed out in it.
        numbers: those of the pieces that shadow others, by their cells.
        captions: what to begin with.
        last: the last move, if it is pointed out.
        livery: gives the colours of an army.
    """
    for place, caption in enumerate(captions):
        yield Entry("", caption, bold=not place)
    for army in _armies(position):
        yield Entry(livery(army), f"{army} to move" if army == position.turn else army)
    yield from (Entry("", words) for words in beside(position))
    if last:
        yield Entry("last", f"last move {last}")
    if marks.origin:
        count = f"{len(marks.reached)} empty cell{'' if len(marks.reached) == 1 else 's'}"
        yield Entry("origin", f"{named(position, marks.origin)} reaches {count}")
    if marks.reached:
        yield Entry("reached", "reached")
    if marks.captures:
        used = " ".join(named(position, cell) for cell in sorted(marks.captures))
        what = "captures" if marks.captured(position) else "only to capture"
        yield Entry("captured", f"{what} {len(marks.captures)}: {used}")
    if marks.guarded:
        yield Entry("guarded", f"guards {len(marks.guarded)}")
    if marks.noted:
        yield Entry("noted", f"{marks.noted_as}: {' '.join(sorted(marks.noted))}")
    if marks.shadowed:
        yield Entry("shadowed", f"shadowed {len(marks.shadowed)}, by")
    for cell, number in numbers.items():
        count = str(sum(cell in blockers for blockers in marks.shadowed.values()))
        yield Entry(number, f"{named(position, cell)}: {count}")
