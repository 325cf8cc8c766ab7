"""Prince: ties."""

from __future__ import annotations

import pytest

import shadowmate as sm
from support.prince import GAME, lone_princes, search

SHUFFLE = ["KiAa1-Aa2", "KiHh8-Hh7", "KiAa2-Aa1", "KiHh7-Hh8"]


def test_the_same_position_three_times_is_a_tie():
    position = GAME.position("white KiAa1 RoDd4 black KiHh8 RoEe5")
    for count in (1, 2):
        assert position.seen == count
        assert position.outcome() is None
        for move in SHUFFLE:
            position = position.push(move)
    assert position.seen == 3
    assert position.outcome() == sm.Outcome("repetition", None)


def test_positions_that_differ_in_rights_to_castle_are_not_the_same():
    position = GAME.position("white KiAd4 BaAa1 black KiHh8 castle Aa1")
    for _ in range(2):
        for move in ("KiAd4-Ad5", "KiHh8-Hh7", "KiAd5-Ad4", "KiHh7-Hh8"):
            position = position.push(move)
    assert position.seen == 2
    assert position.outcome() is None


def test_positions_that_differ_in_a_possible_en_passant_are_not_the_same_and_in_a_void_one_are():
    """READINGS P12: what may be played next counts, a capture en passant too."""
    for pawn, seen in (("PnDe5", 1), ("PnDf6", 2)):
        position = GAME.position(f"white KiAa1 PnBd4 black KiHh8 {pawn}").push("PnBd4-Dd4")
        for move in ("KiHh8-Hh7", "KiAa1-Aa2", "KiHh7-Hh8", "KiAa2-Aa1"):
            position = position.push(move)
        assert position.seen == seen


def test_seen_in_the_notation_counts():
    assert GAME.position("white KiAa1 black KiHh8 seen 3").outcome() == sm.Outcome("repetition", None)
    assert GAME.position("white KiAa1 black KiHh8 seen 2").outcome() is None


@pytest.mark.parametrize(
    ("move", "quiet", "reason"),
    [("KiAa1-Aa2", 200, "moves without progress"), ("RoDd4xDd7", 0, None), ("PnBb2-Cb2", 0, None)],
)
def test_200_moves_without_capture_or_pawn_move_are_a_tie(move, quiet, reason):
    """READINGS P13: 100 by each side."""
    position = GAME.position("white KiAa1 RoDd4 PnBb2 black KiHh8 KnDd7 quiet 199")
    assert position.outcome() is None
    after = position.push(move)
    assert after.quiet == quiet
    assert (after.outcome().reason if after.outcome() else None) == reason


def test_a_promotion_is_a_pawn_move():
    assert GAME.position("white KiAa1 PnGa5 black KiHh8 quiet 199").push("PnGa5-Ha5=Kn").quiet == 0


def test_checkmate_with_the_last_of_200_moves_is_checkmate():
    mate = search(lone_princes("Hh8"), "checkmate")
    assert GAME.position(mate + " quiet 200").outcome() == sm.Outcome("checkmate", "white")


def test_the_reading_of_100_single_moves():
    game = sm.game("prince", readings=["hundred_single"])
    position = game.position("white KiAa1 black KiHh8 quiet 99")
    assert position.outcome() is None
    assert position.push("KiAa1-Aa2").outcome() == sm.Outcome("moves without progress", None)
    assert GAME.position("white KiAa1 black KiHh8 quiet 100").outcome() is None
