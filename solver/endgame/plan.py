"""Lays out for the kernel what it has to know of a table: its pieces, their routes, its symmetries, its exchanges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from ..compiled.compile.layout import Type
from ..compiled.kernel import placements as kernel
from ..compiled.tables import CELL, FIRST, GOES, TAKES, USE, WALKS, Numbers, Tables, Words
from . import sets
from .errors import EndgameError
from .material import Exchange, Kinds, Material
from .symmetry import Orbits, symmetries


@dataclass(frozen=True, slots=True)
class Shape:
    """How the placements of some material are numbered.

    Attributes:
        material: the material.
        order: its pieces, the first being the one that stands on the heads of orbits only.
        orbits: the symmetries.
    """

    material: Material
    order: tuple[int, ...]
    orbits: Orbits

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return len(self.orbits.orbit)

    @property
    def size(self) -> int:
        """How many entries there are for each side to move."""
        return prod(self.dimensions)

    @property
    def placements(self) -> int:
        """How many placements the entries stand for."""
        return self.cells * prod(self.dimensions[1:])

    @property
    def dimensions(self) -> tuple[int, ...]:
        """The entries as an array: orbits, then the sets of cells of further pieces that are alike."""
        return (len(self.orbits.heads), *(comb(self.cells, alike) for alike in self.alike[1:]))

    @property
    def types(self) -> list[Type]:
        """The types of the pieces in their order."""
        return [self.material.types[number] for number in self.order]

    @property
    def alike(self) -> list[int]:
        """How many pieces that are alike follow each other, in their order; the first is counted alone."""
        return [1, *(len(list(some)) for _, some in groupby(self.types[1:]))]

    @property
    def groups(self) -> list[tuple[int, int]]:
        """The same with where in the order each group starts."""
        alike = self.alike
        return list(zip(accumulate([0, *alike[:-1]]), alike, strict=True))

    def entries(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """The entries of placements, given (placements, pieces) cells in the order of the material."""
        head, *others = cells.T[list(self.order)]
        turn = self.orbits.permutations
        way = self.orbits.way[head]
        digits, rest = [self.orbits.orbit[head]], [turn[way, other] for other in others]
        for alike in self.alike[1:]:
            digits.append(sets.numbers(np.array(rest[:alike], np.int64).T) if alike > 1 else rest[0])
            del rest[:alike]
        found: NDArray[np.int64] = np.ravel_multi_index(tuple(digits), self.dimensions)
        return found

    def placement(self, index: int) -> list[int]:
        """The cells of an entry, in the order of the material."""
        orbit, *others = (int(digit) for digit in np.unravel_index(index, self.dimensions))
        found = [int(self.orbits.heads[orbit])]
        for alike, number in zip(self.alike[1:], others, strict=True):
            found += sets.members(number, alike, self.cells)
        cells = [0] * len(self.order)
        for number, cell in zip(self.order, found, strict=True):
            cells[number] = cell
        return cells


def shape(kinds: Kinds, material: Material, all_types: list[Type]) -> Shape:
    """How placements of some material are numbered.

    Args:
        kinds: the game.
        material: the material.
        all_types: its types and all that captures and promotions may make of them.
    """
    steps = np.diff(kinds.arrays.spans, axis=1).sum(axis=1)
    types = material.types
    walks = [kinds.arrays.types[kinds.number[each], WALKS] for each in types]
    # A move of the first piece is the dearest, so that is the one with the fewest; the last is the cheapest.
    # The first stands by itself, so it is one that no other is like, if there is such.
    order = sorted(range(len(walks)), key=lambda number: steps[walks[number]])
    first = min(order, key=lambda number: types.count(types[number]))
    order.sort(key=lambda number: number != first)
    return Shape(material, tuple(order), Orbits(symmetries(kinds, all_types)))


@dataclass(frozen=True, slots=True)
class _Walk:
    """The steps of a walk as the kernel takes them, by origin and traced back by target."""

    starts: Numbers
    targets: Numbers
    uses: Numbers
    back: Numbers
    origins: Numbers
    width: int
    back_width: int
    closed: Words
    back_closed: Words


def _walk(tables: Tables, number: int) -> _Walk:
    span = tables.spans[number]
    cells = len(span) - 1
    rows = tables.steps[span[0] : span[-1]]
    origins = np.repeat(np.arange(cells, dtype=np.int32), np.diff(span))
    ends = np.flatnonzero((rows[:, CELL] >= 0) & (rows[:, USE] & (GOES | TAKES | FIRST) != 0))
    forth, starts, order, width = _numbered(origins, rows[:, CELL], ends, cells)
    quiet = ends[rows[ends, USE] & (GOES | FIRST) != 0]
    back, back_starts, back_order, back_width = _numbered(rows[:, CELL], origins, quiet, cells)
    closed = np.zeros(cells * cells * width, np.int64)
    back_closed = np.zeros(cells * cells * back_width, np.int64)
    wide = tables.masks.shape[1]
    selves = kernel.close_steps(
        tables.steps.ravel(), tables.masks.ravel(), wide, span, forth, back, closed, width, back_closed, back_width
    )
    if selves:
        raise EndgameError("a route passes the cell that it starts from, which tables do not know yet")
    return _Walk(
        starts,
        rows[order, CELL].astype(np.int32),
        rows[order, USE].astype(np.int32),
        np.ascontiguousarray(back_starts[::cells]),
        origins[back_order],
        width,
        back_width,
        closed,
        back_closed,
    )


def _numbered(
    one: Numbers, other: Numbers, some: NDArray[np.int64], cells: int
) -> tuple[Numbers, Numbers, NDArray[np.int64], int]:
    """Steps sorted by two cells: the bit of each, where each pair of cells starts, the order, words needed."""
    order = some[np.lexsort((other[some], one[some]))]
    pairs = one[order].astype(np.int64) * cells + other[order]
    starts = np.searchsorted(pairs, np.arange(cells * cells + 1)).astype(np.int32)
    bits = np.full(len(one), -1, np.int32)
    bits[order] = np.arange(len(order)) - starts[one[order].astype(np.int64) * cells]
    most = int(np.diff(starts[::cells]).max(initial=1))
    return bits, starts, order, max(1, (most + 63) // 64)


@dataclass(frozen=True, slots=True)
class Plan:
    """The facts of a table, for the kernel.

    Attributes:
        numbers: see there.
        words: see there.
        strides: how far apart the entries of a piece's neighbouring cells are.
    """

    numbers: Numbers
    words: Words
    strides: Words

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return self.numbers.nbytes + self.words.nbytes


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


def plan(kinds: Kinds, one: Shape, exchanges: dict[Exchange, tuple[Shape, int]]) -> Plan:
    """The facts of a table.

    Args:
        kinds: the game.
        one: how its placements are numbered.
        exchanges: for each exchange, by the numbers of the material, how those it leads to are numbered,
            and where their entries start among all.
    """
    writer = _Writer()
    # The header and the rows of the pieces are laid out first and filled in later.
    if len(one.order) > kernel.MOST_PIECES:
        raise EndgameError(f"tables hold no more than {kernel.MOST_PIECES} pieces")
    header = np.zeros(kernel.HEADER, np.int32)
    writer.number(header)
    header[kernel.PIECES], header[kernel.CELLS] = len(one.order), one.cells
    header[kernel.HEADS] = writer.number(one.orbits.heads)
    header[kernel.OWN] = writer.number([*_form(writer, one, 0), *_numbered_as(one, range(len(one.order)))])
    binomials = sets.binomials(one.cells, max(one.alike))
    header[kernel.BINOMIALS_WIDTH], header[kernel.BINOMIALS] = binomials.shape[1], writer.word(binomials.ravel())
    header[kernel.FIXING] = writer.number(_lists(one.orbits.fixing))
    rows = np.zeros((len(one.order), kernel.PIECE_WIDTH), np.int32)
    header[kernel.PIECE] = writer.number(rows)
    known: dict[int, list[int]] = {}
    becomes: list[list[Type]] = []
    for row, each in zip(rows, one.types, strict=True):
        walk = int(kinds.arrays.types[kinds.number[each], WALKS])
        if walk not in known:
            known[walk] = _write_walk(writer, _walk(kinds.arrays, walk))
        row[kernel.SIDE] = kinds.game.ruleset.players.index(each[0])
        row[kernel.ROYAL] = kinds.royal(each)
        row[kernel.STARTS : kernel.BACK_WIDTH + 1] = known[walk]
        becomes.append(_write_arrivals(writer, kinds, each, row))
    for first, alike in one.groups:
        rows[first : first + alike, kernel.FIRST_ALIKE], rows[first : first + alike, kernel.ALIKE] = first, alike
    header[kernel.CHOICES] = 1 + max(map(len, becomes))
    header[kernel.EXCHANGES] = writer.number(_exchanges(writer, one, becomes, exchanges))
    strides = [0]
    for group, (_, alike) in enumerate(one.groups[1:], 2):
        strides += [prod(one.dimensions[group:])] * alike
    return Plan(np.concatenate(writer.numbers), np.concatenate(writer.words), np.array(strides, np.int64))


def _lists(lists: list[NDArray[np.int64]]) -> list[int]:
    """Where each list starts, the lists after that."""
    starts = np.cumsum([len(lists) + 1, *map(len, lists)])
    return [*starts.tolist(), *np.concatenate(lists).tolist()]


def _write_walk(writer: _Writer, walk: _Walk) -> list[int]:
    """The columns of a piece from STARTS to BACK_WIDTH."""
    forth = [writer.number(walk.starts), writer.number(walk.targets), writer.number(walk.uses)]
    back = [writer.number(walk.back), writer.number(walk.origins)]
    return [*forth, writer.word(walk.closed), walk.width, *back, writer.word(walk.back_closed), walk.back_width]


def _write_arrivals(writer: _Writer, kinds: Kinds, each: Type, row: Numbers) -> list[Type]:
    """Write what a piece becomes where, and say what it can become."""
    choices, barred = kinds.choices(each), kinds.barred(each)
    new = sorted({choice for some in choices for choice in some} - {each})
    lists: dict[tuple[Type, ...], int] = {}
    for some in dict.fromkeys(choices):
        others = [new.index(choice) + 1 for choice in some if choice != each]
        lists[some] = writer.number([*others, 0]) if others else 0
    keeps = [-1 if cell in barred else int(not choices[cell] or each in choices[cell]) for cell in range(len(choices))]
    row[kernel.KEEPS] = writer.number(keeps)
    row[kernel.CHOOSES] = writer.number([lists[some] for some in choices])
    row[kernel.ASPIRES] = bool(new)
    return new


def _exchanges(
    writer: _Writer, one: Shape, becomes: list[list[Type]], exchanges: dict[Exchange, tuple[Shape, int]]
) -> NDArray[np.int32]:
    """(pieces, choices, pieces + 1): where the table that each exchange leads to is described."""
    pieces = len(one.order)
    place = {number: place for place, number in enumerate(one.order)}
    found = np.zeros((pieces, 1 + max(map(len, becomes)), pieces + 1), np.int32)
    written: dict[Material, list[int]] = {}
    for each, (other, start) in exchanges.items():
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


def _form(writer: _Writer, one: Shape, start: int) -> list[int]:
    """How placements are numbered, from FORM_PIECES to FORM_START."""
    orbits = one.orbits
    tables = [writer.number(array) for array in (orbits.orbit, orbits.way, orbits.permutations)]
    return [len(one.order), *tables, one.size, start]


def _numbered_as(one: Shape, order: Sequence[int]) -> list[int]:
    """From FORM_ORDER on: the numbers of the pieces, and how many are alike from each on."""
    alike = dict(one.groups)
    return [number for place, piece in enumerate(order) for number in (piece, alike.get(place, 0))]
