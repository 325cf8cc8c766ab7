"""Lays out for the kernel what it has to know of a table: its pieces, their routes, its symmetries, its exchanges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel import endgame_facts as kernel
from ..compiled.packed import Numbers, Words
from ..compiled.tables import CELL, USE
from ..play.material import Material
from ..play.piece import Type
from . import sets
from .errors import EndgameError
from .leads import Method
from .piece_steps import MovePattern, pattern_of
from .shape import Shape
from .successors import Kinds
from .turning import Turning

_OWN = -1
"""In the place of where entries start: they are the table's own."""


class _Writer:
    """Lays arrays one after another."""

    def __init__(self) -> None:
        self.numbers: list[Numbers] = []
        self.words: list[Words] = []
        self.places = {"numbers": 0, "words": 0}

    def number(self, array: NDArray[np.int32] | NDArray[np.int64] | list[int]) -> int:
        """Add numbers, and say where they start; an array of numbers of 32 bits may still be changed."""
        return self._add("numbers", np.asarray(array, np.int32).ravel())

    def word(self, array: Words) -> int:
        """Add words, and say where they start."""
        return self._add("words", array)

    def _add(self, name: str, array: NDArray[np.int32] | NDArray[np.int64]) -> int:
        start = self.places[name]
        getattr(self, name).append(array)
        self.places[name] += array.size
        if self.places[name] >= 1 << 31:
            raise EndgameError("the board or the tables for other material are too large")
        return start


def lay_out(kinds: Kinds, one: Shape, others: Mapping[Material, tuple[Shape, int]]) -> kernel.Endgame:
    """The facts of a table, for the kernel.

    Args:
        kinds: the game.
        one: how its placements are numbered.
        others: for each material that moves lead to, how its placements are numbered, and where its entries start
            among all.
    """
    writer = _Writer()
    # The header and the rows of the pieces are laid out first and filled in later.
    header = np.zeros(kernel.HEADER, np.int32)
    writer.number(header)
    header[kernel.PIECES], header[kernel.CELLS] = len(one.order), one.cells
    header[kernel.HEADS] = writer.number(one.orbits.heads)
    turning = Turning(one)
    header[kernel.OWN] = writer.number([*_form(writer, one, 0, turning), *_numbered_as(one, range(len(one.order)))])
    # Moves may make pieces alike that were not: the entries after them are numbered here too.
    most = max(max(form.alike) for form in (one, *(form for form, _ in others.values())))
    binomials = sets.binomials(one.cells, most)
    header[kernel.BINOMIALS_WIDTH], header[kernel.BINOMIALS] = binomials.shape[1], writer.word(binomials.ravel())
    header[kernel.FIXING] = writer.number(_lists(turning.fixing))
    rows = np.zeros((len(one.order), kernel.PIECE_WIDTH), np.int32)
    header[kernel.PIECE] = writer.number(rows)
    way = kinds.way(one.material)
    known: dict[int, list[int]] = {}
    becomes: list[list[Type]] = []
    for row, each in zip(rows, one.types, strict=True):
        row[kernel.SIDE] = kinds.game.ruleset.players.index(each[0])
        row[kernel.ROYAL] = kinds.royal(each)
        row[kernel.KIND] = kinds.number[each]
        if way is not Method.SWEPT:
            pattern = pattern_of(kinds, each, way)
            if id(pattern) not in known:
                known[id(pattern)] = _write_pattern(writer, pattern)
            row[kernel.STARTS : kernel.BACK_WIDTH + 1] = known[id(pattern)]
        if way is Method.TRACED:
            becomes.append(_write_arrivals(writer, kinds, each, row))
        else:
            _write_changes(writer, kinds, each, row)
    for first, alike in one.groups:
        rows[first : first + alike, kernel.FIRST_ALIKE], rows[first : first + alike, kernel.ALIKE] = first, alike
    if way is Method.TRACED:
        header[kernel.CHOICES] = 1 + max(map(len, becomes))
        header[kernel.EXCHANGES] = writer.number(_exchanges(writer, kinds, one, becomes, others))
    else:
        forms = [(one, _OWN), *others.values()]
        places = [_form_ahead(writer, kinds, *form, turning if form[0] is one else None) for form in forms]
        header[kernel.FORMS], header[kernel.PLACES] = len(forms), writer.number(places)
        header[kernel.KEYS] = writer.word(np.zeros(len(forms), np.int64))
        header[kernel.JOINS] = kinds.leads.joins(one.material.types)
        header[kernel.ALWAYS] = kinds.leads.always(one.material.types)
    strides = [0]
    for group, (_, alike) in enumerate(one.groups[1:], 2):
        strides += [prod(one.dimensions[group:])] * alike
    header[kernel.STRIDES] = writer.word(np.array(strides, np.int64))
    return kernel.Endgame(
        np.concatenate(writer.numbers),
        np.concatenate(writer.words),
        np.zeros(kernel.ROOM, np.int64),
    )


def route_bytes(kinds: Kinds, material: Material) -> int:
    """How many bytes of the facts of a table are the routes of its pieces: but for little, all.

    Raises:
        EndgameError: if a route cannot be held.
    """
    writer = _Writer()
    way = kinds.way(material)
    if way is not Method.SWEPT:
        for pattern in {
            id(pattern): pattern for pattern in (pattern_of(kinds, each, way) for each in material.types)
        }.values():
            _write_pattern(writer, pattern)
    return sum(array.nbytes for array in (*writer.numbers, *writer.words))


def _lists(lists: list[NDArray[np.int64]]) -> list[int]:
    """Where each list starts, the lists after that."""
    starts = np.cumsum([len(lists) + 1, *map(len, lists)])
    return [*starts.tolist(), *np.concatenate(lists).tolist()]


def _write_pattern(writer: _Writer, pattern: MovePattern) -> list[int]:
    """The columns of a piece from STARTS to BACK_WIDTH."""
    cells, forth, back = pattern.cells, pattern.forth, pattern.back
    return [
        writer.number(forth.starts),
        writer.number(pattern.rows[forth.order, CELL]),
        writer.number(pattern.rows[forth.order, USE]),
        writer.word(forth.closed),
        forth.width,
        writer.number(back.starts[::cells]),
        writer.number(pattern.origins[back.order]),
        writer.word(back.closed),
        back.width,
    ]


def _write_arrivals(writer: _Writer, kinds: Kinds, each: Type, row: Numbers) -> list[Type]:
    """Write what a piece becomes where, and say what it can become."""
    choices, misplaced = kinds.choices(each), kinds.misplaced(each)
    new = sorted({choice for some in choices for choice in some} - {each})
    lists: dict[tuple[Type, ...], int] = {}
    for some in dict.fromkeys(choices):
        others = [new.index(choice) + 1 for choice in some if choice != each]
        lists[some] = writer.number([*others, 0]) if others else 0
    keeps = [
        -1 if cell in misplaced else int(not choices[cell] or each in choices[cell]) for cell in range(len(choices))
    ]
    row[kernel.KEEPS] = writer.number(keeps)
    row[kernel.CHOOSES] = writer.number([lists[some] for some in choices])
    row[kernel.ASPIRES] = bool(new)
    return new


def _write_changes(writer: _Writer, kinds: Kinds, each: Type, row: Numbers) -> None:
    """Write where a piece may stand, and where it may change; into what, looking ahead finds out."""
    misplaced, changing = kinds.misplaced(each), kinds.leads.changing(each)
    row[kernel.KEEPS] = writer.number([-1 if cell in misplaced else 1 for cell in range(len(changing))])
    row[kernel.CHOOSES] = writer.number(np.array(changing, np.int32))
    row[kernel.ASPIRES] = any(changing)


def _exchanges(
    writer: _Writer,
    kinds: Kinds,
    one: Shape,
    becomes: list[list[Type]],
    others: Mapping[Material, tuple[Shape, int]],
) -> NDArray[np.int32]:
    """(pieces, choices, pieces + 1): where the table that each exchange leads to is described."""
    pieces = len(one.order)
    place = {number: place for place, number in enumerate(one.order)}
    found = np.zeros((pieces, 1 + max(map(len, becomes)), pieces + 1), np.int32)
    written: dict[Material, list[int]] = {}
    for each, material in kinds.exchanges(one.material):
        other, start = others[material]
        mover = place[each.mover]
        choice = 0 if each.becomes is None else 1 + becomes[mover].index(each.becomes)
        victim = 0 if each.victim is None else 1 + place[each.victim]
        left = [(place[n], (each.becomes or t) if n == each.mover else t) for n, t in enumerate(one.material.types)]
        left = [(number, kind) for number, kind in left if number != victim - 1]
        matched = other.material.matched([kind for _, kind in left])
        order = [left[matched[number]][0] for number in other.order]
        if other.material not in written:
            written[other.material] = _form(writer, other, start)
        found[mover, choice, victim] = writer.number([*written[other.material], *_numbered_as(other, order)])
    return found


def _form_ahead(writer: _Writer, kinds: Kinds, one: Shape, start: int, turning: Turning | None) -> int:
    """Write down how placements are numbered that moves are seen to lead to, and say where."""
    order = range(kernel.AFTER, kernel.AFTER + len(one.order))
    types = [kinds.number[each] for each in one.types]
    return writer.number([*_form(writer, one, start, turning), *_numbered_as(one, order), *types])


def _form(writer: _Writer, one: Shape, start: int, turning: Turning | None = None) -> list[int]:
    """How placements are numbered, from FORM_PIECES to FORM_ENTRIES; of a table that is made, how they are turned."""
    orbits = one.orbits
    partner, way = (turning.partner, turning.way) if turning else (0, orbits.way)
    return [
        len(one.order),
        writer.number(orbits.orbit),
        partner,
        writer.number(way),
        writer.number(orbits.permutations),
        writer.word(np.array([one.size, start], np.int64)),
    ]


def _numbered_as(one: Shape, order: Sequence[int]) -> list[int]:
    """From FORM_ORDER on: the numbers of the pieces, and how many are alike from each on."""
    alike = dict(one.groups)
    return [number for place, piece in enumerate(order) for number in (piece, alike.get(place, 0))]
