"""The cases of sweeps that are made of a game: placements of some material, and pairs of kinds."""

from __future__ import annotations

from math import comb

import pytest

import shadowmate as sm
from shadowmate.endgame.errors import EndgameError
from shadowmate.sweeping.cases import of_pairs, of_placements


@pytest.mark.slow
@pytest.mark.parametrize(
    ("material", "player", "positions"),
    [("KRvK", "white", 175_168), ("KRvK", "black", 223_944), ("KPvK", "white", 163_328)],
)
def test_number_of_placements(fide: sm.Game, material: str, player: str, positions: int) -> None:
    """As published: the Syzygy table KRvK has 399,112 positions."""
    cases = of_placements(fide, material, player)
    some = cases.some(0, cases.total)
    assert sum(case.placements or 0 for case in some) == positions
    assert len({case.text for case in some}) == cases.total
    assert not any("Pa1" in case.text or "Pa8" in case.text for case in some)


@pytest.mark.slow
def test_placements(fide: sm.Game) -> None:
    """Each is a position as it is written, with the player to move."""
    cases = of_placements(fide, "white K R black K", "black")
    for place in range(0, cases.total, 5000):
        (case,) = cases.some(place, place + 1)
        assert str(fide.position(case.text)) == case.text and case.text.endswith("turn black")
        assert case.number == place + 1
    assert cases.facts == {"placements": "fide: white K R black K", "turn": "black"}


def test_placements_of_no_table(fide: sm.Game) -> None:
    with pytest.raises(EndgameError):
        of_placements(fide, "white K P black K P", None)


def test_pairs(fide: sm.Game) -> None:
    """Q, R, B, N, two of them, in any order: a Pawn is left out, because it is promoted."""
    cases = of_pairs(fide)
    assert cases.total == comb(4, 2) + 4
    assert {frozenset(case.text.split()) for case in cases.some(0, cases.total)} == {
        frozenset({one, other}) for one in "QRBN" for other in "QRBN"
    }
