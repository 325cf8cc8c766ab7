"""The answer to a question: positions, or that there are none, and how good the best can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..play.position import Position


@dataclass(frozen=True)
class Found:
    """What was found.

    Attributes:
        game: the game's name.
        positions: the positions, the best ones where something was minimised or maximised.
        proved: whether that is all: there is no other, or none better.
        aim: `least`, `most`, or None if nothing was minimised or maximised.
        value: how many or how much it is in these positions; numbers by priority if there are several.
        bound: none has less, or more.
        classes: how many of the positions are different up to the board's symmetry, if that was asked.
        cells, atoms: the number of cells where pieces may be, and of atoms in the program.
        symmetries: how many symmetries were made use of.
        asked: how many positions the engine judged.
        stopped: whether it ended before its end.
        seconds: how long it took.
    """

    game: str
    positions: tuple[Position, ...]
    proved: bool
    aim: str | None = None
    value: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    classes: int | None = None
    cells: int = 0
    atoms: int = 0
    symmetries: int = 1
    asked: int = 0
    stopped: bool = False
    seconds: float = field(default=0.0, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "game": self.game,
            "positions": [str(position) for position in self.positions],
            "proved": self.proved,
            "aim": self.aim,
            "value": list(self.value) or None,
            "bound": list(self.bound) or None,
            "classes": self.classes,
            "cells": self.cells,
            "atoms": self.atoms,
            "symmetries": self.symmetries,
            "judged": self.asked,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 2),
        }

    def __str__(self) -> str:
        return "\n".join([*(str(position) for position in self.positions), self._verdict()])

    def _verdict(self) -> str:
        first = "stopped; " if self.stopped else ""
        if not self.positions:
            if self.bound and self.aim and not self.proved:
                return f"{first}none found; {self.aim_words} {_words(self.bound)} (proved)"
            return "there is none (proved)" if self.proved else f"{first}none found, and not proved that there is none"
        number = f"{len(self.positions):,} position{'s' * (len(self.positions) != 1)}"
        if self.classes is not None:
            number += f", {self.classes:,} up to symmetry"
        if self.aim is None:
            return f"{first}{number}; {'there is no other' if self.proved else 'there may be more'}"
        if self.proved:
            return f"{number}: {_words(self.value)} is the {self.aim} (proved)"
        known = f"; {self.aim_words} {_words(self.bound)} (proved)" if self.bound else ""
        return f"{first}{number} with {_words(self.value)}{known}"

    @property
    def aim_words(self) -> str:
        """The words before a bound."""
        return "there can be no less than" if self.aim == "least" else "there can be no more than"


def _words(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
