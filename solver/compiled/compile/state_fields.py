"""The fields of a position in one integer: rights, flags, and cells that the game names.

A right and a flag are one bit each. A field of one cell has as many bits as a cell number needs, counted from 1, and is
0 without a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import Value, Vector, is_vector, vector
from ...errors import RulesError
from ..named_values import AT_END, AT_OVER, AT_START, NO_PLACE

MOST_BITS = 62
"""The bits that there are."""

Flag: TypeAlias = tuple[str, str]
"""A field and one of its flags."""

Right: TypeAlias = tuple[str, int]
"""A field that is a set of cells, and the number of a cell."""

PLACES = {"start": int(AT_START), "end": int(AT_END)}
"""The cells of a move that a field of one cell may name."""


class Marked(NamedTuple):
    """A field of one cell or of cells, and a place of the move.

    Attributes:
        field: the field.
        place: the place.
        wanted: whether the field must name that place, and not another.
        past: the cells of which the move must pass over one, if it must.
    """

    field: str
    place: int
    wanted: bool = True
    past: tuple[int, ...] | None = None

    @property
    def is_about_way(self) -> bool:
        """Whether it is about the cell that the move passes over."""
        return self.place == AT_OVER or self.past is not None


class States:
    """The fields of a game, and where each is in the integer.

    Args:
        ruleset: the rules.
        rights: all rights, in order.

    Attributes:
        flags: the flags of all fields.
        counts: the fields that hold a number, as one flag or none.
        width: how many bits the number of a cell needs.
        bits: how many bits there are.
    """

    def __init__(self, ruleset: Ruleset, rights: Sequence[Right]) -> None:
        self._cells = list(ruleset.cells)
        self._fields = {name: sort for name, sort in ruleset.fields.items() if sort == "cell"}
        self.flags: list[Flag] = [(name, flag) for name, some in sorted(ruleset.flags.items()) for flag in some]
        self.counts = frozenset(name for name, sort in ruleset.fields.items() if sort == "count")
        self._lists: dict[str, list[int]] = {}
        for name, cell in (each.arguments for each in ruleset.facts("passage_cell", 2)):
            if vector(cell) in ruleset.cells:
                self._lists.setdefault(str(name), []).append(self._cells.index(vector(cell)))
        self._rights = tuple(rights)
        self.width = len(self._cells).bit_length()
        known: list[Flag | Right] = [*self._rights, *self.flags]
        self._bits = {each: 1 << bit for bit, each in enumerate(known)}
        first = len(known)
        self._shifts = {name: first + place * self.width for place, name in enumerate(sorted(self._fields))}
        self.bits = first + len(self._shifts) * self.width

    def named(self) -> list[tuple[str, object]]:
        """What each bit is about, in order, in words that other rules with the same cells have for the same."""
        fields = [(name, bit) for name in sorted(self._fields) for bit in range(self.width)]
        return [*self._rights, *self.flags, *fields]

    def of_all(self, some: Iterable[Flag | Right]) -> int:
        """The bits of some flags and rights."""
        return sum(self._bits[each] for each in some)

    def mask(self, field: str) -> int:
        """The bits of a field of one cell."""
        return ((1 << self.width) - 1) << self._shifts[field]

    def shift(self, field: str) -> int:
        """The number of the lowest bit of a field of one cell; -1 if there is no such field."""
        return self._shifts.get(field, -1)

    def mark(self, field: str, place: int, past: tuple[int, ...] | None = None) -> Marked:
        """A field that a move sets to one of its cells.

        Args:
            field: the name of the field.
            place: the cell.
            past: the cells of which the move must pass over one, if it must.

        Raises:
            RulesError: if it is no field of one cell.
        """
        if field not in self._fields:
            raise RulesError(f"a move has {field} name a cell of it, and that is no field of one cell")
        return Marked(field, place, past=past)

    def cells_of(self, name: Symbol) -> tuple[int, ...]:
        """The cells of a list, by numbers."""
        return tuple(sorted(self._lists.get(str(name), ())))

    def right(self, field: str, cell: Symbol) -> Right | None:
        """The right of a field that is a set of cells, for the rules' term of a cell; None if nothing asks for it."""
        if not is_vector(cell) or vector(cell) not in self._cells:
            return None
        found = field, self._cells.index(vector(cell))
        return found if found in self._rights else None

    @property
    def cell_fields(self) -> list[str]:
        """The fields that are sets of cells, in order."""
        return sorted({name for name, _ in self._rights})

    def cell_rights(self) -> NDArray[np.int64]:
        """(fields, cells): CELL_RIGHTS."""
        found = np.zeros((len(self.cell_fields), len(self._cells)), np.int64)
        for name, cell in self._rights:
            found[self.cell_fields.index(name), cell] = self._bits[name, cell]
        return found

    def of_cells(self, field: str, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """The bits of a field of one cell, for each of some cells; -1 for no cell."""
        return (cells + 1) << self._shifts[field] if field in self._shifts else np.zeros_like(cells)

    def marked(self, marked: Marked | None) -> tuple[int, int, int]:
        """The bits of a field of one cell, the lowest of them, and the place of the move, below 0 if unwanted."""
        if marked is None:
            return 0, 0, int(NO_PLACE)
        return self.mask(marked.field), self._shifts[marked.field], marked.place if marked.wanted else -marked.place

    def of(self, name: str, value: Value) -> int:
        """The bits of a field with a value.

        Raises:
            LookupError: if nothing in the game asks for that.
        """
        if name in self._shifts:
            return (self._cells.index(_vector(value)) + 1) << self._shifts[name]
        if value and isinstance(value[0], str):
            return self.of_all([(name, value[0])])
        return 1 << self._rights.index((name, self._cells.index(_vector(value))))

    def fields_in(self, word: int) -> Iterator[tuple[str, Value]]:
        """The fields in the integer, with their values."""
        yield from ((name, self._cells[cell]) for bit, (name, cell) in enumerate(self._rights) if word >> bit & 1)
        yield from ((name, (value,)) for name, value in self.flags if word & self._bits[name, value])
        for name, shift in self._shifts.items():
            number = (word & self.mask(name)) >> shift
            if number:
                yield name, self._cells[number - 1]

    def lapsing(self, names: Iterable[str]) -> int:
        """The bits of what lapses after a turn."""
        lapses = set(names)
        rights, flags = ([each for each in some if each[0] in lapses] for some in (self._rights, self.flags))
        found = self.of_all(rights) | self.of_all(flags)
        return found | sum(self.mask(name) for name in self._shifts if name in lapses)


def _vector(value: Value) -> Vector:
    return tuple(int(part) for part in value)
