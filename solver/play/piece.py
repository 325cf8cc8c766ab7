"""Pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Kinds: TypeAlias = tuple[str, ...]
"""What a piece is made of: one kind, except in games of compounds; in alphabetical order."""

Type: TypeAlias = tuple[str, Kinds]
"""An army, and the kinds of a piece of it."""


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece: the kinds it is made of and its army."""

    kinds: Kinds
    army: str
