"""How the tables of a game are declared: scalars, arrays, and the columns of arrays.

`tables.py` is one declaration after another. All else follows from it: where each array is in the packed form, the
indices that the kernel uses, the checks of filled tables, and the page docs/tables.md. So a new column is one line of
`tables.py`, and the code that fills and reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .packed import int64

Limit = int | str | None
"""What values are less than: a number, a size by its name (`Sizes`), or None for anything."""


@dataclass(frozen=True, slots=True)
class Column:
    """A scalar, or a column of an array.

    Attributes:
        name: what the kernel calls its index.
        index: its index among the scalars, or in a row of the array.
        meaning: what the number is.
        least: the least value, where `below` is not None.
        below: what the value is less than.
        width: how many numbers it has; `index` is that of the first.
    """

    name: str
    index: int
    meaning: str
    least: int
    below: Limit
    width: int


class Columns:
    """Columns, in the order in which they are declared."""

    def __init__(self) -> None:
        self.all: list[Column] = []

    def column(self, name: str, meaning: str, below: Limit = None, *, least: int = 0, width: int = 1) -> int:
        """Declare the next column; see `Column` for what is given. Returns its index in a row."""
        self.all.append(Column(name, self.width, meaning, least, below, width))
        return int64(self.all[-1].index)

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return sum(each.width for each in self.all)


class Array(int):
    """An array of the tables.

    The integer is an index of `Packed.numbers`: there is the place where the array starts. The kernel uses it as such.

    Attributes:
        name: the name of the constant in `tables.py`.
        shape: the size of each dimension but that of the columns, by its name.
        meaning: what a row of it is about; without columns, an entry.
        dtype: the type of its integers.
        below: the limit of its entries, if it has no columns.
        least: their least value.
        columns: its columns, if it has any.
        repeated: further columns, which follow `times` times.
    """

    name: str
    shape: tuple[str, ...]
    meaning: str
    dtype: type[Any]
    below: Limit
    least: int
    columns: Columns
    repeated: Columns
    times: int

    def column(self, name: str, meaning: str, below: Limit = None, *, least: int = 0, width: int = 1) -> int:
        """Declare the next column; see `Columns.column`."""
        return self.columns.column(name, meaning, below, least=least, width=width)

    def repeat(self, times: int) -> Columns:
        """Columns that follow the others a number of times; they are declared next."""
        self.times = times
        return self.repeated

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return self.columns.width + self.times * self.repeated.width

    @property
    def dimensions(self) -> str:
        """Its shape in words."""
        return " x ".join((*self.shape, str(self.width)) if self.width else self.shape)

    def places(self) -> Iterator[tuple[Column, slice]]:
        """Each column with its place in a row; those that are repeated several times."""
        for each in self.columns.all:
            yield each, slice(each.index, each.index + each.width)
        for first in range(self.columns.width, self.width, self.repeated.width or 1):
            for each in self.repeated.all:
                yield each, slice(first + each.index, first + each.index + each.width)


class Schema:
    """The declarations of all tables.

    Attributes:
        scalars: the numbers that a game has once; they come first in `Packed.numbers`.
        arrays: the arrays, in the order in which they are packed.
        sections: the subjects of arrays: a heading, the rules and the module that they come from, and the first array.
    """

    def __init__(self) -> None:
        self.scalars = Columns()
        self.arrays: list[Array] = []
        self.sections: list[tuple[str, str, int]] = []

    def section(self, heading: str, source: str) -> None:
        """Say what the next arrays are about, and where they come from."""
        self.sections.append((heading, source, len(self.arrays)))

    def scalar(self, name: str, meaning: str, below: Limit = None, *, least: int = 0) -> int:
        """Declare a number that a game has once. Returns its index in `Packed.numbers`."""
        if self.arrays:
            raise ValueError(f"{name}: scalars are declared before arrays")
        return self.scalars.column(name, meaning, below, least=least)

    def array(
        self, name: str, shape: str, meaning: str, below: Limit = None, *, least: int = 0, dtype: type[Any] = np.int32
    ) -> Array:
        """Declare an array.

        Args:
            name: the name of the constant that it becomes.
            shape: the sizes of its dimensions by name, with `x` between them; its columns are one dimension more.
            meaning: what a row, or an entry, is about.
            below: the limit of its entries, if it has no columns.
            least: their least value.
            dtype: the type of its integers.
        """
        found = Array(self.scalars.width + len(self.arrays))
        found.name, found.shape, found.meaning, found.dtype = name, tuple(shape.split(" x ")), meaning, dtype
        found.below, found.least, found.times = below, least, 0
        found.columns, found.repeated = Columns(), Columns()
        self.arrays.append(found)
        return found

    @property
    def header(self) -> int:
        """How many of `Packed.numbers` come before the arrays."""
        return self.scalars.width + len(self.arrays)

    def faults(self, scalars: NDArray[Any], arrays: Mapping[Array, NDArray[Any]]) -> list[str]:
        """Where filled tables are not as declared: a wrong type or shape, or else a value beyond its limits."""
        sizes = Sizes()
        return list(self._misshapen(sizes, arrays)) or list(self._beyond(sizes, scalars, arrays))

    def _misshapen(self, sizes: Sizes, arrays: Mapping[Array, NDArray[Any]]) -> Iterator[str]:
        for array in self.arrays:
            found = arrays[array]
            if found.dtype != array.dtype:
                yield f"{array.name} has {found.dtype}, not {np.dtype(array.dtype)}"
            own = found.shape[:-1] if array.width else found.shape
            is_wide = not array.width or found.shape[-1] == array.width
            if not is_wide or len(own) != len(array.shape) or not all(map(sizes.fits, array.shape, own)):
                yield f"{array.name} has the shape {found.shape}, not {array.dimensions}"

    def _beyond(self, sizes: Sizes, scalars: NDArray[Any], arrays: Mapping[Array, NDArray[Any]]) -> Iterator[str]:
        for each in self.scalars.all:
            yield from _beyond(sizes, each.name, scalars[each.index], each.least, each.below)
        for array in self.arrays:
            if not array.width:
                yield from _beyond(sizes, array.name, arrays[array], array.least, array.below)
            for each, place in array.places():
                some = arrays[array][..., place]
                yield from _beyond(sizes, f"{array.name}, {each.name}", some, each.least, each.below)


class Sizes:
    """The sizes of dimensions, by name: the first array that has one defines it."""

    def __init__(self) -> None:
        self._sizes: dict[str, int] = {}

    def fits(self, name: str, size: int) -> bool:
        """Whether a dimension may have a size; `cells + 1` is one more than `cells`."""
        base, _, more = name.partition(" + ")
        return self._sizes.setdefault(base, size - int(more or 0)) == size - int(more or 0)

    def limit(self, below: int | str) -> int:
        """A limit as a number."""
        if not isinstance(below, str):
            return int(below)
        base, _, more = below.partition(" + ")
        return self._sizes[base] + int(more or 0)


def _beyond(sizes: Sizes, name: str, values: NDArray[Any], least: int, below: Limit) -> Iterator[str]:
    """What is wrong with some values."""
    if below is not None and values.size:
        limit = sizes.limit(below)
        lowest, highest = values.min(), values.max()
        if lowest < least or highest >= limit:
            wrong = lowest if lowest < least else highest
            yield f"{name} has {wrong}, which is not from {least} to {limit - 1}"
