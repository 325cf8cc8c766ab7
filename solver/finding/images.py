"""Positions up to the symmetries of what is asked."""

from __future__ import annotations

from collections.abc import Iterable

from ..play.position import Position
from .question_symmetry import symmetries
from .wanted import Wanted


def count_classes(wanted: Wanted, positions: Iterable[Position]) -> int:
    """How many positions there are of which none is the image of another under the symmetries of the question."""
    names = list(wanted.game.names.values())
    maps = [{names[a]: names[b] for a, b in enumerate(image)} for image in symmetries(wanted)]
    seen: set[tuple[str, frozenset[tuple[str, object]]]] = set()
    count = 0
    for position in positions:
        pieces, turn = position.pieces.items(), position.turn
        if (turn, frozenset(pieces)) not in seen:
            count += 1
            seen.add((turn, frozenset(pieces)))
            seen.update((turn, frozenset((image[cell], piece) for cell, piece in pieces)) for image in maps)
    return count
