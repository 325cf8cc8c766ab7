"""The steps of a piece as tables need them: by the cell they start from, and traced back from where they lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel import endgame_steps as kernel
from ..compiled.named_values import CAPTURES, FIRST, GOES
from ..compiled.packed import Numbers, Words
from ..compiled.tables import CELL, USE
from ..play.piece import Type
from .errors import EndgameError
from .leads import Method
from .successors import Kinds


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of move patterns to cells where the piece may stop, sorted by one of the two cells of each.

    Attributes:
        starts: by both cells, where those between them start.
        order: the steps in that order, as numbers of rows of the patterns.
        width: how many words a set of steps from one cell needs.
        closed: for each such cell, and for each where another piece may stand, the steps that this closes.
    """

    starts: Numbers
    order: NDArray[np.int64]
    width: int
    closed: Words


@dataclass(frozen=True, slots=True)
class MovePattern:
    """The steps of move patterns both ways.

    Attributes:
        rows: those of `Tables.steps`, pattern after pattern.
        origins: the cell that each starts from.
        forth: moves and captures, by origin.
        back: moves by target, to be unmade.
        cells: how many cells the board has.
    """

    rows: Numbers
    origins: Numbers
    forth: Steps
    back: Steps
    cells: int


def pattern_of(kinds: Kinds, each: Type, way: Method) -> MovePattern:
    """The move patterns of a type as one; it is made once.

    Where the table looks ahead, moves with more than the usual effects are no moves in it.

    Raises:
        EndgameError: if a route passes the cell that it starts from.
    """
    patterns = kinds.patterns_of(each)
    kept = () if way is Method.TRACED else kinds.leads.kept(each)
    key = patterns, tuple(some.tobytes() for some in kept)
    if key not in kinds.patterns:
        kinds.patterns[key] = _made(kinds, patterns, kept)
    found: MovePattern = kinds.patterns[key]
    return found


def _made(kinds: Kinds, patterns: tuple[int, ...], kept: Sequence[NDArray[np.bool_]]) -> MovePattern:
    cells = kinds.arrays.cells
    parts = [kinds.arrays.steps_of(number) for number in patterns]
    rows, origins = (np.concatenate(some) for some in zip(*parts, strict=True))
    ends = np.flatnonzero((rows[:, CELL] >= 0) & (rows[:, USE] & (GOES | CAPTURES | FIRST) != 0))
    starts, classes = kinds.leads.effects.starting(origins, rows[:, CELL]), np.array(kinds.leads.effects.classes)
    for usual, use in zip(kept, (GOES, FIRST), strict=False):
        rows[~usual[starts, classes[rows[:, CELL]]], USE] &= ~use
    quiet = ends[rows[ends, USE] & (GOES | FIRST) != 0]
    forth, forth_bits = _sorted(origins, rows[:, CELL], ends, cells)
    back, back_bits = _sorted(rows[:, CELL], origins, quiet, cells)
    end = 0
    for number, (some, _) in zip(patterns, parts, strict=True):
        start, end = end, end + len(some)
        selves = kernel.close_steps(
            kinds.engine.tables,
            number,
            kernel.Closing(forth_bits[start:end], forth.closed, forth.width),
            kernel.Closing(back_bits[start:end], back.closed, back.width),
        )
        if selves:
            raise EndgameError("a route passes the cell that it starts from, which tables do not support")
    return MovePattern(rows, origins, forth, back, cells)


def _sorted(one: Numbers, other: Numbers, some: NDArray[np.int64], cells: int) -> tuple[Steps, Numbers]:
    """Some steps sorted by the first of two cells, none of them closed as yet, and the bit of each in its set."""
    order = some[np.lexsort((other[some], one[some]))]
    pairs = one[order].astype(np.int64) * cells + other[order]
    starts = np.searchsorted(pairs, np.arange(cells * cells + 1)).astype(np.int32)
    bits = np.full(len(one), -1, np.int32)
    bits[order] = np.arange(len(order)) - starts[one[order].astype(np.int64) * cells]
    most = int(np.diff(starts[::cells]).max(initial=1))
    width = max(1, (most + 63) // 64)
    return Steps(starts, order, width, np.zeros(cells * cells * width, np.int64)), bits
