"""Help, self and reflex play in Extreme 3D Chess and Emperor's Nobility: random positions, against brute force.

Direct mates and marriages are in `test_absorption.py` and `test_nobility.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import shadowmate as sm
from oracles import areas, extreme, nobility
from support.ruled import ExtremePosition, NobilityPosition
from support.solved import agree

MOST_AT_RANDOM = 4000


@cache
def game(name: str) -> sm.Game:
    return sm.game(name, engine="compiled")


def at(text: str) -> ExtremePosition | NobilityPosition:
    """The position as its oracle has it."""
    position = game(text.partition(":")[0]).position(text)
    if text.startswith("extreme"):
        cells = {extreme.name(cell): cell for cell in areas.FIELD}
        parts = {cells[cell]: (piece.army, frozenset(piece.kinds)) for cell, piece in position.pieces.items()}
        return ExtremePosition(frozenset(parts.items()), position.turn)
    cells = {nobility.name(cell): cell for cell in nobility.FIELD}
    pieces = {cells[cell]: (piece.army, piece.kinds[0]) for cell, piece in position.pieces.items()}
    return NobilityPosition(frozenset(pieces.items()), position.turn)


def near(name: str, white: str, black: str, turn: str) -> Iterator[str]:
    """Positions of royal and other pieces within three cells of a corner. The player to move attacks no royal piece."""
    rng = Random(f"{name} {white} {black}")
    oracle = extreme if name == "extreme" else nobility
    kinds = {short: kind for kind, short in oracle.ABBREVIATIONS.items()}
    corner = [cell for cell in areas.FIELD if max(cell) <= 3]
    for _ in range(MOST_AT_RANDOM):
        cells, pieces = rng.sample(corner, 9), {}
        for army, words in (("white", white), ("black", black)):
            for word in words.split():
                parts = frozenset(kinds[each] for each in word.split("+"))
                pieces[cells.pop()] = army, parts if name == "extreme" else min(parts)
        if oracle.in_check(pieces, oracle.OTHER[turn]):  # type: ignore[arg-type]
            continue
        if name != "extreme" and any(nobility.married(pieces, army) for army in nobility.OTHER):  # type: ignore[arg-type]
            continue
        yield oracle.text(pieces, turn)  # type: ignore[arg-type]


AT_RANDOM = [
    # A game, the pieces of both, the first player, the stipulation, how many positions, and the fewest with solutions.
    ("extreme", "K pR+lU N", "K N", "black", "h#1", 8, 2),
    ("extreme", "K pR", "K pR+lU", "white", "s#1", 12, 2),
    ("extreme", "K lR", "K pR+lU", "white", "semi-r#1", 6, 3),
    ("latrunculi", "Em Es Ar", "Em", "black", "h#1", 40, 8),
    ("latrunculi", "Em Es Ps", "Em Ro", "black", "h#1", 30, 1),
    ("latrunculi", "Em Ro", "Em Es Ar", "white", "semi-r#1", 30, 8),
    ("latrunculi", "Em Es Ar", "Em Ro", "black", "hwin(marriage)1", 30, 8),
    ("latrunculi", "Em Ar", "Em Es", "white", "swin(marriage)1", 50, 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "white", "black", "turn", "asked", "number", "least"), AT_RANDOM)
def test_at_random(name: str, white: str, black: str, turn: str, asked: str, number: int, least: int) -> None:
    """All keys, and all lines."""
    texts = near(name, white, black, turn)
    solved = sum(agree(game(name), at(text), text, asked) > 0 for text, _ in zip(texts, range(number), strict=False))
    assert solved >= least, solved


LONGER = [
    ("extreme: white KAa2 pRCa2 black KAc2 pR+lUAc1 turn white", "s#2"),
    ("latrunculi: white EmCb2 EsAc2 ArCb1 black EmAc1 RoBc3 turn black", "h#2"),
    pytest.param("extreme: white KCb2 lU+HCb3 black KAb3 NCc2 turn black", "h#2", marks=pytest.mark.exhaustive),
    pytest.param("extreme: white KAc2 lU+HBa3 black KAa2 NAc1 turn black", "h#2", marks=pytest.mark.exhaustive),
]
"""Positions drawn by lot that have solutions; brute force takes a minute for those that are slow."""


@pytest.mark.slow
@pytest.mark.parametrize(("text", "asked"), LONGER)
def test_longer_ones(text: str, asked: str) -> None:
    """All of them, and there are some."""
    assert agree(game(text.partition(":")[0]), at(text), text, asked) > 0
