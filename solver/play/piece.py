"""Pieces."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece: the kinds it is made of (one, except in games of compounds) and its army."""

    kinds: tuple[str, ...]
    army: str
