"""Placements: every way of setting some pieces on cells, and the rights to castle in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.terms import vector
from ..compiled.compiled_engine import CompiledEngine
from ..notation.draft import CASTLE
from ..play.piece import Type

Cells: TypeAlias = NDArray[np.int64]
"""(placements, pieces): the cell of each piece, -1 if it is not there."""

CHUNK = 1 << 12
"""The number of placements made at once, before those with two pieces on a cell are left out."""


def are_apart(cells: Cells) -> NDArray[np.bool_]:
    """In which placements no two pieces are on one cell."""
    ordered = np.sort(cells, axis=1)
    found: NDArray[np.bool_] = ~((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
    return found


def placements(columns: Sequence[Cells], types: Sequence[int] | Cells) -> Iterator[Cells]:
    """All placements with each piece on one of some cells; of pieces of one type, in one order.

    Args:
        columns: for each piece the cells where it may be, -1 if it may be absent.
        types: a number for each, the same for those of one type, which follow each other.
    """
    lengths = tuple(map(len, columns))
    for start in range(0, prod(lengths), CHUNK):
        places = np.unravel_index(np.arange(start, min(start + CHUNK, prod(lengths))), lengths)
        cells = np.stack([column[place] for column, place in zip(columns, places, strict=True)], axis=1)
        kept = are_apart(cells)
        for number in range(1, len(types)):
            if types[number] == types[number - 1]:
                before, after = cells[:, number - 1], cells[:, number]
                kept &= (before < after) | (before == -1) & (after == -1)
        yield cells[kept]


@dataclass(frozen=True, slots=True)
class Castling:
    """A right to castle: its bits, and the cells where its two pieces have to be."""

    bits: int
    royal: int
    partner: int
    army: str

    def castlers(self, ruleset: Ruleset, pieces: Sequence[Type]) -> list[tuple[int, int]]:
        """Which of some pieces may have it, each a royal piece and its partner."""
        partners, royal = ruleset.names("castling_partner"), ruleset.royal
        own = [(number, kinds) for number, (army, kinds) in enumerate(pieces) if army == self.army]
        others = [number for number, kinds in own if partners.intersection(kinds)]
        return [(one, other) for one, kinds in own if royal.intersection(kinds) for other in others]


def castlings(engine: CompiledEngine) -> Iterator[Castling]:
    """The rights to castle that positions of a game may have."""
    if CASTLE not in engine.ruleset.fields:
        return
    for symbol in engine.ruleset.facts("castling", 5):
        army, start, _, partner, _ = symbol.arguments
        cell = vector(partner)
        bits = engine.effects.states.of(CASTLE, cell)
        yield Castling(bits, engine.number[vector(start)], engine.number[cell], str(army))
