"""The definition of an Interactive Diagram: a statement a line, `key=value` or `name:ID:move:image:squares:hand`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ..errors import ShadowmateError, quoted
from ..files import read_text
from ..shorthand.betza import without_long_passing
from .promotion_choice import Offer, read_choice
from .saved_page import find_definition

Square = tuple[int, int]
"""A column and a row, counted from 1."""

_LOOKS = frozenset(
    {
        "graphicsDir", "graphicsType", "whitePrefix", "blackPrefix", "squareSize", "lightShade", "darkShade",
        "startShade", "shady", "satellite", "useMarkers", "enableAI", "rimColor", "coordColor", "theme", "firstRank",
        "borders",
    }
)  # fmt: skip
"""Keys that only change looks."""
_NUMBERS = {
    "files": 8, "ranks": 8, "promoZone": 1, "maxPromote": 1, "promoOffset": 0, "holdingsType": 0, "extinction": 3,
    "castleFlip": 0,
}  # fmt: skip
"""Keys whose value is a number, with what holds if they are not there."""
_RANGES = {"extinction": range(4), "castleFlip": range(2)}
"""The numbers that some of them may be."""
_STALEMATES = ("draw", "lose", "loss", "win")
"""What a stalemate may be; all but a draw mean that the player without a move loses."""
_MARKS = ("royal", "iron", "protected", "counterStrike")
"""Keys that mark a type."""
_ONCE = (*_NUMBERS, "promoChoice", "symmetry", "shuffle", "captureMatrix", "stalemate")
"""Keys that count once, where they stand last."""
_UNSAID = (*_NUMBERS, *_MARKS, "symmetry", "shuffle", "captureMatrix", "morph", "confinement", "stalemate")
"""Keys that say nothing if nothing stands after them."""
DROPPED = (-1, -2)
"""The types of hands from which captured pieces are dropped."""
LOST = 1
"""The type of hands that collect what a side has lost, for promotions."""
_SQUARE = re.compile(r"([a-z])([0-9]{1,2})")
_HOLE = "hole"
"""The name of what stands where the board has no square."""
_SECTION = re.compile(r"\[[^\]]*\]")
"""A line with which a section of Fairy-Stockfish's variants.ini begins."""
_LARGEST = 26
"""The number of columns that have letters."""


class DiagramError(ShadowmateError, ValueError):
    """A definition that cannot be read; the message names line and column."""


@dataclass(slots=True)
class Type:
    """A piece type.

    Attributes:
        line: where it stands.
        name: its name.
        id: its ID.
        move: its move in Betza's notation; "" if it is that which its name means.
        squares: where the pieces of White and of Black start.
        held: how many each of them holds at the start.
        morph: its morph board, or "".
    """

    line: int
    name: str
    id: str
    move: str
    squares: tuple[list[Square], list[Square]]
    held: tuple[int, int] = (0, 0)
    morph: str = ""


class Castles(NamedTuple):
    """How a King castles that starts elsewhere than in the definition.

    Attributes:
        army: 0 for White, 1 for Black.
        start: where it starts.
        column: the column of the definition, from which it goes.
        partner: the number of the type with which it castles, from 0.
    """

    army: int
    start: Square
    column: int
    partner: int


@dataclass(slots=True)
class Definition:
    """The values of a definition.

    Attributes:
        types: the piece types, in order.
        numbers: the values of the keys that are numbers.
        choice: the IDs that a promotion may choose.
        royals: the numbers of the royal types.
        stalemate: what a stalemate is; `draw`, or else it loses.
        symmetry: how Black's pieces are placed: mirror, rotate or none.
        matrix: the capture matrix, or "".
        iron: the numbers of the types that cannot be captured.
        protected: the numbers of the types that are not exchanged for each other.
        countered: the numbers of the types whose capture is not answered by another (`counterStrike`).
        lines: by key the line where it stands last.
        given: by key the number of the line where it stands last, and the line, of keys that count once.
        marked: the lines by which types are royal, iron and so on, each with its number, key and value.
        looks: how many lines only change looks.
        shuffle: the types whose pieces are placed anew, or "".
        castles: how Kings castle in an array that was chosen.
        holes: lines of squares that the board does not have; they are no types.
        left_out: lines that are not understood or not supported, each with its number and why.
    """

    types: list[Type] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=lambda: dict(_NUMBERS))
    choice: str = "QNRB"
    royals: list[int] = field(default_factory=list)
    stalemate: str = "draw"
    symmetry: str = "mirror"
    matrix: str = ""
    iron: list[int] = field(default_factory=list)
    protected: list[int] = field(default_factory=list)
    countered: list[int] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    given: dict[str, tuple[int, str]] = field(default_factory=dict)
    marked: list[tuple[int, str, str]] = field(default_factory=list)
    looks: int = 0
    shuffle: str = ""
    castles: list[Castles] = field(default_factory=list)
    holes: list[Type] = field(default_factory=list)
    left_out: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def offers(self) -> list[Offer]:
        """What promotions may choose, as far as it is supported."""
        found = [each for each in self._choice if isinstance(each, Offer)]
        has_lost = self.numbers["holdingsType"] == LOST and not self.numbers["promoOffset"]
        return [each if has_lost else replace(each, is_lost=False) for each in found]

    @property
    def _choice(self) -> list[Offer | str]:
        return list(read_choice(self.choice, [each.id for each in self.types]))

    def unsupported(self) -> Iterator[tuple[int, str, str]]:
        """What the values of keys and the lines of pieces ask for that is not supported, each with its line and why."""
        kind = self.numbers["holdingsType"]
        if kind not in (0, LOST, *DROPPED):
            known = ", ".join(map(str, (LOST, *DROPPED)))
            yield self.lines["holdingsType"], f"holdingsType={kind}", f"hands of types {known} are supported"
        if "promoChoice" in self.lines:
            for reason in dict.fromkeys(self._reasons()):
                yield self.lines["promoChoice"], f"promoChoice={self.choice}", reason
        lost = {each.id for each in self.offers if each.is_lost}
        for each in self.types:
            if any(each.held) and kind not in DROPPED and each.id not in lost:
                why = "no promotion wants such a piece" if kind == LOST else "the game has no hands"
                yield each.line, f"{each.name}: {','.join(map(str, each.held))} in hand", why

    @property
    def spare_royals(self) -> list[bool]:
        """For White and Black: whether it may have several royal pieces, of which only the last must be safe."""
        royals = [self.types[number - 1] for number in self.royals]
        offset = self.numbers["promoOffset"]
        risen = range(offset + 1, offset + 1 + self.numbers["maxPromote"])
        chosen = {each.id for each in self.offers}
        is_gained = any(n in risen for n in self.royals) if offset else any(each.id in chosen for each in royals)
        return [
            bool(self.numbers["extinction"] >> army & 1)
            and (is_gained or sum(len(each.squares[army]) for each in royals) > 1)
            for army in (0, 1)
        ]

    def _reasons(self) -> Iterator[str]:
        if self.numbers["promoOffset"] and not any("*" in each.morph for each in self.types):
            yield "promoOffset states what each type becomes"
            return
        zone = min(self.numbers["promoZone"], self.numbers["ranks"])
        for each in self._choice:
            if isinstance(each, str):
                yield f"no type has the ID {each}" if each.isalpha() else f"{quoted(each)} belongs to no ID"
            elif each.is_lost and self.numbers["holdingsType"] != LOST:
                wants = f"*{each.id} wants a lost piece, and holdingsType=1 collects them"
                yield f"{wants}; {each.id} is chosen without limit"
            elif each.first > (each.last or zone):
                yield f"{each.id} is never chosen, as it is on no rank of the zone"
        if any(each.is_limited for each in self.offers) and any("*" in each.morph for each in self.types):
            yield "where a morph board has *, all IDs are chosen without limit"


def read_definition(text: str) -> Definition:
    """Read a definition, or a saved page that holds one.

    Raises:
        DiagramError: if it defines no piece, or a square or number in it is wrong.
    """
    lines, before = find_definition(text)
    found = Definition()
    for number, line in enumerate(lines, before + 1):
        if not line:
            continue
        if re.match(r"[A-Za-z]\w*\s*=", line):
            _key(found, number, line)
        elif line.count(":") >= 4:
            _piece(found, number, line)
        else:
            found.left_out.append((number, line, "neither key=value nor name:ID:move:image:squares"))
    if not found.types:
        is_ini = any(map(_SECTION.fullmatch, lines))
        hint = "; docs/import.md has a table about variants of Fairy-Stockfish" if is_ini else ""
        raise DiagramError(
            "this is no definition of an Interactive Diagram: "
            f"there is no line of a piece, name:ID:move:image:squares{hint}"
        )
    _complete(found)
    found.left_out += found.unsupported()
    found.left_out.sort(key=lambda each: each[0])
    return found


def _key(found: Definition, number: int, line: str) -> None:
    key, _, value = (part.strip() for part in line.partition("="))
    if value and key in _ONCE:
        if key in found.given:
            before, text = found.given[key]
            found.left_out.append((before, text, f"{key} stands again in line {number}, which counts"))
        found.given[key] = number, line
    if key in _LOOKS:
        found.looks += 1
    elif not value and key in _UNSAID:
        return
    elif key in _NUMBERS:
        found.numbers[key], found.lines[key] = _whole(number, key, value), number
        few = range(2, _LARGEST + 1) if key in ("files", "ranks") else _RANGES.get(key)
        if few and found.numbers[key] not in few:
            raise DiagramError(f"line {number}: {key} is {few[0]} to {few[-1]}, not {quoted(value)}")
    elif key == "promoChoice":
        found.choice, found.lines[key] = value, number
    elif key == "shuffle":
        found.shuffle, found.lines[key] = "".join(value.split()), number
    elif key == "stalemate" and value not in _STALEMATES:
        raise DiagramError(f"line {number}: stalemate is {', '.join(_STALEMATES)}, not {quoted(value)}")
    elif key == "stalemate":
        found.stalemate = value
    elif key == "symmetry" and value in ("mirror", "rotate", "none"):
        found.symmetry = value
    elif key in _MARKS:
        found.marked.append((number, key, value))
    elif key == "captureMatrix":
        found.matrix = value
    elif key in ("morph", "confinement") and found.types:
        found.types[-1].morph = value
    elif key in ("morph", "confinement"):
        raise DiagramError(f"line {number}: {key} stands below the line of its piece, and there is none above")
    else:
        near = [each for each in _UNSAID if each.lower() == key.lower() != key]
        reason = "it is mirror, rotate or none" if key == "symmetry" else "this key is not supported"
        found.left_out.append((number, line, f"{reason}; the key is {near[0]}" if near else reason))


def _whole(number: int, key: str, value: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", value):
        raise DiagramError(f"line {number}: {key} is a number, not {quoted(value)}")
    return int(value)


def _type_number(found: Definition, number: int, key: str, value: str) -> int:
    """The number of a type, given so or by its ID.

    Raises:
        DiagramError: if there is none.
    """
    ids = [each.id for each in found.types]
    if ids.count(value) > 1:
        names = " and ".join(each.name for each in found.types if each.id == value)
        raise DiagramError(f"line {number}: {names} have the ID {value}; say which by {key}= and its number")
    if value in ids:
        return ids.index(value) + 1
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise DiagramError(f"line {number}: {key} is the number of a type or its ID, and no type has {quoted(value)}")
    if not 1 <= int(value) <= len(ids):
        raise DiagramError(f"line {number}: there is no type {value}; they are numbered from 1 to {len(ids)}")
    return int(value)


def _piece(found: Definition, number: int, line: str) -> None:
    fields = [part.strip() for part in line.split(":")]
    name, sign, move, _, squares, *more = fields
    if not name:
        raise DiagramError(f"line {number}: a piece has a name, and this one has none")
    held = [_whole(number, "a hand", each) for each in more[0].split(",")] if more and more[0] else [0]
    white, _, black = squares.partition(",,")
    placed = _squares(number, white), _squares(number, black)
    short = without_long_passing(move)
    if short != move and name.lower() != _HOLE:
        found.left_out.append((number, f"{name}: {move}", "a first move of three steps is not captured in passing"))
    listed = found.holes if name.lower() == _HOLE else found.types
    listed.append(Type(number, name, sign or name[0].upper(), short, placed, (held[0], held[-1])))
    if listed is found.holes and (move or any(held)):
        found.left_out.append((number, line, "a hole has squares and nothing else"))
    if len(more) > 1:
        found.left_out.append((number, ":".join(more[1:]), "nothing is known to stand after the hand"))


def _squares(number: int, text: str) -> list[Square]:
    return [square for part in "".join(text.split()).split(",") if part for square in _rectangle(number, part)]


def _rectangle(number: int, text: str) -> Iterator[Square]:
    """The squares of `a2`, or of `a2-h3`."""
    corners = [_SQUARE.fullmatch(part) for part in text.split("-")]
    ends = [(ord(each[1]) - ord("a") + 1, int(each[2])) for each in corners if each]
    if len(ends) != len(corners) or len(ends) > 2:
        raise DiagramError(f"line {number}: {quoted(text)} is no square, such as a2, and no rectangle, such as a2-h3")
    (a, b), (c, d) = ends[0], ends[-1]
    for y in range(min(b, d), max(b, d) + 1):
        yield from ((x, y) for x in range(min(a, c), max(a, c) + 1))


def _complete(found: Definition) -> None:
    """The defaults of a diagram: Black's pieces by symmetry, and the last type is royal."""
    for number, key, value in found.marked:
        marked = dict(zip(_MARKS, (found.royals, found.iron, found.protected, found.countered), strict=True))[key]
        marked.append(_type_number(found, number, key, value))
    if not found.royals:
        found.royals = [len(found.types)]
    for key, many, what in (("maxPromote", len(found.types), "type"), ("promoZone", found.numbers["ranks"], "rank")):
        if found.numbers[key] > many:
            text = f"{key}={found.numbers[key]}"
            found.left_out.append((found.lines[key], text, f"there are {many} {what}s, and all of them count"))
    for each in (*found.types, *found.holes):
        _place(found, each)
    _leave_out_in_holes(found)
    owners: dict[Square, str] = {}
    for each in found.types:
        for square in dict.fromkeys((*each.squares[0], *each.squares[1])):
            if owners.setdefault(square, each.name) != each.name:
                there = _square_name(square)
                raise DiagramError(f"line {each.line}: {there} has a {owners[square]} already, and a {each.name}")


def _place(found: Definition, each: Type) -> None:
    """Add the squares of Black's pieces of a type.

    Raises:
        DiagramError: if a square is not on the board.
    """
    width, height = found.numbers["files"], found.numbers["ranks"]
    for square in (*each.squares[0], *each.squares[1]):
        if not (1 <= square[0] <= width and 1 <= square[1] <= height):
            raise DiagramError(f"line {each.line}: {_square_name(square)} is not on a board of {width}x{height}")
    if found.symmetry != "none":
        turned = [(width + 1 - x if found.symmetry == "rotate" else x, height + 1 - y) for x, y in each.squares[0]]
        each.squares[1].extend(square for square in turned if square not in each.squares[1])


def _leave_out_in_holes(found: Definition) -> None:
    """Leave out the pieces that would stand in holes of the board."""
    holes = {square for each in found.holes for some in each.squares for square in some}
    for each in found.types:
        lost = sorted(holes & {*each.squares[0], *each.squares[1]})
        if lost:
            names = ", ".join(map(_square_name, lost))
            found.left_out.append((each.line, f"{each.name}: {names}", "the board has a hole there"))
            white, black = ([square for square in some if square not in holes] for some in each.squares)
            each.squares = white, black


def _square_name(square: Square) -> str:
    return f"{chr(96 + square[0])}{square[1]}"


def read_file(path: Path) -> Definition:
    """Read the definition in a file.

    Raises:
        DiagramError: if it cannot be read, or is wrong.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise DiagramError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        return read_definition(text)
    except DiagramError as error:
        raise DiagramError(f"{path}: {error}") from error
