"""The tables of one game, filled: the arrays that `tables.py` declares, and what Python asks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .named_values import FIRST, ON_THE_WAY, PLAIN
from .packed import Numbers, Packed
from .schema import Array
from .tables import (
    AIDE_CELL_COUNT,
    ARRIVALS,
    BECOMES,
    CELLS,
    CHOICE_TEXT,
    GROUPS,
    MORE_PATTERNS,
    MOST_CHOICES,
    PATTERN,
    PATTERN_FLAGS,
    PATTERN_LISTS,
    ROUTINE,
    ROWS,
    ROYAL,
    SCHEMA,
    SPANS,
    STEPS,
    STORES_GROW,
    TYPE_TEXT,
    TYPES,
    USE,
)

_SCALARS = "SCALARS"


class Tables:
    """The tables of a game: `tables[TYPES]` is an array, `tables.scalars[CELLS]` a scalar.

    Args:
        scalars: the scalars, in the order of their declarations.
        arrays: all arrays that are declared.

    Raises:
        ValueError: if one is missing.
    """

    def __init__(self, scalars: NDArray[np.int32], arrays: Mapping[Array, NDArray[Any]]) -> None:
        missing = [each.name for each in SCHEMA.arrays if each not in arrays]
        if missing or len(scalars) != SCHEMA.scalars.width:
            raise ValueError(f"tables without {', '.join(missing) or 'some scalars'}")
        self.scalars = scalars
        self._arrays = dict(arrays)

    @classmethod
    def named(cls, arrays: Mapping[str, NDArray[Any]]) -> Tables:
        """The tables of which `by_name` gave these arrays."""
        return cls(arrays[_SCALARS], {each: arrays[each.name] for each in SCHEMA.arrays})

    def by_name(self) -> dict[str, NDArray[Any]]:
        """All arrays by their names."""
        return {_SCALARS: self.scalars, **{each.name: self[each] for each in SCHEMA.arrays}}

    def __getitem__(self, array: Array) -> NDArray[Any]:
        return self._arrays[array]

    @property
    def faults(self) -> list[str]:
        """What is not as declared; nothing if all is well."""
        return SCHEMA.faults(self.scalars, self._arrays)

    @property
    def size(self) -> int:
        """The size of all arrays in bytes."""
        return sum(array.nbytes for array in self.by_name().values())

    @property
    def aide_classes(self) -> int:
        """How many classes of cells there are where aides may be."""
        return int(self.scalars[AIDE_CELL_COUNT])

    @property
    def choice_lines(self) -> list[str]:
        """The lines of CHOICE_TEXT."""
        return self.lines(CHOICE_TEXT)

    def lines(self, text: Array) -> list[str]:
        """The lines of a text."""
        return "".join(map(chr, self[text])).split("\n")

    @property
    def piece_types(self) -> list[tuple[str, tuple[str, ...]]]:
        """The army and the kinds of each type, from 1."""
        lines = (line.split(" ") for line in "".join(map(chr, self[TYPE_TEXT])).split("\n"))
        return [(army, tuple(kinds.split("+"))) for army, kinds in lines]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return int(self.scalars[CELLS])

    def patterns(self, kind: int) -> list[int]:
        """The numbers of a type's move patterns."""
        first, more = self[TYPES][kind, [PATTERN, MORE_PATTERNS]].tolist()
        further: list[int] = self[PATTERN_LISTS][more:].tolist() if more else [-1]
        return [first, *further[: further.index(-1)]]

    def steps_of(self, pattern: int) -> tuple[Numbers, Numbers]:
        """The steps of a move pattern from every cell, and the cell that each starts from."""
        spans = self[SPANS][pattern]
        origins = np.repeat(np.arange(self.cells, dtype=np.int32), np.diff(spans))
        return self[STEPS][spans[0] : spans[-1]], origins

    @property
    def most_moves(self) -> int:
        """As many cells as any type can go to from one, or more."""
        longest = np.diff(self[SPANS], axis=1).max(axis=1, initial=0)
        lists, more = self[PATTERN_LISTS], self[TYPES][:, MORE_PATTERNS]
        others = np.append(longest, 0)[lists]
        ends = np.flatnonzero(lists < 0)
        before = np.append(0, np.cumsum(others))
        further = before[ends[np.searchsorted(ends, more)]] - before[more]
        uses = int(self[PATTERN_FLAGS].max(initial=0) >> 1) + 1
        return min(uses * self.cells, int((longest[self[TYPES][:, PATTERN]] + further).max()))

    @property
    def most_doubles(self) -> int:
        """As many double steps as any type can have from one cell, or more."""
        return most_steps(self[SPANS], self[STEPS], FIRST)

    @property
    def most_locusts(self) -> int:
        """As many captures on the way as any type can have from one cell, or more."""
        return most_steps(self[SPANS], self[STEPS], ON_THE_WAY)

    @property
    def routine(self) -> bool:
        """Whether moves do no more than capture, castle, and change the mover by its type and where it arrives.

        Nor does the game end then otherwise than by checkmate, stalemate, and draws.
        """
        return bool(self.scalars[ROUTINE])

    def choices(self, kind: int) -> list[tuple[int, ...]]:
        """For each cell the types that a type may become when it arrives there, if all is routine; none if it stays."""
        found: dict[int, tuple[int, ...]] = {0: ()}
        starts = self[ARRIVALS][kind, PLAIN].tolist()
        for start in set(starts) - {0}:
            rows = list(self.rows_at(int(self[GROUPS][start + 2])))
            found[start] = tuple(new or kind for new in self[ROWS][rows, BECOMES].tolist())
        return [found[start] for start in starts]

    def rows_at(self, place: int) -> tuple[int, ...]:
        """The rows of the list that starts at some place of GROUPS."""
        groups = self[GROUPS]
        end = place + int((groups[place:] < 0).argmax())
        return tuple(groups[place:end].tolist())

    @property
    def most_choices(self) -> int:
        """How many rows the longest list of GROUPS has."""
        return int(self.scalars[MOST_CHOICES])

    @property
    def stores_grow(self) -> bool:
        """Whether stores may come to hold more than there are pieces."""
        return bool(self.scalars[STORES_GROW])

    @property
    def makes_royals(self) -> bool:
        """Whether a piece may become a royal one."""
        return bool(self[TYPES][self[ROWS][:, BECOMES].clip(0), ROYAL].any())


def most_steps(spans: Numbers, steps: Numbers, uses: int) -> int:
    """As many steps with some of these uses as all patterns have from one cell, each where it has most."""
    before = np.concatenate([[0], np.cumsum(steps[:, USE] & uses != 0)])
    return int(np.diff(before[spans], axis=1).max(axis=1, initial=0).sum())


def pack(tables: Tables) -> Packed:
    """Lay the arrays of a game one after another."""
    header = np.zeros(SCHEMA.header, np.int32)
    header[: len(tables.scalars)] = tables.scalars
    parts: dict[Any, list[NDArray[Any]]] = {np.int32: [header], np.int64: []}
    places = {np.int32: len(header), np.int64: 0}
    for array in SCHEMA.arrays:
        content = tables[array]
        header[array] = places[array.dtype]
        places[array.dtype] += content.size
        parts[array.dtype].append(content.ravel())
    return Packed(np.concatenate(parts[np.int32]), np.concatenate(parts[np.int64]))
