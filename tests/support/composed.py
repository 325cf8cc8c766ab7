"""Composed problems of orthodox chess for the tests of composing."""

from __future__ import annotations

from typing import Any

import shadowmate as sm
from oracles import twomovers as oracle

PIECES = {"white": ["K", "Q", "N"], "black": ["K", "P"]}
FIDE = {"game": "fide", "stipulation": "#2", "pieces": PIECES}
CORNER = [f"{file}{rank}" for file in "abc" for rank in "123"]


def composed(count: int, seed: int = 1, **fields: Any) -> list[sm.Composed]:
    """Some composed problems of two moves, by chance; `fields` replace those of the specification."""
    return list(sm.compose({**FIDE, **fields}, count=count, seed=seed))


def listed(maker: str, **fields: Any) -> set[bytes]:
    """What distinguishes the problems of a listing."""
    return {each.identity for each in sm.compose({**FIDE, **fields}, every=True, maker=maker)}


def pieces_of(position: str) -> oracle.Pieces:
    """The pieces of a position of orthodox chess as the oracle has them."""
    pieces: dict[tuple[int, int], tuple[str, str]] = {}
    side = ""
    for word in position.removeprefix("fide: ").partition(" turn ")[0].split():
        if word.islower():
            side = word
        else:
            pieces["?abcdefgh".index(word[1]), int(word[2])] = (word[0].replace("N", "S"), side)
    return pieces


def is_mate(position: sm.Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "checkmate"
