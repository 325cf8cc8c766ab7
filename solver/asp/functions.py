"""Functions that rules may call while `base` is grounded: `@morph(...)` and others, which read strings.

A string is read into terms, never pasted into rules. A string that cannot be read gives nothing, and is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature

import webcolors
from clingo import Function, Number, String, Symbol, SymbolType

from ..shorthand.betza import read_betza
from ..shorthand.matrix import read_matrix
from ..shorthand.mistake import ShorthandError
from ..shorthand.morph import read_morph
from ..shorthand.ways import Moves, Passes, Place


class _NoNumberError(Exception):
    """A term that is no number, where a function needs one."""


class Functions:
    """The functions that rules may call, as attributes for clingo's grounding.

    Attributes:
        mistakes: strings that could not be read, each with its mistake; None where no string is at fault.
    """

    def __init__(self) -> None:
        self.mistakes: list[tuple[Symbol | None, str]] = []

    def __getattribute__(self, name: str) -> object:
        """The function of a name; rules can access nothing else of this object."""
        if name == "mistakes":
            return object.__getattribute__(self, name)
        called = _CALLED.get(name)

        def answer(*arguments: Symbol) -> list[Symbol]:
            if called is None:
                self.mistakes.append(
                    (None, f"there is no function @{name}; there are {', '.join(map('@'.__add__, _CALLED))}")
                )
                return []
            number = len(signature(called).parameters)
            if len(arguments) != number:
                self.mistakes.append((None, f"@{name} expects {number} arguments, but has {len(arguments)}"))
                return []
            try:
                return list(called(*arguments))
            except ShorthandError as error:
                self.mistakes.append((arguments[0], f"{name} {arguments[0]}, column {error.column}: {error.reason}"))
            except _NoNumberError as error:
                self.mistakes.append((None, f"@{name} is given {error}, but expects a number"))
            return []

        return answer


def _morph(text: Symbol, columns: Symbol, rows: Symbol, ids: Symbol) -> Iterator[Symbol]:
    """The cells of a morph board with a change: rank from the top, file, and the character there."""
    ranks = read_morph(_text(text), _number(columns), _number(rows), _ids(ids))
    for number, rank in enumerate(ranks, 1):
        for file, sign in enumerate(rank, 1):
            if sign != ".":
                yield Function("", [Number(number), Number(file), String(sign)])


def _capture_matrix(text: Symbol, ids: Symbol) -> Iterator[Symbol]:
    """The labelled cells of a capture matrix: the row from 1, the column from 0, and the character there."""
    for number, row in enumerate(read_matrix(_text(text), _ids(ids)), 1):
        for column, sign in enumerate(row):
            if sign != ".":
                yield Function("", [Number(number), Number(column), String(sign)])


def _betza(text: Symbol, extent: Symbol, ahead: Symbol) -> Iterator[Symbol]:
    """The moves of a string in Betza's notation, for an army that goes forward along the second coordinate, or
    backward.

    Its ends are end(Use, Point). Points that slides do not have are given by place(Point, Cell), after(Point,
    Before). A point where a way turns back is inside(Point). Other terms are several(Step, Most) for first moves of two
    or more steps, anywhere or middle if they do not start on the first cell, passing, castles(Steps, Beyond), and idle
    if a move that changes nothing is left out.
    """
    sign = 1 if _number(ahead) > 0 else -1
    moves = read_betza(_text(text), _number(extent))
    points = _points(moves, text, sign)
    # Sets of places have another order in each process, and points are numbered by the order here.
    order = {place: number for number, place in enumerate(moves.before)}
    for place, point in points.items():
        if point.name != "slide":
            yield Function("place", [point, _vector(place.cell, sign)])
            for start, here in sorted(
                moves.before[place], key=lambda b: (-1 if b[0] is None else order[b[0]], b[1].value)
            ):
                yield from (
                    Function("after", [point, each]) for each in _before(points[start] if start else None, here)
                )
    for place, use in sorted(moves.ends, key=lambda end: (order[end[0]], end[1])):
        yield Function("end", [Function(use), points[place]])
    for place in sorted(moves.inside, key=order.__getitem__):
        yield Function("needs_board", [points[place]])
    for step, most in sorted(moves.several.items()):
        yield Function("several", [_vector(step, sign), Number(most)])
    if moves.homes != "first":
        yield Function(moves.homes)
    if moves.in_passing:
        yield Function("passing")
    if moves.idle:
        yield Function("idle")
    for steps, beyond in sorted(moves.castles):
        yield Function("castles", [Number(steps), Number(beyond)])


def _is_colour(term: Symbol) -> Iterator[Symbol]:
    """1 if a string or a name is a colour of CSS, by name or such as #c04040 or #c44, else 0."""
    name = term.string if term.type == SymbolType.String else str(term)
    try:
        webcolors.hex_to_rgb(name) if name.startswith("#") else webcolors.name_to_rgb(name)
    except ValueError:
        yield Number(0)
    else:
        yield Number(1)


def _points(moves: Moves, text: Symbol, sign: int) -> dict[Place, Symbol]:
    """The points of places: those of slides where a place is one, otherwise new ones."""
    found: dict[Place, Symbol] = {}
    slides: dict[Place, tuple[tuple[int, int], int]] = {}
    for number, (place, before) in enumerate(moves.before.items()):
        start, here = next(iter(before))
        if len(before) == 1 and here is Passes.EMPTY:
            if start is None:
                slides[place] = place.cell, 1
            elif start in slides:
                (x, y), size = slides[start]
                if place.cell == (x * (size + 1), y * (size + 1)):
                    slides[place] = (x, y), size + 1
        if place in slides:
            step, size = slides[place]
            found[place] = Function("slide", [_vector(step, sign), Number(size)])
        else:
            found[place] = Function("betza", [text, Number(sign), Number(number)])
    return found


def _before(point: Symbol | None, here: Passes) -> Iterator[Symbol]:
    """The predecessor of a point: another point on the way, with the piece that must be there."""
    if point is None:
        yield Function("", [])
        return
    if here in (Passes.EMPTY, Passes.ANYTHING):
        yield Function("", [point])
    if here in (Passes.OCCUPIED, Passes.ANYTHING):
        yield Function("over", [point])
    if here is Passes.CAPTURED:
        yield Function("capturing", [point])


def _vector(cell: tuple[int, int], sign: int) -> Symbol:
    return Function("", [Number(sign * cell[0]), Number(sign * cell[1]), Number(0)])


_CALLED: dict[str, Callable[..., Iterator[Symbol]]] = {
    "morph": _morph,
    "capture_matrix": _capture_matrix,
    "betza": _betza,
    "is_colour": _is_colour,
}


def _text(symbol: Symbol) -> str:
    if symbol.type != SymbolType.String:
        raise ShorthandError(1, "expected a string in quotes")
    return symbol.string


def _number(symbol: Symbol) -> int:
    if symbol.type != SymbolType.Number:
        raise _NoNumberError(symbol)
    return symbol.number


def _ids(symbol: Symbol) -> tuple[str, ...]:
    """The IDs of the types in their order, from the list (Last,(...,(First,()))))."""
    found: list[str] = []
    while symbol.type == SymbolType.Function and len(symbol.arguments) == 2:
        found.append(_text(symbol.arguments[0]))
        symbol = symbol.arguments[1]
    return tuple(reversed(found))
