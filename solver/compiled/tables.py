"""What clingo knows of a game, as arrays for the kernel.

Cells are numbered in the order of `Ruleset.cells`, armies in the order of turns. A *type* is what can
stand on a cell: an army and a set of kinds; type 0 is an empty cell. A *walk* is what one type's routes
are from one cell. Types whose routes agree share their walks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[Any]
"""Integers of 64 bits; many are sets of cells."""

Numbers: TypeAlias = NDArray[Any]
"""Integers of 32 bits."""

int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""An integer of 64 bits, which type checkers are to take for any other."""


def integers(count: int) -> tuple[int, ...]:
    """Integers from 0, as numpy's: numba compiles a function anew for each literal that it is called with."""
    return tuple(np.arange(count))


# Columns of Tables.types.
ARMY, WALKS, ROYAL, PARTNER, PASSING, PROGRESS, LOOSE, ASPIRES = integers(8)

# Columns of Tables.steps, and what the bits of the column USE say; PASSED counts from 1, 0 being none.
CELL, SKIP, MASK, USE, PASSED = range(5)
GOES, TAKES, FIRST = 1, 2, 4

# Columns of Tables.before, and how a step may come after others.
HOW, ONE, TWO, THREE = range(4)
ALL_CLEAR, OVER, LISTED = range(3)

# Columns of Tables.castlings.
OWNER, KING_FROM, KING_TO, PARTNER_FROM, PARTNER_TO, RIGHT, EMPTY, PATH = integers(8)

NOWHERE, NOTHING = int64(-1), int64(0)


class Tables(NamedTuple):
    """A game, array by array.

    Attributes:
        types: (types, 8): army, number of its walks, and whether it is royal, castles with a royal,
            captures in passing, makes progress by moving, has walks that are not strict, and promotes.
        spans: (walks, cells + 1): the steps of a walk are `steps[spans[w, c]:spans[w, c + 1]]`.
        steps: (steps, 5): each a point of a route on its way: the cell (-1 off the board), the step to go
            on with if a piece stands in the way, the cells that must be empty (a row of `masks`, -1 if
            those of earlier steps say it all), how the cell may be gone to, and the cell that a double
            step passes. In a walk that is not strict, MASK is where the step's alternatives start in
            `before`.
        before: (alternatives, 4): what a step of a walk that is not strict comes after, as numbers of
            steps within the walk; a row of -1 ends the list.
        ranks: (walks, cells, words): the number of cells in `reach` before each word, from the start.
        lines: (reached cells + 1): where the routes to a reached cell start in `routes`.
        routes: the mask of each capturing route.
        promotions: types, lists of choices, each ended by 0.
        promotes: (types, cells): where the choices start in `promotions`; 0 if there are none.
        castlings: (castlings, 8): army, the royal's and the partner's cells, the right's number, and the
            masks of cells that must be empty and that the royal passes.
        passages: (passages, 2): army and target of a double step over a cell.
        passed: (cells + 1): where the passages over a cell start.
        crossroads: (cells): whether different double steps pass a cell.
        seats: the player who follows each.
        masks: (masks, words): sets of cells.
        reach: (walks, cells, words): the cells that a capturing route ends on, on an empty board.
        roams: (walks, cells, words): the cells that any route ends on, on an empty board.
        bears: (walks, cells, words): the cells from which a capturing route ends on a cell.
        lost: (cells): the rights that end if the cell is touched.
        salts: (types, cells): random words for pieces; the row of the empty cell is for en passant.
        turns: random words for players, then for rights.
    """

    types: Numbers
    spans: Numbers
    steps: Numbers
    before: Numbers
    ranks: Numbers
    lines: Numbers
    routes: Numbers
    promotions: Numbers
    promotes: Numbers
    castlings: Numbers
    passages: Numbers
    passed: Numbers
    crossroads: Numbers
    seats: Numbers
    masks: Words
    reach: Words
    roams: Words
    bears: Words
    lost: Words
    salts: Words
    turns: Words

    @property
    def size(self) -> int:
        """How many bytes the arrays take."""
        return sum(array.nbytes for array in self._asdict().values())


class Packed(NamedTuple):
    """The same in two arrays: every array more would cost each call in the kernel time.

    `numbers` starts with a few counts and with where each array starts, in `numbers` or in `words`.
    """

    numbers: Numbers
    words: Words


# What `Packed.numbers` starts with.
(
    ARMIES, CELLS, WORDS, CASTLINGS_COUNT, LONGEST,
    TYPES, SPANS, STEPS, BEFORE, RANKS, LINES, ROUTES, PROMOTIONS, PROMOTES, CASTLINGS, PASSAGES,
    PASSED_AT, CROSSROADS, SEATS, MASKS, REACH, ROAMS, BEARS, LOST, SALTS, TURNS,
) = range(26)  # fmt: skip
_COUNTS = 5
_HEADER = 26

TYPE_WIDTH, STEP_WIDTH, BEFORE_WIDTH, CASTLING_WIDTH = 8, 5, 4, 8


def pack(tables: Tables) -> Packed:
    """Lay the arrays of a game one after another."""
    header = np.zeros(_HEADER, np.int32)
    cells = tables.promotes.shape[1]
    longest = np.diff(tables.spans, axis=1).max(initial=0)
    header[:_COUNTS] = (
        len(tables.seats), cells, tables.masks.shape[1], len(tables.castlings), longest,
    )  # fmt: skip
    numbers: list[Numbers] = [header]
    words: list[Words] = []
    place = {np.dtype(np.int32): _HEADER, np.dtype(np.int64): 0}
    for column, array in enumerate(tables._asdict().values(), _COUNTS):
        header[column] = place[array.dtype]
        place[array.dtype] += array.size
        (numbers if array.dtype == np.int32 else words).append(array.ravel())
    return Packed(np.concatenate(numbers), np.concatenate(words))
