"""The ways of writing moves, by name."""

from __future__ import annotations

from enum import StrEnum


class MoveStyle(StrEnum):
    """How moves are written."""

    long = "long"
    short = "short"
    figurines = "figurines"
