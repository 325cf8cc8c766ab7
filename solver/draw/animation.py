"""A line of moves as one moving picture: an SVG that plays by itself, wherever pictures are shown.

It is a picture of the first position. Whatever differs at later positions lies over it, and CSS shows it in its time:
no script is needed, and a program that does not know CSS animations shows the first position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import drawsvg

from ..arguments import checked
from ..errors import OptionError
from ..explain.marks import Marks
from ..play.move import Move
from ..play.piece import Piece
from ..play.position import Position
from .look import Look, beside, last_move
from .panels import Tile
from .paragraphs import Paragraph, paragraph
from .position_picture import Picture
from .signs import Entry, named
from .style import Point, document, number, put, titled
from .symbols import check_figurines
from .themes import DEFAULT_THEME

SECONDS, SLIDE = 1.6, 0.5
"""How long each position is shown, and how long of that a piece is on its way. The last one stays twice as long."""


@checked()
def animation(
    position: Position,
    moves: Sequence[str | Move],
    caption: str = "",
    figurines: bool | None = None,
    *,
    stipulation: str | None = None,
    size: int | None = None,
    theme: str = DEFAULT_THEME,
    empty: bool = True,
    seconds: float = SECONDS,
) -> str:
    """A line of moves as an animated SVG document, which begins again at its end.

    Args:
        position: where it begins.
        moves: the moves, at least one.
        caption: a line to print below it.
        figurines: as `svg` has it.
        stipulation: what the first position asks for, as `svg` has it.
        size: how many pixels wide the picture is; without it a cell is 44 wide.
        theme: as `svg` has it.
        empty: whether panels without pieces at any time are drawn.
        seconds: how long each position is shown; the last one twice as long.

    Raises:
        MoveError: if a move is not legal.
        OptionError: if there is no move, or seconds are not positive; or as `svg` has it.
        StipulationError: as `svg` has it.

    >>> import shadowmate as sm
    >>> mate = sm.position("fide: white Kf6 Ra1 black Kh8")
    >>> sm.animation(mate, ["Kf6-f7", "Kh8-h7", "Ra1-h1"]).count("@keyframes") > 3
    True
    """
    check_figurines(position.game.ruleset, figurines)
    made = list[Move]()
    now = position
    for move in moves:
        made.append(move if isinstance(move, Move) else now.move(move))
        now = now.push(made[-1])
    return animated(position, made, Look(caption, figurines, stipulation, None, size, theme, empty), seconds)


def animated(position: Position, moves: Sequence[Move], look: Look, seconds: float = SECONDS) -> str:
    """The moves as an animated SVG picture, with what may be chosen of it in one value.

    Raises:
        OptionError: if there is no move, or seconds are not positive.
    """
    if not moves:
        raise OptionError("an animation needs at least one move")
    if not seconds > 0:
        raise OptionError(f"a position is shown for more than 0 seconds, not {seconds}")
    film = _Film(position, moves, look, seconds)
    drawn = film.drawing()
    drawn.append_css(film.css())
    return document(drawn)


class _Film(Picture):
    """The picture of a line: the board, and over it what it shows from some position until another."""

    def __init__(self, position: Position, moves: Sequence[Move], look: Look, seconds: float) -> None:
        self._positions = [position]
        for move in moves:
            self._positions.append(self._positions[-1].push(move))
        self._moves = moves
        self._seconds = seconds
        self._places: dict[str, Point] = {}
        self._rules: dict[str, str] = {}
        digest = sha256(repr((list(map(str, self._positions)), seconds)).encode()).hexdigest()
        self._name = f"f{digest[:8]}"
        super().__init__(position, Marks(), look)

    def css(self) -> str:
        """The times at which everything is shown; for readers with less motion, no piece is on its way."""
        still = f"@media (prefers-reduced-motion:reduce){{.{self._name}{{animation:none!important}}}}"
        return "\n".join([*self._rules.values(), still])

    def _filled(self) -> set[str]:
        return {cell for each in self._positions for cell in each.pieces}

    def _pieces(self) -> set[Piece]:
        return {piece for each in self._positions for piece in each.pieces.values()}

    def _entries(self, _last: str) -> Iterator[Entry]:
        for place, caption in enumerate(self.look.captions(self.position)):
            yield Entry("", caption, bold=not place)
        armies = {piece.army for piece in self._pieces()}
        players = self.position.game.ruleset.players
        for army in [*(each for each in players if each in armies), *sorted(armies.difference(players))]:
            yield Entry(self.glyphs.livery(army), army)

    def _tile(self, tile: Tile, at: Point) -> drawsvg.Group:
        self._places[tile.name] = at
        return titled(tile.name, [put(self.grounds[tile.shade, tile.hue], at)])

    def _over(self) -> list[drawsvg.DrawingElement]:
        """The cells of each move, then the pieces, those on their way above the others."""
        marks, still, sliding = [], [], []
        for step, move in enumerate(self._moves, 1):
            _, cells = last_move(self._positions[step], move)
            frames = [self.signs.frame("last", self.corners, self._places[cell]) for cell in sorted({*cells} - {""})]
            marks.append(self._during(step, step + 1, frames))
        sources = [{}, *map(self._sources, range(1, len(self._positions)))]
        for cell, at in self._places.items():
            for start, end, piece in self._runs(cell, sources):
                drawn = put(self.glyphs.piece(piece.kinds, piece.army, self.figurines), at)
                title = f"{named(self._positions[start], cell)} {piece.army}"
                if cell in sources[start]:
                    path = self._path(start, self._places[sources[start][cell]], at)
                    sliding.append(self._during(start, end, [titled(title, [drawsvg.Group([drawn], class_=path)])]))
                else:
                    still.append(self._during(start, end, [titled(title, [drawn])]))
        return [*marks, *still, *sliding]

    def _steps(self, corner: Point, right: float) -> Paragraph:
        """The last move and whose turn it is, or how the game has ended."""
        found = []
        for step, position in enumerate(self._positions):
            ending = position.ending()
            moved = [f"{step}. {self._moves[step - 1]}"] if step else []
            words = [*moved, ending.text if ending else f"{position.turn} to move", *beside(position)]
            found.append(paragraph(["; ".join(words)], corner, right, self.theme.ink))
        shown = [self._during(step, step + 1, each.elements) for step, each in enumerate(found)]
        return Paragraph(shown, max(each.height for each in found))

    def _runs(self, cell: str, sources: Sequence[dict[str, str]]) -> Iterator[tuple[int, int, Piece]]:
        """The pieces on a cell, each from its first position to that after its last."""
        begun = 0
        for step in range(1, len(self._positions) + 1):
            piece = self._positions[begun].pieces.get(cell)
            after = self._positions[step].pieces.get(cell) if step < len(self._positions) else None
            if step == len(self._positions) or after != piece or cell in sources[step]:
                if piece:
                    yield begun, step, piece
                begun = step

    def _sources(self, step: int) -> dict[str, str]:
        """The cells where pieces arrive by a move, each with the cell that the piece has left."""
        move = self._moves[step - 1]
        before, after = self._positions[step - 1].pieces, self._positions[step].pieces
        left = {each.before: each.cell for each in move.changes if each.before and not each.after}
        found = {each.cell: left[each.after] for each in move.changes if each.after in left}
        stays = before.get(move.origin) == after.get(move.origin)
        if not stays and before.get(move.target) != after.get(move.target) is not None:
            found[move.target] = move.origin
        return found

    def _during(self, start: int, end: int, elements: Iterable[drawsvg.DrawingElement]) -> drawsvg.Group:
        """Elements that are there from one position until another."""
        last = len(self._positions)
        if (start, end) == (0, last):
            return drawsvg.Group(list(elements))
        name = f"{self._name}-{start}-{end}"
        states = {0: "hidden", start: "visible", **({end: "hidden"} if end < last else {})}
        frames = "".join(f"{self._at(step)}{{visibility:{state}}}" for step, state in states.items())
        self._keep(name, frames, "step-end")
        hidden = {"visibility": "hidden"} if start else {}
        return drawsvg.Group(list(elements), class_=name, **hidden)

    def _path(self, step: int, source: Point, target: Point) -> str:
        """The classes of a piece that goes from a place to another when a position begins."""
        x, y = number(source[0] - target[0]), number(source[1] - target[1])
        name = f"{self._name}-{step}-{x}-{y}".replace(".", "_")
        away = f"transform:translate({x}px,{y}px)"
        self._keep(
            name, f"0%,{self._at(step)}{{{away}}}{self._at(step + SLIDE / SECONDS)},100%{{transform:none}}", "ease"
        )
        return f"{self._name} {name}"

    def _at(self, step: float) -> str:
        """When a position begins, as a part of the whole."""
        return f"{number(100 * step / (len(self._positions) + 1))}%"

    def _keep(self, name: str, frames: str, timing: str) -> None:
        whole = number(self._seconds * (len(self._positions) + 1))
        self._rules[name] = f"@keyframes {name}{{{frames}}}\n.{name}{{animation:{name} {whole}s {timing} infinite}}"
